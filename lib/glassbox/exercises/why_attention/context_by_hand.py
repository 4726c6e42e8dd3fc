"""The exercise context_by_hand, of the chapter why_attention."""

import numpy as np

from ...kernels.attention import scaled_dot_product_attention
from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

QUERY = floats([0, 1, 0, 2])
TABLE = floats([2, 0, 5, 0], [0, 2, 0, 1], [3, 0, 1, 1])


def _mixed(scale: float) -> np.ndarray:
    """Return the context when the products are multiplied by scale."""
    return scaled_dot_product_attention(QUERY, TABLE, TABLE, scale=scale).output[0]


EXERCISE = ByHand(
    task="The context that the query fetches: four numbers, to two decimals.",
    parts=(
        "first number of the context",
        "second number of the context",
        "third number of the context",
        "fourth number of the context",
    ),
    hints=(
        "Three steps: a score for each row, weights from the scores, a mixture. For a "
        "score, multiply query and row in pairs, add up, and divide by the root of 4.",
        "The scores are 0, 2 and 1. Raise e to the power of each, and divide each "
        "result by the sum of all three.",
        "The weights are 0.09, 0.665 and 0.245. The first number of the context is "
        "made of the first numbers of the rows: 2, 0 and 3.",
    ),
    answer=_mixed(0.5),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the dot products are not divided by the root of 4.",
            "the step between the products and the exponentials.",
            (_mixed(1),),
        ),
        Wrong(
            "the dot products are divided by 4, the width; its root is asked for.",
            "the root.",
            (_mixed(0.25),),
        ),
        Wrong(
            "the scores themselves are used as weights: they sum to 3, not to 1.",
            "what your weights add up to.",
            (floats(3, 4, 1, 3),),
        ),
        Wrong(
            "the scores are divided by their sum: the exponentials are missing.",
            "how scores become weights.",
            (floats(1, 4 / 3, 1 / 3, 1),),
        ),
        Wrong(
            "this is the plain mean of the rows: the one context that asks nothing.",
            "what each row is multiplied by.",
            (TABLE.mean(axis=0),),
        ),
        Wrong(
            "this is the best row alone; the other two have weights as well.",
            "what the other rows add.",
            (TABLE[1],),
        ),
        Wrong(
            "the exponentials are not divided by their sum.",
            "what your weights add up to.",
            (np.exp([0, 2, 1]) @ TABLE,),
        ),
    ),
)
