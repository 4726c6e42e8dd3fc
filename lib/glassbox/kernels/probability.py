"""Scores to shares: softmax with temperature, and what follows from it."""

import math
from typing import Any

from ._arrays import Array, as_float_array, check_axis


def softmax(logits: Array, *, temperature: float = 1.0, axis: int = -1) -> Array:
    """Turn scores into shares that sum to 1.

    Equation: p_i = exp(z_i / T) / sum_j exp(z_j / T)

    Parameters
    ----------
    logits : real array, shape (..., n)
        The scores z, any real numbers; a score of -inf gets share 0.
    temperature : float
        T >= 0. Below 1 sharpens, above 1 flattens; 0 is the limit, everything to
        the largest score, ties shared.
    axis : int
        The axis along which the entries compete.

    Returns
    -------
    array, shape (..., n)
        Probabilities, dtype kept. A row of -inf alone has nothing to choose from
        and gives zeros; a row with nan or +inf gives nan; no entries give none.

    Raises
    ------
    TypeError
        If temperature is not a number.
    ValueError
        If temperature is negative, nan or infinite, or the axis does not exist.

    Source
    ------
    Vaswani et al. 2017, section 3.2.1; with temperature Hinton et al. 2015, eq. 1.
    Chapter: softmax_and_temperature.

    >>> import numpy as np
    >>> softmax(np.array([1.0, 2.0, 3.0])).round(4)
    array([0.09  , 0.2447, 0.6652])
    """
    xp, z, back = as_float_array(logits, "logits")
    check_axis(z, axis, "logits")
    z = z - _largest(xp, z, axis)  # the shares stay the same, and exp cannot overflow
    exponentials = xp.exp(_divided(xp, z, temperature))  # exp(z / T)
    return back(exponentials / _nonzero_sum(xp, exponentials, axis))


def log_softmax(logits: Array, *, temperature: float = 1.0, axis: int = -1) -> Array:
    """Give the logarithms of the softmax shares without rounding small ones to 0.

    Equation: log p_i = z_i / T - log sum_j exp(z_j / T)

    Parameters
    ----------
    logits, temperature, axis
        As for `softmax`.

    Returns
    -------
    array, shape (..., n)
        Log-probabilities in nats, dtype kept; a share of 0 gives -inf.

    Raises
    ------
    TypeError, ValueError
        As `softmax`.

    Source
    ------
    The logarithm of Hinton et al. 2015, eq. 1. Chapter: softmax_and_temperature.

    >>> import numpy as np
    >>> log_softmax(np.array([1.0, 2.0, 3.0])).round(4)
    array([-2.4076, -1.4076, -0.4076])
    """
    xp, z, back = as_float_array(logits, "logits")
    check_axis(z, axis, "logits")
    z = _divided(xp, z - _largest(xp, z, axis), temperature)  # z / T
    return back(z - xp.log(_nonzero_sum(xp, xp.exp(z), axis)))


def entropy(probabilities: Array, *, axis: int = -1) -> Array:
    """Measure how spread out a distribution is: 0 for one certain outcome.

    Equation: H(p) = -sum_i p_i log p_i, with 0 log 0 = 0

    Parameters
    ----------
    probabilities : real array, shape (..., n)
        Shares that sum to 1 along the axis.
    axis : int
        The axis that the shares run along.

    Returns
    -------
    array, shape (...)
        Entropy in nats, between 0 and log n; divide by log 2 for bits.

    Raises
    ------
    ValueError
        If the axis does not exist.

    Source
    ------
    Shannon 1948, section 6. Chapter: softmax_and_temperature.

    >>> import numpy as np
    >>> entropy(np.array([0.5, 0.25, 0.25])).round(4)
    np.float64(1.0397)
    """
    xp, p, back = as_float_array(probabilities, "probabilities")
    check_axis(p, axis, "probabilities")
    log_p = xp.log(xp.where(p == 0, xp.ones_like(p), p))  # 0 log 0 = 0
    return back(xp.sum(-p * log_p, axis=axis))


def softmax_jacobian(probabilities: Array, *, temperature: float = 1.0) -> Array:
    """Say how much each share moves when each score moves.

    Equation: dp_i / dz_j = (p_i [i = j] - p_i p_j) / T

    Parameters
    ----------
    probabilities : real array, shape (..., n)
        Shares p = softmax(z / T), along the last axis.
    temperature : float
        The T > 0 that the shares were made with.

    Returns
    -------
    array, shape (..., n, n)
        Row i, column j: the derivative of share i by score j, per unit of score.

    Raises
    ------
    TypeError
        If temperature is not a number.
    ValueError
        If temperature is 0, where shares jump, negative, nan or infinite, or
        there is no axis.

    Source
    ------
    The derivative of Hinton et al. 2015, eq. 1. Chapter: softmax_and_temperature.

    >>> import numpy as np
    >>> softmax_jacobian(np.array([0.5, 0.5]))
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    xp, p, back = as_float_array(probabilities, "probabilities")
    check_axis(p, -1, "probabilities")
    temperature = _checked_temperature(temperature)
    if temperature == 0:
        raise ValueError("temperature must be above 0: at 0 the shares jump; got 0")
    column, row = p[..., :, None], p[..., None, :]
    identity = xp.eye(p.shape[-1], dtype=p.dtype, device=p.device)
    jacobian = (column * identity - column * row) / temperature  # (..., n, n)
    return back(jacobian)


def _largest(xp: Any, z: Array, axis: int) -> Array | float:
    """Return the largest score along the axis: what softmax may take off."""
    if z.shape[axis] == 0:
        return 0.0
    largest = xp.max(z, axis=axis, keepdims=True)
    # A row of -inf alone keeps its -inf: without this, -inf - -inf would be nan.
    return xp.where(largest == -math.inf, xp.zeros_like(largest), largest)


def _divided(xp: Any, z: Array, temperature: float) -> Array:
    """Return z / T for scores of at most 0; at T = 0 its limit, 0 or -inf."""
    temperature = _checked_temperature(temperature)
    if temperature == 1:
        return z
    limits = xp.finfo(z.dtype)
    if temperature < float(limits.smallest_normal):  # 0, or too small for the dtype
        return xp.where(z < 0, xp.full_like(z, -math.inf), z)
    return z / min(temperature, float(limits.max))


def _nonzero_sum(xp: Any, exponentials: Array, axis: int) -> Array:
    """Sum along the axis; 1 where every entry is 0, so that 0 / sum is 0."""
    total = xp.sum(exponentials, axis=axis, keepdims=True)
    return xp.where(total == 0, xp.ones_like(total), total)


def _checked_temperature(temperature: float) -> float:
    """Return temperature as a float, or say what it may be."""
    rule = f"temperature must be a finite number of at least 0; got {temperature!r}"
    if isinstance(temperature, (str, bytes)):
        raise TypeError(rule)
    try:
        value = float(temperature)
    except (TypeError, ValueError) as error:
        raise TypeError(rule) from error
    if not math.isfinite(value) or value < 0:
        raise ValueError(rule)
    return value
