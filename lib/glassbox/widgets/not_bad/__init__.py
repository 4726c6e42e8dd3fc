"""Not bad: a mood from two facts, by a weighted sum or by four units with a bend."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.position_wise import linear, relu
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Numbers, checked_together, require

LARGEST = 100.0
PHRASES = ("good", "bad", "not_good", "not_bad")
FACTS = np.array([[1.0, 0], [0, 0], [1, 1], [0, 1]])  # positive, negated
WANTED = np.array([1.0, -1, -1, 1])
W_1 = np.array([[1.0, -1, 1, -1], [-1, -1, 1, 1]])  # a column asks for each phrase
B_1 = np.array([0.0, 1, -1, 0])
WAYS = ("sum", "flat", "bent")


class NotBad(GlassBoxWidget):
    """Four phrases with two facts each, and the moods that a small layer gives them.

    Parameters
    ----------
    way : "sum", "flat" or "bent"
        A weighted sum of the two facts; four units without a bend; or with it.
    weights : list or array of 3 numbers
        The weighted sum's: of positive, of negated, and what is added.
    adds : list or array of 4 numbers
        What an active unit adds to the mood: the units of good, bad, not good and
        not bad.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules or exceeds 100 in size, here or when a trait is
        set later; the widget then keeps its last good state.

    Chapter: feed_forward.

    >>> NotBad()
    NotBad('sum', moods=[1, -1, 3, 1])
    """

    _folder = Path(__file__).parent
    _state = ("way", "weights", "adds")

    way = traitlets.Enum(WAYS, "sum").tag(sync=True)
    weights = Numbers(most=LARGEST).tag(sync=True)
    adds = Numbers(most=LARGEST).tag(sync=True)

    def __init__(
        self,
        way: str = "sum",
        *,
        weights: Any = (2.0, 2.0, -1.0),
        adds: Any = (1.0, -1.0, -1.0, 0.0),
    ) -> None:
        super().__init__(way=way, weights=weights, adds=adds)

    _check = checked_together(*_state)

    def fits(self, *, way: str, weights: list, adds: list) -> None:
        """Refuse lists of another length."""
        require(len(weights) == 3, "weights must have 3 numbers", len(weights))
        require(len(adds) == 4, "adds must have 4 numbers", len(adds))

    def __repr__(self) -> str:
        moods = ", ".join(f"{mood:g}" for mood in self.moods(FACTS))
        return f"{type(self).__name__}({self.way!r}, moods=[{moods}])"

    def moods(self, facts: np.ndarray) -> np.ndarray:
        """Return the mood of each row of facts, by the book's kernels."""
        if self.way == "sum":
            return (
                linear(facts, np.array([[w] for w in self.weights[:2]]))[:, 0]
                + (self.weights[2])
            )
        asked = linear(facts, W_1, B_1)  # (n, 4)
        return (relu(asked) if self.way == "bent" else asked) @ np.array(self.adds)

    def describe(self) -> str:
        moods = self.moods(FACTS)
        rows = [
            [self.text(f"phrases.{name}"), *(f"{n:g}" for n in (*facts, mood, wanted))]
            for name, facts, mood, wanted in zip(
                PHRASES, FACTS, moods.round(4) + 0.0, WANTED, strict=True
            )
        ]
        names = ("phrase", "positive", "negated", "mood", "wanted")
        columns = [self.text(f"columns.{name}") for name in names]
        right = int((moods * WANTED > 0).sum())
        words = self.text("said", way=self.text(f"ways.options.{self.way}"), n=right)
        return table(self.text("title"), columns, rows) + paragraph(words)
