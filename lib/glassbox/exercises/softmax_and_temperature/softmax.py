"""The exercise softmax, of the chapter softmax_and_temperature."""

import numpy as np

from ...kernels.probability import log_softmax, softmax
from .._engine import Case, Exercise, Wrong, floats
from ._shared import UNSHIFTED, softmax_over


def _shares_of(z: np.ndarray) -> np.ndarray:
    return softmax_over(-1, UNSHIFTED)(z)


def _shifted_above_only(z: np.ndarray) -> np.ndarray:
    numerator = np.exp(z - z.max(axis=-1, keepdims=True))
    return numerator / np.exp(z).sum(axis=-1, keepdims=True)


def _shifted_below_only(z: np.ndarray) -> np.ndarray:
    shifted = z - z.max(axis=-1, keepdims=True)
    return np.exp(z) / np.exp(shifted).sum(axis=-1, keepdims=True)


def _sum_without_keepdims(z: np.ndarray) -> np.ndarray:
    exponentials = np.exp(z - z.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1)


def _one_hot(z: np.ndarray) -> np.ndarray:
    return np.eye(z.shape[-1])[z.argmax(axis=-1)]


EXERCISE = Exercise(
    task="Write f(scores): turn scores into probabilities that sum to 1 along the "
    "last axis, for an array with any number of axes and scores of any size.",
    hints=(
        "Exponentials first: each score becomes a positive number. Then divide by "
        "what makes them sum to 1.",
        "In an array of rows, each row has its own sum. NumPy's sum takes axis= to "
        "say along which axis, and keepdims= so that rows and sums still line up.",
        "exp overflows above 709. Adding the same number to every score of a row "
        "changes no probability: which number keeps every exponent at 0 or below?",
    ),
    reference=softmax,
    closed=("softmax", "next_token_probabilities"),
    cases=(
        Case("three scores", {"scores": floats(1, 2, 3)}),
        Case("two rows", {"scores": floats([0.5, -1, 2], [3, 0, 1])}),
        Case("rows of one score", {"scores": floats([5], [-7])}),
        Case(
            "three axes",
            {"scores": floats([[1, 0], [2, 2.5], [0, 4]], [[0, 1], [3, 1], [2, 7]])},
        ),
        Case("whole numbers (dtype int64)", {"scores": np.array([3, 0, 2, 1])}),
        Case("large scores", {"scores": floats(1000, 1001, 1002)}),
        Case("scores far below 0", {"scores": floats(-1000, -1001)}),
        Case("scores far apart", {"scores": floats(0, 1000)}),
        Case("one row far below the other", {"scores": floats([0, 1], [-2000, -2001])}),
    ),
    wrongs=(
        Wrong(
            "your whole array sums to 1, not each row: normalize the last axis.",
            "the axis of your sum.",
            tuple(softmax_over(None, axis) for axis in (-1, None, 0, UNSHIFTED)),
        ),
        Wrong(
            "each column sums to 1, not each row: axis 0 runs down the columns.",
            "the axis of your sum; the entries of a row compete, along the last axis.",
            tuple(softmax_over(0, axis) for axis in (0, -1, None, UNSHIFTED)),
        ),
        Wrong(
            "axis 1 is the last axis of a table only: one row has no axis 1, and "
            "three axes have one more.",
            "the number you gave as axis; counted from the end, the last one is "
            "always the same.",
            tuple(softmax_over(1, axis) for axis in (1, -1, None, UNSHIFTED)),
        ),
        Wrong(
            "no maximum subtracted: 1000 gives nan, since exp(1000) overflows and "
            "infinity divided by infinity is nan.",
            "what you do before exp.",
            (softmax_over(-1, UNSHIFTED),),
        ),
        Wrong(
            "the maximum of the whole array is subtracted, not each row's own: a row "
            "far below the largest becomes 0 divided by 0.",
            "the axis of your maximum.",
            (softmax_over(-1, None),),
        ),
        Wrong(
            "the maximum is taken down the columns, so that the scores of one row "
            "are shifted by different amounts.",
            "the axis of your maximum.",
            (softmax_over(-1, 0),),
        ),
        Wrong(
            "the maximum is subtracted in one half of the fraction only.",
            "whether numerator and denominator use the same exponentials.",
            (_shifted_above_only, _shifted_below_only),
        ),
        Wrong(
            "the minimum is subtracted, not the maximum: exponents can still grow "
            "without bound.",
            "which score should become exp(0).",
            (lambda z: _shares_of(z - z.min(axis=-1, keepdims=True)),),
        ),
        Wrong(
            "the scores are divided by their maximum; it has to be subtracted. Only a "
            "difference leaves the probabilities as they are.",
            "what you do before exp.",
            (lambda z: _shares_of(z / z.max(axis=-1, keepdims=True)),),
        ),
        Wrong(
            "sum or maximum loses its axis, so that rows and sums don't line up.",
            "keepdims.",
            (
                _sum_without_keepdims,
                lambda z: _shares_of(z - z.max(axis=-1)),
                lambda z: np.exp(z) / np.exp(z).sum(axis=-1),
            ),
        ),
        Wrong(
            "these are logarithms of probabilities (log-softmax), not probabilities.",
            "your last step: which function undoes a logarithm?",
            (log_softmax, lambda z: z - np.log(np.exp(z).sum(-1, keepdims=True))),
        ),
        Wrong(
            "the exponentials are not divided by their sum yet.",
            "what makes the probabilities sum to 1.",
            (np.exp, lambda z: np.exp(z - z.max(axis=-1, keepdims=True))),
        ),
        Wrong(
            "the scores themselves are divided by their sum: exp is missing.",
            "the step that makes every number positive.",
            (lambda z: z / z.sum(axis=-1, keepdims=True),),
        ),
        Wrong(
            "each score is turned into a number by itself (a sigmoid): the entries "
            "don't compete.",
            "what you divide by.",
            (lambda z: 1 / (1 + np.exp(-z)),),
        ),
        Wrong(
            "everything goes to the largest score: that is argmax, softmax's limit.",
            "the step that leaves smaller scores a probability above 0.",
            (_one_hot,),
        ),
        Wrong(
            "the order is turned round: the smallest score gets the most.",
            "the sign in front of the score.",
            (
                lambda z: softmax(-z),
                lambda z: _shares_of(-z),
                lambda z: _shares_of(z.max(axis=-1, keepdims=True) - z),
            ),
        ),
        Wrong(
            "these are percent; probabilities lie between 0 and 1.",
            "your last step.",
            (lambda z: 100 * softmax(z),),
        ),
        Wrong(
            "softmax is applied twice: probabilities went in where scores are wanted.",
            "how often you take exponentials.",
            (lambda z: softmax(softmax(z)),),
        ),
        Wrong(
            "the base is 2, not e.",
            "the function that you raise to the power of the score.",
            (lambda z: np.exp2(z) / np.exp2(z).sum(axis=-1, keepdims=True),),
        ),
        Wrong(
            "the result is rounded.",
            "round: leave it for printing.",
            tuple(lambda z, d=d: softmax(z).round(d) for d in (2, 3, 4)),
        ),
    ),
)
