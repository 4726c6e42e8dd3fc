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
        If logits is not a real array or temperature not a number.
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
    xp, exponents, dtype = _exponents(logits, temperature, axis)
    exponentials = xp.exp(exponents)
    probabilities = exponentials / _total(xp, exponentials, axis)
    return xp.astype(probabilities, dtype, copy=False)


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
    xp, exponents, dtype = _exponents(logits, temperature, axis)
    log_total = xp.log(_total(xp, xp.exp(exponents), axis))
    return xp.astype(exponents - log_total, dtype, copy=False)


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
    TypeError
        If probabilities is not a real array.
    ValueError
        If the axis does not exist.

    Source
    ------
    Shannon 1948, section 6. Chapter: softmax_and_temperature.

    >>> import numpy as np
    >>> entropy(np.array([0.5, 0.25, 0.25])).round(4)
    np.float64(1.0397)
    """
    xp, p, dtype = as_float_array(probabilities, "probabilities")
    check_axis(p, axis, "probabilities")
    log_p = xp.log(xp.where(p == 0, xp.ones_like(p), p))  # 0 log 0 = 0
    return xp.astype(xp.sum(-p * log_p, axis=axis), dtype, copy=False)


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
        If probabilities is not a real array or temperature not a number.
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
    xp, p, dtype = as_float_array(probabilities, "probabilities")
    check_axis(p, -1, "probabilities")
    temperature = _checked_temperature(temperature)
    if temperature == 0:
        raise ValueError("temperature must be above 0: at 0 the shares jump; got 0")
    column, row = p[..., :, None], p[..., None, :]
    identity = xp.eye(p.shape[-1], dtype=p.dtype, device=p.device)
    jacobian = (column * identity - column * row) / temperature  # (..., n, n)
    return xp.astype(jacobian, dtype, copy=False)


def _exponents(logits: Array, temperature: float, axis: int) -> tuple[Any, Array, Any]:
    """Return the namespace, (z - max z) / T, which is 0 at most, and the dtype."""
    xp, z, dtype = as_float_array(logits, "logits")
    check_axis(z, axis, "logits")
    temperature = _checked_temperature(temperature)
    if z.shape[axis] == 0:
        return xp, z, dtype
    maximum = xp.max(z, axis=axis, keepdims=True)
    # A row of -inf alone keeps its -inf: without this, -inf - -inf would be nan.
    maximum = xp.where(maximum == -math.inf, xp.zeros_like(maximum), maximum)
    shifted = z - maximum  # before dividing: z / T could overflow
    if temperature == 1:
        return xp, shifted, dtype
    limits = xp.finfo(z.dtype)
    if temperature < float(limits.smallest_normal):  # T = 0, or too small for the dtype
        lost = xp.full_like(shifted, -math.inf)
        return xp, xp.where(shifted < 0, lost, shifted), dtype
    return xp, shifted / min(temperature, float(limits.max)), dtype


def _total(xp: Any, exponentials: Array, axis: int) -> Array:
    """Sum along the axis; 1 where every entry is 0, so that 0 / total is 0."""
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
