"""The exercise smooth_labels, of the chapter output_head."""

import numpy as np

from ...kernels.embedding import one_hot
from ...kernels.output_head import smooth_labels as reference
from .._engine import Case, Exercise, Wrong

Array = np.ndarray


def smooth_labels(token_ids: Array, vocabulary_size: int, epsilon: float) -> Array:
    """Return 1 - epsilon at each right token, the rest shared among the others."""
    return reference(token_ids, vocabulary_size, epsilon)


def _smoothed(token_ids: Array, size: int, right: float, other: float) -> Array:
    return np.where(one_hot(token_ids, size) == 1, right, other)


def _case(note: str, ids: list[int], size: int, epsilon: float) -> Case:
    arguments = {"token_ids": np.array(ids), "vocabulary_size": size}
    return Case(note, {**arguments, "epsilon": epsilon})


EXERCISE = Exercise(
    task="Write f(token_ids, vocabulary_size, epsilon): one row for each id, with 1 - "
    "epsilon at the right token, and epsilon spread equally over the others.",
    hints=(
        "How many others are there? Not as many as the vocabulary has tokens.",
        "Fill an array of shape (n, vocabulary_size) with what every other token gets.",
        "Then put 1 - epsilon in each row's right place. Check: each row sums to 1.",
    ),
    reference=smooth_labels,
    closed=("smooth_labels",),
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
            "epsilon is spread over all tokens, the right one too. That is the "
            "convention of PyTorch; here it goes to the others.",
            "the right token's probability: 1 - epsilon.",
            (lambda ids, v, e: reference(ids, v, e, convention="all"),),
        ),
        Wrong(
            "epsilon is divided by V; there are V - 1 others, and the rows sum to less "
            "than 1.",
            "how many tokens share epsilon.",
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
