"""Block sweep: one query's softmax, a block of scores at a time."""

from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import traitlets

from ...kernels.probability import softmax
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Numbers, WholeNumber, checked_together, require

MOST_SCORES = 6
LARGEST_SCORE = 9.0
LARGEST_VALUE = 99.0
SIZES = (1, 2, 3)  # of a block; or all scores at once
FORGET = ("nothing", "both", "output")  # what a larger maximum fails to shrink


class BlockSweep(GlassBoxWidget):
    """Read one query's scores block by block, and keep the account of its softmax.

    Parameters
    ----------
    scores : list of 2 to 6 numbers from -9 to 9
        One query's scores, one for each key.
    values : array or nested list, shape (n_keys, 2), numbers from -99 to 99
        What each key holds.
    block_size : int
        How many scores are read at a time: 1, 2, 3, or all of them.
    step : int
        How many blocks were read; none at first, so that nothing is given away.
    forget : "nothing", "both" or "output"
        What a larger maximum fails to shrink: nothing, as it must be, or sum and
        output both, or the output alone.
    compared : bool
        Whether the output stands beside that of a softmax over all scores at once.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: writing_costs.

    >>> values = [[10, 0], [20, 10], [0, 30], [40, 20], [10, 10], [30, 40]]
    >>> BlockSweep([1, 3, 2, 5, 4, 2], values)
    BlockSweep(block_size=2, block 0 of 3, m=-inf, s=0.0000, o=(0.000, 0.000))
    """

    _folder = Path(__file__).parent
    _state = ("scores", "values", "block_size", "step", "forget", "compared")

    scores = Numbers(most=LARGEST_SCORE).tag(sync=True)
    values = Numbers(axes=2, most=LARGEST_VALUE).tag(sync=True)
    block_size = WholeNumber(2, least=1, most=MOST_SCORES).tag(sync=True)
    step = WholeNumber(0, least=0, most=MOST_SCORES).tag(sync=True)
    forget = traitlets.Enum(FORGET, "nothing").tag(sync=True)
    compared = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        scores: Any,
        values: Any,
        *,
        block_size: int = 2,
        step: int = 0,
        forget: str = "nothing",
        compared: bool = False,
    ) -> None:
        super().__init__(
            scores=scores,
            values=values,
            block_size=block_size,
            step=step,
            forget=forget,
            compared=compared,
        )

    _check = checked_together("scores", "values", "block_size", "step")

    def fits(self, *, scores: list, values: list, block_size: int, step: int) -> None:
        """Refuse values, a block size and a step that do not fit the scores."""
        n = len(scores)
        require(2 <= n <= MOST_SCORES, f"scores must be 2 to {MOST_SCORES} numbers", n)
        shape, wanted = np.shape(values), (n, 2)
        require(shape == wanted, f"values must have the shape {wanted}", shape)
        sizes = [size for size in SIZES if size < n] + [n]
        known = ", ".join(map(str, sizes))
        require(block_size in sizes, f"block_size must be one of {known}", block_size)
        last = ceil(n / block_size)
        require(step <= last, f"step must be at most {last}, the blocks", step)

    def __repr__(self) -> str:
        blocks = sweep(self.scores, self.values, self.block_size, self.forget)
        state = f"block_size={self.block_size}, block {self.step} of {len(blocks) - 1}"
        _, m, _, s, (first, second) = blocks[self.step]
        state += f", m={m:g}, s={s:.4f}, o=({first:.3f}, {second:.3f})"
        forgot = "" if self.forget == "nothing" else f", forget={self.forget!r}"
        return f"{type(self).__name__}({state}{forgot})"

    def describe(self) -> str:
        blocks = sweep(self.scores, self.values, self.block_size, self.forget)
        rows = [
            [
                f"{number}",
                ", ".join(f"{score:g}" for score in block.scores),
                f"{block.maximum:g}",
                f"{block.factor:.4f}",
                f"{block.sum:.4f}",
                _vector(block.output),
            ]
            for number, block in enumerate(blocks[1:], 1)
        ]
        names = ("block", "scores", "maximum", "factor", "sum", "output")
        columns = [self.text(f"columns.{name}") for name in names]
        caption = self.text("fallback.caption", size=f"{self.block_size}")
        swept = blocks[-1].output / blocks[-1].sum
        right = softmax(np.array(self.scores)) @ np.array(self.values)
        found = {"found": _vector(swept), "right": _vector(right)}
        rule = self.text(f"fallback.forget.{self.forget}")
        return (
            table(caption, columns, rows)
            + paragraph(rule)
            + paragraph(self.text("fallback.found", **found))
        )


class Block(NamedTuple):
    """The account once a block is read; factor is what the sum so far was due."""

    scores: list
    maximum: float
    factor: float
    sum: float
    output: np.ndarray


def sweep(
    scores: list, values: list, size: int, forget: str = "nothing"
) -> list[Block]:
    """Return the account before the first block and after each, rescaled or not."""
    blocks = [Block([], -np.inf, 0.0, 0.0, np.zeros(len(values[0])))]
    for first in range(0, len(scores), size):
        before, part = blocks[-1], scores[first : first + size]
        maximum = max(before.maximum, *part)
        factor = float(np.exp(before.maximum - maximum))
        times = 1 if forget == "both" else factor
        times_output = factor if forget == "nothing" else 1
        exponentials = np.exp(np.array(part) - maximum)
        total = float(times * before.sum + exponentials.sum())
        output = (
            times_output * before.output + exponentials @ values[first : first + size]
        )
        blocks.append(Block(part, maximum, factor, total, output))
    return blocks


def _vector(numbers: np.ndarray) -> str:
    return f"({', '.join(f'{round(float(x), 3) + 0:.3f}' for x in numbers)})"
