"""What the table and each head add to the logits of the model of inside_a_model."""

from typing import Any

import numpy as np

from ...kernels.multi_head import split_heads
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
