"""The exercise head_by_hand, of the chapter output_head."""

import numpy as np

from ...kernels.output_head import cross_entropy, vocabulary_logits
from ...kernels.probability import softmax
from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

STATE = floats(1, 2)
WORDS = floats([2, 0], [0, 1], [1, 1])  # tea, cup, mug
LOGITS = vocabulary_logits(STATE, WORDS)
SHARES = softmax(LOGITS)
LOSS = float(cross_entropy(LOGITS, 0))
COSINES = LOGITS / np.linalg.norm(WORDS, axis=-1) / np.linalg.norm(STATE)


def _then(shares: np.ndarray, loss: float) -> np.ndarray:
    return np.array([*shares, loss])


EXERCISE = ByHand(
    task="The state is [1, 2]. The table has the rows [2, 0] for tea, [0, 1] for cup, "
    "[1, 1] for mug. Give the shares of tea, cup and mug, then the loss in nats if tea "
    "comes next: four numbers, to two decimals.",
    parts=(
        "share of tea",
        "share of cup",
        "share of mug",
        "loss if tea comes, in nats",
    ),
    hints=(
        "A logit is a dot product: the state times one row of the table.",
        "The logits are 2, 2 and 3. Exponentials, their sum, each divided by the sum.",
        "The loss is minus the natural logarithm of the right word's share.",
    ),
    answer=_then(SHARES, LOSS),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are the logits, not yet shares.",
            "what makes three numbers sum to 1.",
            (_then(LOGITS, LOSS), _then(LOGITS, -np.log(2))),
        ),
        Wrong(
            "the logits are divided by their sum: the exponentials are missing.",
            "the step from logits to shares.",
            (_then(LOGITS / 7, -np.log(2 / 7)), _then(LOGITS / 7, LOSS)),
        ),
        Wrong(
            "the dot products are divided by the vectors' lengths; the head takes no "
            "cosine.",
            "the first logit: 1 · 2 + 2 · 0.",
            (_then(softmax(COSINES), cross_entropy(COSINES, 0)),),
        ),
        Wrong(
            "the loss is that of the likeliest word; tea came.",
            "whose share stands in the logarithm.",
            (_then(SHARES, cross_entropy(LOGITS, 2)),),
        ),
        Wrong(
            "the loss is in bits; nats are asked for.",
            "the base of your logarithm.",
            (_then(SHARES, LOSS / np.log(2)),),
        ),
        Wrong(
            "the logarithm has base 10.",
            "the base of your logarithm.",
            (_then(SHARES, LOSS / np.log(10)),),
        ),
        Wrong(
            "the sign of the loss is missing: a loss is at least 0.",
            "the minus before the logarithm.",
            (_then(SHARES, -LOSS),),
        ),
    ),
)
