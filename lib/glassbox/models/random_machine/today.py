"""A language model of today that nobody has trained: random numbers in every part."""

import numpy as np

from ...machine.decoder_only import DecoderOnlyLayerParameters, DecoderOnlyParameters


def random_decoder_only(
    *,
    vocabulary_size: int,
    d_model: int,
    n_layers: int,
    n_heads: int,
    n_key_value_heads: int,
    seed: int = 0,
) -> DecoderOnlyParameters:
    """Return an untrained model for `decoder_only`: d_ff is 8/3 of d_model.

    The numbers of a matrix have variance 1 / d_in, those of a gamma a standard
    deviation of 0.3 around 1.

    Parameters
    ----------
    vocabulary_size, d_model, n_layers, n_heads, n_key_value_heads : int
        Its sizes; n_heads divides d_model, and n_key_value_heads divides n_heads.
    seed : int
        Of the random numbers.

    Source
    ------
    Chapter: a_real_model.

    >>> model = random_decoder_only(
    ...     vocabulary_size=9, d_model=24, n_layers=2, n_heads=6, n_key_value_heads=2
    ... )
    >>> model.layers[0].w_k.shape, model.layers[0].w_up.shape
    ((24, 8), (24, 64))
    """
    rng = np.random.default_rng(seed)

    def matrix(d_in: int, d_out: int) -> np.ndarray:
        return rng.normal(size=(d_in, d_out)) / d_in**0.5

    def gamma() -> np.ndarray:
        return rng.normal(1, 0.3, size=d_model)

    d_ff, d_shared = 8 * d_model // 3, d_model // n_heads * n_key_value_heads

    def layer() -> DecoderOnlyLayerParameters:
        return DecoderOnlyLayerParameters(
            gamma_attention=gamma(),
            w_q=matrix(d_model, d_model),
            w_k=matrix(d_model, d_shared),
            w_v=matrix(d_model, d_shared),
            w_o=matrix(d_model, d_model),
            gamma_feed_forward=gamma(),
            w_gate=matrix(d_model, d_ff),
            w_up=matrix(d_model, d_ff),
            w_down=matrix(d_ff, d_model),
        )

    table = rng.normal(size=(vocabulary_size, d_model))
    layers = tuple(layer() for _ in range(n_layers))
    return DecoderOnlyParameters(table, layers, gamma(), n_heads, n_key_value_heads)
