"""Scores of which only one block can be computed with at a time, as on a chip."""

import functools
from collections.abc import Callable
from types import TracebackType
from typing import Any

import numpy as np


class Scores(np.ndarray):
    """A row of scores that refuses sums, maxima and exponentials beyond its room.

    It may be cut, and looked at. What is computed from a block is an ordinary array.
    """

    room: int = 0

    def __array_finalize__(self, whole: Any) -> None:
        """Give a part of the row the same room as the whole."""
        self.room = getattr(whole, "room", 0)

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any
    ) -> Any:
        """Compute with a block; refuse more than that."""
        for one in inputs:
            if isinstance(one, Scores) and one.size > one.room:
                raise MemoryError(
                    f"{ufunc.__name__} of {one.size} scores; a block has {one.room}"
                )
        if "out" in options:
            options["out"] = tuple(map(_plain, options["out"]))
        return getattr(ufunc, method)(*map(_plain, inputs), **options)


def _plain(one: Any) -> Any:
    return one.view(np.ndarray) if isinstance(one, Scores) else one


def one_block_at_a_time(function: Callable) -> Callable:
    """Hand over the scores, the first argument, with room for block_size of them."""

    @functools.wraps(function, updated=())
    def confined(scores: Any, *arguments: Any, **named: Any) -> Any:
        watched = np.asarray(scores).view(Scores)
        watched.room = named["block_size"] if "block_size" in named else arguments[-1]
        try:
            return function(watched, *arguments, **named)
        except MemoryError as error:
            raise error.with_traceback(_down_to_own_line(error, function)) from None

    return confined


def _down_to_own_line(error: MemoryError, function: Callable) -> TracebackType | None:
    """End the way to the error in the function's own file: not inside NumPy."""
    own = getattr(getattr(function, "__code__", None), "co_filename", None)
    way = error.__traceback__
    last, step = None, way
    while step is not None:
        last = step if step.tb_frame.f_code.co_filename == own else last
        step = step.tb_next
    if last is not None:
        last.tb_next = None
    return way
