"""The exercise attention_shapes, of the chapter scaled_dot_product_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

EXERCISE = ByHand(
    task="query (2, 5, 16), key (2, 7, 16), value (2, 7, 3). The shape of the weights, "
    "then that of the output: six numbers.",
    parts=(
        "first axis of the weights",
        "second axis of the weights",
        "third axis of the weights",
        "first axis of the output",
        "second axis of the output",
        "third axis of the output",
    ),
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
