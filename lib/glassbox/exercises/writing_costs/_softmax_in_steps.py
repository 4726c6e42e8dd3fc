"""The six numbers of blocks_by_hand, with a mistake at one of the steps."""

import math

import numpy as np

from .._engine import floats

Array = np.ndarray
BLOCKS = floats([1, 3], [2, 5], [4, 2])


def added(block: int, shift: float) -> float:
    """Return what a block adds to the sum, its scores less the shift."""
    return float(np.exp(BLOCKS[block] - shift).sum())


FACTOR = math.exp(3 - 5)
S1, ADDED, LAST = added(0, 3), added(1, 5), added(2, 5)
S2 = S1 * FACTOR + ADDED
S3 = S2 + LAST
P = 1 / S3


def told(
    m1: float = 3,
    s1: float = S1,
    m2: float = 5,
    factor: float = FACTOR,
    s2: float = S2,
    p: float = P,
) -> Array:
    """Return the six numbers, right where none is given."""
    return floats(m1, s1, m2, factor, s2, p)


def rescaled_by(*factors: float, tell: float | None = None) -> tuple[Array, ...]:
    """Return what follows if the old sum is multiplied by each of these factors.

    The field of the factor has it too, unless another is to be told.
    """
    found = []
    for factor in factors:
        s2 = S1 * factor + ADDED
        shown = factor if tell is None else tell
        found.append(told(factor=shown, s2=s2, p=1 / (s2 + LAST)))
    return tuple(found)


def wrongly_rescaled_by(wrong: float) -> tuple[Array, ...]:
    """Return what follows if this is taken for the factor: all along, or in places."""
    s2 = S1 * wrong + ADDED
    alone = told(factor=wrong, s2=s2), told(s2=s2)
    return (*rescaled_by(wrong), *rescaled_by(wrong, tell=FACTOR), *alone)


def with_sums(s1: float, s2: float | None = None) -> Array:
    """Return what follows from these sums; from the first alone if one is given."""
    s2 = s1 * FACTOR + ADDED if s2 is None else s2
    return told(s1=s1, s2=s2, p=1 / (s2 + LAST))


def with_block_2_shifted_by(shift: float, factor: float) -> tuple[Array, ...]:
    """Return what follows if block 2 is compared with another maximum than 5.

    The exponential of the 4th score is then 1 at the end, or still what it was.
    """
    s2 = S1 * factor + added(1, shift)
    ends = 1, math.exp(5 - shift)
    return tuple(told(factor=factor, s2=s2, p=end / (s2 + LAST)) for end in ends)


def unshifted(factor: float) -> Array:
    """Return the sums of the scores' own exponentials."""
    return told(s1=added(0, 0), factor=factor, s2=added(0, 0) + added(1, 0))


def probability(*ps: float) -> tuple[Array, ...]:
    """Return the right steps, with each of these probabilities."""
    return tuple(told(p=p) for p in ps)
