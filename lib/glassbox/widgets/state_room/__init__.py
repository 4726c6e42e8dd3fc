"""State room: which tokens come back from a state of so many numbers, three ways."""

from pathlib import Path
from typing import Any

import numpy as np

from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Numbers, WholeNumber, checked_together, require

WAYS = ("random", "lstm", "attention")
MOST_TOKENS = 24


class StateRoom(GlassBoxWidget):
    """Widen a state, and see which tokens of a sentence come back from it.

    Parameters
    ----------
    widths : array or list of whole numbers, shape (n_widths,)
        How many numbers a state has: 2 or more widths, rising.
    hits : array or nested list, shape (3, n_widths, n_tokens)
        The parts of right answers, from 0 to 1, the last token first: of a random
        recurrent network, of a trained LSTM, and of attention over all states.
    at : int
        Which of the widths is shown.
    back : int
        Which token is marked: so many places before the last.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: why_attention.

    >>> StateRoom([4, 8], [[[0.5, 0.2], [0.9, 0.4]]] * 3)
    StateRoom(width 4, 2 tokens)
    """

    _folder = Path(__file__).parent
    _state = ("widths", "hits", "at", "back")

    widths = Numbers(axes=1).tag(sync=True, rule=None)
    hits = Numbers(axes=3, most=1).tag(sync=True, rule=None)
    at = WholeNumber(0, least=0).tag(sync=True, below="widths")
    back = WholeNumber(0, least=0).tag(sync=True)

    def __init__(self, widths: Any, hits: Any, *, at: int = 0, back: int = 0) -> None:
        super().__init__(widths=widths, hits=hits, at=at, back=back)

    _check = checked_together("widths", "hits", "at", "back")

    def fits(self, *, widths: list, hits: list, at: int, back: int) -> None:
        """Refuse widths, hits and places that do not fit each other."""
        whole = all(width == int(width) > 0 for width in widths)
        rule = "widths must be 2 or more whole numbers, rising"
        require(
            whole and len(widths) > 1 and sorted(set(widths)) == widths, rule, widths
        )
        shape = np.shape(hits)
        rule = f"hits must have the shape (3, {len(widths)}, 2 to {MOST_TOKENS})"
        fitting = len(shape) == 3 and shape[:2] == (3, len(widths))
        require(fitting and 2 <= shape[2] <= MOST_TOKENS, rule, shape)
        require(np.min(hits) >= 0, "hits must be at least 0", np.min(hits))
        require(at < len(widths), f"at must be below {len(widths)}", at)
        require(back < shape[2], f"back must be below {shape[2]}", back)

    def __repr__(self) -> str:
        n_tokens = len(self.hits[0][0])
        width = int(self.widths[self.at])
        return f"{type(self).__name__}(width {width}, {n_tokens} tokens)"

    def describe(self) -> str:
        columns = [self.text("fallback.width")]
        columns += [f"{width:.0f}" for width in self.widths]
        rows = [
            [self.text(f"ways.{way}"), *(f"{sum(line):.1f}" for line in lines)]
            for way, lines in zip(WAYS, self.hits, strict=True)
        ]
        caption = self.text("fallback.caption", n=len(self.hits[0][0]))
        return table(caption, columns, rows) + paragraph(self.text("scale"))
