"""The exercise layer_norm_by_hand, of the chapter layer_norm_vs_batch_norm."""

import numpy as np

from ...kernels.normalization import layer_norm
from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

FOUR = floats(2, 4, 4, 10)
NORMALISED = layer_norm(FOUR)

EXERCISE = ByHand(
    task="Normalize the four features 2, 4, 4, 10 of one token, with gamma 1, beta 0 "
    "and an epsilon too small to matter: four numbers, to two decimals.",
    parts=(
        "first feature",
        "second feature",
        "third feature",
        "fourth feature",
    ),
    hints=(
        "The mean of the four is 5. Subtract it from each.",
        "Square the four differences and take their mean: the variance, 9. Its root is "
        "the standard deviation.",
        "Divide each difference by the standard deviation. Check: the four results "
        "sum to 0.",
    ),
    answer=NORMALISED,
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the variance is divided by n - 1, not n.",
            "the number that you divide the sum of squares by.",
            ((FOUR - FOUR.mean()) / FOUR.std(ddof=1),),
        ),
        Wrong(
            "these are the differences from the mean, not yet divided.",
            "what makes the variance 1.",
            (FOUR - FOUR.mean(),),
        ),
        Wrong(
            "the differences are divided by the variance, not by its root.",
            "the root.",
            ((FOUR - FOUR.mean()) / FOUR.var(),),
        ),
        Wrong(
            "the mean is not subtracted, only the division is done.",
            "your first step.",
            (FOUR / FOUR.std(),),
        ),
        Wrong(
            "the mean is missing everywhere: you divided by the root of the mean "
            "square (that is RMSNorm).",
            "your first step; the squares are those of the differences.",
            (FOUR / np.sqrt((FOUR * FOUR).mean()),),
        ),
        Wrong("all signs are turned round.", "the order of x - mean.", (-NORMALISED,)),
    ),
)
