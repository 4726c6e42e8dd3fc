"""One neuron at a time: a curve made of a few ReLU units, each one editable."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.position_wise import feed_forward, relu
from ...machine.parameters import FeedForwardParameters
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Number, Numbers, checked_together, require

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

DEPENDENT = 1e-6  # of a column that others give already, nearly: what's left of it


def best_second_layer(w_1: Any, b_1: Any, target: str) -> tuple[np.ndarray, float]:
    """Return the w_2 and b_2 with the least mean squared error; the knees stay.

    A unit that adds nothing to the ones before it, such as a dead one, stays silent.

    >>> w_2, b_2 = best_second_layer([1, 1, 1], [1, 0, -1], "tent")
    >>> w_2.round(4).tolist(), abs(round(b_2, 4))
    ([2.0, -4.0, 2.0], 0.0)
    """
    hidden = relu(GRID[:, None] * np.array(w_1, float) + np.array(b_1, float))
    columns = np.column_stack([np.ones(len(GRID)), hidden])  # b_2 weighs the ones
    kept: list[int] = []
    for at, column in enumerate(columns.T):
        others = columns[:, kept]
        rest = column - others @ np.linalg.lstsq(others, column, rcond=None)[0]
        if np.linalg.norm(rest) > DEPENDENT * np.linalg.norm(column):
            kept.append(at)
    weights = np.zeros(columns.shape[1])
    wanted = TARGETS[target](GRID)
    weights[kept] = np.linalg.lstsq(columns[:, kept], wanted, rcond=None)[0]
    return weights[1:], float(weights[0])


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

    w_1 = Numbers(most=LARGEST).tag(sync=True, fewest=1, longest=MOST)
    b_1 = Numbers(most=LARGEST).tag(sync=True, fewest=1, longest=MOST, as_long_as="w_1")
    w_2 = Numbers(most=LARGEST).tag(sync=True, fewest=1, longest=MOST, as_long_as="w_1")
    b_2 = Number(0.0).tag(sync=True, least=-LARGEST, most=LARGEST)
    target = traitlets.Enum(("none", *TARGETS), "none").tag(sync=True)
    x = Number(1.0).tag(sync=True, least=-EDGE, most=EDGE)

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

    _check = checked_together(*_state)

    def fits(self, *, b_2: float, target: str, x: float, **units: list) -> None:
        """Refuse too many units, lists of unequal length, and what is out of range."""
        sizes = {name: len(numbers) for name, numbers in units.items()}
        for name, size in sizes.items():
            require(1 <= size <= MOST, f"{name} must have 1 to {MOST} numbers", size)
        rule = "w_1, b_1 and w_2 must have the same length"
        require(len(set(sizes.values())) == 1, rule, sizes)
        for name, value, limit in (("b_2", b_2, LARGEST), ("x", x, EDGE)):
            rule = f"{name} must be from {-limit:g} to {limit:g}"
            require(abs(value) <= limit, rule, f"{value:g}")

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
        values = {"x": x, "b_2": f"{self.b_2:g}", "y": f"{round(y, 4) + 0.0:g}"}
        if self.target == "none":
            words = self.text("fallback.sum", **values)
        else:
            error = np.mean((self.curve(GRID) - TARGETS[self.target](GRID)) ** 2)
            values |= {"target": self.target, "error": f"{error:.4f}"}
            words = self.text("fallback.sum_and_error", **values)
        columns = [
            *(self.text(f"columns.{name}") for name in ("unit", "w_1", "b_1", "w_2")),
            self.text("fallback.before", x=x),
            self.text("fallback.hidden"),
            self.text("columns.adds"),
        ]
        return table(self.text("fallback.caption"), columns, rows) + paragraph(words)

    def curve(self, x: np.ndarray) -> np.ndarray:
        """Return y for each x, by the book's kernel: one number a token."""
        w_1, b_1, w_2 = (
            np.array(numbers) for numbers in (self.w_1, self.b_1, self.w_2)
        )
        parameters = FeedForwardParameters(
            w_1[None, :], b_1, w_2[:, None], np.array([self.b_2])
        )
        return feed_forward(x[:, None], parameters)[:, 0]
