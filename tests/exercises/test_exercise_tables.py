"""Every wrong variant of every exercise is caught, and named as what it is."""

import doctest
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import glassbox
import glassbox.exercises
import numpy as np
import pytest
from glassbox import check
from glassbox.exercises import Checks
from glassbox.exercises._engine import ByHand, Exercise

CHAPTERS = Path(__file__).parents[2] / "chapters"
EXERCISES = list(check)
WITH_CODE = [exercise for exercise in EXERCISES if isinstance(exercise, Exercise)]
BY_HAND = [exercise for exercise in EXERCISES if isinstance(exercise, ByHand)]
WRONG_EXAMPLES = [
    pytest.param(exercise, wrong, example, id=f"{exercise.name}-{number}-{which}")
    for exercise in EXERCISES
    for number, wrong in enumerate(exercise.wrongs)
    for which, example in enumerate(wrong.examples)
]


def spaced(text):
    """Return a text with one plain space wherever it may or may not break."""
    return " ".join(text.split())


@pytest.mark.parametrize(("exercise", "wrong", "example"), WRONG_EXAMPLES)
def test_wrong_variant_is_caught_and_named(exercise, wrong, example):
    verdict = exercise.examine(example)
    assert not verdict.passed
    assert verdict.wrong is wrong
    assert "Known mistake: " in verdict.text  # all cases agree, not just the first
    said = spaced(verdict.text)
    assert spaced(wrong.diagnosis) in said
    assert f"Look at: {spaced(wrong.look_at)}" in said
    assert max(map(len, verdict.text.splitlines())) <= 80


@pytest.mark.parametrize("exercise", WITH_CODE, ids=lambda exercise: exercise.name)
def test_the_reference_passes_and_every_case_is_named(exercise):
    verdict = exercise.examine(exercise.reference)
    assert verdict.passed
    for case in exercise.cases:
        assert case.note in " ".join(verdict.text.split())


@pytest.mark.parametrize("exercise", BY_HAND, ids=lambda exercise: exercise.name)
def test_answers_rounded_as_asked_pass_and_others_do_not(exercise):
    right = np.asarray(exercise.answer)
    assert exercise.examine(right.round(2)).passed
    assert exercise.examine(right.round(2).tolist()).passed
    assert not exercise.examine(right + 0.02).passed
    assert not exercise.examine(right * np.nan).passed


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_hints_come_in_steps_and_give_no_code_away(exercise, capsys):
    assert len(exercise.hints) >= 3
    for number, hint in enumerate(exercise.hints, 1):
        exercise(hint=number)
        printed = " ".join(capsys.readouterr().out.split())
        assert printed == spaced(f"Hint {number} of {len(exercise.hints)}: {hint}")
        assert "return" not in hint and "lambda" not in hint and "np.exp(" not in hint
    exercise(hint=len(exercise.hints) + 1)
    assert f"hint=1 to hint={len(exercise.hints)}" in capsys.readouterr().out


def test_by_hand_does_not_give_the_answer_away():
    verdict = check.softmax_by_hand.examine([0.09, 0.20, 0.71])
    parts = [f"p for score {score}" for score in (2, 3)]
    asked = "look again at: " + "; ".join(parts) + "."
    assert asked in " ".join(verdict.text.split())
    assert "0.24" not in verdict.text and "0.67" not in verdict.text


@pytest.mark.parametrize("exercise", BY_HAND, ids=lambda exercise: exercise.name)
def test_each_number_has_a_short_name_of_its_own(exercise):
    assert len(set(exercise.parts)) == np.size(exercise.answer)
    assert max(map(len, exercise.parts)) <= 50
    assert not any(part.endswith((".", ":")) or ";" in part for part in exercise.parts)


def test_parts_that_are_not_as_many_as_the_numbers_are_refused():
    with pytest.raises(ValueError, match="each of the answer's 3 numbers; got .'a',"):
        replace(check.softmax_by_hand, parts=("a", "b"))


@pytest.mark.parametrize("exercise", BY_HAND, ids=lambda exercise: exercise.name)
def test_what_a_page_is_given_is_json_and_has_all_that_can_be_said(exercise):
    data = json.loads(json.dumps(exercise.as_data(), allow_nan=False))
    assert data["task"] == exercise.task and data["hints"] == list(exercise.hints)
    assert np.array_equal(data["answer"], exercise.answer)
    assert isinstance(data["answer"], list) == bool(np.ndim(exercise.answer))
    for wrong, given in zip(exercise.wrongs, data["wrongs"], strict=True):
        assert given["diagnosis"] == wrong.diagnosis
        assert given["look_at"] == wrong.look_at
        assert 0 < len(given["examples"]) <= len(wrong.examples)


class Unreadable:
    def __array__(self, *_, **__):
        raise RuntimeError("no")


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "a",
        [0.1, 0.9],
        5,
        [[0.1], [0.2]],
        [1, [2, 3], 4],
        {},
        10**400,
        Unreadable(),
    ],
)
def test_by_hand_says_what_it_wants_when_something_else_comes(answer):
    verdict = check.softmax_by_hand.examine(answer)
    assert not verdict.passed
    said = spaced(verdict.text)
    assert "The answer is a list of 3 numbers; got " in said


def test_two_mistakes_at_once_name_the_one_that_shows_first():
    def whole_sum_and_clipped(z):
        e = np.exp(z.clip(-500, 500))
        return e / e.sum()

    verdict = check.softmax.examine(whole_sum_and_clipped)
    said = spaced(verdict.text)
    assert "Looks like a known mistake: your whole array sums to 1" in said


def test_an_unknown_mistake_is_shown_in_numbers_and_not_named():
    verdict = check.softmax.examine(lambda z: np.sin(z))
    assert verdict.wrong is None
    assert "mistake" not in verdict.text
    assert "expected      [0.09003, 0.2447, 0.6652]" in verdict.text
    assert "got           [0.8415, 0.9093, 0.1411]" in verdict.text


def test_a_difference_behind_the_fourth_digit_is_shown_too():
    verdict = check.softmax.examine(lambda z: check.softmax.reference(z) + 4e-6)
    assert "difference    up to 4e-06" in verdict.text


def test_a_missing_error_is_asked_for_by_name():
    verdict = check.softmax_with_temperature.examine(
        lambda z, t: check.softmax_with_temperature.reference(z, abs(t))
    )
    assert "temperature   -1.0" in verdict.text
    assert "expected      a ValueError" in verdict.text


def test_the_temperature_may_be_passed_by_position_or_by_name_only():
    reference = check.softmax_with_temperature.reference

    def by_name(z, *, temperature):
        return reference(z, temperature)

    def named_after_another(z, axis=-1, temperature=1.0):
        assert axis == -1
        return reference(z, temperature)

    def otherwise_named(values, t):
        return reference(values, t)

    for function in (by_name, named_after_another, otherwise_named):
        assert check.softmax_with_temperature.examine(function).passed


def test_a_pair_of_results_is_compared_as_one():
    examine = check.batch_statistics.examine

    def pair(x):
        tokens = x.reshape(-1, x.shape[-1])
        return tokens.mean(axis=0), tokens.var(axis=0)

    assert examine(pair).passed
    assert examine(glassbox.batch_statistics).passed  # a named tuple
    assert "reverse order" in examine(lambda x: pair(x)[::-1]).text
    assert "Did you forget `return`?" in examine(lambda x: None).text
    assert "shape         expected (2, 2), got (2,)" in examine(lambda x: x[0]).text


def test_a_pair_of_unequal_shapes_is_shown_in_two_parts_and_not_as_our_error():
    verdict = check.batch_statistics.examine(lambda x: (x.mean(axis=0), x.var()))
    assert not verdict.passed and "Error" not in verdict.text
    shown = verdict.text[verdict.text.index("    got ") :]
    assert re.search(r"first:\s+\[4, 51\]\s+second:\s+\d", shown)
    nested = check.batch_statistics.examine(lambda x: (x.mean(0)[None], x.var(0)))
    assert not nested.passed and "[[4, 51]]" in nested.text


def test_the_normalization_kernels_pass():
    assert check.layer_norm.examine(glassbox.layer_norm).passed
    assert check.residual_connection.examine(glassbox.residual_connection).passed


def test_an_unknown_exercise_says_which_there_are():
    with pytest.raises(AttributeError, match="no exercise 'sofmax'; .* softmax,"):
        _ = check.sofmax
    assert {exercise.name for exercise in EXERCISES} == set(dir(check))


def test_a_table_is_imported_when_its_exercise_is_asked_for_and_no_sooner():
    code = """
import sys
from glassbox import check

def tables():
    modules = (m for m in sys.modules if m.startswith("glassbox.exercises."))
    return [m for m in modules if "_engine" not in m]

dir(check), hasattr(check, "sofmax"), tables(), print(tables())
check.score_spread, print(tables()[1:])
"""
    command = [sys.executable, "-c", code]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    table = "glassbox.exercises.scaled_dot_product_attention.score_spread"
    assert out.splitlines() == ["[]", str([table])]


def test_exercises_have_the_names_of_their_files_and_folders_those_of_chapters():
    folder = Path(glassbox.exercises.__file__).parent
    files = [f for f in folder.rglob("*.py") if "/_" not in f.as_posix()]
    assert sorted(f.stem for f in files) == dir(check)
    slugs = {notebook.stem for notebook in CHAPTERS.glob("*.ipynb")}
    assert {file.parent.name for file in files} <= slugs


def test_each_exercise_that_a_chapter_calls_is_found_in_its_own_folder():
    for notebook in CHAPTERS.glob("*.ipynb"):
        for name in set(re.findall(r"check\.(\w+)\(", notebook.read_text("utf-8"))):
            getattr(check, name)
            module = f"glassbox.exercises.{notebook.stem}.{name}"
            assert module in sys.modules, f"{notebook.stem} calls check.{name}"


def test_two_exercises_of_one_name_are_refused(tmp_path):
    for chapter in ("feed_forward", "output_head"):
        (tmp_path / chapter).mkdir()
        (tmp_path / chapter / "__init__.py").touch()
        (tmp_path / chapter / "_shared.py").touch()
    (tmp_path / "feed_forward" / "bend.py").touch()
    assert dir(Checks(tmp_path)) == ["bend"]
    (tmp_path / "output_head" / "bend.py").touch()
    with pytest.raises(ImportError, match="two exercises .*feed_forward.*output_head"):
        Checks(tmp_path)


@pytest.mark.parametrize("exercise", WITH_CODE, ids=lambda exercise: exercise.name)
def test_each_diagnosis_is_given_once(exercise):
    diagnoses = [wrong.diagnosis for wrong in exercise.wrongs]
    assert len(set(diagnoses)) == len(diagnoses)


def test_docstring_example():
    result = doctest.testmod(glassbox.exercises)
    assert result.attempted == 2 and result.failed == 0
