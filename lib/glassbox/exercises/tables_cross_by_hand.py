"""The exercises worked with a pencil, of the chapter cross_attention."""

from ._engine.by_hand import ByHand
from ._engine.exercise import Wrong
from .tables_by_hand import TO_TWO_DECIMALS
from .tables_softmax import floats

ASKED = floats([3, 1, 4], [2, 6, 8])  # the exponentials: two targets, three sources
VALUES = floats(8, 16, 32)
REAL = floats(1, 1, 0)
CROSS_BY_HAND = ByHand(
    name="cross_by_hand",
    task="Two target positions ask three source tokens; the third is padding. The "
    "exponentials of the scores are 3, 1, 4 for the first position and 2, 6, 8 for the "
    "second. The tokens' values are 8, 16, 32. What comes out: one number for each "
    "position, to two decimals.",
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

CROSS_COUNTED = ByHand(
    name="cross_counted",
    task="A source of 20 tokens, a target of 11 positions, 2 decoder layers with 4 "
    "heads each. How many cross-attention weights has one layer? The target is written "
    "one position at a time: how many rows of the memory are projected to keys, in all "
    "steps and both layers, if nothing is kept, and if keys are reused? Three numbers.",
    hints=(
        "A head has one weight for each pair of a target position and a source token.",
        "If nothing is kept, each of the 11 steps projects the whole memory again, in "
        "each layer.",
        "The memory does not change while the target is written. So once is enough, "
        "for each layer: each has a matrix of its own.",
    ),
    answer=floats(4 * 11 * 20, 2 * 11 * 20, 2 * 20),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are the weights of one head; a layer has four.",
            "your first number.",
            (floats(220, 440, 40),),
        ),
        Wrong(
            "those would be the weights of self-attention.",
            "your first number: who asks, and who is asked.",
            (floats(4 * 20 * 20, 440, 40), floats(4 * 11 * 11, 440, 40)),
        ),
        Wrong(
            "that is one layer; each of the two projects the memory for itself.",
            "how many layers there are.",
            (floats(880, 220, 20),),
        ),
        Wrong(
            "keys alone are asked for; values would double both numbers.",
            "your last two numbers.",
            (floats(880, 880, 80),),
        ),
        Wrong(
            "the layers do not share their keys: each has its own matrix.",
            "your last number.",
            (floats(880, 440, 20),),
        ),
        Wrong(
            "this is the target's cache, which grows by a row a step; the memory is "
            "all there from the first step.",
            "which rows are projected.",
            (floats(880, 2 * 66, 22),),
        ),
        Wrong(
            "the heads share one projection, cut into pieces: count a row once.",
            "your last two numbers.",
            (floats(880, 4 * 440, 4 * 40),),
        ),
    ),
)
