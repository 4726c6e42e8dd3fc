"""Residual stack: what depth does to a vector on its way up and a gradient down."""

from pathlib import Path

import numpy as np
import traitlets

from ...kernels.normalization import layer_norm
from ...kernels.residual import residual_connection
from .._base import GlassBoxWidget, WholeNumber, paragraph, table
from .._random import mulberry32

WIDTH = 64  # numbers in a vector
DEEPEST = 64
SEEDS = 1000
EPS = 1e-5
# Variances of w_1 and w_2, times WIDTH. PyTorch's linear layer has 1/3. He's rule
# doubles the variance before a ReLU, which throws half away; after it 1 is enough.
VARIANCES = {"default": (1 / 3, 1 / 3), "he": (2, 1)}


class ResidualStack(GlassBoxWidget):
    """A stack of layers f(x) = ReLU(x @ w_1) @ w_2: sizes going up, gradients down.

    Parameters
    ----------
    depth : int
        1 to 64 layers.
    residual : bool
        Whether a layer gives x + f(x), or f(x) alone.
    norm : "none", "post" or "pre"
        No norm; Norm(x + f(x)); or x + f(Norm(x)) with one more norm after the last
        layer.
    initialization : "default" or "he"
        How the weights start: as PyTorch's linear layer, or by He's rule.
    seed : int
        0 to 999: which weights.

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
    _state = ("depth", "residual", "norm", "initialization", "seed")

    depth = WholeNumber(16, least=1, most=DEEPEST).tag(sync=True)
    residual = traitlets.Bool(True).tag(sync=True)
    norm = traitlets.Enum(("none", "post", "pre"), "none").tag(sync=True)
    initialization = traitlets.Enum(tuple(VARIANCES), "default").tag(sync=True)
    seed = WholeNumber(0, least=0, most=SEEDS - 1).tag(sync=True)

    def __init__(
        self,
        depth: int = 16,
        *,
        residual: bool = True,
        norm: str = "none",
        initialization: str = "default",
        seed: int = 0,
    ) -> None:
        super().__init__(
            depth=depth,
            residual=residual,
            norm=norm,
            initialization=initialization,
            seed=seed,
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


def draw_stack(seed: int, initialization: str) -> tuple[np.ndarray, np.ndarray, list]:
    """Return an input of size 1, a direction of length 1, and 64 layers' weights.

    As kaiming_uniform_ in PyTorch, weights are uniform with mean 0.
    """
    variances = np.array(VARIANCES[initialization]) / WIDTH
    drawn = 2 * mulberry32(seed, 2 * WIDTH + DEEPEST * 2 * WIDTH**2) - 1
    x, direction = drawn[: 2 * WIDTH].reshape(2, WIDTH)
    bounds = np.sqrt(3 * variances)  # uniform in ±bound has this variance
    matrices = drawn[2 * WIDTH :].reshape(DEEPEST, 2, WIDTH, WIDTH)
    layers = [(w_1 * bounds[0], w_2 * bounds[1]) for w_1, w_2 in matrices]
    return x / size(x), direction / np.linalg.norm(direction), layers


def run_stack(
    stack: tuple, depth: int, residual: bool, norm: str
) -> tuple[list[float], list[float]]:
    """Return the size of x after 0, 1, ... layers, and the gradient's length there.

    The gradient is that of direction @ output: length 1 at the output.
    """
    x, direction, layers = stack
    states, hiddens, sums = [x], [], []
    for w_1, w_2 in layers[:depth]:
        x = states[-1]
        hiddens.append(np.maximum((layer_norm(x) if norm == "pre" else x) @ w_1, 0))
        f_x = hiddens[-1] @ w_2
        sums.append(residual_connection(x, f_x) if residual else f_x)
        states.append(layer_norm(sums[-1]) if norm == "post" else sums[-1])
    gradient = direction
    if norm == "pre":
        gradient = layer_norm_back(states[-1], gradient)
    lengths = [np.linalg.norm(gradient)]
    for layer in reversed(range(depth)):
        w_1, w_2 = layers[layer]
        if norm == "post":
            gradient = layer_norm_back(sums[layer], gradient)
        through_f = ((gradient @ w_2.T) * (hiddens[layer] > 0)) @ w_1.T
        if norm == "pre":
            through_f = layer_norm_back(states[layer], through_f)
        gradient = residual_connection(gradient, through_f) if residual else through_f
        lengths.insert(0, np.linalg.norm(gradient))
    return [size(state) for state in states], [float(length) for length in lengths]


def layer_norm_back(x: np.ndarray, gradient: np.ndarray) -> np.ndarray:
    """Take a gradient back through layer_norm: off with its mean and its part along y.

    Equation: dL/dx = (g - mean(g) - y mean(g y)) / sqrt(sigma^2 + eps)
    """
    y = layer_norm(x, eps=EPS)
    centred = gradient - gradient.mean() - y * (gradient * y).mean()
    return centred / np.sqrt(x.var() + EPS)


def size(x: np.ndarray) -> float:
    """Return the root mean square."""
    return float(np.sqrt(np.mean(x**2)))
