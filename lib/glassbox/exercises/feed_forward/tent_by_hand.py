"""The exercise tent_by_hand, of the chapter feed_forward."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="Three units with input weight 1 and output bias 0 make a tent: 0 up to x = "
    "-1, then a straight climb to 2 at x = 0, a straight fall to 0 at x = 1, and 0 "
    "from there on. Give the three b_1, from the left knee to the right one, then "
    "the three w_2: six numbers.",
    parts=(
        "b_1 of the left unit",
        "b_1 of the middle unit",
        "b_1 of the right unit",
        "w_2 of the left unit",
        "w_2 of the middle unit",
        "w_2 of the right unit",
    ),
    hints=(
        "A unit max(0, x + b) bends where x + b is 0.",
        "From the left: how steep is the tent before -1, and after it? The first unit "
        "makes that change.",
        "At each knee the slope changes by w_2. The slopes are 0, 2, -2, 0.",
    ),
    answer=floats(1, 0, -1, 2, -4, 2),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are the knees themselves; x + b is 0 at the knee, so b is minus "
            "the knee.",
            "the sign of the first and third bias.",
            (floats(-1, 0, 1, 2, -4, 2),),
        ),
        Wrong(
            "these w_2 are slopes; a unit to the left goes on climbing, so each w_2 "
            "must be a change of slope.",
            "the slope between 0 and 1, with two units active.",
            (floats(1, 0, -1, 2, -2, 0),),
        ),
        Wrong(
            "the middle unit only makes the sum level; it must also make it fall.",
            "the slope between 0 and 1, with two units active.",
            (floats(1, 0, -1, 2, -2, 2), floats(1, 0, -1, 2, -2, -2)),
        ),
        Wrong(
            "nothing stops the fall at x = 1.",
            "the slope right of 1, with three units active.",
            (floats(1, 0, -1, 2, -4, 0),),
        ),
        Wrong(
            "these are the tent's heights at the knees; w_2 is a change of slope.",
            "how steep the tent is on each side of a knee.",
            (floats(1, 0, -1, 0, 2, 0),),
        ),
        Wrong(
            "this tent is only 1 high.",
            "how far it climbs from -1 to 0.",
            (floats(1, 0, -1, 1, -2, 1),),
        ),
    ),
)
