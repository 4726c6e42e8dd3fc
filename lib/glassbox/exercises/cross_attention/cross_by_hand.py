"""The exercise cross_by_hand, of the chapter cross_attention."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

ASKED = floats([3, 1, 4], [2, 6, 8])  # the exponentials: two targets, three sources
VALUES = floats(8, 16, 32)
REAL = floats(1, 1, 0)
TWICE = np.exp(ASKED)  # a softmax of what is an exponential already

EXERCISE = ByHand(
    task="Two target tokens read three source tokens; the third is padding. The "
    "exponentials of the scores are 3, 1, 4 for the first target token and 2, 6, 8 for "
    "the second. The values are 8, 16, 32. What does each target token find? Two "
    "numbers, to two decimals.",
    parts=(
        "the first target token finds",
        "the second target token finds",
    ),
    hints=(
        "Padding is hidden before the division: cross out the third column.",
        "The first row sums to 3 + 1, the second to 2 + 6. There is no other mask.",
        "Mix the values 8 and 16 with the two weights of each row.",
    ),
    answer=(ASKED * REAL) @ VALUES / (ASKED @ REAL),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "padding is read: its 32 is in the mixture.",
            "the third column.",
            (ASKED @ VALUES / ASKED.sum(axis=1),),
        ),
        Wrong(
            "padding was crossed out after the division: the weights sum to less than "
            "1.",
            "what each row is divided by.",
            ((ASKED * REAL) @ VALUES / ASKED.sum(axis=1),),
        ),
        Wrong(
            "a causal mask was put on the source: each target token may read all "
            "of it.",
            "the first row.",
            (floats(8, 14),),
        ),
        Wrong(
            "the columns were made to sum to 1: a target token's weights are a row.",
            "what you divide by.",
            ((ASKED * REAL / ASKED.sum(axis=0)) @ VALUES,),
        ),
        Wrong(
            "these are the sums before the division.",
            "what makes the weights of a row sum to 1.",
            ((ASKED * REAL) @ VALUES,),
        ),
        Wrong(
            "the numbers were raised to e again: they are exponentials already.",
            "what a softmax does after e to the score: it only divides.",
            tuple(
                mask * TWICE @ VALUES / (TWICE @ mask) for mask in (REAL, 1 - 0 * REAL)
            ),
        ),
        Wrong(
            "the source tokens count alike here; their weights differ.",
            "the exponentials of each row.",
            (floats(12, 12), floats(18.67, 18.67), floats(24, 24)),
        ),
        Wrong(
            "the largest weight takes all here: attention mixes the values.",
            "the second largest weight.",
            (floats(8, 16), floats(32, 32)),
        ),
        Wrong(
            "the two are in the reverse order.",
            "which row belongs to the first target token.",
            (floats(14, 10),),
        ),
    ),
)
