"""The exercise masked_softmax, of the chapter decoder_masking."""

import numpy as np

from ...kernels.probability import softmax
from .._engine import Case, Exercise, Wrong, floats


def masked_softmax(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return the weights; a row that may attend to nothing has zeros."""
    return softmax(np.where(mask, scores, -np.inf))


def _plain(scores: np.ndarray) -> np.ndarray:
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def _without_maximum(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    exponentials = np.where(mask, np.exp(scores), 0)
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.where(total > 0, total, 1)


def _renormalized(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    weights = _plain(scores) * mask
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total > 0, total, 1)


def _renormalized_to_nan(scores: np.ndarray, mask: np.ndarray) -> np.ndarray:
    weights = _plain(scores) * mask
    with np.errstate(invalid="ignore"):
        return weights / weights.sum(axis=-1, keepdims=True)


THREE = floats([1, 2, 0], [0.5, -1, 3], [2, 0, 1])

EXERCISE = Exercise(
    task="Write f(scores, mask): the softmax of each row over the entries where mask "
    "is True. Hidden entries get exactly 0, and a row that may attend to nothing is "
    "all 0. No nan.",
    hints=(
        "Hidden scores become minus infinity before the softmax: np.where chooses.",
        "Subtract each row's maximum, of what is visible. In a row that is hidden "
        "wholly it is minus infinity: subtract 0 there.",
        "In that row the sum of the exponentials is 0: divide by 1 there.",
    ),
    reference=masked_softmax,
    cases=(
        Case(
            "three tokens, causal",
            {"scores": THREE, "mask": np.tril(np.ones((3, 3), dtype=bool))},
        ),
        Case(
            "a padded key, one mask for two queries",
            {"scores": THREE[:2], "mask": np.array([True, True, False])},
        ),
        Case(
            "a large score, hidden",
            {
                "scores": floats([0, 1, 1000]),
                "mask": np.array([True, True, False]),
            },
        ),
        Case(
            "large scores, visible",
            {"scores": floats([999, 1000, 0]), "mask": np.array([True, True, False])},
        ),
        Case(
            "a row that may attend to nothing",
            {
                "scores": floats([1, 2], [3, 5]),
                "mask": np.array([[True, True], [False, False]]),
            },
        ),
    ),
    wrongs=(
        Wrong(
            "the row that may attend to nothing is nan: its maximum is minus infinity, "
            "and its sum 0.",
            "what you subtract, and divide by, in that row.",
            (lambda scores, mask: _plain(np.where(mask, scores, -np.inf)),),
        ),
        Wrong(
            "the row that may attend to nothing is uniform: it attends to everything. "
            "The fill is finite.",
            "-1e9, where minus infinity is meant.",
            (lambda scores, mask: _plain(np.where(mask, scores, -1e9)),),
        ),
        Wrong(
            "hidden weights are set to 0 after the softmax: the rows sum to less than "
            "1, and the hidden scores still count in the sum.",
            "the order: mask first, softmax second.",
            (lambda scores, mask: _plain(scores) * mask,),
        ),
        Wrong(
            "hidden weights are set to 0 after the softmax and the rest renormalized: "
            "where a hidden score is far above, all the rest is rounded to 0, and 0/0 "
            "is nan.",
            "the order: mask first, softmax second.",
            (_renormalized, _renormalized_to_nan),
        ),
        Wrong(
            "hidden scores are set to 0, and the exponential of 0 is 1: they get some "
            "weight.",
            "what a hidden score should be for its exponential to be 0.",
            (
                lambda scores, mask: _plain(scores * mask),
                lambda scores, mask: _plain(np.where(mask, scores, 0)),
            ),
        ),
        Wrong(
            "the mask is used the wrong way round: True = may attend.",
            "the order of the arguments of np.where.",
            (lambda scores, mask: masked_softmax(scores, ~mask),),
        ),
        Wrong(
            "no maximum is subtracted: large scores overflow.",
            "the case with scores near 1000.",
            (_without_maximum,),
        ),
        Wrong(
            "the mask is not used.",
            "the arguments.",
            (lambda scores, mask: _plain(scores),),
        ),
    ),
)
