"""The exercise another_cache_by_hand, of the chapter writing_costs."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats
from ._shared import GIB, KIB, MIB, cache_bytes

LAYERS, QUERY_HEADS, HEADS, D_HEAD, N_TOKENS = 28, 24, 4, 96, 16_384
TOKEN = cache_bytes(LAYERS, HEADS, D_HEAD, 1)
TOTAL, TIMES = TOKEN * N_TOKENS / MIB, QUERY_HEADS / HEADS
UNSHARED = TOKEN * TIMES


def _sized(*tokens: float) -> tuple[np.ndarray, ...]:
    """Return what follows from each of these bytes per token, with the right factor."""
    return tuple(floats(token, token * N_TOKENS / MIB, TIMES) for token in tokens)


def _in_all(*totals: float) -> tuple[np.ndarray, ...]:
    """Return the right numbers, but for the total."""
    return tuple(floats(TOKEN, total, TIMES) for total in totals)


def _times(*factors: float) -> tuple[np.ndarray, ...]:
    """Return the right sizes, with each of these factors."""
    return tuple(floats(TOKEN, TOTAL, factor) for factor in factors)


EXERCISE = ByHand(
    task="Another model: 28 layers, 24 query heads, 4 key–value heads and d_head = 96. "
    "Its cache keeps each number in 1 byte. Give the bytes per token, the MiB for "
    "16,384 tokens, and how many times smaller the cache is than one in which each "
    "query head has a key–value head of its own. Three numbers.",
    parts=(
        "bytes per token",
        "MiB for 16,384 tokens",
        "how many times smaller than without sharing",
    ),
    hints=(
        "The same product as before: two kinds, layers, key–value heads, the width of "
        "a head, and the bytes of a number.",
        "Divide by 1,024 to get KiB per token. 16,384 tokens are 16 · 1,024, and 1,024 "
        "KiB are one MiB.",
        "Without sharing there would be 24 key–value heads. Which factors of the "
        "product change, and which cancel?",
    ),
    answer=floats(TOKEN, TOTAL, TIMES),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "this is half: a token leaves a key and a value.",
            "how many kinds of vectors are kept.",
            _sized(TOKEN / 2),
        ),
        Wrong(
            "a number is taken to have 2 bytes; here it has 1.",
            "the bytes of a number.",
            _sized(2 * TOKEN),
        ),
        Wrong(
            "a number is taken to have 4 bytes; here it has 1.",
            "the bytes of a number.",
            _sized(4 * TOKEN),
        ),
        Wrong(
            "these are bits; a byte is counted once, not as 8.",
            "the unit that is asked for.",
            _sized(8 * TOKEN),
        ),
        Wrong(
            "this is the cache without sharing, as if there were 24 key–value heads. "
            "Only 4 are kept.",
            "which heads have something in the cache.",
            (*_sized(UNSHARED), floats(UNSHARED, UNSHARED * N_TOKENS / MIB, 1)),
        ),
        Wrong(
            "both mistakes at once: 24 heads where 4 are kept, and only one of keys "
            "and values.",
            "the first two factors of your product.",
            _sized(UNSHARED / 2),
        ),
        Wrong(
            "queries are counted too: keys and values are two kinds, not three.",
            "what a later step needs of an earlier token.",
            _sized(cache_bytes(LAYERS, HEADS, D_HEAD, 1, kinds=3)),
        ),
        Wrong(
            "query and key–value heads are added up; only the 4 key–value heads have "
            "something in the cache.",
            "which heads have something in the cache.",
            _sized(cache_bytes(LAYERS, QUERY_HEADS + HEADS, D_HEAD, 1)),
        ),
        Wrong(
            "this is one layer; each of the 28 keeps keys and values of its own.",
            "where the 28 layers come in.",
            _sized(TOKEN / LAYERS, UNSHARED / LAYERS),
        ),
        Wrong(
            "this is one key–value head of each layer; there are 4.",
            "where the 4 key–value heads come in.",
            _sized(TOKEN / HEADS),
        ),
        Wrong(
            "the width of a head is missing: a key is not one number but 96.",
            "where d_head = 96 comes in.",
            _sized(TOKEN / D_HEAD),
        ),
        Wrong(
            "each of the 4 heads is taken to be 24 · 96 = 2,304 wide, which is the "
            "width of all query heads together.",
            "the width of one head.",
            _sized(TOKEN * QUERY_HEADS),
        ),
        Wrong(
            "the number of tokens is missing, or it came in too early: the first "
            "number is for one token, the second for 16,384.",
            "what each of the two fields asks for.",
            (
                *_in_all(TOKEN / KIB, TOKEN / MIB),
                floats(TOKEN * N_TOKENS, TOTAL, TIMES),
            ),
        ),
        Wrong(
            "these are MB, of 1,000,000 bytes; a MiB has 1,048,576.",
            "the number that you divide by.",
            _in_all(TOKEN * N_TOKENS / 1e6),
        ),
        Wrong(
            "the total is in another unit: it is asked for in MiB.",
            "how often you divide by 1,024: from bytes to KiB, and on to MiB.",
            _in_all(TOKEN * N_TOKENS, TOKEN * N_TOKENS / KIB, TOKEN * N_TOKENS / GIB),
        ),
        Wrong(
            "thousands and 1,024s are mixed: 16,384 tokens are 16 · 1,024, and a MiB "
            "is 1,024 · 1,024 bytes.",
            "the number of tokens, and both divisions by 1,024.",
            _in_all(TOKEN * 16_000 / MIB, TOKEN * N_TOKENS / (1000 * KIB)),
        ),
        Wrong(
            "the ratio is upside down: how many times smaller is more than 1.",
            "which of the two caches you divide by which.",
            _times(1 / TIMES),
        ),
        Wrong(
            "this is the difference of 24 and 4; how many times is a ratio.",
            "your last number: what must 4 be multiplied by to become 24?",
            _times(QUERY_HEADS - HEADS),
        ),
        Wrong(
            "this is how many heads there are, not how many times fewer.",
            "your last number: what must 4 be multiplied by to become 24?",
            _times(QUERY_HEADS, HEADS),
        ),
        Wrong(
            "keys and values are both shared, so the 2 stands in both caches and "
            "cancels.",
            "your last number: which factors differ in the two caches?",
            _times(2 * TIMES, TIMES / 2),
        ),
    ),
)
