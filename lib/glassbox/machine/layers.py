"""A layer of the machine: sublayers, each with a residual connection and a norm."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from array_api_compat import array_namespace

from ..kernels._arrays import Array
from ..kernels.multi_head import attend, multi_head_attention, project_memory
from ..kernels.normalization import layer_norm
from ..kernels.position_wise import feed_forward
from ..kernels.residual import residual_connection
from .parameters import DecoderLayerParameters, EncoderLayerParameters, NormParameters


class Coded(NamedTuple):
    """What a layer or a stack gives: its output, and its attention weights."""

    output: Array
    weights: Any


class DecoderWeights(NamedTuple):
    """The two lookups of a decoder layer, (..., n_heads, n_queries, n_keys) each."""

    self_attention: Array
    cross_attention: Array


@dataclass
class LayerCache:
    """Keys and values that one decoder layer has computed already."""

    own: tuple[Array, Array] | None = None
    memory: tuple[Array, Array] | None = None


def encoder_layer(
    x: Array,
    parameters: EncoderLayerParameters,
    mask: Array | None = None,
    *,
    norm_first: bool = False,
) -> Coded:
    """Let the tokens read each other, then let each think alone.

    Equation: x <- Norm(x + f(x)) for f = attention, then feed-forward; with
    norm_first x <- x + f(Norm(x))

    Parameters
    ----------
    x : real array, shape (..., n, d_model)
        One row a token.
    parameters : EncoderLayerParameters
        Two sublayers and their norms.
    mask : boolean array, (n, n) or (batch, n or 1, n), or None
        True = may attend; as for `multi_head_attention`.
    norm_first : bool
        Pre-norm instead of the paper's post-norm.

    Returns
    -------
    Coded
        Named tuple: output (..., n, d_model), dtype kept; weights (..., n_heads, n,
        n).

    Raises
    ------
    TypeError, ValueError
        As `multi_head_attention`, `feed_forward` and `layer_norm`.

    Source
    ------
    Vaswani et al. 2017, section 3.1; norm_first: Xiong et al. 2020, section 3.
    Chapter: the_transformer.

    >>> import numpy as np
    >>> from glassbox import AttentionParameters, FeedForwardParameters
    >>> zero, norm = np.zeros((2, 2)), NormParameters(None, None)
    >>> look = AttentionParameters(1, zero, zero, zero, zero)
    >>> think = FeedForwardParameters(zero, None, zero, None)
    >>> untrained = EncoderLayerParameters(look, norm, think, norm)
    >>> encoder_layer(np.array([[1.0, 2.0]]), untrained, norm_first=True).output
    array([[1., 2.]])
    """
    p, weights = parameters, []
    add = _pre_norm if norm_first else _post_norm

    def look(h: Array) -> Array:
        found = multi_head_attention(h, h, h, p.self_attention, mask)
        weights.append(found.weights)
        return found.output

    x = add(x, look, p.self_attention_norm)
    x = add(x, lambda h: feed_forward(h, p.feed_forward), p.feed_forward_norm)
    return Coded(x, *weights)


def decoder_layer(
    y: Array,
    memory: Array,
    parameters: DecoderLayerParameters,
    *,
    target_mask: Array | None = None,
    memory_mask: Array | None = None,
    norm_first: bool = False,
    cache: LayerCache | None = None,
) -> Coded:
    """Let the target read itself, then the source, then let each position think.

    Equation: y <- Norm(y + f(y)) for f = self-attention, cross-attention, then
    feed-forward; with norm_first y <- y + f(Norm(y))

    Parameters
    ----------
    y : real array, shape (..., n_targets, d_model)
        The target; with a cache only its new positions.
    memory : real array, shape (..., n_sources, d_model)
        The encoder's output.
    parameters : DecoderLayerParameters
        Three sublayers and their norms.
    target_mask, memory_mask : boolean array or None
        True = may attend, over (n_targets, all targets) and (n_targets, n_sources).
    norm_first : bool
        Pre-norm instead of the paper's post-norm.
    cache : LayerCache, optional
        Keys and values so far; those of y are added to it.

    Returns
    -------
    Coded
        Named tuple: output (..., n_targets, d_model), dtype kept; weights, the named
        tuple DecoderWeights (self_attention, cross_attention).

    Raises
    ------
    TypeError, ValueError
        As `multi_head_attention`, `feed_forward` and `layer_norm`.

    Source
    ------
    Vaswani et al. 2017, section 3.1; norm_first: Xiong et al. 2020, section 3.
    Chapter: the_transformer.

    >>> import numpy as np
    >>> from glassbox import AttentionParameters, FeedForwardParameters
    >>> zero, norm = np.zeros((2, 2)), NormParameters(None, None)
    >>> look = AttentionParameters(1, zero, zero, zero, zero)
    >>> think = FeedForwardParameters(zero, None, zero, None)
    >>> untrained = DecoderLayerParameters(look, norm, look, norm, think, norm)
    >>> y, memory = np.array([[1.0, 2.0]]), np.ones((4, 2))
    >>> decoder_layer(y, memory, untrained).weights.cross_attention
    array([[[0.25, 0.25, 0.25, 0.25]]])
    """
    p, cache, weights = parameters, cache or LayerCache(), []
    add = _pre_norm if norm_first else _post_norm

    def look(h: Array) -> Array:  # at the target so far
        cache.own = _append(cache.own, project_memory(h, h, p.self_attention))
        found = attend(h, *cache.own, p.self_attention, target_mask)
        weights.append(found.weights)
        return found.output

    def read(h: Array) -> Array:  # the source
        if cache.memory is None:
            cache.memory = project_memory(memory, memory, p.cross_attention)
        found = attend(h, *cache.memory, p.cross_attention, memory_mask)
        weights.append(found.weights)
        return found.output

    y = add(y, look, p.self_attention_norm)
    y = add(y, read, p.cross_attention_norm)
    y = add(y, lambda h: feed_forward(h, p.feed_forward), p.feed_forward_norm)
    return Coded(y, DecoderWeights(*weights))


def normalise(x: Array, norm: NormParameters | None) -> Array:
    """Apply a layer norm; None stands for none."""
    if norm is None:
        return x
    return layer_norm(x, norm.gamma, norm.beta, eps=norm.eps)


def _post_norm(x: Array, f: Callable[[Array], Array], norm: NormParameters) -> Array:
    """Return Norm(x + f(x))."""
    return normalise(residual_connection(x, f(x)), norm)


def _pre_norm(x: Array, f: Callable[[Array], Array], norm: NormParameters) -> Array:
    """Return x + f(Norm(x))."""
    return residual_connection(x, f(normalise(x, norm)))


def _append(
    past: tuple[Array, Array] | None, new: tuple[Array, Array]
) -> tuple[Array, Array]:
    """Put new keys and values behind those of earlier positions."""
    if past is None:
        return new
    xp = array_namespace(*new)
    return tuple(
        xp.concat([old, added], axis=-2) for old, added in zip(past, new, strict=True)
    )
