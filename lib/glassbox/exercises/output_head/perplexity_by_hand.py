"""The exercise perplexity_by_hand, of the chapter output_head."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

PROBABILITIES = floats(1 / 2, 1 / 8, 1 / 4, 1 / 4)
BITS = -np.log2(PROBABILITIES)  # 1, 3, 2, 2


def _three(bits: float) -> np.ndarray:
    """Return a loss in bits, in nats, and its perplexity."""
    return floats(bits, bits * np.log(2), 2**bits)


MEAN = _three(BITS.mean())

EXERCISE = ByHand(
    task="A model gave the four words of a text the probabilities 1/2, 1/8, 1/4 and "
    "1/4. Give the mean surprise in bits, the same in nats, and the perplexity: three "
    "numbers, to two decimals.",
    parts=("mean surprise in bits", "mean surprise in nats", "perplexity"),
    hints=(
        "In bits, 1/2 is a surprise of 1, 1/4 of 2 and 1/8 of 3.",
        "1 bit is 0.693 nats.",
        "The perplexity is e to the mean in nats, which is 2 to the mean in bits.",
    ),
    answer=MEAN,
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "this is the surprise of the whole text; divide it by the words.",
            "the word mean.",
            (_three(BITS.sum()), floats(*_three(BITS.sum())[:2], MEAN[2])),
        ),
        Wrong(
            "the probabilities are averaged first; take the mean of the surprises.",
            "what you take the logarithm of.",
            (_three(-np.log2(PROBABILITIES.mean())),),
        ),
        Wrong(
            "the perplexity is 2 to the nats; nats belong to e.",
            "which base belongs to which unit.",
            (floats(*MEAN[:2], 2 ** MEAN[1]),),
        ),
        Wrong(
            "the perplexity is e to the bits; bits belong to 2.",
            "which base belongs to which unit.",
            (floats(*MEAN[:2], np.exp(MEAN[0])),),
        ),
        Wrong(
            "the perplexity is still the mean; raise 2 to the bits, or e to the nats.",
            "what is raised to what in the perplexity.",
            (floats(*MEAN[:2], MEAN[0]), floats(*MEAN[:2], MEAN[1])),
        ),
        Wrong(
            "the sign is missing: a surprise is at least 0.",
            "the minus before the logarithm.",
            (_three(-MEAN[0]), floats(-MEAN[0], -MEAN[1], MEAN[2])),
        ),
        Wrong(
            "bits and nats are exchanged; the number of nats is the smaller one.",
            "the first two numbers.",
            (floats(MEAN[1], MEAN[0], MEAN[2]),),
        ),
        Wrong(
            "1 bit is 0.693 nats, and you divided by it.",
            "the second number.",
            (floats(MEAN[0], MEAN[0] / np.log(2), MEAN[2]),),
        ),
    ),
)
