"""The exercise context, of the chapter why_attention."""

from collections.abc import Callable

import numpy as np

from ...kernels.probability import softmax
from .._engine import Case, Exercise, Wrong, floats, output_alone

SENTENCE = floats([2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, 2], [0, 0, 2, 1])
LEARNING = floats(0, 0, 3, 2)


def context(query: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Return the mixture of the table's rows that one query asks for."""
    return softmax(table @ query / np.sqrt(len(query))) @ table


def _scaled_by(scale: Callable) -> Callable:
    """Build a context with another scale."""
    return lambda query, table: softmax(table @ query * scale(query, table)) @ table


def _shared_by(share: Callable) -> Callable:
    """Build a context that turns the scores into shares in another way."""
    return lambda query, table: share(table @ query / np.sqrt(len(query))) @ table


def _by_sum(scores: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore", invalid="ignore"):
        return scores / scores.sum()


def _exponentials(scores: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):
        return np.exp(scores)


def _without_maximum(scores: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore", invalid="ignore"):
        return np.exp(scores) / np.exp(scores).sum()


EXERCISE = Exercise(
    task="Write f(query, table): the context of one query of shape (d,), whose keys "
    "and values are the rows of a table of shape (n, d).",
    hints=(
        "Three steps: a score for each row, weights from the scores, a mixture.",
        "table @ query gives all dot products at once. Divide them by the root of the "
        "width.",
        "The weights add up to 1. weights @ table adds up weight times row. The last "
        "case has large scores: subtract the largest before you take exponentials.",
    ),
    reference=context,
    cases=(
        Case("five words", {"query": LEARNING, "table": SENTENCE}),
        Case("another question", {"query": floats(4, 0, 0, -1), "table": SENTENCE}),
        Case("four rows of four", {"query": LEARNING, "table": SENTENCE[1:]}),
        Case(
            "three rows, two wide", {"query": floats(1, 2), "table": SENTENCE[2:, 2:]}
        ),
        Case("a query that asks nothing", {"query": np.zeros(4), "table": SENTENCE}),
        Case("large scores", {"query": 500 * LEARNING, "table": SENTENCE}),
    ),
    wrongs=(
        Wrong(
            "the scores are divided by their sum: they make no distribution, and a "
            "query that asks nothing gives 0 / 0.",
            "how scores become weights.",
            (_shared_by(_by_sum),),
        ),
        Wrong(
            "the exponentials are not divided by their sum.",
            "what your weights add up to.",
            (_shared_by(_exponentials),),
        ),
        Wrong(
            "the scores themselves serve as weights.",
            "what your weights add up to.",
            (_shared_by(lambda scores: scores),),
        ),
        Wrong(
            "the dot products are not divided by the root of the width.",
            "the step before the exponentials.",
            (_scaled_by(lambda query, table: 1),),
        ),
        Wrong(
            "the dot products are divided by the width; its root is asked for.",
            "the root.",
            (_scaled_by(lambda query, table: 1 / len(query)),),
        ),
        Wrong(
            "the dot products are divided by the root of the number of rows.",
            "the number under the root.",
            (_scaled_by(lambda query, table: len(table) ** -0.5),),
        ),
        Wrong(
            "all rows get the same weight: the query is not asked.",
            "where the query comes in.",
            (lambda query, table: table.mean(axis=0),),
        ),
        Wrong(
            "the best row gets everything.",
            "the weight of the other rows.",
            (lambda query, table: table[(table @ query).argmax()],),
        ),
        Wrong(
            "these are the weights, not yet the context.",
            "your last step: what do the weights mix?",
            (lambda query, table: softmax(table @ query / np.sqrt(len(query))),),
        ),
        Wrong(
            "large scores overflow: the largest is not subtracted.",
            "what you take exponentials of.",
            (_shared_by(_without_maximum),),
        ),
    ),
    adapt=output_alone,
)
