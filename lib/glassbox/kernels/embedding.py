"""From token ids to vectors, and a vector for each position."""

import math
from typing import Any

from ._arrays import (
    Array,
    as_float_array,
    as_token_ids,
    checked_size,
    library_of,
)


def one_hot(
    token_ids: Any, vocabulary_size: int, *, like: Array | None = None
) -> Array:
    """Mark each token's place in the vocabulary by a 1 among zeros.

    Equation: one_hot(t)_v = [v = t]

    Parameters
    ----------
    token_ids : integer array or nested list, shape (...)
        Ids from 0 to vocabulary_size - 1.
    vocabulary_size : int
        How many tokens there are.
    like : real array, optional
        Gives library, device and dtype; if not given, those of token_ids, with the
        library's default float.

    Returns
    -------
    array, shape (..., vocabulary_size)
        Zeros and ones.

    Raises
    ------
    ValueError
        If an id lies outside the vocabulary.

    Source
    ------
    Vaswani et al. 2017, section 3.4. Chapter: embeddings_and_positions.

    >>> one_hot([2, 0], 3)
    array([[0., 0., 1.],
           [1., 0., 0.]])
    """
    vocabulary_size = checked_size(vocabulary_size, "vocabulary_size")
    token_ids = as_token_ids(token_ids, vocabulary_size, like)
    xp, device = library_of(token_ids)
    vocabulary = xp.arange(vocabulary_size, device=device)
    is_token = token_ids[..., None] == vocabulary  # (..., vocabulary_size)
    if like is None:
        return xp.astype(is_token, xp.asarray(0.0).dtype)
    _, _, back = as_float_array(like, "like")
    return back(is_token)


def embed(token_ids: Any, table: Array, *, scale: bool = False) -> Array:
    """Look up each token's row in the table: one_hot(token_ids) @ table.

    Equation: x_i = E[t_i], times sqrt(d_model) if scaled

    Parameters
    ----------
    token_ids : integer array or nested list, shape (...)
        Ids from 0 to vocabulary_size - 1.
    table : real array, shape (vocabulary_size, d_model)
        One row a token.
    scale : bool
        Multiply by sqrt(d_model), so that positions do not drown the tokens.

    Returns
    -------
    array, shape (..., d_model)
        dtype of the table.

    Raises
    ------
    ValueError
        If an id lies outside the table, or the table has not two axes.

    Source
    ------
    Vaswani et al. 2017, section 3.4. Chapter: embeddings_and_positions.

    >>> import numpy as np
    >>> embed([1, 1, 0], np.array([[0.0, 1.0], [2.0, 3.0]]))
    array([[2., 3.],
           [2., 3.],
           [0., 1.]])
    """
    xp, table, back = as_float_array(table, "table")
    if table.ndim != 2:
        raise ValueError(
            "table must have shape (vocabulary_size, d_model); "
            f"got {tuple(table.shape)}"
        )
    vocabulary_size, d_model = table.shape
    vectors = table[as_token_ids(token_ids, vocabulary_size, table)]  # (..., d_model)
    vectors = vectors * math.sqrt(d_model) if scale else vectors
    return back(vectors)


def sinusoidal_positions(
    n_positions: int, d_model: int, *, like: Array | None = None
) -> Array:
    """Give each position a vector of sines and cosines of ever longer periods.

    Equation: PE(pos, 2i) = sin(pos / 10000^(2i / d_model)),
    PE(pos, 2i + 1) = cos(pos / 10000^(2i / d_model))

    Parameters
    ----------
    n_positions : int
        Positions 0 ... n_positions - 1.
    d_model : int
        Features; if odd, the last sine has no cosine.
    like : real array, optional
        Gives library, device and dtype; NumPy's float64 if not given.

    Returns
    -------
    array, shape (n_positions, d_model)
        Values in [-1, 1].

    Raises
    ------
    TypeError
        If a size is not an integer.
    ValueError
        If a size is negative.

    Source
    ------
    Vaswani et al. 2017, section 3.5. Chapter: embeddings_and_positions.

    >>> sinusoidal_positions(2, 4).round(4)
    array([[0.    , 1.    , 0.    , 1.    ],
           [0.8415, 0.5403, 0.01  , 1.    ]])
    """
    xp, device = library_of(like)
    n_positions = checked_size(n_positions, "n_positions")
    d_model = checked_size(d_model, "d_model")
    positions = xp.arange(n_positions, dtype=xp.float64, device=device)
    even = xp.arange(0, d_model, 2, dtype=xp.float64, device=device)  # 2i
    angles = positions[:, None] / 10000.0 ** (even / max(d_model, 1))
    pairs = xp.stack([xp.sin(angles), xp.cos(angles)], axis=-1)  # (n, d / 2, 2)
    interleaved = xp.reshape(pairs, (n_positions, 2 * even.shape[0]))
    vectors = interleaved[:, :d_model]
    if like is None:
        return vectors
    _, _, back = as_float_array(like, "like")
    return back(vectors)
