"""A query cut into pairs: each a hand on a dial of its own speed, before and after."""

import math
from collections.abc import Sequence

import numpy as np

from ..kernels.relative_positions import rotary_embedding
from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, QUERY, draw_cells, rounded, told, written
from ._drawing import Drawing, show
from ._svg import MARGIN, SIZE, WIDTH, Sheet, number
from ._word_directions import draw_arrow

SIZES = (4, 6, 8)  # numbers in a query: two to four pairs
FARTHEST = 6  # position: the first hand turns less than once
CELL, RADIUS, ARC = 43, 38, 13  # a number; a dial; the arc that marks a turn
LINE = SIZE + 5


def turned_pairs(
    query: Sequence[float], position: int, *, base: float = 10_000
) -> None:
    """Draw what a rotary embedding does to a query at a position, pair by pair.

    Above the numbers, below them each pair as a hand: dashed as it was, solid as its
    position has turned it; then the numbers again.
    """
    found = np.asarray(query, float)
    if found.ndim != 1 or found.size not in SIZES or not np.isfinite(found).all():
        raise ValueError(f"query must be 4, 6 or 8 finite numbers; got {query!r}")
    if not 1 <= position <= FARTHEST:
        raise ValueError(f"position must be 1 to {FARTHEST}; got {position}")
    pairs = found.reshape(-1, 2)
    longest = np.linalg.norm(pairs, axis=1).max()
    if not longest:
        raise ValueError("query must not be 0 throughout")
    turned = rotary_embedding(found[None], [position], base=base).reshape(-1, 2)
    speeds = base ** (-np.arange(0, found.size, 2) / found.size)
    sheet, y, each = Sheet(), MARGIN + SIZE, []
    sheet.text(MARGIN, y, _("the query, cut into pairs"), bold=True)
    top = y + 8
    dials = top + HEIGHT + 8 + RADIUS
    below = dials + RADIUS + 4
    last = below + 2 * LINE + 12 + SIZE
    form = _("the query turned, at position {p}")
    sheet.text(MARGIN, last, fill(form, p=str(position)), bold=True)
    wide = (WIDTH - 2 * MARGIN) / len(pairs)
    for i, (before, after, speed) in enumerate(zip(pairs, turned, speeds, strict=True)):
        middle = MARGIN + wide * (i + 0.5)
        for row, numbers in ((top, told(before)), (last + 8, rounded(after))):
            draw_cells(sheet, middle - CELL, row, numbers, QUERY, cell=CELL)
        angle = position * speed
        center, unit = np.array([middle, dials]), (RADIUS - 2) / longest
        draw_dial(sheet, center, before * unit, after * unit, angle)
        degrees = f"{written(math.degrees(angle))}°"
        product = fill(_("{p} × {speed} rad"), p=str(position), speed=f"{speed:.3g}")
        for line, said in enumerate((product, f"= {degrees}"), 1):
            sheet.text(middle, below + LINE * line - 5, said, anchor="middle")
        each.append(described(i + 1, before, after, product, degrees))
    form = _("A query of {d} numbers, cut into pairs that turn at their speeds. {each}")
    label = fill(form, d=str(found.size), each=" ".join(each))
    show(Drawing(sheet, last + 8 + HEIGHT + MARGIN, label))


def draw_dial(
    sheet: Sheet, center: np.ndarray, before: np.ndarray, after: np.ndarray,
    angle: float,
) -> None:  # fmt: skip
    """Draw a dial, its hand before and after the turn, and an arc for the angle."""
    x, y, r = center[0], center[1], number(RADIUS)
    left, right = (f"{number(x + way)} {number(y)}" for way in (-RADIUS, RADIUS))
    half = f"A{r} {r} 0 1 1 "
    sheet.path(f"M{left}{half}{right}{half}{left}Z", "grid", opacity=0.6)
    up = np.array([1, -1])  # a picture's y grows downward
    sheet.line(*center, *(center + up * before), color=QUERY, dashes="4 3")
    start = math.atan2(before[1], before[0])
    angles = start + np.linspace(0, angle, 24)
    arc = center + ARC * np.stack([np.cos(angles), -np.sin(angles)], axis=-1)
    sheet.curve([(p[0], p[1]) for p in arc], "6")
    draw_arrow(sheet, center, center + up * after, QUERY)


def described(
    pair: int, before: np.ndarray, after: np.ndarray, product: str, degrees: str
) -> str:
    """Say in words how a pair turns."""
    form = _("Pair {i}: {before} turned by {product}, {degrees}, gives {after}.")
    return fill(
        form,
        i=str(pair),
        before=" ".join(told(before)),
        product=product,
        degrees=degrees,
        after=" ".join(rounded(after)),
    )
