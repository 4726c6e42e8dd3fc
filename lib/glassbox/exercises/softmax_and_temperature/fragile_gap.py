"""The exercise fragile_gap, of the chapter softmax_and_temperature."""

import math

from .._engine import ByHand, Wrong, floats

SMALLEST = 745  # e to the power of -745 is the smallest float64 above 0, or about it
LARGEST = 709  # e to the power of 710 is infinite

EXERCISE = ByHand(
    task="What is the smallest whole-number gap, between 700 and 800, at which "
    "fragile_softmax gives nan for the first row?",
    parts=("smallest gap that gives nan",),
    hints=(
        "When is the result 0 divided by 0? Every exponential of the first row must "
        "have become 0.",
        "The row's largest score vanishes last. Which is the largest whole number g "
        "for which e to the power of -g is still above 0?",
        "Try a gap of 740, then go up by one: the digits go wrong first, and nan comes "
        "a few units later.",
    ),
    answer=floats(SMALLEST + 1)[0],
    tolerance=0.0005,  # relative to answers of this size: neighbors stay apart
    wrongs=(
        Wrong(
            "one too close: e to the power of -745 is about 5e-324, not yet 0.",
            "the exponential of the row's largest score, one unit further down.",
            (SMALLEST,),
        ),
        Wrong(
            "too close: the digits are wrong here already, but they are no nan yet.",
            "a gap a few units larger.",
            (*range(SMALLEST - 5, SMALLEST),),
        ),
        Wrong(
            "this is where exponentials become infinite; here they have to become 0.",
            "the exponential of a negative number.",
            (LARGEST, LARGEST + 1),
        ),
        Wrong(
            "nan is reached, but not for the first time: a smaller gap is enough.",
            "the smallest gap whose exponential is 0.",
            (SMALLEST + 2, SMALLEST + 3, 748, 750, 800, 900, 1000),
        ),
        Wrong(
            "the sign is turned round: a gap is counted upwards here.",
            "which of the two rows is the lower one.",
            (-(SMALLEST + 1), -SMALLEST),
        ),
        Wrong(
            "this is where float32 ends; these scores are float64.",
            "the dtype of the two rows.",
            (math.floor(-math.log(2.0**-149)), 104),
        ),
    ),
)
