"""The model of the chapter rotary_positions: one attention layer, kernels alone."""

from typing import Any, NamedTuple

import numpy as np

from ...kernels.attention import scaled_dot_product_attention
from ...kernels.embedding import embed, sinusoidal_positions
from ...kernels.masks import causal_mask
from ...kernels.multi_head import merge_heads, split_heads
from ...kernels.normalization import rms_norm
from ...kernels.relative_positions import alibi_bias, rotary_embedding

SCHEMES = ("sinusoids", "learned", "rotary", "alibi", "none")
D_MODEL, N_HEADS, LONGEST = 32, 4, 256


class CopyBackModel(NamedTuple):
    """How a model is told where its tokens stand, and its parameters."""

    scheme: str  # one of SCHEMES
    table: np.ndarray  # (vocabulary, d_model)
    w_q: np.ndarray  # (d_model, d_model), as w_k, w_v and w_o
    b_q: np.ndarray  # (d_model,), as b_k
    w_k: np.ndarray
    b_k: np.ndarray
    w_v: np.ndarray
    w_o: np.ndarray
    gamma: np.ndarray  # (d_model,): of the norm before attention
    gamma_last: np.ndarray  # (d_model,): of the norm before the answer
    head: np.ndarray  # (d_model, vocabulary)
    places: np.ndarray | None = None  # (256, d_model): the learned positions


class Copied(NamedTuple):
    """Logits (..., n, vocabulary) and attention weights (..., n_heads, n, n)."""

    logits: np.ndarray
    weights: np.ndarray


def copy_back(
    token_ids: Any,
    model: CopyBackModel,
    *,
    first: int = 0,
    stretch: float = 1.0,
    base: float = 10000.0,
) -> Copied:
    """Answer at each token with the token three back, as well as the model can.

    x = E[t] (+ positions); x + Attention(norm(x)) W_o; logits = norm(x) W

    Parameters
    ----------
    token_ids : array of integers, shape (..., n)
        What is read; learned positions end at 255.
    model : CopyBackModel
        With arrays of NumPy or torch.
    first : int
        The position of the first token.
    stretch : float
        What a rotary model's positions are multiplied by.
    base : float
        A rotary model's: its four hands turn by base^0, base^(-1/4), base^(-1/2) and
        base^(-3/4) radian per position.

    Returns
    -------
    Copied
        Logits, and where each head looked.

    Source
    ------
    Su et al. 2021, section 3.2; Press, Smith and Lewis 2022, section 3; for the
    stretching Chen et al. 2023, section 2.3, for a larger base Rozière et al. 2023,
    section 2.4. Chapter: rotary_positions.

    >>> from glassbox.models.copy_back import load_copy_back
    >>> copied = copy_back(np.array([[7, 1, 2, 3]]), load_copy_back("rotary"))
    >>> copied.logits[0, 3].argmax(), copied.weights.shape
    (np.int64(7), (1, 4, 4, 4))
    """
    n = token_ids.shape[-1]
    x = embed(token_ids, model.table)
    if model.scheme == "sinusoids":
        x = x + sinusoidal_positions(first + n, D_MODEL, like=x)[first:]
    if model.scheme == "learned":
        x = x + model.places[first : first + n]
    normed = rms_norm(x, model.gamma)
    query = split_heads(normed @ model.w_q + model.b_q, N_HEADS)
    key = split_heads(normed @ model.w_k + model.b_k, N_HEADS)
    value = split_heads(normed @ model.w_v, N_HEADS)  # (..., n_heads, n, d_head)
    if model.scheme == "rotary":
        positions = [stretch * place for place in range(first, first + n)]
        query = rotary_embedding(query, positions, base=base)
        key = rotary_embedding(key, positions, base=base)
    bias = alibi_bias(N_HEADS, n, like=x) if model.scheme == "alibi" else None
    mask = causal_mask(n, like=x)
    found = scaled_dot_product_attention(query, key, value, mask, bias=bias)
    x = x + merge_heads(found.output) @ model.w_o
    return Copied(rms_norm(x, model.gamma_last) @ model.head, found.weights)
