"""What the translator reads of many dates, and what it needs: measured by parts."""

from collections.abc import Sequence

import numpy as np

from ...kernels.masks import causal_mask
from ...kernels.multi_head import multi_head_attention
from ...machine.layers import Coded, DecoderWeights, decoder_layer, normalise
from ...machine.parameters import TokenModelParameters
from ...machine.token_model import decode_tokens, embed_tokens, encode_tokens
from .date_batches import PARTS, DateBatch

WRITTEN = {  # the parts of a target, and which of its positions write them
    "year": [0, 1, 2, 3], "month": [5, 6], "day": [8, 9], "hyphens": [4, 7],
    "end": [10],
}  # fmt: skip


def write_dates(
    model: TokenModelParameters, dates: DateBatch, seen: np.ndarray | None
) -> Coded:
    """Score every next token, each given the right ones before it.

    Parameters
    ----------
    model : TokenModelParameters
        As `load_translator` gives it, in NumPy.
    dates : DateBatch
    seen : array (dates, 1 or n, m) of bool, or None
        What cross-attention may read; the encoder reads all that is real.

    Returns
    -------
    Coded
        The logits, (dates, n, vocabulary_size), and each layer's weights.

    Source
    ------
    Chapter: cross_attention.

    >>> from glassbox.models.translator import load_translator
    >>> from glassbox.models.translator import unseen_dates
    >>> dates = unseen_dates(2)
    >>> write_dates(load_translator(), dates, dates.real).output.shape
    (2, 11, 13)
    """
    memory = encode_tokens(dates.source_ids, model, dates.real).output
    return decode_tokens(dates.inputs, memory, model, memory_mask=seen)


def decoder_vectors(
    model: TokenModelParameters, memory: np.ndarray, target: Sequence[int], layer: int
) -> np.ndarray:
    """Compute the vectors from which a layer's cross-attention makes its queries.

    Parameters
    ----------
    model : TokenModelParameters
        As `load_translator` gives it, in NumPy and pre-norm.
    memory : array (m, d_model)
        What the encoder made of a source.
    target : sequence of int
        The n target tokens so far, <start> first.
    layer : int
        Counted from 0.

    Returns
    -------
    array (n, d_model)

    Source
    ------
    Chapter: cross_attention.

    >>> from glassbox.models.translator import START_ID, load_translator
    >>> decoder_vectors(load_translator(), np.ones((7, 32)), [START_ID], 1).shape
    (1, 32)
    """
    decoder, visible = model.transformer.decoder, causal_mask(len(target))
    y = embed_tokens(target, model.target_table, scale=model.scale_embeddings)
    for past in decoder.layers[:layer]:
        y, _ = decoder_layer(y, memory, past, target_mask=visible, norm_first=True)
    p = decoder.layers[layer]
    h = normalise(y, p.self_attention_norm)
    y = y + multi_head_attention(h, h, h, p.self_attention, visible).output
    return normalise(y, p.cross_attention_norm)


def right_parts(logits: np.ndarray, dates: DateBatch) -> np.ndarray:
    """Measure how many of the years, months and days are right in every digit.

    Parameters
    ----------
    logits : array (dates, n, vocabulary_size)
    dates : DateBatch

    Returns
    -------
    array (3,)
        Of year, month and day, in percent.

    Source
    ------
    Chapter: cross_attention.

    >>> from glassbox.models.translator import load_translator
    >>> from glassbox.models.translator import unseen_dates
    >>> dates = unseen_dates(9)
    >>> right_parts(write_dates(load_translator(), dates, dates.real).output, dates)
    array([100., 100., 100.])
    """
    hits = logits.argmax(axis=-1) == dates.answers
    whole = [hits[:, WRITTEN[part]].all(axis=-1) for part in PARTS[:3]]
    return 100 * np.mean(whole, axis=-1)


def weight_on_parts(weights: Sequence[DecoderWeights], dates: DateBatch) -> np.ndarray:
    """Measure how much of its weight each part of the target puts on each of a source.

    Parameters
    ----------
    weights : sequence of DecoderWeights
        Each layer's weights, as `write_dates` gives them.
    dates : DateBatch

    Returns
    -------
    array (layers, heads, len(WRITTEN), len(PARTS))
        Sums of weights on a part, as means over dates and over the positions that
        write a part of the target.

    Source
    ------
    Chapter: cross_attention.

    >>> from glassbox.models.translator import load_translator
    >>> from glassbox.models.translator import unseen_dates
    >>> dates = unseen_dates(3)
    >>> read = write_dates(load_translator(), dates, dates.real).weights
    >>> weight_on_parts(read, dates).shape
    (2, 4, 5, 4)
    """
    belongs = (dates.parts[..., None] == range(len(PARTS))).astype(
        float
    )  # (dates, m, 4)
    found = []
    for layer in weights:
        on_parts = (layer.cross_attention @ belongs[:, None]).mean(
            axis=0
        )  # (heads, n, 4)
        rows = [on_parts[:, at].mean(axis=1) for at in WRITTEN.values()]
        found.append(np.stack(rows, axis=1))
    return np.stack(found)


def even_weight(dates: DateBatch) -> np.ndarray:
    """Say how much weight each part would get if all characters got the same.

    Parameters
    ----------
    dates : DateBatch

    Returns
    -------
    array (len(PARTS),)
        Means over dates; they sum to 1.

    Source
    ------
    Chapter: cross_attention.

    >>> from glassbox.models.translator import date_batch
    >>> even_weight(date_batch([("1/2/1999", "1999-01-02")]))
    array([0.5  , 0.125, 0.125, 0.25 ])
    """
    belongs = dates.parts[..., None] == range(len(PARTS))
    return (belongs.sum(axis=1) / dates.real.sum(axis=-1)).mean(axis=0)
