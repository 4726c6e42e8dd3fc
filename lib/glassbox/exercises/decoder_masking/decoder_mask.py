"""The exercise decoder_mask, of the chapter decoder_masking."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ...kernels.masks import causal_mask, padding_mask
from .._engine import Case, Exercise, Wrong, as_array


def as_numbers(function: Callable) -> Callable:
    """Make a boolean result one of 0 and 1, which can be compared like any other."""
    if hasattr(function, "gives_numbers"):
        return function

    @functools.wraps(function, updated=())
    def converted(*arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        if result is None or isinstance(result, (list, tuple)):
            return result
        array = as_array(result)
        if array.dtype != bool:
            raise TypeError(f"a mask is boolean, True = may attend; got {array.dtype}")
        return array.astype(float)

    converted.gives_numbers = True
    return converted


@as_numbers
def _mask(lengths: list[int], n: int) -> np.ndarray:
    return causal_mask(n) & padding_mask(lengths, n)


@as_numbers
def _exchanged(lengths: list[int], n: int) -> np.ndarray:
    return ~(causal_mask(n) & padding_mask(lengths, n))


@as_numbers
def _triu_kept(lengths: list[int], n: int) -> np.ndarray:
    return ~causal_mask(n) & padding_mask(lengths, n)


@as_numbers
def _transposed(lengths: list[int], n: int) -> np.ndarray:
    return causal_mask(n).T & padding_mask(lengths, n)


@as_numbers
def _without_the_diagonal(lengths: list[int], n: int) -> np.ndarray:
    return ~causal_mask(n).T & padding_mask(lengths, n)


@as_numbers
def _either(lengths: list[int], n: int) -> np.ndarray:
    return causal_mask(n) | padding_mask(lengths, n)


@as_numbers
def _padding_seen(lengths: list[int], n: int) -> np.ndarray:
    return causal_mask(n) & np.ones((len(lengths), 1, n), dtype=bool)


@as_numbers
def _future_seen(lengths: list[int], n: int) -> np.ndarray:
    return np.ones((n, n), dtype=bool) & padding_mask(lengths, n)


@as_numbers
def _queries_hidden(lengths: list[int], n: int) -> np.ndarray:
    return causal_mask(n) & padding_mask(lengths, n).mT


@as_numbers
def _too_long(lengths: list[int], n: int) -> np.ndarray:
    real = np.arange(n) <= np.array(lengths)[:, None, None]
    return causal_mask(n) & real


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Take other lengths; 0 and the whole stay what they are."""
    n = case["n"] + int(rng.integers(1, 5))
    drawn = rng.integers(1, n, len(case["lengths"])).tolist()
    pairs = zip(case["lengths"], drawn, strict=True)
    return {
        "lengths": [{0: 0, case["n"]: n}.get(old, new) for old, new in pairs],
        "n": n,
    }


EXERCISE = Exercise(
    task="Write f(lengths, n): the decoder's mask for a batch of padded sequences, "
    "boolean, of shape (batch, n, n). True = may attend: the key is neither later than "
    "the query nor padding.",
    hints=(
        "np.arange(n) gives the positions. A comparison of positions is a mask.",
        "Queries are rows: positions[:, None]. Keys are columns: positions[None, :].",
        "The lengths need two axes more, [:, None, None], to say something about each "
        "sequence. Both rules must hold.",
    ),
    reference=_mask,
    adapt=as_numbers,
    fresh=_fresh,
    cases=(
        Case("one sequence, no padding", {"lengths": [3], "n": 3}),
        Case("the second is padded", {"lengths": [4, 2], "n": 4}),
        Case("three sequences", {"lengths": [1, 2, 1], "n": 2}),
        Case("a sequence of padding alone", {"lengths": [0, 3], "n": 3}),
    ),
    wrongs=(
        Wrong(
            "this is the mask with True and False swapped: True = may attend.",
            "the direction of your comparisons, or a ~.",
            (_exchanged,),
        ),
        Wrong(
            "the causal part is inverted: it shows the future and hides the past.",
            "which of triu and tril you keep: rows are queries.",
            (_triu_kept, _transposed),
        ),
        Wrong(
            "a token may not attend to itself: it loses its own input.",
            "<= or <, on the diagonal.",
            (_without_the_diagonal,),
        ),
        Wrong(
            "the two are combined with or: a key that one rule forbids is let through "
            "by the other.",
            "| or &.",
            (_either,),
        ),
        Wrong(
            "padding is not hidden.",
            "lengths.",
            (_padding_seen,),
        ),
        Wrong(
            "later tokens are not hidden.",
            "the causal rule.",
            (_future_seen,),
        ),
        Wrong(
            "padded queries are hidden, and padded keys are not.",
            "the axis of your padding mask: keys are columns.",
            (_queries_hidden,),
        ),
        Wrong(
            "one padded token too many is let through: positions count from 0.",
            "< or <=, with the lengths.",
            (_too_long,),
        ),
    ),
)
