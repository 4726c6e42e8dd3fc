"""The exercise grouped_heads, of the chapter writing_costs."""

from collections.abc import Callable

import numpy as np

from .._engine import Case, Exercise, Wrong

Array = np.ndarray


def grouped_heads(keys: Array, n_heads: int) -> Array:
    """Repeat each key–value head for the query heads of its group."""
    return np.repeat(keys, n_heads // len(keys), axis=0)


def _tiled(keys: Array, n_heads: int) -> Array:
    return np.tile(keys, (n_heads // len(keys), 1, 1))


def _tokens_repeated(keys: Array, n_heads: int) -> Array:
    return np.repeat(keys, n_heads // len(keys), axis=1)


def _features_repeated(keys: Array, n_heads: int) -> Array:
    return np.repeat(keys, n_heads // len(keys), axis=2)


def _brought_to_shape(repeat: Callable) -> Callable:
    """Build a variant that repeats along another axis, and then forces the shape."""

    def variant(keys: Array, n_heads: int) -> Array:
        return repeat(keys, n_heads).reshape(n_heads, *keys.shape[1:])

    return variant


def _in_groups(keys: Array, n_heads: int) -> Array:
    return np.repeat(keys[:, None], n_heads // len(keys), axis=1)


def _group_first(keys: Array, n_heads: int) -> Array:
    return np.repeat(keys[None], n_heads // len(keys), axis=0)


def _by_group_size(keys: Array, n_heads: int) -> Array:
    """Take h mod the size of a group, as far as there are such heads."""
    group = n_heads // len(keys)
    return keys[np.minimum(np.arange(n_heads) % group, len(keys) - 1)]


def _by_number_of_heads(keys: Array, n_heads: int) -> Array:
    """Divide h by the number of key–value heads in place of the group's size."""
    return keys[np.arange(n_heads) // len(keys)]


def _cut_short(keys: Array, n_heads: int) -> Array:
    """Do the same, but stay at the last head where there are no more."""
    return keys[np.minimum(np.arange(n_heads) // len(keys), len(keys) - 1)]


def addresses(n_heads: int, n: int, d: int) -> Array:
    """Return keys whose numbers say where they stand: 213 is head 2, token 1, ..."""
    places = np.arange(1, n_heads + 1), np.arange(1, n + 1), np.arange(1, d + 1)
    heads, tokens, features = np.meshgrid(*places, indexing="ij")
    return 100.0 * heads + 10 * tokens + features


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Move all numbers alike: they still say where they stand."""
    return {**case, "keys": case["keys"] + rng.uniform(0.01, 0.4)}


EXERCISE = Exercise(
    task="Write f(keys, n_heads): from keys of shape (n_key_value_heads, n, d_k) to "
    "shape (n_heads, n, d_k), so that query head h finds at place h the keys that it "
    "reads. Neighboring query heads share: with 8 query heads and 2 key–value heads, "
    "the heads 0 to 3 read the first and 4 to 7 the second.",
    hints=(
        "How many query heads share one key–value head? That is the size of a group.",
        "Write down for 6 query heads and 2 key–value heads which one each reads: 0, "
        "0, 0, 1, 1, 1. How does that follow from h and the size of a group?",
        "NumPy has two functions for this kind of thing. One lays the whole array out "
        "again and again, the other repeats each entry in its place. And along which "
        "axis?",
    ),
    reference=grouped_heads,
    fresh=_fresh,
    cases=(
        Case(
            "4 heads read 2 (213: head 2, token 1, feature 3)",
            {"keys": addresses(2, 1, 3), "n_heads": 4},
        ),
        Case("6 heads read 3", {"keys": addresses(3, 2, 2), "n_heads": 6}),
        Case("6 heads read 2", {"keys": addresses(2, 3, 2), "n_heads": 6}),
        Case(
            "one key–value head for all: multi-query attention",
            {"keys": addresses(1, 2, 2), "n_heads": 3},
        ),
        Case(
            "as many as there are query heads: nothing is shared",
            {"keys": addresses(3, 1, 4), "n_heads": 3},
        ),
    ),
    wrongs=(
        Wrong(
            "the key–value heads are dealt out in turn, as np.tile does it: head h "
            "reads h mod n_key_value_heads. Neighbors should share: h // the size of "
            "a group.",
            "whether each head is repeated in its place, or the whole array is laid "
            "out again.",
            (_tiled,),
        ),
        Wrong(
            "tokens are repeated; the heads are to be repeated.",
            "the axis: heads are the first.",
            (
                _tokens_repeated,
                lambda keys, n_heads: np.tile(keys, (1, n_heads // len(keys), 1)),
            ),
        ),
        Wrong(
            "the keys' features are repeated (np.tile with a single number takes the "
            "last axis); the heads are to be repeated.",
            "the axis: heads are the first.",
            (
                _features_repeated,
                lambda keys, n_heads: np.tile(keys, n_heads // len(keys)),
                lambda keys, n_heads: np.tile(keys, n_heads),
            ),
        ),
        Wrong(
            "the shape is right, but tokens or features are repeated, and reshape has "
            "hidden it: the rows of a head are no longer those of its tokens.",
            "the axis along which you repeat: heads are the first.",
            (
                _brought_to_shape(_tokens_repeated),
                _brought_to_shape(_features_repeated),
            ),
        ),
        Wrong(
            "np.repeat without an axis flattens the keys to one long row of numbers.",
            "the axis: heads are the first.",
            (lambda keys, n_heads: np.repeat(keys, n_heads // len(keys)),),
        ),
        Wrong(
            "each key–value head is repeated n_heads times; a group is smaller.",
            "how many query heads share one key–value head.",
            (
                lambda keys, n_heads: np.repeat(keys, n_heads, axis=0),
                lambda keys, n_heads: np.tile(keys, (n_heads, 1, 1)),
            ),
        ),
        Wrong(
            "each key–value head is repeated as often as there are key–value heads; "
            "that is not the size of a group.",
            "how many query heads share one key–value head.",
            (
                lambda keys, n_heads: np.repeat(keys, len(keys), axis=0),
                lambda keys, n_heads: np.tile(keys, (len(keys), 1, 1)),
            ),
        ),
        Wrong(
            "the groups still have an axis of their own; join it with that of the "
            "key–value heads.",
            "the shape: (n_heads, n, d_k).",
            (_in_groups, _group_first),
        ),
        Wrong(
            "the number of the query head is divided by the number of key–value heads, "
            "not by the size of a group.",
            "how many query heads share one key–value head.",
            (_by_number_of_heads, _cut_short),
        ),
        Wrong(
            "this takes h mod the size of a group; it is h // the size of a group.",
            "which head reads what: 0, 0, 0, 1, 1, 1 for groups of three.",
            (_by_group_size,),
        ),
        Wrong(
            "all query heads read the first key–value head.",
            "what becomes of the others.",
            (lambda keys, n_heads: np.repeat(keys[:1], n_heads, axis=0),),
        ),
        Wrong(
            "all query heads read the mean of the key–value heads; each reads one.",
            "how you choose a key–value head for h.",
            (
                lambda keys, n_heads: np.repeat(
                    keys.mean(axis=0, keepdims=True), n_heads, axis=0
                ),
            ),
        ),
        Wrong(
            "the key–value heads are in reverse order.",
            "what query head 0 reads: the first one.",
            (lambda keys, n_heads: grouped_heads(keys, n_heads)[::-1].copy(),),
        ),
        Wrong(
            "nothing is repeated: that is one place for each key–value head.",
            "the first axis of the result: n_heads.",
            (lambda keys, n_heads: keys.copy(),),
        ),
    ),
)
