"""The exercise previous_token_score, of the chapter inside_a_model."""

from collections.abc import Callable

import numpy as np

from .._engine import Case, Exercise, Wrong, floats
from ._weights import alone, causal, evenly

Array = np.ndarray


def previous_token_score(weights: Array) -> Array:
    """Return each head's mean weight on the token before, (n_heads,)."""
    return np.diagonal(weights, offset=-1, axis1=1, axis2=2).mean(axis=-1)


def _diagonal(offset: int) -> Callable:
    """Build a variant that takes the mean of another diagonal."""

    def variant(weights: Array) -> Array:
        return np.diagonal(weights, offset, axis1=1, axis2=2).mean(axis=-1)

    return variant


def _below(weights: Array) -> Array:
    return np.diagonal(weights, offset=-1, axis1=1, axis2=2)


def _over_all_positions(weights: Array) -> Array:
    return _below(weights).sum(axis=-1) / weights.shape[-1]


def _hits(weights: Array) -> Array:
    """Count how often the largest weight is the one before."""
    n = weights.shape[-1]
    return (weights[:, 1:].argmax(axis=-1) == np.arange(n - 1)).mean(axis=-1)


LOOKING_BACK = causal([1], [0.9, 0.1], [0.2, 0.7, 0.1], [0.1, 0.3, 0.4, 0.2])
ELSEWHERE = causal([1], [0.3, 0.7], [0.5, 0.1, 0.4], [0.4, 0.2, 0.1, 0.3])
THREE = (
    causal([1], [0.2, 0.8], [0.3, 0.6, 0.1]),
    causal([1], [0.5, 0.5], [0.1, 0.2, 0.7]),
    causal([1], [0.9, 0.1], [0.6, 0.4]),
)

EXERCISE = Exercise(
    task="Write f(weights): how much each head looks at the token before. weights has "
    "the shape (n_heads, n, n), queries before keys. The result has one number for "
    "each head: the mean weight on the token before, over the positions 1 to n - 1.",
    hints=(
        "Query 1 looks at key 0, query 2 at key 1. In which row and which column do "
        "these weights stand?",
        "They make the diagonal one below the main one. There are n - 1 of them, "
        "because position 0 has nothing before it.",
        "np.diagonal has an offset, and it must be told which two axes are queries "
        "and keys. A loop over the positions works as well.",
    ),
    reference=previous_token_score,
    cases=(
        Case("two heads, four tokens", {"weights": floats(LOOKING_BACK, ELSEWHERE)}),
        Case("a head that looks nowhere else", {"weights": alone(0, 0, 1, 2, 3)[None]}),
        Case("three heads, three tokens", {"weights": floats(*THREE)}),
        Case("a head that looks everywhere equally", {"weights": evenly(5)[None]}),
        Case("two tokens", {"weights": floats([[1, 0], [0.6, 0.4]])}),
    ),
    wrongs=(
        Wrong(
            "this is the main diagonal: how much each token looks at itself.",
            "row 1, column 0: the first weight on a token before.",
            (_diagonal(0), lambda weights: _diagonal(0)(weights[:, 1:, 1:])),
        ),
        Wrong(
            "this is the diagonal above the main one: how much each token looks at the "
            "next. The mask has made all of that 0.",
            "which axis is the queries', and which the keys'.",
            (_diagonal(1),),
        ),
        Wrong(
            "this is the second diagonal below: it is about the token two places back.",
            "row 1, column 0: the first weight on a token before.",
            (_diagonal(-2),),
        ),
        Wrong(
            "the sum is divided by n, but position 0 has no token before it. (The "
            "index -1 is no help: it means the last key.)",
            "how many positions count.",
            (_over_all_positions,),
        ),
        Wrong(
            "this is the sum; the mean is asked for.",
            "a head that looks nowhere else: its score is 1.",
            (lambda weights: _below(weights).sum(axis=-1),),
        ),
        Wrong(
            "the heads are averaged too. Each has a score of its own.",
            "the axis of your mean.",
            (
                lambda weights: previous_token_score(weights).mean(),
                lambda weights: _below(weights).mean(axis=0),
            ),
        ),
        Wrong(
            "these are all the weights on tokens before, position by position. Their "
            "mean is asked for.",
            "the shape of the result: one number for each head.",
            (lambda weights: _below(weights).copy(),),
        ),
        Wrong(
            "np.diagonal took heads and queries: unless you tell it, it takes the "
            "first two axes.",
            "its arguments axis1 and axis2.",
            (
                lambda weights: np.diagonal(weights, -1).mean(axis=-1),
                lambda weights: np.diagonal(weights, -1).mean(axis=0),
                lambda weights: np.diagonal(weights, -1).mean(),
            ),
        ),
        Wrong(
            "np.diag takes one matrix, and weights has one for each head.",
            "np.diagonal, which works on any two axes, or a loop over the heads.",
            (lambda weights: np.diag(weights, -1),),
        ),
        Wrong(
            "this counts how often the token before gets the largest weight. How much "
            "weight it gets is asked for.",
            "whether you need argmax at all.",
            (_hits,),
        ),
        Wrong(
            "this is the weight on all earlier tokens together; only the one before "
            "counts.",
            "how many keys you add up for each query.",
            (
                lambda weights: np.tril(weights, -1).sum(axis=-1)[:, 1:].mean(axis=-1),
                lambda weights: np.tril(weights, -1).sum(axis=-1).mean(axis=-1),
            ),
        ),
        Wrong(
            "this is the weight on token 0, in all rows.",
            "which key is before query 2.",
            (
                lambda weights: weights[:, 1:, 0].mean(axis=-1),
                lambda weights: weights[:, :, 0].mean(axis=-1),
            ),
        ),
        Wrong(
            "this is the mean of the whole matrix. Each row sums to 1, so it tells "
            "nothing about a head.",
            "how many of the weights count.",
            (lambda weights: weights.mean(axis=(1, 2)),),
        ),
        Wrong(
            "this is the largest of the weights on the token before; the mean is asked "
            "for.",
            "what you do with the n - 1 weights.",
            (lambda weights: _below(weights).max(axis=-1),),
        ),
    ),
)
