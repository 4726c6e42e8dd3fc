"""What the exercises' tables share: arrays to put in, one array to compare."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ...words import translated as _
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
        tables = [_rows(part) for part in parts.values()]
        width = max(table.shape[-1] for table in tables)
        fill = [((0, 0), (0, width - table.shape[-1])) for table in tables]
        rows = [np.pad(*pair) for pair in zip(tables, fill, strict=True)]
        whole = np.concatenate(rows).view(cls)
        whole.parts = parts
        return whole


def _rows(part: np.ndarray) -> np.ndarray:
    """Lay an array of any number of axes out as a table."""
    part = np.atleast_1d(part)
    return part.reshape(-1, part.shape[-1]) if part.size else part.reshape(0, 0)


def stacked(function: Callable) -> Callable:
    """Join a pair of results into one array, which can be compared like any other.

    A pair of unequal shapes, which is wrong, is joined in parts, so as to be shown.
    """

    @functools.wraps(function, updated=())
    def joined(*arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        if isinstance(result, tuple) and len(result) == 2:
            pair = [as_array(part) for part in result]
            if pair[0].shape == pair[1].shape:
                return np.stack(pair)
            row = np.concatenate([part.ravel() for part in pair]).view(InParts)
            row.parts = {_("first"): pair[0], _("second"): pair[1]}
            return row
        return result

    return joined
