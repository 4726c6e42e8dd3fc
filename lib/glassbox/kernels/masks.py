"""Who may attend to whom: boolean arrays, True = may attend, combined with &."""

from typing import Any

from array_api_compat import is_array_api_obj

from ._arrays import Array, checked_size, library_of


def causal_mask(
    n_queries: int,
    n_keys: int | None = None,
    *,
    first_query: int = 0,
    like: Array | None = None,
) -> Array:
    """Let each query see its own position and those before it.

    Equation: mask[i, j] = (j <= first_query + i)

    Parameters
    ----------
    n_queries : int
        How many queries.
    n_keys : int, optional
        How many keys; first_query + n_queries if not given.
    first_query : int
        The position of the first query: with a cache, how many came before.
    like : array, optional
        The mask is built in its library and on its device; in NumPy if not given.

    Returns
    -------
    boolean array, shape (n_queries, n_keys)
        True = may attend.

    Raises
    ------
    TypeError
        If a size is not an integer.
    ValueError
        If a size is negative.

    Source
    ------
    Vaswani et al. 2017, section 3.2.3. Chapter: decoder_masking.

    >>> causal_mask(2, 3)
    array([[ True, False, False],
           [ True,  True, False]])
    """
    xp, device = library_of(like)
    n_queries = checked_size(n_queries, "n_queries")
    first_query = checked_size(first_query, "first_query")
    n_keys = first_query + n_queries if n_keys is None else n_keys
    n_keys = checked_size(n_keys, "n_keys")
    query_positions = first_query + xp.arange(n_queries, device=device)
    key_positions = xp.arange(n_keys, device=device)
    return key_positions[None, :] <= query_positions[:, None]  # (n_queries, n_keys)


def padding_mask(lengths: Any, n_keys: int, *, like: Array | None = None) -> Array:
    """Hide the keys that only fill a short sequence up to the batch's length.

    Equation: mask[b, 0, j] = (j < lengths[b])

    Parameters
    ----------
    lengths : integer array or list, shape (batch,)
        How many tokens of each sequence are real; they come first.
    n_keys : int
        The padded length.
    like : array, optional
        The mask is built in its library and on its device; if not given, in that of
        lengths, or in NumPy for a list.

    Returns
    -------
    boolean array, shape (batch, 1, n_keys)
        True = may attend; the middle axis stands for every query.

    Raises
    ------
    TypeError
        If a length or n_keys is not an integer.
    ValueError
        If lengths has not one axis, or a length is not between 0 and n_keys.

    Source
    ------
    Vaswani et al. 2017, section 3.2.3. Chapter: decoder_masking.

    >>> padding_mask([2, 3], 3)
    array([[[ True,  True, False]],
    <BLANKLINE>
           [[ True,  True,  True]]])
    """
    like = lengths if like is None and is_array_api_obj(lengths) else like
    xp, device = library_of(like)
    n_keys = checked_size(n_keys, "n_keys")
    if not hasattr(lengths, "__iter__"):
        raise TypeError(f"lengths must have one axis; got {lengths!r}")
    sizes = [checked_size(n, "each length") for n in lengths]
    if max(sizes, default=0) > n_keys:
        raise ValueError(f"lengths must be at most n_keys = {n_keys}; got {max(sizes)}")
    lengths = xp.asarray(sizes, dtype=xp.int64, device=device)
    key_positions = xp.arange(n_keys, device=device)
    return key_positions < lengths[:, None, None]  # (batch, 1, n_keys)
