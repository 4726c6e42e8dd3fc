"""The exercise attention_shapes, of the chapter scaled_dot_product_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="The query has shape (2, 5, 16), the key (2, 7, 16) and the value (2, 7, 3). "
    "Give the shape of the weights, then that of the output. Both keep the batch’s "
    "axis in front, so each has three numbers.",
    parts=(
        "weights: first number",
        "weights: second number",
        "weights: third number",
        "output: first number",
        "output: second number",
        "output: third number",
    ),
    hints=(
        "The first axis is the batch: its 2 stays in both shapes.",
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
            "the weights are transposed: rows are queries, columns are keys.",
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
            "each query has a weight for every query; it needs one for every key.",
            "the third number: how many keys are there?",
            (floats(2, 5, 5, 2, 5, 3),),
        ),
    ),
)
