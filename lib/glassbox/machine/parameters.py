"""What a model has learnt, as nested frozen dataclasses.

Every weight matrix is (d_in, d_out) and acts on row vectors, x @ W. The smallest parts,
AttentionParameters and FeedForwardParameters, stand beside the kernels that use them.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from array_api_compat import is_array_api_obj

from ..kernels._arrays import Array
from ..kernels.multi_head import AttentionParameters
from ..kernels.position_wise import FeedForwardParameters


@dataclass(frozen=True)
class NormParameters:
    """Scale and shift of a `layer_norm`, (d_model,) each; None leaves one out."""

    gamma: Array | None
    beta: Array | None
    eps: float = 1e-5


@dataclass(frozen=True)
class EncoderLayerParameters:
    """An encoder layer: two sublayers, each with its norm."""

    self_attention: AttentionParameters
    self_attention_norm: NormParameters
    feed_forward: FeedForwardParameters
    feed_forward_norm: NormParameters


@dataclass(frozen=True)
class DecoderLayerParameters:
    """A decoder layer: three sublayers, each with its norm."""

    self_attention: AttentionParameters
    self_attention_norm: NormParameters
    cross_attention: AttentionParameters
    cross_attention_norm: NormParameters
    feed_forward: FeedForwardParameters
    feed_forward_norm: NormParameters


@dataclass(frozen=True)
class StackParameters:
    """The layers of an encoder or a decoder, in order.

    norm_first: pre-norm, x + f(norm(x)), instead of post-norm, norm(x + f(x)).
    """

    layers: tuple[EncoderLayerParameters, ...] | tuple[DecoderLayerParameters, ...]
    norm_first: bool = False
    final_norm: NormParameters | None = None


@dataclass(frozen=True)
class TransformerParameters:
    """An encoder and a decoder stack that act on vectors, as nn.Transformer."""

    encoder: StackParameters
    decoder: StackParameters


@dataclass(frozen=True)
class TokenModelParameters:
    """A model from token ids to logits; the target table is the output head too."""

    source_table: Array  # (source vocabulary, d_model)
    target_table: Array  # (target vocabulary, d_model)
    transformer: TransformerParameters
    output_bias: Array | None = None  # (target vocabulary,)
    scale_embeddings: bool = True  # times sqrt(d_model)


@dataclass(frozen=True)
class LanguageModelParameters:
    """A decoder-only model: one stack that looks back, no source to read.

    Without cross-attention its layers are encoder layers; the mask makes the decoder.
    """

    table: Array  # (vocabulary_size, d_model): embedding and output head
    stack: StackParameters
    output_bias: Array | None = None  # (vocabulary_size,)
    scale_embeddings: bool = True  # times sqrt(d_model)


def map_arrays(parameters: Any, function: Callable[[Array], Array]) -> Any:
    """Return the same parameters with function applied to every array.

    Parameters
    ----------
    parameters : any of the dataclasses of this module, or a tuple of them
        Left as they are.
    function : callable
        Array in, array out: to another dtype, library or device.

    Returns
    -------
    the same kind of parameters

    Source
    ------
    The chapters the_transformer and train_a_translator use it.

    >>> import numpy as np
    >>> map_arrays(NormParameters(np.array([1.0]), None), lambda x: 2 * x)
    NormParameters(gamma=array([2.]), beta=None, eps=1e-05)
    """
    if is_dataclass(parameters):
        values = {f.name: getattr(parameters, f.name) for f in fields(parameters)}
        changed = {n: map_arrays(value, function) for n, value in values.items()}
        return type(parameters)(**changed)
    if isinstance(parameters, tuple):
        return tuple(map_arrays(value, function) for value in parameters)
    return function(parameters) if is_array_api_obj(parameters) else parameters
