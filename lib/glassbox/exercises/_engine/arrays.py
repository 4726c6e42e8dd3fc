"""What the exercises' tables share: arrays to put in, one array to compare."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .compare import as_array


def floats(*values: object) -> np.ndarray:
    """Return the values as a float64 array."""
    return np.array(values, dtype=float)


def output_alone(function: Callable) -> Callable:
    """Take the first of several results: the output, where weights come along."""

    @functools.wraps(function, updated=())
    def first(*arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        return result[0] if isinstance(result, tuple) and result else result

    return first


class InParts(np.ndarray):
    """Several results in one array, to compare; each is shown under its name."""

    parts: dict[str, np.ndarray]

    @classmethod
    def joined(cls, parts: dict[str, np.ndarray]) -> "InParts":
        """Lay them one below the other; zeros fill up the rows that are shorter."""
        tables = [np.atleast_2d(part) for part in parts.values()]
        width = max(table.shape[-1] for table in tables)
        fill = [((0, 0), (0, width - table.shape[-1])) for table in tables]
        rows = [np.pad(*pair) for pair in zip(tables, fill, strict=True)]
        whole = np.concatenate(rows).view(cls)
        whole.parts = parts
        return whole


def stacked(function: Callable) -> Callable:
    """Join a pair of results into one array, which can be compared like any other."""

    @functools.wraps(function, updated=())
    def joined(*arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        if isinstance(result, tuple) and len(result) == 2:
            return np.stack([as_array(part) for part in result])
        return result

    return joined
