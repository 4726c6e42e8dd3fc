"""The exercise undo_layer_norm, of the chapter layer_norm_vs_batch_norm."""

import numpy as np

from .._engine import Case, Exercise, Wrong, floats, stacked


def undo(x: np.ndarray, eps: float) -> np.ndarray:
    """Return the gamma and the beta that give x back."""
    return np.stack([np.sqrt(x.var() + eps), x.mean()])


EXERCISE = Exercise(
    task="Write f(x, eps), which returns two numbers (gamma, beta): those with which "
    "layer_norm(x) of this one token is x again.",
    hints=(
        "Write the formula down and turn it round: what was subtracted must be added, "
        "what was divided by must be multiplied.",
        "The norm divides by the root of variance plus eps. All of it is to be undone.",
        "The mean comes back as beta. Return gamma first, beta second.",
    ),
    reference=undo,
    adapt=stacked,
    cases=(
        Case("four features", {"x": floats(22, 5, 6, 8), "eps": 1e-5}),
        Case("a large eps", {"x": floats(1, 2, 4), "eps": 2.0}),
        Case("features all alike", {"x": floats(3, 3, 3, 3, 3), "eps": 1e-5}),
        Case("whole numbers (dtype int64)", {"x": np.array([-4, 7]), "eps": 0.01}),
    ),
    wrongs=(
        Wrong(
            "eps is missing: the token comes back too small.",
            "what the norm takes the root of.",
            (lambda x, eps: np.stack([x.std(), x.mean()]),),
        ),
        Wrong(
            "eps stands outside the root.",
            "what the norm takes the root of.",
            (lambda x, eps: np.stack([x.std() + eps, x.mean()]),),
        ),
        Wrong(
            "this gamma is the variance; the norm divides by its root.",
            "the root.",
            (
                lambda x, eps: np.stack([x.var() + eps, x.mean()]),
                lambda x, eps: np.stack([x.var(), x.mean()]),
            ),
        ),
        Wrong(
            "this gamma divides once more.",
            "what undoes a division.",
            (lambda x, eps: np.stack([1 / np.sqrt(x.var() + eps), x.mean()]),),
        ),
        Wrong(
            "the variance is divided by n - 1, not n.",
            "ddof.",
            (lambda x, eps: np.stack([np.sqrt(x.var(ddof=1) + eps), x.mean()]),),
        ),
        Wrong(
            "beta and gamma are in the reverse order.",
            "your return line.",
            (lambda x, eps: undo(x, eps)[::-1],),
        ),
        Wrong(
            "this beta subtracts the mean once more.",
            "the sign of beta.",
            (lambda x, eps: undo(x, eps) * [1, -1],),
        ),
    ),
)
