"""The exercise gradient_norms, of the chapter why_attention."""

from collections.abc import Callable

import numpy as np

from .._engine import Case, Exercise, Wrong, floats

STATES = floats([0.1, -0.2, 0.3], [0.5, 0, -0.4], [0.9, -0.6, 0.2], [-0.3, 0.7, 0.8])
WEIGHTS = floats([0.5, 1, 0], [-0.4, 0.3, 2], [0.7, 0, -1])


def gradient_norms(states: np.ndarray, w: np.ndarray) -> np.ndarray:
    """Return the norm of d h_n / d h_k for k = n - 1, n - 2, ..., 1."""
    product, norms = np.eye(len(w)), []
    for state in states[:0:-1]:
        product = (w * (1 - state**2)) @ product
        norms.append(np.linalg.norm(product))
    return np.array(norms)


def _multiplied(factor: Callable, join: Callable = np.matmul) -> Callable:
    """Build gradient norms with another factor a step, or another product."""

    def variant(states: np.ndarray, w: np.ndarray) -> np.ndarray:
        product, norms = np.eye(len(w)), []
        for state in states[:0:-1]:
            product = join(factor(state, w), product)
            norms.append(np.linalg.norm(product))
        return np.array(norms)

    return variant


def _step(state: np.ndarray, w: np.ndarray) -> np.ndarray:
    return w * (1 - state**2)


def _single(states: np.ndarray, w: np.ndarray) -> np.ndarray:
    return np.array([np.linalg.norm(_step(state, w)) for state in states[:0:-1]])


def _from_the_start(states: np.ndarray, w: np.ndarray) -> np.ndarray:
    product, norms = np.eye(len(w)), []
    for state in states[1:]:
        product = product @ _step(state, w)
        norms.append(np.linalg.norm(product))
    return np.array(norms)


def _states_before(states: np.ndarray, w: np.ndarray) -> np.ndarray:
    return gradient_norms(np.vstack([states[:1], states[:-1]]), w)


EXERCISE = Exercise(
    task="Write f(states, w): states of shape (n, d) that a tanh network made with the "
    "recurrent weights w. For k = n - 1, n - 2, ..., 1, in this order, the norm of the "
    "table of all slopes from h_k to h_n, as an array of n - 1 numbers.",
    hints=(
        "The step that makes the state h has the slopes w * (1 - h**2): row i belongs "
        "to number i of the state before, column j to number j of h.",
        "Begin at the end: the last step alone is the first answer. Each earlier step "
        "is multiplied on from the left.",
        "Start with np.eye, go through states[:0:-1], and keep np.linalg.norm of the "
        "product after each step. The first state needs no step.",
    ),
    reference=gradient_norms,
    cases=(
        Case("two states", {"states": STATES[:2], "w": WEIGHTS}),
        Case("three states", {"states": STATES[:3], "w": WEIGHTS}),
        Case("four states", {"states": STATES, "w": WEIGHTS}),
        Case("one number", {"states": floats([0], [0.5], [0.9]), "w": floats([2])}),
        Case("full states", {"states": np.ones((3, 2)), "w": floats([3, 0], [1, 3])}),
    ),
    wrongs=(
        Wrong(
            "the bend of tanh is left out: only w is multiplied.",
            "the factor 1 - h².",
            (_multiplied(lambda state, w: w),),
        ),
        Wrong(
            "1 - h² scales the rows; it belongs to the state that the step makes, so "
            "to the columns.",
            "the side from which 1 - h² comes.",
            (_multiplied(lambda state, w: w * (1 - state**2)[:, None]),),
        ),
        Wrong(
            "1 - h is used; the slope of tanh is 1 - h².",
            "the square.",
            (_multiplied(lambda state, w: w * (1 - state)),),
        ),
        Wrong(
            "the steps are multiplied in the wrong order.",
            "which step comes first on the way from h_k to h_n.",
            (_multiplied(_step, lambda new, product: product @ new),),
        ),
        Wrong(
            "the tables are multiplied number by number; @ is the product of matrices.",
            "the sign between the two tables.",
            (
                _multiplied(
                    _step,
                    lambda new, product: new * product if product.any() else new,
                ),
            ),
        ),
        Wrong(
            "these are the norms of the single steps; along the way they multiply.",
            "what happens to a nudge that passes two steps.",
            (_single,),
        ),
        Wrong(
            "the norms of the single steps are multiplied: only an upper bound.",
            "the order: first the product, then its norm.",
            (lambda states, w: _single(states, w).cumprod(),),
        ),
        Wrong(
            "the way begins at the first state; it begins at the last.",
            "the step you start with.",
            (_from_the_start,),
        ),
        Wrong(
            "the numbers come in reverse order: the nearest state is asked for first.",
            "the order of your answers.",
            (lambda states, w: gradient_norms(states, w)[::-1],),
        ),
        Wrong(
            "each step takes the state that it starts from.",
            "the state for which you take 1 - h².",
            (_states_before,),
        ),
    ),
)
