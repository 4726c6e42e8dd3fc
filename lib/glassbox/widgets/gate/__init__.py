"""Gate: one hidden unit of a gated layer, and the curve that opens and shuts it."""

from pathlib import Path

import numpy as np
import traitlets

from ...kernels.gated import silu
from ...kernels.position_wise import relu
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Number, checked_together, require

LEAST, MOST, UP = -6.0, 4.0, 3.0  # the sliders' ends: of the gate, and of u
WAYS = ("gated", "relu")
TOLD = (-6.0, -4.0, -2.0, -1.3, 0.0, 1.0, 2.0, 4.0)  # rows of the fallback's table


class Gate(GlassBoxWidget):
    """One hidden unit of SwiGLU: what its gate makes of an up value.

    Parameters
    ----------
    gate, up : float
        The unit's entry of x W_gate, from -6 to 4, and of x W_up, from -3 to 3.
    way : "gated" or "relu"
        silu(gate) times up, as today; or relu(up), without a gate, as in 2017.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: a_real_model.

    >>> Gate()
    Gate(gate=4, up=3, way='gated', output=11.784)
    """

    _folder = Path(__file__).parent
    _state = ("gate", "up", "way")

    gate = Number(4.0).tag(sync=True, least=LEAST, most=MOST)
    up = Number(3.0).tag(sync=True, least=-UP, most=UP)
    way = traitlets.Enum(WAYS, "gated").tag(sync=True)

    def __init__(
        self, gate: float = 4.0, up: float = 3.0, *, way: str = "gated"
    ) -> None:
        super().__init__(gate=gate, up=up, way=way)

    _check = checked_together("gate", "up")

    def fits(self, *, gate: float, up: float) -> None:
        """Refuse what the sliders can't show."""
        for name, value, least, most in (
            ("gate", gate, LEAST, MOST),
            ("up", up, -UP, UP),
        ):
            rule = f"{name} must be from {least:g} to {most:g}"
            require(least <= value <= most, rule, f"{value:g}")

    @property
    def output(self) -> float:
        """What leaves the unit, for W_down."""
        if self.way == "relu":
            return float(relu(np.array(self.up)))
        return float(silu(np.array(self.gate))) * self.up

    def __repr__(self) -> str:
        numbers = f"gate={self.gate:g}, up={self.up:g}, way={self.way!r}"
        return f"{type(self).__name__}({numbers}, output={self.output + 0.0:.3f})"

    def describe(self) -> str:
        places = np.array(sorted({*TOLD, self.gate}))
        bent, cut = silu(places), relu(places)
        rows = [
            [f"{z:g}", *(f"{number + 0.0:.3f}" for number in numbers)]
            for z, *numbers in zip(places, bent, cut, bent * self.up, strict=True)
        ]
        up, output = f"{self.up:g}", f"{self.output + 0.0:.3f}"
        names = [self.text(f"fallback.{name}") for name in ("z", "silu", "relu")]
        columns = [*names, self.text("fallback.product", up=up)]
        values = {"gate": f"{self.gate:g}", "up": up, "output": output}
        told = paragraph(self.text(f"fallback.ways.{self.way}", **values))
        return table(self.text("fallback.caption"), columns, rows) + told
