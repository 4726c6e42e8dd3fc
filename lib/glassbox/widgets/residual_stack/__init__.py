"""Residual stack: what depth does to a vector on its way up and a gradient down."""

from pathlib import Path

import traitlets

from ...models.deep_stack.signals import DEEPEST, VARIANCES, draw_stack, run_stack
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import WholeNumber

SEEDS = 1000


class ResidualStack(GlassBoxWidget):
    """A stack of layers f(x) = ReLU(x @ w_1) @ w_2: sizes going up, gradients down.

    Parameters
    ----------
    depth : int
        1 to 100 layers.
    residual : bool
        Whether a layer gives x + f(x), or f(x) alone.
    norm : "none", "post" or "pre"
        No norm; Norm(x + f(x)); or x + f(Norm(x)) with one more norm after the last
        layer.
    initialization : "default" or "he"
        How the weights start: as PyTorch's linear layer, or as in He's initialization.
    seed : int
        0 to 999: which weights.
    guess : "", "off" or "on"
        Which skip path the reader expects to get into trouble with larger weights.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: residual_connection.

    >>> widget = ResidualStack(depth=16, residual=False)
    >>> widget.residual = True
    >>> widget
    ResidualStack(depth=16, residual=True, norm='none', initialization='default')
    """

    _folder = Path(__file__).parent
    _state = ("depth", "residual", "norm", "initialization", "seed", "guess")

    depth = WholeNumber(16, least=1, most=DEEPEST).tag(sync=True)
    residual = traitlets.Bool(True).tag(sync=True)
    norm = traitlets.Enum(("none", "post", "pre"), "none").tag(sync=True)
    initialization = traitlets.Enum(tuple(VARIANCES), "default").tag(sync=True)
    seed = WholeNumber(0, least=0, most=SEEDS - 1).tag(sync=True)
    guess = traitlets.Enum(("", "off", "on"), "").tag(sync=True)

    def __init__(
        self,
        depth: int = 16,
        *,
        residual: bool = True,
        norm: str = "none",
        initialization: str = "default",
        seed: int = 0,
        guess: str = "",
    ) -> None:
        super().__init__(
            depth=depth,
            residual=residual,
            norm=norm,
            initialization=initialization,
            seed=seed,
            guess=guess,
        )

    def __repr__(self) -> str:
        shown = ("depth", "residual", "norm", "initialization")
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        stack = draw_stack(self.seed, self.initialization)
        sizes, gradients = run_stack(stack, self.depth, self.residual, self.norm)
        doubling = [0, *(2**n for n in range(7) if 2**n < self.depth), self.depth]
        rows = [
            [str(layer), f"{sizes[layer]:.3g}", f"{gradients[layer]:.3g}"]
            for layer in doubling
        ]
        columns = [
            self.text("columns.layer"),
            self.text("columns.size").replace("_", ""),
            self.text("fallback.gradient"),
        ]
        caption = self.text(
            f"fallback.caption.{'with' if self.residual else 'without'}",
            n=self.depth,
            norm=self.text(f"choices.norm.options.{self.norm}"),
            start=self.text(f"fallback.starts.{self.initialization}"),
        )
        return table(caption, columns, rows) + paragraph(self.text("fallback.note"))
