"""An answer that is still the dots of its cell is told no mistake, and how to start.

The numbers asked for are told again; what a function is to do stands above its cell.
"""

import numpy as np
import pytest
from glassbox import check
from glassbox.exercises._engine import Exercise

EXERCISES = list(check)
WITH_CODE = [exercise for exercise in EXERCISES if isinstance(exercise, Exercise)]
BY_HAND = [exercise for exercise in EXERCISES if not isinstance(exercise, Exercise)]


def assert_not_started(exercise, answer):
    verdict = exercise.examine(answer)
    assert not verdict.passed and verdict.wrong is None
    first, *task, last = verdict.text.splitlines()
    assert first == f"○ {exercise.name}: not started."
    told = "" if isinstance(exercise, Exercise) else exercise.task
    assert all(line.startswith("  ") for line in task)
    assert " ".join(task).split() == told.split()
    hints = f"hint=1) gives the first of {len(exercise.hints)} hints."
    assert last == f"  Stuck? check.{exercise.name}({hints}"
    assert max(map(len, verdict.text.splitlines()[:-1])) <= 76


@pytest.mark.parametrize("exercise", WITH_CODE, ids=lambda exercise: exercise.name)
def test_a_function_that_returns_dots_alone_or_among_others_is_not_started(exercise):
    for dots in (..., (..., ...), [np.zeros(3), ...]):
        assert_not_started(exercise, lambda *_, dots=dots: dots)


@pytest.mark.parametrize("exercise", BY_HAND, ids=lambda exercise: exercise.name)
def test_numbers_with_dots_among_them_are_not_started(exercise):
    count = np.size(exercise.answer)
    assert_not_started(exercise, ...)
    assert_not_started(exercise, [...] * count)
    assert_not_started(exercise, [0.5] * (count - 1) + [...])


def test_dots_in_a_later_case_are_an_answer_like_any_other():
    verdict = check.softmax.examine(
        lambda z: check.softmax.reference(z) if z.ndim == 1 else ...
    )
    assert verdict.text.startswith("✗ softmax: not quite.\n  Case 2 of 9")
    assert "Your function returned an ellipsis" in verdict.text


def test_a_stub_keeps_the_form_in_which_it_is_called():
    def by_name(z, *, temperature):
        return ...

    assert_not_started(check.softmax_with_temperature, by_name)
    said = " ".join(check.softmax_with_temperature.examine(lambda z: ...).text.split())
    assert "takes 1 positional argument but 2 were given" in said
