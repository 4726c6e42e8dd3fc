"""The exercise residual_connection, of the chapter of the same name."""

import numpy as np

from ...kernels.normalization import layer_norm
from ...kernels.residual import residual_connection
from .._engine import Case, Exercise, Wrong, floats


def _last_axis_compared(x: np.ndarray, f_x: np.ndarray) -> np.ndarray:
    if x.shape[-1] != f_x.shape[-1]:
        raise ValueError("lengths differ")
    return x + f_x


def _sizes_compared(x: np.ndarray, f_x: np.ndarray) -> np.ndarray:
    if x.size != f_x.size:
        raise ValueError("sizes differ")
    return x + f_x


def _axes_counted(x: np.ndarray, f_x: np.ndarray) -> np.ndarray:
    if x.ndim != f_x.ndim:
        raise ValueError("numbers of axes differ")
    return x + f_x


def _added_in_rows(x: np.ndarray, f_x: np.ndarray) -> np.ndarray:
    return np.concatenate([x, f_x], axis=-1)


EXERCISE = Exercise(
    task="Write f(x, f_x), with f_x for f(x): the residual connection, for arrays "
    "with any number of axes. Two shapes that differ raise ValueError.",
    hints=(
        "Two arrays go in. The result has one number for each pair of numbers.",
        "NumPy silently stretches (3,) to (2, 3). Compare before you add.",
        "An array's shape is a tuple, and two tuples can be compared with !=.",
    ),
    reference=residual_connection,
    closed=("residual_connection",),
    cases=(
        Case("one vector", {"x": floats(1, 2, -3), "f_x": floats(4, 0, 1)}),
        Case(
            "two tokens",
            {
                "x": floats([0.5, -1, 2], [3, 0, 1]),
                "f_x": floats([1, 1, -2], [0.25, 4, -1]),
            },
        ),
        Case(
            "three axes",
            {
                "x": floats([[1, 2]], [[3, 4]], [[5, 6]]),
                "f_x": floats([[0, 1]], [[-1, 2]], [[1, -6]]),
            },
        ),
        Case(
            "one vector for two tokens",
            {"x": floats([0, 1, 2], [3, 4, 5]), "f_x": floats(9, 8, 7)},
        ),
        Case(
            "as many numbers, one axis more",
            {"x": floats(1, 2, 3), "f_x": floats([4, 5, 6])},
        ),
        Case(
            "one number for three features",
            {
                "x": floats([1, 2, 3], [4, 5, 6]),
                "f_x": floats([0.5], [0.25]),
            },
        ),
    ),
    wrongs=(
        Wrong(
            "shapes that differ are stretched to fit: NumPy broadcasts silently.",
            "what happens before the sum.",
            (lambda x, f_x: x + f_x, np.add),
        ),
        Wrong(
            "only the last axes are compared: a vector still fits under two tokens.",
            "which part of the two shapes you compare.",
            (_last_axis_compared,),
        ),
        Wrong(
            "only the numbers of entries are compared: an axis more goes unseen.",
            "size, where shape is wanted.",
            (_sizes_compared,),
        ),
        Wrong(
            "only the numbers of axes are compared: an axis of 1 is still stretched.",
            "ndim, where shape is wanted.",
            (_axes_counted,),
        ),
        Wrong(
            "the input is lost: what came out of the sublayer is all that is left.",
            "whether both arguments are in the result.",
            (lambda x, f_x: f_x,),
        ),
        Wrong(
            "the sublayer's output is lost: what went in is all that comes out.",
            "whether both arguments are in the result.",
            (lambda x, f_x: x,),
        ),
        Wrong(
            "the two are multiplied. A product has no path of slope 1.",
            "the sign between the two.",
            (lambda x, f_x: x * f_x,),
        ),
        Wrong(
            "this is the mean of the two: each path keeps half.",
            "whether anything divides the sum.",
            (lambda x, f_x: (x + f_x) / 2,),
        ),
        Wrong(
            "the two are put side by side, which makes the vectors longer.",
            "concatenate: the sum has the shape of x.",
            (_added_in_rows, lambda x, f_x: np.concatenate([x, f_x])),
        ),
        Wrong(
            "the sum is normalized: that is the norm's task, one step later.",
            "what happens after the sum.",
            (lambda x, f_x: layer_norm(x + f_x),),
        ),
    ),
)
