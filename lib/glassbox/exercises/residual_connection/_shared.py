"""What post_norm, pre_norm and residual_gradient share: layers, inputs, mistakes."""

import numpy as np

from ...kernels.normalization import layer_norm
from ...kernels.position_wise import relu
from ...kernels.residual import residual_connection
from .._engine import Case, Wrong, floats

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


def norm_of_all(x: np.ndarray) -> np.ndarray:
    """Normalize everything at once, tokens and samples too."""
    return layer_norm(x, axis=tuple(range(x.ndim)))


NO_NORM = Wrong(
    "there is no norm in it.",
    "the name of the exercise.",
    (lambda x, w_1, w_2: x + sublayer(x, w_1, w_2),),
)
BRANCH_NORMALIZED = Wrong(
    "the output of f is normalized, not the sum: x + Norm(f(x)) is neither post-norm "
    "nor pre-norm.",
    "what stands inside the norm.",
    (lambda x, w_1, w_2: x + layer_norm(sublayer(x, w_1, w_2)),),
)
SKIP_NORMALIZED = Wrong(
    "the norm is on the skip path alone: Norm(x) + f(x) is neither post-norm nor "
    "pre-norm.",
    "which of the two terms the norm belongs to, or both.",
    (lambda x, w_1, w_2: layer_norm(x) + sublayer(x, w_1, w_2),),
)
BOTH_NORMALIZED = Wrong(
    "the norm is applied twice, before and after f.",
    "how many norms the equation has.",
    (lambda x, w_1, w_2: layer_norm(x + sublayer(layer_norm(x), w_1, w_2)),),
)
NO_RELU = "f has no ReLU in it: two matrices in a row are one."
BETWEEN = "what stands between the two products."
