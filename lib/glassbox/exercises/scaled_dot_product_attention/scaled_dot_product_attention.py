"""The exercise scaled_dot_product_attention, of the chapter of the same name."""

import functools
import math
from collections.abc import Callable

import numpy as np

from ...kernels.attention import scaled_dot_product_attention
from ...kernels.probability import softmax
from .._engine import Case, Exercise, Wrong, floats, output_alone


def reference(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Return the output of the library's kernel."""
    return scaled_dot_product_attention(query, key, value).output


def _scaled_by(scale: Callable) -> Callable:
    """Build attention with another scale, computed from the three arrays."""

    def variant(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> np.ndarray:
        return softmax(query @ key.mT * scale(query, key, value)) @ value

    return variant


def _weighted_by(weigh: Callable) -> Callable:
    """Build attention that turns the scores into weights in another way."""

    def variant(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> np.ndarray:
        return weigh(query @ key.mT / math.sqrt(query.shape[-1])) @ value

    return variant


def _untransposed(turn: Callable) -> Callable:
    """Build attention whose keys are turned in another way."""

    def variant(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> np.ndarray:
        return softmax(query @ turn(key) / math.sqrt(query.shape[-1])) @ value

    return variant


def _over_all(scores: np.ndarray) -> np.ndarray:
    exponentials = np.exp(scores - scores.max())
    return exponentials / exponentials.sum()


def _without_maximum(scores: np.ndarray) -> np.ndarray:
    return np.exp(scores) / np.exp(scores).sum(axis=-1, keepdims=True)


def _scale_last(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> np.ndarray:
    return softmax(query @ key.mT) / math.sqrt(query.shape[-1]) @ value


def _hard(scores: np.ndarray) -> np.ndarray:
    return np.eye(scores.shape[-1])[scores.argmax(axis=-1)]


def _weights(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> np.ndarray:
    return scaled_dot_product_attention(query, key, value).weights


def _draw(*shape: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape).round(1)


NOUNS = floats([2, -2, 0, 0], [0, 2, 0, 2], [0, 2, 2, 0])
HOT_AND_HARD = floats([6, 2], [2, 10], [10, 0])
IT, DRANK = [0, 1, 2, 0], [2, 0, 1, 0]


def _case(note: str, query: np.ndarray, key: np.ndarray, value: np.ndarray) -> Case:
    return Case(note, {"query": query, "key": key, "value": value})


BATCH = (_draw(2, 4, 3, seed=1), _draw(2, 5, 3, seed=2), _draw(2, 5, 2, seed=3))
SQUARE = (_draw(2, 3, seed=4), _draw(3, 3, seed=5), _draw(3, 5, seed=6))

EXERCISE = Exercise(
    task="Write f(query, key, value): the output of scaled dot-product attention, "
    "for tables and for batches of tables, with scores of any size.",
    hints=(
        "Four steps: products of queries and keys, the scale, a softmax for each "
        "query, a mixture of the values.",
        "One row of scores for each query, one column for each key. The entries of a "
        "row compete. For d_k look at the last axis of the query.",
        "In a batch only the last two axes are exchanged: .mT does that, .T turns all "
        "axes round. And exp(1000) overflows: subtract each row's maximum.",
    ),
    reference=reference,
    cases=(
        _case("one query, three keys", floats(IT), NOUNS, HOT_AND_HARD),
        _case("two queries", floats(IT, DRANK), NOUNS, HOT_AND_HARD),
        _case("as many keys as features, d_v = 5", *SQUARE),
        _case("a batch of two", *BATCH),
        _case("a single key", floats(IT), NOUNS[:1], HOT_AND_HARD[:1]),
        _case("scores far apart", 1000 * floats(IT, DRANK), NOUNS, HOT_AND_HARD),
    ),
    wrongs=(
        Wrong(
            "the scores are not divided by sqrt(d_k).",
            "the step between the products and the softmax.",
            (_scaled_by(lambda q, k, v: 1),),
        ),
        Wrong(
            "the scores are divided by d_k; its square root is asked for.",
            "the root.",
            (_scaled_by(lambda q, k, v: 1 / q.shape[-1]),),
        ),
        Wrong(
            "the scores are multiplied by sqrt(d_k).",
            "whether the scale should make the scores smaller or larger.",
            (_scaled_by(lambda q, k, v: math.sqrt(q.shape[-1])),),
        ),
        Wrong(
            "the scale is the root of the number of keys; d_k is their width.",
            "what is summed in a dot product, and how many terms it has.",
            (_scaled_by(lambda q, k, v: 1 / math.sqrt(k.shape[-2])),),
        ),
        Wrong(
            "the scale is the root of d_v; the scores know nothing of the values.",
            "the array that you take d_k from.",
            (_scaled_by(lambda q, k, v: 1 / math.sqrt(v.shape[-1])),),
        ),
        Wrong(
            "axis 1 holds the features of a table only: in a batch it holds tokens.",
            "the axis that you take d_k from; counted from the end, it stays the same.",
            (_scaled_by(lambda q, k, v: 1 / math.sqrt(q.shape[1])),),
        ),
        Wrong(
            "the softmax runs down the columns: the queries compete for each key.",
            "the axis of your softmax; each query's weights sum to 1.",
            (_weighted_by(functools.partial(softmax, axis=-2)),),
        ),
        Wrong(
            "all weights together sum to 1, not those of each query.",
            "the axis of your sum.",
            (_weighted_by(_over_all),),
        ),
        Wrong(
            "the keys are not transposed: rows of queries must meet rows of keys.",
            "the shape of your scores: one row a query, one column a key.",
            (_untransposed(lambda key: key),),
        ),
        Wrong(
            ".T turns the batch axis round too; only the last two are exchanged.",
            "the shape of key.T for a batch, and .mT.",
            (_untransposed(lambda key: key.T),),
        ),
        Wrong(
            "no maximum subtracted: far-apart scores overflow and give nan.",
            "what your softmax does before exp.",
            (_weighted_by(_without_maximum),),
        ),
        Wrong(
            "these are the weights, not yet the output.",
            "your last step: what do the weights mix?",
            (_weights,),
        ),
        Wrong(
            "the keys are mixed, not the values.",
            "the array behind the weights.",
            (lambda query, key, value: _weights(query, key, value) @ key,),
        ),
        Wrong(
            "the softmax is missing: the values are mixed with bare scores.",
            "what your weights sum to.",
            (_weighted_by(lambda scores: scores),),
        ),
        Wrong(
            "everything comes from the best key: that is a hard look-up.",
            "the step that gives the other keys a share too.",
            (_weighted_by(_hard),),
        ),
        Wrong(
            "the scale comes after the softmax: the weights sum to less than 1.",
            "the order of the two steps.",
            (_scale_last,),
        ),
    ),
    adapt=output_alone,
)
