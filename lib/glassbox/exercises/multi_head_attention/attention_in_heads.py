"""The exercise attention_in_heads, of the chapter multi_head_attention."""

import math
from collections.abc import Callable

import numpy as np

from ...kernels.attention import scaled_dot_product_attention
from ...kernels.multi_head import merge_heads, split_heads
from ...kernels.probability import softmax
from .._engine import Case, Exercise, Wrong, floats
from ._shared import reshaped_only

Array = np.ndarray


def attention_in_heads(query: Array, key: Array, value: Array, n_heads: int) -> Array:
    """Split, look up in every head, merge: what lies between W^Q, W^K, W^V and W^O."""
    heads = (split_heads(a, n_heads) for a in (query, key, value))
    return merge_heads(scaled_dot_product_attention(*heads).output)


def _scaled_by(scale: Callable[[int, int], float]) -> Callable:
    """Build a variant with another scale, made from d_model and n_heads."""

    def variant(query: Array, key: Array, value: Array, n_heads: int) -> Array:
        heads = (split_heads(a, n_heads) for a in (query, key, value))
        own = scale(query.shape[-1], n_heads)
        return merge_heads(scaled_dot_product_attention(*heads, scale=own).output)

    return variant


def _splitting_by(split: Callable, merge: Callable) -> Callable:
    """Build a variant with another way to split or merge."""

    def variant(query: Array, key: Array, value: Array, n_heads: int) -> Array:
        heads = (split(a, n_heads) for a in (query, key, value))
        return merge(scaled_dot_product_attention(*heads).output, query)

    return variant


def _weights_from(change: Callable) -> Callable:
    """Build a variant that makes its weights from the scores in another way."""

    def variant(query: Array, key: Array, value: Array, n_heads: int) -> Array:
        heads = (split_heads(a, n_heads) for a in (query, key, value))
        q, k, v = heads
        return merge_heads(change(q @ k.mT / math.sqrt(q.shape[-1])) @ v)

    return variant


def _keys_as_long_as_queries(
    query: Array, key: Array, value: Array, n_heads: int
) -> Array:
    *batch, n, d_model = query.shape
    shape = (*batch, n, n_heads, d_model // n_heads)
    heads = (a.reshape(shape).swapaxes(-2, -3) for a in (query, key, value))
    return merge_heads(scaled_dot_product_attention(*heads).output)


def _one_head(query: Array, key: Array, value: Array, n_heads: int) -> Array:
    return scaled_dot_product_attention(query, key, value).output


def _averaged(scores: Array) -> Array:
    weights = softmax(scores)
    return np.broadcast_to(weights.mean(axis=-3, keepdims=True), weights.shape)


def _merged(heads: Array, query: Array) -> Array:
    return merge_heads(heads)


def _reshaped(heads: Array, query: Array) -> Array:
    return heads.reshape(query.shape)


def _added(heads: Array, query: Array) -> Array:
    return heads.sum(axis=-3)


def _apart(heads: Array, query: Array) -> Array:
    return heads


def _dealt(heads: Array, query: Array) -> Array:
    return np.moveaxis(heads, -3, -1).reshape(query.shape)


SQUARE = {
    "query": floats([2, 0, 0, 1], [0, 1, 3, 0]),
    "key": floats([1, 0, 0, 2], [0, 2, 1, 0]),
    "value": floats([1, 2, 3, 4], [5, 6, 7, 8]),
}
_rng = np.random.default_rng(7)
LONGER = {
    "query": _rng.normal(size=(3, 6)).round(1),
    "key": _rng.normal(size=(5, 6)).round(1),
    "value": _rng.normal(size=(5, 6)).round(1),
}
BATCH = {name: np.stack([a, 2 - a]) for name, a in LONGER.items()}

EXERCISE = Exercise(
    task="Write f(query, key, value, n_heads): split each of the three, already "
    "projected, into heads; look up in every head; merge. From (..., n, d_model) to "
    "(..., n_queries, d_model). There may be more keys than queries.",
    hints=(
        "Three steps, and the library has a function for each: split_heads, "
        "scaled_dot_product_attention, merge_heads.",
        "Inside a head, a query has d_head numbers, and a sum of d_head products is "
        "what has to be scaled.",
        "Keys and values have a length of their own. Take it from them, or leave it "
        "to split_heads.",
    ),
    reference=attention_in_heads,
    cases=(
        Case("two tokens, two heads", SQUARE | {"n_heads": 2}),
        Case("three queries, five keys", LONGER | {"n_heads": 2}),
        Case("three heads", LONGER | {"n_heads": 3}),
        Case("one head", LONGER | {"n_heads": 1}),
        Case("two samples", BATCH | {"n_heads": 3}),
    ),
    wrongs=(
        Wrong(
            "divided by the root of d_model; a head’s queries have d_head numbers.",
            "what stands under the root.",
            (_scaled_by(lambda d_model, n_heads: 1 / math.sqrt(d_model)),),
        ),
        Wrong(
            "the scores are not scaled.",
            "what happens between the product and the softmax.",
            (_scaled_by(lambda d_model, n_heads: 1.0),),
        ),
        Wrong(
            "divided by the root of the number of heads, not of d_head.",
            "what stands under the root.",
            (_scaled_by(lambda d_model, n_heads: 1 / math.sqrt(n_heads)),),
        ),
        Wrong(
            "reshaped, but not transposed, when splitting: heads mix tokens.",
            "how you split: tokens come before heads in memory.",
            (
                _splitting_by(reshaped_only, _merged),
                _splitting_by(reshaped_only, _reshaped),
            ),
        ),
        Wrong(
            "reshaped, but not transposed, when merging: tokens get pieces of others.",
            "how you merge: the heads’ axis has to move back first.",
            (_splitting_by(split_heads, _reshaped),),
        ),
        Wrong(
            "the heads’ answers are added up; they should lie side by side.",
            "the last axis of your result: n_heads times d_head, not d_head.",
            (_splitting_by(split_heads, _added),),
        ),
        Wrong(
            "the heads’ answers are still apart: the merge is missing.",
            "the number of axes of your result.",
            (_splitting_by(split_heads, _apart),),
        ),
        Wrong(
            "the answers are merged number by number in turn; each head’s answer "
            "stays in one piece.",
            "which axes stand next to each other before the last reshape.",
            (_splitting_by(split_heads, _dealt),),
        ),
        Wrong(
            "keys and values are reshaped with the queries’ length.",
            "n in the shape of the keys.",
            (_keys_as_long_as_queries,),
        ),
        Wrong(
            "this is one wide head: n_heads is not used.",
            "where n_heads comes in.",
            (_one_head,),
        ),
        Wrong(
            "the weights are averaged over the heads: all of them look the same way.",
            "what happens after the softmax.",
            (_weights_from(_averaged),),
        ),
        Wrong(
            "the softmax runs over the queries, not over the keys.",
            "the softmax’s axis.",
            (_weights_from(lambda scores: softmax(scores, axis=-2)),),
        ),
        Wrong(
            "the softmax runs over the heads: they compete, but each should have "
            "weights of its own.",
            "the softmax’s axis.",
            (_weights_from(lambda scores: softmax(scores, axis=-3)),),
        ),
    ),
)
