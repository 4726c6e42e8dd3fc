"""What depth does to a vector on its way up a stack, and to a gradient on its way back.

The numbers are those of the widget residual stack, to the bit.
"""

import numpy as np

from ..._random import mulberry32
from ...kernels.normalization import layer_norm
from ...kernels.position_wise import relu
from ...kernels.residual import residual_connection

WIDTH, DEEPEST = 64, 100  # numbers in a vector; layers
EPS = 1e-5
# Variances of w_1 and w_2, times their width. PyTorch's linear layer has 1/3. He's
# initialization doubles the variance before a ReLU, which throws half away; after it
# 1 is enough.
VARIANCES = {"default": (1 / 3, 1 / 3), "he": (2, 1)}


def draw_stack(seed: int, rule: str) -> tuple[np.ndarray, np.ndarray, list]:
    """Draw an input, a direction, and 100 layers' weights, uniform with mean 0.

    Parameters
    ----------
    seed : int
        Which numbers.
    rule : "default" or "he"
        How large the weights are: as in PyTorch's linear layer, or as in He's
        initialization.

    Returns
    -------
    tuple of two arrays and a list
        x (64,) and a direction (64,), both of root mean square 1, and the pairs w_1
        (64, 64), w_2 (64, 64) of all layers.

    Source
    ------
    He et al. 2015, section 2.2. Chapter: residual_connection.

    >>> x, direction, layers = draw_stack(0, "he")
    >>> round(float((x**2).mean()), 6), len(layers)
    (1.0, 100)
    """
    bounds = np.sqrt(3 * np.array(VARIANCES[rule]) / WIDTH)  # ±bound: this variance
    drawn = 2 * mulberry32(seed, 2 * WIDTH + DEEPEST * 2 * WIDTH**2) - 1
    x, direction = drawn[: 2 * WIDTH].reshape(2, WIDTH)
    matrices = drawn[2 * WIDTH :].reshape(DEEPEST, 2, WIDTH, WIDTH)
    layers = [(w_1 * bounds[0], w_2 * bounds[1]) for w_1, w_2 in matrices]
    return x / size(x), direction / size(direction), layers


def run_stack(
    stack: tuple, depth: int, residual: bool, norm: str
) -> tuple[list[float], list[float]]:
    """Send x up through a stack of relu(x w_1) w_2, and a gradient back down.

    Parameters
    ----------
    stack : tuple
        What draw_stack gives.
    depth : int
        1 to 100 of its layers.
    residual : bool
        Whether a layer gives x + f(x), or f(x) alone.
    norm : "none", "post" or "pre"
        No norm; Norm(x + f(x)); or x + f(Norm(x)) with one more norm at the end.

    Returns
    -------
    tuple of two lists of depth + 1 floats
        The sizes (root mean squares) after 0, 1, ... layers: of x, and there of the
        gradient of direction @ output, which has size 1 at the output.

    Source
    ------
    The chain rule. Chapter: residual_connection.

    >>> sizes, gradients = run_stack(draw_stack(0, "default"), 64, False, "none")
    >>> len(sizes), sizes[-1] < 1e-40, gradients[0] < 1e-40
    (65, True, True)
    """
    x, direction, layers = stack
    states, hiddens, sums = [x], [], []
    for w_1, w_2 in layers[:depth]:
        x = states[-1]
        hiddens.append(relu((layer_norm(x) if norm == "pre" else x) @ w_1))
        f_x = hiddens[-1] @ w_2
        sums.append(residual_connection(x, f_x) if residual else f_x)
        states.append(layer_norm(sums[-1]) if norm == "post" else sums[-1])
    gradient = direction
    if norm == "pre":
        gradient = layer_norm_back(states[-1], gradient)
    gradients = [size(gradient)]
    for layer in reversed(range(depth)):
        w_1, w_2 = layers[layer]
        if norm == "post":
            gradient = layer_norm_back(sums[layer], gradient)
        through_f = ((gradient @ w_2.T) * (hiddens[layer] > 0)) @ w_1.T
        if norm == "pre":
            through_f = layer_norm_back(states[layer], through_f)
        gradient = residual_connection(gradient, through_f) if residual else through_f
        gradients.insert(0, size(gradient))
    return [size(state) for state in states], gradients


def size(x: np.ndarray) -> float:
    """Return the root mean square.

    Parameters
    ----------
    x : array
        Numbers.

    Returns
    -------
    float

    Source
    ------
    Chapter: residual_connection.

    >>> size(np.array([1.0, -7.0]))
    5.0
    """
    return float(np.sqrt(np.mean(x**2)))


def layer_norm_back(x: np.ndarray, gradient: np.ndarray, axis: int = -1) -> np.ndarray:
    """Take a gradient back through layer_norm: off with its mean and its part along y.

    Equation: dL/dx = (g - mean(g) - y mean(g y)) / sqrt(sigma^2 + eps)

    Parameters
    ----------
    x : array, shape (..., n)
        What the norm got.
    gradient : array, shape (..., n)
        The gradient at what it gave.
    axis : int
        The axis whose entries share a mean; 0 is batch_norm's, for a table.

    Returns
    -------
    array, shape (..., n)
        The gradient at x.

    Source
    ------
    The chain rule. Chapter: residual_connection.

    >>> layer_norm_back(np.array([1.0, -1.0]), np.array([3.0, 3.0])).tolist()
    [0.0, 0.0]
    """

    def mean(values: np.ndarray) -> np.ndarray:
        return values.mean(axis=axis, keepdims=True)

    y = layer_norm(x, axis=axis, eps=EPS)
    centered = gradient - mean(gradient) - y * mean(gradient * y)
    return centered / np.sqrt(x.var(axis=axis, keepdims=True) + EPS)
