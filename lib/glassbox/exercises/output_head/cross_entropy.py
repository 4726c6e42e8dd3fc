"""The exercise cross_entropy, of the chapter output_head."""

import numpy as np

from ...kernels.output_head import cross_entropy as kernel
from ...kernels.output_head import smooth_labels
from ...kernels.probability import log_softmax, softmax
from .._engine import Case, Exercise, Wrong, floats

Array = np.ndarray


def cross_entropy(logits: Array, targets: Array) -> Array:
    """Return the mean over rows of -sum(q log p), in nats."""
    return kernel(logits, targets)


def _surprises(logits: Array, targets: Array) -> Array:
    """Return q log p for each entry, where 0 log 0 is 0."""
    return targets * np.where(targets == 0, 0, log_softmax(logits))


THREE = floats([2, 0, -1], [1, 3, 0.5])
SOFT = smooth_labels(np.array([0, 2]), 3, 0.1)
HARD = floats([0, 1, 0], [0, 0, 1])

EXERCISE = Exercise(
    task="Write f(logits, targets): both have the shape (n, V), and each row of "
    "targets sums to 1. Return the mean over the rows of the loss -sum(q log p), in "
    "nats. It must be finite for finite logits.",
    hints=(
        "p is the softmax of a row; add q log p along the row, then the minus sign.",
        "The logarithm of a probability is z - max - log(sum(exp(z - max))): no "
        "probability has to be made, and none can be rounded to 0.",
        "Then the mean over rows: divide by n, not by n times V.",
    ),
    reference=cross_entropy,
    closed=("cross_entropy",),
    cases=(
        Case("one row, one right token", {"logits": THREE[:1], "targets": HARD[:1]}),
        Case("two rows, smoothed", {"logits": THREE, "targets": SOFT}),
        Case(
            "large logits",
            {"logits": floats([1000, 1001, 999]), "targets": HARD[1:]},
        ),
        Case(
            "a right token far behind",
            {"logits": floats([0, 800, 0]), "targets": SOFT[1:]},
        ),
        Case(
            "a wrong token far behind",
            {"logits": floats([-800, 2, 1]), "targets": HARD[1:]},
        ),
    ),
    wrongs=(
        Wrong(
            "a probability was rounded to 0, and log(0) is minus infinity.",
            "log(softmax(z)): write the logarithm out, and subtract the maximum.",
            (
                lambda z, q: -(q * np.log(softmax(z))).sum(axis=-1).mean(),
                lambda z, q: (
                    -np.where(q > 0, q * np.log(softmax(z)), 0).sum(axis=-1).mean()
                ),
            ),
        ),
        Wrong(
            "no maximum is subtracted: large logits overflow.",
            "what you do before exp.",
            (
                lambda z, q: (
                    -(q * (z - np.log(np.exp(z).sum(axis=-1, keepdims=True))))
                    .sum(axis=-1)
                    .mean()
                ),
            ),
        ),
        Wrong(
            "a small number is added inside the logarithm: where a probability is "
            "rounded to 0, the loss is wrong by hundreds.",
            "the case with a token far behind.",
            tuple(
                lambda z, q, tiny=tiny: (
                    -(q * np.log(softmax(z) + tiny)).sum(axis=-1).mean()
                )
                for tiny in (1e-8, 1e-9, 1e-10, 1e-12)
            ),
        ),
        Wrong(
            "the sum over the rows is returned; the mean is asked for.",
            "your last step.",
            (lambda z, q: -_surprises(z, q).sum(),),
        ),
        Wrong(
            "the mean goes over the tokens too; along a row it is a sum.",
            "the number that you divide by: n.",
            (lambda z, q: -_surprises(z, q).mean(),),
        ),
        Wrong(
            "one loss for each row is returned; their mean is asked for.",
            "the shape of your result.",
            (lambda z, q: -_surprises(z, q).sum(axis=-1),),
        ),
        Wrong(
            "the sign is missing: a loss is at least 0.",
            "the minus before the sum.",
            (lambda z, q: _surprises(z, q).sum(axis=-1).mean(),),
        ),
        Wrong(
            "this is in bits; nats are asked for.",
            "the base of your logarithm.",
            (lambda z, q: kernel(z, q) / np.log(2),),
        ),
        Wrong(
            "softmax is taken twice: probabilities are handed to what wants logits.",
            "what your logarithm of the softmax is given.",
            (lambda z, q: kernel(softmax(z), q),),
        ),
        Wrong(
            "the logits are used as logarithms of probabilities: the softmax is "
            "missing.",
            "what comes between logits and loss.",
            (lambda z, q: -(q * z).sum(axis=-1).mean(),),
        ),
    ),
)
