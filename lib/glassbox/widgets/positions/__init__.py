"""Positions: their sinusoids as a map, how alike they are, and how they turn."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.embedding import sinusoidal_positions
from .._base import GlassBoxWidget, WholeNumber, paragraph, table

MOST_POSITIONS = 128
WIDEST = 128
MOST_STEPS = 32


class Positions(GlassBoxWidget):
    """The sinusoids of all positions; one compared with the others and k steps on.

    Parameters
    ----------
    n_positions : int
        8 to 128.
    d_model : int
        4 to 128 components, an even number.
    position : int
        0 to n_positions - 1: the chosen one.
    steps : int
        1 to 32: how far on the second position is. It may lie past the last row.
    over : "position" or "distance"
        What the similarities are drawn over.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: embeddings_and_positions.

    >>> Positions(64, 32, position=20)
    Positions(n_positions=64, d_model=32, position=20, steps=5)
    """

    _folder = Path(__file__).parent
    _state = ("n_positions", "d_model", "position", "steps", "over")

    n_positions = WholeNumber(64).tag(sync=True)
    d_model = WholeNumber(64).tag(sync=True)
    position = WholeNumber(20).tag(sync=True)
    steps = WholeNumber(5, least=1, most=MOST_STEPS).tag(sync=True)
    over = traitlets.Enum(("position", "distance"), "position").tag(sync=True)

    def __init__(
        self,
        n_positions: int = 64,
        d_model: int = 64,
        *,
        position: int | None = None,
        steps: int = 5,
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
            over=over,
        )

    @traitlets.validate("n_positions")
    def _check_n_positions(self, proposal: Any) -> int:
        if not 8 <= proposal.value <= MOST_POSITIONS:
            raise traitlets.TraitError(
                f"n_positions must be from 8 to {MOST_POSITIONS}; got {proposal.value}"
            )
        check_place(self.position, proposal.value)
        return proposal.value

    @traitlets.validate("d_model")
    def _check_d_model(self, proposal: Any) -> int:
        if not 4 <= proposal.value <= WIDEST or proposal.value % 2:
            raise traitlets.TraitError(
                f"d_model must be even, from 4 to {WIDEST}; got {proposal.value}"
            )
        return proposal.value

    @traitlets.validate("position")
    def _check_position(self, proposal: Any) -> int:
        check_place(proposal.value, self.n_positions)
        return proposal.value

    def __repr__(self) -> str:
        shown = ("n_positions", "d_model", "position", "steps")
        values = ", ".join(f"{name}={getattr(self, name)}" for name in shown)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        position, d_model = self.position, self.d_model
        products = similarities(self.n_positions, d_model, position)
        shown = [
            j
            for j in range(self.n_positions)
            if j == position or abs(j - position) in {1, 2, 4, 8, 16, 32, 64}
        ]
        alike = [
            [str(j), str(j - position), f"{products[j]:.4f}",
             f"{products[j] / (d_model / 2):.4f}"]
            for j in shown
        ]  # fmt: skip
        here, there = turned(d_model, position, self.steps)
        angles = step_angles(d_model)
        turns = [
            [f"{2 * i}, {2 * i + 1}", f"{angles[i]:.6f}",
             f"{self.steps * angles[i]:.6f}",
             f"{here[i, 0]:.4f}, {here[i, 1]:.4f}",
             f"{there[i, 0]:.4f}, {there[i, 1]:.4f}"]
            for i in pairs_shown(d_model)
        ]  # fmt: skip
        return (
            table(
                f"Position {position} of {self.n_positions}, d_model = {d_model}: "
                "similarity",
                ["with position", "distance", "dot product", "cosine"],
                alike,
            )
            + table(
                f"From position {position} to {position + self.steps}: each pair turns",
                ["components", "angle of a step", f"of {self.steps} steps",
                 f"PE({position})", f"PE({position + self.steps})"],
                turns,
            )
            + paragraph(
                "Angles are in radians. The dot product depends on the distance alone."
            )
        )  # fmt: skip


def check_place(position: int, n_positions: int) -> None:
    if not 0 <= position < n_positions:
        raise traitlets.TraitError(
            f"position must be from 0 to n_positions - 1; "
            f"got position {position} and n_positions {n_positions}"
        )


def similarities(n_positions: int, d_model: int, position: int) -> np.ndarray:
    """Return the dot product of a position's vector with every position's."""
    vectors = sinusoidal_positions(n_positions, d_model)
    return vectors @ vectors[position]  # (n_positions,)


def step_angles(d_model: int) -> np.ndarray:
    """Return the angle by which each pair of components turns from one to the next."""
    return 10000.0 ** (-np.arange(0, d_model, 2) / d_model)  # (d_model / 2,)


def turned(d_model: int, position: int, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Return a position's pairs (sine, cosine), and those as many steps further on."""
    vectors = sinusoidal_positions(position + steps + 1, d_model)
    here, there = vectors[position], vectors[position + steps]
    return here.reshape(-1, 2), there.reshape(-1, 2)  # (d_model / 2, 2)


def pairs_shown(d_model: int) -> list[int]:
    """Return up to four pairs, from the fastest to the slowest."""
    last = d_model // 2 - 1
    return sorted({int(last * part / 3 + 0.5) for part in range(4)})
