"""What a translator does without something: a head, or characters of the source."""

import datetime
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...kernels.sampling import greedy
from ...machine.parameters import TokenModelParameters
from ...machine.token_model import decode_tokens, encode_tokens
from .dates import write_date
from .decoding import translate_all
from .tokens import END_ID, LONGEST_TARGET, START_ID, source_ids, target_text


def translate_without(
    model: TokenModelParameters,
    source: str,
    hidden: Sequence[int],
    *,
    encoder_too: bool = False,
) -> str:
    """Translate a date while cross-attention may not read some of its characters.

    Parameters
    ----------
    model : TokenModelParameters
        As `load_translator` gives it, in NumPy.
    source : str
        The date as a person wrote it.
    hidden : sequence of int
        The places of the characters, counted from 0.
    encoder_too : bool
        Whether they are hidden from the encoder as well, so that no other vector of
        the memory can hold them; else it reads them all.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        As `source_ids`.

    Source
    ------
    Chapter: cross_attention.

    >>> from glassbox.models.translator import load_translator
    >>> translate_without(load_translator(), "21 Nov 2026", [5])
    '2026-11-21'
    """
    ids, written = source_ids(source), [START_ID]
    seen = ~np.isin(np.arange(len(ids)), hidden)[None]
    memory = encode_tokens(ids, model, seen if encoder_too else None).output
    while len(written) <= LONGEST_TARGET and written[-1] != END_ID:
        logits = decode_tokens(written, memory, model, memory_mask=seen).output
        written.append(int(greedy(logits[-1])))
    return target_text(written[1:])


def without_head(
    model: TokenModelParameters, layer: int, head: int, *, encoder: bool = False
) -> TokenModelParameters:
    """Take a head out: what it finds goes nowhere.

    Parameters
    ----------
    model : TokenModelParameters
    layer, head : int
        Counted from 0.
    encoder : bool
        Whether it is one of the encoder's self-attention, else of cross-attention.

    Returns
    -------
    TokenModelParameters
        A model whose W^O has rows of zeros for this head; the given one is left as it
        is.

    Source
    ------
    Michel, Levy and Neubig 2019, section 2.3. Chapter: cross_attention.

    >>> from glassbox.models.translator import load_translator
    >>> changed = without_head(load_translator(), 1, 0).transformer.decoder.layers[1]
    >>> float(abs(changed.cross_attention.w_o[:8]).max())
    0.0
    """
    side, part = "decoder", "cross_attention"
    if encoder:
        side, part = "encoder", "self_attention"
    stack = getattr(model.transformer, side)
    attention = getattr(stack.layers[layer], part)
    w_o = attention.w_o.copy()
    size = len(w_o) // attention.n_heads
    w_o[size * head : size * (head + 1)] = 0
    layers = list(stack.layers)
    changed = replace(attention, w_o=w_o)
    layers[layer] = replace(layers[layer], **{part: changed})
    stack = replace(stack, layers=tuple(layers))
    return replace(model, transformer=replace(model.transformer, **{side: stack}))


def count_without_head(
    model: TokenModelParameters, head: int, days: Sequence[datetime.date]
) -> tuple[int, int]:
    """Translate days without one head of the encoder's first layer.

    Parameters
    ----------
    model : TokenModelParameters
    head : int
        Counted from 0.
    days : sequence of datetime.date
        Written as in "October 30, 1951".

    Returns
    -------
    tuple of two int
        How many are right, and of how many a day of two digits is cut short to one.

    Source
    ------
    Chapter: multi_head_attention.

    >>> from glassbox.models.translator import load_translator
    >>> count_without_head(load_translator(), 0, [datetime.date(1951, 10, 30)])
    (0, 1)
    """
    rest = without_head(model, 0, head, encoder=True)
    wrote = translate_all(rest, [write_date(day, "full month") for day in days])
    pairs = [*zip(wrote, days, strict=True)]
    right = sum(text == f"{day}" for text, day in pairs)
    # October 30 as 1951-10-03: the tens of the day are gone
    short = sum(text[8:9] == "0" and day.day > 9 for text, day in pairs)
    return right, short
