"""From a vector to the next token: logits, targets and the loss between them."""

from typing import Any

from ._arrays import (
    Array,
    as_float_array,
    as_float_arrays,
    check_axis,
    check_mask,
    library_of,
)
from .embedding import one_hot
from .position_wise import linear
from .probability import log_softmax


def vocabulary_logits(hidden: Array, table: Array, bias: Array | None = None) -> Array:
    """Compare a vector with each token's: the more alike, the higher the score.

    Equation: z = h E^T + b

    Parameters
    ----------
    hidden : real array, shape (..., d_model)
        What the last layer gives.
    table : real array, shape (vocabulary_size, d_model)
        One row a token; the embedding's own table, if the two are tied.
    bias : real array, shape (vocabulary_size,), or None

    Returns
    -------
    array, shape (..., vocabulary_size)
        Logits, dtype of hidden.

    Raises
    ------
    ValueError
        If shapes do not fit.

    Source
    ------
    Vaswani et al. 2017, section 3.4; Press and Wolf 2017. Chapter: output_head.

    >>> import numpy as np
    >>> table = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]])
    >>> vocabulary_logits(np.array([3.0, -1.0]), table)
    array([ 3., -1.,  4.])
    """
    xp, (hidden, table, bias), back = as_float_arrays(
        hidden=hidden, table=table, bias=bias
    )
    if table.ndim != 2 or hidden.shape[-1:] != table.shape[1:]:
        raise ValueError(
            "table must have shape (vocabulary_size, d_model), with d_model the last "
            f"axis of hidden; got {tuple(table.shape)} for hidden {tuple(hidden.shape)}"
        )
    return back(linear(hidden, table.mT, bias))


def smooth_labels(
    token_ids: Any,
    vocabulary_size: int,
    epsilon: float,
    *,
    convention: str = "others",
    like: Array | None = None,
) -> Array:
    """Take a little certainty from the right token and share it out.

    Equation: "others": q_v = 1 - eps if v = t else eps / (V - 1);
    "all": q_v = (1 - eps) [v = t] + eps / V

    Parameters
    ----------
    token_ids : integer array or nested list, shape (...)
        The right tokens t.
    vocabulary_size : int
        V, at least 2 for "others".
    epsilon : float
        From 0 to 1.
    convention : "others" or "all"
        Whether the share goes to the other tokens, or to all, as in Szegedy's paper
        and PyTorch.
    like : real array, optional
        Gives library, device and dtype, as for `one_hot`.

    Returns
    -------
    array, shape (..., vocabulary_size)
        Probabilities.

    Raises
    ------
    ValueError
        If an id lies outside the vocabulary, epsilon outside [0, 1], the vocabulary
        has no other token, or the convention is unknown.

    Source
    ------
    Szegedy et al. 2016, section 7; Vaswani et al. 2017, section 5.4.
    Chapter: output_head.

    >>> smooth_labels(2, 5, 0.1)
    array([0.025, 0.025, 0.9  , 0.025, 0.025])
    >>> smooth_labels(2, 5, 0.1, convention="all")
    array([0.02, 0.02, 0.92, 0.02, 0.02])
    """
    if not 0 <= epsilon <= 1:
        raise ValueError(f"epsilon must lie between 0 and 1; got {epsilon}")
    is_token = one_hot(token_ids, vocabulary_size, like=like)
    if convention == "all":
        return (1 - epsilon) * is_token + epsilon / vocabulary_size
    if convention != "others":
        raise ValueError(f'convention must be "others" or "all"; got {convention!r}')
    if vocabulary_size < 2:
        raise ValueError(f"vocabulary_size must be at least 2; got {vocabulary_size}")
    return (1 - epsilon) * is_token + epsilon / (vocabulary_size - 1) * (1 - is_token)


def cross_entropy(logits: Array, targets: Any, *, mask: Array | None = None) -> Array:
    """Measure how surprised the model is by the right tokens, on average.

    Equation: L = -mean_i sum_v q_iv log p_iv, with p = softmax(z), 0 log 0 = 0

    Parameters
    ----------
    logits : real array, shape (..., vocabulary_size)
        Scores z, not probabilities.
    targets : integers, shape (...), or real array, shape (..., vocabulary_size)
        The right ids, or a distribution q for each position.
    mask : boolean array, broadcast against (...), or None
        True where a position counts; what stands elsewhere has no influence.

    Returns
    -------
    array, shape ()
        Mean loss in nats, dtype of logits. 0 if no position counts.

    Raises
    ------
    ValueError
        If shapes do not fit, or an id that counts lies outside the vocabulary.

    Source
    ------
    Shannon 1948; Szegedy et al. 2016, section 7. Chapter: output_head.

    >>> import numpy as np
    >>> cross_entropy(np.array([[0.0, 0.0], [0.0, 50.0]]), [0, 1]).round(4)
    np.float64(0.3466)
    """
    xp, logits, back = as_float_array(logits, "logits")
    check_axis(logits, -1, "logits")
    positions = logits.shape[:-1]
    if mask is None:
        mask = xp.ones(positions, dtype=xp.bool, device=logits.device)
    check_mask(mask, logits, positions)
    counts = xp.broadcast_to(mask, positions)
    q = _as_distributions(targets, counts, logits)
    # What does not count is replaced before the logarithm: nan there must not spread.
    log_p = log_softmax(xp.where(counts[..., None], logits, xp.zeros_like(logits)))
    losses = -xp.sum(q * xp.where(q == 0, xp.zeros_like(log_p), log_p), axis=-1)
    n = max(int(xp.sum(xp.astype(counts, xp.int64))), 1)
    return back(xp.sum(losses) / n)


def _as_distributions(targets: Any, counts: Array, logits: Array) -> Array:
    """Return the targets as distributions like logits, 0 where none counts."""
    xp, device = library_of(logits)
    vocabulary_size = logits.shape[-1]
    if not hasattr(targets, "dtype"):
        targets = xp.asarray(targets, device=device)
    if library_of(targets)[0] is not xp:
        raise TypeError(
            "targets must belong to the library of the logits; "
            f"got {type(targets).__name__} and {type(logits).__name__}"
        )
    is_distribution = targets.ndim == logits.ndim
    expected = logits.shape if is_distribution else counts.shape
    if tuple(targets.shape) != tuple(expected):
        raise ValueError(
            f"targets must have shape {tuple(counts.shape)} as ids or "
            f"{tuple(logits.shape)} as distributions; got {tuple(targets.shape)}"
        )
    if not is_distribution:
        targets = xp.where(counts, targets, xp.zeros_like(targets))
        targets = one_hot(targets, vocabulary_size, like=logits)
    _, (_, q), _ = as_float_arrays(logits=logits, targets=targets)
    return xp.where(counts[..., None], q, xp.zeros_like(q))
