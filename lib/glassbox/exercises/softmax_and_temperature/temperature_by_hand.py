"""The exercise temperature_by_hand, of the chapter softmax_and_temperature."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

WANTED = floats(0.9, 0.6)  # probabilities of the first word
RATIOS = WANTED / (1 - WANTED)  # to the second word
LEAD = 3 - 1
RIGHT = LEAD / np.log(RATIOS)


def each(wrong):
    """Return a mistake made twice, and made in one temperature while one is right."""
    first, second = wrong
    return wrong, floats(first, RIGHT[1]), floats(RIGHT[0], second)


EXERCISE = ByHand(
    task="Two words have the scores 3 and 1. Which temperature gives the first word "
    "a probability of 0.9, and which gives it 0.6? To two decimals.",
    parts=("T for 0.9", "T for 0.6"),
    hints=(
        "If the first word has 0.9, what has the second? Begin with the ratio of the "
        "two.",
        "The lead is 2, and a lead d becomes the ratio e to the power of d / T. Which "
        "function undoes the power?",
        "You have 2 / T = ln of the ratio. Solve it for T. A higher T must flatten.",
    ),
    answer=RIGHT,
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "this is 1 / T: the fraction is upside down.",
            "your last step, from 2 / T to T.",
            each(np.log(RATIOS) / LEAD),
        ),
        Wrong(
            "you multiplied by the logarithm; T is the lead divided by it.",
            "your last step, from 2 / T to T.",
            each(np.log(RATIOS) * LEAD),
        ),
        Wrong(
            "these are logarithms of the ratios, not yet temperatures.",
            "what the lead of 2 still has to do.",
            (*each(np.log(RATIOS)), *each(1 / np.log(RATIOS))),
        ),
        Wrong(
            "the logarithm has base 10.",
            "the key of your calculator: ln, not log.",
            each(LEAD / np.log10(RATIOS)),
        ),
        Wrong(
            "the logarithm has base 2.",
            "the base: softmax raises e to the power of a score.",
            each(LEAD / np.log2(RATIOS)),
        ),
        Wrong(
            "the logarithm is left out: a lead becomes a power of e.",
            "what undoes the power.",
            each(LEAD / RATIOS),
        ),
        Wrong(
            "the lead is divided by the probability; it is the logarithm of a ratio of "
            "two probabilities that it must be divided by.",
            "what 0.9 is to the other word's 0.1.",
            each(LEAD / WANTED),
        ),
        Wrong(
            "this uses the difference of the two probabilities; a lead becomes their "
            "ratio.",
            "0.9 divided by 0.1, and then the logarithm.",
            (
                *each(-LEAD / np.log(2 * WANTED - 1)),
                *each(LEAD / np.log(2 * WANTED - 1)),
                *each(LEAD / (2 * WANTED - 1)),
            ),
        ),
        Wrong(
            "this uses the logarithm of 0.9 and 0.6 alone; the other word's "
            "probability is missing.",
            "what 0.9 is divided by.",
            (*each(LEAD / np.log(WANTED)), *each(-LEAD / np.log(WANTED))),
        ),
        Wrong(
            "the lead is 3 − 1 = 2; you took the first score alone.",
            "what a ratio of probabilities depends on.",
            each(3 / np.log(RATIOS)),
        ),
        Wrong(
            "the two temperatures are swapped: a higher one flattens.",
            "which of the two probabilities is flatter.",
            (LEAD / np.log(RATIOS[::-1]),),
        ),
        Wrong(
            "a temperature below 0 would turn the order of the words round.",
            "which probability stands above the line of your ratio.",
            each(-LEAD / np.log(RATIOS)),
        ),
    ),
)
