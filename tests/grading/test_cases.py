"""Cases drawn from a secret: fresh, the same again, and as telling as the chapter's."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import CALLED, read, solutions
from glassbox import check
from glassbox.exercises._engine import Exercise
from glassbox.exercises._engine.run import run
from glassbox.grading import cases, marking, sandbox, submissions

CHAPTERS = Path(__file__).parents[2] / "chapters"
ASKED = submissions.chapters()
SEEDS = [str(number) for number in range(20)]
NAMES = [name for asked in ASKED.values() for name in asked]
WITH_CODE = [e for e in map(check.__getattr__, NAMES) if isinstance(e, Exercise)]
by_name = pytest.mark.parametrize("exercise", WITH_CODE, ids=lambda one: one.name)


def shapes(value):
    """Give shapes, dtypes, zeros, order and ties of the arrays in an argument."""
    if isinstance(value, np.ndarray):
        order = np.argsort(value, axis=-1, kind="stable")
        ties = np.diff(np.sort(value, axis=-1).astype(float), axis=-1) == 0
        yield value.shape, value.dtype, (value == 0).tolist()
        yield order.tolist(), ties.tolist()
    for part in getattr(value, "__dict__", {}).values():
        yield from shapes(part)


def printed(exercise):
    return [repr(sorted(case.arguments.items())) for case in exercise.cases]


@by_name
def test_the_same_secret_gives_the_same_cases_and_another_gives_others(exercise):
    one, again, other = (cases.with_fresh_cases(exercise, s) for s in ("a", "a", "b"))
    assert printed(one) == printed(again)
    changed = [x != y for x, y in zip(printed(one), printed(other), strict=True)]
    assert 2 * sum(changed) >= len(changed)
    assert [case.note for case in one.cases] == [case.note for case in exercise.cases]


@by_name
def test_fresh_numbers_keep_shapes_dtypes_zeros_and_ties(exercise):
    if exercise.fresh:  # its own way: ids and sizes change
        return
    fresh = cases.with_fresh_cases(exercise, "a")
    for old, new in zip(exercise.cases, fresh.cases, strict=True):
        for name, value in old.arguments.items():
            assert [*shapes(value)] == [*shapes(new.arguments[name])], (old.note, name)


@by_name
def test_every_wrong_variant_is_caught_and_named_by_fresh_cases(exercise):
    fresh = cases.with_fresh_cases(exercise, "a secret")
    for wrong in exercise.wrongs:
        for example in wrong.examples:
            adapted = fresh.adapt(example)
            got = [run(adapted, c.arguments, limited=False) for c in fresh.cases]
            assert fresh.verdict(got).wrong is wrong, wrong.diagnosis


@by_name
def test_an_answer_that_the_library_has_is_closed(exercise):
    import glassbox

    functions = (getattr(glassbox, name) for name in glassbox.__all__)
    functions = [f for f in functions if type(f) is type(shapes)]
    right = {f.__name__ for f in functions if exercise.examine(f).passed}
    assert right <= set(exercise.closed)


@pytest.mark.parametrize("slug", ASKED)
def test_every_folded_solution_passes_for_twenty_secrets(slug):
    """In the worker itself, among the chapter's cells; all secrets' cases at once."""
    path = CHAPTERS / f"{slug}.ipynb"
    cells = [cell.source for cell in read(path) if cell.cell_type == "code"]
    asked = [with_all_cases(getattr(check, name)) for name in ASKED[slug]]
    questions = [marking.question_of(e, ASKED[slug][e.name]) for e in asked]
    job = {"cells": cells + solutions(path), "questions": questions}
    said = sandbox.answers_of(job, sandbox.find_box()[0])
    for exercise in asked:
        mark = marking.mark(exercise, said)
        assert mark.points == marking.FULL, mark.text


def with_all_cases(exercise):
    if not isinstance(exercise, Exercise):
        return exercise
    drawn = [cases.with_fresh_cases(exercise, secret).cases for secret in SEEDS]
    return replace(exercise, cases=sum(drawn, ()))


@pytest.mark.parametrize("slug", ASKED)
def test_a_chapter_is_asked_what_its_cells_ask_in_their_order(slug):
    path = CHAPTERS / f"{slug}.ipynb"
    code = "\n".join(c.source for c in read(path) if c.cell_type == "code")
    assert [*dict.fromkeys(CALLED.findall(code))] == [*ASKED[slug]]
    for name, stub in ASKED[slug].items():
        assert not stub or f"\ncheck.{name}({stub})" in code
        assert bool(stub) == isinstance(getattr(check, name), Exercise)


def test_every_chapter_with_exercises_is_there():
    assert len(ASKED) == 19 and set(ASKED) <= {p.stem for p in CHAPTERS.glob("*.ipynb")}
