"""The exercise weight_on, of the chapter cross_attention."""

from collections.abc import Callable

import numpy as np

from .._engine import Case, Exercise, Wrong, floats

Array = np.ndarray


def _even_weight(weights: Array, chosen: Array, real: Array) -> float:
    return chosen.sum() / real.sum()


def _weight(weights: Array, chosen: Array, real: Array) -> float:
    return weights[..., chosen].sum(axis=-1).mean()


def _pair(weight: Callable = _weight, even: Callable = _even_weight) -> Callable:
    """Build a variant from its two numbers."""

    def variant(weights: Array, chosen: Array, real: Array) -> Array:
        given = weights, chosen, real
        return np.array([weight(*given), even(*given)])

    return variant


def _of_largest(weights: Array, chosen: Array, real: Array) -> float:
    return chosen[weights.argmax(axis=-1)].mean()


def _down_the_columns(weights: Array, chosen: Array, real: Array) -> float:
    return (weights / weights.sum(axis=-2, keepdims=True))[..., chosen].mean()


TWO = floats([0.1, 0.6, 0.3], [0.5, 0.25, 0.25])
PADDED = floats([0.2, 0.5, 0.3, 0, 0], [0.7, 0.1, 0.2, 0, 0])
HEADS = np.stack([PADDED, PADDED[::-1, [1, 2, 0, 3, 4]]])

EXERCISE = Exercise(
    task="Write f(weights, chosen, real): how much of its weight a head puts on some "
    "chosen keys. weights is (..., n_queries, n_keys); chosen and real are boolean, "
    "(n_keys,): which keys are chosen, and which are no padding. Return an array of "
    "two: the sum of the weights on the chosen keys, averaged over queries and heads; "
    "and what it would be if every real key got the same.",
    hints=(
        "A boolean array picks columns: weights[..., chosen].",
        "For one query, add up the weights on the chosen keys. Then average over "
        "queries and heads.",
        "If every real key got the same, each would get 1 divided by the number of "
        "real keys. How many of them are chosen?",
    ),
    reference=_pair(),
    cases=(
        Case(
            "two queries, no padding",
            {
                "weights": TWO,
                "chosen": np.array([False, True, True]),
                "real": np.ones(3, dtype=bool),
            },
        ),
        Case(
            "two padded keys",
            {
                "weights": PADDED,
                "chosen": np.array([True, True, False, False, False]),
                "real": np.array([True, True, True, False, False]),
            },
        ),
        Case(
            "two heads",
            {
                "weights": HEADS,
                "chosen": np.array([False, False, True, False, False]),
                "real": np.array([True, True, True, False, False]),
            },
        ),
        Case(
            "every real key is chosen",
            {
                "weights": PADDED,
                "chosen": np.array([True, True, True, False, False]),
                "real": np.array([True, True, True, False, False]),
            },
        ),
    ),
    wrongs=(
        Wrong(
            "padding is counted among the keys of the even reader: nobody may read it.",
            "what you divide the number of chosen keys by.",
            (_pair(even=lambda weights, chosen, real: chosen.mean()),),
        ),
        Wrong(
            "this is the mean weight of a chosen key; together they have more.",
            "sum or mean, over the chosen keys.",
            (_pair(lambda weights, chosen, real: weights[..., chosen].mean()),),
        ),
        Wrong(
            "the weights of all queries are added up, not averaged.",
            "sum or mean, over the queries and heads.",
            (_pair(lambda weights, chosen, real: weights[..., chosen].sum()),),
        ),
        Wrong(
            "this counts how often the largest weight is on a chosen key; the others "
            "count too.",
            "where you take a maximum.",
            (_pair(_of_largest),),
        ),
        Wrong(
            "the columns were made to sum to 1: a query's weights stand in a row.",
            "the axis that you sum over.",
            (_pair(_down_the_columns),),
        ),
        Wrong(
            "the two are in the reverse order.",
            "which comes first: the weight, then the even one.",
            (lambda weights, chosen, real: _pair()(weights, chosen, real)[::-1],),
        ),
        Wrong(
            "the second number is one key's weight if even; several are chosen.",
            "how many keys are chosen.",
            (_pair(even=lambda weights, chosen, real: 1 / real.sum()),),
        ),
    ),
)
