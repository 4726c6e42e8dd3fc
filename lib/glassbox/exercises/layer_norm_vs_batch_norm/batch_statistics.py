"""The exercise batch_statistics, of the chapter layer_norm_vs_batch_norm."""

from collections.abc import Callable

import numpy as np

from ...kernels.normalization import batch_statistics
from .._engine import Case, Exercise, Wrong, floats, stacked


def _over(*axes: int, keepdims: bool = False, ddof: int = 0) -> Callable:
    """Build statistics over other axes, or in another form."""

    def variant(x: np.ndarray) -> np.ndarray:
        mean = x.mean(axes, keepdims=keepdims)
        return np.stack([mean, x.var(axes, keepdims=keepdims, ddof=ddof)])

    return variant


def _changed(change: Callable) -> Callable:
    """Build statistics whose mean and variance are changed afterwards."""
    return lambda x: np.stack(change(*batch_statistics(x)))


def _mean_of_squares(x: np.ndarray) -> np.ndarray:
    flat = x.reshape(-1, x.shape[-1])
    return np.stack([flat.mean(axis=0), (flat * flat).mean(axis=0)])


def _by_difference(x: np.ndarray) -> np.ndarray:
    mean, square = _mean_of_squares(x)
    return np.stack([mean, square - mean * mean])


EXERCISE = Exercise(
    task="Write f(x), which returns two arrays (mean, variance): for each feature (the "
    "last axis) the mean and the variance over all other axes.",
    hints=(
        "All tokens of all samples share one mean, but each feature has its own: the "
        "results have one entry for each feature.",
        "axis= takes several axes as a tuple. Or reshape x to a table with one row "
        "for each token.",
        "The variance is the mean of the squared distances from the mean: divided by "
        "n, not n - 1.",
    ),
    reference=stacked(batch_statistics),
    adapt=stacked,
    closed=("batch_statistics",),
    cases=(
        Case("three samples, two features", {"x": floats([1, 50], [3, 54], [8, 49])}),
        Case(
            "two sequences, three tokens each",
            {"x": floats([[1, 2], [0, 5], [4, 9]], [[6, 1], [7, 3], [-1, -2]])},
        ),
        Case("a batch of one", {"x": floats([2, 3, 7])}),
        Case("whole numbers (dtype int64)", {"x": np.array([[1, 5], [3, 9]])}),
        Case("features far from 0", {"x": floats([1e9, 1], [1e9 + 2, 2])}),
    ),
    wrongs=(
        Wrong(
            "the variance is divided by n - 1, not n.",
            "ddof.",
            (lambda x: _over(*range(x.ndim - 1), ddof=1)(x),),
        ),
        Wrong(
            "this is the standard deviation, not the variance.",
            "the root.",
            (_changed(lambda mean, variance: (mean, variance**0.5)),),
        ),
        Wrong(
            "variance and mean are in the reverse order.",
            "your return line.",
            (_changed(lambda mean, variance: (variance, mean)),),
        ),
        Wrong(
            "each token has its own mean and variance: that is layer norm.",
            "the axis; here the features stay and all others are averaged.",
            (_over(-1),),
        ),
        Wrong(
            "the features are averaged too: there is one number for the whole array.",
            "the axis; here the features stay and all others are averaged.",
            (lambda x: _over(*range(x.ndim))(x),),
        ),
        Wrong(
            "only axis 0 is averaged: each position in the sequence has its own mean.",
            "the axes; the tokens of a sequence share one mean too.",
            (_over(0),),
        ),
        Wrong(
            "the averaged axes are kept with length 1.",
            "keepdims.",
            (lambda x: _over(*range(x.ndim - 1), keepdims=True)(x),),
        ),
        Wrong(
            "this is the mean of the squares, not of the squared distances.",
            "what is subtracted before squaring.",
            (_mean_of_squares,),
        ),
        Wrong(
            "the mean of squares minus the square of the mean loses all digits when "
            "the features lie far from 0.",
            "the order: subtract the mean first, then square.",
            (_by_difference,),
        ),
    ),
)
