"""The exercise head_contributions, of the chapter multi_head_attention."""

import numpy as np

from ...kernels.multi_head import merge_heads
from .._engine import Case, Exercise, Wrong, floats


def head_contributions(heads: np.ndarray, w_o: np.ndarray) -> np.ndarray:
    """Return what each head adds to the output: head_i times its own rows of W^O."""
    n_heads, _, d_head = heads.shape
    return heads @ w_o.reshape(n_heads, d_head, -1)


def _rows_dealt(heads: np.ndarray, w_o: np.ndarray) -> np.ndarray:
    n_heads, _, d_head = heads.shape
    return heads @ w_o.reshape(d_head, n_heads, -1).swapaxes(0, 1)


def _axes_swapped(heads: np.ndarray, w_o: np.ndarray) -> np.ndarray:
    return heads @ w_o.reshape(heads.shape[-1], len(heads), -1)


def _same_rows(heads: np.ndarray, w_o: np.ndarray) -> np.ndarray:
    return heads @ w_o[: heads.shape[-1]]


TWO_HEADS = floats([[1, 2], [0, 1], [3, -1]], [[2, 0], [1, 1], [-1, 4]])
W_O = floats([1, 0, 2], [0, 1, -1], [2, 1, 0], [-1, 3, 1])
THREE_HEADS = floats([[1], [2]], [[3], [-1]], [[0.5], [4]])
W_O_OF_THREE = floats([1, 2, 3], [0, -1, 2], [4, 0, 1])

EXERCISE = Exercise(
    task="Write f(heads, w_o): what each head adds to the output. heads has the shape "
    "(n_heads, n, d_head), w_o (n_heads · d_head, d_model); the result has (n_heads, "
    "n, d_model), and its sum over the heads is Concat(heads) @ w_o.",
    hints=(
        "In Concat(heads), head 1 fills the first d_head columns. Which rows of w_o "
        "meet those?",
        "Each head has d_head rows of w_o to itself, one block after the other.",
        "Check yourself: the contributions, added up over the heads, must give "
        "merge_heads(heads) @ w_o.",
    ),
    reference=head_contributions,
    cases=(
        Case("two heads, three tokens", {"heads": TWO_HEADS, "w_o": W_O}),
        Case("three heads of width 1", {"heads": THREE_HEADS, "w_o": W_O_OF_THREE}),
        Case("one head", {"heads": TWO_HEADS[:1], "w_o": W_O[:2]}),
        Case("a single token", {"heads": TWO_HEADS[:, :1], "w_o": W_O[:, ::-1]}),
    ),
    wrongs=(
        Wrong(
            "every head goes through the first head’s rows of w_o.",
            "which rows of w_o head 2 meets.",
            (_same_rows,),
        ),
        Wrong(
            "the rows of w_o are dealt out in turn; each head has a block of "
            "neighbors.",
            "the order of n_heads and d_head in reshape.",
            (_rows_dealt,),
        ),
        Wrong(
            "in your reshape d_head stands before n_heads, so w_o is not cut into one "
            "block for each head. With n_heads = d_head nobody would notice.",
            "the order in reshape: the heads come first, as in heads.",
            (_axes_swapped,),
        ),
        Wrong(
            "this is the output, the sum over all heads.",
            "the number of axes of your result: the heads are still apart.",
            (lambda heads, w_o: merge_heads(heads) @ w_o,),
        ),
        Wrong(
            "the heads meet w_o in the reverse order.",
            "which block of rows is head 1’s.",
            (lambda heads, w_o: head_contributions(heads[::-1], w_o)[::-1],),
        ),
    ),
)
