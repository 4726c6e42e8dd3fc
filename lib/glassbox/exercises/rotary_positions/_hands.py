"""The answers of turn_by_hand, with a mistake in all of the hands or in some."""

from collections.abc import Iterable
from itertools import product

import numpy as np

from ._shared import turned

Array = np.ndarray
Q, K = np.array([3.0, 1.0]), np.array([2.0, 1.0])
RIGHT = (90, 180, 90)  # degrees of the query at 3, the query at 6, the key at 3
SCORE = turned(Q, 90) @ K  # at both places


def worked_out(before: Array, after: Array, key: Array, *scores: float) -> Array:
    """Join three turned hands and two scores in the order that is asked for.

    Scores that aren't given are those of these hands.
    """
    first, second = scores or (before @ K, after @ key)
    return np.concatenate([before, [first], after, key, [second]])


def turned_by(*degrees: float) -> Array:
    """Return the eight numbers for hands that are turned by so many degrees."""
    before, after, key = degrees
    answer = worked_out(turned(Q, before), turned(Q, after), turned(K, key))
    return answer.round(4)  # a page gets these numbers, and needs no more digits


def every(before: Iterable, after: Iterable, key: Iterable) -> tuple[Array, ...]:
    """Return all answers with one of these turns for each hand, but for the right."""
    ways = product(before, after, key)
    return tuple(turned_by(*way) for way in ways if way != RIGHT)


def with_scores(*pairs: tuple[float, float]) -> tuple[Array, ...]:
    """Return the right hands, with each of these pairs of scores."""
    hands = turned(Q, 90), turned(Q, 180), turned(K, 90)
    return tuple(worked_out(*hands, *pair) for pair in pairs)


def whatever_score(*answers: Array) -> tuple[Array, ...]:
    """Add the answers that have one score of their own hands, and copy the other."""
    found = []
    for answer in answers:
        firsts, seconds = {answer[2], SCORE}, {answer[7], answer[2], SCORE}
        for first, second in product(sorted(firsts), sorted(seconds)):
            one = answer.copy()
            one[2], one[7] = first, second
            found.append(one)
    return tuple(found)


def quarter_made_as(matrix: Array, *, twice: bool) -> tuple[Array, ...]:
    """Return the answers of one who makes a quarter turn so, of one hand or of both.

    The query at 6 is right in some, and made by two such steps in others if twice.
    """
    right, half = (turned(Q, 90), turned(K, 90)), turned(Q, 180)
    found = []
    for before, key in product((right[0], matrix @ Q), (right[1], matrix @ K)):
        if before is not right[0] or key is not right[1]:
            found.append(worked_out(before, half, key))
            if twice and before is not right[0]:
                found.append(worked_out(before, matrix @ before, key))
    return tuple(found)
