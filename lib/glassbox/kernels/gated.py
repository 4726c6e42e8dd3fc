"""The feed-forward layer of today's models: one widened copy gates the other."""

from typing import Any

from ._arrays import Array, as_float_array, as_float_arrays
from .position_wise import linear


def silu(x: Array) -> Array:
    """Weight x by its own sigmoid: a relu without the corner.

    Equation: silu(x) = x sigmoid(x) = x / (1 + exp(-x))

    Parameters
    ----------
    x : real array, any shape

    Returns
    -------
    array, same shape
        dtype kept. Lowest at x = -1.278, where it is -0.278.

    Source
    ------
    Elfwing et al. 2018, eq. 5; also called swish, Ramachandran et al. 2017. Chapter:
    a_real_model.

    >>> import numpy as np
    >>> silu(np.array([-2.0, 0.0, 2.0])).round(4)
    array([-0.2384,  0.    ,  1.7616])
    """
    xp, x, back = as_float_array(x, "x")
    return back(x * _sigmoid(xp, x))


def swiglu(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    """Widen each token's vector twice, let one copy gate the other, and narrow it.

    Equation: SwiGLU(x) = (silu(x W_gate) * (x W_up)) W_down, * entry by entry

    Parameters
    ----------
    x : real array, shape (..., d_model)
        One row for each token; no token sees another.
    w_gate, w_up : real array, shape (d_model, d_ff)
        The gate, and what goes through it.
    w_down : real array, shape (d_ff, d_model)
        The way back. None of the three has a bias.

    Returns
    -------
    array, shape (..., d_model)
        dtype kept.

    Raises
    ------
    ValueError
        If shapes do not fit.

    Source
    ------
    Shazeer 2020, eq. 6. Chapter: a_real_model.

    >>> import numpy as np
    >>> w_gate, w_up = np.array([[1.0, -1.0]]), np.array([[2.0, 2.0]])
    >>> swiglu(np.array([[3.0]]), w_gate, w_up, np.array([[1.0], [1.0]])).round(4)
    array([[16.2927]])
    """
    names = dict(x=x, w_gate=w_gate, w_up=w_up, w_down=w_down)
    _, (x, w_gate, w_up, w_down), back = as_float_arrays(**names)
    _check_gate(w_gate, w_up)
    gate = silu(linear(x, w_gate))  # (..., d_ff)
    return back(linear(gate * linear(x, w_up), w_down))  # (..., d_model)


def _sigmoid(xp: Any, x: Array) -> Array:
    """Return 1 / (1 + exp(-x)), from exp(-|x|), which cannot overflow."""
    small = xp.exp(-xp.abs(x))
    return xp.where(x >= 0, xp.ones_like(x), small) / (1 + small)


def _check_gate(w_gate: Array, w_up: Array) -> None:
    """Refuse a gate of another width than what goes through it."""
    if w_gate.shape != w_up.shape:
        raise ValueError(
            "w_gate and w_up must have the same shape, (d_model, d_ff); "
            f"got {tuple(w_gate.shape)} and {tuple(w_up.shape)}"
        )
