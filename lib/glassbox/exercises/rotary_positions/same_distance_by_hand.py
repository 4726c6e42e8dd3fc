"""The exercise same_distance_by_hand, of the chapter rotary_positions."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats
from ._shared import turned

Q, K = floats(2, 1), floats(1, 4)


def _score(turn: float) -> float:
    """Return the dot product with the query turned by so many degrees."""
    return turned(Q, turn) @ K


FORTH, BACK = _score(90), _score(-90)


def _scores(*pairs: tuple[float, float]) -> tuple[np.ndarray, ...]:
    """Return the right positions, with each of these pairs of scores."""
    return tuple(floats(*pair, 9, 5) for pair in pairs)


def _positions(*pairs: tuple[int, int]) -> tuple[np.ndarray, ...]:
    """Return the right scores, with each of these pairs of positions."""
    return tuple(floats(FORTH, BACK, *pair) for pair in pairs)


EXERCISE = ByHand(
    task="A hand turns 90 degrees per position, counterclockwise, with q = (2, 1) and "
    "k = (1, 4). Give the score of a query at 6 with a key at 5, then of a query at 5 "
    "with a key at 6. The query now stands at 10. Where must a key stand to be one "
    "position before it? And which is the nearest position before that one whose key "
    "gets the same score? Four numbers.",
    parts=(
        "score: query at 6, key at 5",
        "score: query at 5, key at 6",
        "query at 10: key one position before it",
        "query at 10: next earlier key, same score",
    ),
    hints=(
        "You need not turn both. Leave the key as it is, and turn the query by its "
        "position minus the key's.",
        "6 minus 5 is one position, a quarter turn: it turns (a, b) into (-b, a). 5 "
        "minus 6 is -1: a quarter turn back, which turns (a, b) into (b, -a).",
        "After how many positions is the hand back where it was? A key that many "
        "positions earlier gets the same score.",
    ),
    answer=floats(FORTH, BACK, 9, 5),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "each score is that of the other case. Either you turned the other way, "
            "clockwise where it is counterclockwise, or the two cases are exchanged.",
            "the first case: the query stands one position after the key, so it turns "
            "counterclockwise, by a quarter turn.",
            _scores((BACK, FORTH)),
        ),
        Wrong(
            "both cases have the same score, but a key before the query is not a key "
            "after it.",
            "the second case: 5 minus 6 is -1, so the query turns back.",
            _scores((FORTH, FORTH)),
        ),
        Wrong(
            "the first query is turned clockwise. That happens when you turn the other "
            "way, or add the two angles; what counts is their difference.",
            "the first case: 6 minus 5 is 1, a quarter turn counterclockwise.",
            _scores((BACK, BACK)),
        ),
        Wrong(
            "a score is that of two hands that are not turned at all.",
            "the angle between a query and a key that stand one position apart.",
            _scores((_score(0), _score(0)), (_score(0), BACK), (FORTH, _score(0))),
        ),
        Wrong(
            "only the query is turned; the key turns by its own position too.",
            "the key at 5, and the key at 6.",
            _scores((_score(540), _score(450)), (_score(540), BACK)),
        ),
        Wrong(
            "only the key is turned; the query turns by its own position too.",
            "the query at 6, and the query at 5.",
            _scores((_score(-450), _score(-540)), (FORTH, _score(-540))),
        ),
        Wrong(
            "a hand that turns 90 degrees per position makes a quarter turn from one "
            "position to the next; this is half a turn.",
            "how the two numbers of the query change places.",
            _scores((_score(180), _score(180))),
        ),
        Wrong(
            "a minus sign is lost: a quarter turn exchanges the two numbers of the "
            "query and changes the sign of one.",
            "the turned query, and the sign of each product.",
            _scores((9, 9), (9, BACK), (FORTH, 9), (9, FORTH)),
        ),
        Wrong(
            "the second product is subtracted; a dot product adds the two.",
            "the sign between the two products.",
            _scores((-9, 9), (-9, BACK)),
        ),
        Wrong(
            "the two positions are exchanged: first the key right before the query, "
            "then the one a full turn earlier.",
            "your last two numbers.",
            _positions((5, 9)),
        ),
        Wrong(
            "the key stayed at 5. Its score is the same there, but it must stand one "
            "position before the query.",
            "how far the query has moved, and how far the key must.",
            _positions((5, 1), (5, 5)),
        ),
        Wrong(
            "the key stands after the query; it must stand before it.",
            "which positions come before 10.",
            _positions((11, 7), (11, 9), (11, 10), (11, 5), (11, 15)),
        ),
        Wrong(
            "the key stands where the query stands; it must stand one position before.",
            "the position before 10.",
            _positions((10, 6), (10, 5), (10, 9)),
        ),
        Wrong(
            "the last position must be earlier than that of the first key.",
            "your last number.",
            _positions((9, 9), (9, 13), (9, 10)),
        ),
        Wrong(
            "the full turn is counted from the query; count it from the first key.",
            "your last number: how far must it be from 9?",
            _positions((9, 6)),
        ),
        Wrong(
            "two positions earlier is only half a turn: the score changes its sign.",
            "how many times 90 degrees make 360.",
            _positions((9, 7)),
        ),
        Wrong(
            "the key at 8 is only a quarter turn away from the one at 9, so its score "
            "is a different one.",
            "how many times 90 degrees make 360.",
            _positions((9, 8)),
        ),
        Wrong(
            "1 is two full turns before 9; there is a nearer position.",
            "your last number.",
            _positions((9, 1)),
        ),
        Wrong(
            "these are distances, but positions of keys are asked for.",
            "your last two numbers: how far before 10 does each key stand?",
            _positions((1, 5), (1, 4), (9, 4), (1, 1)),
        ),
    ),
)
