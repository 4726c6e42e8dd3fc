"""The exercises that are worked out with a pencil."""

import numpy as np

from ..kernels.normalization import layer_norm
from ..kernels.probability import entropy, softmax
from ._engine.by_hand import ByHand
from ._engine.exercise import Wrong
from .tables_softmax import floats

TO_TWO_DECIMALS = 0.0055  # half of 0.01, and some room for how 0.005 is rounded

SCORES = floats(1, 2, 3)
SOFTMAX_BY_HAND = ByHand(
    name="softmax_by_hand",
    task="The softmax of the scores 1, 2, 3: three shares, to two decimals.",
    hints=(
        "e is about 2.71828. Write down its first, second and third power.",
        "Add the three, then divide each by the sum. Keep four decimals on the way.",
        "Check: the shares sum to 1, and each is e times the one before it.",
    ),
    answer=softmax(SCORES),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "these are percent; shares lie between 0 and 1.",
            "the decimal point.",
            (100 * softmax(SCORES), np.round(100 * softmax(SCORES))),
        ),
        Wrong(
            "these are the exponentials, not yet divided by their sum.",
            "what makes the shares sum to 1.",
            (np.exp(SCORES), np.exp(SCORES - 3)),
        ),
        Wrong(
            "the scores are divided by their sum: the exponentials are missing.",
            "your first step.",
            (SCORES / SCORES.sum(),),
        ),
        Wrong(
            "the shares are in the reverse order.",
            "which score is the largest.",
            (softmax(-SCORES),),
        ),
        Wrong(
            "the base is 2, not e.",
            "the number that you raise to the power of the score.",
            (2**SCORES / (2**SCORES).sum(),),
        ),
        Wrong(
            "these are rounded to one decimal; two are asked for.",
            "your last step.",
            (softmax(SCORES).round(1),),
        ),
        Wrong(
            "these are logarithms of the shares.",
            "your last step.",
            (np.log(softmax(SCORES)),),
        ),
    ),
)

WARM = floats(3, 1, 0.5)
TEMPERATURE_BY_HAND = ByHand(
    name="temperature_by_hand",
    task="The softmax of the scores 3, 1, 0.5 at temperature 2: three shares, to two "
    "decimals.",
    hints=(
        "The temperature comes first: divide each score by 2.",
        "Then as ever: exponentials, their sum, each divided by the sum.",
        "Check: at T = 1 the largest share is 0.82. A temperature above 1 flattens, "
        "so yours should be smaller.",
    ),
    answer=softmax(WARM, temperature=2),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "you multiplied by the temperature.",
            "whether T = 2 should flatten or sharpen.",
            (softmax(2 * WARM),),
        ),
        Wrong(
            "the temperature is not in it: these are the shares at T = 1.",
            "your first step.",
            (softmax(WARM),),
        ),
        Wrong(
            "the shares at T = 1 are divided by 2; it has to divide the scores.",
            "what your shares sum to.",
            (softmax(WARM) / 2,),
        ),
        Wrong(
            "these are the exponentials, not yet divided by their sum.",
            "what makes the shares sum to 1.",
            (np.exp(WARM / 2), np.exp((WARM - 3) / 2)),
        ),
        Wrong(
            "these are percent; shares lie between 0 and 1.",
            "the decimal point.",
            (100 * softmax(WARM / 2), np.round(100 * softmax(WARM / 2))),
        ),
    ),
)

SHARES = floats(0.5, 0.25, 0.25)
ENTROPY_BY_HAND = ByHand(
    name="entropy_by_hand",
    task="The entropy of the shares 0.5, 0.25, 0.25 in nats: one number, to two "
    "decimals.",
    hints=(
        "The surprise of a share p is -log p. Two shares are alike, so two logarithms "
        "are enough.",
        "Multiply each surprise by its share and add the three.",
        "With the natural logarithm, log 0.5 is -0.6931, and log 0.25 twice that.",
    ),
    answer=entropy(SHARES),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "this is in bits; nats are asked for.",
            "the base of your logarithm.",
            (entropy(SHARES) / np.log(2),),
        ),
        Wrong(
            "the logarithm has base 10.",
            "the base of your logarithm.",
            (entropy(SHARES) / np.log(10),),
        ),
        Wrong(
            "the sign is missing.",
            "the minus sign before the sum.",
            (-entropy(SHARES),),
        ),
        Wrong(
            "one share of 0.25 is left out.",
            "how many terms you added.",
            (np.sum(-SHARES[:2] * np.log(SHARES[:2])),),
        ),
        Wrong(
            "the surprises are added without their weights.",
            "what each surprise is multiplied by.",
            (-np.log(SHARES).sum(), -np.log(SHARES).mean()),
        ),
    ),
)

FOUR = floats(2, 4, 4, 10)
NORMALISED = layer_norm(FOUR)
LAYER_NORM_BY_HAND = ByHand(
    name="layer_norm_by_hand",
    task="Normalise the four features 2, 4, 4, 10 of one token, gamma 1, beta 0: four "
    "numbers, to two decimals.",
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
            "the mean is not subtracted.",
            "your first step.",
            (FOUR / FOUR.std(),),
        ),
        Wrong("all signs are turned round.", "the order of x - mean.", (-NORMALISED,)),
    ),
)
