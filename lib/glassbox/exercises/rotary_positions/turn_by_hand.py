"""The exercise turn_by_hand, of the chapter rotary_positions."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats
from ._shared import turned

Q, K = floats(3, 1), floats(2, 1)


def _worked_out(*hands: np.ndarray, first: float, second: float) -> np.ndarray:
    """Join three turned pairs and two scores in the order that is asked for."""
    before, after, key = hands
    return np.concatenate([before, [first], after, key, [second]])


def _by(query: float, later_query: float, later_key: float) -> np.ndarray:
    """Return the eight numbers for hands that are turned by so many degrees."""
    before, after, key = (
        turned(Q, query),
        turned(Q, later_query),
        turned(K, later_key),
    )
    return _worked_out(before, after, key, first=before @ K, second=after @ key)


def _with_scores(first: float, second: float) -> np.ndarray:
    """Return the right hands, with scores of one's own."""
    hands = turned(Q, 90), turned(Q, 180), turned(K, 90)
    return _worked_out(*hands, first=first, second=second)


EXERCISE = ByHand(
    task="A dial turns 30 degrees per position, counterclockwise. The query (3, 1) "
    "stands at position 3, the key (2, 1) at position 0. Turn the query and give its "
    "dot product with the key. Then both move three positions on: turn both again, "
    "from the start, and give their score. Eight numbers.",
    parts=(
        "query at 3, first number",
        "query at 3, second number",
        "score at 3 and 0",
        "query at 6, first number",
        "query at 6, second number",
        "key at 3, first number",
        "key at 3, second number",
        "score at 6 and 3",
    ),
    hints=(
        "Three positions are 90 degrees, a quarter turn. At position 0 nothing turns.",
        "A quarter turn counterclockwise makes (-b, a) of (a, b): draw (3, 1) and try.",
        "At position 6 the query has made two quarter turns: both its signs change. "
        "The key, at position 3, has made one.",
    ),
    answer=_by(90, 180, 90),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the hands are turned clockwise; a position turns them counterclockwise.",
            "(1, 0): a quarter turn brings it up to (0, 1), not down.",
            (_by(-90, -180, -90),),
        ),
        Wrong(
            "only the query is turned; at position 3 the key turns too.",
            "what became of the key when both moved on.",
            (_by(90, 180, 0),),
        ),
        Wrong(
            "the two numbers are exchanged, but no sign has changed: that is a mirror, "
            "not a turn.",
            "the quarter turn: (a, b) becomes (-b, a).",
            (
                floats(1, 3, 5, 3, 1, 1, 2, 5),
                floats(1, 3, 5, -3, -1, 1, 2, -5),
            ),
        ),
        Wrong(
            "the later query has made one quarter turn; at position 6 it has made two.",
            "where the query stands when both have moved three positions on.",
            (_by(90, 90, 90),),
        ),
        Wrong(
            "each hand is turned by 30 degrees; it is 30 degrees for each position.",
            "3 positions times 30 degrees.",
            (_by(30, 30, 30), _by(30, 60, 30)),
        ),
        Wrong(
            "the scores are those of the hands before the turn.",
            "which pairs you multiply: the turned ones.",
            (_with_scores(Q @ K, Q @ K),),
        ),
        Wrong(
            "all four numbers are added; a score is a dot product, so first and second "
            "numbers are multiplied.",
            "your scores.",
            (_with_scores(5, -3),),
        ),
        Wrong(
            "the second product is subtracted; a dot product adds the two.",
            "the sign between the two products.",
            (_with_scores(-5, 5),),
        ),
        Wrong(
            "the scores are divided by √2; here the plain dot product is asked for.",
            "your last step.",
            (_with_scores(2**-0.5, 2**-0.5),),
        ),
        Wrong(
            "in the second half the key stands before the query.",
            "the names of the fields.",
            (
                _worked_out(
                    turned(Q, 90), turned(K, 90), turned(Q, 180), first=1, second=1
                ),
            ),
        ),
    ),
)
