"""Deep stacks of small layers, with and without skip paths, trained in NumPy alone.

The gradient is written out by hand, so that it runs in a page, too.
"""

import numpy as np

from ...kernels.normalization import layer_norm
from ...kernels.position_wise import relu
from ...kernels.residual import residual_connection
from .draws import run_many
from .signals import VARIANCES, draw_stack, layer_norm_back, run_stack

__all__ = [
    "draw_examples",
    "draw_stack",
    "loss_and_gradients",
    "run_many",
    "run_stack",
    "train",
]

WIDTH, EXAMPLES = 16, 256
STEPS, LEARNING_RATE = 100, 0.003
AXES = {"layer": -1, "batch": 0}  # of a table (example, number): who shares a mean


def draw_examples(seed: int = 100) -> tuple[np.ndarray, np.ndarray]:
    """Draw inputs of 16 numbers, and what a stack should make of each: one number.

    Parameters
    ----------
    seed : int
        Where the random numbers come from.

    Returns
    -------
    tuple of two arrays
        x (256, 16), standard normal, and wanted (256, 1), a weighted sum of 32 sines
        of x, with mean 0 and variance 1.

    Source
    ------
    Chapter: residual_connection.

    >>> x, wanted = draw_examples()
    >>> x.shape, wanted.shape, round(float((wanted**2).mean()), 6)
    ((256, 16), (256, 1), 1.0)
    """
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(EXAMPLES, WIDTH))
    inner = rng.normal(size=(WIDTH, 32)) / np.sqrt(WIDTH)
    outer = rng.normal(size=(32, 1)) / np.sqrt(32)
    wanted = np.sin(2 * x @ inner) @ outer
    return x, (wanted - wanted.mean()) / wanted.std()


def loss_and_gradients(
    x: np.ndarray,
    wanted: np.ndarray,
    weights: list[np.ndarray],
    skip: bool,
    norm: str = "none",
) -> tuple[float, list[np.ndarray]]:
    """Return the mean squared error of a stack, and its gradients in the weights.

    Parameters
    ----------
    x : array, shape (n, 16)
        The inputs.
    wanted : array, shape (n, 1)
        What the stack should make of them.
    weights : list of three arrays
        Those of all layers, w_1 (n_layers, 16, 16) and w_2 (n_layers, 16, 16), and
        of what reads the result at the end, (16, 1).
    skip : bool
        Whether a layer gives x + relu(x w_1) w_2, or relu(x w_1) w_2 alone.
    norm : "none", "layer" or "batch"
        What then normalizes it (post-norm, without gamma and beta), if anything.

    Returns
    -------
    tuple of a float and a list of three arrays

    Source
    ------
    The chain rule, from the end back to the first layer.
    Chapter: residual_connection.

    >>> x, wanted = draw_examples()
    >>> none = [np.zeros((2, 16, 16)), np.zeros((2, 16, 16)), np.zeros((16, 1))]
    >>> loss, gradients = loss_and_gradients(x, wanted, none, True)
    >>> round(loss, 6), gradients[0].shape
    (1.0, (2, 16, 16))
    """
    w_1, w_2, read = weights
    axis = None if norm == "none" else AXES[norm]
    states, hidden, sums = [x], [], []
    for first, second in zip(w_1, w_2, strict=True):
        hidden.append(relu(states[-1] @ first))
        f_x = hidden[-1] @ second
        sums.append(residual_connection(states[-1], f_x) if skip else f_x)
        states.append(sums[-1] if norm == "none" else layer_norm(sums[-1], axis=axis))
    gap = states[-1] @ read - wanted
    on_output = 2 * gap / len(gap)
    gradients = [np.zeros_like(w_1), np.zeros_like(w_2), states[-1].T @ on_output]
    on_state = on_output @ read.T
    for i in reversed(range(len(w_1))):
        if norm != "none":
            on_state = layer_norm_back(sums[i], on_state, axis)
        on_hidden = (on_state @ w_2[i].T) * (hidden[i] > 0)
        gradients[0][i] = states[i].T @ on_hidden
        gradients[1][i] = hidden[i].T @ on_state
        through_f = on_hidden @ w_1[i].T
        on_state = residual_connection(on_state, through_f) if skip else through_f
    return float((gap**2).mean()), gradients


def train(
    n_layers: int,
    skip: bool = False,
    rule: str = "he",
    seed: int = 0,
    norm: str = "none",
) -> list[float]:
    """Train a stack for 100 steps on the same 256 examples, by Adam.

    Parameters
    ----------
    n_layers : int
        How many layers.
    skip : bool
        Whether each layer has a skip path.
    rule : "he" or "default"
        How the weights start: by He's initialization, or as PyTorch's linear layer.
    seed : int
        Sets the weights at the start.
    norm : "none", "layer" or "batch"
        The norm that each layer ends in, if any.

    Returns
    -------
    list of 100 floats
        The mean squared error before each step.

    Source
    ------
    Adam: Kingma and Ba 2015, algorithm 1. Chapter: residual_connection.

    >>> losses = train(2)
    >>> len(losses), losses[-1] < 0.2 < 1 < losses[0]
    (100, True)
    """
    rng = np.random.default_rng(seed)
    shape, variances = (n_layers, WIDTH, WIDTH), np.array(VARIANCES[rule])
    bounds = np.sqrt(3 * variances / WIDTH)  # uniform in ±bound has this variance
    weights = [rng.uniform(-1, 1, size=shape) * bound for bound in bounds]
    weights.append(rng.uniform(-1, 1, size=(WIDTH, 1)) * np.sqrt(3 / WIDTH))
    mean, square, losses = [0.0] * 3, [0.0] * 3, []
    x, wanted = draw_examples()
    for step in range(1, STEPS + 1):
        loss, gradients = loss_and_gradients(x, wanted, weights, skip, norm)
        losses.append(loss)
        for i, gradient in enumerate(gradients):
            mean[i] = 0.9 * mean[i] + 0.1 * gradient
            square[i] = 0.999 * square[i] + 0.001 * gradient**2
            size = np.sqrt(square[i] / (1 - 0.999**step)) + 1e-8
            weights[i] = weights[i] - LEARNING_RATE * mean[i] / (1 - 0.9**step) / size
    return losses
