"""The exercise split_heads, of the chapter multi_head_attention."""

import numpy as np

from ...kernels.multi_head import split_heads
from .._engine import Case, Exercise, Wrong
from ._shared import reshaped_only


def addresses(n: int, d_model: int) -> np.ndarray:
    """Return a table whose numbers say where they stand: 23 is token 2, feature 3."""
    return 10.0 * np.arange(1, n + 1)[:, None] + np.arange(1, d_model + 1)


def _dealt(x: np.ndarray, n_heads: int) -> np.ndarray:
    pieces = x.reshape(*x.shape[:-1], x.shape[-1] // n_heads, n_heads)
    return np.moveaxis(pieces, -1, -3)


def _not_moved(x: np.ndarray, n_heads: int) -> np.ndarray:
    return x.reshape(*x.shape[:-1], n_heads, -1)


def _one_sample_only(x: np.ndarray, n_heads: int) -> np.ndarray:
    return _not_moved(x, n_heads).swapaxes(0, 1)


def _as_wide_as_heads(x: np.ndarray, n_heads: int) -> np.ndarray:
    return split_heads(x, x.shape[-1] // n_heads)


EXERCISE = Exercise(
    task="Write f(x, n_heads): cut each token's d_model features into n_heads pieces. "
    "From shape (..., n, d_model) to (..., n_heads, n, d_head).",
    hints=(
        "Take a table of addresses on paper: 23 is token 2, feature 3. Which numbers "
        "belong to the first head?",
        "Two steps. First cut each row, so that the shape is (..., n, n_heads, "
        "d_head). Nothing has moved in memory yet.",
        "Then swap two axes. Count them from the end, so that a batch in front "
        "does no harm.",
    ),
    reference=split_heads,
    closed=("split_heads",),
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
            "head should get neighbors.",
            "the order of n_heads and d_head in reshape.",
            (_dealt,),
        ),
        Wrong(
            "the heads come after the tokens; attention would look from head to head.",
            "which two axes still have to be swapped.",
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
