"""What the exercises of writing_costs share: a cache's bytes, and joined results."""

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...words import translated as _
from .._engine import InParts, as_array

Array = np.ndarray
KIB, MIB, GIB = 2**10, 2**20, 2**30


def cache_bytes(
    layers: int, heads: int, d_head: int, number: float, *, kinds: int = 2
) -> float:
    """Return the bytes of one token: so many heads of keys and values, per layer."""
    return math.prod((kinds, layers, heads, d_head, number))


def joined(function: Callable) -> Callable:
    """Lay three results one below the other, and show each under its name."""

    @functools.wraps(function, updated=())
    def table(*arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        if not isinstance(result, tuple) or len(result) != 3:
            return result
        names = (_("output"), _("keys"), _("values"))
        parts = map(as_array, result)
        return InParts.joined(dict(zip(names, parts, strict=True)))

    return table
