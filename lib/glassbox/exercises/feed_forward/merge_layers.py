"""The exercise merge_layers, of the chapter feed_forward."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .._engine import Case, Exercise, Wrong, as_array, floats
from ._shared import MOOD, SQUARE, WIDER

Array = np.ndarray


def merge_layers(w_1: Array, b_1: Array, w_2: Array, b_2: Array) -> tuple:
    """Return W and b, so that x W + b = (x W_1 + b_1) W_2 + b_2."""
    return w_1 @ w_2, b_1 @ w_2 + b_2


def bias_below(function: Callable) -> Callable:
    """Make one array of a matrix and its bias, which becomes the last row."""

    @functools.wraps(function, updated=())
    def joined(*arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        if isinstance(result, tuple) and len(result) == 2:
            return np.vstack([as_array(part) for part in result])
        return result

    return joined


EXERCISE = Exercise(
    task="Write f(w_1, b_1, w_2, b_2) that returns a matrix w and a bias b, so that "
    "x @ w + b does what two layers without a bend do: (x @ w_1 + b_1) @ w_2 + b_2.",
    hints=(
        "Multiply the brackets out. Which terms contain x, and which do not?",
        "What stands behind x is a product of two matrices; keep their order.",
        "b_1 goes through the second layer too.",
    ),
    reference=bias_below(merge_layers),
    adapt=bias_below,
    cases=(
        Case("the layer of the four phrases", dict(MOOD)),
        Case("d_model = 2, d_ff = 3", dict(WIDER)),
        Case("d_ff = d_model", dict(SQUARE)),
        Case(
            "one feature in and out",
            {
                "w_1": floats([1, 2, -1]),
                "b_1": floats(0, 3, 1),
                "w_2": floats([1], [-1], [4]),
                "b_2": floats(2),
            },
        ),
    ),
    wrongs=(
        Wrong(
            "b_1 is lost: it goes through the second layer and comes out changed.",
            "x = 0: what do the two layers return?",
            (bias_below(lambda w_1, b_1, w_2, b_2: (w_1 @ w_2, b_2)),),
        ),
        Wrong(
            "b_1 is added as it is; it goes through the second layer first.",
            "what w_2 does to the number that b_1 was added to.",
            (bias_below(lambda w_1, b_1, w_2, b_2: (w_1 @ w_2, b_1 + b_2)),),
        ),
        Wrong(
            "b_2 is lost.",
            "x = 0: what do the two layers return?",
            (bias_below(lambda w_1, b_1, w_2, b_2: (w_1 @ w_2, b_1 @ w_2)),),
        ),
        Wrong(
            "the two matrices have changed places.",
            "which matrix x meets first.",
            (bias_below(lambda w_1, b_1, w_2, b_2: (w_2 @ w_1, b_1 @ w_2 + b_2)),),
        ),
        Wrong(
            "the matrices are added; one acts on what the other returns.",
            "the product when the brackets are multiplied out.",
            (bias_below(lambda w_1, b_1, w_2, b_2: (w_1 + w_2, b_1 @ w_2 + b_2)),),
        ),
    ),
)
