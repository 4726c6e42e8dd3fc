"""The numbers of softmax and temperature: what is drawn, and what a loss asks for."""

import numpy as np

from ..._random import mulberry32
from ...kernels.probability import log_softmax, softmax

LOSSES = ("log", "squared")


def tally(probabilities: np.ndarray, seed: int, n_draws: int) -> np.ndarray:
    """Count how often each entry is drawn, as `sample` and the page do one by one."""
    cumulative = np.cumsum(probabilities)
    marks = mulberry32(seed, n_draws) * cumulative[-1]
    drawn = np.searchsorted(cumulative, marks, side="right")
    return np.bincount(drawn, minlength=probabilities.size)


def loss_of(logits: np.ndarray, at: int, loss: str) -> tuple[float, np.ndarray]:
    """Return the loss of the correct word, in nats or squared, and its slopes at T = 1.

    Equation: dL / dz_i = p_i - y_i; for the squared error times 2 p (1 - p)
    """
    probabilities = softmax(logits)
    p = float(probabilities[at])
    slopes = probabilities - np.eye(probabilities.size)[at]  # p - y
    if loss == "squared":
        return (1 - p) ** 2, 2 * p * (1 - p) * slopes
    return float(-log_softmax(logits)[at]), slopes


def trail_of(start: np.ndarray, at: int, loss: str, n_steps: int) -> list[float]:
    """Return the correct word's probability before the first step, and after each."""
    logits, trail = np.array(start, float), []
    for _ in range(n_steps + 1):
        trail.append(float(softmax(logits)[at]))
        logits = logits - loss_of(logits, at, loss)[1]  # a step of size 1
    return trail
