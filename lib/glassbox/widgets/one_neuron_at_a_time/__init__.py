"""One neuron at a time: a curve made of a few ReLU units, each one editable."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.position_wise import feed_forward, relu
from ...machine.parameters import FeedForwardParameters
from .._base import GlassBoxWidget, Number, Numbers, paragraph, table

MOST = 8  # units
LARGEST = 100.0
EDGE = 3.0  # the picture shows x and y from -3 to 3
GRID = np.arange(-60, 61) / 20  # where the curve is compared with its target
TARGETS = {
    "absolute": np.abs,
    "tent": lambda x: np.maximum(0, 2 - 2 * np.abs(x)),
    "step": lambda x: np.where(x < 0, 0.0, 1.0),
    "square": lambda x: x**2 / 3,
    "wave": lambda x: 2 * np.sin(2 * x),
}


class OneNeuronAtATime(GlassBoxWidget):
    """A feed-forward layer from one number to one: its ReLU units and their sum.

    Parameters
    ----------
    w_1, b_1, w_2 : list or array of 1 to 8 numbers, equally many
        Each unit's input weight, bias and output weight.
    b_2 : float
        The output's bias.
    target : "none", "absolute", "tent", "step", "square" or "wave"
        The curve to match: |x|, max(0, 2 - 2|x|), 1 from x = 0 on, x^2 / 3 or
        2 sin(2x).
    x : float
        From -3 to 3: the input whose sum is written out.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules or exceeds 100 in size, here or when a trait is
        set later; the widget then keeps its last good state.

    Chapter: feed_forward.

    >>> OneNeuronAtATime([1, -1], [0, 0], [1, 1], target="absolute")
    OneNeuronAtATime(w_1=[1, -1], b_1=[0, 0], w_2=[1, 1], b_2=0, target='absolute')
    """

    _folder = Path(__file__).parent
    _state = ("w_1", "b_1", "w_2", "b_2", "target", "x")

    w_1 = Numbers().tag(sync=True)
    b_1 = Numbers().tag(sync=True)
    w_2 = Numbers().tag(sync=True)
    b_2 = Number(0.0).tag(sync=True)
    target = traitlets.Enum(("none", *TARGETS), "none").tag(sync=True)
    x = Number(1.0).tag(sync=True)

    def __init__(
        self,
        w_1: Any = (1.0,),
        b_1: Any = (0.0,),
        w_2: Any = (1.0,),
        b_2: float = 0.0,
        *,
        target: str = "none",
        x: float = 1.0,
    ) -> None:
        super().__init__(w_1=w_1, b_1=b_1, w_2=w_2, b_2=b_2, target=target, x=x)

    @traitlets.validate("w_1", "b_1", "w_2")
    def _check_units(self, proposal: Any) -> list[float]:
        name, value = proposal.trait.name, proposal.value
        if not 1 <= len(value) <= MOST:
            raise traitlets.TraitError(
                f"{name} must have 1 to {MOST} numbers; got {len(value)}"
            )
        if max(map(abs, value)) > LARGEST:
            raise traitlets.TraitError(
                f"{name} must hold numbers from {-LARGEST:g} to {LARGEST:g}; "
                f"got {value}"
            )
        lists = {n: getattr(self, n) for n in self._state[:3]} | {name: value}
        sizes = {n: len(numbers) for n, numbers in lists.items()}
        if len(set(sizes.values())) > 1:
            raise traitlets.TraitError(
                f"w_1, b_1 and w_2 must have the same length; got {sizes}"
            )
        return value

    @traitlets.validate("b_2", "x")
    def _check_number(self, proposal: Any) -> float:
        name, value = proposal.trait.name, proposal.value
        limit = EDGE if name == "x" else LARGEST
        if abs(value) > limit:
            raise traitlets.TraitError(
                f"{name} must be from {-limit:g} to {limit:g}; got {value:g}"
            )
        return value

    def __repr__(self) -> str:
        lists = ", ".join(
            f"{name}=[{', '.join(f'{number:g}' for number in getattr(self, name))}]"
            for name in ("w_1", "b_1", "w_2")
        )
        last = f"b_2={self.b_2:g}, target={self.target!r}"
        return f"{type(self).__name__}({lists}, {last})"

    def describe(self) -> str:
        units = np.array([self.w_1, self.b_1, self.w_2])  # (3, n_units)
        w_1, b_1, w_2 = units
        hidden = relu(self.x * w_1 + b_1)
        numbers = [*units, self.x * w_1 + b_1, hidden, hidden * w_2]
        rows = [
            [str(unit), *(f"{number:g}" for number in column)]
            for unit, column in enumerate(np.transpose(numbers).round(4) + 0.0, 1)
        ]
        x, y = f"{self.x:g}", float(self.curve(np.array([self.x]))[0])
        words = (
            f"At x = {x} the sum, with b_2 = {self.b_2:g}, is {round(y, 4) + 0.0:g}."
        )
        if self.target != "none":
            error = np.mean((self.curve(GRID) - TARGETS[self.target](GRID)) ** 2)
            words += f" Mean squared error against {self.target}: {error:.4f}."
        return table(
            "A curve of ReLU units: y = sum of max(0, x w_1 + b_1) w_2, plus b_2",
            [
                "unit",
                "w_1",
                "b_1",
                "w_2",
                f"x w_1 + b_1 at x = {x}",
                "max(0, …)",
                "adds",
            ],
            rows,
        ) + paragraph(words)

    def curve(self, x: np.ndarray) -> np.ndarray:
        """Return y for each x, by the book's kernel: one number a token."""
        w_1, b_1, w_2 = (
            np.array(numbers) for numbers in (self.w_1, self.b_1, self.w_2)
        )
        parameters = FeedForwardParameters(
            w_1[None, :], b_1, w_2[:, None], np.array([self.b_2])
        )
        return feed_forward(x[:, None], parameters)[:, 0]
