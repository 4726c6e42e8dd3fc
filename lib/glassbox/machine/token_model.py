"""From token ids to logits: embedding, positions, the stacks and the tied head."""

from typing import Any

from ..kernels._arrays import Array
from ..kernels.embedding import embed, sinusoidal_positions
from ..kernels.masks import causal_mask
from ..kernels.output_head import vocabulary_logits
from .encoder_decoder import DecoderCache, decode, encode
from .layers import Coded
from .parameters import LanguageModelParameters, TokenModelParameters


def embed_tokens(
    token_ids: Any, table: Array, *, scale: bool = True, first_position: int = 0
) -> Array:
    """Say of each token what it is and where it stands.

    Equation: x_i = sqrt(d_model) E[t_i] + PE(first_position + i)

    Parameters
    ----------
    token_ids : integer array or nested list, shape (..., n)
        Ids from 0 to vocabulary_size - 1.
    table : real array, shape (vocabulary_size, d_model)
        One row a token.
    scale : bool
        Multiply the rows by sqrt(d_model).
    first_position : int
        With a cache, how many tokens came before.

    Returns
    -------
    array, shape (..., n, d_model)
        dtype of the table.

    Raises
    ------
    TypeError, ValueError
        As `embed` and `sinusoidal_positions`.

    Source
    ------
    Vaswani et al. 2017, sections 3.4 and 3.5. Chapter: embeddings_and_positions.

    >>> import numpy as np
    >>> embed_tokens([1, 1], np.array([[0.0, 0.0], [1.0, 2.0]]), scale=False).round(4)
    array([[1.    , 3.    ],
           [1.8415, 2.5403]])
    """
    vectors = embed(token_ids, table, scale=scale)  # (..., n, d_model)
    n, d_model = vectors.shape[-2:]
    positions = sinusoidal_positions(first_position + n, d_model, like=vectors)
    return vectors + positions[first_position:]


def encode_tokens(
    source_ids: Any, parameters: TokenModelParameters, mask: Array | None = None
) -> Coded:
    """Read the source: `encode` on its tokens' vectors.

    Parameters
    ----------
    source_ids : integer array or nested list, shape (..., n)
        Ids of the source vocabulary.
    parameters : TokenModelParameters
        The whole model.
    mask : boolean array, (batch, 1, n), or None
        True = may attend: see `padding_mask`.

    Returns
    -------
    Coded
        As `encode`; the output is the memory that `decode_tokens` reads.

    Raises
    ------
    TypeError, ValueError
        As `embed_tokens` and `encode`.

    Source
    ------
    Vaswani et al. 2017, figure 1. Chapter: the_transformer.

    >>> import numpy as np
    >>> from glassbox import StackParameters, TransformerParameters
    >>> table, empty = np.eye(3, 2), StackParameters(())
    >>> model = TokenModelParameters(table, table, TransformerParameters(empty, empty))
    >>> encode_tokens([0, 1], model).output.round(3)
    array([[1.414, 1.   ],
           [0.841, 1.955]])
    """
    p = parameters
    x = embed_tokens(source_ids, p.source_table, scale=p.scale_embeddings)
    return encode(x, p.transformer.encoder, mask)


def decode_tokens(
    target_ids: Any,
    memory: Array,
    parameters: TokenModelParameters,
    *,
    target_mask: Array | None = None,
    memory_mask: Array | None = None,
    cache: DecoderCache | None = None,
) -> Coded:
    """Score every token of the vocabulary as the next one after each position.

    Parameters
    ----------
    target_ids : integer array or nested list, shape (..., n)
        Ids of the target vocabulary, shifted right; with a cache only the new ones.
    memory : real array, shape (..., n_sources, d_model)
        The output of `encode_tokens`.
    parameters : TokenModelParameters
        The whole model.
    target_mask : boolean array or None
        Combined with the causal mask, which always applies: the target's padding.
    memory_mask : boolean array or None
        True = may attend: the source's padding.
    cache : DecoderCache, optional
        What earlier calls computed; this call adds to it.

    Returns
    -------
    Coded
        Named tuple: output, the logits (..., n, vocabulary_size); weights as
        `decode`.

    Raises
    ------
    TypeError, ValueError
        As `embed_tokens`, `decode` and `vocabulary_logits`.

    Source
    ------
    Vaswani et al. 2017, figure 1. Chapter: the_transformer.

    >>> import numpy as np
    >>> from glassbox import StackParameters, TransformerParameters
    >>> table, empty = np.eye(3, 2), StackParameters(())
    >>> model = TokenModelParameters(table, table, TransformerParameters(empty, empty))
    >>> decode_tokens([0, 1], np.ones((4, 2)), model).output.round(3)
    array([[1.414, 1.   , 0.   ],
           [0.841, 1.955, 0.   ]])
    """
    p, past = parameters, 0 if cache is None else cache.n_positions
    y = embed_tokens(
        target_ids, p.target_table, scale=p.scale_embeddings, first_position=past
    )
    visible = causal_mask(y.shape[-2], first_query=past, like=y)
    visible = visible if target_mask is None else visible & target_mask
    masks = {"target_mask": visible, "memory_mask": memory_mask}
    hidden, weights = decode(y, memory, p.transformer.decoder, **masks, cache=cache)
    return Coded(vocabulary_logits(hidden, p.target_table, p.output_bias), weights)


def predict_tokens(token_ids: Any, parameters: LanguageModelParameters) -> Coded:
    """Score every token as the next one after each position of a text.

    Parameters
    ----------
    token_ids : integer array or nested list, shape (..., n)
        The text so far; each position sees itself and those before it.
    parameters : LanguageModelParameters
        The whole model.

    Returns
    -------
    Coded
        Named tuple: output, the logits (..., n, vocabulary_size); weights as
        `encode`.

    Raises
    ------
    TypeError, ValueError
        As `embed_tokens`, `encode` and `vocabulary_logits`.

    Source
    ------
    Radford et al. 2018, section 3.1. Chapter: output_head.

    >>> import numpy as np
    >>> from glassbox import StackParameters
    >>> model = LanguageModelParameters(np.eye(3, 2), StackParameters(()))
    >>> predict_tokens([0, 1], model).output.round(3)
    array([[1.414, 1.   , 0.   ],
           [0.841, 1.955, 0.   ]])
    """
    p = parameters
    x = embed_tokens(token_ids, p.table, scale=p.scale_embeddings)
    visible = causal_mask(x.shape[-2], like=x)
    hidden, weights = encode(x, p.stack, visible)
    return Coded(vocabulary_logits(hidden, p.table, p.output_bias), weights)
