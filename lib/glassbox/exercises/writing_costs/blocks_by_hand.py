"""The exercise blocks_by_hand, of the chapter writing_costs."""

import math

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong
from . import _softmax_in_steps as steps
from ._softmax_in_steps import ADDED, FACTOR, S1, S2, P, probability, rescaled_by, told

EXERCISE = ByHand(
    task="One query has the scores 1, 3, 2, 5, 4, 2. Walk over them in blocks of two. "
    "Give the maximum m and the sum s after block 1. After block 2, give the new "
    "maximum, the factor that rescales the old sum, and the new sum. Then take in "
    "block 3. What is the probability of the 4th score? Six numbers, to two decimals; "
    "keep four on the way.",
    parts=(
        "m after block 1",
        "s after block 1",
        "m after block 2",
        "factor for the old sum",
        "s after block 2",
        "probability of the 4th score",
    ),
    hints=(
        "In block 1 the larger score is m. The sum s adds up e to the power of (score "
        "− m), for both scores. The largest one adds e⁰ = 1.",
        "Block 2 brings a larger maximum. The old sum was made with the old one, so it "
        "must shrink by e to the power of (old m − new m). Then block 2 adds its own "
        "two exponentials.",
        "Block 3 brings no larger maximum, so its factor is 1. The probability of a "
        "score is e to the power of (score − m), divided by the last sum.",
    ),
    answer=told(),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the old sum is not rescaled. It was made with the maximum 3, and the new "
            "exponentials with 5, so the two can’t be added as they are.",
            "what the old sum must be multiplied by first.",
            steps.wrongly_rescaled_by(1),
        ),
        Wrong(
            "the rescaling goes the wrong way: the old sum must shrink, because its "
            "scores are now compared with a larger maximum.",
            "the sign of the exponent: old maximum minus new maximum.",
            (
                *steps.wrongly_rescaled_by(1 / FACTOR),
                told(factor=1 / FACTOR),
                told(factor=1 / FACTOR, s2=S1 + ADDED),
                *rescaled_by(1, tell=1 / FACTOR),
            ),
        ),
        Wrong(
            "the exponent is one maximum alone; it is the old maximum minus the new "
            "one, 3 − 5.",
            "the exponent of your factor.",
            (
                *rescaled_by(math.exp(-5), math.exp(-3), math.exp(3), math.exp(5)),
                told(factor=math.exp(-5)),
                told(factor=math.exp(-3)),
            ),
        ),
        Wrong(
            "the two maxima are divided, but exponentials shrink by e to the power of "
            "their difference.",
            "how e to the power of (score − 3) becomes e to the power of (score − 5).",
            (*rescaled_by(3 / 5, 5 / 3), told(factor=3 / 5), told(factor=5 / 3)),
        ),
        Wrong(
            "this is the exponent; the factor is e to its power.",
            "the field of the factor.",
            (*rescaled_by(-2, 2), told(factor=-2), told(factor=2)),
        ),
        Wrong(
            "2 is raised to the power of −2; the base is e, as in the softmax.",
            "the key of your calculator: e to the power of −2 is about 0.1353.",
            (*rescaled_by(2**-2), told(factor=2**-2)),
        ),
        Wrong(
            "the new block is still compared with the old maximum, 3: its largest "
            "exponential is then above 1.",
            "what you subtract from the scores 2 and 5.",
            (
                *steps.with_block_2_shifted_by(3, factor=FACTOR),
                *steps.with_block_2_shifted_by(3, factor=1),
            ),
        ),
        Wrong(
            "the maximum has stayed at 3, but block 2 has a larger score. (All the "
            "probabilities would be right, as long as nothing overflows.)",
            "the largest score of the first two blocks.",
            (
                told(m2=3, factor=1, s2=S1 + steps.added(1, 3)),
                told(m2=3, factor=1),
                told(m2=3),
            ),
        ),
        Wrong(
            "you have looked ahead: after block 1 only the scores 1 and 3 are known.",
            "the first two numbers.",
            (
                told(m1=5, s1=steps.added(0, 5), factor=1),
                told(m1=5, s1=steps.added(0, 5)),
                told(m1=5),
                told(m1=5, factor=1),
            ),
        ),
        Wrong(
            "no maximum is subtracted from the scores. That works for small scores, "
            "and overflows for large ones.",
            "the exponents in block 1: 1 − 3 and 3 − 3.",
            (steps.unshifted(1), steps.unshifted(FACTOR)),
        ),
        Wrong(
            "the largest score of a block is missing in its sum: it adds e⁰ = 1.",
            "how many exponentials each block adds: two.",
            (
                steps.with_sums(S1 - 1),
                steps.with_sums(S1, S2 - 1),
                steps.with_sums(S1 - 1, S2 - FACTOR - 1),
            ),
        ),
        Wrong(
            "block 2 has only its largest score in the sum; the score 2 adds its "
            "exponential too.",
            "how many exponentials each block adds: two.",
            (steps.with_sums(S1, S1 * FACTOR + 1),),
        ),
        Wrong(
            "the old sum is forgotten: this is what block 2 adds.",
            "what block 1 leaves behind: its sum, times the factor.",
            (steps.with_sums(S1, ADDED), told(s2=ADDED)),
        ),
        Wrong(
            "the whole new sum is multiplied by the factor; only its old part is made "
            "with the old maximum.",
            "which part of the sum is older than the new maximum.",
            (steps.with_sums(S1, (S1 + ADDED) * FACTOR),),
        ),
        Wrong(
            "the blocks have three scores here; they are to have two, so block 1 is 1 "
            "and 3.",
            "which scores stand in block 1.",
            (told(s1=S1 + math.exp(2 - 3), s2=steps.S3),),
        ),
        Wrong(
            "the probability is not divided by the sum: this is the exponential of the "
            "4th score, e⁰ = 1.",
            "the last step of a softmax.",
            probability(1),
        ),
        Wrong(
            "block 3 is missing: you divided by the sum after block 2.",
            "how many scores there are in all: six.",
            probability(1 / S2),
        ),
        Wrong(
            "this is the probability within block 2. All six scores share one sum.",
            "the number that you divide by.",
            probability(1 / ADDED, 1 / ADDED / 3),
        ),
        Wrong(
            "block 3 is compared with its own maximum, 4; the running maximum is 5, "
            "and it stays.",
            "the exponents in block 3: 4 − 5 and 2 − 5.",
            probability(1 / (S2 + steps.added(2, 4))),
        ),
        Wrong(
            "the sum is rescaled again at block 3, but the maximum hasn’t changed.",
            "the factor of block 3: e⁰ = 1.",
            probability(1 / (S2 * FACTOR + steps.LAST)),
        ),
        Wrong(
            "the running maximum falls to 4 in block 3. It may only grow.",
            "the larger of 5 and the scores of block 3.",
            probability(1 / (S2 * math.exp(4 - 5) + steps.added(2, 4))),
        ),
        Wrong(
            "this is another score’s probability; counting from 1, the 4th score is 5.",
            "the list of scores: 1, 3, 2, 5, 4, 2.",
            probability(P * math.exp(-1), P * math.exp(-2), P * math.exp(-3)),
        ),
        Wrong(
            "this is the last sum; the probability is e⁰ divided by it.",
            "the last step of a softmax.",
            probability(steps.S3),
        ),
        Wrong(
            "this is in percent; 62 % is written 0.62 here.",
            "the decimal point.",
            probability(100 * P),
        ),
    ),
)
