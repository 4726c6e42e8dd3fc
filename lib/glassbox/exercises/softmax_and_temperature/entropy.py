"""The exercise entropy, of the chapter softmax_and_temperature."""

import numpy as np

from ...kernels.probability import entropy, softmax
from .._engine import Case, Exercise, Wrong, floats


def _p_log_p(p: np.ndarray) -> np.ndarray:
    """Return -p log p, 0 where p is 0."""
    return -p * np.log(np.where(p == 0, 1, p))


def _floored(p: np.ndarray) -> np.ndarray:
    return -(p * np.log(p + 0.001)).sum(axis=-1)


EXERCISE = Exercise(
    task="Write f(probabilities): the entropy in nats along the last axis, "
    "-sum p log p, where 0 log 0 counts as 0.",
    hints=(
        "Each outcome adds its probability times its surprise, and the surprise of p "
        "is -log p.",
        "np.log is the natural logarithm: the result is in nats. One number for each "
        "row: sum along the last axis.",
        "log 0 is -inf and 0 times -inf is nan. Put something harmless inside the "
        "logarithm where the probability is 0; it is multiplied by 0 anyway.",
    ),
    reference=entropy,
    closed=("entropy",),
    cases=(
        Case("three probabilities", {"probabilities": floats(0.5, 0.25, 0.25)}),
        Case("equal probabilities", {"probabilities": floats(0.25, 0.25, 0.25, 0.25)}),
        Case("two rows", {"probabilities": floats([0.7, 0.2, 0.1], [0.6, 0.3, 0.1])}),
        Case(
            "three axes",
            {
                "probabilities": floats(
                    [[0.5, 0.5], [0.9, 0.1], [0.8, 0.2]],
                    [[0.3, 0.7], [0.6, 0.4], [0.25, 0.75]],
                )
            },
        ),
        Case("a certain outcome", {"probabilities": floats(1, 0, 0)}),
        Case(
            "a row with a 0", {"probabilities": floats([0.5, 0, 0.5], [0.1, 0.6, 0.3])}
        ),
    ),
    wrongs=(
        Wrong(
            "the unit is bits (log2); nats are asked for.",
            "the logarithm: np.log is the natural one.",
            (
                lambda p: entropy(p) / np.log(2),
                lambda p: -(p * np.log2(p)).sum(axis=-1),
            ),
        ),
        Wrong(
            "the logarithm has base 10.",
            "the logarithm: np.log is the natural one.",
            (
                lambda p: entropy(p) / np.log(10),
                lambda p: -(p * np.log10(p)).sum(axis=-1),
            ),
        ),
        Wrong(
            "the sign is missing: log of a probability is negative, entropy never is.",
            "the minus sign before the sum.",
            (lambda p: -entropy(p), lambda p: (p * np.log(p)).sum(axis=-1)),
        ),
        Wrong(
            "a probability of 0 gives nan, since 0 times -inf is nan.",
            "what stands inside the logarithm where the probability is 0.",
            (lambda p: -(p * np.log(p)).sum(axis=-1),),
        ),
        Wrong(
            "the number added inside the logarithm is large enough to be seen.",
            "what you add to avoid log 0: treat probabilities of 0 apart instead.",
            (_floored, lambda p: -(p * np.log(p + 0.01)).sum(axis=-1)),
        ),
        Wrong(
            "the whole array gives one number; each row has its own entropy.",
            "the axis of your sum.",
            (
                lambda p: _p_log_p(p).sum(),
                lambda p: -(p * np.log(p)).sum(),
                lambda p: -(p[p > 0] * np.log(p[p > 0])).sum(),
            ),
        ),
        Wrong(
            "the sum runs down the columns (axis 0).",
            "the axis of your sum.",
            (lambda p: _p_log_p(p).sum(axis=0), lambda p: -(p * np.log(p)).sum(axis=0)),
        ),
        Wrong(
            "this is the mean of -p log p, not the sum.",
            "mean or sum.",
            (
                lambda p: _p_log_p(p).mean(axis=-1),
                lambda p: -(p * np.log(p)).mean(axis=-1),
            ),
        ),
        Wrong(
            "the logarithms are summed without their weights: each surprise counts "
            "as often as it happens.",
            "what -log p is multiplied by.",
            (lambda p: -np.log(p).sum(axis=-1), lambda p: -np.log(p).mean(axis=-1)),
        ),
        Wrong(
            "the terms are not summed.",
            "your last step: one number for each row.",
            (_p_log_p, lambda p: -p * np.log(p)),
        ),
        Wrong(
            "the summed axis is kept with length 1.",
            "keepdims.",
            (
                lambda p: _p_log_p(p).sum(axis=-1, keepdims=True),
                lambda p: -(p * np.log(p)).sum(axis=-1, keepdims=True),
            ),
        ),
        Wrong(
            "this is exp of the entropy (the perplexity).",
            "your last step.",
            (lambda p: np.exp(entropy(p)),),
        ),
        Wrong(
            "the entropy is divided by its largest value, log n.",
            "your last step: nats are not rescaled.",
            (lambda p: entropy(p) / np.log(p.shape[-1]),),
        ),
        Wrong(
            "softmax is applied to the probabilities first; they are probabilities "
            "already.",
            "what comes in: probabilities, not scores.",
            (lambda p: entropy(softmax(p)),),
        ),
    ),
)
