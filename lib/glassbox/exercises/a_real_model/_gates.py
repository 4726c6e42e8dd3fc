"""A gated feed-forward layer, and the mistakes that are made in it."""

from collections.abc import Callable

import numpy as np

from ...kernels.gated import silu

Array = np.ndarray


def gated(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    """Return (silu(x W_gate) * (x W_up)) W_down, * entry by entry."""
    return (silu(x @ w_gate) * (x @ w_up)) @ w_down


def joined(join: Callable[[Array, Array], Array]) -> Callable:
    """Build a variant that joins the two widened copies in another way."""

    def variant(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
        return join(x @ w_gate, x @ w_up) @ w_down

    return variant


def opened_by(bend: Callable) -> Callable:
    """Build a variant whose gate is bent by another function."""
    return joined(lambda gate, up: bend(gate) * up)


def sigmoid(a: Array) -> Array:
    return 1 / (1 + np.exp(-a))


def transposed(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    return gated(x, w_gate.T, w_up.T, w_down.T)


def narrowed_apart(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    return (silu(x @ w_gate) @ w_down) * (x @ w_up @ w_down)


def bent_before(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    return (silu(x) @ w_gate * (x @ w_up)) @ w_down


def bent_at_the_end(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    return silu((x @ w_gate * (x @ w_up)) @ w_down)
