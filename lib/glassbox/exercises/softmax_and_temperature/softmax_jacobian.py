"""The exercise softmax_jacobian, of the chapter softmax_and_temperature."""

import numpy as np

from ...kernels.probability import softmax, softmax_jacobian
from .._engine import Case, Exercise, Wrong, floats

EXERCISE = Exercise(
    task="Write f(probabilities): for one row of n probabilities at temperature 1, "
    "the n x n matrix of derivatives; row i, column j says how probability i moves "
    "with score j.",
    hints=(
        "Raising score j raises probability j and lowers all others: the diagonal is "
        "positive, everything else negative.",
        "np.outer(a, b) has a[i] * b[j] in row i, column j; np.diag(a) has a on its "
        "diagonal and 0 elsewhere.",
        "The probabilities always sum to 1, so each column of the matrix sums to 0. "
        "Check yours.",
    ),
    reference=softmax_jacobian,
    closed=("softmax_jacobian",),
    cases=(
        Case("two equal probabilities", {"probabilities": floats(0.5, 0.5)}),
        Case("three probabilities", {"probabilities": floats(0.7, 0.2, 0.1)}),
        Case("a certain outcome", {"probabilities": floats(1, 0, 0)}),
        Case("one probability", {"probabilities": floats(1)}),
        Case(
            "five probabilities", {"probabilities": floats(0.1, 0.15, 0.2, 0.25, 0.3)}
        ),
    ),
    wrongs=(
        Wrong(
            "the diagonal lacks its p: it is -p p everywhere.",
            "what happens to probability i when its own score is raised.",
            (lambda p: -np.outer(p, p),),
        ),
        Wrong(
            "only the diagonal is there, p (1 - p): a score also moves the others.",
            "what probability i loses when score j is raised.",
            (lambda p: np.diag(p * (1 - p)), lambda p: p * (1 - p)),
        ),
        Wrong(
            "the products are added, not subtracted.",
            "the sign off the diagonal: can two probabilities grow at once?",
            (lambda p: np.diag(p) + np.outer(p, p),),
        ),
        Wrong(
            "all signs are turned round.",
            "the order of the difference.",
            (lambda p: np.outer(p, p) - np.diag(p),),
        ),
        Wrong(
            "the diagonal holds 1 - p p: the 1 has to be p.",
            "the derivative of exp: it is the exponential itself.",
            (lambda p: np.eye(len(p)) - np.outer(p, p),),
        ),
        Wrong(
            "every entry is p_i (1 - p_j): the 1 belongs on the diagonal only.",
            "1 - p_j where i and j differ.",
            (lambda p: np.outer(p, 1 - p),),
        ),
        Wrong(
            "only p on the diagonal: the products of two probabilities are missing.",
            "the term that the denominator gives.",
            (np.diag,),
        ),
        Wrong(
            "p squared is subtracted along every row: off the diagonal stands -p_j p_j "
            "instead of -p_i p_j.",
            "p**2: it has n numbers, and NumPy repeats them in each row; the outer "
            "product has n x n.",
            (lambda p: np.diag(p) - p**2, lambda p: np.diag(p) - (p**2)[:, None]),
        ),
        Wrong(
            "softmax is applied to the probabilities first; they are probabilities "
            "already.",
            "what comes in: probabilities, not scores.",
            (lambda p: softmax_jacobian(softmax(p)),),
        ),
    ),
)
