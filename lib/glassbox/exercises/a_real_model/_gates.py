"""A gated layer whose two wide matrices are one, and mistakes made in it."""

from collections.abc import Callable

import numpy as np

from ...kernels.gated import silu

Array = np.ndarray


def gated(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    """Return (silu(x W_gate) * (x W_up)) W_down, * entry by entry."""
    return (silu(x @ w_gate) * (x @ w_up)) @ w_down


def cut(layer: Callable) -> Callable:
    """Build a layer of (x, w_wide, w_down) from one of x and three matrices."""

    def variant(x: Array, w_wide: Array, w_down: Array) -> Array:
        return layer(x, *np.split(w_wide, 2, axis=-1), w_down)

    return variant


in_one = cut(gated)


def cut_along(axis: int) -> Callable:
    """Build a variant that cuts the product along an axis, not always the last."""

    def variant(x: Array, w_wide: Array, w_down: Array) -> Array:
        gate, up = np.split(x @ w_wide, 2, axis=axis)
        return (silu(gate) * up) @ w_down

    return variant


def rows_cut(x: Array, w_wide: Array, w_down: Array) -> Array:
    return gated(x, *np.split(w_wide, 2), w_down)


def every_other(x: Array, w_wide: Array, w_down: Array) -> Array:
    return gated(x, w_wide[:, ::2], w_wide[:, 1::2], w_down)


def joined(join: Callable[[Array, Array], Array]) -> Callable:
    """Build a variant that joins the two halves in another way."""

    @cut
    def variant(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
        return join(x @ w_gate, x @ w_up) @ w_down

    return variant


def opened_by(bend: Callable) -> Callable:
    """Build a variant whose gate is bent by another function."""
    return joined(lambda gate, up: bend(gate) * up)


def sigmoid(a: Array) -> Array:
    return 1 / (1 + np.exp(-a))


@cut
def transposed(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    return gated(x, w_gate.T, w_up.T, w_down.T)


@cut
def narrowed_apart(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    return (silu(x @ w_gate) @ w_down) * (x @ w_up @ w_down)


@cut
def bent_before(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    return (silu(x) @ w_gate * (x @ w_up)) @ w_down


@cut
def bent_at_the_end(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    return silu((x @ w_gate * (x @ w_up)) @ w_down)
