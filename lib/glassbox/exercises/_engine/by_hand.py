"""Exercises that are answered with numbers worked out by hand."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...words import fill
from ...words import translated as _
from .exercise import Asked, Verdict, Wrong, has_dots, mistake_forms, mistake_text
from .run import repeatable
from .texts import numbers, wrapped

TO_TWO_DECIMALS = 0.0055  # half of 0.01, and some room for how 0.005 is rounded


@dataclass(frozen=True, kw_only=True, repr=False)
class ByHand(Asked):
    """An exercise that is answered with one number or a list of them.

    Each number has a short name among the parts. An answer counts as right when it is
    off by at most `tolerance`, half a unit of the last digit asked for and a little
    more. Of each wrong variant, the examples are answers.
    """

    parts: tuple[str, ...]
    answer: Any
    tolerance: float
    wrongs: tuple[Wrong, ...]

    def __post_init__(self) -> None:
        """Require a name for each number."""
        if len(self.parts) != np.size(self.answer):
            raise ValueError(
                f"parts must name each of the answer's {np.size(self.answer)} numbers; "
                f"got {self.parts}"
            )

    def examine(self, answer: Any) -> Verdict:
        """Compare the numbers given with the right ones."""
        if has_dots(answer):
            return self.not_started(wrapped(_(self.task)))
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
        forms = _forms()
        if not off.any():
            exact = (expected == expected.round(2)).all()  # no more digits to tell
            form = forms["right_exact" if exact else "right"]
            filled = {"name": self.name, "numbers": numbers(expected)}
            return Verdict(True, fill(form, **filled))
        wrong = self._known_mistake(given, off)
        return self.not_yet(
            "  " + fill(forms["given"], numbers=numbers(given)),
            self._which(off) if wrong is None else "",
            mistake_text(wrong),
            wrong=wrong,
        )

    def as_data(self) -> dict[str, Any]:
        """Return what a page needs to examine answers without Python, translated."""
        return {
            "name": self.name,
            "task": _(self.task),
            "parts": [_(part) for part in self.parts],
            "hints": self.translated_hints(),
            "answer": np.asarray(self.answer, dtype=float).tolist(),
            "tolerance": self.tolerance,
            "wrongs": [_as_data(wrong) for wrong in self.wrongs],
            "forms": _forms(),
        }

    def _known_mistake(self, given: np.ndarray, off: np.ndarray) -> Wrong | None:
        """Find the mistake that gives these numbers, and is in one that is off.

        Else take one whose wrong numbers are all among these: the rest may be off, too.
        """
        examples = [(wrong, one) for wrong in self.wrongs for one in wrong.examples]
        for whole in (True, False):
            for wrong, example in examples:
                # Rounded to as many digits as the right answer, whatever its size.
                room = self.tolerance * np.maximum(1, np.abs(np.nan_to_num(example)))
                alike = np.isclose(given, example, rtol=0, atol=room, equal_nan=True)
                same = np.isclose(example, self.answer, rtol=0, atol=self.tolerance)
                fits = alike if whole else alike | same
                if np.all(fits) and np.any(off & ~same):
                    return wrong
        return None

    def _which(self, off: np.ndarray) -> str:
        forms = _forms()
        if off.ndim == 0:
            return wrapped(forms["off"])
        names = (_(self.parts[place]) for place in np.flatnonzero(off))
        places = forms["and"].join(names)
        return wrapped(fill(forms["off_at"], n=str(off.size), places=places))


def _forms() -> dict[str, str]:
    """Return the sentences about numbers, to be filled in."""
    return {
        "right": _("✓ {name}: right. With four digits: {numbers}."),
        "right_exact": _("✓ {name}: right."),
        "given": _("You gave {numbers}."),
        "off": _("It is not the right number yet."),
        "off_at": _("Of the {n} numbers, look again at: {places}."),
        "and": _("; "),
        **mistake_forms(),
    }


def _as_data(wrong: Wrong) -> dict[str, Any]:
    # The page's fields give finite numbers alone, and JSON has no others.
    finite = (example for example in wrong.examples if np.isfinite(example).all())
    return {
        "diagnosis": _(wrong.diagnosis),
        "look_at": _(wrong.look_at),
        "examples": [np.asarray(example, dtype=float).tolist() for example in finite],
    }
