"""The exercise unseen_mistake, of the chapter multi_head_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="A table has 3 tokens and 4 features. Token 1 is 1 2 5 6, and token 3 ends in "
    "3 4. Give token 2's four numbers, then token 3's first two, so that with 2 heads "
    "a reshape without the transpose gives the same pieces as the right split: six "
    "numbers in all.",
    parts=(
        "token 2, feature 1",
        "token 2, feature 2",
        "token 2, feature 3",
        "token 2, feature 4",
        "token 3, feature 1",
        "token 3, feature 2",
    ),
    hints=(
        "Write each token's row as two pairs. The right head 1 holds the first pair of "
        "each token. Which pairs does the broken one hold?",
        "The broken head 1 holds 1 2, then 5 6, then token 2's first pair.",
        "So token 2's first pair is 5 6. Go on with head 1's last pair, then head 2.",
    ),
    answer=floats(5, 6, 5, 6, 5, 6),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "token 2's first pair is token 1's first; the broken head 1 holds token "
            "1's second pair there.",
            "the second row of head 1, the right one and the broken one.",
            (floats(1, 2, 5, 6, 1, 2), floats(1, 2, 5, 6, 5, 6)),
        ),
        Wrong(
            "head 1 is right, but head 2 is not yet: its first row must be 5 6.",
            "which pair the broken head 2 begins with.",
            (floats(5, 6, 1, 2, 5, 6), floats(5, 6, 3, 4, 5, 6)),
        ),
        Wrong(
            "token 2 is right, but token 3 does not fit it.",
            "the third row of head 1: token 3's first pair, or token 2's.",
            (floats(5, 6, 5, 6, 1, 2), floats(5, 6, 5, 6, 3, 4)),
        ),
        Wrong(
            "the two numbers of a pair have changed places.",
            "the order of 5 and 6 in token 1.",
            (floats(6, 5, 6, 5, 6, 5),),
        ),
    ),
)
