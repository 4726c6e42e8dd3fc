"""Positions: their sinusoids as a map, how alike they are, and how they turn."""

from pathlib import Path

import numpy as np
import traitlets

from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import WholeNumber, checked_together, require
from .numbers import pairs_shown, similarities, step_angles, turned

MOST_POSITIONS = 128
WIDEST = 128
BASES = (10, 1_000, 10_000)  # that the reader can choose


class Positions(GlassBoxWidget):
    """The sinusoids of all positions; one compared with the others and k steps on.

    Parameters
    ----------
    n_positions : int
        8 to 128.
    d_model : int
        2 to 128 components, an even number.
    position : int
        0 to n_positions - 1: the chosen one.
    steps : int
        How far on the second position is, or back if negative: from -position to
        n_positions - 1. It may lie past the last row.
    pair : int
        0 to 63: which pair of columns the middle clock shows, or the last one before.
    base : 10, 1000 or 10000
        Whose powers the positions are divided by.
    over : "position" or "distance"
        What the similarities are drawn over.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: embeddings_and_positions.

    >>> Positions(64, 32, position=20)
    Positions(n_positions=64, d_model=32, position=20, steps=5, base=10000)
    """

    _folder = Path(__file__).parent
    _state = ("n_positions", "d_model", "position", "steps", "pair", "base", "over")

    n_positions = WholeNumber(64).tag(sync=True, least=8, most=MOST_POSITIONS)
    d_model = WholeNumber(64).tag(sync=True, least=2, most=WIDEST, multiple_of=2)
    position = WholeNumber(20).tag(sync=True, least=0, below="n_positions")
    steps = WholeNumber(5).tag(sync=True, least=1 - MOST_POSITIONS, below="n_positions")
    pair = WholeNumber(10, least=0, most=WIDEST // 2 - 1).tag(sync=True)
    base = traitlets.Enum(BASES, 10_000).tag(sync=True)
    over = traitlets.Enum(("position", "distance"), "position").tag(sync=True)

    def __init__(
        self,
        n_positions: int = 64,
        d_model: int = 64,
        *,
        position: int | None = None,
        steps: int = 5,
        pair: int = 10,
        base: int = 10_000,
        over: str = "position",
    ) -> None:
        if position is None:  # 20 where there are as many
            count = n_positions if isinstance(n_positions, (int, np.integer)) else 0
            position = min(20, max(0, int(count) - 1))
        super().__init__(
            n_positions=n_positions,
            d_model=d_model,
            position=position,
            steps=steps,
            pair=pair,
            base=base,
            over=over,
        )

    _check = checked_together("n_positions", "d_model", "position", "steps")

    def fits(
        self, *, n_positions: int, d_model: int, position: int, steps: int
    ) -> None:
        """Refuse sizes out of range, and positions that are not there."""
        rule = f"n_positions must be from 8 to {MOST_POSITIONS}"
        require(8 <= n_positions <= MOST_POSITIONS, rule, n_positions)
        rule = f"d_model must be even, from 2 to {WIDEST}"
        require(2 <= d_model <= WIDEST and d_model % 2 == 0, rule, d_model)
        rule = "position must be from 0 to n_positions - 1"
        came = f"position {position} and n_positions {n_positions}"
        require(0 <= position < n_positions, rule, came)
        rule = "steps must be from -position to n_positions - 1"
        came = f"steps {steps}, position {position} and n_positions {n_positions}"
        require(-position <= steps < n_positions, rule, came)

    def __repr__(self) -> str:
        shown = ("n_positions", "d_model", "position", "steps", "base")
        values = ", ".join(f"{name}={getattr(self, name)}" for name in shown)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        position, second = self.position, self.position + self.steps
        sizes = {
            "n_positions": f"{self.n_positions}",
            "d_model": f"{self.d_model}",
            "base": f"{self.base}",
        }
        alike = self.text("fallback.alike.caption", position=f"{position}", **sizes)
        turns = self.text(
            "fallback.turns.caption", position=f"{position}", second=f"{second}"
        )
        names = ("position", "distance", "product", "cosine")
        with_all = [self.text(f"fallback.alike.columns.{name}") for name in names]
        pairs = [
            self.text("fallback.turns.columns.components"),
            self.text("fallback.turns.columns.step"),
            self.text("fallback.turns.columns.all_steps", n=self.steps),
            self.text("vector", position=f"{position}"),
            self.text("vector", position=f"{second}"),
        ]
        return (
            table(alike, with_all, self._rows_alike())
            + table(turns, pairs, self._rows_of_turns())
            + paragraph(self.text("fallback.note"))
        )

    def _rows_alike(self) -> list[list[str]]:
        position = self.position
        products = similarities(self.n_positions, self.d_model, position, self.base)
        shown = [
            j
            for j in range(self.n_positions)
            if j == position or abs(j - position) in {1, 2, 4, 8, 16, 32, 64}
        ]
        return [
            [
                f"{j}",
                f"{j - position}",
                f"{products[j]:.4f}",
                f"{products[j] / (self.d_model / 2):.4f}",
            ]
            for j in shown
        ]

    def _rows_of_turns(self) -> list[list[str]]:
        here, there = turned(self.d_model, self.position, self.steps, self.base)
        angles = step_angles(self.d_model, self.base)

        def both(first: str, second: str) -> str:
            return self.text("both", first=first, second=second)

        return [
            [
                both(f"{2 * i}", f"{2 * i + 1}"),
                f"{angles[i]:.6f}",
                f"{self.steps * angles[i]:.6f}",
                *(both(*(f"{x:.4f}" for x in pair[i])) for pair in (here, there)),
            ]
            for i in pairs_shown(self.d_model, self.pair)
        ]
