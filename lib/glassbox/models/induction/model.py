"""The model of the chapter inside_a_model: attention layers and nothing else."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from array_api_compat import array_namespace

from ...kernels.attention import scaled_dot_product_attention
from ...kernels.embedding import embed
from ...kernels.masks import causal_mask
from ...kernels.multi_head import merge_heads, split_heads
from ...kernels.relative_positions import rotary_embedding

LETTERS = "abcdefghijklmnopqrstuvwxyz"
D_MODEL, N_HEADS = 48, 2


class AttentionOnlyLayer(NamedTuple):
    """The four matrices of a layer, (d_model, d_model) each: no norm, no bias."""

    w_q: np.ndarray
    w_k: np.ndarray
    w_v: np.ndarray
    w_o: np.ndarray  # its first d_head rows take the output of head 0, and so on


class AttentionOnlyModel(NamedTuple):
    """A language model without feed-forward layers and norms."""

    table: np.ndarray  # (vocabulary, d_model)
    layers: tuple[AttentionOnlyLayer, ...]
    head: np.ndarray  # (d_model, vocabulary)


class Inside(NamedTuple):
    """What the model says, and what went on inside.

    logits are (..., n, vocabulary). stream has n_layers + 1 arrays (..., n, d_model):
    the vectors before the first layer and after each. weights has an array (...,
    n_heads, n, n) for each layer.
    """

    logits: np.ndarray
    stream: tuple[np.ndarray, ...]
    weights: tuple[np.ndarray, ...]


def attention_only(token_ids: Any, model: AttentionOnlyModel) -> Inside:
    """Score every token as the next one after each position of a text.

    Equation: x = E[t]; for each layer x <- x + Attention(x) W_o; logits = x W

    Parameters
    ----------
    token_ids : array of integers, shape (..., n)
        What is read.
    model : AttentionOnlyModel
        With arrays of NumPy or torch.

    Returns
    -------
    Inside
        Named tuple: logits, stream and weights.

    Source
    ------
    Elhage et al. 2021, "Attention-Only Transformers"; positions are turns of query
    and key (Su et al. 2021, section 3.2). Chapter: inside_a_model.

    >>> from glassbox.models.induction import letter_ids, load_induction
    >>> inside = attention_only(letter_ids("tiger tiger t"), load_induction())
    >>> LETTERS[inside.logits[-1].argmax()]
    'i'
    """
    x = embed(token_ids, model.table)  # (..., n, d_model)
    mask = causal_mask(x.shape[-2], like=x)
    stream, weights = [x], []
    for layer in model.layers:
        query = rotary_embedding(split_heads(x @ layer.w_q, N_HEADS))
        key = rotary_embedding(split_heads(x @ layer.w_k, N_HEADS))
        value = split_heads(x @ layer.w_v, N_HEADS)  # (..., n_heads, n, d_head)
        found = scaled_dot_product_attention(query, key, value, mask)
        x = x + merge_heads(found.output) @ layer.w_o
        stream.append(x)
        weights.append(found.weights)
    return Inside(x @ model.head, tuple(stream), tuple(weights))


def without_heads(
    model: AttentionOnlyModel, names: Iterable[str]
) -> AttentionOnlyModel:
    """Return the model with some heads cut: what they find is not added any more.

    Equation: the rows of W_o that belong to the head are 0

    Parameters
    ----------
    model : AttentionOnlyModel
        It stays as it is.
    names : strings
        Layer and head, both counted from 1: "2.1" is the first head of layer 2.

    Returns
    -------
    AttentionOnlyModel
        Its matrices but W_o are the same arrays.

    Raises
    ------
    ValueError
        If there is no head of this name.

    Source
    ------
    Chapter: inside_a_model.

    >>> from glassbox.models.induction import load_induction
    >>> without_heads(load_induction(), ["2.1"]).layers[1].w_o[:24].any()
    np.False_
    """
    layers = list(model.layers)
    d_head = model.table.shape[-1] // N_HEADS
    known = head_names(len(layers))
    for name in names:
        if name not in known:
            rule = f"a head's name must be one of {', '.join(known)}"
            raise ValueError(f"{rule}; got {name!r}")
        layer, head = divmod(known.index(name), N_HEADS)
        w_o = layers[layer].w_o
        xp = array_namespace(w_o)
        rows = xp.arange(w_o.shape[0])[:, None] // d_head
        layers[layer] = layers[layer]._replace(w_o=xp.where(rows == head, 0.0, w_o))
    return model._replace(layers=tuple(layers))


def head_names(n_layers: int) -> list[str]:
    """Return the names of all heads: layer and head, both counted from 1.

    >>> head_names(2)
    ['1.1', '1.2', '2.1', '2.2']
    """
    return [f"{i // N_HEADS + 1}.{i % N_HEADS + 1}" for i in range(n_layers * N_HEADS)]
