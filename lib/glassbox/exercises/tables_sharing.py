"""The exercises entries_sharing_a_mean and leak, of layer_norm_vs_batch_norm."""

from collections.abc import Callable

import numpy as np

from ..kernels.normalization import layer_norm
from ._engine.by_hand import ByHand
from ._engine.exercise import Case, Exercise, Wrong
from .tables_softmax import floats

Axes = int | tuple[int, ...]

ENTRIES_SHARING_A_MEAN = ByHand(
    name="entries_sharing_a_mean",
    task="An array has 8 samples, 16 tokens, 512 features. How many entries share one "
    "mean in LayerNorm, averaged over tokens × features, in BatchNorm? Three numbers.",
    hints=(
        "Which axes are averaged? Those disappear; each place that is left has a mean "
        "of its own.",
        "LayerNorm averages the features alone; BatchNorm everything but the features.",
        "Multiply the lengths of the averaged axes. Check: entries for each mean, "
        "times the number of means, is 8 · 16 · 512.",
    ),
    answer=floats(512, 8192, 128),
    tolerance=0.0055,
    wrongs=(
        Wrong(
            "these are the numbers of means, not of the entries that share one.",
            "the question: the lengths of the averaged axes, not of the others.",
            (floats(128, 8, 512),),
        ),
        Wrong(
            "LayerNorm and BatchNorm are the wrong way round.",
            "which of the two keeps a token to itself.",
            (floats(128, 8192, 512),),
        ),
        Wrong(
            "BatchNorm averages over the tokens too, not over the batch alone.",
            "the third number: all axes but one.",
            (floats(512, 8192, 8),),
        ),
        Wrong(
            "the first is the mean of a whole sample: the Transformer's LayerNorm "
            "treats each token by itself.",
            "the first number.",
            (floats(8192, 8192, 128),),
        ),
        Wrong(
            "lengths of axes are multiplied, not added.",
            "how many entries a table of 16 rows and 512 columns has.",
            (floats(512, 528, 24),),
        ),
    ),
)


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
LEAK = Exercise(
    name="leak",
    task="Write f(x, axis): normalise x, of shape (token, feature), over axis with "
    "layer_norm; add 1 to the first feature of the last token; normalise again. Return "
    "the largest absolute change among the earlier tokens.",
    hints=(
        "Poke a copy, so that you still have the block as it was: x.astype(float) is "
        "one.",
        "Normalise both, subtract, and leave out the row of the last token.",
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
