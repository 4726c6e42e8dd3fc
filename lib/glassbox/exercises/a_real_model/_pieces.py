"""The pieces of a small block, which a case shows in words, and blocks made of them."""

from collections.abc import Callable

import numpy as np

from ...kernels.gated import silu
from ...kernels.normalization import rms_norm
from ...words import fill
from ...words import translated as _
from .._engine import floats

Array = np.ndarray


class Norm:
    """An RMSNorm with a gamma of its own."""

    def __init__(self, *gamma: float) -> None:
        self.gamma = floats(*gamma)

    def __call__(self, x: Array) -> Array:
        return rms_norm(x, self.gamma)

    def __str__(self) -> str:
        gamma = ", ".join(f"{g:g}" for g in self.gamma)
        return fill(_("an RMSNorm with gamma = ({gamma})"), gamma=gamma)


class Attend:
    """Give each token the mean of all up to it, times a matrix."""

    def __init__(self, *rows: list[float]) -> None:
        self.matrix = floats(*rows)

    def __call__(self, x: Array) -> Array:
        counts = np.arange(1, x.shape[-2] + 1)[:, None]
        return np.cumsum(x, axis=-2) / counts @ self.matrix

    def __str__(self) -> str:
        return _("a small causal attention")


class Think:
    """Multiply each token by a matrix, and bend it."""

    def __init__(self, *rows: list[float]) -> None:
        self.matrix = floats(*rows)

    def __call__(self, x: Array) -> Array:
        return silu(x @ self.matrix)

    def __str__(self) -> str:
        return _("a small feed-forward layer")


NARROW = {
    "norm_1": Norm(2, 0.5),
    "attend": Attend([1, -2], [0.5, 1]),
    "norm_2": Norm(-1, 3),
    "think": Think([2, 1], [-1, 3]),
}
WIDE = {
    "norm_1": Norm(0.5, 1, 2),
    "attend": Attend([1, 0, 2], [-1, 1, 0.5], [0, 2, -1]),
    "norm_2": Norm(1, 3, -2),
    "think": Think([1, -1, 2], [0.5, 2, 1], [-2, 0, 1]),
}


def block(
    x: Array, norm_1: Callable, attend: Callable, norm_2: Callable, think: Callable
) -> Array:
    """Return OLMo 2's block: h = x + norm_1(attend(x)), then h + norm_2(think(h))."""
    h = x + norm_1(attend(x))
    return h + norm_2(think(h))


Sublayer = Callable[[Array, Callable, Callable], Array]  # of x, its norm, its function


def pre(x: Array, norm: Callable, f: Callable) -> Array:
    return x + f(norm(x))


def post(x: Array, norm: Callable, f: Callable) -> Array:
    return norm(x + f(x))


def both(x: Array, norm: Callable, f: Callable) -> Array:
    return x + norm(f(norm(x)))


def branch(x: Array, norm: Callable, f: Callable) -> Array:
    return x + norm(f(x))


def path_too(x: Array, norm: Callable, f: Callable) -> Array:
    h = norm(x)
    return h + f(h)


def no_skip(x: Array, norm: Callable, f: Callable) -> Array:
    return f(norm(x))


def no_skip_post(x: Array, norm: Callable, f: Callable) -> Array:
    return norm(f(x))


def no_norm(x: Array, norm: Callable, f: Callable) -> Array:
    return x + f(x)


def nothing(x: Array, norm: Callable, f: Callable) -> Array:
    return x


def connected(first: Sublayer = branch, second: Sublayer = branch) -> Callable:
    """Build a block whose sublayers are connected in these ways."""

    def variant(
        x: Array, norm_1: Callable, attend: Callable, norm_2: Callable, think: Callable
    ) -> Array:
        return second(first(x, norm_1, attend), norm_2, think)

    return variant


def with_pieces(change: Callable) -> Callable:
    """Build a block of which change(norm_1, attend, norm_2, think) are the pieces."""

    def variant(x: Array, *pieces: Callable) -> Array:
        return block(x, *change(*pieces))

    return variant


def finished(finish: Callable) -> Callable:
    """Build a block that ends in finish(x, found, h, norm_2, think).

    found is what attention found, normed, and h is x with it added.
    """

    def variant(
        x: Array, norm_1: Callable, attend: Callable, norm_2: Callable, think: Callable
    ) -> Array:
        found = norm_1(attend(x))
        return finish(x, found, x + found, norm_2, think)

    return variant
