"""Gradient descent: one weight walks down the curve of its loss, step by step."""

from pathlib import Path

import numpy as np

from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Number, WholeNumber, checked_together, require

N_OTHERS = 12  # tokens besides the right one, whose logits stay 0
WANTED = 0.95  # what label smoothing wants for the right one
MOST = 40  # steps
RATES = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


class GradientDescent(GlassBoxWidget):
    """The loss over one logit, and where steps against the slope lead from 0.

    Parameters
    ----------
    rate : number
        The learning rate: 0.1, 0.2, 0.5, 1, and so on up to 1000.
    steps : int
        How many steps were taken, 0 to 40.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: train_a_translator.

    >>> GradientDescent(1, steps=1)
    GradientDescent(rate=1, steps=1, z=0.87, loss=1.84)
    """

    _folder = Path(__file__).parent
    _state = ("rate", "steps")

    rate = Number(1.0).tag(sync=True, rule={"enum": list(RATES)})
    steps = WholeNumber(5, least=0, most=MOST).tag(sync=True)

    def __init__(self, rate: float = 1, *, steps: int = 5) -> None:
        super().__init__(rate=rate, steps=steps)

    _check = checked_together("rate")

    def fits(self, *, rate: float) -> None:
        """Refuse a rate that the slider has no place for."""
        known = ", ".join(f"{one:g}" for one in RATES)
        require(rate in RATES, f"rate must be one of {known}", f"{rate:g}")

    def __repr__(self) -> str:
        z, loss, _ = descent(self.rate, self.steps)[-1]
        state = f"rate={self.rate:g}, steps={self.steps}, z={z:.2f}, loss={loss:.2f}"
        return f"{type(self).__name__}({state})"

    def describe(self) -> str:
        rows = [
            [f"{step}", f"{z:.2f}", f"{slope:.2f}", f"{loss:.2f}"]
            for step, (z, loss, slope) in enumerate(descent(self.rate, self.steps))
        ]
        columns = [self.text(f"columns.{n}") for n in ("step", "z", "slope", "loss")]
        caption = self.text("fallback.caption", rate=f"{self.rate:g}")
        return table(caption, columns, rows) + paragraph(self.text("fallback.floor"))


def loss_and_slope(z: float) -> tuple[float, float]:
    """Return the smoothed loss of a logit z against others of 0, and its slope."""
    others = N_OTHERS * np.exp(-z)  # both divided by e^z, which no number can hold
    return (1 - WANTED) * z + np.log1p(others), 1 / (1 + others) - WANTED


def descent(rate: float, steps: int) -> list[tuple[float, float, float]]:
    """Return z, the loss and the slope at the start and after each step."""
    z, places = 0.0, []
    for _ in range(steps + 1):
        loss, slope = loss_and_slope(z)
        places.append((z, float(loss), float(slope)))
        z = float(z - rate * slope)
    return places
