"""The exercises worked with a pencil, of scaled_dot_product_attention."""

import numpy as np

from ..kernels.attention import scaled_dot_product_attention
from ._engine.by_hand import ByHand
from ._engine.exercise import Wrong
from .tables_by_hand import TO_TWO_DECIMALS
from .tables_softmax import floats

QUERY = floats([2, 0, 1, 1])
KEY, VALUE = floats([1, 5, 0, 0], [2, -3, 2, 0]), floats([10, 0], [0, 5])


def _mixed(scale: float) -> np.ndarray:
    """Return the output when the products are multiplied by scale."""
    return scaled_dot_product_attention(QUERY, KEY, VALUE, scale=scale).output[0]


ATTENTION_BY_HAND = ByHand(
    name="attention_by_hand",
    task="One query [2, 0, 1, 1]; the keys [1, 5, 0, 0] and [2, -3, 2, 0]; their "
    "values [10, 0] and [0, 5]. The output: two numbers, to two decimals.",
    hints=(
        "The two dot products are 2 and 6.",
        "Divide both by the root of d_k. How many numbers does a key have?",
        "The softmax of the two scores gives two weights, which sum to 1. The output "
        "is the first weight times [10, 0] plus the second times [0, 5].",
    ),
    answer=_mixed(0.5),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the scores are not divided by the root of d_k.",
            "the step between the products and the exponentials.",
            (_mixed(1),),
        ),
        Wrong(
            "the scores are divided by d_k = 4; its root is asked for.",
            "the root.",
            (_mixed(0.25),),
        ),
        Wrong(
            "the scores are divided by the root of 2, the number of keys or the width "
            "of a value. d_k is the width of a key.",
            "the number under the root.",
            (_mixed(0.5**0.5),),
        ),
        Wrong(
            "these are the weights; the values are not mixed yet.",
            "your last step.",
            (floats(0.1192, 0.8808),),
        ),
        Wrong(
            "the weights are exchanged.",
            "which of the two keys matches better.",
            (floats(8.81, 0.60),),
        ),
        Wrong(
            "the scores are divided by their sum: the exponentials are missing.",
            "how scores become weights.",
            (floats(2.5, 3.75),),
        ),
        Wrong(
            "this is the value of the best key alone: a hard look-up.",
            "what the other key's share adds.",
            (floats(0, 5),),
        ),
        Wrong(
            "this is the plain mean of the values; the weights differ.",
            "what each value is multiplied by.",
            (floats(5, 2.5),),
        ),
    ),
)

ATTENTION_SHAPES = ByHand(
    name="attention_shapes",
    task="query (2, 5, 16), key (2, 7, 16), value (2, 7, 3). The shape of the weights, "
    "then that of the output: six numbers in one list.",
    hints=(
        "The first axis is the batch; nothing happens to it.",
        "Each of the 5 queries has one weight for each of the 7 keys.",
        "Each query's output is a mixture of values, so it is as wide as a value.",
    ),
    answer=floats(2, 5, 7, 2, 5, 3),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the output is given the width of a key, d_k; it has that of a value, d_v.",
            "the last number: what is mixed?",
            (floats(2, 5, 7, 2, 5, 16),),
        ),
        Wrong(
            "the weights are turned: rows are queries, columns are keys.",
            "the second and the third number.",
            (floats(2, 7, 5, 2, 5, 3),),
        ),
        Wrong(
            "the output has one row for each key; each query gets one.",
            "the fifth number.",
            (floats(2, 5, 7, 2, 7, 3),),
        ),
        Wrong(
            "the weights keep d_k; it is summed away in the dot products.",
            "the third number: how many keys does a query meet?",
            (floats(2, 5, 16, 2, 5, 3), floats(2, 7, 16, 2, 5, 3)),
        ),
        Wrong(
            "each query meets all keys of its own sample, and the queries only ask.",
            "the third number: queries do not meet queries.",
            (floats(2, 5, 5, 2, 5, 3),),
        ),
    ),
)

SCORE_SPREAD = ByHand(
    name="score_spread",
    task="Independent components of mean 0: the queries' have variance 4, the keys' "
    "variance 9, and d_k = 16. The standard deviation of the dot products, then of the "
    "scores: two numbers.",
    hints=(
        "A product of two independent numbers of mean 0 has the product of their "
        "variances.",
        "16 such products are added, and the variances of independent numbers add up.",
        "The standard deviation is the root of the variance. Dividing numbers by 4 "
        "divides their standard deviation by 4.",
    ),
    answer=floats(24, 6),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are variances; the standard deviation is their root.",
            "your last step.",
            (floats(576, 36),),
        ),
        Wrong(
            "the scores are divided by d_k; its root is asked for.",
            "your second number.",
            (floats(24, 1.5),),
        ),
        Wrong(
            "that is what variance 1 would give: these components are larger.",
            "the variance of one product of a query's and a key's component.",
            (floats(4, 1),),
        ),
        Wrong(
            "the standard deviations of the 16 products are added; it is the variances "
            "that add up.",
            "which of the two adds up for independent numbers.",
            (floats(96, 24),),
        ),
        Wrong(
            "the two variances are added; the components are multiplied.",
            "the variance of one product.",
            (floats(208**0.5, 13**0.5), floats(14.42, 3.61)),
        ),
        Wrong("the two are exchanged.", "the order asked for.", (floats(6, 24),)),
    ),
)
