"""The exercise cut_head, of the chapter inside_a_model."""

from collections.abc import Callable

import numpy as np

from .._engine import Case, Exercise, Wrong, floats

Array = np.ndarray


def cut_head(w_o: Array, head: int, n_heads: int) -> Array:
    """Return W_O with the rows of one head, counted from 1, set to 0."""
    d_head = len(w_o) // n_heads
    cut = w_o.copy()
    cut[(head - 1) * d_head : head * d_head] = 0
    return cut


def _emptied(rows: Callable[[int, int, int], object]) -> Callable:
    """Build a variant that sets rows(head, d_head, n_heads) to 0."""

    def variant(w_o: Array, head: int, n_heads: int) -> Array:
        cut = w_o.copy()
        cut[rows(head, len(w_o) // n_heads, n_heads)] = 0
        return cut

    return variant


def _columns(w_o: Array, head: int, n_heads: int) -> Array:
    return cut_head(w_o.T, head, n_heads).T


def _alone(w_o: Array, head: int, n_heads: int) -> Array:
    """Leave this head, and cut the others."""
    return w_o - cut_head(w_o, head, n_heads)


def _taken_out(w_o: Array, head: int, n_heads: int) -> Array:
    d_head = len(w_o) // n_heads
    return np.delete(w_o, np.arange((head - 1) * d_head, head * d_head), axis=0)


W_O = floats([1, 0, 2, -1], [0, 1, -1, 2], [2, 1, 0, 1], [-1, 3, 1, 0.5])
NARROW = floats([1, 2, 3], [4, -1, 2], [4, 5, 1])
WIDE = (np.arange(36).reshape(6, 6) * 7 % 11 + 1).astype(float)

EXERCISE = Exercise(
    task="Write f(w_o, head, n_heads): the matrix W_O that cuts one head. w_o has the "
    "shape (n_heads * d_head, d_model). Heads are counted from 1, as in the chapter: "
    "head 2.1 is the head 1 of its layer. Return a new matrix and leave w_o as it is.",
    hints=(
        "What the heads have found lies side by side in Concat(heads), d_head numbers "
        "each. Which rows of w_o meet the first head's numbers?",
        "d_head is len(w_o) // n_heads. Head 1 has the rows 0 to d_head - 1, head 2 "
        "the next d_head rows, and so on.",
        "Copy w_o first. Then set a slice of rows to 0: it begins at "
        "(head - 1) * d_head.",
    ),
    reference=cut_head,
    cases=(
        Case("the first of two", {"w_o": W_O, "head": 1, "n_heads": 2}),
        Case("the second of two", {"w_o": W_O, "head": 2, "n_heads": 2}),
        Case("the second of three, width 1", {"w_o": NARROW, "head": 2, "n_heads": 3}),
        Case("the last of three", {"w_o": WIDE, "head": 3, "n_heads": 3}),
    ),
    wrongs=(
        Wrong(
            "the columns are cut. That damages what all heads add, each a little.",
            "the axis of your slice: what a head has found meets rows.",
            (_columns,),
        ),
        Wrong(
            "the head is counted from 0. Here the first one is head 1.",
            "where the slice begins: for head 1, at row 0.",
            (_emptied(lambda h, d, n: slice(h * d, (h + 1) * d)),),
        ),
        Wrong(
            "this leaves the one head and cuts all others.",
            "which rows are 0 in the result.",
            (_alone,),
        ),
        Wrong(
            "a single row is 0, but a head has d_head rows.",
            "where the slice ends: d_head rows after its beginning.",
            (
                _emptied(lambda h, d, n: h - 1),
                _emptied(lambda h, d, n: (h - 1) * d),
                _emptied(lambda h, d, n: h * d - 1),
            ),
        ),
        Wrong(
            "the rows are dealt out in turn. Each head has a block of neighbors.",
            "the rows of head 1: 0 to d_head - 1.",
            (_emptied(lambda h, d, n: slice(h - 1, None, n)),),
        ),
        Wrong(
            "this head and all that follow are cut.",
            "where the slice ends.",
            (_emptied(lambda h, d, n: slice((h - 1) * d, None)),),
        ),
        Wrong(
            "this head and all before it are cut.",
            "where the slice begins.",
            (_emptied(lambda h, d, n: slice(0, h * d)),),
        ),
        Wrong(
            "the rows are taken out, so the matrix no longer fits Concat(heads).",
            "the shape of the result: it is that of w_o, with zeros in it.",
            (_taken_out,),
        ),
        Wrong(
            "these are the head's own rows. The whole matrix is asked for, with zeros "
            "in their place.",
            "what you return.",
            (
                lambda w_o, head, n_heads: w_o[
                    (head - 1) * len(w_o) // n_heads : head * len(w_o) // n_heads
                ].copy(),
            ),
        ),
        Wrong(
            "nothing is cut: this is w_o as it came.",
            "whether the zeros are in the matrix that you return.",
            (lambda w_o, head, n_heads: w_o.copy(),),
        ),
    ),
)
