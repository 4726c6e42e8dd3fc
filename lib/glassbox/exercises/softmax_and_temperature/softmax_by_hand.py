"""The exercise softmax_by_hand, of the chapter softmax_and_temperature."""

import numpy as np

from ...kernels.probability import softmax
from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

SCORES = floats(1, 2, 3)

EXERCISE = ByHand(
    task="The softmax of the scores 1, 2, 3: three probabilities from 0 to 1, to two "
    "decimals.",
    parts=("p for score 1", "p for score 2", "p for score 3"),
    hints=(
        "e is about 2.71828. Write down its first, second and third power.",
        "Add the three, then divide each by the sum. Keep four decimals on the way.",
        "Check: the probabilities sum to 1, and each is e times the one before it.",
    ),
    answer=softmax(SCORES),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are percent, and right; but 9 % is written 0.09 here.",
            "the decimal point.",
            (100 * softmax(SCORES), np.round(100 * softmax(SCORES))),
        ),
        Wrong(
            "these are the exponentials, not yet divided by their sum.",
            "what makes the probabilities sum to 1.",
            (np.exp(SCORES), np.exp(SCORES - 3)),
        ),
        Wrong(
            "the scores are divided by their sum: the exponentials are missing.",
            "your first step.",
            (SCORES / SCORES.sum(),),
        ),
        Wrong(
            "the probabilities are in the reverse order.",
            "which score is the largest.",
            (softmax(-SCORES),),
        ),
        Wrong(
            "the base is 2, not e.",
            "the number that you raise to the power of the score.",
            (2**SCORES / (2**SCORES).sum(),),
        ),
        Wrong(
            "these are rounded to one decimal; two are asked for.",
            "your last step.",
            (softmax(SCORES).round(1),),
        ),
        Wrong(
            "these are logarithms of the probabilities.",
            "your last step.",
            (np.log(softmax(SCORES)),),
        ),
    ),
)
