"""What a rotary model's lookup makes of distance alone."""

import math
from collections.abc import Iterable

import numpy as np

from ...kernels.normalization import rms_norm
from ...kernels.relative_positions import rotary_embedding
from .exam import exam
from .model import N_HEADS, CopyBackModel, copy_back


def average_hands(model: CopyBackModel) -> np.ndarray:
    """Return the average query and the average key of each head, not turned yet.

    Parameters
    ----------
    model : CopyBackModel
        Any.

    Returns
    -------
    array, shape (2, n_heads, d_head / 2, 2)
        Of query and key, and averaged over all tokens: each pair is a hand.

    Source
    ------
    Chapter: rotary_positions.

    >>> from glassbox.models.copy_back import load_copy_back
    >>> average_hands(load_copy_back("rotary")).shape
    (2, 4, 4, 2)
    """
    normed = rms_norm(model.table, model.gamma)
    rows = np.stack([normed @ model.w_q + model.b_q, normed @ model.w_k + model.b_k])
    return rows.mean(axis=1).reshape(2, N_HEADS, -1, 2)


def score_by_pair(
    model: CopyBackModel,
    distances: Iterable[float],
    *,
    stretch: float = 1.0,
    base: float = 10000.0,
) -> np.ndarray:
    """Return what each hand adds to a head's score, averaged over all pairs of tokens.

    The two tokens are drawn independently, and a dot product is linear in both: so the
    average of the scores is the score of the average query and the average key, the
    query turned by the distance.

    Parameters
    ----------
    model : CopyBackModel
        A rotary one.
    distances : floats
        How far the key stands before the query.
    stretch, base : float
        As `copy_back` takes them.

    Returns
    -------
    array, shape (n_heads, d_head / 2, n_distances)
        Parts of scores, divided by sqrt(d_head) as the lookup does; a head's score is
        their sum.

    Source
    ------
    Su et al. 2021, section 3.2. Chapter: rotary_positions.

    >>> from glassbox.models.copy_back import load_copy_back
    >>> parts = score_by_pair(load_copy_back("rotary"), range(32))
    >>> parts.sum(axis=1).argmax(axis=1)
    array([3, 3, 3, 3])
    """
    query, key = average_hands(model).reshape(2, N_HEADS, 1, -1)
    turns = [stretch * distance for distance in distances]
    queries = np.repeat(query, len(turns), axis=1)
    products = rotary_embedding(queries, turns, base=base) * key  # (n_heads, n, d_head)
    pairs = products.reshape(N_HEADS, len(turns), -1, 2).sum(axis=-1)
    return pairs.swapaxes(1, 2) / math.sqrt(key.shape[-1])


def weight_by_distance(
    model: CopyBackModel, n_tokens: int, **settings: float
) -> np.ndarray:
    """Return how much weight the last token of the exam gives to each distance.

    Parameters
    ----------
    model : CopyBackModel
        Any.
    n_tokens : int
        How long the texts are.
    settings : numbers
        first, stretch and base, as `copy_back` takes them.

    Returns
    -------
    array, shape (n_tokens,)
        The mean over heads and texts, at the distances 0, 1, ...

    Source
    ------
    Chapter: rotary_positions.

    >>> from glassbox.models.copy_back import load_copy_back
    >>> int(weight_by_distance(load_copy_back("rotary"), 32).argmax())
    3
    """
    weights = copy_back(exam(n_tokens), model, **settings).weights
    return weights[:, :, -1].mean(axis=(0, 1))[::-1]


def without_mean_key(model: CopyBackModel) -> CopyBackModel:
    """Return the model with another b_k, with which the tokens' keys average to 0.

    Where keys aren't turned, b_k adds the same number to all scores of a query, and the
    softmax takes it out again: such a model answers as before.

    Parameters
    ----------
    model : CopyBackModel
        Any.

    Returns
    -------
    CopyBackModel
        The same arrays, but for b_k.

    Source
    ------
    Chapter: rotary_positions.

    >>> from glassbox.models.copy_back import load_copy_back
    >>> model = without_mean_key(load_copy_back("rotary"))
    >>> keys = rms_norm(model.table, model.gamma) @ model.w_k + model.b_k
    >>> bool(abs(keys.mean(axis=0)).max() < 1e-12)
    True
    """
    keys = rms_norm(model.table, model.gamma) @ model.w_k + model.b_k
    return model._replace(b_k=model.b_k - keys.mean(axis=0))
