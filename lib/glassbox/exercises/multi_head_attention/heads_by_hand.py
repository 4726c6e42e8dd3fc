"""The exercise heads_by_hand, of the chapter multi_head_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="A table of addresses has 4 tokens and 6 features: 23 is token 2, feature 3. "
    "It is split into 3 heads. Give d_head, then the numbers that head 2 holds for "
    "token 3: three numbers in all.",
    parts=(
        "d_head",
        "first number of head 2 for token 3",
        "second number of head 2 for token 3",
    ),
    hints=(
        "Six features, three heads: how many features has each?",
        "Head 1 gets the first features of every token, head 2 those that follow.",
        "Token 3's row is 31, 32, 33, 34, 35, 36. Cut it into three pieces.",
    ),
    answer=floats(2, 33, 34),
    tolerance=TO_TWO_DECIMALS,
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
