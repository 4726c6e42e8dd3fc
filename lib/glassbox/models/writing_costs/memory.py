"""What attention holds at once: the plain kernel's memory against that in blocks."""

import tracemalloc
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...kernels.attention import scaled_dot_product_attention
from ...kernels.cheaper_attention import blockwise_attention

D_HEAD, BLOCK_SIZE = 64, 128
MEBIBYTE = 2**20


class Lookup(NamedTuple):
    """One head's queries, keys and values, each (n, d)."""

    query: np.ndarray
    key: np.ndarray
    value: np.ndarray


class Held(NamedTuple):
    """The most bytes held at once beyond the input, and how far the outputs differ."""

    plain: int
    blocks: int
    difference: float


def random_lookup(n: int) -> Lookup:
    """Return random queries, keys and values of one head: float32, d = 64, seed 0.

    >>> random_lookup(5).key.shape
    (5, 64)
    """
    rng = np.random.default_rng(0)
    return Lookup(*rng.standard_normal((3, n, D_HEAD), dtype=np.float32))


def held_by(n: int, *, block_size: int = BLOCK_SIZE) -> Held:
    """Measure what attention over n tokens holds at once, plain and in blocks.

    Parameters
    ----------
    n : int
        How many tokens: as many queries as keys, nothing masked.
    block_size : int
        How many keys a block has.

    Returns
    -------
    Held
        Bytes at the peak, as NumPy reports them to Python's tracemalloc, the input not
        counted and the output included; and the largest difference of the outputs.

    Source
    ------
    Chapter: writing_costs.

    >>> held = held_by(512, block_size=32)
    >>> held.plain > 512 * 512 * 4 > held.blocks, held.difference < 1e-6
    (True, True)
    """
    for kernel in (scaled_dot_product_attention, blockwise_attention):
        kernel(*random_lookup(1))  # whatever a first call imports is not counted
    lookup = random_lookup(n)
    plain, expected = most_held(lambda: scaled_dot_product_attention(*lookup).output)
    blocks, found = most_held(
        lambda: blockwise_attention(*lookup, block_size=block_size)
    )
    return Held(plain, blocks, float(np.abs(found - expected).max()))


def most_held(run: Callable[[], Any]) -> tuple[int, Any]:
    """Return the most bytes that were held while run() ran, and what it returned.

    >>> most, _ = most_held(lambda: np.ones(10**6).sum())
    >>> round(most / 10**6)
    8
    """
    already = tracemalloc.is_tracing()
    if not already:
        tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        result = run()
        _, most = tracemalloc.get_traced_memory()
    finally:
        if not already:
            tracemalloc.stop()
    return most - before, result
