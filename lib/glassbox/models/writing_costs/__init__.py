"""What it costs to write token by token, counted and clocked with the book's kernels.

What was measured, and how, stands in the card writing_costs.md in this folder.
"""

import json
from pathlib import Path
from typing import Any

from .counting import cache_bytes, counted_keys, keys_computed
from .decoder import CLOCKED, SMALL, new_decoder, no_source, read_at_once, write
from .memory import (
    BLOCK_SIZE,
    D_HEAD,
    MEBIBYTE,
    Held,
    Lookup,
    held_by,
    most_held,
    random_lookup,
)

RECORD = Path(__file__).parent / "record.json"


def load_record() -> dict[str, dict[str, Any]]:
    """Return what takes minutes to measure: longer texts, and their times.

    Returns
    -------
    dict
        "writing": n_tokens; keys_without and keys_with, the keys that a layer computes
        while so many tokens are written without and with the cache; time_without,
        time_with and time_at_once, what writing them takes, or reading them in one
        call. A time of 1 is a step with the cache, on average over the first 16.
        "products": share, the part of such a step that its matrix products take alone;
        megabytes, what these matrices take.
        "attention": n_tokens; plain and blocks, the mebibytes that a head's lookup
        holds at once; difference, the largest one of the two outputs; and
        time_plain, the plain kernel's time divided by that in blocks.
        "weights": rows and time, how long so many tokens take through the same
        matrices at once; a time of 1 is that of a single one.
        "card": the same on a graphics card: its name; weights, as above; attention:
        n_tokens, and for each format and kernel its milliseconds, the gibibytes held,
        and its error, the largest difference from float64.

    Source
    ------
    training/writing_costs/measure.py made it, and card.py there the card's part.
    Chapter: writing_costs.

    >>> record = load_record()
    >>> record["writing"]["n_tokens"]
    [16, 32, 64, 128, 256, 512]
    >>> record["attention"]["n_tokens"]
    [1024, 4096, 16384]
    >>> record["weights"]["rows"][:5]
    [1, 2, 4, 8, 16]
    """
    return json.loads(RECORD.read_text(encoding="utf-8"))


__all__ = [
    "BLOCK_SIZE",
    "CLOCKED",
    "D_HEAD",
    "MEBIBYTE",
    "RECORD",
    "SMALL",
    "Held",
    "Lookup",
    "cache_bytes",
    "counted_keys",
    "held_by",
    "keys_computed",
    "load_record",
    "most_held",
    "new_decoder",
    "no_source",
    "random_lookup",
    "read_at_once",
    "write",
]
