"""The exercise cross_by_hand, of the chapter cross_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

ASKED = floats([3, 1, 4], [2, 6, 8])  # the exponentials: two targets, three sources
VALUES = floats(8, 16, 32)
REAL = floats(1, 1, 0)

EXERCISE = ByHand(
    task="Two target positions ask three source tokens; the third is padding. The "
    "exponentials of the scores are 3, 1, 4 for the first position and 2, 6, 8 for the "
    "second. The tokens' values are 8, 16, 32. What comes out: one number for each "
    "position, to two decimals.",
    parts=(
        "output of the first position",
        "output of the second position",
    ),
    hints=(
        "Padding is hidden before the division: cross out the third column.",
        "The first row shares out 3 + 1, the second 2 + 6. There is no other mask.",
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
            "a causal mask was put on the source: the first position may read all of "
            "it.",
            "the first row.",
            (floats(8, 14),),
        ),
        Wrong(
            "the columns were made to sum to 1: each position shares out its own row.",
            "what you divide by.",
            ((ASKED * REAL / ASKED.sum(axis=0)) @ VALUES,),
        ),
        Wrong(
            "these are the sums before the division.",
            "what makes the weights of a row sum to 1.",
            ((ASKED * REAL) @ VALUES,),
        ),
    ),
)
