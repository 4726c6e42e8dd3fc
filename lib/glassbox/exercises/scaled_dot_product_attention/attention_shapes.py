"""The exercise attention_shapes, of the chapter scaled_dot_product_attention."""

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

WEIGHTS, OUTPUT = (2, 5, 7), (2, 5, 3)
# What is likely to be given as the output's shape, right or wrong.
OUTPUTS = OUTPUT, (2, 7, 3), (2, 3, 5), (2, 5, 16), (2, 7, 16), (2, 3, 7)


def _with_weights(*wrong: tuple) -> tuple:
    """Return answers that begin with one of these shapes."""
    return tuple(floats(*one, *other) for one in wrong for other in OUTPUTS)


def _with_output(*wrong: tuple) -> tuple:
    """Return answers of which the output alone is wrong."""
    return tuple(floats(*WEIGHTS, *one) for one in wrong)


EXERCISE = ByHand(
    task="The query has shape (2, 5, 16), the key (2, 7, 16) and the value (2, 7, 3). "
    "Give the shape of the weights, then that of the output. Both keep the batch’s "
    "axis in front, so each has three numbers.",
    parts=(
        "weights, 1st",
        "weights, 2nd",
        "weights, 3rd",
        "output, 1st",
        "output, 2nd",
        "output, 3rd",
    ),
    hints=(
        "The first axis is the batch: its 2 stays in both shapes.",
        "Each of the 5 queries has one weight for each of the 7 keys.",
        "Each query's output is a mixture of values, so it is as wide as a value.",
    ),
    answer=floats(*WEIGHTS, *OUTPUT),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the weights are transposed: rows are queries, columns are keys.",
            "the second and the third number: 5 queries ask 7 keys.",
            _with_weights((2, 7, 5)),
        ),
        Wrong(
            "the weights keep d_k; it is summed away in the dot products.",
            "the third number: how many keys does a query meet?",
            _with_weights((2, 5, 16), (2, 7, 16)),
        ),
        Wrong(
            "each query has a weight for every query; it needs one for every key.",
            "the third number: how many keys are there?",
            _with_weights((2, 5, 5)),
        ),
        Wrong(
            "the weights have a row for every key; they need one for every query.",
            "the second number: how many queries are there?",
            _with_weights((2, 7, 7)),
        ),
        Wrong(
            "the output is given the width of a key, d_k; it has that of a value, d_v.",
            "the last number: what is mixed?",
            _with_output((2, 5, 16), (2, 7, 16)),
        ),
        Wrong(
            "the output has one row for each key; each query gets one.",
            "the fifth number.",
            _with_output((2, 7, 3)),
        ),
        Wrong(
            "the output is transposed: rows are queries, columns are the numbers of a "
            "value.",
            "the last two numbers.",
            _with_output((2, 3, 5), (2, 3, 7)),
        ),
        Wrong(
            "the two shapes are swapped.",
            "the order asked for: the weights come first.",
            (floats(*OUTPUT, *WEIGHTS),),
        ),
    ),
)
