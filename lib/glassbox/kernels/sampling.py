"""Choose the next token: cut the unlikely, share out again, draw."""

import math
from typing import Any

import numpy as np

from ._arrays import Array, as_float_array, check_axis, checked_size
from .probability import log_softmax, softmax


def keep_top_k(logits: Array, k: int) -> Array:
    """Leave the k highest scores and set the others to -inf.

    Parameters
    ----------
    logits : real array, shape (..., vocabulary_size)
        Scores.
    k : int
        At least 1; more than there are tokens keeps all. Among equal scores the
        lowest ids are kept, so that exactly k remain.

    Returns
    -------
    array, shape (..., vocabulary_size)
        Scores, dtype kept; -inf gets share 0 from `softmax`.

    Raises
    ------
    TypeError
        If k is not an integer.
    ValueError
        If k is below 1, or logits has no axis.

    Source
    ------
    Fan et al. 2018, section 5.4. Chapter: choosing_the_next_token.

    >>> import numpy as np
    >>> keep_top_k(np.array([2.0, 5.0, 2.0, 4.0]), 3)
    array([  2.,   5., -inf,   4.])
    """
    xp, z, back = as_float_array(logits, "logits")
    k = checked_size(k, "k", smallest=1)
    _, rank = _order_and_rank(xp, z)
    return back(xp.where(rank < k, z, -math.inf))


def keep_top_p(logits: Array, p: float) -> Array:
    """Leave the fewest highest scores that hold a share of p, set the others to -inf.

    Parameters
    ----------
    logits : real array, shape (..., vocabulary_size)
        Scores, already divided by the temperature: it changes the shares.
    p : float
        From 0, which leaves one token, to 1, which leaves all. Among equal scores
        the lowest ids are kept.

    Returns
    -------
    array, shape (..., vocabulary_size)
        Scores, dtype kept; -inf gets share 0 from `softmax`.

    Raises
    ------
    ValueError
        If p is not between 0 and 1, or logits has no axis.

    Source
    ------
    Holtzman et al. 2020, eq. 2 and 3. Chapter: choosing_the_next_token.

    >>> import numpy as np
    >>> keep_top_p(np.log(np.array([0.1, 0.5, 0.2, 0.2])), 0.6).round(2)
    array([ -inf, -0.69, -1.61,  -inf])
    """
    xp, z, back = as_float_array(logits, "logits")
    if not 0 <= p <= 1:
        raise ValueError(f"p must lie between 0 and 1; got {p}")
    order, rank = _order_and_rank(xp, z)
    shares = xp.take_along_axis(softmax(z), order, axis=-1)  # falling
    held_before = xp.take_along_axis(
        xp.cumulative_sum(shares, axis=-1) - shares, rank, axis=-1
    )
    kept = (held_before < p) | (rank == 0) | (p == 1)
    return back(xp.where(kept, z, -math.inf))


def next_token_probabilities(
    logits: Array,
    *,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
) -> Array:
    """Turn scores into the shares to draw from: temperature, top-k, top-p, in order.

    Equation: p = softmax(top_p(top_k(z / T)))

    Parameters
    ----------
    logits : real array, shape (..., vocabulary_size)
        Scores.
    temperature : float
        As for `softmax`; 0 leaves the highest score alone, ties shared.
    top_k, top_p
        As k of `keep_top_k` and p of `keep_top_p`; None cuts nothing.

    Returns
    -------
    array, shape (..., vocabulary_size)
        Probabilities, dtype kept; what is left sums to 1 again.

    Raises
    ------
    TypeError, ValueError
        As `softmax`, `keep_top_k` and `keep_top_p`.

    Source
    ------
    Holtzman et al. 2020, section 3. Chapter: choosing_the_next_token.

    >>> import numpy as np
    >>> logits = np.log(np.array([0.1, 0.5, 0.2, 0.2]))
    >>> next_token_probabilities(logits, top_k=3, top_p=0.7).round(4)
    array([0.    , 0.7143, 0.2857, 0.    ])
    """
    xp, z, back = as_float_array(logits, "logits")
    scores = log_softmax(z, temperature=temperature)  # z / T, shifted
    if top_k is not None:
        scores = keep_top_k(scores, top_k)
    if top_p is not None:
        scores = keep_top_p(scores, top_p)
    return back(softmax(scores))


def greedy(logits: Array) -> Array:
    """Choose the token with the highest score, the lowest id among equals.

    Equation: t = argmax_v z_v

    Parameters
    ----------
    logits : real array, shape (..., vocabulary_size)
        Scores or probabilities.

    Returns
    -------
    integer array, shape (...)
        Token ids.

    Raises
    ------
    ValueError
        If there is no token to choose, or a score is nan.

    Source
    ------
    Sutskever et al. 2014, section 3.2, with a beam of 1. Chapter:
    choosing_the_next_token.

    >>> import numpy as np
    >>> greedy(np.array([[1.0, 7.0, 7.0], [3.0, 2.0, 1.0]]))
    array([1, 0])
    """
    xp, z, _ = as_float_array(logits, "logits")
    _check_tokens(z, "logits")
    if bool(xp.any(xp.isnan(z))):
        raise ValueError("logits must be numbers; got nan")
    return xp.argmax(z, axis=-1)


def sample(probabilities: Array, rng: np.random.Generator) -> Array:
    """Draw a token from each distribution.

    Equation: t = the first token with p_0 + ... + p_t > u, u uniform in [0, 1)

    Parameters
    ----------
    probabilities : real array, shape (..., vocabulary_size)
        Shares that sum to 1.
    rng : numpy.random.Generator
        The source of chance: equal seeds draw equal tokens, torch or not.

    Returns
    -------
    integer array, shape (...)
        Token ids; one with share 0 is never drawn.

    Raises
    ------
    TypeError
        If rng is not a Generator.
    ValueError
        If there is no token, a share is negative or nan, or they do not sum to 1.

    Source
    ------
    Inverse transform sampling: Devroye 1986, section III.2. Chapter:
    choosing_the_next_token.

    >>> import numpy as np
    >>> sample(np.array([[0.0, 1.0], [0.5, 0.5]]), np.random.default_rng(0))
    array([1, 0])
    """
    xp, p, back = as_float_array(probabilities, "probabilities")
    _check_tokens(p, "probabilities")
    if not isinstance(rng, np.random.Generator):
        raise TypeError(
            f"rng must be a numpy.random.Generator; got {type(rng).__name__}"
        )
    cumulative = xp.cumulative_sum(xp.astype(p, xp.float64), axis=-1)
    total = cumulative[..., -1:]
    _check_shares(xp, p, total, rounding=10 * float(xp.finfo(back(p).dtype).eps))
    u = xp.asarray(rng.random(tuple(total.shape)), device=p.device)
    passed = xp.astype(cumulative <= u * total, xp.int64)
    return xp.sum(passed, axis=-1)


def _order_and_rank(xp: Any, z: Array) -> tuple[Array, Array]:
    """Return the ids by falling score, lowest id first among equals, and each rank."""
    check_axis(z, -1, "logits")
    order = xp.argsort(z, axis=-1, descending=True, stable=True)
    return order, xp.argsort(order, axis=-1)


def _check_tokens(x: Array, name: str) -> None:
    """Refuse an array without a token to choose."""
    if x.ndim == 0 or x.shape[-1] == 0:
        raise ValueError(f"{name} must hold a token; got shape {tuple(x.shape)}")


def _check_shares(xp: Any, p: Array, total: Array, rounding: float) -> None:
    """Refuse shares that are not a distribution, up to the dtype's rounding."""
    allowed = max(1e-6, rounding * math.sqrt(p.shape[-1]))
    wrong = ~(xp.abs(total - 1) <= allowed)
    if bool(xp.any(wrong)):
        raise ValueError(
            f"probabilities must sum to 1; got a sum of {float(total[wrong][0])}"
        )
    if bool(xp.any(p < 0)):
        raise ValueError(f"probabilities must be at least 0; got {float(xp.min(p))}")
