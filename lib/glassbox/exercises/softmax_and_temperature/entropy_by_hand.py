"""The exercise entropy_by_hand, of the chapter softmax_and_temperature."""

import numpy as np

from ...kernels.probability import entropy
from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

SHARES = floats(0.5, 0.25, 0.25)

EXERCISE = ByHand(
    task="The entropy of the probabilities 0.5, 0.25, 0.25 in nats: one number, to "
    "two decimals.",
    parts=("entropy, in nats",),
    hints=(
        "The surprise of a probability p is -log p. Two of them are alike, so two "
        "logarithms are enough.",
        "Multiply each surprise by its probability and add the three.",
        "With the natural logarithm, log 0.5 is -0.6931, and log 0.25 twice that.",
    ),
    answer=entropy(SHARES),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "this is in bits; nats are asked for.",
            "the base of your logarithm.",
            (entropy(SHARES) / np.log(2),),
        ),
        Wrong(
            "the logarithm has base 10.",
            "the base of your logarithm.",
            (entropy(SHARES) / np.log(10),),
        ),
        Wrong(
            "the sign is missing.",
            "the minus sign before the sum.",
            (-entropy(SHARES),),
        ),
        Wrong(
            "one probability of 0.25 is left out.",
            "how many terms you added.",
            (np.sum(-SHARES[:2] * np.log(SHARES[:2])),),
        ),
        Wrong(
            "the surprises are added without their weights.",
            "what each surprise is multiplied by.",
            (-np.log(SHARES).sum(), -np.log(SHARES).mean()),
        ),
    ),
)
