"""The exercise half_split_columns, of the chapter rotary_positions."""

import numpy as np

from .._engine import Case, Exercise, Wrong

Array = np.ndarray


def half_split_columns(w: Array) -> Array:
    """Put the first columns of all pairs before the second columns of all pairs."""
    return np.concatenate([w[:, 0::2], w[:, 1::2]], axis=1)


def _back_again(w: Array) -> Array:
    """Do the opposite: deal the two halves out in turn."""
    halves = w.reshape(len(w), 2, -1)
    return halves.swapaxes(1, 2).reshape(w.shape)


def _rows(w: Array) -> Array:
    return np.concatenate([w[0::2], w[1::2]])


def _rows_by_index(w: Array) -> Array:
    columns = np.arange(w.shape[1])
    return w[np.concatenate([columns[0::2], columns[1::2]])]


def _second_first(w: Array) -> Array:
    return np.concatenate([w[:, 1::2], w[:, 0::2]], axis=1)


def _partners_exchanged(w: Array) -> Array:
    return w.reshape(len(w), -1, 2)[:, :, ::-1].reshape(w.shape).copy()


def _pairs_kept(w: Array) -> Array:
    """Move whole pairs: 0 and 1, 4 and 5, then 2 and 3."""
    pairs = w.reshape(len(w), -1, 2)
    return np.concatenate([pairs[:, 0::2], pairs[:, 1::2]], axis=1).reshape(w.shape)


def addresses(d_model: int, d_head: int) -> Array:
    """Return a matrix whose numbers say where they stand: 2.5 is row 2, column 5."""
    return np.arange(d_model)[:, None] + np.arange(d_head) / 10


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Move all numbers alike: they still say where they stand."""
    return {**case, "w": case["w"] + rng.uniform(0.01, 0.04)}


EXERCISE = Exercise(
    task="Write f(w): reorder the columns of a head's query matrix, of shape (d_model, "
    "d_head) for any even d_head, from neighbors to half-split: the i-th pair moves "
    "from columns 2i and 2i + 1 to i and i + d_head / 2.",
    hints=(
        "Write down for d_head = 6 which old columns make pairs: 0 and 1, 2 and 3, 4 "
        "and 5. The i-th pair goes to i and i + 3.",
        "So the new first half holds the first column of each pair: 0, 2, 4. What does "
        "the second half hold?",
        "Every second column is a slice with step 2. Lay two such slices side by side, "
        "along axis 1.",
    ),
    reference=half_split_columns,
    fresh=_fresh,
    cases=(
        Case("two pairs (2.5 is row 2, column 5)", {"w": addresses(3, 4)}),
        Case("three pairs", {"w": addresses(4, 6)}),
        Case("four pairs", {"w": addresses(8, 8)}),
        Case("one pair", {"w": addresses(3, 2)}),
    ),
    wrongs=(
        Wrong(
            "this goes the other way, from half-split to neighbors.",
            "three pairs: the new order is 0, 2, 4, 1, 3, 5.",
            (_back_again,),
        ),
        Wrong(
            "the rows are reordered. Here a head's features are the columns; in "
            "PyTorch, which stores its matrices transposed, they would be the rows.",
            "the axis along which you cut and join.",
            (_rows, _rows_by_index),
        ),
        Wrong(
            "the columns are in reverse order.",
            "the first column: it stays the first.",
            (lambda w: w[:, ::-1].copy(),),
        ),
        Wrong(
            "the second columns of the pairs come first, so every hand would turn "
            "backwards.",
            "which half holds columns 0, 2, 4.",
            (_second_first,),
        ),
        Wrong(
            "partners have changed places, but they are still neighbors.",
            "how far apart partners stand: half of d_head.",
            (_partners_exchanged,),
        ),
        Wrong(
            "the two halves have changed places, but neighbors are still neighbors.",
            "how far apart partners stand: half of d_head.",
            (lambda w: np.roll(w, w.shape[1] // 2, axis=1),),
        ),
        Wrong(
            "whole pairs have moved, but it is the pairs that must come apart.",
            "how far apart partners stand: half of d_head.",
            (_pairs_kept,),
        ),
        Wrong(
            "nothing has moved.",
            "whether you reshape there and back, with nothing exchanged in between.",
            (lambda w: w.copy(),),
        ),
        Wrong(
            "the result is transposed; it has the shape of w.",
            "your last step.",
            (lambda w: half_split_columns(w).T.copy(),),
        ),
    ),
)
