"""Fresh parameters for a small language model, drawn at random for a training."""

import math
from typing import NamedTuple

import numpy as np
import torch
from glassbox import (
    AttentionParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    LanguageModelParameters,
    NormParameters,
    StackParameters,
)


class Sizes(NamedTuple):
    """What a small language model is made of."""

    d_model: int
    d_ff: int
    n_heads: int
    n_layers: int
    activation: str


def new_parameters(shares, sizes):
    """Draw fresh parameters; the output's bias starts at the tokens' shares."""
    d_model, d_ff, n_heads, n_layers, activation = sizes

    def draw(d_in, d_out, scale=1.0):
        return torch.randn(d_in, d_out) * scale / math.sqrt(d_in)

    def norm():
        return NormParameters(torch.ones(d_model), torch.zeros(d_model))

    def layer():
        projections = [draw(d_model, d_model) for _ in range(3)]
        look = AttentionParameters(n_heads, *projections, draw(d_model, d_model, 0.5))
        w_1, w_2 = draw(d_model, d_ff), draw(d_ff, d_model, 0.5)
        b_1, b_2 = torch.zeros(d_ff), torch.zeros(d_model)
        think = FeedForwardParameters(w_1, b_1, w_2, b_2, activation)
        return EncoderLayerParameters(look, norm(), think, norm())

    # A small table: at first the bias alone speaks.
    table = 0.2 / math.sqrt(d_model) * torch.randn(len(shares), d_model)
    stack = StackParameters(tuple(layer() for _ in range(n_layers)), True, norm())
    bias = torch.tensor(np.log(shares), dtype=torch.float32)
    return LanguageModelParameters(table, stack, bias)


def learning_rate(step, n_steps, highest, warm_up):
    """Rise over the first steps, then fall to 0 along half a cosine."""
    falling = 0.5 + 0.5 * math.cos(math.pi * step / n_steps)
    return highest * min(1, (step + 1) / warm_up) * falling
