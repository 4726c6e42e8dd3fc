"""The exercise heads_counted, of the chapter multi_head_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

SQUARE = 32 * 32

EXERCISE = ByHand(
    task="d_model is 32, there are no biases. Give d_head for 8 heads; the number of "
    "parameters in the four matrices with 8 heads; and with 16 heads. Three numbers.",
    parts=(
        "d_head for 8 heads",
        "parameters with 8 heads",
        "parameters with 16 heads",
    ),
    hints=(
        "The heads share d_model: each gets an equal part.",
        "Put the heads' projections for the queries side by side. How wide is the "
        "matrix that comes out, for 8 heads, and for 16?",
        "Four matrices, for queries, keys, values and the output, each 32 by 32.",
    ),
    answer=floats(4, 4 * SQUARE, 4 * SQUARE),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "twice the heads do not make twice the parameters: each is half as wide.",
            "the width of one head among 16.",
            (floats(4, 4 * SQUARE, 8 * SQUARE),),
        ),
        Wrong(
            "each head is counted with full 32 by 32 matrices.",
            "the shape of one head's projection: 32 by d_head.",
            (
                floats(4, 32 * SQUARE, 64 * SQUARE),
                floats(4, 25 * SQUARE, 49 * SQUARE),
            ),
        ),
        Wrong(
            "this is one head; there are 8, and 16.",
            "how many heads have projections.",
            (floats(4, SQUARE / 2, SQUARE / 4),),
        ),
        Wrong(
            "the output's matrix is missing.",
            "how many matrices the equation has.",
            (floats(4, 3 * SQUARE, 3 * SQUARE),),
        ),
        Wrong(
            "this is one matrix; there are four.",
            "how many matrices the equation has.",
            (floats(4, SQUARE, SQUARE),),
        ),
        Wrong(
            "d_head is 32 divided by the number of heads.",
            "the first number.",
            (floats(32, 4 * SQUARE, 4 * SQUARE),),
        ),
    ),
)
