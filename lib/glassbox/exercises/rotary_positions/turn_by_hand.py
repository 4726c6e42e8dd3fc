"""The exercise turn_by_hand, of the chapter rotary_positions."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong
from ._hands import (
    RIGHT,
    K,
    Q,
    every,
    quarter_made_as,
    turned_by,
    whatever_score,
    with_scores,
    worked_out,
)
from ._shared import turned

EXCHANGED = np.array([[0, 1], [1, 0]])
MIRRORED = (np.array([[0, -1], [-1, 0]]), np.diag([-1, 1]), np.diag([1, -1]))

EXERCISE = ByHand(
    task="A hand turns 30 degrees per position, counterclockwise. The query (3, 1) "
    "stands at position 3, the key (2, 1) at position 0. Turn the query and give its "
    "dot product with the key. Then both move three positions on: turn each from "
    "its original, unturned vector, and give their score. Eight numbers.",
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
        "A quarter turn counterclockwise turns (a, b) into (-b, a): draw (3, 1) and "
        "try it.",
        "At position 6 the query has made two quarter turns: both its signs change. "
        "The key, at position 3, has made one.",
    ),
    answer=turned_by(*RIGHT),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "you turned clockwise; hands turn counterclockwise here.",
            "(1, 0): a quarter turn brings it up to (0, 1), not down.",
            whatever_score(
                turned_by(-90, 180, 90),
                turned_by(90, 180, -90),
                turned_by(-90, 180, -90),
            )
            + every((-90,), (-90,), (-90, 90)),
        ),
        Wrong(
            "the query at position 3 is not turned.",
            "which of the two stands at position 0: the key.",
            every((0,), (0, 90, 180), (0, 90)),
        ),
        Wrong(
            "only the query is turned; at position 3 the key turns too.",
            "what happened to the key when both moved on.",
            whatever_score(turned_by(90, 180, 0)),
        ),
        Wrong(
            "the second half repeats the first, but both have moved on.",
            "the positions in the second half: 6 and 3.",
            (turned_by(90, 90, 0),),
        ),
        Wrong(
            "the later query has made one quarter turn; at position 6 it has made two.",
            "where the query stands when both have moved three positions on.",
            whatever_score(turned_by(90, 90, 90)),
        ),
        Wrong(
            "the later query is turned by six positions from where position 3 had "
            "brought it; it is turned from (3, 1).",
            "how many quarter turns there are in six positions, all in all.",
            whatever_score(turned_by(90, 270, 90)),
        ),
        Wrong(
            "a hand is turned too far: three positions are a quarter turn, and six "
            "positions are half a turn.",
            "the angle of each hand: its position times 30 degrees.",
            every((90, 180), (180, 360), (90, 180)),
        ),
        Wrong(
            "a hand is turned by 30 degrees for each move; it is 30 degrees for each "
            "position.",
            "3 positions times 30 degrees.",
            every((30, 90), (30, 60, 180), (30, 90)),
        ),
        Wrong(
            "the two numbers are exchanged, but no sign has changed: that is a mirror "
            "image, not a turn.",
            "the quarter turn: it turns (a, b) into (-b, a).",
            quarter_made_as(EXCHANGED, twice=True),
        ),
        Wrong(
            "this is a mirror image of the hand, not a turn. A quarter turn exchanges "
            "the two numbers and changes the sign of one.",
            "the quarter turn: it turns (a, b) into (-b, a).",
            tuple(
                example
                for mirror in MIRRORED
                for example in quarter_made_as(mirror, twice=False)
            ),
        ),
        Wrong(
            "a score is taken with a hand before its turn.",
            "which pairs you multiply: the turned ones.",
            with_scores((7, 7), (7, 1), (1, 7), (1, -7), (7, -7)),
        ),
        Wrong(
            "all four numbers are added; a score is a dot product, so first and second "
            "numbers are multiplied.",
            "your scores.",
            with_scores((5, -3), (1, -3)),
        ),
        Wrong(
            "the second product is subtracted; a dot product adds the two.",
            "the sign between the two products.",
            with_scores((-5, 5), (-5, 1)),
        ),
        Wrong(
            "a minus sign is lost in a score. Minus times plus is minus, and minus "
            "times minus is plus.",
            "the signs of the products, one by one.",
            with_scores((5, 1), (1, 5), (1, -5), (5, 5), (5, -5)),
        ),
        Wrong(
            "the scores are divided by √2; here the plain dot product is asked for.",
            "your last step.",
            with_scores((2**-0.5, 2**-0.5)),
        ),
        Wrong(
            "in the second half the key stands before the query.",
            "the names of the fields.",
            (worked_out(turned(Q, 90), turned(K, 90), turned(Q, 180)),),
        ),
    ),
)
