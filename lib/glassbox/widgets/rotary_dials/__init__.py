"""Rotary dials: query and key as hands that turn with their positions."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.relative_positions import rotary_embedding
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import (
    Number,
    Numbers,
    WholeNumber,
    checked_together,
    is_finite_number,
    listed,
    require,
)

N_PAIRS = 4
LAST = 255  # the highest position
LARGEST = 9.0  # of a number of query or key
BASES = (10.0, 1e6)  # the lowest and the highest
BASE = 10_000.0  # for which the example is made
STRETCHES = (1.0, 0.5, 0.125)
REACHES = (63, LAST)


def example(distance: int = 3) -> tuple[list, list]:
    """Return the chapter's query and key: they fit best at this distance."""
    key = np.tile([1.0, 0.0], N_PAIRS)  # (8,)
    query = rotary_embedding(key[None], [-distance], base=BASE)[0]  # the key, back
    return query.tolist(), key.tolist()


EXAMPLE = example()


class RotaryDials(GlassBoxWidget):
    """A query and a key whose four pairs turn with their positions, and their score.

    Parameters
    ----------
    query_position, key_position : int
        0 to 255, and the key not after the query.
    query, key : lists of 8 numbers from -9 to 9, optional
        Before they are turned, four pairs each. The key's pairs are (1, 0) if left
        out; the query is that key turned back by three positions, at base 10,000.
    base : float
        10 to 1,000,000: pair i turns by base^(-i / 4) radians a position, i = 0 … 3.
    stretch : 1, 0.5 or 0.125
        What every position is multiplied by before the hands turn.
    pairs_on : list of 4 booleans
        Which pairs count in the score, the fastest first.
    farthest : 63 or 255
        How far the curve goes, if the two tokens stand no further apart.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: rotary_positions.

    >>> RotaryDials(10, 7)
    RotaryDials(query_position=10, key_position=7, score=4.00)
    """

    _folder = Path(__file__).parent
    _state = (
        *("query_position", "key_position", "query", "key", "base", "stretch"),
        *("pairs_on", "farthest"),
    )

    query_position = WholeNumber(10, least=0, most=LAST).tag(sync=True)
    key_position = WholeNumber(5, least=0, most=LAST).tag(
        sync=True, up_to="query_position"
    )
    query = Numbers(EXAMPLE[0], most=LARGEST).tag(sync=True)
    key = Numbers(EXAMPLE[1], most=LARGEST).tag(sync=True)
    base = Number(BASE).tag(sync=True, least=BASES[0], most=BASES[1])
    stretch = traitlets.Enum(STRETCHES, STRETCHES[0]).tag(sync=True)
    pairs_on = traitlets.List(
        traitlets.Bool(), [True] * N_PAIRS, minlen=N_PAIRS, maxlen=N_PAIRS
    ).tag(sync=True, rule={"type": "array", "items": {"type": "boolean"}})
    farthest = traitlets.Enum(REACHES, REACHES[0]).tag(sync=True)

    def __init__(
        self,
        query_position: int = 10,
        key_position: int = 5,
        *,
        query: Any = None,
        key: Any = None,
        base: float = BASE,
        stretch: float = STRETCHES[0],
        pairs_on: Any = (True,) * N_PAIRS,
        farthest: int = REACHES[0],
    ) -> None:
        super().__init__(
            query_position=query_position,
            key_position=key_position,
            query=EXAMPLE[0] if query is None else query,
            key=EXAMPLE[1] if key is None else key,
            base=base,
            stretch=stretch,
            pairs_on=listed(pairs_on),
            farthest=farthest,
        )

    _check = checked_together("query_position", "key_position", "query", "key", "base")

    def fits(
        self,
        *,
        query_position: int,
        key_position: int,
        query: list,
        key: list,
        base: float,
    ) -> None:
        """Refuse a key after the query, other than four pairs, and a base too far."""
        rule = "key_position must be at most query_position"
        came = f"{key_position} and {query_position}"
        came += " (widget.set(query_position=..., key_position=...) sets both at once)"
        require(key_position <= query_position, rule, came)
        for name, row in (("query", query), ("key", key)):
            rule = f"{name} must have {2 * N_PAIRS} numbers"
            require(len(row) == 2 * N_PAIRS, rule, len(row))
        low, high = BASES
        rule = f"base must be a number from {low:,.0f} to {high:,.0f}"
        require(is_finite_number(base) and low <= base <= high, rule, base)

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(query_position={self.query_position}, "
            f"key_position={self.key_position}, score={self._told(self.score)})"
        )

    @property
    def hands(self) -> np.ndarray:
        """The pairs of query and key, turned: shape (2, 4, 2)."""
        positions = np.array([self.query_position, self.key_position]) * self.stretch
        rows = np.array([self.query, self.key])  # (2, 8)
        turned = rotary_embedding(rows, positions, base=self.base)
        return turned.reshape(2, N_PAIRS, 2)

    @property
    def parts(self) -> np.ndarray:
        """The dot product of the two hands of each pair: shape (4,)."""
        return self.hands.prod(axis=0).sum(axis=-1)

    @property
    def score(self) -> float:
        """The sum of the parts of the pairs that are on."""
        return float(self.parts @ self.pairs_on)

    def scores(self, farthest: int) -> np.ndarray:
        """Return the score at every distance from 0 to the farthest."""
        distances = np.arange(farthest + 1)
        rows = np.tile(self.query, (len(distances), 1))  # (n, 8)
        turned = rotary_embedding(rows, distances * self.stretch, base=self.base)
        return turned @ (np.array(self.key) * np.repeat(self.pairs_on, 2))

    def describe(self) -> str:
        names = ("pair", "speed", "query", "key", "part", "counts")
        columns = [self.text(f"columns.{name}") for name in names]
        rows = []
        for i, part in enumerate(self.parts):
            speed = self.base ** (-i / N_PAIRS)
            turns = [p * self.stretch * speed for p in self._positions]
            counts = self.text("yes" if self.pairs_on[i] else "no")
            told = [f"{turn:.3f}" for turn in turns]
            rows.append([f"{i + 1}", f"{speed:g}", *told, self._told(part), counts])
        m, n = self._positions
        given = {"m": f"{m}", "n": f"{n}", "score": self._told(self.score)}
        setting = {"base": f"{self.base:,.0f}", "stretch": f"{self.stretch:g}"}
        scores = self.scores(self.farthest)
        peak = {
            "far": f"{self.farthest}",
            "score": self._told(scores.max()),
            "distance": f"{scores.argmax()}",
        }
        return (
            table(self.text("fallback.caption", **given), columns, rows)
            + paragraph(self.text("fallback.turned", **setting))
            + paragraph(self.text("fallback.peak", **peak))
        )

    @property
    def _positions(self) -> tuple[int, int]:
        return self.query_position, self.key_position

    @staticmethod
    def _told(score: float) -> str:
        return f"{round(float(score), 2) + 0:.2f}"  # + 0: never -0.00
