"""Exercises that are answered with numbers worked out by hand."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .exercise import Asked, Verdict, Wrong, mistake_text
from .run import repeatable
from .texts import numbers, wrapped


@dataclass(frozen=True, repr=False)
class ByHand(Asked):
    """An exercise that is answered with one number or a list of them.

    An answer counts as right when it is off by at most `tolerance`, half a unit of
    the last digit asked for and a little more. Of each wrong variant, the examples
    are answers.
    """

    answer: Any
    tolerance: float
    wrongs: tuple[Wrong, ...]

    def examine(self, answer: Any) -> Verdict:
        """Compare the numbers given with the right ones."""
        expected = np.asarray(self.answer, dtype=float)
        try:
            given = np.asarray(answer, dtype=float)
        except (TypeError, ValueError):
            given = np.full(0, np.nan)
        if given.shape != expected.shape:
            wanted, came = _wanted(expected), repeatable(repr(answer), 80)
            return self.not_yet(wrapped(f"The answer is {wanted}; got {came}."))
        off = ~np.isclose(given, expected, rtol=0, atol=self.tolerance)
        if not off.any():
            return self.passed(f"right. With four digits: {numbers(expected)}.")
        wrong = self._known_mistake(given)
        return self.not_yet(
            f"  You gave {numbers(given)}.",
            _which(off) if wrong is None else "",
            mistake_text(wrong),
            wrong=wrong,
        )

    def _known_mistake(self, given: np.ndarray) -> Wrong | None:
        for wrong in self.wrongs:
            for example in wrong.examples:
                # Rounded to as many digits as the right answer, whatever its size.
                room = self.tolerance * max(1, np.abs(example).max())
                if np.allclose(given, example, rtol=0, atol=room, equal_nan=True):
                    return wrong
        return None


def _wanted(expected: np.ndarray) -> str:
    if expected.ndim == 0:
        return "one number"
    return f"a list of {len(expected)} numbers"


def _which(off: np.ndarray) -> str:
    if off.ndim == 0:
        return "  It is not the right number yet."
    places = ", ".join(str(place + 1) for place in np.flatnonzero(off))
    return f"  Of the {off.size} numbers, look again at: {places} (from the left)."
