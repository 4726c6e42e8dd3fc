"""The exercise layer_norm, of the chapter layer_norm_vs_batch_norm."""

from collections.abc import Callable

import numpy as np

from ...kernels.normalization import layer_norm
from .._engine import Case, Exercise, Wrong, floats

EPS = 1e-5
GAMMA, BETA = floats(1, 2, 0.5, 3), floats(0, 1, -1, 2)
ONE, ZERO = np.ones(4), np.zeros(4)


def _over(*axes: int) -> Callable:
    """Build a layer norm whose mean and variance are taken over other axes."""

    def variant(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray) -> np.ndarray:
        mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
        return gamma * (x - mean) / np.sqrt(variance + EPS) + beta

    return variant


def _divided_by(divisor: Callable) -> Callable:
    """Build a layer norm that divides by another function of the features."""

    def variant(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray) -> np.ndarray:
        centred = x - x.mean(axis=-1, keepdims=True)
        return gamma * centred / divisor(x) + beta

    return variant


def _variance(x: np.ndarray, ddof: int = 0) -> np.ndarray:
    return x.var(axis=-1, keepdims=True, ddof=ddof)


def _without_keepdims(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray) -> np.ndarray:
    return gamma * (x - x.mean(axis=-1)) / np.sqrt(x.var(axis=-1) + EPS) + beta


def _root_mean_square(x: np.ndarray, gamma: np.ndarray, beta: np.ndarray) -> np.ndarray:
    return gamma * x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + EPS) + beta


def _case(
    note: str, x: np.ndarray, gamma: np.ndarray = GAMMA, beta: np.ndarray = BETA
) -> Case:
    return Case(note, {"x": x, "gamma": gamma, "beta": beta})


EXERCISE = Exercise(
    task="Write f(x, gamma, beta): normalize the features of each token (the last "
    "axis) to mean 0 and variance 1, with eps = 1e-5 inside the root, then scale by "
    "gamma and shift by beta.",
    hints=(
        "Each token is treated by itself: its mean and its variance are taken along "
        "the last axis. keepdims= lets tokens and means line up.",
        "The variance is the mean of the squared distances: divided by n, not n - 1. "
        "eps is added to it before the root is taken.",
        "gamma and beta come last, one of each for every feature: first the product, "
        "then the sum.",
    ),
    reference=layer_norm,
    closed=("layer_norm",),
    cases=(
        _case("four features of one token", floats(22, 5, 6, 8), ONE, ZERO),
        _case("gamma scales", floats(22, 5, 6, 8), GAMMA, ZERO),
        _case("gamma scales, beta shifts", floats(22, 5, 6, 8)),
        _case("features that hardly differ", floats(0.001, 0, 0, 0)),
        _case("two tokens", floats([1, 0, 0, 0], [3, 1, 4, 1])),
        _case(
            "a batch of two sequences, three tokens each",
            floats(
                [[1, 2, 3, 5], [0, 1, 0, -1], [4, 4, 4, 9]],
                [[10, 20, 10, 0], [7, 6, 5, 3], [-1, -2, 2, 2]],
            ),
        ),
        _case("whole numbers (dtype int64)", np.array([22, 5, 6, 8])),
        _case("a token whose features are all alike", floats(3, 3, 3, 3)),
    ),
    wrongs=(
        Wrong(
            "the variance is divided by n - 1, not n.",
            "ddof; [1, 0, 0, 0] gives 1.500 with n - 1 and 1.732 with n.",
            (_divided_by(lambda x: np.sqrt(_variance(x, ddof=1) + EPS)),),
        ),
        Wrong(
            "eps stands outside the root.",
            "what the root is taken of.",
            (_divided_by(lambda x: np.sqrt(_variance(x)) + EPS),),
        ),
        Wrong(
            "eps is missing: a token whose features are all alike is 0 divided by 0.",
            "what keeps the root above 0.",
            (_divided_by(lambda x: np.sqrt(_variance(x))),),
        ),
        Wrong(
            "the centred features are divided by the variance, not by its root.",
            "the root.",
            (_divided_by(lambda x: _variance(x) + EPS),),
        ),
        Wrong(
            "the features are centred, but not divided by their standard deviation.",
            "what makes the variance 1.",
            (_divided_by(lambda x: 1),),
        ),
        Wrong(
            "the mean is not subtracted: the features are divided by the root of the "
            "variance, but they still have their mean.",
            "what stands above the root.",
            (lambda x, gamma, beta: gamma * x / np.sqrt(_variance(x) + EPS) + beta,),
        ),
        Wrong(
            "this is RMSNorm: no mean is subtracted, neither above the root nor below "
            "it.",
            "your first step, which both the numerator and the variance need.",
            (_root_mean_square,),
        ),
        Wrong(
            "all tokens share one mean and variance: the whole array is averaged.",
            "the axis of mean and variance.",
            (lambda x, gamma, beta: _over(*range(x.ndim))(x, gamma, beta),),
        ),
        Wrong(
            "mean and variance are taken over tokens and features together, one of "
            "each for a whole sequence: tokens learn of those after them.",
            "the axes of mean and variance.",
            (lambda x, gamma, beta: _over(*range(x.ndim)[-2:])(x, gamma, beta),),
        ),
        Wrong(
            "mean and variance are taken down axis 0, over the tokens or the batch.",
            "the axis of mean and variance.",
            (_over(0),),
        ),
        Wrong(
            "mean and variance are taken over everything but the features: that is "
            "batch norm.",
            "the axis of mean and variance.",
            (lambda x, gamma, beta: _over(*range(x.ndim - 1))(x, gamma, beta),),
        ),
        Wrong(
            "axis 1 is the last axis of a table only.",
            "the number you gave as axis; counted from the end, the last one is "
            "always the same.",
            (_over(1),),
        ),
        Wrong(
            "mean or variance loses its axis, so that tokens and means don't line up.",
            "keepdims.",
            (_without_keepdims,),
        ),
        Wrong(
            "gamma and beta are not used.",
            "your last step.",
            (lambda x, gamma, beta: layer_norm(x),),
        ),
        Wrong(
            "gamma is not used.",
            "your last step.",
            (lambda x, gamma, beta: layer_norm(x) + beta,),
        ),
        Wrong(
            "beta is not used.",
            "your last step.",
            (lambda x, gamma, beta: gamma * layer_norm(x),),
        ),
        Wrong(
            "x is scaled by gamma before it is normalized.",
            "the order of your steps: gamma and beta come last.",
            (lambda x, gamma, beta: layer_norm(gamma * x) + beta,),
        ),
        Wrong(
            "beta is added before gamma multiplies, so that it is scaled too.",
            "the order of your last two steps.",
            (lambda x, gamma, beta: gamma * (layer_norm(x) + beta),),
        ),
        Wrong(
            "the values are confined to [-1, 1]; normalized values may go further.",
            "clip, or a division by the largest.",
            (
                lambda x, gamma, beta: gamma * layer_norm(x).clip(-1, 1) + beta,
                _divided_by(lambda x: np.ptp(x, axis=-1, keepdims=True)),
            ),
        ),
    ),
)
