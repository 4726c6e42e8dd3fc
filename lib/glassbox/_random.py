"""Random numbers that a page and Python draw alike: the same seed, the same numbers."""

import numpy as np


def mulberry32(seed: int, count: int) -> np.ndarray:
    """Draw numbers uniform in [0, 1): the very bits that the page draws."""
    with np.errstate(over="ignore"):  # whole numbers of 32 bits wrap around
        steps = np.arange(1, count + 1, dtype=np.uint32) * np.uint32(0x6D2B79F5)
        state = steps + np.uint32(seed)
        bits = (state ^ (state >> 15)) * (state | np.uint32(1))
        bits = (bits + (bits ^ (bits >> 7)) * (bits | np.uint32(61))) ^ bits
    return (bits ^ (bits >> 14)) / 2**32


def standard_normals(seed: int, count: int) -> np.ndarray:
    """Draw numbers of mean 0 and variance 1 by Box and Muller, two from two."""
    first, second = mulberry32(seed, count + count % 2).reshape(-1, 2).T
    radius = np.sqrt(-2 * np.log(1 - first))  # 1 - first is never 0
    angle = 2 * np.pi * second
    pairs = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1)
    return pairs.ravel()[:count]
