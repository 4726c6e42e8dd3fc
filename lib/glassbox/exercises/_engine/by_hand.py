"""Exercises that are answered with numbers worked out by hand."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...words import fill
from ...words import translated as _
from .exercise import Asked, Verdict, Wrong, mistake_text
from .run import repeatable
from .texts import numbers, wrapped

TO_TWO_DECIMALS = 0.0055  # half of 0.01, and some room for how 0.005 is rounded


@dataclass(frozen=True, kw_only=True, repr=False)
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
        except Exception:  # whatever an odd object raises when it is read
            given = np.full(0, np.nan)
        if given.shape != expected.shape:
            form = _("The answer is one number; got {got}.")
            if expected.ndim:
                form = _("The answer is a list of {n} numbers; got {got}.")
            got = repeatable(repr(answer), 80)
            return self.not_yet(wrapped(fill(form, n=str(expected.size), got=got)))
        off = ~np.isclose(given, expected, rtol=0, atol=self.tolerance)
        if not off.any():
            form = _("✓ {name}: right. With four digits: {numbers}.")
            text = fill(form, name=self.name, numbers=numbers(expected))
            return Verdict(True, text)
        wrong = self._known_mistake(given)
        return self.not_yet(
            "  " + fill(_("You gave {numbers}."), numbers=numbers(given)),
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


def _which(off: np.ndarray) -> str:
    if off.ndim == 0:
        return "  " + _("It is not the right number yet.")
    form = _("Of the {n} numbers, look again at: {places} (from the left).")
    places = ", ".join(str(place + 1) for place in np.flatnonzero(off))
    return "  " + fill(form, n=str(off.size), places=places)
