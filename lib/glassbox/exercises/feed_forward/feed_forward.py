"""The exercise feed_forward, of the chapter feed_forward."""

from collections.abc import Callable

import numpy as np

from ...kernels.position_wise import gelu, relu
from .._engine import Case, Exercise, Wrong, floats

Array = np.ndarray


def two_layers(x: Array, w_1: Array, b_1: Array, w_2: Array, b_2: Array) -> Array:
    """Return max(0, x W_1 + b_1) W_2 + b_2."""
    return np.maximum(0, x @ w_1 + b_1) @ w_2 + b_2


def _bent_by(bend: Callable) -> Callable:
    """Build a variant with another function, or none, between the two layers."""

    def variant(x: Array, w_1: Array, b_1: Array, w_2: Array, b_2: Array) -> Array:
        return bend(x @ w_1 + b_1) @ w_2 + b_2

    return variant


def _bent_at_the_end(x: Array, w_1: Array, b_1: Array, w_2: Array, b_2: Array) -> Array:
    return relu((x @ w_1 + b_1) @ w_2 + b_2)


def _bent_before(x: Array, w_1: Array, b_1: Array, w_2: Array, b_2: Array) -> Array:
    return (relu(x) @ w_1 + b_1) @ w_2 + b_2


def _bias_after_the_bend(
    x: Array, w_1: Array, b_1: Array, w_2: Array, b_2: Array
) -> Array:
    return (relu(x @ w_1) + b_1) @ w_2 + b_2


def _turned(x: Array, w_1: Array, b_1: Array, w_2: Array, b_2: Array) -> Array:
    return relu(x @ w_1.T + b_1) @ w_2.T + b_2


PHRASES = floats([1, 0, 0], [0, 0, 0], [1, 1, 0], [0, 1, 0])
MOOD = {
    "w_1": floats([1, -1, 1, -1], [-1, -1, 1, 1], [0, 0, 0, 0]),
    "b_1": floats(0, 1, -1, 0),
    "w_2": floats([0, 0, 1], [0, 0, -1], [0, 0, -1], [0, 0, 1]),
    "b_2": floats(0, 0, 0),
}
WIDER = {
    "w_1": floats([1, -2, 0.5], [2, 1, -1]),
    "b_1": floats(1, -1, 0.5),
    "w_2": floats([1, 2], [-3, 1], [0, -4]),
    "b_2": floats(-1, 0.5),
}
SQUARE = {
    "w_1": floats([1, -2], [3, 1]),
    "b_1": floats(0.5, -1),
    "w_2": floats([2, -1], [1, -3]),
    "b_2": floats(-0.5, 1),
}

EXERCISE = Exercise(
    task="Write f(x, w_1, b_1, w_2, b_2): the feed-forward layer of eq. 2, with max(0, "
    "...). x has shape (..., d_model); so has the result.",
    hints=(
        "Three steps: widen with w_1 and b_1, bend, narrow with w_2 and b_2.",
        "The bend stands between the two layers. What comes after it may be negative.",
        "Row vectors: x stands to the left of its matrix, and nothing is transposed.",
    ),
    reference=two_layers,
    closed=("feed_forward",),
    cases=(
        Case("the four phrases", {"x": PHRASES, **MOOD}),
        Case("two tokens, d_ff = 3", {"x": floats([1, -1], [-2, 0.5]), **WIDER}),
        Case("a single vector", {"x": floats(-1, 2), **WIDER}),
        Case("a batch", {"x": floats([[1, 2]], [[-1, 0]], [[0.5, -3]]), **WIDER}),
        Case("d_ff = d_model", {"x": floats([2, 1], [-1, 1], [0, 0]), **SQUARE}),
    ),
    wrongs=(
        Wrong(
            "there is no max(0, ...): the two layers are one.",
            "the numbers between the layers: are any negative?",
            (_bent_by(lambda hidden: hidden),),
        ),
        Wrong(
            "max(0, ...) comes after W_2: the output can never be negative.",
            "the brackets in eq. 2: what does the max enclose?",
            (_bent_at_the_end,),
        ),
        Wrong(
            "there is a second max(0, ...) after W_2.",
            "how many bends eq. 2 has.",
            (lambda x, *layers: relu(two_layers(x, *layers)),),
        ),
        Wrong(
            "max(0, ...) is taken of x; it belongs to what W_1 makes of x.",
            "the brackets in eq. 2: what does the max enclose?",
            (_bent_before,),
        ),
        Wrong(
            "b_1 is added after the max; there it cannot move the bend.",
            "the brackets in eq. 2: b_1 is inside.",
            (_bias_after_the_bend,),
        ),
        Wrong(
            "b_1 is missing.",
            "what a unit answers to a vector of zeros.",
            (lambda x, w_1, b_1, w_2, b_2: two_layers(x, w_1, 0, w_2, b_2),),
        ),
        Wrong(
            "b_2 is missing.",
            "what comes out when all units are off.",
            (lambda x, w_1, b_1, w_2, b_2: two_layers(x, w_1, b_1, w_2, 0),),
        ),
        Wrong(
            "both biases are missing.",
            "what comes out for a vector of zeros.",
            (lambda x, w_1, b_1, w_2, b_2: two_layers(x, w_1, 0, w_2, 0),),
        ),
        Wrong(
            "the sign is dropped; a negative number becomes 0, not positive.",
            "what max(0, -2) is.",
            (_bent_by(np.abs),),
        ),
        Wrong(
            "this is GELU; eq. 2 has max(0, ...).",
            "what becomes of a small negative number.",
            (_bent_by(gelu), _bent_by(lambda h: gelu(h, approximate="tanh"))),
        ),
        Wrong(
            "both matrices are transposed. Ours are (d_in, d_out), unlike those of "
            "torch.nn.Linear.",
            "the shapes of x and w_1.",
            (_turned,),
        ),
        Wrong(
            "x is added: that is the residual connection around the layer.",
            "what the layer alone returns.",
            (lambda x, *layers: x + two_layers(x, *layers),),
        ),
    ),
)
