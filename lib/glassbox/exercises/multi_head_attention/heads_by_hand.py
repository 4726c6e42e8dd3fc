"""The exercise heads_by_hand, of the chapter multi_head_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="A table of addresses has 4 tokens and 6 features: 23 is token 2, feature 3. "
    "It is split into 3 heads. What is d_head, and which two numbers does head 2 hold "
    "for token 4?",
    parts=(
        "d_head",
        "first number of head 2 for token 4",
        "second number of head 2 for token 4",
    ),
    hints=(
        "Six features, three heads: how many features has each?",
        "Head 1 gets the first features of every token, head 2 those that follow.",
        "Token 4’s row is 41, 42, 43, 44, 45, 46. Cut it into three pieces.",
    ),
    answer=floats(2, 43, 44),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are token 3’s numbers. A reshape without the transpose puts them "
            "there, too.",
            "the first digit of an address: the token.",
            (floats(2, 33, 34),),
        ),
        Wrong(
            "the features are dealt out in turn; a head gets neighbors.",
            "which two features head 1 has: 1 and 2.",
            (floats(2, 42, 45),),
        ),
        Wrong(
            "this is head 3’s piece; heads are counted from 1 here.",
            "the middle one of the three pieces.",
            (floats(2, 45, 46),),
        ),
        Wrong(
            "this is head 1’s piece of token 4; head 2’s comes after it.",
            "the middle one of the three pieces.",
            (floats(2, 41, 42),),
        ),
        Wrong(
            "you went down a column: these are one feature of two tokens. A head holds "
            "neighboring features of one token.",
            "token 4’s row, from left to right: all its addresses begin with 4.",
            (floats(2, 33, 43), floats(2, 34, 44), floats(2, 24, 34)),
        ),
        Wrong(
            "your piece begins one place too early or too late.",
            "where head 1’s two features end: after 41, 42.",
            (floats(2, 42, 43), floats(2, 44, 45)),
        ),
        Wrong(
            "the two numbers have changed places.",
            "the order in token 4’s row.",
            (floats(2, 44, 43),),
        ),
        Wrong(
            "the numbers are right; d_head is not 3, which is the number of heads.",
            "the first number: 6 features for 3 heads.",
            (floats(3, 43, 44),),
        ),
        Wrong(
            "3 is the number of heads, not d_head, and so your piece is not head 2’s.",
            "the first number: 6 features for 3 heads. Then cut token 4’s row again.",
            tuple(floats(3, first, first + 1) for first in (41, 42, 44, 45)),
        ),
        Wrong(
            "these are numbers of another token; 4 is the first digit of token 4’s.",
            "which row of the table is token 4’s: 41, 42, and so on.",
            tuple(
                floats(2, 10 * token + first, 10 * token + first + 1)
                for token in (1, 2, 3)
                for first in (1, 2, 3, 4, 5)
                if (token, first) != (3, 3)
            ),
        ),
    ),
)
