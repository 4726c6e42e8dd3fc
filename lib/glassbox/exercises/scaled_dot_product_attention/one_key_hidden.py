"""The exercise one_key_hidden, of the chapter scaled_dot_product_attention."""

import math
from collections.abc import Callable

import numpy as np

from ...kernels.attention import scaled_dot_product_attention
from ...kernels.probability import softmax
from .._engine import Case, Exercise, Wrong, floats, output_alone


def reference(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, hidden: int
) -> np.ndarray:
    """Return the output of the library's kernel under a mask."""
    mask = np.arange(key.shape[-2]) != hidden
    return scaled_dot_product_attention(query, key, value, mask).output


def _score_of_zero(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, hidden: int
) -> np.ndarray:
    scores = query @ key.mT / math.sqrt(query.shape[-1])
    scores[..., hidden] = 0
    return softmax(scores) @ value


def _weighted_by(change: Callable) -> Callable:
    """Build attention that changes the weights, after the softmax."""

    def variant(
        query: np.ndarray, key: np.ndarray, value: np.ndarray, hidden: int
    ) -> np.ndarray:
        weights = scaled_dot_product_attention(query, key, value).weights.copy()
        return change(weights, hidden) @ value

    return variant


def _not_renewed(weights: np.ndarray, hidden: int) -> np.ndarray:
    weights[..., hidden] = 0
    return weights


def _shared_evenly(weights: np.ndarray, hidden: int) -> np.ndarray:
    left = weights[..., [hidden]] / max(1, weights.shape[-1] - 1)
    return _not_renewed(weights + left, hidden)


def _hidden_alone(weights: np.ndarray, hidden: int) -> np.ndarray:
    return np.eye(weights.shape[-1])[np.full(weights.shape[:-1], hidden)]


def _query_hidden(weights: np.ndarray, hidden: int) -> np.ndarray:
    if hidden < weights.shape[-2]:
        weights[..., hidden, :] = 0
    return weights


def _value_hidden(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, hidden: int
) -> np.ndarray:
    kept = (np.arange(value.shape[-2]) != hidden)[:, None]
    return scaled_dot_product_attention(query, key, value * kept).output


def _unscaled(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, hidden: int
) -> np.ndarray:
    return reference(query * math.sqrt(query.shape[-1]), key, value, hidden)


def _sentence_hidden(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, hidden: int
) -> np.ndarray:
    key, value = (np.delete(rows, hidden, axis=0) for rows in (key, value))
    return softmax(query @ key.mT / math.sqrt(query.shape[-1])) @ value


def _draw(*shape: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape).round(1)


NOUNS = floats([2, -2, 0, 0], [0, 2, 0, 2], [0, 2, 2, 0])
HOT_AND_HARD = floats([6, 2], [2, 10], [10, 0])
IT, FILLED = [0, 1, 2, 0], [2, 0, 0, 2]
BATCH = (_draw(2, 4, 3, seed=1), _draw(2, 5, 3, seed=2), _draw(2, 5, 2, seed=3))


def _case(
    note: str, query: np.ndarray, key: np.ndarray, value: np.ndarray, hidden: int
) -> Case:
    given = {"query": query, "key": key, "value": value, "hidden": hidden}
    return Case(note, given)


EXERCISE = Exercise(
    task="Write attend_without(query, key, value, hidden): the output of scaled "
    "dot-product attention as if key number hidden, counted from 0, and its value "
    "were not there. For one sentence and for batches.",
    hints=(
        "Which number must stand in the weights for the hidden key? And what must the "
        "other weights of each query still add up to?",
        "The softmax sees to the sum, so hide the key before it. Which score becomes "
        "the weight 0? Not the score 0: its exponential is 1.",
        "scores[..., hidden] = -np.inf, for e to the power of −∞ is 0. Or take the "
        "key and its value out with np.delete(key, hidden, axis=-2).",
    ),
    reference=reference,
    cases=(
        _case("it, without tea", floats(IT), NOUNS, HOT_AND_HARD, 2),
        _case("two queries", floats(IT, FILLED), NOUNS, HOT_AND_HARD, 1),
        _case("the first key", floats(IT, FILLED), NOUNS, HOT_AND_HARD, 0),
        _case("a batch of two", *BATCH, 1),
    ),
    wrongs=(
        Wrong(
            "nothing comes from the hidden key, but the other weights no longer add up "
            "to 1.",
            "where you hide the key: before the softmax, or after it?",
            (_weighted_by(_not_renewed), _value_hidden),
        ),
        Wrong(
            "the hidden key has the score 0. That is not a small score: e⁰ = 1, so the "
            "key still gets a weight.",
            "the score whose exponential is 0.",
            (_score_of_zero,),
        ),
        Wrong(
            "nothing is hidden: that is plain attention.",
            "what you do with hidden.",
            (_weighted_by(lambda weights, hidden: weights),),
        ),
        Wrong(
            "everything comes from the hidden key; it is the one to leave out.",
            "which keys you keep.",
            (_weighted_by(_hidden_alone),),
        ),
        Wrong(
            "the hidden key's weight is split evenly; the softmax of the others splits "
            "it in proportion to their exponentials.",
            "where you hide the key: before the softmax, or after it?",
            (_weighted_by(_shared_evenly),),
        ),
        Wrong(
            "a query is hidden, not a key: rows are queries, columns are keys.",
            "the axis that hidden counts.",
            (_weighted_by(_query_hidden),),
        ),
        Wrong(
            "in a batch the first axis counts sentences, and a whole sentence is "
            "left out. The keys and the values are on the last axis but one.",
            "the axis from which you delete: -2 counts keys, with a batch or without.",
            (_sentence_hidden,),
        ),
        Wrong(
            "the dot products are not divided by sqrt(d_k).",
            "the step between the dot products and the softmax.",
            (_unscaled,),
        ),
    ),
    adapt=output_alone,
)
