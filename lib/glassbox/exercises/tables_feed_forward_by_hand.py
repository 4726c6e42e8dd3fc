"""The exercises of feed_forward that are worked out with a pencil."""

from ._engine.by_hand import ByHand
from ._engine.exercise import Wrong
from .tables_by_hand import TO_TWO_DECIMALS
from .tables_softmax import floats

FEED_FORWARD_BY_HAND = ByHand(
    name="feed_forward_by_hand",
    task="x = [2, -1]. W_1 has the rows [1, -1, 2] and [1, 2, 0], b_1 = [0, 1, -3]. "
    "W_2 has the rows [1, 2], [5, -4], [3, -1], b_2 = [0.5, -2]. The output: two "
    "numbers.",
    hints=(
        "First three hidden numbers: x times each column of W_1, plus its bias.",
        "They are 1, -3 and 1. One of them is off.",
        "Each active unit adds its row of W_2, times its hidden number; then b_2.",
    ),
    answer=floats(4.5, -1),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "max(0, ...) is missing: a negative hidden number is used.",
            "the second hidden number.",
            (floats(-10.5, 11),),
        ),
        Wrong(
            "max(0, ...) is taken of the output as well; it may be negative.",
            "the last number: what comes after W_2?",
            (floats(4.5, 0),),
        ),
        Wrong(
            "a negative hidden number becomes positive; it becomes 0.",
            "the second hidden number.",
            (floats(19.5, -13),),
        ),
        Wrong(
            "b_1 is missing.",
            "the three hidden numbers, before the max.",
            (floats(13.5, -4),),
        ),
        Wrong("b_2 is missing.", "the last step.", (floats(4, 1),)),
        Wrong(
            "b_1 is added after the max; it belongs inside.",
            "the brackets in eq. 2.",
            (floats(1.5 + 5 - 1, 1),),
        ),
    ),
)

TENT_BY_HAND = ByHand(
    name="tent_by_hand",
    task="Three units with input weight 1 and output bias 0 make a tent: 0 up to x = "
    "-1, then a straight climb to 2 at x = 0, a straight fall to 0 at x = 1, and 0 "
    "from there on. Give the three b_1, from the left knee to the right one, then "
    "the three w_2: six numbers.",
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

D_MODEL, D_FF = 768, 4 * 768
ATTENTION = 4 * D_MODEL**2 + 4 * D_MODEL
FEED_FORWARD = 2 * D_MODEL * D_FF + D_FF + D_MODEL
LAYER_COUNTED = ByHand(
    name="layer_counted",
    task="GPT-2 small: d_model = 768, d_ff = 4 · 768, with all biases. How many "
    "parameters has one feed-forward layer, and how many has one attention (four "
    "matrices, each with its bias)? Two numbers.",
    hints=(
        "W_1 is 768 by 3072. And W_2?",
        "b_1 has one number a unit, b_2 one a feature of the output.",
        "An attention has four matrices of 768 by 768, each with a bias of 768.",
    ),
    answer=floats(FEED_FORWARD, ATTENTION),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "a bias is missing.",
            "b_1, b_2, and one bias for each of the four matrices.",
            (floats(2 * D_MODEL * D_FF, 4 * D_MODEL**2),),
        ),
        Wrong(
            "the two are exchanged: first the feed-forward layer.",
            "the order asked for.",
            (floats(ATTENTION, FEED_FORWARD),),
        ),
        Wrong(
            "d_ff is taken to be d_model.",
            "the width between the two matrices.",
            (floats(2 * D_MODEL**2 + 2 * D_MODEL, ATTENTION),),
        ),
        Wrong(
            "one of the two matrices of the feed-forward layer is missing.",
            "what brings 3072 numbers back to 768.",
            (
                floats(D_MODEL * D_FF + D_FF, ATTENTION),
                floats(D_MODEL * D_FF, 4 * D_MODEL**2),
            ),
        ),
        Wrong(
            "the attention's output matrix is missing.",
            "what comes after the heads are laid side by side.",
            (floats(FEED_FORWARD, 3 * D_MODEL**2 + 3 * D_MODEL),),
        ),
        Wrong(
            "the attention is counted once for each of its 12 heads; they share it.",
            "the width of one head.",
            (floats(FEED_FORWARD, 12 * ATTENTION),),
        ),
    ),
)
