"""The translator's parameters: those that the library brings along, and fresh ones.

>>> load_translator().source_table.shape
(55, 32)
"""

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np

from ...kernels._arrays import Array
from ...machine.files import load_parameters
from ...machine.parameters import (
    AttentionParameters,
    DecoderLayerParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    NormParameters,
    StackParameters,
    TokenModelParameters,
    TransformerParameters,
    map_arrays,
)
from .tokens import SOURCE_TOKENS, TARGET_TOKENS

MODEL = Path(__file__).parent / "date_translator.safetensors"


def load_translator(path: Path = MODEL) -> TokenModelParameters:
    """Read the translator that the library brings along.

    Parameters
    ----------
    path : path
        A file that `save_parameters` wrote.

    Returns
    -------
    TokenModelParameters
        Arrays of float64: they hold the file's half-precision numbers exactly, and
        the kernels compute in double precision.

    Raises
    ------
    FileNotFoundError, ValueError
        As `load_parameters`.

    Source
    ------
    training/translator/train.py made it. Chapter: cross_attention.

    >>> load_translator().target_table.shape
    (13, 32)
    """
    return map_arrays(load_parameters(path), lambda x: x.astype(np.float64))


def new_translator(
    seed: int = 0,
    *,
    d_model: int = 32,
    n_heads: int = 4,
    n_layers: int = 2,
    d_ff: int = 64,
    norm_first: bool = True,
) -> TokenModelParameters:
    """Draw the parameters of an untrained translator.

    Equation: weights ~ N(0, 1 / d_in), tables ~ N(0, 1 / d_model), biases 0, norms 1, 0

    Parameters
    ----------
    seed : int
        The same seed draws the same parameters.
    d_model, n_heads, n_layers, d_ff : int
        Sizes; n_layers in each of the two stacks.
    norm_first : bool
        Pre-norm with final norms, or the paper's post-norm without.

    Returns
    -------
    TokenModelParameters
        torch tensors of float32 that want a gradient.

    Raises
    ------
    ValueError
        If d_model is not divisible by n_heads.

    Source
    ------
    Vaswani et al. 2017, figure 1. Chapter: train_a_translator.

    >>> new_translator(d_model=8).target_table.shape
    torch.Size([13, 8])
    """
    import torch

    if d_model % n_heads:
        rule = "d_model must be divisible by n_heads"
        raise ValueError(f"{rule}; got {d_model} and {n_heads}")
    rng = torch.Generator().manual_seed(seed)

    def draw(d_in: int, d_out: int) -> Array:
        return torch.randn(d_in, d_out, generator=rng) / math.sqrt(d_in)

    def norm() -> NormParameters:
        return NormParameters(torch.ones(d_model), torch.zeros(d_model))

    def look() -> AttentionParameters:
        weights = [draw(d_model, d_model) for _ in range(4)]
        return AttentionParameters(n_heads, *weights, *torch.zeros(4, d_model))

    def think() -> FeedForwardParameters:
        w_1, w_2 = draw(d_model, d_ff), draw(d_ff, d_model)
        return FeedForwardParameters(w_1, torch.zeros(d_ff), w_2, torch.zeros(d_model))

    def encoder_layer() -> EncoderLayerParameters:
        return EncoderLayerParameters(look(), norm(), think(), norm())

    def decoder_layer() -> DecoderLayerParameters:
        return DecoderLayerParameters(look(), norm(), look(), norm(), think(), norm())

    def stack(layer: Callable) -> StackParameters:
        layers = tuple(layer() for _ in range(n_layers))
        return StackParameters(layers, norm_first, norm() if norm_first else None)

    # draw gives variance 1 / d_model; its columns become the tokens' rows.
    tables = [draw(d_model, len(tokens)).T for tokens in (SOURCE_TOKENS, TARGET_TOKENS)]
    machine = TransformerParameters(stack(encoder_layer), stack(decoder_layer))
    model = TokenModelParameters(*tables, machine)
    return map_arrays(model, lambda x: x.clone().requires_grad_())
