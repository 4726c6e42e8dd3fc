"""The exercise repeated_runs, of the chapter choosing_the_next_token."""

from collections import Counter
from typing import Any

import numpy as np

from ...models.book_writer.writing import repeated
from .._engine import Case, Exercise, Wrong


def _runs(ids: Any, n: int) -> list[tuple]:
    whole = np.asarray(ids).tolist()
    return [tuple(whole[i : i + n]) for i in range(len(whole) - n + 1)]


def _fraction_new(ids: Any, n: int) -> float:
    found = _runs(ids, n)
    return len(set(found)) / len(found)


def _all_that_repeat(ids: Any, n: int) -> float:
    counts = Counter(_runs(ids, n))
    return sum(times for times in counts.values() if times > 1) / len(_runs(ids, n))


def _one_run_short(ids: Any, n: int) -> float:
    found = _runs(ids, n)[:-1]
    return 1 - len(set(found)) / len(found)


def _over_ids(ids: Any, n: int) -> float:
    found = _runs(ids, n)
    return (len(found) - len(set(found))) / len(ids)


def _not_overlapping(ids: Any, n: int) -> float:
    found = _runs(ids, n)[::n]
    return 1 - len(set(found)) / len(found)


def _count(ids: Any, n: int) -> float:
    found = _runs(ids, n)
    return float(len(found) - len(set(found)))


def repeated_runs(ids: np.ndarray, n: int) -> float:
    """Return the fraction of the runs of n ids that had occurred before."""
    return repeated(np.asarray(ids).tolist(), n)


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Take other ids, and more: in front, or the same again where all are one."""
    ids, more = case["ids"], int(rng.integers(1, 5))
    values, places = np.unique(ids, return_inverse=True)
    new = rng.choice(90, len(values) + more, replace=False)
    in_front = new[len(values) :] if len(values) > 1 else np.repeat(new[:1], more)
    return {**case, "ids": np.concatenate([in_front, new[places]])}


EXERCISE = Exercise(
    task="Write f(ids, n): the fraction of the text's runs of n ids that had "
    "occurred before. In 1 2 1 2 1 with n = 2 the runs are 12, 21, 12, 21; two of the "
    "four are repeats, so the answer is 0.5.",
    hints=(
        "There are len(ids) - n + 1 runs; the last begins at len(ids) - n.",
        "tuple(ids[i : i + n]) is a run that a set can hold.",
        "A set keeps each run once. What it leaves away are the repeats.",
    ),
    reference=repeated_runs,
    fresh=_fresh,
    closed=("models.book_writer.writing.repeated",),
    cases=tuple(
        Case(note, {"ids": np.array(ids), "n": n})
        for note, ids, n in (
            ("a loop of two", [1, 2, 1, 2, 1], 2),
            ("nothing repeats", [3, 1, 4, 5, 9], 2),
            ("one id, again and again", [7, 7, 7, 7, 7, 7], 3),
            ("single ids", [1, 2, 1, 3], 1),
            ("a repeat at the end", [1, 2, 3, 4, 1, 2], 2),
            ("runs that overlap", [1, 1, 2, 1, 1, 2, 1], 3),
        )
    ),
    wrongs=(
        Wrong(
            "this is the fraction of new runs; the repeats are the rest.",
            "what the set counts.",
            (_fraction_new,),
        ),
        Wrong(
            "the first time counts too: a run is a repeat only when it comes again.",
            "the first of several equal runs.",
            (_all_that_repeat,),
        ),
        Wrong(
            "the last run is missing: it begins at len(ids) - n.",
            "where your range ends.",
            (_one_run_short,),
        ),
        Wrong(
            "you divided by the number of ids, not by the number of runs.",
            "the number that you divide by.",
            (_over_ids,),
        ),
        Wrong(
            "runs overlap: the next one begins one id later.",
            "the step of your range.",
            (_not_overlapping,),
        ),
        Wrong(
            "this is the number of repeats, not their fraction.",
            "your last step.",
            (_count,),
        ),
    ),
)
