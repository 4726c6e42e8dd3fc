"""The exercise masked_by_hand, of the chapter decoder_masking."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

ROWS = floats([2, 6, 8], [3, 1, 4])

EXERCISE = ByHand(
    task="Three tokens under a causal mask. The exponentials of the scores are 2, 6, 8 "
    "in row two and 3, 1, 4 in row three. The weights of both rows, six numbers, to "
    "two decimals.",
    parts=(
        "row two: weight of token one",
        "row two: weight of token two",
        "row two: weight of token three",
        "row three: weight of token one",
        "row three: weight of token two",
        "row three: weight of token three",
    ),
    hints=(
        "Row two belongs to token two. Which tokens may it read?",
        "What is hidden has the exponential 0. Cross it out before you add.",
        "Row two divides by 2 + 6; row three, whose token comes last, by 3 + 1 + 4.",
    ),
    answer=floats(2 / 8, 6 / 8, 0, 3 / 8, 1 / 8, 4 / 8),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the hidden exponential was crossed out after the division: row two sums "
            "to less than 1.",
            "what row two is divided by.",
            (floats(2 / 16, 6 / 16, 0, 3 / 8, 1 / 8, 4 / 8),),
        ),
        Wrong(
            "nothing is masked: token two reads token three.",
            "row two.",
            ((ROWS / ROWS.sum(axis=1, keepdims=True)).ravel(),),
        ),
        Wrong(
            "a token may read itself: the diagonal is visible.",
            "how many entries of each row are visible.",
            (floats(1, 0, 0, 3 / 4, 1 / 4, 0),),
        ),
        Wrong(
            "the mask is inverted: these rows read the future.",
            "which tokens come before token two.",
            (floats(0, 0, 1, 0, 0, 0), floats(0, 0, 1, np.nan, np.nan, np.nan)),
        ),
        Wrong(
            "the hidden score was set to 0, and the exponential of 0 is 1.",
            "what a hidden score should be.",
            (floats(2 / 9, 6 / 9, 1 / 9, 3 / 8, 1 / 8, 4 / 8),),
        ),
    ),
)
