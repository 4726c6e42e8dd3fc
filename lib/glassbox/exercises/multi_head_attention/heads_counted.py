"""The exercise heads_counted, of the chapter multi_head_attention."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

SQUARE = 32 * 32
# Uncut, each of 8 heads has three squares, and W^O has 8 · 32 rows.
UNCUT = 4 * 8 * SQUARE
NARROW_OUTPUT = (3 * 8 + 1) * SQUARE  # as if W^O were still 32 by 32


# What the uncut heads are counted as: rightly, with a narrow W^O, without W^O, as if
# they were cut, or with one matrix each.
LAST = (UNCUT, NARROW_OUTPUT, 24 * SQUARE, 4 * SQUARE, 8 * SQUARE)


def _parameters(first: float, second: float) -> tuple[np.ndarray, ...]:
    """Count the cut heads wrongly, with the uncut ones right or wrong beside them."""
    return tuple(floats(4, first, second, last) for last in LAST)


EXERCISE = ByHand(
    task="d_model is 32. Give d_head for 8 heads, and the number of parameters in all "
    "four matrices: with 8 heads, with 16 heads, and with 8 heads that are not "
    "narrowed, so that each has d_head 32.",
    parts=(
        "d_head for 8 heads",
        "parameters with 8 heads",
        "parameters with 16 heads",
        "parameters with 8 uncut heads",
    ),
    hints=(
        "The heads divide d_model among themselves: each gets an equal part.",
        "Put the heads’ matrices for the queries side by side. How wide is the "
        "matrix that comes out, for 8 heads, and for 16?",
        "Uncut, each head has three matrices of 32 by 32. How many numbers are "
        "their answers, side by side? W^O brings that many back to 32.",
    ),
    answer=floats(4, 4 * SQUARE, 4 * SQUARE, UNCUT),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "twice the heads do not need twice the parameters: each is half as wide.",
            "the width of one head among 16.",
            (floats(4, 4 * SQUARE, 8 * SQUARE, UNCUT),),
        ),
        Wrong(
            "twice the heads do not need twice the parameters, and 8 uncut heads are "
            "32 · 32 · 32: three matrices each, and a W^O with 256 rows.",
            "the width of one head among 16, and how many answers W^O reads.",
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
            "the output’s matrix, W^O, is missing.",
            "how many matrices the equation has.",
            _parameters(3 * SQUARE, 3 * SQUARE),
        ),
        Wrong(
            "W^O is missing, and twice the heads do not need twice the parameters.",
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
            (floats(32, 4 * SQUARE, 4 * SQUARE, UNCUT),),
        ),
        Wrong(
            "uncut heads have more answers, so W^O has more rows.",
            "how many numbers W^O reads when 8 answers of 32 lie side by side.",
            (floats(4, 4 * SQUARE, 4 * SQUARE, NARROW_OUTPUT),),
        ),
        Wrong(
            "without the cut, each head’s matrices stay 32 wide.",
            "the shape of one uncut head’s matrix.",
            (floats(4, 4 * SQUARE, 4 * SQUARE, 4 * SQUARE),),
        ),
        Wrong(
            "uncut heads need W^O too: it brings their answers back to 32 numbers.",
            "how many matrices the equation has.",
            (floats(4, 4 * SQUARE, 4 * SQUARE, 24 * SQUARE),),
        ),
        Wrong(
            "this is one matrix for each uncut head; each needs three, and W^O comes "
            "on top.",
            "how many matrices the equation has.",
            (floats(4, 4 * SQUARE, 4 * SQUARE, 8 * SQUARE),),
        ),
    ),
)
