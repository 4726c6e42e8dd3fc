"""The exercise one_head_by_hand, of the chapter multi_head_attention."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

NAMES = floats(3, 0, 5)  # in the values of Mia, calls and Ben


def _from(score: float) -> np.ndarray:
    """Return all four numbers when Mia's key has this score, and the others 0."""
    exponentials = np.exp(floats(score, 0, 0))
    total = exponentials.sum()
    weights = exponentials / total
    return floats(score, total, weights[0], weights @ NAMES)


RIGHT = _from(6 / np.sqrt(2))
SCORE, SUM, WEIGHT, NAME = RIGHT

EXERCISE = ByHand(
    task="In head 1, calls asks with the query 6 0. Mia's key is 1 0, that of calls is "
    "0 0, and Ben's is 0 1. The names in their values are 3, 0 and 5. Keep four "
    "decimals on the way, and give four numbers to two decimals.",
    parts=(
        "Mia's score",
        "the sum of the three exponentials",
        "Mia's weight",
        "the name that head 1 finds",
    ),
    hints=(
        "The dot product of 6 0 and 1 0 is 6 · 1 + 0 · 0 = 6, and √2 is 1.4142. The "
        "other two keys have the dot product 0.",
        "Mia's exponential is e to the power of her score, and e⁰ = 1 for each of the "
        "other two. All three count.",
        "Calls and Ben have the weight 1 ÷ sum each. The name is Mia's weight · 3 "
        "+ calls' weight · 0 + Ben's weight · 5.",
    ),
    answer=RIGHT,
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the score is not scaled: 6 is the dot product.",
            "step 1: divide 6 by √2 = 1.4142, because a piece has two numbers.",
            (_from(6), floats(6, SUM, WEIGHT, NAME)),
        ),
        Wrong(
            "you divided by 2, which is √4, the root of the whole width, or d_head "
            "itself.",
            "step 1: a piece has two numbers, so divide 6 by √2 = 1.4142.",
            (_from(3), floats(3, SUM, WEIGHT, NAME)),
        ),
        Wrong(
            "you multiplied by √2; the dot product is divided by it.",
            "step 1: 6 ÷ 1.4142.",
            (_from(6 * np.sqrt(2)),),
        ),
        Wrong(
            "this is the score with Ben's key, 0 1; the first field asks for Mia's.",
            "step 1: 6 · 1 + 0 · 0 with her key 1 0.",
            (floats(0, SUM, 1 / SUM, NAME), floats(0, SUM, WEIGHT, NAME), _from(0)),
        ),
        Wrong(
            "the two keys with the score 0 are left out, but e⁰ is 1, not 0.",
            "step 2: the sum has three terms, Mia's exponential + 1 + 1.",
            (floats(SCORE, SUM - 2, 1, 3), floats(SCORE, SUM - 2, WEIGHT, NAME)),
        ),
        Wrong(
            "only one of the two keys with the score 0 is counted.",
            "step 2: the sum has three terms, Mia's exponential + 1 + 1.",
            (
                floats(SCORE, SUM - 1, (SUM - 2) / (SUM - 1), 3 + 2 / (SUM - 1)),
                floats(SCORE, SUM - 1, WEIGHT, NAME),
            ),
        ),
        Wrong(
            "the scores themselves are added and divided, without exponentials.",
            "step 2: e to the power of each score comes first.",
            (floats(SCORE, SCORE, 1, 3),),
        ),
        Wrong(
            "this is Ben's weight; the third field asks for Mia's.",
            "step 2: her exponential, the large one, over the sum.",
            (floats(SCORE, SUM, 1 / SUM, NAME),),
        ),
        Wrong(
            "the weight is in percent.",
            "the decimal point: weights sum to 1.",
            (floats(SCORE, SUM, 100 * WEIGHT, NAME),),
        ),
        Wrong(
            "Ben's name is left out: his weight is small, but not 0.",
            "step 3: three products, the last one Ben's weight · 5.",
            (floats(SCORE, SUM, WEIGHT, 3 * WEIGHT),),
        ),
        Wrong(
            "the weights of Mia and Ben have changed places: this is head 2's name.",
            "step 3: Mia's weight meets her own name, 3, and Ben's meets 5.",
            (floats(SCORE, SUM, WEIGHT, 5 * WEIGHT + 3 / SUM),),
        ),
        Wrong(
            "this is the role's column of the values, where Mia has a 1.",
            "step 3: the names are 3, 0 and 5.",
            (floats(SCORE, SUM, WEIGHT, WEIGHT),),
        ),
        Wrong(
            "the names are added with equal weights, a third each.",
            "step 3: each name times its own weight.",
            (floats(SCORE, SUM, WEIGHT, 8 / 3),),
        ),
        Wrong(
            "the weights were rounded to two decimals, 0.97 and 0.01, before the last "
            "step.",
            "step 3: 0.972 · 3 + 0.014 · 0 + 0.014 · 5.",
            (floats(SCORE, SUM, WEIGHT, 2.96),),
        ),
        Wrong(
            "the score was rounded to 4.24 before its exponential, which makes it too "
            "small.",
            "step 2: e to the power of 4.2426.",
            # 69.41 + 2, and a little less, so that the right sum is not near it
            (floats(4.24, 71.18, 0.972, 2.986),),
        ),
        Wrong(
            "this is Mia's name alone; a head brings back a blend.",
            "step 3: three products, the last one Ben's weight · 5.",
            (floats(SCORE, SUM, WEIGHT, 3),),
        ),
    ),
)
