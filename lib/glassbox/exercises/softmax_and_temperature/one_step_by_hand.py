"""The exercise one_step_by_hand, of the chapter softmax_and_temperature."""

import numpy as np

from ...kernels.probability import softmax
from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats

SCORES = floats(0, 2, 1.2)
P, TARGET = softmax(SCORES), floats(1, 0, 0)
LOSS = -np.log(P[0])
AFTER = SCORES - (P - TARGET)
SQUARED = SCORES - 2 * P[0] * (1 - P[0]) * (P - TARGET)
LIKELIER = SCORES - P[0] * (P - TARGET)  # by the slopes of P[0]


def _with_loss(loss: float, *scores: np.ndarray) -> tuple[np.ndarray, ...]:
    """Put a loss before each of these rows of scores."""
    return tuple(floats(loss, *row) for row in scores)


EXERCISE = ByHand(
    task="The scores are 0, 2, 1.2, and their probabilities 0.0854, 0.6310, 0.2835. "
    "Word 1 was correct. Give the log loss, in nats, and the three scores after one "
    "step of size 1, all to two decimals.",
    parts=(
        "log loss, in nats",
        "score of word 1 after the step",
        "score of word 2 after the step",
        "score of word 3 after the step",
    ),
    hints=(
        "The log loss looks at one probability alone: that of the correct word.",
        "The slope of the loss with respect to each score is p - y, and y is 1 for the "
        "correct word and 0 for the others.",
        "A step goes against the slope: subtract p - y from each score. One of the "
        "three rises.",
    ),
    answer=floats(LOSS, *AFTER),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "the step goes up the slope, so the loss grows.",
            "the sign: subtract p - y from each score.",
            _with_loss(LOSS, SCORES + (P - TARGET)),
        ),
        Wrong(
            "y is missing: the correct word's score falls, too.",
            "the slope of word 1: its y is 1.",
            _with_loss(LOSS, SCORES - P, SCORES + P),
        ),
        Wrong(
            "these are the slopes p - y, not yet the scores.",
            "your last step: subtract them from 0, 2, 1.2.",
            _with_loss(LOSS, P - TARGET, TARGET - P),
        ),
        Wrong(
            "only the correct word's score has moved, but every score has a slope.",
            "words 2 and 3: there y is 0, so the slope is p.",
            _with_loss(LOSS, floats(AFTER[0], *SCORES[1:])),
        ),
        Wrong(
            "the step starts from the probabilities, but it is the scores that move.",
            "what you subtract p - y from.",
            _with_loss(LOSS, 2 * P - TARGET, P - (P - TARGET)),
        ),
        Wrong(
            "another word was taken as the correct one.",
            "which y is 1.",
            (
                *_with_loss(-np.log(P[2]), SCORES - P + floats(0, 0, 1)),
                *_with_loss(-np.log(P[1]), SCORES - P + floats(0, 1, 0)),
                floats(-np.log(P[2]), *AFTER),
                floats(-np.log(P[1]), *AFTER),
            ),
        ),
        Wrong(
            "the loss is in bits; nats are asked for.",
            "the base of your logarithm.",
            _with_loss(LOSS / np.log(2), AFTER),
        ),
        Wrong(
            "the logarithm of the loss has base 10.",
            "the key of your calculator: ln, not log.",
            _with_loss(LOSS / np.log(10), AFTER),
        ),
        Wrong(
            "the sign of the loss is missing: the logarithm of a probability is "
            "negative, a loss never is.",
            "the minus sign before the logarithm.",
            _with_loss(-LOSS, AFTER),
        ),
        Wrong(
            "this is the squared error; the log loss is asked for.",
            "which function of p the loss is.",
            _with_loss((1 - P[0]) ** 2, AFTER, SQUARED),
        ),
        Wrong(
            "these scores have moved by the squared error's slope.",
            "the factor 2 p (1 - p), which the log loss does not have.",
            _with_loss(LOSS, SQUARED),
        ),
        Wrong(
            "these scores have moved by the slopes of the probability, not the loss.",
            "the factor that the log loss cancels with its own slope.",
            _with_loss(LOSS, LIKELIER),
        ),
    ),
)
