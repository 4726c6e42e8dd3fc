"""What a rotary model's lookup makes of distance alone."""

import math
from collections.abc import Iterable

import numpy as np

from ...kernels.multi_head import split_heads
from ...kernels.normalization import rms_norm
from ...kernels.relative_positions import rotary_embedding
from .model import N_HEADS, CopyBackModel


def score_by_hand(model: CopyBackModel, distances: Iterable[float]) -> np.ndarray:
    """Return what each hand adds to a head's score, averaged over all pairs of tokens.

    A dot product is linear in both: the average of the scores is the score of the
    average query and the average key, the query turned by the distance.

    Parameters
    ----------
    model : CopyBackModel
        A rotary one.
    distances : floats
        How far the key stands before the query.

    Returns
    -------
    array, shape (n_heads, d_head / 2, n_distances)
        Parts of scores, divided by sqrt(d_head) as the lookup does; a head's score is
        their sum.

    Source
    ------
    Su et al. 2021, section 3.2. Chapter: rotary_positions.

    >>> from glassbox.models.copy_back import load_copy_back
    >>> parts = score_by_hand(load_copy_back("rotary"), range(32))
    >>> parts.sum(axis=1).argmax(axis=1)
    array([3, 3, 3, 3])
    """
    normed = rms_norm(model.table, model.gamma)
    query = split_heads(normed @ model.w_q + model.b_q, N_HEADS).mean(axis=-2)
    key = split_heads(normed @ model.w_k + model.b_k, N_HEADS).mean(axis=-2)
    turns = list(distances)
    queries = np.repeat(query[:, None], len(turns), axis=1)
    products = rotary_embedding(queries, turns) * key[:, None]  # (n_heads, n, d_head)
    pairs = products.reshape(N_HEADS, len(turns), -1, 2).sum(axis=-1)
    return pairs.swapaxes(1, 2) / math.sqrt(key.shape[-1])


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
