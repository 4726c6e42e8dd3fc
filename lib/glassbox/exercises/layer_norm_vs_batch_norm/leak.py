"""The exercise leak, of the chapter layer_norm_vs_batch_norm."""

from collections.abc import Callable

import numpy as np

from ...kernels.normalization import layer_norm
from .._engine import Case, Exercise, Wrong, floats

Axes = int | tuple[int, ...]


def _changes(x: np.ndarray, axis: Axes, step: float = 1) -> np.ndarray:
    """Return how every output changes when the last token's first feature does."""
    poked = x.astype(float)
    poked[-1, 0] += step
    return layer_norm(poked, axis=axis) - layer_norm(x, axis=axis)


def leak(x: np.ndarray, axis: Axes) -> float:
    """Return the largest change among the tokens before the last."""
    return np.abs(_changes(x, axis)[:-1]).max()


def _of_input(x: np.ndarray, axis: Axes) -> float:
    return np.abs(layer_norm(x, axis=axis) - x)[:-1].max()


def _poking(*place: int | slice) -> Callable:
    """Build a detector that pokes elsewhere."""

    def variant(x: np.ndarray, axis: Axes) -> float:
        poked = x.astype(float)
        poked[place] += 1
        change = layer_norm(poked, axis=axis) - layer_norm(x, axis=axis)
        return np.abs(change[:-1]).max()

    return variant


TABLE = floats([22, 5, 6, 8], [3, 9, 4, -2], [7, 1, 0, 5])
TALL = floats([1, 0], [2, 7], [-3, 4], [0, 2], [5, 5])

EXERCISE = Exercise(
    task="Write f(x, axis): normalize x, of shape (token, feature), over axis with "
    "layer_norm; add 1 to the first feature of the last token; normalize again. Return "
    "the largest absolute change among the earlier tokens.",
    hints=(
        "Poke a copy, so that you still have the block as it was: x.astype(float) is "
        "one.",
        "Normalize both, subtract, and leave out the row of the last token.",
        "A change may go down as well as up: take absolute values before the largest.",
    ),
    reference=leak,
    cases=(
        Case("over tokens and features", {"x": TABLE, "axis": (0, 1)}),
        Case("over features: nothing may leak", {"x": TABLE, "axis": -1}),
        Case("over tokens", {"x": TABLE, "axis": 0}),
        Case("five tokens of two features", {"x": TALL, "axis": (0, 1)}),
        Case("whole numbers (dtype int64)", {"x": TALL.astype(int), "axis": 0}),
    ),
    wrongs=(
        Wrong(
            "the last token is counted too; it may change, it was poked.",
            "the rows of which you take the largest change.",
            (lambda x, axis: np.abs(_changes(x, axis)).max(),),
        ),
        Wrong(
            "this is the last token's own change.",
            "the rows of which you take the largest change.",
            (lambda x, axis: np.abs(_changes(x, axis)[-1]).max(),),
        ),
        Wrong(
            "only changes upwards are seen.",
            "abs.",
            (lambda x, axis: _changes(x, axis)[:-1].max(),),
        ),
        Wrong(
            "this is the sum of the changes, or their mean, not the largest.",
            "your last line.",
            (
                lambda x, axis: np.abs(_changes(x, axis)[:-1]).sum(),
                lambda x, axis: np.abs(_changes(x, axis)[:-1]).mean(),
            ),
        ),
        Wrong(
            "1 is subtracted, not added.",
            "the sign of your poke.",
            (lambda x, axis: np.abs(_changes(x, axis, -1)[:-1]).max(),),
        ),
        Wrong(
            "the first token is poked, or the last feature, or the whole last token.",
            "the place of your poke: [-1, 0].",
            (_poking(0, 0), _poking(-1, -1), _poking(-1)),
        ),
        Wrong(
            "axis is not used.",
            "the arguments of layer_norm.",
            (lambda x, axis: leak(x, -1), lambda x, axis: leak(x, (0, 1))),
        ),
        Wrong(
            "the outputs are compared with the inputs, not with the outputs before.",
            "what you subtract.",
            (_of_input,),
        ),
    ),
)
