"""The exercise stretched_positions, of the chapter rotary_positions."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .._engine import Case, Exercise, Wrong

Array = np.ndarray


def stretched_positions(n: int, trained: int) -> Array:
    """Return 0 ... n - 1, squeezed into the trained length where they don't fit."""
    return np.arange(n) * min(1.0, trained / n)


def _as_floats(function: Callable) -> Callable:
    """Let a text that fits have whole numbers of whatever dtype."""

    @functools.wraps(function, updated=())
    def given(*arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        whole = isinstance(result, np.ndarray) and result.dtype.kind in "iu"
        return result.astype(float) if whole else result

    return given


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Take another trained length, and a text as much longer."""
    trained = 2 * int(rng.integers(3, 60))
    ratio = case["n"] / case["trained"]
    return {"n": int(ratio * trained), "trained": trained}


EXERCISE = Exercise(
    task="Write f(n, trained): the positions of n tokens. Where n is more than "
    "trained, squeeze 0 ... n - 1 to steps of trained / n; a text that fits keeps its "
    "whole numbers.",
    hints=(
        "All positions are multiplied by the same factor, so that the steps stay even.",
        "A text twice as long as the trained one gets steps of 1/2.",
        "The factor is trained / n, but never more than 1.",
    ),
    reference=stretched_positions,
    adapt=_as_floats,
    fresh=_fresh,
    cases=(
        Case("twice as long as trained", {"n": 8, "trained": 4}),
        Case("one and a half times as long", {"n": 6, "trained": 4}),
        Case("as long as trained", {"n": 4, "trained": 4}),
        Case("a text that fits", {"n": 3, "trained": 4}),
    ),
    wrongs=(
        Wrong(
            "all tokens from the end of the trained length on share one position.",
            "how the last two tokens are told apart.",
            (lambda n, trained: np.minimum(np.arange(n), trained - 1.0),),
        ),
        Wrong(
            "positions start again at 0 at the end of the trained length: distant "
            "tokens get the same one.",
            "how the first token is told from the first one beyond that length.",
            (lambda n, trained: np.arange(n) % float(trained),),
        ),
        Wrong(
            "the factor is upside down: positions reach even further.",
            "the last position: it must lie below trained.",
            (
                lambda n, trained: np.arange(n) * max(1.0, n / trained),
                lambda n, trained: np.arange(n) * n / trained,
            ),
        ),
        Wrong(
            "a text that fits is stretched too; it keeps its whole numbers.",
            "the factor for a short text.",
            (lambda n, trained: np.arange(n) * trained / n,),
        ),
        Wrong(
            "positions are rounded: several tokens get the same one.",
            "a division with two slashes, or a rounding.",
            (
                lambda n, trained: np.floor(np.arange(n) * min(1.0, trained / n)),
                lambda n, trained: np.round(np.arange(n) * min(1.0, trained / n)),
            ),
        ),
        Wrong(
            "the last token is at trained - 1. With steps of trained / n, it gets "
            "closer to trained, and stays below it.",
            "the number that you divide by.",
            (
                lambda n, trained: (
                    np.linspace(0, trained - 1, n)
                    if n > trained
                    else np.arange(n) * 1.0
                ),
            ),
        ),
        Wrong(
            "the positions are shifted, not squeezed: the first ones lie below 0.",
            "the first position: it is always 0.",
            (lambda n, trained: np.arange(n) - max(0.0, float(n - trained)),),
        ),
        Wrong(
            "nothing is squeezed: the positions run past the trained length.",
            "where trained comes in.",
            (lambda n, trained: np.arange(n) * 1.0,),
        ),
    ),
)
