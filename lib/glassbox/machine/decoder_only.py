"""A language model of today: one stack that looks back, in the form of Llama's.

Beside the decoder of 2017 it has no source to read, RMS norms before each sublayer,
positions as turns of query and key, heads that share keys and values, a gated
feed-forward layer, and no bias anywhere.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from array_api_compat import array_namespace

from ..kernels._arrays import Array
from ..kernels.attention import Attention
from ..kernels.cheaper_attention import grouped_query_attention
from ..kernels.embedding import embed
from ..kernels.gated import swiglu
from ..kernels.masks import causal_mask
from ..kernels.multi_head import merge_heads, split_heads
from ..kernels.normalization import rms_norm
from ..kernels.output_head import vocabulary_logits
from ..kernels.position_wise import linear
from ..kernels.relative_positions import rotary_embedding
from ..kernels.residual import residual_connection
from .encoder_decoder import DecoderCache
from .layers import LayerCache


@dataclass(frozen=True)
class DecoderOnlyLayerParameters:
    """One layer: two norms, four matrices that look, and three that think."""

    gamma_attention: Array  # (d_model,): of the norm before attention
    w_q: Array  # (d_model, n_heads x d_head)
    w_k: Array  # (d_model, n_key_value_heads x d_head), as w_v
    w_v: Array
    w_o: Array  # (n_heads x d_head, d_model)
    gamma_feed_forward: Array  # (d_model,): of the norm before the gated layer
    w_gate: Array  # (d_model, d_ff), as w_up
    w_up: Array
    w_down: Array  # (d_ff, d_model)


@dataclass(frozen=True)
class DecoderOnlyParameters:
    """A whole model; the table of its embedding is its output head too."""

    table: Array  # (vocabulary_size, d_model)
    layers: tuple[DecoderOnlyLayerParameters, ...]
    gamma: Array  # (d_model,): of the norm before the head
    n_heads: int
    n_key_value_heads: int  # a divisor of n_heads
    base: float = 10000.0  # of the rotary positions, as is layout
    layout: str = "interleaved"
    eps: float = 1e-5  # of every norm


class Watched(NamedTuple):
    """What a model says, and, if it was watched, what went on inside.

    logits are (..., n, vocabulary_size). stream has n_layers + 1 arrays (..., n,
    d_model): the vectors before the first layer and after each. weights has an array
    (..., n_heads, n, n_keys) for each layer.
    """

    logits: Array
    stream: tuple[Array, ...] | None = None
    weights: tuple[Array, ...] | None = None


def decoder_only(
    token_ids: Any,
    parameters: DecoderOnlyParameters,
    cache: DecoderCache | None = None,
    *,
    watch: bool = False,
) -> Watched:
    """Score every token as the next one after each position of a text.

    Equation: x = E[t]; for each layer x <- x + Attention(norm(x)), then
    x <- x + SwiGLU(norm(x)); logits = norm(x) E^T

    Parameters
    ----------
    token_ids : integer array or nested list, shape (..., n)
        The text so far; with a cache only its new tokens. Each position sees itself
        and those before it.
    parameters : DecoderOnlyParameters
        The whole model.
    cache : DecoderCache, optional
        The keys and values of earlier calls; this call adds its own.
    watch : bool
        Also give the residual stream and the attention weights.

    Returns
    -------
    Watched
        Named tuple: logits (..., n, vocabulary_size), stream and weights. dtype of
        the table.

    Raises
    ------
    TypeError, ValueError
        As `embed`, `rotary_embedding`, `grouped_query_attention` and `swiglu`; or if
        the cache was filled by a model with another number of layers.

    Source
    ------
    Touvron et al. 2023, section 2.2; grouped queries: Ainslie et al. 2023, section
    2.2. Chapter: a_real_model.

    >>> import numpy as np
    >>> no_layers = DecoderOnlyParameters(np.eye(3, 2), (), np.ones(2), 1, 1)
    >>> decoder_only([0, 1], no_layers).logits.round(3)
    array([[1.414, 0.   , 0.   ],
           [0.   , 1.414, 0.   ]])
    """
    p, cache = parameters, DecoderCache() if cache is None else cache
    x = embed(token_ids, p.table)  # (..., n, d_model)
    first = cache.n_positions
    mask = causal_mask(x.shape[-2], first_query=first, like=x)  # (n, n_keys)
    cache.layers = cache.layers or [LayerCache() for _ in p.layers]
    if len(cache.layers) != len(p.layers):
        raise ValueError(
            f"the cache must be of a model with {len(p.layers)} layers; "
            f"got {len(cache.layers)}"
        )
    stream, weights = [x], []
    for layer, past in zip(p.layers, cache.layers, strict=True):
        seen = rms_norm(x, layer.gamma_attention, eps=p.eps)
        found = look_back(seen, layer, p, past, mask)
        x = residual_connection(x, found.output)
        thought = rms_norm(x, layer.gamma_feed_forward, eps=p.eps)
        thought = swiglu(thought, layer.w_gate, layer.w_up, layer.w_down)
        x = residual_connection(x, thought)
        if watch:
            stream.append(x)
            weights.append(found.weights)
    logits = vocabulary_logits(rms_norm(x, p.gamma, eps=p.eps), p.table)
    return Watched(logits, tuple(stream), tuple(weights)) if watch else Watched(logits)


def look_back(
    x: Array,
    layer: DecoderOnlyLayerParameters,
    parameters: DecoderOnlyParameters,
    past: LayerCache,
    mask: Array,
) -> Attention:
    """Turn queries and keys to their positions, look up in groups, and mix.

    The past is added to: what it keeps are keys that were turned already, since a
    token's position never changes.
    """
    p, n = parameters, x.shape[-2]
    first = 0 if past.own is None else past.own[0].shape[-2]
    turn = {"positions": range(first, first + n), "base": p.base, "layout": p.layout}
    queries = split_heads(linear(x, layer.w_q), p.n_heads)  # (..., n_heads, n, d_head)
    keys = split_heads(linear(x, layer.w_k), p.n_key_value_heads)
    values = split_heads(linear(x, layer.w_v), p.n_key_value_heads)
    new = rotary_embedding(keys, **turn), values
    if past.own is not None:
        xp = array_namespace(x)
        pairs = zip(past.own, new, strict=True)
        new = tuple(xp.concat([old, added], axis=-2) for old, added in pairs)
    past.own = new  # (..., n_key_value_heads, n_keys, d_head) each
    heads = grouped_query_attention(rotary_embedding(queries, **turn), *past.own, mask)
    return heads._replace(output=linear(merge_heads(heads.output), layer.w_o))
