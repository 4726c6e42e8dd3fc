"""A soft lookup: how well a query matches each key says how much of its value."""

import math
from typing import NamedTuple

import numpy as np

from ._arrays import Array, as_float_arrays, check_broadcast, check_mask
from .probability import softmax


class Attention(NamedTuple):
    """What a lookup found, and how.

    output is weights @ value, weights the softmax of the unmasked scores, and
    scores the scaled products of queries and keys before any mask.
    """

    output: Array
    weights: Array
    scores: Array


def scaled_dot_product_attention(
    query: Array,
    key: Array,
    value: Array,
    mask: Array | None = None,
    *,
    scale: float | None = None,
    bias: Array | None = None,
) -> Attention:
    """Give each query a mixture of the values whose keys match it.

    Equation: Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V

    Parameters
    ----------
    query : real array, shape (..., n_queries, d_k)
        What is looked for.
    key : real array, shape (..., n_keys, d_k)
        What each entry is found by.
    value : real array, shape (..., n_keys, d_v)
        What each entry holds.
    mask : boolean array, broadcast against (..., n_queries, n_keys), or None
        True = may attend.
    scale : float, optional
        What the products are multiplied by; 1 / sqrt(d_k) if not given.
    bias : real array, broadcast against (..., n_queries, n_keys), or None
        Added to the scaled products, as `alibi_bias` makes it.

    Returns
    -------
    Attention
        Named tuple: output (..., n_queries, d_v); weights and scores (...,
        n_queries, n_keys), the scores scaled, biased and unmasked. dtype of the query.
        A query that may attend to nothing has weights 0 and output 0.

    Raises
    ------
    ValueError
        If an array has fewer than two axes, or shapes do not fit.

    Source
    ------
    Vaswani et al. 2017, eq. 1. Chapter: scaled_dot_product_attention.

    >>> import numpy as np
    >>> key = np.array([[10.0, 0.0], [0.0, 10.0]])
    >>> value = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    >>> scaled_dot_product_attention(key[:1], key, value).output
    array([[1., 2., 3.]])
    """
    xp, arrays, back = as_float_arrays(query=query, key=key, value=value, bias=bias)
    query, key, value, bias = arrays
    check_shapes(query, key, value)
    scale = 1 / math.sqrt(max(query.shape[-1], 1)) if scale is None else scale
    scores = (query * scale) @ key.mT  # (..., n_queries, n_keys)
    if bias is not None:
        check_broadcast(bias, scores.shape, "bias")
        scores = scores + bias
    allowed = scores
    if mask is not None:
        check_mask(mask, scores, scores.shape)
        allowed = xp.where(mask, scores, -math.inf)
    weights = softmax(allowed)
    output = weights @ value  # (..., n_queries, d_v)
    return Attention(back(output), back(weights), back(scores))


def check_shapes(query: Array, key: Array, value: Array) -> None:
    """Refuse arrays that no lookup can be made of."""
    for x, name in ((query, "query"), (key, "key"), (value, "value")):
        check_matrix(x, name)
    if query.shape[-1] != key.shape[-1]:
        raise ValueError(
            "query and key must have the same d_k, their last axis; "
            f"got {query.shape[-1]} and {key.shape[-1]}"
        )
    if key.shape[-2] != value.shape[-2]:
        raise ValueError(
            "key and value must have the same number of keys, their last axis but "
            f"one; got {key.shape[-2]} and {value.shape[-2]}"
        )
    batches = [tuple(x.shape[:-2]) for x in (query, key, value)]
    try:
        np.broadcast_shapes(*batches)
    except ValueError as error:
        raise ValueError(
            "the batch axes of query, key and value must broadcast; "
            "got {}, {} and {}".format(*batches)
        ) from error


def check_matrix(x: Array, name: str) -> None:
    """Refuse an array without a token and a feature axis."""
    if x.ndim < 2:
        raise ValueError(
            f"{name} must have a token and a feature axis; got {tuple(x.shape)}"
        )
