"""The whole machine: a stack of encoder layers, and one of decoder layers."""

from dataclasses import dataclass, field

from ..kernels._arrays import Array
from .layers import Coded, LayerCache, decoder_layer, encoder_layer, normalise
from .parameters import StackParameters


@dataclass
class DecoderCache:
    """What step-by-step decoding keeps: start with DecoderCache().

    It is the one object here that changes: `decode` adds the new positions to it.
    """

    layers: list[LayerCache] = field(default_factory=list)
    memory: Array | None = None  # whose keys and values these are

    @property
    def n_positions(self) -> int:
        """How many target positions came before."""
        return self.layers[0].own[0].shape[-2] if self.layers else 0


def encode(x: Array, parameters: StackParameters, mask: Array | None = None) -> Coded:
    """Send vectors through the encoder's layers; with a causal mask, a GPT's.

    Parameters
    ----------
    x : real array, shape (..., n, d_model)
        One row a token, position added.
    parameters : StackParameters
        Its layers are EncoderLayerParameters.
    mask : boolean array, (n, n) or (batch, n or 1, n), or None
        True = may attend.

    Returns
    -------
    Coded
        Named tuple: output (..., n, d_model), dtype kept; weights, a tuple with
        each layer's (..., n_heads, n, n).

    Raises
    ------
    TypeError, ValueError
        As `encoder_layer`.

    Source
    ------
    Vaswani et al. 2017, section 3.1 and figure 1. Chapter: the_transformer.

    >>> import numpy as np
    >>> from glassbox import NormParameters
    >>> only_a_norm = StackParameters((), final_norm=NormParameters(None, None))
    >>> encode(np.array([[1.0, 3.0]]), only_a_norm).output.round(3)
    array([[-1.,  1.]])
    """
    weights = []
    for layer in parameters.layers:
        x, found = encoder_layer(x, layer, mask, norm_first=parameters.norm_first)
        weights.append(found)
    return Coded(normalise(x, parameters.final_norm), tuple(weights))


def decode(
    y: Array,
    memory: Array,
    parameters: StackParameters,
    *,
    target_mask: Array | None = None,
    memory_mask: Array | None = None,
    cache: DecoderCache | None = None,
) -> Coded:
    """Send vectors through the decoder's layers, each of which reads the memory.

    Parameters
    ----------
    y : real array, shape (..., n_targets, d_model)
        One row a token, position added; with a cache only the new positions.
    memory : real array, shape (..., n_sources, d_model)
        The output of `encode`; with a cache the same array at every step.
    parameters : StackParameters
        Its layers are DecoderLayerParameters.
    target_mask : boolean array, (n_targets, all targets), with a batch axis, or None
        True = may attend. None hides nothing: see `causal_mask`.
    memory_mask : boolean array, (batch, n_targets or 1, n_sources), or None
        True = may attend: the source's padding.
    cache : DecoderCache, optional
        What earlier calls computed; this call adds to it.

    Returns
    -------
    Coded
        Named tuple: output (..., n_targets, d_model), dtype kept; weights, a tuple
        with each layer's DecoderWeights.

    Raises
    ------
    TypeError
        As `decoder_layer`.
    ValueError
        As `decoder_layer`, or if the cache was filled with another memory.

    Source
    ------
    Vaswani et al. 2017, section 3.1 and figure 1. Chapter: the_transformer.

    >>> import numpy as np
    >>> from glassbox import NormParameters
    >>> only_a_norm = StackParameters((), final_norm=NormParameters(None, None))
    >>> decode(np.array([[1.0, 3.0]]), np.ones((4, 2)), only_a_norm).output.round(3)
    array([[-1.,  1.]])
    """
    cache = DecoderCache() if cache is None else cache
    if not cache.layers:
        cache.layers, cache.memory = [LayerCache() for _ in parameters.layers], memory
    if cache.memory is not memory:
        raise ValueError("memory must be the array that the cache was started with")
    masks = {"target_mask": target_mask, "memory_mask": memory_mask}
    weights = []
    for layer, past in zip(parameters.layers, cache.layers, strict=True):
        y, found = decoder_layer(
            y, memory, layer, **masks, norm_first=parameters.norm_first, cache=past
        )
        weights.append(found)
    return Coded(normalise(y, parameters.final_norm), tuple(weights))
