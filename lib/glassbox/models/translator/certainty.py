"""How sure the translator is of what it writes, for many dates at once."""

from collections.abc import Sequence

import numpy as np

from ...kernels.masks import padding_mask
from ...kernels.probability import softmax
from ...machine.encoder_decoder import DecoderCache
from ...machine.parameters import TokenModelParameters
from ...machine.token_model import decode_tokens, encode_tokens
from .tokens import END_ID, LONGEST_TARGET, START_ID, pad_sources, target_text


def how_sure(
    model: TokenModelParameters, sources: Sequence[str]
) -> tuple[list[str], np.ndarray]:
    """Translate dates, and multiply the probabilities of the tokens of each.

    Parameters
    ----------
    model : TokenModelParameters
        As `load_translator` gives it, in NumPy.
    sources : sequence of str
        The dates as people wrote them.

    Returns
    -------
    list of str, array (n_sources,)
        The texts, and the probability of each whole answer, its end too.

    Raises
    ------
    ValueError
        As `pad_sources`.

    Source
    ------
    Chapter: train_a_translator.

    >>> from glassbox.models.translator import load_translator
    >>> texts, sure = how_sure(load_translator(), ["2/31/2024"])
    >>> texts, sure.round(2)
    (['2024-02-31'], array([0.57]))
    """
    ids, lengths = pad_sources(sources)
    mask = padding_mask(lengths, ids.shape[1])
    memory = encode_tokens(ids, model, mask).output
    cache, read, columns = DecoderCache(), np.full((len(ids), 1), START_ID), []
    sure, ended = np.ones(len(ids)), np.zeros(len(ids), dtype=bool)
    for _ in range(LONGEST_TARGET):
        step = decode_tokens(read, memory, model, memory_mask=mask, cache=cache)
        shares = softmax(step.output[:, -1])
        read = shares.argmax(axis=-1)[:, None]
        sure = np.where(ended, sure, sure * shares.max(axis=-1))
        ended |= read[:, 0] == END_ID
        columns.append(read)
    return [target_text(row) for row in np.concatenate(columns, axis=1)], sure
