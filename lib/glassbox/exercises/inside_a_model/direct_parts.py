"""The exercise direct_parts, of the chapter inside_a_model."""

from collections.abc import Callable

import numpy as np

from ...kernels.multi_head import merge_heads
from ...kernels.probability import softmax
from .._engine import Case, Exercise, Wrong, floats

Array = np.ndarray


def direct_parts(heads: Array, w_o: Array, head: Array) -> Array:
    """Return what each head adds to the logits: (n_heads, n, vocabulary)."""
    n_heads, _, d_head = heads.shape
    return heads @ w_o.reshape(n_heads, d_head, -1) @ head


def _through(blocks: Callable[[Array, int, int], Array]) -> Callable:
    """Build a variant whose heads meet blocks(w_o, n_heads, d_head) in place of W_O."""

    def variant(heads: Array, w_o: Array, head: Array) -> Array:
        n_heads, _, d_head = heads.shape
        return heads @ blocks(w_o, n_heads, d_head) @ head

    return variant


def _in_turn(w_o: Array, n_heads: int, d_head: int) -> Array:
    return w_o.reshape(d_head, n_heads, -1).swapaxes(0, 1)


def _in_blocks(w_o: Array, n_heads: int, d_head: int) -> Array:
    return w_o.reshape(n_heads, d_head, -1)


def _columns(w_o: Array, n_heads: int, d_head: int) -> Array:
    """Give head h the columns of its number, as if W_O were transposed."""
    return _in_blocks(w_o.T, n_heads, d_head)


def _logits(heads: Array, w_o: Array, head: Array) -> Array:
    return merge_heads(heads) @ w_o @ head


def _tiled(heads: Array, w_o: Array, head: Array) -> Array:
    """Lay each head n_heads times side by side, so that it fits all of W_O."""
    return np.tile(heads, len(heads)) @ w_o @ head


TWO_HEADS = floats([[1, 2], [0, 1], [3, -1]], [[2, 0], [1, 1], [-1, 4]])
W_O = floats([1, 0, 2, -1], [0, 1, -1, 2], [2, 1, 0, 1], [-1, 3, 1, 0.5])
W = floats([1, 2, 0, -1, 0.5], [0, 1, 3, 1, -2], [2, -1, 1, 0, 1], [-3, 0.5, 1, 2, 0])
NARROW = {
    "heads": floats([[1], [2]], [[3], [-1]], [[0.5], [4]]),
    "w_o": floats([1, 2, 3], [0, -1, 2], [4, 0, 1]),
    "head": floats([1, -1], [2, 0.5], [0, 3]),
}
WIDE = {
    "heads": floats([[1, -2, 0.5]], [[3, 1, -1]]),
    "w_o": (np.arange(36).reshape(6, 6) * 7 % 11 - 5).astype(float),
    "head": (np.arange(24).reshape(6, 4) * 5 % 7 - 3).astype(float),
}

EXERCISE = Exercise(
    task="Write f(heads, w_o, head): what each head of the last layer adds to the "
    "logits. heads has the shape (n_heads, n, d_head), w_o (d_model, d_model), and the "
    "output head is called head, (d_model, vocabulary). The result has (n_heads, n, "
    "vocabulary). Its sum over the heads is Concat(heads) @ w_o @ head.",
    hints=(
        "In Concat(heads), head 0 fills the first d_head columns. Which rows of w_o "
        "meet those?",
        "Head h has the rows h · d_head to (h + 1) · d_head - 1 to itself, a block of "
        "neighbors. It meets no others.",
        "A head's d_head numbers times its block give what it adds to the stream. The "
        "output head then reads that as it reads the whole stream.",
    ),
    reference=direct_parts,
    cases=(
        Case("two heads, three tokens", {"heads": TWO_HEADS, "w_o": W_O, "head": W}),
        Case("three heads of width 1", NARROW),
        Case("two heads of width 3, one token", WIDE),
        Case(
            "a vocabulary as large as d_model",
            {"heads": TWO_HEADS[:, :2], "w_o": W_O[::-1].copy(), "head": W[:, 1:]},
        ),
    ),
    wrongs=(
        Wrong(
            "the rows of W_O are dealt out in turn. Each head has a block of "
            "neighbors.",
            "the order of n_heads and d_head in reshape, or your slice.",
            (_through(_in_turn),),
        ),
        Wrong(
            "every head goes through the first head's rows of W_O.",
            "which rows head 1 meets.",
            (_through(lambda w_o, n_heads, d_head: w_o[:d_head]),),
        ),
        Wrong(
            "every head goes through the last head's rows of W_O.",
            "which rows head 0 meets.",
            (_through(lambda w_o, n_heads, d_head: w_o[-d_head:]),),
        ),
        Wrong(
            "every head meets all rows of W_O. Only those of its own block read it.",
            "what stands next to a head in Concat(heads): other heads, not itself.",
            (
                _tiled,
                lambda *given: _tiled(*given) / len(given[0]),
                lambda heads, w_o, head: heads @ w_o @ head,
            ),
        ),
        Wrong(
            "the columns of W_O are cut into blocks, or W_O is transposed. What a head "
            "found meets the rows.",
            "the axis of W_O along which you cut: the first.",
            (_through(_columns),),
        ),
        Wrong(
            "the output head is transposed. Ours is (d_model, vocabulary), so it "
            "stands on the right as it is.",
            "the shapes of your last product.",
            (lambda heads, w_o, head: direct_parts(heads, w_o, head.T),),
        ),
        Wrong(
            "the heads meet the blocks of W_O in reverse order.",
            "which block of rows is head 0's.",
            (_through(lambda *given: _in_blocks(*given)[::-1]),),
        ),
        Wrong(
            "these are the logits of all heads together; each is asked for alone.",
            "the first axis of the result: n_heads.",
            (
                _logits,
                lambda *given: np.broadcast_to(
                    _logits(*given), direct_parts(*given).shape
                ).copy(),
            ),
        ),
        Wrong(
            "the logits are shared out evenly. Some heads add much, and others little.",
            "what of W_O each head meets.",
            (
                lambda heads, w_o, head: np.repeat(
                    _logits(heads, w_o, head)[None] / len(heads), len(heads), axis=0
                ),
            ),
        ),
        Wrong(
            "this is what each head adds to the stream. The output head has not read "
            "it yet.",
            "the last axis of the result: the vocabulary.",
            (
                lambda heads, w_o, head: direct_parts(heads, w_o, np.eye(len(w_o))),
                lambda heads, w_o, head: merge_heads(heads) @ w_o,
            ),
        ),
        Wrong(
            "this is a softmax of each part. Probabilities don't add up to those of "
            "the whole; logits do.",
            "what you do after the matrix products.",
            (lambda *given: softmax(direct_parts(*given)),),
        ),
        Wrong(
            "the part of a head is divided by the number of heads. The logits are a "
            "sum, not a mean.",
            "the sum over the heads: it must be Concat(heads) @ w_o @ head.",
            (lambda *given: direct_parts(*given) / len(given[0]),),
        ),
        Wrong(
            "these are the logits without each head: what is left when it is cut. Its "
            "own part is asked for.",
            "which rows of W_O you set to 0.",
            (lambda *given: _logits(*given) - direct_parts(*given),),
        ),
    ),
)
