"""A softmax in blocks, and the mistakes that are made in it."""

import math
from collections.abc import Callable, Iterator

import numpy as np

from ...kernels.probability import softmax

Array = np.ndarray
Step = Callable[[float, float, Array], float]  # of the old maximum, the new, the block


def block_softmax(scores: Array, values: Array, block_size: int) -> Array:
    """Mix the values by the softmax of the scores, one block at a time."""
    return walk()(scores, values, block_size)


def blocks(scores: Array, values: Array, size: int) -> Iterator[tuple[Array, Array]]:
    for start in range(0, len(scores), size):
        yield scores[start : start + size], values[start : start + size]


def shrink(old: float, new: float, block: Array) -> float:
    return np.exp(old - new)


def grow(old: float, new: float, block: Array) -> float:
    return np.exp(new - old)


def not_at_first(step: Step) -> Step:
    """Leave the first block alone, as one does who begins with its maximum."""
    return lambda old, new, block: 1.0 if old == -np.inf else step(old, new, block)


def never(old: float, new: float, block: Array) -> float:
    return 1.0


def walk(
    *,
    rescaled_sum: Step = shrink,
    rescaled_output: Step = shrink,
    maximum: Callable[[float, Array], float] = lambda old, block: max(old, block.max()),
    shift: Step = lambda old, new, block: new,
    start: float = -np.inf,
    finish: Callable[[Array, float], Array] = lambda output, total: output / total,
    cut: Callable = blocks,
) -> Callable[[Array, Array, int], Array]:
    """Build a walk over the blocks, right unless a part of it is replaced."""

    def walked(scores: Array, values: Array, block_size: int) -> Array:
        largest, total, output = start, 0.0, np.zeros(values.shape[-1])
        for block, rows in cut(scores, values, block_size):
            new = maximum(largest, block)
            exponentials = np.exp(block - shift(largest, new, block))
            told = largest, new, block
            total = total * rescaled_sum(*told) + exponentials.sum()
            output = output * rescaled_output(*told) + exponentials @ rows
            largest = new
        return finish(output, np.float64(total))

    return walked


def rescaled_by(step: Step) -> Callable:
    """Build a walk that multiplies the old sum and the old output by this step."""
    return walk(rescaled_sum=step, rescaled_output=step)


def by_block(join: Callable[[Array, Array], Array]) -> Callable:
    """Build a softmax of each block for itself; join gets the outputs, the lengths."""

    def variant(scores: Array, values: Array, block_size: int) -> Array:
        cut = list(blocks(scores, values, block_size))
        outputs = np.stack([softmax(block) @ rows for block, rows in cut])
        return join(outputs, np.array([len(block) for block, _ in cut]))

    return variant


def only_whole_blocks(scores: Array, values: Array, size: int) -> Iterator:
    whole = len(scores) // size * size
    return blocks(scores[:whole], values[:whole], size)


def overlapping(scores: Array, values: Array, size: int) -> Iterator:
    for start in range(len(scores)):
        yield scores[start : start + size], values[start : start + size]


def values_of_the_first(scores: Array, values: Array, size: int) -> Iterator:
    for block, rows in blocks(scores, values, size):
        yield block, values[: len(rows)]


def divided_in_each(scores: Array, values: Array, block_size: int) -> Array:
    """Divide the output by the sum after every block, and go on with the quotient."""
    largest, total, output = -np.inf, 0.0, np.zeros(values.shape[-1])
    for block, rows in blocks(scores, values, block_size):
        new = max(largest, block.max())
        exponentials = np.exp(block - new)
        total = total * np.exp(largest - new) + exponentials.sum()
        output = (output * np.exp(largest - new) + exponentials @ rows) / total
        largest = new
    return output


def rescaled_late(first: Step) -> Callable[[Array, Array, int], Array]:
    """Build a walk that rescales the new block's part along with the old one."""

    def variant(scores: Array, values: Array, block_size: int) -> Array:
        largest, total, output = -np.inf, np.float64(0), np.zeros(values.shape[-1])
        for block, rows in blocks(scores, values, block_size):
            new = max(largest, block.max())
            exponentials, factor = np.exp(block - new), first(largest, new, block)
            total = (total + exponentials.sum()) * factor
            output = (output + exponentials @ rows) * factor
            largest = new
        return output / total

    return variant


def all_at_once(scores: Array, values: Array, block_size: int) -> Array:
    exponentials = np.exp(scores)
    return exponentials @ values / exponentials.sum()


def all_shifted_at_once(scores: Array, values: Array, block_size: int) -> Array:
    exponentials = np.exp(scores - max(scores))
    return exponentials @ values / exponentials.sum()


def looked_ahead(scores: Array, values: Array, block_size: int) -> Array:
    """Take the maximum of the whole row first."""
    return walk(start=scores.max())(scores, values, block_size)


def first_maximum_kept(old: float, block: Array) -> float:
    return block.max() if math.isinf(old) else old


def old_maximum(old: float, new: float, block: Array) -> float:
    return block.max() if math.isinf(old) else old


def mean_by_length(outputs: Array, lengths: Array) -> Array:
    return lengths @ outputs / lengths.sum()
