"""The exercise louder_key, of the chapter scaled_dot_product_attention."""

import math

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

CUP, TEA = 1, 3  # their scores
RATIO = 10  # of the two weights
LEAD = math.log(RATIO)
# What is likely to be given as the second factor, beside any first one.
SECONDS = (TEA + LEAD, 10 * TEA, RATIO, LEAD, CUP + LEAD, TEA + RATIO, 2 + LEAD)


def _with_first(first: float) -> tuple:
    """Return answers that begin with this wrong factor."""
    return tuple(floats(first, second) for second in (*SECONDS, 10 * first))


EXERCISE = ByHand(
    task="The scores of cup and tea are 1 and 3. By what factor must the key of cup "
    "grow for both to get the same weight? And for cup to get 10 times the weight of "
    "tea? Two factors, to two decimals.",
    parts=("factor for the same weight", "factor for 10 times the weight"),
    hints=(
        "A key twice as long has twice the dot product, and so twice the score.",
        "Same weight, same score. For the second factor: a softmax turns a difference "
        "d of two scores into the ratio e to the power of d of their weights.",
        "Which difference of scores gives the ratio 10? Add it to the score of tea.",
    ),
    answer=floats(TEA, TEA + LEAD),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the weight should be 10 times as large as that of tea, not the score.",
            "how a softmax turns scores into weights: by their differences.",
            (floats(3, 30), floats(3, 20)),
        ),
        Wrong(
            "10 is the ratio of the weights. A softmax turns the difference of two "
            "scores into a ratio, so cup needs a lead of ln 10 over tea.",
            "your second number: the score of tea, and a lead.",
            (floats(3, 10), floats(3, TEA + RATIO)),
        ),
        Wrong(
            "ln 10 is how far cup must lead; the score of tea is still missing.",
            "where the lead begins: at the score of tea.",
            (floats(3, LEAD),),
        ),
        Wrong(
            "the lead is added to the old score of cup; it must lead the score of tea.",
            "the score of which key your lead is added to.",
            (floats(3, CUP + LEAD),),
        ),
        Wrong(
            "the logarithm has base 10.",
            "the key of your calculator: ln, not log.",
            (floats(3, 4),),
        ),
        Wrong(
            "the logarithm has base 2.",
            "the base: softmax raises e to the power of a score.",
            (floats(3, TEA + math.log2(RATIO)),),
        ),
        Wrong(
            "this uses the dot products, 2 and 6; the softmax gets the scores.",
            "the step between the dot products and the exponentials.",
            (floats(3, (6 + LEAD) / 2),),
        ),
        Wrong(
            "2 is the difference of the scores; a factor multiplies.",
            "what 1 must be multiplied by to become 3.",
            (*_with_first(2), *(floats(2, second) for second in (2, 3, 4, 12))),
        ),
        Wrong(
            "the first factor is squared: a key 3 times as long has a dot product 3 "
            "times as large, not 9 times.",
            "how a dot product grows when every number of one vector is multiplied.",
            _with_first(9),
        ),
        Wrong(
            "a root is taken: a key 3 times as long has a dot product 3 times as "
            "large.",
            "how a dot product grows when every number of one vector is multiplied.",
            _with_first(3**0.5),
        ),
        Wrong(
            "6 is the dot product of tea; its score is 6 / 2 = 3, and cup has 1.",
            "what 1 must be multiplied by to become 3.",
            _with_first(6),
        ),
        Wrong(
            "with a factor of 4 the score of cup is 4, more than the 3 of tea.",
            "what 1 must be multiplied by to become 3.",
            _with_first(4),
        ),
        Wrong(
            "a key of the same length has the same score, 1, and tea has 3.",
            "what 1 must be multiplied by to become 3.",
            _with_first(1),
        ),
        Wrong(
            "that is how many times the weight of cup must grow against that of tea; "
            "the factor multiplies its score.",
            "what grows with the length of a key: its score, or its exponential?",
            _with_first(math.exp(2)),
        ),
        Wrong(
            "the two are swapped.",
            "the order asked for.",
            (floats(TEA + LEAD, TEA),),
        ),
    ),
)
