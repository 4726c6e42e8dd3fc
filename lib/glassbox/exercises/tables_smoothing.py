"""The exercises smooth_labels and cross_entropy, of the chapter output_head."""

import numpy as np

from ..kernels.embedding import one_hot
from ..kernels.output_head import cross_entropy as kernel
from ..kernels.output_head import smooth_labels as reference
from ..kernels.probability import log_softmax, softmax
from ._engine.exercise import Case, Exercise, Wrong
from .tables_softmax import floats

Array = np.ndarray


def smooth_labels(token_ids: Array, vocabulary_size: int, epsilon: float) -> Array:
    """Return 1 - epsilon at each right token, the rest shared among the others."""
    return reference(token_ids, vocabulary_size, epsilon)


def _smoothed(token_ids: Array, size: int, right: float, other: float) -> Array:
    return np.where(one_hot(token_ids, size) == 1, right, other)


def _case(note: str, ids: list[int], size: int, epsilon: float) -> Case:
    arguments = {"token_ids": np.array(ids), "vocabulary_size": size}
    return Case(note, {**arguments, "epsilon": epsilon})


SMOOTH_LABELS = Exercise(
    name="smooth_labels",
    task="Write f(token_ids, vocabulary_size, epsilon): one row for each id, with 1 - "
    "epsilon at the right token, and epsilon shared equally among the others.",
    hints=(
        "How many others are there? Not as many as the vocabulary has tokens.",
        "Fill an array of shape (n, vocabulary_size) with the others' share.",
        "Then put 1 - epsilon in each row's right place. Check: each row sums to 1.",
    ),
    reference=smooth_labels,
    cases=(
        _case("five tokens", [2], 5, 0.1),
        _case("two rows", [0, 3], 4, 0.3),
        _case("nothing to share", [1, 2], 3, 0.0),
        _case("two tokens, the same id twice", [1, 1, 0], 2, 0.2),
    ),
    wrongs=(
        Wrong(
            "the brackets are missing: eps / V - 1 divides first and then subtracts 1.",
            "the brackets below the line: V - 1.",
            (lambda ids, v, e: _smoothed(ids, v, 1 - e, e / v - 1),),
        ),
        Wrong(
            "epsilon is shared among all tokens, the right one too. That is the "
            "convention of PyTorch; here it goes to the others.",
            "the share of the right token: 1 - epsilon.",
            (lambda ids, v, e: reference(ids, v, e, convention="all"),),
        ),
        Wrong(
            "epsilon is divided by V; there are V - 1 others, and the rows sum to less "
            "than 1.",
            "how many tokens are wrong.",
            (lambda ids, v, e: _smoothed(ids, v, 1 - e, e / v),),
        ),
        Wrong(
            "the right token still has 1, so the rows sum to more than 1.",
            "what the right token gives away.",
            (
                lambda ids, v, e: _smoothed(ids, v, 1, e / (v - 1)),
                lambda ids, v, e: _smoothed(ids, v, 1, e / v),
            ),
        ),
        Wrong(
            "each other token gets the whole of epsilon; they have to share it.",
            "the sum of a row.",
            (lambda ids, v, e: _smoothed(ids, v, 1 - e, e),),
        ),
        Wrong(
            "nothing is shared: the right token has 1, the others 0.",
            "where epsilon enters.",
            (lambda ids, v, e: _smoothed(ids, v, 1.0, 0.0),),
        ),
        Wrong(
            "the right token has epsilon; it keeps 1 - epsilon.",
            "which of the two is the large one.",
            (lambda ids, v, e: _smoothed(ids, v, e, (1 - e) / (v - 1)),),
        ),
    ),
)


def cross_entropy(logits: Array, targets: Array) -> Array:
    """Return the mean over rows of -sum(q log p), in nats."""
    return kernel(logits, targets)


def _surprises(logits: Array, targets: Array) -> Array:
    """Return q log p for each entry, where 0 log 0 is 0."""
    return targets * np.where(targets == 0, 0, log_softmax(logits))


THREE = floats([2, 0, -1], [1, 3, 0.5])
SOFT = smooth_labels(np.array([0, 2]), 3, 0.1)
HARD = floats([0, 1, 0], [0, 0, 1])
CROSS_ENTROPY = Exercise(
    name="cross_entropy",
    task="Write f(logits, targets): both have the shape (n, V), and each row of "
    "targets sums to 1. Return the mean over the rows of the loss -sum(q log p), in "
    "nats. It must be finite for finite logits.",
    hints=(
        "p is the softmax of a row; add q log p along the row, then the minus sign.",
        "The logarithm of a share is z - max - log(sum(exp(z - max))): no share has to "
        "be made, and none can be rounded to 0.",
        "Then the mean over rows: divide by n, not by n times V.",
    ),
    reference=cross_entropy,
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
            "a share was rounded to 0, and log(0) is minus infinity.",
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
            "a small number is added inside the logarithm: where a share is rounded to "
            "0, the loss is wrong by hundreds.",
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
            "softmax is taken twice: shares are handed to what wants logits.",
            "what your logarithm of the softmax is given.",
            (lambda z, q: kernel(softmax(z), q),),
        ),
        Wrong(
            "the logits are used as logarithms of shares: the softmax is missing.",
            "what comes between logits and loss.",
            (lambda z, q: -(q * z).sum(axis=-1).mean(),),
        ),
    ),
)
