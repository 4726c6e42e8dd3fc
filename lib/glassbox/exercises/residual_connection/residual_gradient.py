"""The exercise residual_gradient, of the chapter residual_connection."""

from collections.abc import Callable

import numpy as np

from ...kernels.position_wise import relu
from .._engine import Case, Exercise, Wrong, floats
from ._shared import ONE_TOKEN, SQUARE_1, SQUARE_2, THREE_TOKENS, WEIGHTS


def residual_gradient(
    x: np.ndarray, w_1: np.ndarray, w_2: np.ndarray, gradient: np.ndarray
) -> np.ndarray:
    """Take a gradient back through x + f(x)."""
    return gradient + ((gradient @ w_2.T) * (x @ w_1 > 0)) @ w_1.T


def _through_f(
    x: np.ndarray, w_1: np.ndarray, w_2: np.ndarray, gradient: np.ndarray
) -> np.ndarray:
    return residual_gradient(x, w_1, w_2, gradient) - gradient


def _plus(direct: Callable) -> Callable:
    """Build a gradient whose direct path brings something else."""

    def variant(
        x: np.ndarray, w_1: np.ndarray, w_2: np.ndarray, gradient: np.ndarray
    ) -> np.ndarray:
        return direct(x, gradient) + _through_f(x, w_1, w_2, gradient)

    return variant


EXERCISE = Exercise(
    task="Write f(x, w_1, w_2, gradient): a gradient arrives at the output of "
    "x + relu(x @ w_1) @ w_2. Return the gradient at x.",
    hints=(
        "Two paths lead from the output back to x, and what they bring is added.",
        "On the direct path nothing happens. Back through a product with w the "
        "gradient is multiplied by w's transpose.",
        "The ReLU lets a gradient through where its input x @ w_1 was above 0.",
    ),
    reference=residual_gradient,
    cases=(
        Case(
            "one token",
            ONE_TOKEN | {"w_1": SQUARE_1, "w_2": SQUARE_2, "gradient": floats(1, -0.5)},
        ),
        Case(
            "three tokens",
            THREE_TOKENS
            | {"w_1": SQUARE_1, "w_2": SQUARE_2}
            | {"gradient": floats([1, 2], [0.5, -1], [3, 1])},
        ),
        Case(
            "a hidden layer of three",
            THREE_TOKENS | WEIGHTS | {"gradient": floats([1, 2], [0.5, -1], [3, 1])},
        ),
    ),
    wrongs=(
        Wrong(
            "the direct path is missing: this is the gradient without the skip path.",
            "what the slope 1 brings.",
            (_through_f,),
        ),
        Wrong(
            "only the direct path is there: f has a slope too.",
            "the path through w_2, ReLU and w_1.",
            (lambda x, w_1, w_2, gradient: gradient,),
        ),
        Wrong(
            "1 is added, not the gradient: the slope 1 multiplies what arrives.",
            "what comes down the direct path.",
            (_plus(lambda x, gradient: 1),),
        ),
        Wrong(
            "the ReLU is missing on the way back.",
            "what happens between the two products.",
            (lambda x, w_1, w_2, gradient: gradient + gradient @ w_2.T @ w_1.T,),
        ),
        Wrong(
            "the ReLU is applied to the gradient; what counts is whether its *input* "
            "was above 0.",
            "the condition of your mask.",
            (lambda x, w_1, w_2, gradient: gradient + relu(gradient @ w_2.T) @ w_1.T,),
        ),
        Wrong(
            "the matrices are not transposed.",
            "the two products: on the way back they run from columns to rows.",
            (
                lambda x, w_1, w_2, gradient: (
                    gradient + ((gradient @ w_2) * (x @ w_1 > 0)) @ w_1
                ),
            ),
        ),
        Wrong(
            "the x that went in is added, not the gradient: that is the forward sum.",
            "what comes down the direct path.",
            (_plus(lambda x, gradient: x),),
        ),
    ),
)
