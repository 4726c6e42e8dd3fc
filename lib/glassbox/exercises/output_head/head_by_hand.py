"""The exercise head_by_hand, of the chapter output_head."""

import numpy as np

from ...kernels.output_head import cross_entropy, vocabulary_logits
from ...kernels.probability import softmax
from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

VECTOR = floats(4, 1)
ROWS = floats([1, 1], [1, -1], [1, 0], [-1, 1])  # cup, mug, glass, piano
GLASS = 2
LOGITS = vocabulary_logits(VECTOR, ROWS)
PROBABILITIES = softmax(LOGITS)
LOSS = float(cross_entropy(LOGITS, GLASS))
COSINES = LOGITS / np.linalg.norm(ROWS, axis=-1) / np.linalg.norm(VECTOR)
DIVIDED = LOGITS / LOGITS.sum()


def _then(probabilities: np.ndarray, loss: float) -> np.ndarray:
    return np.array([*probabilities, loss])


EXERCISE = ByHand(
    task="The vector is [4, 1]. The rows are [1, 1] for cup, [1, −1] for mug, [1, 0] "
    "for glass, [−1, 1] for piano. Give the probabilities of cup, mug, glass and "
    "piano, then the surprise in nats if glass comes next: five numbers, to two "
    "decimals.",
    parts=(
        "probability of cup",
        "probability of mug",
        "probability of glass",
        "probability of piano",
        "surprise if glass comes, in nats",
    ),
    hints=(
        "A logit is a dot product: the vector times one row of the table.",
        "The logits are 5, 3, 4 and −3. Exponentials, their sum, each divided by the "
        "sum.",
        "The surprise is minus the natural logarithm of the right word's probability.",
    ),
    answer=_then(PROBABILITIES, LOSS),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are the logits, not yet probabilities.",
            "what makes four numbers sum to 1.",
            (_then(LOGITS, LOSS), _then(LOGITS, -np.log(LOGITS[GLASS]))),
        ),
        Wrong(
            "the logits are divided by their sum: the exponentials are missing.",
            "the step from logits to probabilities.",
            (_then(DIVIDED, -np.log(DIVIDED[GLASS])), _then(DIVIDED, LOSS)),
        ),
        Wrong(
            "the dot products are divided by the vectors' lengths; the head takes no "
            "cosine.",
            "the first logit: 4 · 1 + 1 · 1.",
            (_then(softmax(COSINES), cross_entropy(COSINES, GLASS)),),
        ),
        Wrong(
            "the surprise is that of the likeliest word; glass came.",
            "whose probability stands in the logarithm.",
            (_then(PROBABILITIES, cross_entropy(LOGITS, 0)),),
        ),
        Wrong(
            "the surprise is in bits; nats are asked for.",
            "the base of your logarithm.",
            (_then(PROBABILITIES, LOSS / np.log(2)),),
        ),
        Wrong(
            "the logarithm has base 10.",
            "the base of your logarithm.",
            (_then(PROBABILITIES, LOSS / np.log(10)),),
        ),
        Wrong(
            "the sign of the surprise is missing: it is at least 0.",
            "the minus before the logarithm.",
            (_then(PROBABILITIES, -LOSS),),
        ),
    ),
)
