"""The exercises worked with a pencil, of the chapter decoder_masking."""

import numpy as np

from ._engine.by_hand import ByHand
from ._engine.exercise import Wrong
from .tables_by_hand import TO_TWO_DECIMALS
from .tables_softmax import floats

ROWS = floats([2, 6, 8], [3, 1, 4])
MASKED_BY_HAND = ByHand(
    name="masked_by_hand",
    task="Three tokens under a causal mask. The exponentials of the scores are 2, 6, 8 "
    "in row two and 3, 1, 4 in row three. The weights of both rows, six numbers, to "
    "two decimals.",
    hints=(
        "Row two belongs to token two. Which tokens may it read?",
        "What is hidden has the exponential 0. Cross it out before you add.",
        "Row two shares out 2 + 6; row three, whose token comes last, 3 + 1 + 4.",
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

CACHE_BY_HAND = ByHand(
    name="cache_by_hand",
    task="A decoder writes 100 tokens, one a step. At each step it needs the keys of "
    "all tokens so far. How many keys are computed in all, without a cache and with "
    "one? Two numbers.",
    hints=(
        "Without a cache, step 1 computes one key, step 2 two, step 3 three.",
        "Add the first and the last step, the second and the last but one, and so on.",
        "With a cache, a step computes the key of its new token alone.",
    ),
    answer=floats(5050, 100),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "not every step has 100 tokens: the first has one.",
            "how many tokens there are at step 1, 2, 3.",
            (floats(10_000, 100),),
        ),
        Wrong(
            "the last step is missing: it computes 100 keys.",
            "1 + 2 + ... + 100.",
            (floats(4950, 100), floats(4950, 99)),
        ),
        Wrong(
            "the two are exchanged: first without, then with.",
            "the order asked for.",
            (floats(100, 5050),),
        ),
        Wrong(
            "that is the work of one step; all 100 steps are asked for.",
            "the words 'in all'.",
            (floats(5050, 1), floats(100, 1)),
        ),
    ),
)
