"""A tower of untrained encoder layers: vectors on their way up, and their measures."""

from collections.abc import Callable

import numpy as np

from . import random_machine


def climb(
    layer: Callable, x: np.ndarray, n_layers: int, connect: Callable
) -> list[np.ndarray]:
    """Return x, and what each of n_layers random layers makes of the one below.

    >>> def nothing(x, p, mask, connect): return x
    >>> len(climb(nothing, np.ones((5, 32)), 3, None))
    4
    """
    states = [x]
    for p in random_machine(n_layers).transformer.encoder.layers:
        states.append(layer(states[-1], p, None, connect))
    return states


def spread(x: np.ndarray) -> float:
    """Return how far the rows' directions lie from their mean: 0 if they are one.

    >>> spread(np.array([[1.0, 2.0], [2.0, 4.0]]))
    0.0
    """
    x = x / np.linalg.norm(x, axis=-1, keepdims=True)
    return float(np.linalg.norm(x - x.mean(axis=0), axis=-1).mean())


def size(x: np.ndarray) -> float:
    """Return how large the numbers are: the root of their mean square.

    >>> size(np.array([[3.0, -3.0], [3.0, 3.0]]))
    3.0
    """
    return float(np.sqrt((x**2).mean()))
