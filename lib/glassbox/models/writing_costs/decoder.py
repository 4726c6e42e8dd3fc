"""A decoder that writes with and without its cache; nobody has trained it."""

import numpy as np

from ...kernels.multi_head import AttentionParameters
from ...kernels.position_wise import FeedForwardParameters
from ...kernels.probability import softmax
from ...kernels.sampling import sample
from ...machine.encoder_decoder import DecoderCache
from ...machine.parameters import (
    DecoderLayerParameters,
    NormParameters,
    StackParameters,
    TokenModelParameters,
    TransformerParameters,
)
from ...machine.token_model import decode_tokens

VOCABULARY, START = 256, 0
CLOCKED = {"d_model": 256, "n_layers": 4}  # the decoder whose times the record has
SMALL = {"d_model": 32, "n_layers": 1}  # enough to count with


def new_decoder(
    d_model: int, n_layers: int, *, n_heads: int = 4, seed: int = 0
) -> TokenModelParameters:
    """Return an untrained machine whose encoder is empty: only its decoder matters.

    Parameters
    ----------
    d_model, n_layers, n_heads : int
        Its sizes; d_ff is 4 x d_model, the vocabulary has 256 tokens.
    seed : int
        Of its random numbers, float32; what they are changes no cost.

    Returns
    -------
    TokenModelParameters

    Source
    ------
    Vaswani et al. 2017, section 3.1. Chapter: writing_costs.

    >>> new_decoder(d_model=8, n_layers=2).target_table.shape
    (256, 8)
    """
    rng = np.random.default_rng(seed)

    def matrix(d_in: int, d_out: int) -> np.ndarray:
        drawn = rng.standard_normal((d_in, d_out), dtype=np.float32)
        return drawn / np.float32(d_in**0.5)

    def attention() -> AttentionParameters:
        return AttentionParameters(n_heads, *[matrix(d_model, d_model) for _ in "qkvo"])

    def layer() -> DecoderLayerParameters:
        w_1, w_2 = matrix(d_model, 4 * d_model), matrix(4 * d_model, d_model)
        think = FeedForwardParameters(w_1, None, w_2, None)
        norm = NormParameters(None, None)
        return DecoderLayerParameters(attention(), norm, attention(), norm, think, norm)

    decoder = StackParameters(tuple(layer() for _ in range(n_layers)), norm_first=True)
    table = matrix(d_model, VOCABULARY).T
    stacks = TransformerParameters(StackParameters(()), decoder)
    # Unscaled, so that a token's own vector does not outweigh what the layers add.
    return TokenModelParameters(table, table, stacks, scale_embeddings=False)


def no_source(model: TokenModelParameters) -> np.ndarray:
    """Return a memory of one vector of zeros: there is next to nothing to read in it.

    >>> no_source(new_decoder(d_model=8, n_layers=2)).shape
    (1, 8)
    """
    return np.zeros_like(model.target_table[:1])


def write(model: TokenModelParameters, n_tokens: int, *, cached: bool) -> list[int]:
    """Let the decoder write tokens, each drawn from its probabilities: seed 0.

    Parameters
    ----------
    model : TokenModelParameters
        As `new_decoder` returns it.
    n_tokens : int
        How many.
    cached : bool
        Keep keys and values and read only the newest token, or read all tokens again at
        each step.

    Returns
    -------
    list of int
        The n_tokens ids, the same in both ways.

    Source
    ------
    Chapter: writing_costs.

    >>> model = new_decoder(**SMALL)
    >>> write(model, 5, cached=True) == write(model, 5, cached=False)
    True
    """
    memory, cache, written = no_source(model), DecoderCache(), [START]
    rng = np.random.default_rng(0)
    for _ in range(n_tokens):
        if cached:
            logits = decode_tokens(written[-1:], memory, model, cache=cache).output
        else:
            logits = decode_tokens(written, memory, model).output
        written.append(int(sample(softmax(logits[-1]), rng)))
    return written[1:]


def read_at_once(model: TokenModelParameters, token_ids: list[int]) -> DecoderCache:
    """Read a prompt in one call, and return the cache that it leaves.

    Parameters
    ----------
    model : TokenModelParameters
        As `new_decoder` returns it.
    token_ids : list of int
        The prompt.

    Returns
    -------
    DecoderCache
        The keys and values of all its tokens, in each layer.

    Source
    ------
    Chapter: writing_costs.

    >>> read_at_once(new_decoder(**SMALL), [3, 1, 4]).n_positions
    3
    """
    cache = DecoderCache()
    decode_tokens(token_ids, no_source(model), model, cache=cache)
    return cache
