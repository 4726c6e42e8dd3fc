"""A task for heads: every token reports two vectors. Training in NumPy alone.

The gradient is written out by hand, so that it runs in a page, too.
"""

import numpy as np

from ...kernels.multi_head import merge_heads, multi_head_attention, split_heads
from ...machine.parameters import AttentionParameters

N_TOKENS, WIDTH = 6, 3  # of a story; of each vector
D_MODEL = 2 * WIDTH  # a vector and three roles; two vectors are reported
STEPS, BATCH, LEARNING_RATE = 400, 64, 0.02


def draw_stories(n: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw stories, in each of which one token is A, one is B, and four are others.

    Parameters
    ----------
    n : int
        How many stories.
    rng : Generator
        Where the random numbers come from.

    Returns
    -------
    tuple of two arrays
        x (n, 6, 6), each token's vector of 3 standard normal numbers and its role, A,
        B or other, as a 1 among 0s; and (n, 1, 6), the vectors of A and of B, side by
        side, which every token should report.

    Source
    ------
    Chapter: multi_head_attention.

    >>> x, wanted = draw_stories(2, np.random.default_rng(0))
    >>> x[0, :, 3:].sum(axis=0)
    array([1., 1., 4.])
    >>> wanted.shape
    (2, 1, 6)
    """
    vector = rng.normal(size=(n, N_TOKENS, WIDTH))
    place = rng.permuted(np.tile(np.arange(N_TOKENS), (n, 1)), axis=1)
    role = np.eye(3)[np.minimum(place, 2)]
    wanted = role[..., :2].mT @ vector
    return np.concatenate([vector, role], axis=-1), wanted.reshape(n, 1, D_MODEL)


def loss_and_gradients(
    x: np.ndarray, wanted: np.ndarray, p: AttentionParameters
) -> tuple[float, np.ndarray]:
    """Return the mean squared error and its gradients in w_q, w_k, w_v and w_o.

    Parameters
    ----------
    x : array, shape (batch, n, d_model)
        The stories.
    wanted : array, shape (batch, n, d_model) or broadcastable to it
        What each token should report.
    p : AttentionParameters
        Without biases.

    Returns
    -------
    tuple of a float and an array of shape (4, d_model, d_model)

    Source
    ------
    The chain rule, from the output back to the projections.
    Chapter: multi_head_attention.

    >>> x, wanted = draw_stories(2, np.random.default_rng(0))
    >>> none = AttentionParameters(2, *np.zeros((4, 6, 6)))
    >>> loss, gradients = loss_and_gradients(x, wanted, none)
    >>> bool(np.isclose(loss, (wanted**2).mean())), gradients.shape
    (True, (4, 6, 6))
    """
    output, weights, _ = multi_head_attention(x, x, x, p)
    q, k, v = (split_heads(x @ w, p.n_heads) for w in (p.w_q, p.w_k, p.w_v))
    gap = output - wanted
    on_output = 2 * gap / gap.size
    on_heads = split_heads(on_output @ p.w_o.T, p.n_heads)
    on_weights = on_heads @ v.mT
    mean = (weights * on_weights).sum(axis=-1, keepdims=True)
    on_scores = weights * (on_weights - mean) / np.sqrt(q.shape[-1])
    pairs = (
        (x, merge_heads(on_scores @ k)),
        (x, merge_heads(on_scores.mT @ q)),
        (x, merge_heads(weights.mT @ on_heads)),
        (merge_heads(weights @ v), on_output),
    )
    return (gap**2).mean(), np.stack([(a.mT @ b).sum(axis=0) for a, b in pairs])


def train(n_heads: int, seed: int = 1) -> tuple[AttentionParameters, list[float]]:
    """Train one layer of attention on 400 batches of 64 stories, by Adam.

    The rows of W^V for the roles stay 0: a value holds a vector alone. Else one head
    would hide a fourth number in its weights, which the values of the roles reveal.

    Parameters
    ----------
    n_heads : int
        1, 2, 3 or 6.
    seed : int
        Sets the matrices at the start, and the stories: for all n_heads the same.

    Returns
    -------
    tuple of AttentionParameters and a list of 400 floats
        What was learned, and the mean squared error at each step.

    Source
    ------
    Adam: Kingma and Ba 2015, algorithm 1. Chapter: multi_head_attention.

    >>> parameters, losses = train(2)
    >>> parameters.n_heads, len(losses), bool(losses[-1] < 0.001)
    (2, 400, True)
    """
    rng = np.random.default_rng(seed)
    matrices = rng.normal(size=(4, D_MODEL, D_MODEL)) / np.sqrt(D_MODEL)
    trained = np.ones_like(matrices)
    trained[2, WIDTH:] = 0
    matrices *= trained
    mean, square, losses = 0.0, 0.0, []
    for step in range(1, STEPS + 1):
        p = AttentionParameters(n_heads, *matrices)
        loss, gradients = loss_and_gradients(*draw_stories(BATCH, rng), p)
        losses.append(loss)
        gradients = gradients * trained
        mean = 0.9 * mean + 0.1 * gradients
        square = 0.999 * square + 0.001 * gradients**2
        size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        matrices = matrices - LEARNING_RATE * mean / (1 - 0.9**step) / size
    return AttentionParameters(n_heads, *matrices), losses
