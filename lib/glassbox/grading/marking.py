"""Marks what a submission's process returned; answers are known here alone.

An exercise gives 3 points if it is right in every case, 1 if in at least half of them,
else 0. By hand its numbers are what cases are to a function. A credit for each case
would be generous: a softmax over the whole array is right in every case of one row.
"""

from dataclasses import dataclass

import numpy as np

from ..exercises._engine import ByHand, Exercise
from ..exercises._engine.compare import is_right
from ..exercises._engine.exercise import Asked
from ..exercises._engine.run import Outcome, TimeIsUp
from ..words import fill
from ..words import translated as _
from .values import unpack

FULL, PART = 3, 1


@dataclass(frozen=True)
class Mark:
    """What an answer earned, and what is said of it."""

    name: str
    points: int
    text: str
    found: str = ""  # the mistake, in words that are the same for all who made it


def question_of(exercise: Asked, stub: str) -> dict:
    """Return what the worker is told: inputs, and no answers."""
    by_hand = not isinstance(exercise, Exercise)
    return {
        "name": exercise.name,
        "stub": stub,
        "closed": () if by_hand else exercise.closed,
        "cases": None if by_hand else [case.arguments for case in exercise.cases],
    }


def mark(exercise: Asked, lines: list[dict]) -> Mark:
    """Mark one exercise by the lines that came back about it, whatever they say."""
    lines = [line for line in lines if line.get("name") == exercise.name]
    said = {line["case"]: line for line in lines if isinstance(line.get("case"), int)}
    errors = [text for line in lines if isinstance(text := line.get("error"), str)]
    error = next(filter(None, errors), "")
    first = said.get(0, {})
    if first.get("dots") is True:
        found = _("not started")
        return Mark(exercise.name, 0, exercise.not_started().text, found)
    if first.get("missing") is True:
        found = _("no answer")
        form = _("No answer was found: neither check.{name}(…) nor its function ran.")
        said_so = fill(form, name=exercise.name)
        return Mark(exercise.name, 0, _with_error(said_so, error), found)
    late = any(line.get("late") is True for line in lines)
    judge = _by_hand if isinstance(exercise, ByHand) else _function
    try:
        right, verdict = judge(exercise, said, late)
    except Exception:  # a value that breaks what reads it is no answer
        text = fill(_("The answer to {name} can't be read."), name=exercise.name)
        return Mark(exercise.name, 0, text, _("no answer"))
    points = FULL if all(right) else PART if 2 * sum(right) >= len(right) else 0
    if verdict.passed:
        return Mark(exercise.name, points, verdict.text)
    found = _("another mistake") if verdict.wrong is None else verdict.wrong.diagnosis
    return Mark(exercise.name, points, _with_error(verdict.text, error), _(found))


def _function(exercise: Exercise, said: dict, late: bool) -> tuple:
    got = []
    for number in range(len(exercise.cases)):
        nothing = Outcome(error=TimeIsUp() if late else SystemExit())
        got.append(unpack(said[number]) if number in said else nothing)
        late = late or isinstance(got[-1].error, TimeIsUp)
    pairs = zip(got, exercise.expected(), strict=True)
    return [is_right(*pair) for pair in pairs], exercise.verdict(got)


def _by_hand(exercise: ByHand, said: dict, late: bool) -> tuple:
    given = unpack(said.get(0, {})).value
    verdict = exercise.examine(given)
    right = np.full(np.size(exercise.answer), verdict.passed)
    if isinstance(given, np.ndarray) and given.shape == np.shape(exercise.answer):
        close = np.isclose(given, exercise.answer, rtol=0, atol=exercise.tolerance)
        right = np.atleast_1d(close)
    return right.tolist(), verdict


def _with_error(text: str, error: str) -> str:
    if not error:
        return text
    if error == "TimeIsUp":
        return f"{text}\n  " + _("The cells that it needs did not come to an end.")
    form = _("A cell that it needs stopped with: {error}")
    return f"{text}\n  " + fill(form, error=error)
