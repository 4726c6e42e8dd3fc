"""What the exercises on ids share: merging them, right and wrong."""

from collections.abc import Callable
from typing import Any

import numpy as np


def as_numbers(function: Callable) -> Callable:
    """Hand over lists, and take a list or an array of whole ids as floats."""

    def adapted(*given: Any, **named: Any) -> Any:
        given = [one.tolist() if isinstance(one, np.ndarray) else one for one in given]
        result = function(*given, **named)
        if isinstance(result, np.ndarray) and result.dtype.kind in "iu":
            return result.astype(float)
        if isinstance(result, (list, tuple)) and ... not in result:
            return np.array(result, float)
        return result

    return adapted


def merged(ids: Any, left: int, right: int, new: int) -> np.ndarray:
    """Join a pair of ids wherever it stands, from the left."""
    found, at = [], 0
    while at < len(ids):
        both = at + 1 < len(ids) and (ids[at], ids[at + 1]) == (left, right)
        found.append(new if both else ids[at])
        at += 2 if both else 1
    return np.array(found, float)
