"""The same lookup for less memory: heads that share keys, and a softmax in blocks."""

import math
from typing import Any

import numpy as np

from ._arrays import Array, as_float_arrays, check_mask, checked_size
from .attention import Attention, check_shapes
from .probability import softmax


def grouped_query_attention(
    query: Array, key: Array, value: Array, mask: Array | None = None
) -> Attention:
    """Let several query heads in a row read the same keys and values.

    Equation: head_h = Attention(Q_h, K_g, V_g) with g = floor(h n_kv / n_heads)

    Parameters
    ----------
    query : real array, shape (..., n_heads, n_queries, d_k)
        What each head looks for.
    key : real array, shape (..., n_kv, n_keys, d_k)
        What each entry is found by; n_kv key-value heads, a divisor of n_heads. 1 is
        multi-query attention, n_heads the ordinary one.
    value : real array, shape (..., n_kv, n_keys, d_v)
        What each entry holds.
    mask : boolean array, broadcast against (..., n_heads, n_queries, n_keys), or None
        True = may attend.

    Returns
    -------
    Attention
        Named tuple: output (..., n_heads, n_queries, d_v); weights and scores (...,
        n_heads, n_queries, n_keys), the scores scaled and unmasked. dtype of the query.
        A query that may attend to nothing has weights 0 and output 0.

    Raises
    ------
    ValueError
        If an array has fewer than three axes, n_kv does not divide n_heads, or shapes
        do not fit.

    Source
    ------
    Ainslie et al. 2023, section 2.2; for n_kv = 1 Shazeer 2019, section 3.
    Chapter: writing_costs.

    >>> import numpy as np
    >>> key = np.array([[[10.0, 0.0], [0.0, 10.0]]])
    >>> value = np.array([[[1.0, 2.0], [3.0, 4.0]]])
    >>> query = key.reshape(2, 1, 2)  # 2 heads; key and value have 1
    >>> grouped_query_attention(query, key, value).output
    array([[[1., 2.]],
    <BLANKLINE>
           [[3., 4.]]])
    """
    xp, (query, key, value), back = as_float_arrays(query=query, key=key, value=value)
    _check_heads(query, key, value)
    n_heads, n_kv = query.shape[-3], key.shape[-3]
    # Queries that share keys become rows of one matrix: no key is repeated.
    rows = _dealt(xp, _scaled(query), n_kv)  # (..., n_kv, heads each x n_queries, d_k)
    scores = _dealt(xp, rows @ key.mT, n_heads)  # (..., n_heads, n_queries, n_keys)
    if mask is not None:
        check_mask(mask, scores, scores.shape)
    weights = softmax(_masked(xp, scores, mask))
    output = _dealt(xp, _dealt(xp, weights, n_kv) @ value, n_heads)
    return Attention(back(output), back(weights), back(scores))


def blockwise_attention(
    query: Array,
    key: Array,
    value: Array,
    mask: Array | None = None,
    *,
    block_size: int = 128,
) -> Array:
    """Give what `scaled_dot_product_attention` gives, a block of keys at a time.

    Equation: for each block m' = max(m, max_j z_j), s' = e^(m - m') s + sum_j e^(z_j -
    m'), o' = e^(m - m') o + sum_j e^(z_j - m') v_j; at the end output = o / s

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
    block_size : int
        How many keys at a time: n_queries x block_size scores are held at once.

    Returns
    -------
    array, shape (..., n_queries, d_v)
        The output; weights are never made. dtype of the query. A query that may attend
        to nothing has output 0.

    Raises
    ------
    TypeError
        If block_size is not an integer.
    ValueError
        If block_size is below 1, or as `scaled_dot_product_attention`.

    Source
    ------
    Rabe and Staats 2021, sections 2 and 3; Dao et al. 2022, section 3.1; the running
    maximum and sum: Milakov and Gimelshein 2018, section 3. Chapter: writing_costs.

    >>> import numpy as np
    >>> key = np.array([[10.0, 0.0], [0.0, 10.0]])
    >>> value = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    >>> blockwise_attention(key[:1], key, value, block_size=1)
    array([[1., 2., 3.]])
    """
    xp, (query, key, value), back = as_float_arrays(query=query, key=key, value=value)
    check_shapes(query, key, value)
    block_size = checked_size(block_size, "block_size", smallest=1)
    query, n_keys = _scaled(query), key.shape[-2]
    if mask is not None:
        batch = np.broadcast_shapes(query.shape[:-2], key.shape[:-2])
        check_mask(mask, query, (*batch, query.shape[-2], n_keys))
        mask = xp.broadcast_to(mask, (*mask.shape[:-1], n_keys))
    start = {"dtype": query.dtype, "device": query.device}
    largest, total = xp.full((1, 1), -math.inf, **start), xp.zeros((1, 1), **start)
    output = total
    for first in range(0, max(n_keys, 1), block_size):
        block = slice(first, first + block_size)
        scores = query @ key[..., block, :].mT  # (..., n_queries, block_size)
        scores = _masked(xp, scores, None if mask is None else mask[..., block])
        before, largest = largest, _larger(xp, largest, scores)  # (..., n_queries, 1)
        # Where all is masked so far, -inf - -inf would be nan.
        shift = xp.where(largest == -math.inf, xp.zeros_like(largest), largest)
        exponentials, rescale = xp.exp(scores - shift), xp.exp(before - shift)
        total = rescale * total + xp.sum(exponentials, axis=-1, keepdims=True)
        output = rescale * output + exponentials @ value[..., block, :]
    return back(output / xp.where(total == 0, xp.ones_like(total), total))


def _scaled(query: Array) -> Array:
    """Return query / sqrt(d_k)."""
    return query * (1 / math.sqrt(max(query.shape[-1], 1)))


def _masked(xp: Any, scores: Array, mask: Array | None) -> Array:
    """Return the scores with -inf where the mask hides a key."""
    return scores if mask is None else xp.where(mask, scores, -math.inf)


def _larger(xp: Any, largest: Array, scores: Array) -> Array:
    """Return the largest score so far; a block without keys changes nothing."""
    if scores.shape[-1] == 0:
        return largest
    return xp.maximum(largest, xp.max(scores, axis=-1, keepdims=True))


def _dealt(xp: Any, x: Array, n_heads: int) -> Array:
    """Deal the rows of all heads out to n_heads heads, in their order."""
    *batch, before, n, d = x.shape  # -> (..., n_heads, before x n / n_heads, d)
    return xp.reshape(x, (*batch, n_heads, before * n // n_heads, d))


def _check_heads(query: Array, key: Array, value: Array) -> None:
    """Refuse heads that can't be dealt out, and what no lookup can be made of."""
    for x, name in ((query, "query"), (key, "key"), (value, "value")):
        if x.ndim < 3:
            raise ValueError(
                f"{name} must have a head, a token and a feature axis; "
                f"got {tuple(x.shape)}"
            )
    n_heads, n_kv, n_values = (x.shape[-3] for x in (query, key, value))
    if n_kv != n_values:
        raise ValueError(
            "key and value must have the same number of heads, their last axis but "
            f"two; got {n_kv} and {n_values}"
        )
    if not n_kv or not n_heads or n_heads % n_kv:
        raise ValueError(
            "query must have as many heads as key and value or a multiple of them, "
            f"at least 1; got {n_heads} and {n_kv}"
        )
    check_shapes(*(x[..., 0, :, :] for x in (query, key, value)))
