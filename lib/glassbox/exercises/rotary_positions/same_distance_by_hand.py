"""The exercise same_distance_by_hand, of the chapter rotary_positions."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats
from ._shared import turned

Q, K = floats(2, 1), floats(1, 4)


def _score(turn: float) -> float:
    """Return the dot product with the query turned by so many degrees."""
    return turned(Q, turn) @ K


FORTH, BACK = _score(90), _score(-90)

EXERCISE = ByHand(
    task="A dial turns 90 degrees per position, with q = (2, 1) and k = (1, 4). Give "
    "the score of a query at 6 with a key at 5, then of a query at 5 with a key at 6. "
    "Now the query stands at 10. At which position does a key get the first score, at "
    "the first distance? And at which earlier one, the nearest to it? Four numbers.",
    parts=(
        "score: query at 6, key at 5",
        "score: query at 5, key at 6",
        "query at 10: key at the first distance",
        "query at 10: nearest earlier key, same score",
    ),
    hints=(
        "You need not turn both: leave the key, and turn the query by m - n positions.",
        "From 5 to 6 is one position, a quarter turn: (a, b) becomes (-b, a). With m "
        "and n exchanged, m - n is -1: a quarter turn back, which makes (b, -a).",
        "After how many positions does the dial stand where it stood? A key that much "
        "earlier gets the same score.",
    ),
    answer=floats(FORTH, BACK, 9, 5),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the query is turned by n - m; it is m - n, where m is the query's place.",
            "which way the query turns when it stands after the key.",
            (floats(BACK, FORTH, 9, 5),),
        ),
        Wrong(
            "the hands are not turned at all.",
            "the angle between a query and a key that stand one position apart.",
            (floats(_score(0), _score(0), 9, 5),),
        ),
        Wrong(
            "the distance has a sign: a key before the query is not a key after it.",
            "m - n, when the key stands after the query.",
            (floats(FORTH, FORTH, 9, 5),),
        ),
        Wrong(
            "the angles are added; only their difference counts, because both turn.",
            "whether the score would change if both moved one position on.",
            (floats(_score(990), _score(990), 9, 5),),
        ),
        Wrong(
            "only the query is turned; the key turns by its own position too.",
            "the key at 5, and the key at 6.",
            (floats(_score(540), _score(450), 9, 5),),
        ),
        Wrong(
            "the two positions are exchanged: 9 is at the first distance, and 5 a full "
            "turn before that.",
            "your last two numbers.",
            (floats(FORTH, BACK, 5, 9),),
        ),
        Wrong(
            "the key stayed where it was. At 5 its score is the same, but the distance "
            "is 5: it is one full turn away.",
            "how far the query has moved, and how far the key must.",
            (floats(FORTH, BACK, 5, 1),),
        ),
        Wrong(
            "the key stands after the query; in the first pair it stands before.",
            "m - n in the first pair: 6 - 5.",
            (
                floats(FORTH, BACK, 11, 7),
                floats(FORTH, BACK, 11, 9),
                floats(FORTH, BACK, 11, 10),
            ),
        ),
        Wrong(
            "two positions earlier is half a turn only: the score changes its sign.",
            "how many times 90 degrees make 360.",
            (floats(FORTH, BACK, 9, 7),),
        ),
        Wrong(
            "the key at 8 is only a quarter turn from that at 9: its score is another.",
            "how many times 90 degrees make 360.",
            (floats(FORTH, BACK, 9, 8),),
        ),
        Wrong(
            "1 is two full turns before 9; there is a nearer position.",
            "your last number.",
            (floats(FORTH, BACK, 9, 1),),
        ),
        Wrong(
            "these are distances; positions of keys are asked for.",
            "your last two numbers: what is left when you take them from 10?",
            (floats(FORTH, BACK, 1, 5),),
        ),
    ),
)
