"""The exercise leads_by_hand, of the chapter softmax_and_temperature."""

import numpy as np

from ...kernels.probability import softmax
from .._engine import ByHand, Wrong, floats

P = floats(0.5, 0.3, 0.2)
RATIO = P[0] / P[2]
LEAD = np.log(RATIO)  # of word 1 over word 3
DIFFERENCE = P[0] - P[2]
ENDS = [0, 2]  # the words that are asked for
SQUARES = (P**2)[ENDS]
COLD, WARM = (softmax(np.log(P), temperature=t)[ENDS] for t in (0.5, 2))
TWICE = softmax(P, temperature=0.5)[ENDS]


def _with_cold(*leads: float) -> tuple[np.ndarray, ...]:
    """Put the right probabilities behind each of these leads."""
    return tuple(floats(lead, *COLD) for lead in leads)


EXERCISE = ByHand(
    task="A model gives three words the probabilities 0.5, 0.3 and 0.2, at T = 1. Its "
    "scores are hidden. By how much does word 1 lead word 3? And which probabilities "
    "do these two words have at T = 0.5? All to two decimals.",
    parts=(
        "lead of word 1 over word 3",
        "p of word 1 at T = 0.5",
        "p of word 3 at T = 0.5",
    ),
    hints=(
        "A lead d becomes a ratio of probabilities, e to the power of d / T. You know "
        "the ratio at T = 1. What undoes the power?",
        "At T = 0.5 every lead counts twice. What does that do to a ratio?",
        "Every ratio is squared. So square the three probabilities, and then divide "
        "them by their sum.",
    ),
    answer=floats(LEAD, *COLD),
    tolerance=0.0051,  # 0.1053 is 0.11 to two decimals, not 0.10
    wrongs=(
        Wrong(
            "this lead is the ratio of the two probabilities, not yet its logarithm.",
            "what undoes the power of e.",
            _with_cold(RATIO),
        ),
        Wrong(
            "this lead is the difference of probabilities; a lead is one of scores.",
            "what a ratio of probabilities says about two scores.",
            (*_with_cold(DIFFERENCE), floats(DIFFERENCE, *P[ENDS])),
        ),
        Wrong(
            "the sign of the lead is turned round: word 1 is ahead.",
            "which of the two probabilities stands above the line.",
            _with_cold(-LEAD),
        ),
        Wrong(
            "this is the lead over word 2.",
            "which two words are compared.",
            _with_cold(np.log(P[0] / P[1])),
        ),
        Wrong(
            "the logarithm has base 10 or 2, not e.",
            "the key of your calculator: ln.",
            _with_cold(np.log10(RATIO), np.log2(RATIO)),
        ),
        Wrong(
            "the lead is that of scores / T; the scores themselves did not change.",
            "what T = 0.5 belongs to: your second answer, not your first.",
            _with_cold(2 * LEAD),
        ),
        Wrong(
            "these probabilities are squared, but not yet divided by the sum of the "
            "three squares.",
            "your last step.",
            (floats(LEAD, *SQUARES),),
        ),
        Wrong(
            "word 2 is left out of the sum.",
            "what all three probabilities must add up to.",
            (floats(LEAD, *SQUARES / SQUARES.sum()),),
        ),
        Wrong(
            "these are the probabilities at T = 2: a low temperature sharpens.",
            "whether 1 / T is 2 or a half.",
            (floats(LEAD, *WARM),),
        ),
        Wrong(
            "the temperature has no effect: a factor before the exponentials cancels.",
            "where T stands in the equation: in the exponent.",
            (
                *(floats(lead, *P[ENDS]) for lead in (LEAD, RATIO)),
                floats(LEAD, *P[ENDS] / 0.5),
            ),
        ),
        Wrong(
            "the probabilities are put into a softmax once more; scores belong there.",
            "what has to be divided by T.",
            (floats(LEAD, *TWICE),),
        ),
    ),
)
