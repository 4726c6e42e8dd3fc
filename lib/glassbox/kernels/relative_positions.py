"""Positions that only a lookup sees: as turns of query and key, or as a price."""

from typing import Any

from array_api_compat import is_array_api_obj

from ._arrays import (
    Array,
    as_float_array,
    as_float_arrays,
    check_broadcast,
    checked_size,
    library_of,
)

LAYOUTS = ("interleaved", "half_split")


def rotary_embedding(
    x: Array,
    positions: Any = None,
    *,
    base: float = 10000.0,
    layout: str = "interleaved",
) -> Array:
    """Turn each pair of features by an angle that grows with the position.

    Equation: (a, b) -> (a cos(p t_i) - b sin(p t_i), a sin(p t_i) + b cos(p t_i)) for
    the i-th pair (a, b) at position p, with t_i = base^(-2i / d)

    Parameters
    ----------
    x : real array, shape (..., n, d)
        Queries or keys, one row a token; d is even.
    positions : real array or list, broadcast against (..., n), or None
        Where each token stands; 0 ... n - 1 if not given. Not only whole numbers.
    base : float
        The slowest pair turns about 1 / base radian a position.
    layout : "interleaved" or "half_split"
        The i-th pair is features 2i and 2i + 1, as in the paper, or i and i + d / 2,
        as in Hugging Face's Llama.

    Returns
    -------
    array, shape (..., n, d)
        dtype and lengths kept: a turn makes nothing longer.

    Raises
    ------
    ValueError
        If d is odd, base is not positive, the layout is unknown, or positions do not
        fit.

    Source
    ------
    Su et al. 2021, section 3.2. Chapter: rotary_positions.

    >>> import numpy as np
    >>> rotary_embedding(np.array([[1.0, 0.0], [1.0, 0.0]])).round(4)
    array([[1.    , 0.    ],
           [0.5403, 0.8415]])
    """
    xp, x, back = as_float_array(x, "x")
    _check_pairs(x, base, layout)
    n, d = x.shape[-2:]
    positions = _as_positions(positions, x, n)
    even = xp.arange(0, d, 2, dtype=xp.float64, device=x.device)  # 2i
    angles = positions[..., None] / base ** (even / d)  # (..., n, d / 2)
    cos, sin = (xp.astype(f(angles), x.dtype) for f in (xp.cos, xp.sin))
    if layout == "interleaved":
        a, b = x[..., 0::2], x[..., 1::2]
        turned = xp.stack([a * cos - b * sin, a * sin + b * cos], axis=-1)
        return back(xp.reshape(turned, x.shape))
    a, b = x[..., : d // 2], x[..., d // 2 :]
    return back(xp.concat([a * cos - b * sin, a * sin + b * cos], axis=-1))


def alibi_bias(
    n_heads: int,
    n_queries: int,
    n_keys: int | None = None,
    *,
    like: Array | None = None,
) -> Array:
    """Take something off a score for each position between query and key.

    Equation: bias[h, i, j] = -m_h |i - j|, m_h = 2^(-8 (h + 1) / n_heads) for the
    heads h = 0 ... n_heads - 1

    Parameters
    ----------
    n_heads : int
        How many heads, a power of 2; each has its own price.
    n_queries : int
        How many queries: the last ones of the keys.
    n_keys : int, optional
        How many keys; n_queries if not given.
    like : real array, optional
        Gives library, device and dtype; NumPy's float64 if not given.

    Returns
    -------
    array, shape (n_heads, n_queries, n_keys)
        What `scaled_dot_product_attention` adds to its scores.

    Raises
    ------
    TypeError
        If a size is not an integer.
    ValueError
        If n_heads is not a power of 2, or there are fewer keys than queries.

    Source
    ------
    Press, Smith and Lewis 2022, section 3. Chapter: rotary_positions.

    >>> alibi_bias(2, 3)[0]
    array([[-0.    , -0.0625, -0.125 ],
           [-0.0625, -0.    , -0.0625],
           [-0.125 , -0.0625, -0.    ]])
    """
    xp, device = library_of(like)
    n_heads = checked_size(n_heads, "n_heads", smallest=1)
    n_queries = checked_size(n_queries, "n_queries")
    n_keys = checked_size(n_queries if n_keys is None else n_keys, "n_keys")
    if n_heads & (n_heads - 1):
        raise ValueError(f"n_heads must be a power of 2; got {n_heads}")
    if n_keys < n_queries:
        raise ValueError(
            f"n_keys must be at least n_queries; got {n_keys} and {n_queries}"
        )
    heads = xp.arange(1, n_heads + 1, dtype=xp.float64, device=device)
    price = 2.0 ** (-8 * heads / n_heads)  # (n_heads,)
    key = xp.arange(n_keys, dtype=xp.float64, device=device)
    distance = xp.abs(key[n_keys - n_queries :, None] - key)  # (n_queries, n_keys)
    bias = -price[:, None, None] * distance  # (n_heads, n_queries, n_keys)
    if like is None:
        return bias
    _, _, back = as_float_array(like, "like")
    return back(bias)


def _as_positions(positions: Any, x: Array, n: int) -> Array:
    """Return positions as a float64 array of x's library; 0 ... n - 1 for None."""
    xp, device = library_of(x)
    if positions is None:
        return xp.arange(n, dtype=xp.float64, device=device)
    if not is_array_api_obj(positions):
        positions = xp.asarray(positions, dtype=xp.float64, device=device)
    _, (_, positions), _ = as_float_arrays(x=x, positions=positions)
    check_broadcast(positions, x.shape[:-1], "positions")
    return xp.astype(positions, xp.float64)


def _check_pairs(x: Array, base: float, layout: str) -> None:
    """Refuse what has no pairs of features to turn, or no speed to turn them."""
    if x.ndim < 2:
        shape = tuple(x.shape)
        raise ValueError(f"x must have a token and a feature axis; got {shape}")
    if x.shape[-1] % 2:
        raise ValueError(
            f"x must have an even number of features, its last axis; got {x.shape[-1]}"
        )
    if not base > 0:
        raise ValueError(f"base must be positive; got {base!r}")
    if layout not in LAYOUTS:
        known = " or ".join(f'"{name}"' for name in LAYOUTS)
        raise ValueError(f"layout must be {known}; got {layout!r}")
