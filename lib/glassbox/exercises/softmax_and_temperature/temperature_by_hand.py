"""The exercise temperature_by_hand, of the chapter softmax_and_temperature."""

import numpy as np

from ...kernels.probability import softmax
from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

WARM = floats(3, 1, 0.5)

EXERCISE = ByHand(
    task="The softmax of the scores 3, 1, 0.5 at temperature 2: three probabilities, "
    "to two decimals.",
    parts=(
        "probability where the score is 3",
        "probability where the score is 1",
        "probability where the score is 0.5",
    ),
    hints=(
        "The temperature comes first: divide each score by 2.",
        "Then as ever: exponentials, their sum, each divided by the sum.",
        "Check: at T = 1 the largest probability is 0.82. A temperature above 1 "
        "flattens, so yours should be smaller.",
    ),
    answer=softmax(WARM, temperature=2),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "you multiplied by the temperature.",
            "whether T = 2 should flatten or sharpen.",
            (softmax(2 * WARM),),
        ),
        Wrong(
            "the temperature is not in it: these are the probabilities at T = 1.",
            "your first step.",
            (softmax(WARM),),
        ),
        Wrong(
            "the probabilities at T = 1 are divided by 2; it has to divide the scores.",
            "what your probabilities sum to.",
            (softmax(WARM) / 2,),
        ),
        Wrong(
            "these are the exponentials, not yet divided by their sum.",
            "what makes the probabilities sum to 1.",
            (np.exp(WARM / 2), np.exp((WARM - 3) / 2)),
        ),
        Wrong(
            "these are percent; probabilities lie between 0 and 1.",
            "the decimal point.",
            (100 * softmax(WARM / 2), np.round(100 * softmax(WARM / 2))),
        ),
    ),
)
