"""The exercise attention_by_hand, of the chapter scaled_dot_product_attention."""

import numpy as np

from ...kernels.attention import scaled_dot_product_attention
from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

QUERY = floats([2, 0, 1, 1])
KEY, VALUE = floats([1, 5, 0, 0], [2, -3, 2, 0]), floats([10, 0], [0, 5])


def _mixed(scale: float) -> np.ndarray:
    """Return the output when the products are multiplied by scale."""
    return scaled_dot_product_attention(QUERY, KEY, VALUE, scale=scale).output[0]


EXERCISE = ByHand(
    task="The query [2, 0, 1, 1] meets the keys [1, 5, 0, 0] and [2, −3, 2, 0]. Their "
    "values are [10, 0] and [0, 5]. Work out the output: two numbers, to two decimals.",
    parts=(
        "first number of the output",
        "second number of the output",
    ),
    hints=(
        "The first dot product begins 2 · 1 + 0 · 5. Go on, number by number, and "
        "then take the second key.",
        "Divide both by the root of d_k. How many numbers does a key have?",
        "The softmax of the two scores gives two weights, which sum to 1. The output "
        "is the first weight times [10, 0] plus the second times [0, 5].",
    ),
    answer=_mixed(0.5),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "right to one decimal, and two are asked for: the weights were rounded "
            "too early, to 0.12 and 0.88.",
            "how many decimals you keep on the way: four will do.",
            (floats(1.2, 4.4),),
        ),
        Wrong(
            "the dot products are not divided by the root of d_k.",
            "the step between the dot products and the exponentials.",
            (_mixed(1),),
        ),
        Wrong(
            "you divided by d_k = 4; divide by its root.",
            "the root.",
            (_mixed(0.25),),
        ),
        Wrong(
            "the dot products are divided by the root of 2, the number of keys or the "
            "width of a value. d_k is the width of a key.",
            "the number under the root.",
            (_mixed(0.5**0.5),),
        ),
        Wrong(
            "these are the weights; the values are not mixed yet.",
            "your last step.",
            (floats(0.1192, 0.8808),),
        ),
        Wrong(
            "the two weights are swapped.",
            "which of the two keys matches better.",
            (floats(8.81, 0.60),),
        ),
        Wrong(
            "the scores are divided by their sum: the exponentials are missing.",
            "how scores become weights.",
            (floats(2.5, 3.75),),
        ),
        Wrong(
            "this is the value of the best key alone: a hard lookup.",
            "what the other value adds, times its weight.",
            (floats(0, 5),),
        ),
        Wrong(
            "this is the plain mean of the values; the weights differ.",
            "what each value is multiplied by.",
            (floats(5, 2.5),),
        ),
    ),
)
