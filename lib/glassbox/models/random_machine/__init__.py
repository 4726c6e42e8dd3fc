"""A machine that nobody has trained: random numbers in every part, to test with."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from ...kernels.multi_head import AttentionParameters
from ...kernels.position_wise import FeedForwardParameters
from ...machine.parameters import (
    DecoderLayerParameters,
    EncoderLayerParameters,
    NormParameters,
    StackParameters,
    TokenModelParameters,
    TransformerParameters,
)
from .today import random_decoder_only

__all__ = ["KINDS", "forget", "random_decoder_only", "random_machine", "with_zeros"]

# Kinds of parameters that a careless author might forget, and their names.
KINDS = {
    "γ": ("gamma",),
    "β": ("beta",),
    "final norms": ("final_norm",),
    "attention biases": ("b_q", "b_k", "b_v", "b_o"),
    "b_k alone": ("b_k",),
    "feed-forward biases": ("b_1", "b_2"),
}


def random_machine(
    n_layers: int = 2, *, fresh: bool = False, final_norm: bool = False, seed: int = 0
) -> TokenModelParameters:
    """Return an untrained machine of 5 source words and 8 target words.

    Its d_model is 32, with 4 heads and d_ff 64. The numbers of a matrix have variance
    1 / d_in, those of a bias, a beta and a gamma a standard deviation of 0.3, around
    0, 0 and 1.

    Parameters
    ----------
    n_layers : int
        Layers in each of the two stacks.
    fresh : bool
        Leave every gamma 1, every beta 0 and the attentions' biases 0, as in a model
        that PyTorch has just made.
    final_norm : bool
        End each stack in a norm, as PyTorch does.
    seed : int
        Of the random numbers.

    Source
    ------
    Chapter: the_transformer.

    >>> random_machine().target_table.shape
    (8, 32)
    """
    rng = np.random.default_rng(seed)

    def matrix(d_in: int, d_out: int) -> np.ndarray:
        return rng.normal(size=(d_in, d_out)) / np.sqrt(d_in)

    def vector(length: int, *, starts_at: float | None = None) -> np.ndarray:
        numbers = 0.3 * rng.normal(size=length)
        if fresh and starts_at is not None:
            return np.full(length, starts_at)
        return numbers + (starts_at or 0)

    def norm() -> NormParameters:
        return NormParameters(vector(32, starts_at=1), vector(32, starts_at=0))

    def attention() -> AttentionParameters:
        matrices = [matrix(32, 32) for _ in range(4)]
        return AttentionParameters(
            4, *matrices, *[vector(32, starts_at=0) for _ in range(4)]
        )

    def feed_forward() -> FeedForwardParameters:
        return FeedForwardParameters(
            matrix(32, 64), vector(64), matrix(64, 32), vector(32)
        )

    def stack(layer: Any, n_attentions: int) -> StackParameters:
        layers = []
        for _ in range(n_layers):
            looks = [part() for _ in range(n_attentions) for part in (attention, norm)]
            layers.append(layer(*looks, feed_forward(), norm()))
        return StackParameters(tuple(layers), final_norm=norm() if final_norm else None)

    tables = matrix(32, 5).T, matrix(32, 8).T
    stacks = stack(EncoderLayerParameters, 1), stack(DecoderLayerParameters, 2)
    return TokenModelParameters(*tables, TransformerParameters(*stacks))


def forget(parameters: Any, *names: str) -> Any:
    """Return the same parameters without those of these names: None in their place.

    >>> forget(NormParameters(np.ones(2), np.zeros(2)), "beta")
    NormParameters(gamma=array([1., 1.]), beta=None, eps=1e-05)
    """
    if isinstance(parameters, tuple):
        return tuple(forget(part, *names) for part in parameters)
    if not is_dataclass(parameters):
        return parameters
    kept = {
        field.name: None
        if field.name in names
        else forget(getattr(parameters, field.name), *names)
        for field in fields(parameters)
    }
    return type(parameters)(**kept)


def with_zeros(model: TokenModelParameters, name: str) -> TokenModelParameters:
    """Return the same model, with one matrix of each cross-attention set to 0.

    >>> model = with_zeros(random_machine(), "w_v")
    >>> float(model.transformer.decoder.layers[1].cross_attention.w_v.max())
    0.0
    """
    stacks = model.transformer
    layers = []
    for layer in stacks.decoder.layers:
        look = layer.cross_attention
        look = replace(look, **{name: 0 * getattr(look, name)})
        layers.append(replace(layer, cross_attention=look))
    decoder = replace(stacks.decoder, layers=tuple(layers))
    return replace(model, transformer=replace(stacks, decoder=decoder))
