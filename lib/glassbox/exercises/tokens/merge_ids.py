"""The exercise merge_ids, of the chapter tokens."""

from typing import Any

import numpy as np

from .._engine import Case, Exercise, Wrong
from ._shared import as_numbers, merged


def _only_the_first(ids: Any, left: int, right: int, new: int) -> np.ndarray:
    for at in range(len(ids) - 1):
        if (ids[at], ids[at + 1]) == (left, right):
            return np.array([*ids[:at], new, *ids[at + 2 :]], float)
    return np.array(ids, float)


def _overlapping(ids: Any, left: int, right: int, new: int) -> np.ndarray:
    found, at = [], 0
    while at < len(ids):
        both = at + 1 < len(ids) and (ids[at], ids[at + 1]) == (left, right)
        found.append(new if both else ids[at])
        at += 1
    return np.array(found, float)


def _right_stays(ids: Any, left: int, right: int, new: int) -> np.ndarray:
    found, before = [], None
    for one in ids:
        if (before, one) == (left, right):
            found[-1] = new
            found.append(one)
        else:
            found.append(one)
        before = one
    return np.array(found, float)


def _without_the_last(ids: Any, left: int, right: int, new: int) -> np.ndarray:
    found, at = [], 0
    while at < len(ids) - 1:
        both = (ids[at], ids[at + 1]) == (left, right)
        found.append(new if both else ids[at])
        at += 2 if both else 1
    return np.array(found, float)


def _from_the_right(ids: Any, left: int, right: int, new: int) -> np.ndarray:
    return merged(ids[::-1], right, left, new)[::-1]


def _either_order(ids: Any, left: int, right: int, new: int) -> np.ndarray:
    found, at = [], 0
    while at < len(ids):
        both = at + 1 < len(ids) and {ids[at], ids[at + 1]} == {left, right}
        found.append(new if both else ids[at])
        at += 2 if both else 1
    return np.array(found, float)


def _either_id(ids: Any, left: int, right: int, new: int) -> np.ndarray:
    return np.array([new if i in (left, right) else i for i in ids], float)


def _case(note: str, ids: list[int], left: int, right: int) -> Case:
    given = {"ids": np.array(ids), "left": left, "right": right, "new": 256}
    return Case(note, given)


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Take other ids, equal where they were."""
    known = np.unique([*case["ids"], case["left"], case["right"]])
    new = dict(zip(known, rng.choice(256, len(known), replace=False), strict=True))
    left, right = int(new[case["left"]]), int(new[case["right"]])
    return {
        "ids": np.array([new[i] for i in case["ids"]]),
        "left": left,
        "right": right,
        "new": int(rng.integers(256, 300)),
    }


EXERCISE = Exercise(
    task="Write f(ids, left, right, new): the list ids with each left, right pair "
    "replaced by new. Read from the left.",
    hints=(
        "Go through the ids with a place of your own, at = 0, and a while loop: the "
        "step is not always 1.",
        "If ids[at] is left and ids[at + 1] is right, append new and go on by 2; else "
        "append ids[at] and go on by 1.",
        "At the last id there is no ids[at + 1]: ask whether at + 1 < len(ids) first.",
    ),
    reference=merged,
    adapt=as_numbers,
    fresh=_fresh,
    closed=("merge_pair",),
    cases=(
        _case("one pair", [108, 111, 119], 108, 111),
        _case("two pairs", [5, 7, 1, 5, 7, 2], 5, 7),
        _case("no such pair", [1, 2, 3], 2, 1),
        _case("swapped", [7, 5, 7, 5, 1], 5, 7),
        _case("a pair of equals, three times", [4, 4, 4], 4, 4),
        _case("the pair at the end", [1, 5, 7], 5, 7),
        _case("one id", [5], 5, 7),
        _case("left at the end", [5, 7, 5], 5, 7),
    ),
    wrongs=(
        Wrong(
            "only the first pair is joined.",
            "what happens after the first pair that you find.",
            (_only_the_first,),
        ),
        Wrong(
            "the right id stays: new takes the place of both.",
            "how far you go on after a pair.",
            (_overlapping, _right_stays),
        ),
        Wrong(
            "the last id is lost where it belongs to no pair.",
            "the condition of your loop.",
            (_without_the_last,),
        ),
        Wrong(
            "three equal ids are joined from the right, not from the left.",
            "the direction in which you read.",
            (_from_the_right,),
        ),
        Wrong(
            "right and then left is joined too; only left and then right is the pair.",
            "the order in your comparison.",
            (_either_order,),
        ),
        Wrong(
            "each of the two ids is replaced, wherever it stands.",
            "whether both stand side by side.",
            (_either_id,),
        ),
        Wrong(
            "left and right are swapped.",
            "which of the two ids comes first.",
            (lambda ids, left, right, new: merged(ids, right, left, new),),
        ),
        Wrong(
            "nothing is joined.",
            "the condition under which you append new.",
            (lambda ids, left, right, new: np.array(ids, float),),
        ),
    ),
)
