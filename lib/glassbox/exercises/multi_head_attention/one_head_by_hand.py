"""The exercise one_head_by_hand, of the chapter multi_head_attention."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

NAMES = floats(2, 0, 7)  # in the values of Ann, calls and Tom


def _from(score: float) -> np.ndarray:
    """Return all four numbers when Ann’s key has this score, and the others 0."""
    exponentials = np.exp(floats(score, 0, 0))
    total = exponentials.sum()
    weights = exponentials / total
    return floats(score, total, weights[0], weights @ NAMES)


RIGHT = _from(4 / np.sqrt(2))
SCORE, SUM, WEIGHT, NAME = RIGHT

EXERCISE = ByHand(
    task="In head 1, the token “calls” has the query 4 0. Ann’s key is 1 0, the key of "
    "“calls” is 0 0, and Tom’s is 0 1. The names in their values are 2, 0 and 7. Keep "
    "four decimals on the way, and give four numbers to two decimals.",
    parts=(
        "Ann’s score (product ÷ √2)",
        "the sum of the three exponentials",
        "Ann’s weight",
        "the name that head 1 finds",
    ),
    hints=(
        "The dot product of 4 0 and 1 0 is 4 · 1 + 0 · 0 = 4, and √2 is 1.4142. The "
        "other two keys have the dot product 0.",
        "Ann’s exponential is e to the power of her score, and e⁰ = 1 for each of the "
        "other two. All three count.",
        "“Calls” and Tom have the weight 1 ÷ sum each. The name is Ann’s weight · 2 "
        "+ the weight of “calls” · 0 + Tom’s weight · 7.",
    ),
    answer=RIGHT,
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the score is not scaled: 4 is the dot product.",
            "step 1: divide 4 by √2 = 1.4142, because a piece has two numbers.",
            (
                *(_from(4), floats(4, SUM, WEIGHT, NAME), floats(4, 4, 1, 2)),
                # and a key with the score 0, or both, is forgotten besides
                floats(4, np.exp(4), 1, 2),
                floats(4, np.exp(4) + 1, 0.98, 2.09),
                floats(4, np.exp(4) + 1, 0.98, 1.96),
                floats(4, _from(4)[1], 0.96, 1.93),
            ),
        ),
        Wrong(
            "you divided by 2, which is √4, the root of the whole width, or d_head "
            "itself.",
            "step 1: a piece has two numbers, so divide 4 by √2 = 1.4142.",
            (_from(2), floats(2, SUM, WEIGHT, NAME)),
        ),
        Wrong(
            "you multiplied by √2; the dot product is divided by it.",
            "step 1: 4 ÷ 1.4142.",
            (_from(4 * np.sqrt(2)),),
        ),
        Wrong(
            "this is the score with Tom’s key, 0 1; the first field asks for Ann’s.",
            "step 1: 4 · 1 + 0 · 0 with her key 1 0.",
            (floats(0, SUM, 1 / SUM, NAME), floats(0, SUM, WEIGHT, NAME), _from(0)),
        ),
        Wrong(
            "the two keys with the score 0 are left out, but e⁰ is 1, not 0.",
            "step 2: the sum has three terms, Ann’s exponential + 1 + 1.",
            (floats(SCORE, SUM - 2, 1, 2), floats(SCORE, SUM - 2, WEIGHT, NAME)),
        ),
        Wrong(
            "only one of the two keys with the score 0 is counted.",
            "step 2: the sum has three terms, Ann’s exponential + 1 + 1.",
            (
                floats(SCORE, SUM - 1, (SUM - 2) / (SUM - 1), 2 + 5 / (SUM - 1)),
                floats(SCORE, SUM - 1, WEIGHT, NAME),
            ),
        ),
        Wrong(
            "the scores themselves are added and divided, without exponentials.",
            "step 2: e to the power of each score comes first.",
            (floats(SCORE, SCORE, 1, 2),),
        ),
        Wrong(
            "this is Tom’s weight; the third field asks for Ann’s.",
            "step 2: her exponential, the large one, over the sum.",
            (floats(SCORE, SUM, 1 / SUM, NAME),),
        ),
        Wrong(
            "the weight is in percent.",
            "the decimal point: weights sum to 1.",
            (floats(SCORE, SUM, 100 * WEIGHT, NAME),),
        ),
        Wrong(
            "Tom’s name is left out: his weight is small, but not 0.",
            "step 3: three products, the last one Tom’s weight · 7.",
            (floats(SCORE, SUM, WEIGHT, 2 * WEIGHT),),
        ),
        Wrong(
            "the weights of Ann and Tom have changed places: this is head 2’s name.",
            "step 3: Ann’s weight meets her own name, 2, and Tom’s meets 7.",
            (floats(SCORE, SUM, WEIGHT, 7 * WEIGHT + 2 / SUM),),
        ),
        Wrong(
            "this is the role’s column of the values, where Ann has a 1.",
            "step 3: the names are 2, 0 and 7.",
            (floats(SCORE, SUM, WEIGHT, WEIGHT),),
        ),
        Wrong(
            "the names are added with equal weights, a third each.",
            "step 3: each name times its own weight.",
            (floats(SCORE, SUM, WEIGHT, 9 / 3),),
        ),
        Wrong(
            "the weights were rounded to two decimals, 0.89 and 0.05, before the last "
            "step.",
            "step 3: 0.894 · 2 + 0.053 · 0 + 0.053 · 7.",
            (floats(SCORE, SUM, WEIGHT, 2.13),),
        ),
        Wrong(
            "the score was rounded to 2.83 before its exponential, which makes it too "
            "large.",
            "step 2: e to the power of 2.8284.",
            # 16.95 + 2, and a little more, so that the right sum is not near it
            (floats(2.83, 19.04, WEIGHT, NAME),),
        ),
        Wrong(
            "this is Ann’s name alone; a head brings back a blend.",
            "step 3: three products, the last one Tom’s weight · 7.",
            (floats(SCORE, SUM, WEIGHT, 2),),
        ),
    ),
)
