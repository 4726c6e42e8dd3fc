"""What the table and each head add to the logits of the model of inside_a_model."""

from typing import Any

import numpy as np

from ...kernels.attention import scaled_dot_product_attention
from ...kernels.masks import causal_mask
from ...kernels.multi_head import merge_heads, split_heads
from ...kernels.relative_positions import rotary_embedding
from .model import N_HEADS, AttentionOnlyModel, attention_only, head_names


def parts_of_logits(token_ids: Any, model: AttentionOnlyModel) -> dict[str, np.ndarray]:
    """Split the logits into parts that add up to them exactly.

    Equation: logits = E[t] W + the sum over heads of weights_h (x W_v)_h (W_o)_h W,
    where (W_o)_h are the rows of W_o that belong to head h

    Parameters
    ----------
    token_ids : array of integers, shape (..., n)
        What is read.
    model : AttentionOnlyModel
        With arrays of NumPy.

    Returns
    -------
    dict of arrays, shape (..., n, vocabulary)
        "table", and each head by its name: "2.1" is the first head of layer 2.

    Source
    ------
    Elhage et al. 2021, "Logit attribution". Chapter: inside_a_model.

    >>> from glassbox.models.induction import letter_ids, load_induction
    >>> list(parts_of_logits(letter_ids("ab"), load_induction()))
    ['table', '1.1', '1.2', '2.1', '2.2']
    """
    inside = attention_only(token_ids, model)
    parts = {"table": inside.stream[0] @ model.head}
    names = iter(head_names(len(model.layers)))
    streams = zip(model.layers, inside.stream, inside.weights, strict=False)
    for layer, x, weights in streams:  # the last stream belongs to no layer
        found = weights @ split_heads(
            x @ layer.w_v, N_HEADS
        )  # (..., n_heads, n, d_head)
        for h, w_o in enumerate(np.split(layer.w_o, N_HEADS)):  # (d_head, d_model)
            parts[next(names)] = found[..., h, :, :] @ w_o @ model.head
    return parts


def last_layer(
    x: np.ndarray,
    model: AttentionOnlyModel,
    head: int,
    *,
    queries: np.ndarray | None = None,
    keys: np.ndarray | None = None,
    values: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Run the last layer and the output head, with some of what one head reads changed.

    Equation: logits = (x + Attention(x_q W_q, x_k W_k, x_v W_v) W_o) W

    Parameters
    ----------
    x : array, shape (n, d_model)
        The vectors before the last layer.
    model : AttentionOnlyModel
        With arrays of NumPy.
    head : int
        The head, counted from 1. All others read x.
    queries, keys, values : array, shape (n, d_model), or None
        Other vectors from which this head makes these; None: from x.

    Returns
    -------
    logits, array, shape (n, vocabulary)
    weights, array, shape (n, n)
        Those of this head.

    Source
    ------
    Elhage et al. 2021, "Three kinds of composition". Chapter: inside_a_model.

    >>> from glassbox.models.induction import letter_ids, load_induction
    >>> model = load_induction()
    >>> inside = attention_only(letter_ids("abcabcab"), model)
    >>> logits, _ = last_layer(inside.stream[-2], model, 1)
    >>> bool(np.allclose(logits, inside.logits))
    True
    """
    layer = model.layers[-1]

    def made(w: np.ndarray, other: np.ndarray | None) -> np.ndarray:
        heads = split_heads(x @ w, N_HEADS)  # (n_heads, n, d_head)
        if other is not None:
            heads[head - 1] = split_heads(other @ w, N_HEADS)[head - 1]
        return heads

    query = rotary_embedding(made(layer.w_q, queries))
    key = rotary_embedding(made(layer.w_k, keys))
    value = made(layer.w_v, values)
    found = scaled_dot_product_attention(query, key, value, causal_mask(len(x)))
    logits = (x + merge_heads(found.output) @ layer.w_o) @ model.head
    return logits, found.weights[head - 1]
