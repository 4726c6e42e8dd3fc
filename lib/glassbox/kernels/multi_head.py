"""Several lookups side by side: heads, each with its own queries, keys and values."""

from dataclasses import dataclass

from ._arrays import Array, as_float_array, check_mask, checked_size
from .attention import Attention, check_matrix, scaled_dot_product_attention
from .position_wise import linear


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
    check_matrix(x, "x")
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
