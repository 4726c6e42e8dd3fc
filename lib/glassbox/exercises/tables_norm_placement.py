"""The exercises post_norm and pre_norm, of the chapter residual_connection."""

import numpy as np

from ..kernels.normalization import layer_norm
from ..kernels.position_wise import relu
from ..kernels.residual import residual_connection
from ._engine.exercise import Case, Exercise, Wrong
from .tables_softmax import floats

W_1 = floats([1, -2, 0.5], [0, 1, -1])
W_2 = floats([0.5, -1], [1, 2], [-2, 1])
SQUARE_1, SQUARE_2 = floats([1, -2], [0.5, 1]), floats([0.5, -1], [1, 2])
ONE_TOKEN = {"x": floats(2, -1)}
THREE_TOKENS = {"x": floats([2, -1], [0.5, 3], [-1, 4])}
TWO_SAMPLES = {"x": floats([[2, -1], [0, 3]], [[1, 0.5], [-2, 2]])}
WEIGHTS = {"w_1": W_1, "w_2": W_2}
CASES = (
    Case("one token", ONE_TOKEN | {"w_1": SQUARE_1, "w_2": SQUARE_2}),
    Case("three tokens", THREE_TOKENS | WEIGHTS),
    Case("two samples of two tokens", TWO_SAMPLES | WEIGHTS),
    Case("large numbers", {"x": 100 * THREE_TOKENS["x"]} | WEIGHTS),
)


def sublayer(x: np.ndarray, w_1: np.ndarray, w_2: np.ndarray) -> np.ndarray:
    """Return f(x) = relu(x @ w_1) @ w_2."""
    return relu(x @ w_1) @ w_2


def post_norm(x: np.ndarray, w_1: np.ndarray, w_2: np.ndarray) -> np.ndarray:
    """Return Norm(x + f(x))."""
    return layer_norm(residual_connection(x, sublayer(x, w_1, w_2)))


def pre_norm(x: np.ndarray, w_1: np.ndarray, w_2: np.ndarray) -> np.ndarray:
    """Return x + f(Norm(x))."""
    return residual_connection(x, sublayer(layer_norm(x), w_1, w_2))


def _norm_of_all(x: np.ndarray) -> np.ndarray:
    return layer_norm(x, axis=tuple(range(x.ndim)))


NO_NORM = Wrong(
    "there is no norm in it.",
    "the name of the exercise.",
    (lambda x, w_1, w_2: x + sublayer(x, w_1, w_2),),
)
BRANCH_NORMALISED = Wrong(
    "the branch is normalised, not the sum: x + Norm(f(x)) is neither post-norm nor "
    "pre-norm.",
    "what stands inside the norm.",
    (lambda x, w_1, w_2: x + layer_norm(sublayer(x, w_1, w_2)),),
)
BOTH_NORMALISED = Wrong(
    "the norm is applied twice, before and after f.",
    "how many norms the equation has.",
    (lambda x, w_1, w_2: layer_norm(x + sublayer(layer_norm(x), w_1, w_2)),),
)
NO_RELU = "f has no ReLU in it: two matrices in a row are one."
BETWEEN = "what stands between the two products."

POST_NORM = Exercise(
    name="post_norm",
    task="Write f(x, w_1, w_2): one layer with post-norm, Norm(x + f(x)), where f(x) = "
    "relu(x @ w_1) @ w_2. Use layer_norm and residual_connection.",
    hints=(
        "Three steps, from the inside out: the branch, the sum, the norm.",
        "The branch sees x as it came.",
        "The norm is the last thing that happens: nothing is added after it.",
    ),
    reference=post_norm,
    cases=CASES,
    wrongs=(
        Wrong(
            "this is pre-norm, x + f(Norm(x)).",
            "which comes last, the sum or the norm.",
            (pre_norm,),
        ),
        BRANCH_NORMALISED,
        NO_NORM,
        BOTH_NORMALISED,
        Wrong(
            "the residual is missing: this is Norm(f(x)).",
            "what is added to the branch.",
            (lambda x, w_1, w_2: layer_norm(sublayer(x, w_1, w_2)),),
        ),
        Wrong(
            "one mean and one variance for all tokens: each has its own.",
            "the norm's axis.",
            (lambda x, w_1, w_2: _norm_of_all(x + sublayer(x, w_1, w_2)),),
        ),
        Wrong(
            NO_RELU,
            BETWEEN,
            (lambda x, w_1, w_2: layer_norm(x + x @ w_1 @ w_2),),
        ),
    ),
)

PRE_NORM = Exercise(
    name="pre_norm",
    task="Write f(x, w_1, w_2): one layer with pre-norm, x + f(Norm(x)), where f(x) = "
    "relu(x @ w_1) @ w_2. Use layer_norm and residual_connection.",
    hints=(
        "Three steps, from the inside out: the norm, the branch, the sum.",
        "Only the branch sees the norm's result.",
        "What is added to the branch is x as it came: that path has no norm on it.",
    ),
    reference=pre_norm,
    cases=CASES,
    wrongs=(
        Wrong(
            "this is post-norm, Norm(x + f(x)).",
            "which comes last, the sum or the norm.",
            (post_norm,),
        ),
        Wrong(
            "the norm is on the residual's path too: Norm(x) is added to the branch, "
            "and x is lost.",
            "what you add the branch to.",
            (lambda x, w_1, w_2: layer_norm(x) + sublayer(layer_norm(x), w_1, w_2),),
        ),
        BRANCH_NORMALISED,
        NO_NORM,
        BOTH_NORMALISED,
        Wrong(
            "the residual is missing: this is f(Norm(x)).",
            "what is added to the branch.",
            (lambda x, w_1, w_2: sublayer(layer_norm(x), w_1, w_2),),
        ),
        Wrong(
            "one mean and one variance for all tokens: each has its own.",
            "the norm's axis.",
            (lambda x, w_1, w_2: x + sublayer(_norm_of_all(x), w_1, w_2),),
        ),
        Wrong(
            NO_RELU,
            BETWEEN,
            (lambda x, w_1, w_2: x + layer_norm(x) @ w_1 @ w_2,),
        ),
    ),
)
