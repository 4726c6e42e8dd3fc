"""The exercises of multi_head_attention that are worked out with a pencil."""

from ._engine.by_hand import ByHand
from ._engine.exercise import Wrong
from .tables_softmax import floats

HEADS_BY_HAND = ByHand(
    name="heads_by_hand",
    task="A table of addresses has 4 tokens and 6 features: 23 is token 2, feature 3. "
    "It is split into 3 heads. Give d_head, then the numbers that head 2 holds for "
    "token 3: three numbers in all.",
    hints=(
        "Six features, three heads: how many features has each?",
        "Head 1 gets the first features of every token, head 2 those that follow.",
        "Token 3's row is 31, 32, 33, 34, 35, 36. Cut it into three pieces.",
    ),
    answer=floats(2, 33, 34),
    tolerance=0.0055,
    wrongs=(
        Wrong(
            "this is what reshape without transpose puts there.",
            "head 1: it must hold a piece of every token.",
            (floats(2, 31, 32),),
        ),
        Wrong(
            "the features are dealt out in turn; a head gets neighbours.",
            "which two features head 1 has: 1 and 2.",
            (floats(2, 32, 35),),
        ),
        Wrong(
            "this is head 3's piece; heads are counted from 1 here.",
            "the middle one of the three pieces.",
            (floats(2, 35, 36),),
        ),
        Wrong(
            "this is token 2, head 3: token and head have changed places.",
            "the first digit of an address: the token.",
            (floats(2, 25, 26),),
        ),
        Wrong(
            "this is token 4; tokens are counted from 1 here.",
            "the first digit of an address: the token.",
            (floats(2, 43, 44),),
        ),
        Wrong(
            "the numbers are right; d_head is not 3, which is the number of heads.",
            "the first number: 6 features for 3 heads.",
            (floats(3, 33, 34),),
        ),
    ),
)

SQUARE = 32 * 32
HEADS_COUNTED = ByHand(
    name="heads_counted",
    task="d_model is 32, there are no biases. Give d_head for 8 heads; the number of "
    "parameters in the four matrices with 8 heads; and with 16 heads. Three numbers.",
    hints=(
        "The heads share d_model: each gets an equal part.",
        "Put the heads' projections for the queries side by side. How wide is the "
        "matrix that comes out, for 8 heads, and for 16?",
        "Four matrices, for queries, keys, values and the output, each 32 by 32.",
    ),
    answer=floats(4, 4 * SQUARE, 4 * SQUARE),
    tolerance=0.0055,
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
