"""The exercises split_heads and head_contributions, of multi_head_attention."""

import numpy as np

from ..kernels.attention import merge_heads, split_heads
from ._engine.exercise import Case, Exercise, Wrong
from .tables_softmax import floats


def addresses(n: int, d_model: int) -> np.ndarray:
    """Return a table whose numbers say where they stand: 23 is token 2, feature 3."""
    return 10.0 * np.arange(1, n + 1)[:, None] + np.arange(1, d_model + 1)


def reshaped_only(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Split as many do at first: the shape is right, the numbers are not."""
    *batch, n, d_model = x.shape
    return x.reshape(*batch, n_heads, n, d_model // n_heads)


def _dealt(x: np.ndarray, n_heads: int) -> np.ndarray:
    pieces = x.reshape(*x.shape[:-1], x.shape[-1] // n_heads, n_heads)
    return np.moveaxis(pieces, -1, -3)


def _not_moved(x: np.ndarray, n_heads: int) -> np.ndarray:
    return x.reshape(*x.shape[:-1], n_heads, -1)


def _one_sample_only(x: np.ndarray, n_heads: int) -> np.ndarray:
    return _not_moved(x, n_heads).swapaxes(0, 1)


def _as_wide_as_heads(x: np.ndarray, n_heads: int) -> np.ndarray:
    return split_heads(x, x.shape[-1] // n_heads)


SPLIT_HEADS = Exercise(
    name="split_heads",
    task="Write f(x, n_heads): cut each token's d_model features into n_heads pieces. "
    "From shape (..., n, d_model) to (..., n_heads, n, d_head).",
    hints=(
        "Take a table of addresses on paper: 23 is token 2, feature 3. Which numbers "
        "belong to the first head?",
        "Two steps. First cut each row, so that the shape is (..., n, n_heads, "
        "d_head). Nothing has moved in memory yet.",
        "Then let two axes change places. Count them from the end, so that a batch "
        "in front does no harm.",
    ),
    reference=split_heads,
    cases=(
        Case("three tokens, two heads", {"x": addresses(3, 4), "n_heads": 2}),
        Case("two tokens, three heads", {"x": addresses(2, 6), "n_heads": 3}),
        Case("five tokens, four heads", {"x": addresses(5, 8), "n_heads": 4}),
        Case("one head", {"x": addresses(2, 3), "n_heads": 1}),
        Case("as many heads as features", {"x": addresses(2, 3), "n_heads": 3}),
        Case(
            "two samples",
            {
                "x": np.stack([addresses(3, 4), 100 + addresses(3, 4)]),
                "n_heads": 2,
            },
        ),
    ),
    wrongs=(
        Wrong(
            "reshaped, but not transposed: a head holds several pieces of one token, "
            "and other tokens not at all.",
            "the axes after reshape: tokens come before heads in memory.",
            (reshaped_only,),
        ),
        Wrong(
            "the features are dealt out like cards, one to each head in turn; each "
            "head should get neighbours.",
            "the order of n_heads and d_head in reshape.",
            (_dealt,),
        ),
        Wrong(
            "the heads come after the tokens; attention would look from head to head.",
            "which two axes still have to change places.",
            (_not_moved,),
        ),
        Wrong(
            "right for one sample; with a batch in front, the wrong axes move.",
            "axis numbers counted from the front.",
            (_one_sample_only,),
        ),
        Wrong(
            "n_heads is taken for the length of a piece.",
            "what n_heads counts: the pieces.",
            (_as_wide_as_heads,),
        ),
        Wrong(
            "each head is turned: features come before tokens.",
            "the last two axes: (n, d_head).",
            (lambda x, n_heads: split_heads(x, n_heads).mT,),
        ),
    ),
)


def head_contributions(heads: np.ndarray, w_o: np.ndarray) -> np.ndarray:
    """Return what each head adds to the output: head_i times its own rows of W^O."""
    n_heads, _, d_head = heads.shape
    return heads @ w_o.reshape(n_heads, d_head, -1)


def _rows_dealt(heads: np.ndarray, w_o: np.ndarray) -> np.ndarray:
    n_heads, _, d_head = heads.shape
    return heads @ w_o.reshape(d_head, n_heads, -1).swapaxes(0, 1)


def _same_rows(heads: np.ndarray, w_o: np.ndarray) -> np.ndarray:
    return heads @ w_o[: heads.shape[-1]]


TWO_HEADS = floats([[1, 2], [0, 1], [3, -1]], [[2, 0], [1, 1], [-1, 4]])
W_O = floats([1, 0, 2], [0, 1, -1], [2, 1, 0], [-1, 3, 1])
THREE_HEADS = floats([[1], [2]], [[3], [-1]], [[0.5], [4]])
W_O_OF_THREE = floats([1, 2, 3], [0, -1, 2], [4, 0, 1])
HEAD_CONTRIBUTIONS = Exercise(
    name="head_contributions",
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
            "every head goes through the first head's rows of w_o.",
            "which rows of w_o head 2 meets.",
            (_same_rows,),
        ),
        Wrong(
            "the rows of w_o are dealt out in turn; each head has a block of "
            "neighbours.",
            "the order of n_heads and d_head in reshape.",
            (_rows_dealt,),
        ),
        Wrong(
            "this is the output, the sum over all heads.",
            "the number of axes of your result: the heads are still apart.",
            (lambda heads, w_o: merge_heads(heads) @ w_o,),
        ),
        Wrong(
            "the heads meet w_o in the reverse order.",
            "which block of rows is head 1's.",
            (lambda heads, w_o: head_contributions(heads[::-1], w_o)[::-1],),
        ),
    ),
)
