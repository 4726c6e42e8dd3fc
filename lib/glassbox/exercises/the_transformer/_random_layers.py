"""Layers with small random numbers, for the exercises of the_transformer.

Every parameter is drawn, biases and norms too: fresh ones, 0 and 1, would hide what
an answer leaves out.
"""

import numpy as np

from ...machine.parameters import (
    AttentionParameters,
    DecoderLayerParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    NormParameters,
)
from ...words import translated

_rng = np.random.default_rng(5)


def _in_words() -> str:
    return translated("all random: d_model 4, 2 heads, d_ff 6")


class SomeEncoderLayer(EncoderLayerParameters):
    """An encoder layer that a case shows in words, not in 200 numbers."""

    def __str__(self) -> str:
        return _in_words()


class SomeDecoderLayer(DecoderLayerParameters):
    """The same for a decoder layer."""

    def __str__(self) -> str:
        return _in_words()


def _draw(*shape: int) -> np.ndarray:
    return _rng.normal(size=shape).round(1)


def _attention() -> AttentionParameters:
    matrices = [_draw(4, 4) for _ in range(4)]
    return AttentionParameters(2, *matrices, *[_draw(4) for _ in range(4)])


def _feed_forward() -> FeedForwardParameters:
    return FeedForwardParameters(_draw(4, 6), _draw(6), _draw(6, 4), _draw(4))


def _norm() -> NormParameters:
    return NormParameters(1 + _draw(4) / 2, _draw(4))


ENCODER = SomeEncoderLayer(_attention(), _norm(), _feed_forward(), _norm())
NO_NUMBERS = NormParameters(None, None)
BARE = SomeEncoderLayer(_attention(), NO_NUMBERS, _feed_forward(), NO_NUMBERS)
DECODER = SomeDecoderLayer(
    *[_attention(), _norm(), _attention(), _norm(), _feed_forward(), _norm()]
)
