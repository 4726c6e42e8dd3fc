"""One formula, and the question of which entries share a mean and a variance."""

import math
from typing import Any, NamedTuple

from ._arrays import (
    Array,
    as_float_array,
    as_float_arrays,
    check_axis,
    check_broadcast,
    check_mask,
)


class BatchStatistics(NamedTuple):
    """Mean and population variance of each feature, shape (features,) each."""

    mean: Array
    variance: Array


def layer_norm(
    x: Array,
    gamma: Array | None = None,
    beta: Array | None = None,
    *,
    axis: int | tuple[int, ...] = -1,
    eps: float = 1e-5,
) -> Array:
    """Give each token's features mean 0 and variance 1, then scale and shift them.

    Equation: y = gamma (x - mu) / sqrt(sigma^2 + eps) + beta

    Parameters
    ----------
    x : real array, shape (..., features)
        The vectors; each is normalised by itself.
    gamma, beta : real array, broadcast against x, or None
        Scale and shift; None stands for 1 and for 0.
    axis : int or tuple of int
        The axes whose entries share one mu and one sigma. Any but -1 is no longer
        the Transformer's layer norm: the chapter tries them.
    eps : float
        At least 0; under the root, so that a constant row gives beta, not nan.

    Returns
    -------
    array, shape (..., features)
        Normalised, dtype kept. The variance is the population's: divided by n.

    Raises
    ------
    ValueError
        If an axis does not exist or comes twice, gamma or beta does not broadcast
        against x, or eps is negative.

    Source
    ------
    Ba et al. 2016, eq. 4. Chapter: layer_norm_vs_batch_norm.

    >>> import numpy as np
    >>> layer_norm(np.array([22.0, 5.0, 6.0, 8.0])).round(4)
    array([ 1.7105, -0.7643, -0.6187, -0.3275])
    """
    xp, (x, gamma, beta), back = as_float_arrays(x=x, gamma=gamma, beta=beta)
    axes = _checked_axes(x, axis)
    mean = _mean(xp, x, axes)
    centred = x - mean
    variance = _mean(xp, centred * centred, axes)
    normalised = centred / xp.sqrt(variance + _checked_eps(eps))
    return back(_scale_and_shift(normalised, gamma, beta))


def batch_norm(
    x: Array,
    gamma: Array | None = None,
    beta: Array | None = None,
    *,
    running_mean: Array | None = None,
    running_var: Array | None = None,
    mask: Array | None = None,
    eps: float = 1e-5,
) -> Array:
    """Give each feature mean 0 and variance 1 over the batch, then scale and shift it.

    Equation: y = gamma (x - mu) / sqrt(sigma^2 + eps) + beta

    Parameters
    ----------
    x : real array, shape (batch, ..., features)
        Features last; PyTorch's BatchNorm1d has them second.
    gamma, beta : real array, broadcast against x, or None
        Scale and shift; None stands for 1 and for 0.
    running_mean, running_var : real array, shape (features,), or None
        Given, they take the place of the batch's statistics: inference.
        (PyTorch divides by n - 1 for its running variance, by n for the batch's.)
    mask : boolean array, shape (batch, ...), or None
        True where an entry counts for the statistics. Every entry is normalised.
    eps : float
        At least 0; under the root.

    Returns
    -------
    array, shape (batch, ..., features)
        Normalised, dtype kept.

    Raises
    ------
    ValueError
        If x has fewer than two axes, a shape does not fit, only one of the running
        statistics is given, or eps is negative.

    Source
    ------
    Ioffe and Szegedy 2015, algorithm 1. Chapter: layer_norm_vs_batch_norm.

    >>> import numpy as np
    >>> batch_norm(np.array([[1.0, 50.0], [3.0, 50.0]])).round(4)
    array([[-1.,  0.],
           [ 1.,  0.]])
    """
    xp, (x, gamma, beta, mean, variance), back = as_float_arrays(
        x=x, gamma=gamma, beta=beta, running_mean=running_mean, running_var=running_var
    )
    if (mean is None) != (variance is None):
        raise ValueError("running_mean and running_var must be given together; got one")
    if mean is None:
        mean, variance = batch_statistics(x, mask)
    check_broadcast(mean, x.shape[-1:], "running_mean")
    check_broadcast(variance, x.shape[-1:], "running_var")
    normalised = (x - mean) / xp.sqrt(variance + _checked_eps(eps))
    return back(_scale_and_shift(normalised, gamma, beta))


def batch_statistics(x: Array, mask: Array | None = None) -> BatchStatistics:
    """Take each feature's mean and variance over all other axes.

    Equation: mu_f = sum_i x_if / n;  sigma^2_f = sum_i (x_if - mu_f)^2 / n

    Parameters
    ----------
    x : real array, shape (batch, ..., features)
        The batch, features last.
    mask : boolean array, shape (batch, ...), or None
        True where an entry counts.

    Returns
    -------
    BatchStatistics
        Named tuple (mean, variance), shape (features,) each, dtype kept. The
        variance is the population's. Without a counted entry both are 0.

    Raises
    ------
    ValueError
        If x has fewer than two axes, or the mask does not broadcast to (batch, ...).

    Source
    ------
    Ioffe and Szegedy 2015, algorithm 1. Chapter: layer_norm_vs_batch_norm.

    >>> import numpy as np
    >>> batch_statistics(np.array([[1.0, 50.0], [3.0, 50.0]]))
    BatchStatistics(mean=array([ 2., 50.]), variance=array([1., 0.]))
    """
    xp, x, back = as_float_array(x, "x")
    if x.ndim < 2:
        raise ValueError(
            f"x must have a batch axis and a feature axis; got shape {tuple(x.shape)}"
        )
    if mask is None:
        mask = xp.ones(x.shape[:-1], dtype=xp.bool, device=x.device)
    check_mask(mask, x, x.shape[:-1])
    axes = tuple(range(x.ndim - 1))
    counts = xp.broadcast_to(mask[..., None], x.shape)
    n = xp.astype(xp.sum(counts, axis=axes), x.dtype)  # (features,)
    n = xp.where(n == 0, xp.ones_like(n), n)
    x = xp.where(counts, x, xp.zeros_like(x))
    mean = xp.sum(x, axis=axes) / n
    centred = xp.where(counts, x - mean, xp.zeros_like(x))
    variance = xp.sum(centred * centred, axis=axes) / n
    return BatchStatistics(back(mean), back(variance))


def rms_norm(x: Array, gamma: Array | None = None, *, eps: float = 1e-5) -> Array:
    """Divide each token's features by their root mean square; no mean is taken off.

    Equation: y = gamma x / sqrt(mean(x^2) + eps)

    Parameters
    ----------
    x : real array, shape (..., features)
        The vectors; each is normalised by itself.
    gamma : real array, broadcast against x, or None
        Scale; None stands for 1.
    eps : float
        At least 0; under the root.

    Returns
    -------
    array, shape (..., features)
        Normalised, dtype kept.

    Raises
    ------
    ValueError
        If x has no axis, gamma does not broadcast against x, or eps is negative.

    Source
    ------
    Zhang and Sennrich 2019, eq. 4. Chapter: layer_norm_vs_batch_norm.

    >>> import numpy as np
    >>> rms_norm(np.array([3.0, -4.0]), eps=0).round(4)
    array([ 0.8485, -1.1314])
    """
    xp, (x, gamma), back = as_float_arrays(x=x, gamma=gamma)
    mean_square = _mean(xp, x * x, _checked_axes(x, -1))
    normalised = x / xp.sqrt(mean_square + _checked_eps(eps))
    return back(_scale_and_shift(normalised, gamma, None))


def _mean(xp: Any, x: Array, axes: tuple[int, ...]) -> Array:
    """Average over the axes, which stay with length 1; 0 where there are no entries."""
    n = math.prod(x.shape[axis] for axis in axes)
    return xp.sum(x, axis=axes, keepdims=True) / max(n, 1)


def _scale_and_shift(x: Array, gamma: Array | None, beta: Array | None) -> Array:
    """Return gamma x + beta; None leaves its step out."""
    if gamma is not None:
        check_broadcast(gamma, x.shape, "gamma")
        x = gamma * x
    if beta is not None:
        check_broadcast(beta, x.shape, "beta")
        x = x + beta
    return x


def _checked_axes(x: Array, axis: int | tuple[int, ...]) -> tuple[int, ...]:
    """Return axis as a tuple of axes that x has, each once."""
    axes = axis if isinstance(axis, tuple) else (axis,)
    for one in axes:
        check_axis(x, one, "x")
    if not axes or len({one % x.ndim for one in axes}) < len(axes):
        raise ValueError(f"axis must name at least one axis, each once; got {axis}")
    return axes


def _checked_eps(eps: float) -> float:
    """Return eps, or say what it may be."""
    if not eps >= 0:
        raise ValueError(f"eps must be at least 0; got {eps}")
    return eps
