"""What the exercises of writing_costs share: a cache's bytes, and joined results."""

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .._engine import as_array

Array = np.ndarray
KIB, MIB, GIB = 2**10, 2**20, 2**30


def cache_bytes(
    layers: int, heads: int, d_head: int, number: float, *, kinds: int = 2
) -> float:
    """Return the bytes of one token: so many heads of keys and values, per layer."""
    return math.prod((kinds, layers, heads, d_head, number))


def joined(function: Callable) -> Callable:
    """Lay three results one below the other: output, keys, values.

    Where values are narrower than keys, zeros fill up their rows.
    """

    @functools.wraps(function, updated=())
    def table(*arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        if not isinstance(result, tuple) or len(result) != 3:
            return result
        parts = [np.atleast_2d(as_array(part)) for part in result]
        width = max(part.shape[-1] for part in parts)
        fill = [((0, 0), (0, width - part.shape[-1])) for part in parts]
        return np.concatenate([np.pad(*pair) for pair in zip(parts, fill, strict=True)])

    return table
