"""From a source to its translation, one token after the other, with the kernels alone.

Works on NumPy and torch parameters alike.

>>> from glassbox.models.translator import load_translator
>>> translate(load_translator(), "November 21, 2026").text
'2026-11-21'
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ...kernels._arrays import Array
from ...kernels.masks import padding_mask
from ...kernels.sampling import greedy
from ...machine.encoder_decoder import DecoderCache
from ...machine.parameters import TokenModelParameters
from ...machine.token_model import decode_tokens, encode_tokens
from .tokens import (
    END_ID,
    LONGEST_TARGET,
    START_ID,
    TARGET_TOKENS,
    pad_sources,
    source_ids,
    target_ids,
    target_text,
)


class Translation(NamedTuple):
    """What the model wrote, and what it looked at while it wrote.

    Row i of logits and of the decoder's weights belongs to the step that chose
    tokens[i]: it read the start and the tokens before.
    """

    text: str
    tokens: tuple[str, ...]  # (n,), the end too
    logits: np.ndarray  # (n, vocabulary_size)
    encoder_attention: np.ndarray  # (n_layers, n_heads, n_source, n_source)
    decoder_attention: np.ndarray  # (n_layers, n_heads, n, n)
    cross_attention: np.ndarray  # (n_layers, n_heads, n, n_source)


def translate(
    model: TokenModelParameters, source: str, *, prefix: str = ""
) -> Translation:
    """Translate one date, always taking the likeliest token.

    The cache keeps each position's keys and values, so a step computes one new row.

    Parameters
    ----------
    model : TokenModelParameters
        As `load_translator` gives it, or one that you trained.
    source : str
        The date as a person wrote it.
    prefix : str
        How the translation must begin, right or wrong; the model goes on from there.

    Returns
    -------
    Translation
        Named tuple: text, tokens, logits and the three kinds of attention weights.

    Raises
    ------
    ValueError
        As `source_ids` for the source and `target_ids` for the prefix.

    Source
    ------
    Vaswani et al. 2017, section 3.1. Chapter: train_a_translator.

    >>> from glassbox.models.translator import load_translator
    >>> translate(load_translator(), "11/21/2026", prefix="2027").text
    '2027-11-21'
    """
    memory, encoder_weights = encode_tokens(source_ids(source), model)
    forced, written, rows = target_ids(prefix), [START_ID], []
    cache = DecoderCache()
    while len(rows) < LONGEST_TARGET and written[-1] != END_ID:
        row = decode_tokens(written[-1:], memory, model, cache=cache)
        rows.append(row)
        written.append(forced.pop(0) if forced else int(greedy(row.output[0])))
    return Translation(
        target_text(written[1:]),
        tuple(TARGET_TOKENS[i] for i in written[1:]),
        np.concatenate([_in_numpy(row.output) for row in rows]),
        np.stack([_in_numpy(weights) for weights in encoder_weights]),
        _stack_rows([[layer.self_attention for layer in row.weights] for row in rows]),
        _stack_rows([[layer.cross_attention for layer in row.weights] for row in rows]),
    )


def translate_all(model: TokenModelParameters, sources: Sequence[str]) -> list[str]:
    """Translate many dates at once, padded to one length.

    Parameters
    ----------
    model : TokenModelParameters
    sources : sequence of str
        The dates as people wrote them.

    Returns
    -------
    list of str

    Raises
    ------
    ValueError
        As `pad_sources`.

    Source
    ------
    Chapter: train_a_translator.

    >>> from glassbox.models.translator import load_translator
    >>> translate_all(load_translator(), ["11/21/2026", "二〇二六年一月一日"])
    ['2026-11-21', '2026-01-01']
    """
    columns = [_in_numpy(read) for _, read in greedy_steps(model, sources)]
    return [target_text(row) for row in np.concatenate(columns, axis=1)]


def greedy_steps(
    model: TokenModelParameters, sources: Sequence[str]
) -> Iterator[tuple[Array, Array]]:
    """Yield step by step the logits (batch, 1, V) and the likeliest tokens (batch, 1).

    The dates are padded to one length; each step reads the tokens of the steps before.

    >>> from glassbox.models.translator import load_translator
    >>> steps = greedy_steps(load_translator(), ["Nov 17 2026"])
    >>> target_text([int(read[0, 0]) for _, read in steps])
    '2026-11-17'
    """
    ids, lengths = pad_sources(sources)
    mask = padding_mask(lengths.tolist(), ids.shape[1], like=model.source_table)
    memory = encode_tokens(ids.tolist(), model, mask).output
    cache, read = DecoderCache(), [[START_ID]] * len(ids)
    for _ in range(LONGEST_TARGET):
        logits = decode_tokens(read, memory, model, memory_mask=mask, cache=cache)[0]
        read = greedy(logits)
        yield logits, read


def exact_share(model: TokenModelParameters, pairs: Sequence[tuple[str, str]]) -> float:
    """Measure which share of the translations is right in every character.

    Parameters
    ----------
    model : TokenModelParameters
    pairs : sequence of (source, target)
        As `draw_pairs` gives them.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    ValueError
        As `pad_sources`.

    Source
    ------
    Chapter: train_a_translator.

    >>> from glassbox.models.translator import load_translator
    >>> exact_share(load_translator(), [("11/21/2026", "2026-11-21")])
    1.0
    """
    found = translate_all(model, [source for source, _ in pairs])
    right = [text == target for text, (_, target) in zip(found, pairs, strict=True)]
    return sum(right) / len(right)


def _in_numpy(x: Array) -> np.ndarray:
    return x.detach().cpu().numpy() if hasattr(x, "detach") else x


def _stack_rows(steps: list[list[Array]]) -> np.ndarray:
    """Lay steps of layers of (n_heads, 1, n_keys) into one array, later keys 0."""
    n_keys = max(layer.shape[-1] for step in steps for layer in step)
    rows = [
        np.stack([_in_numpy(layer)[:, 0] for layer in step])  # (layers, heads, keys)
        for step in steps
    ]
    padded = [
        np.pad(row, [(0, 0), (0, 0), (0, n_keys - row.shape[-1])]) for row in rows
    ]
    return np.stack(padded, axis=2)
