"""The exercise cache_size_by_hand, of the chapter writing_costs."""

import numpy as np

from .._engine import TO_TWO_DECIMALS, ByHand, Wrong, floats
from ._shared import GIB, KIB, cache_bytes

N_TOKENS = 8192
TOKEN = cache_bytes(32, 8, 128, 2)


def _sized(token: float) -> np.ndarray:
    """Return the three numbers that follow from so many bytes per token."""
    return floats(token, token / KIB, token * N_TOKENS / GIB)


def _with_units(*pairs: tuple[float, float]) -> tuple[np.ndarray, ...]:
    """Return the right bytes per token, with each of these in KiB and GiB."""
    return tuple(floats(TOKEN, kib, gib) for kib, gib in pairs)


EXERCISE = ByHand(
    task="Llama 3 8B has 32 layers. Each has 32 query heads, but only 8 key–value "
    "heads, and a head’s keys and values are 128 numbers wide (d_head = 128). A number "
    "takes 2 bytes. How many bytes does the cache grow by with each token? How many "
    "KiB is that? And how many GiB do 8,192 tokens take? Three numbers.",
    parts=("bytes per token", "KiB per token", "GiB for 8,192 tokens"),
    hints=(
        "Begin with one layer and one key–value head: a token leaves a key and a value "
        "there. How many numbers are these two together?",
        "So one head keeps 2 · 128 numbers of each token. Multiply by the key–value "
        "heads of a layer, by the layers, and then by the bytes of a number.",
        "1 KiB is 1,024 bytes, 1 MiB is 1,024 KiB, and 1 GiB is 1,024 MiB. And 8,192 "
        "is 8 · 1,024.",
    ),
    answer=_sized(TOKEN),
    tolerance=TO_TWO_DECIMALS,
    wrongs=(
        Wrong(
            "this is half: a factor of 2 is missing. The product needs two of them, "
            "one because a token leaves a key and a value, one for the bytes of a "
            "number.",
            "your factors: 2 for the key and the value, and 2 bytes.",
            (_sized(TOKEN / 2),),
        ),
        Wrong(
            "this is a quarter: both factors of 2 are missing. A token leaves a key "
            "and a value, and each of their numbers takes 2 bytes.",
            "your factors: 2 for the key and the value, and 2 bytes.",
            (_sized(TOKEN / 4),),
        ),
        Wrong(
            "this is the cache with 32 heads, the number of query heads (or with "
            "32 · 128 = 4,096, which is d_model). A query is not kept; only the 8 "
            "key–value heads are.",
            "which heads have something in the cache.",
            (_sized(cache_bytes(32, 32, 128, 2)),),
        ),
        Wrong(
            "query and key–value heads are added up; only the 8 key–value heads have "
            "something in the cache.",
            "which heads have something in the cache.",
            (_sized(cache_bytes(32, 40, 128, 2)),),
        ),
        Wrong(
            "queries are counted too: keys and values are two kinds, not three.",
            "what a later step needs of an earlier token.",
            (
                _sized(cache_bytes(32, 8, 128, 2, kinds=3)),
                _sized(cache_bytes(32, 32 + 8 + 8, 128, 2, kinds=1)),
            ),
        ),
        Wrong(
            "this is one layer; each of the 32 keeps keys and values of its own.",
            "where the 32 layers come in.",
            (_sized(cache_bytes(1, 8, 128, 2)),),
        ),
        Wrong(
            "this is one key–value head of each layer; there are 8.",
            "where the 8 key–value heads come in.",
            (_sized(cache_bytes(32, 1, 128, 2)),),
        ),
        Wrong(
            "the width of a head is missing: a key is not one number but 128.",
            "where d_head = 128 comes in.",
            (_sized(cache_bytes(32, 8, 1, 2)),),
        ),
        Wrong(
            "each of the 8 heads is taken to be 4,096 wide, which is d_model. A head "
            "has 128 of these numbers.",
            "the width of one head.",
            (_sized(cache_bytes(32, 8, 4096, 2)),),
        ),
        Wrong(
            "a number is taken to have 4 bytes; here it has 2.",
            "the bytes of a number.",
            (_sized(2 * TOKEN),),
        ),
        Wrong(
            "these are bits; a byte is counted once, not as 8.",
            "the unit that is asked for.",
            (_sized(8 * TOKEN),),
        ),
        Wrong(
            "the bytes are divided by powers of 1,000; a KiB is 1,024 bytes, and a GiB "
            "is 1,024 · 1,024 · 1,024 of them.",
            "the number that you divide by, at each step.",
            _with_units(
                (TOKEN / 1e3, TOKEN * N_TOKENS / 1e9),
                (TOKEN / 1e3, 1),
                (TOKEN / 1e3, 131 * N_TOKENS / 1e6),
                (TOKEN / 1e3, TOKEN / 1e3 * N_TOKENS / KIB**2),
                (KIB / 8, TOKEN * N_TOKENS / 1e9),
                (KIB / 8, 128 * N_TOKENS / 1e6),
                (KIB / 8, 1.024),
            ),
        ),
        Wrong(
            "the last number is in another unit: 8 · 1,024 tokens of 128 KiB are 1,024 "
            "MiB.",
            "how many MiB make one GiB.",
            _with_units(
                (128, TOKEN * N_TOKENS / KIB**2),
                (128, TOKEN * N_TOKENS / KIB),
                (128, TOKEN * N_TOKENS),
            ),
        ),
        Wrong(
            "the last number is for one token, or for eight; 8,192 are 8 · 1,024 of "
            "them.",
            "what 128 KiB must be multiplied by.",
            _with_units((128, 128), (128, 0.125), (128, 8 * TOKEN / GIB)),
        ),
        Wrong(
            "the second number is in MiB.",
            "how many bytes make one KiB.",
            _with_units((TOKEN / KIB**2, 1)),
        ),
    ),
)
