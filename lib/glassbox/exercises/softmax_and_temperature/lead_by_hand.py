"""The exercise lead_by_hand, of the chapter softmax_and_temperature."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

TEMPERATURES = floats(1, 0.5)
RATIO = 0.9 / 0.1  # of the two probabilities

EXERCISE = ByHand(
    task="By how much must the first of two scores lead the second to get a "
    "probability of 0.9? Give the lead at T = 1 and at T = 0.5, to two decimals.",
    parts=("lead at T = 1", "lead at T = 0.5"),
    hints=(
        "If the first has 0.9, what has the second? Begin with the ratio of the two.",
        "A lead d becomes the ratio e to the power of d / T. Which function undoes the "
        "power?",
        "At T = 0.5 a lead counts double. Do you need a larger or a smaller one?",
    ),
    answer=TEMPERATURES * np.log(RATIO),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the temperature is not in the second number: both are the lead at T = 1.",
            "what T = 0.5 does to the gap between two scores.",
            (np.full(2, np.log(RATIO)),),
        ),
        Wrong(
            "you made the lead larger; halving T makes every gap count double, so half "
            "the lead is enough.",
            "whether your second step multiplies by T or divides by it.",
            (np.log(RATIO) / TEMPERATURES,),
        ),
        Wrong(
            "the logarithm has base 10.",
            "the key of your calculator: ln, not log.",
            (TEMPERATURES * np.log10(RATIO), np.full(2, np.log10(RATIO))),
        ),
        Wrong(
            "the logarithm has base 2.",
            "the base: softmax raises e to the power of a score.",
            (TEMPERATURES * np.log2(RATIO), np.full(2, np.log2(RATIO))),
        ),
        Wrong(
            "these are ratios of probabilities, not yet leads.",
            "your last step: which function turns a ratio into a difference?",
            (TEMPERATURES * RATIO, np.full(2, RATIO)),
        ),
        Wrong(
            "0.9 is the probability; a lead is a difference of scores.",
            "the first step: the ratio of 0.9 to what the other one has.",
            (np.full(2, 0.9), 0.9 * TEMPERATURES, 0.9 / TEMPERATURES),
        ),
        Wrong(
            "this is the logarithm of 0.9 alone; the other probability is missing.",
            "what 0.9 is divided by.",
            (np.log(0.9) * TEMPERATURES, -np.log(0.9) * TEMPERATURES),
        ),
        Wrong(
            "the ratio is 10; with 0.9 for the first, the second has 0.1, not 0.09.",
            "the ratio inside your logarithm.",
            (np.log(10) * TEMPERATURES,),
        ),
        Wrong(
            "the sign is turned round: the first score would be behind.",
            "which probability stands above the line of your ratio.",
            (-np.log(RATIO) * TEMPERATURES,),
        ),
    ),
)
