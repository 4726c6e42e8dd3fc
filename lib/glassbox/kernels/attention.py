"""A soft lookup: how well a query matches each key says how much of its value."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ._arrays import (
    Array,
    as_float_array,
    as_float_arrays,
    check_broadcast,
    check_mask,
    checked_size,
)
from .position_wise import linear
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
    _check_shapes(query, key, value)
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


def split_heads(x: Array, n_heads: int) -> Array:
    """Cut each vector into n_heads pieces and give each piece its own sequence.

    Parameters
    ----------
    x : array, shape (..., n, d_model)
        One row a token.
    n_heads : int
        How many pieces; it divides d_model.

    Returns
    -------
    array, shape (..., n_heads, n, d_head)
        d_head = d_model / n_heads.

    Raises
    ------
    TypeError
        If n_heads is not an integer.
    ValueError
        If x has fewer than two axes, or n_heads does not divide d_model.

    Source
    ------
    Vaswani et al. 2017, section 3.2.2. Chapter: multi_head_attention.

    >>> import numpy as np
    >>> split_heads(np.array([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]), 2)
    array([[[1., 2.],
            [5., 6.]],
    <BLANKLINE>
           [[3., 4.],
            [7., 8.]]])
    """
    xp, x, back = as_float_array(x, "x")
    n_heads = checked_size(n_heads, "n_heads", smallest=1)
    _check_matrix(x, "x")
    *batch, n, d_model = x.shape
    if d_model % n_heads:
        raise ValueError(
            f"d_model must be divisible by n_heads; got {d_model} and {n_heads}"
        )
    pieces = xp.reshape(x, (*batch, n, n_heads, d_model // n_heads))
    heads = xp.moveaxis(pieces, -2, -3)  # (..., n_heads, n, d_head)
    return back(heads)


def merge_heads(x: Array) -> Array:
    """Lay the heads' pieces of each token side by side again.

    Parameters
    ----------
    x : array, shape (..., n_heads, n, d_head)
        One sequence a head.

    Returns
    -------
    array, shape (..., n, n_heads x d_head)
        The inverse of `split_heads`.

    Raises
    ------
    ValueError
        If x has fewer than three axes.

    Source
    ------
    Vaswani et al. 2017, section 3.2.2. Chapter: multi_head_attention.

    >>> import numpy as np
    >>> merge_heads(np.array([[[1.0, 2.0]], [[3.0, 4.0]]]))
    array([[1., 2., 3., 4.]])
    """
    xp, x, back = as_float_array(x, "x")
    if x.ndim < 3:
        raise ValueError(
            f"x must have shape (..., n_heads, n, d_head); got {tuple(x.shape)}"
        )
    *batch, n_heads, n, d_head = x.shape
    pieces = xp.moveaxis(x, -3, -2)  # (..., n, n_heads, d_head)
    merged = xp.reshape(pieces, (*batch, n, n_heads * d_head))
    return back(merged)


@dataclass(frozen=True)
class AttentionParameters:
    """The four projections of `multi_head_attention`; a bias may be None."""

    n_heads: int
    w_q: Array  # (d_model, n_heads x d_head)
    w_k: Array
    w_v: Array
    w_o: Array  # (n_heads x d_head, d_model)
    b_q: Array | None = None
    b_k: Array | None = None
    b_v: Array | None = None
    b_o: Array | None = None


def multi_head_attention(
    query: Array,
    key: Array,
    value: Array,
    parameters: AttentionParameters,
    mask: Array | None = None,
) -> Attention:
    """Let several heads look up different things, and mix what they find.

    Equation: MultiHead(Q, K, V) = Concat(head_1, ..., head_h) W^O,
    head_i = Attention(Q W_i^Q, K W_i^K, V W_i^V)

    Parameters
    ----------
    query : real array, shape (..., n_queries, d_model)
        The tokens that look.
    key, value : real array, shape (..., n_keys, d_model)
        The tokens that are looked at; the same array, as a rule.
    parameters : AttentionParameters
        The projections: columns i x d_head ... (i + 1) x d_head are head i's.
    mask : boolean array, (n_queries, n_keys) or (batch, n_queries or 1, n_keys)
        True = may attend. It has no head axis: that is inserted here, or the batch
        would line up with the heads.

    Returns
    -------
    Attention
        Named tuple: output (..., n_queries, d_model); weights and scores (...,
        n_heads, n_queries, n_keys). dtype of the query.

    Raises
    ------
    ValueError
        If shapes do not fit, or the mask has a head axis.

    Source
    ------
    Vaswani et al. 2017, section 3.2.2. Chapter: multi_head_attention.

    >>> import numpy as np
    >>> x, w = np.array([[2.0, 0.0], [0.0, 2.0]]), np.eye(2)
    >>> parameters = AttentionParameters(2, w, w, w, w)
    >>> multi_head_attention(x, x, x, parameters).output.round(3)
    array([[1.964, 1.   ],
           [1.   , 1.964]])
    """
    keys, values = project_memory(key, value, parameters)
    return attend(query, keys, values, parameters, mask)


def project_memory(
    key: Array, value: Array, parameters: AttentionParameters
) -> tuple[Array, Array]:
    """Project and split what is looked at: all that a key-value cache keeps."""
    p = parameters
    keys = split_heads(linear(key, p.w_k, p.b_k), p.n_heads)
    values = split_heads(linear(value, p.w_v, p.b_v), p.n_heads)
    return keys, values  # (..., n_heads, n_keys, d_head)


def attend(
    query: Array,
    keys: Array,
    values: Array,
    parameters: AttentionParameters,
    mask: Array | None,
) -> Attention:
    """Project the queries, look up in every head, merge and project back."""
    p = parameters
    queries = split_heads(linear(query, p.w_q, p.b_q), p.n_heads)
    if mask is not None:
        shape = (*queries.shape[:-3], queries.shape[-2], keys.shape[-2])
        check_mask(mask, queries, shape, "mask, which has no head axis,")
        mask = mask[..., None, :, :]  # (..., 1, n_queries, n_keys)
    heads = scaled_dot_product_attention(queries, keys, values, mask)
    return heads._replace(output=linear(merge_heads(heads.output), p.w_o, p.b_o))


def _check_shapes(query: Array, key: Array, value: Array) -> None:
    """Refuse arrays that no lookup can be made of."""
    for x, name in ((query, "query"), (key, "key"), (value, "value")):
        _check_matrix(x, name)
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


def _check_matrix(x: Array, name: str) -> None:
    """Refuse an array without a token and a feature axis."""
    if x.ndim < 2:
        raise ValueError(
            f"{name} must have a token and a feature axis; got {tuple(x.shape)}"
        )
