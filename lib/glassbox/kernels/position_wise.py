"""Each position thinks alone: the feed-forward layer and its non-linearity."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._arrays import Array, as_float_array, as_float_arrays


def relu(x: Array) -> Array:
    """Keep what is positive, replace what is not by 0.

    Equation: relu(x) = max(0, x)

    Parameters
    ----------
    x : real array, any shape

    Returns
    -------
    array, same shape
        dtype kept; nan stays nan. The derivative at 0 is 0, as PyTorch has it.

    Source
    ------
    Vaswani et al. 2017, eq. 2. Chapter: feed_forward.

    >>> import numpy as np
    >>> relu(np.array([-2.0, 0.0, 3.0]))
    array([0., 0., 3.])
    """
    xp, x, back = as_float_array(x, "x")
    return back(xp.where(x <= 0, xp.zeros_like(x), x))


def gelu(x: Array, *, approximate: str = "none") -> Array:
    """Weight x by the chance that a standard normal number lies below it.

    Equation: gelu(x) = x Phi(x) = x (1 + erf(x / sqrt 2)) / 2

    Parameters
    ----------
    x : real array, any shape
    approximate : "none" or "tanh"
        "tanh" is GPT-2's x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2.

    Returns
    -------
    array, same shape
        dtype kept.

    Raises
    ------
    ValueError
        If approximate is neither "none" nor "tanh".

    Source
    ------
    Hendrycks and Gimpel 2016, section 2. Chapter: feed_forward.

    >>> import numpy as np
    >>> gelu(np.array([-1.0, 0.0, 1.0])).round(4)
    array([-0.1587,  0.    ,  0.8413])
    """
    xp, x, back = as_float_array(x, "x")
    if approximate == "none":
        curve = _erf(xp, x / math.sqrt(2))
    elif approximate == "tanh":
        curve = xp.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x * x * x))
    else:
        raise ValueError(f'approximate must be "none" or "tanh"; got {approximate!r}')
    return back(x * (1 + curve) / 2)


ACTIVATIONS = {
    "relu": relu,
    "gelu": gelu,
    "gelu_tanh": lambda x: gelu(x, approximate="tanh"),
}


@dataclass(frozen=True)
class FeedForwardParameters:
    """The two layers of `feed_forward`; activation as `ACTIVATIONS` names it."""

    w_1: Array  # (d_model, d_ff)
    b_1: Array | None
    w_2: Array  # (d_ff, d_model)
    b_2: Array | None
    activation: str = "relu"


def feed_forward(x: Array, parameters: FeedForwardParameters) -> Array:
    """Widen each token's vector, bend it, and narrow it again.

    Equation: FFN(x) = max(0, x W_1 + b_1) W_2 + b_2

    Parameters
    ----------
    x : real array, shape (..., d_model)
        One row a token; no token sees another.
    parameters : FeedForwardParameters
        The two layers and the name of the activation.

    Returns
    -------
    array, shape (..., d_model)
        dtype kept.

    Raises
    ------
    ValueError
        If shapes do not fit, or the activation is unknown.

    Source
    ------
    Vaswani et al. 2017, eq. 2. Chapter: feed_forward.

    >>> import numpy as np
    >>> absolute = FeedForwardParameters(
    ...     np.array([[1.0, -1.0]]), None, np.array([[1.0], [1.0]]), None
    ... )
    >>> feed_forward(np.array([[-3.0], [2.0]]), absolute)
    array([[3.],
           [2.]])
    """
    p = parameters
    if p.activation not in ACTIVATIONS:
        known = ", ".join(ACTIVATIONS)
        raise ValueError(f"activation must be one of {known}; got {p.activation!r}")
    hidden = ACTIVATIONS[p.activation](linear(x, p.w_1, p.b_1))  # (..., d_ff)
    return linear(hidden, p.w_2, p.b_2)  # (..., d_model)


def linear(x: Array, weight: Array, bias: Array | None = None) -> Array:
    """Map each row vector: x W + b, with W of shape (d_in, d_out) and b (d_out,)."""
    xp, (x, weight, bias), back = as_float_arrays(x=x, weight=weight, bias=bias)
    d_in = x.shape[-1] if x.ndim else None
    if weight.ndim != 2 or weight.shape[0] != d_in:
        raise ValueError(
            "weight must have shape (d_in, d_out), with d_in the last axis of x; "
            f"got {tuple(weight.shape)} for x {tuple(x.shape)}"
        )
    if bias is not None and bias.shape != weight.shape[1:]:
        raise ValueError(
            f"bias must have shape ({weight.shape[1]},); got {tuple(bias.shape)}"
        )
    product = x @ weight
    return back(product if bias is None else product + bias)


def _erf(xp: Any, x: Array) -> Array:
    """Return the error function, which the array API does not have."""
    if hasattr(xp, "erf"):
        return xp.erf(x)
    return np.vectorize(math.erf, otypes=[x.dtype])(x)
