"""The exercise heads_counted, of the chapter multi_head_attention."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

SQUARE = 32 * 32
# Of full width, each of 8 heads has three squares, and W^O has 8 · 32 rows.
FULL = 4 * 8 * SQUARE
NARROW_OUTPUT = (3 * 8 + 1) * SQUARE  # as if W^O were still 32 by 32


# What heads of full width are counted as: rightly, with a narrow W^O, without W^O, as
# if they were narrow, or with one matrix each.
LAST = (FULL, NARROW_OUTPUT, 24 * SQUARE, 4 * SQUARE, 8 * SQUARE)


def _parameters(first: float, second: float) -> tuple[np.ndarray, ...]:
    """Count the narrow heads wrongly, and those of full width rightly or wrongly."""
    return tuple(floats(4, first, second, last) for last in LAST)


EXERCISE = ByHand(
    task="d_model is 32. Give d_head for 8 heads. Then give the number of parameters "
    "in all four matrices, in three cases: 8 heads; 16 heads; and 8 heads of full "
    "width.",
    parts=(
        "d_head for 8 heads",
        "parameters with 8 heads",
        "parameters with 16 heads",
        "parameters with 8 heads of full width",
    ),
    hints=(
        "The heads divide d_model among themselves: each gets an equal part.",
        "Put the heads’ matrices for the queries side by side. How wide is the "
        "matrix that comes out, for 8 heads, and for 16?",
        "A head of full width has three matrices of 32 by 32. How many numbers are "
        "8 such answers, side by side? The output matrix brings that many back to 32.",
    ),
    answer=floats(4, 4 * SQUARE, 4 * SQUARE, FULL),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "twice the heads do not need twice the parameters: each is half as wide.",
            "the width of one head among 16.",
            (floats(4, 4 * SQUARE, 8 * SQUARE, FULL),),
        ),
        Wrong(
            "twice the heads do not need twice the parameters, and in heads of full "
            "width some matrices are missing or too small.",
            "the width of one head among 16. Then list the matrices of a head of full "
            "width, and count the answers that the output matrix reads.",
            _parameters(4 * SQUARE, 8 * SQUARE)[1:],
        ),
        Wrong(
            "each head is counted with full 32 by 32 matrices.",
            "the shape of one head’s matrix: 32 by d_head.",
            (
                *_parameters(32 * SQUARE, 64 * SQUARE),
                *_parameters(25 * SQUARE, 49 * SQUARE),
                *_parameters(24 * SQUARE, 48 * SQUARE),
                *_parameters(8 * SQUARE, 16 * SQUARE),
            ),
        ),
        Wrong(
            "this is one head; there are 8, and 16.",
            "how many heads have matrices.",
            _parameters(SQUARE / 2, SQUARE / 4),
        ),
        Wrong(
            "the output matrix is missing.",
            "how many matrices the equation has.",
            _parameters(3 * SQUARE, 3 * SQUARE),
        ),
        Wrong(
            "the output matrix is missing, and twice the heads do not need twice the "
            "parameters.",
            "how many matrices the equation has, and the width of one head among 16.",
            _parameters(3 * SQUARE, 6 * SQUARE),
        ),
        Wrong(
            "this is one matrix; there are four.",
            "how many matrices the equation has.",
            _parameters(SQUARE, SQUARE),
        ),
        Wrong(
            "d_head is 32 divided by the number of heads.",
            "the first number.",
            (floats(32, 4 * SQUARE, 4 * SQUARE, FULL),),
        ),
        Wrong(
            "heads of full width have longer answers, so the output matrix has more "
            "rows.",
            "how many numbers it reads when 8 answers of 32 lie side by side.",
            (floats(4, 4 * SQUARE, 4 * SQUARE, NARROW_OUTPUT),),
        ),
        Wrong(
            "each of the heads of full width has matrices that are 32 wide.",
            "the shape of one such matrix, and how many heads have their own.",
            (floats(4, 4 * SQUARE, 4 * SQUARE, 4 * SQUARE),),
        ),
        Wrong(
            "heads of full width need the output matrix too: it brings their answers "
            "back to 32 numbers.",
            "how many matrices the equation has.",
            (floats(4, 4 * SQUARE, 4 * SQUARE, 24 * SQUARE),),
        ),
        Wrong(
            "this is one matrix for each head of full width; each needs three, and the "
            "output matrix comes on top.",
            "how many matrices the equation has.",
            (floats(4, 4 * SQUARE, 4 * SQUARE, 8 * SQUARE),),
        ),
    ),
)
