"""The machine with parts switched off: what it writes, what it sees, its vectors."""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import numpy as np

from ...kernels.embedding import embed, sinusoidal_positions
from ...kernels.masks import causal_mask
from ...kernels.multi_head import multi_head_attention
from ...kernels.output_head import vocabulary_logits
from ...kernels.position_wise import feed_forward
from ...kernels.probability import softmax
from ...kernels.sampling import greedy
from ...machine.layers import normalise
from ...machine.parameters import StackParameters, TokenModelParameters
from ...models.random_machine.tower import size, spread
from ...models.translator import (
    END_ID,
    LONGEST_TARGET,
    START_ID,
    source_ids,
    target_ids,
    translate,
)
from ..live_translator.numbers import SYMBOLS

PARTS = (
    "source_positions", "target_positions", "self_attention", "mask",
    "cross_attention", "feed_forward", "norms", "final_norms", "skips",
)  # fmt: skip
# A date, the same with two characters exchanged, and another one.
DATES = ("5/9/2034", "9/5/2034", "3/8/2051")
LAST = "3"  # takes the place of the last given digit
N_STEPS = 37  # from the source's embedding to the head, through both layers
SEEN = 0.005  # a probability that moves further shows in two decimals

Off = Collection[str]


class Readings(NamedTuple):
    """What is measured of the machine."""

    written: list[str]  # for each of DATES, "^" for a start token
    moved: int  # answers before a given token that move when it changes
    answers: int  # that there are before it
    spread: float  # of the decoder's vectors after its last layer
    size: float


def readings(model: TokenModelParameters, off: Off) -> Readings:
    """Measure a pre-norm date translator with these PARTS switched off.

    >>> from glassbox.models.translator import load_translator
    >>> readings(load_translator(), ["source_positions"]).written
    ['204-05-24', '204-05-24', '2030-05-13']
    """
    memory = encoded(DATES[0], model, off)
    right = translate(model, DATES[0]).text
    given = [START_ID, *target_ids(right)]
    top = decoded(given, memory, model, off)
    other = decoded([*given[:-1], *target_ids(LAST)], memory, model, off)
    shares = [softmax(scored(rows, model, off)) for rows in (top, other)]
    moves = np.abs(shares[1] - shares[0]).max(axis=-1)[:-1]
    return Readings(
        [written(date, model, off) for date in DATES],
        int((moves > SEEN).sum()),
        len(moves),
        spread(top),
        size(top),
    )


def written(date: str, model: TokenModelParameters, off: Off) -> str:
    """Return what the machine writes for a date, the likeliest token each time."""
    memory, ids = encoded(date, model, off), [START_ID]
    while len(ids) <= LONGEST_TARGET and ids[-1] != END_ID:
        top = decoded(ids, memory, model, off)
        ids.append(int(greedy(scored(top[-1:], model, off)[0])))
    return "".join(SYMBOLS[i] for i in ids[1:] if i != END_ID)


def encoded(date: str, model: TokenModelParameters, off: Off) -> np.ndarray:
    """Return the memory of a date."""
    stack = model.transformer.encoder
    x = embedded(source_ids(date), model.source_table, model, "source_positions" in off)
    for p in stack.layers:
        x = look(x, x, p.self_attention, p.self_attention_norm, None, off)
        x = think(x, p, off)
    return ended(x, stack, off)


def decoded(
    ids: list[int], memory: np.ndarray, model: TokenModelParameters, off: Off
) -> np.ndarray:
    """Return the decoder's vectors after its last layer, before its final norm."""
    mask = None if "mask" in off else causal_mask(len(ids))
    y = embedded(ids, model.target_table, model, "target_positions" in off)
    for p in model.transformer.decoder.layers:
        y = look(y, y, p.self_attention, p.self_attention_norm, mask, off)
        if "cross_attention" not in off:
            y = look(y, memory, p.cross_attention, p.cross_attention_norm, None, off)
        y = think(y, p, off)
    return y


def scored(rows: np.ndarray, model: TokenModelParameters, off: Off) -> np.ndarray:
    """Return the logits of what the decoder has made."""
    rows = ended(rows, model.transformer.decoder, off)
    return vocabulary_logits(rows, model.target_table, model.output_bias)


def embedded(
    ids: list[int], table: np.ndarray, model: TokenModelParameters, is_off: bool
) -> np.ndarray:
    """Return the tokens' rows, with their positions unless these are off."""
    x = embed(ids, table, scale=model.scale_embeddings)
    return x if is_off else x + sinusoidal_positions(*x.shape)


def look(
    x: np.ndarray, other: np.ndarray, p: Any, norm: Any, mask: Any, off: Off
) -> np.ndarray:
    """Return x after an attention: of x to itself, or to the memory."""
    if other is x and "self_attention" in off:
        return x

    def f(h: np.ndarray) -> np.ndarray:
        read = h if other is x else other
        return multi_head_attention(h, read, read, p, mask).output

    return connected(x, f, norm, off)


def think(x: np.ndarray, p: Any, off: Off) -> np.ndarray:
    """Return x after a feed-forward layer."""
    if "feed_forward" in off:
        return x
    f = lambda h: feed_forward(h, p.feed_forward)  # noqa: E731
    return connected(x, f, p.feed_forward_norm, off)


def connected(x: np.ndarray, f: Callable, norm: Any, off: Off) -> np.ndarray:
    """Return x + f(Norm(x)), without what is off."""
    found = f(x if "norms" in off else normalise(x, norm))
    return found if "skips" in off else x + found


def ended(x: np.ndarray, stack: StackParameters, off: Off) -> np.ndarray:
    """Return x after the stack's final norm."""
    return x if "final_norms" in off else normalise(x, stack.final_norm)
