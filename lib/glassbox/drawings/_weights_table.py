"""Weights as shaded squares: who asks stands at the left, who answers above."""

from collections.abc import Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import KEY, QUERY, WEIGHTS, named, table
from ._drawing import Drawing, show
from ._heads import CROPPED
from ._room import cut, lines, width
from ._strip import MOST
from ._svg import MARGIN, SIZE, WIDTH, Sheet

CELL, GAP = 46, 2  # a square, and the ground between two
SUM = 40  # how wide the column of sums is
# So that ink stays legible on the strongest shade, in the light and the dark theme.
FAINTEST, STRONGEST = 0.04, 0.52


def weights_table(
    weights: Sequence[Sequence[float]], rows: Sequence[str], columns: Sequence[str],
    *, caption: str = "", titles: tuple[str, str] | None = None,
) -> None:  # fmt: skip
    """Draw 1 to 6 rows of 1 to 6 weights as squares: the more weight, the stronger.

    rows are the names of those who ask, columns of those who answer; titles, where
    they are given, stand above the two. Each row of weights adds up to 1, which stands
    beside it.
    """
    found = table("weights", weights, range(1, MOST + 1))
    if not 1 <= len(found) <= MOST:
        raise ValueError(f"there must be 1 to {MOST} rows; got {len(found)}")
    named(rows, len(found), "rows")
    named(columns, found.shape[1], "columns")
    sums = found.sum(axis=1)
    if found.min() < 0 or np.abs(sums - 1).max() > 1e-6:
        raise ValueError(
            f"weights must be 0 or more, and each row add up to 1; got {sums.tolist()}"
        )

    sheet, y = Sheet(), MARGIN + SIZE
    for line in lines(caption, WIDTH - 2 * MARGIN) if caption else []:
        sheet.text(MARGIN, y, line, bold=True)
        y += SIZE + 5
    asks, answers = titles or (_("asks"), _("answers"))
    names = min(max(width(name) for name in [asks, *rows]) + 12, 74)
    free = WIDTH - CROPPED - MARGIN - names - CELL * found.shape[1] - SUM
    start = MARGIN + min(max(free, 0), CROPPED)  # clear of an edge that is cropped
    left, right = start + names, start + names + CELL * found.shape[1]
    middle = (left + right) / 2
    sheet.text(middle, y + 2, answers, anchor="middle", bold=True, color=KEY)
    y += SIZE + 8
    sheet.text(start, y, asks, bold=True, color=QUERY)
    sheet.text(right + SUM / 2, y, _("sum"), anchor="middle", color="edge")
    for j, name in enumerate(columns):
        x = left + CELL * (j + 0.5)
        sheet.text(x, y, cut(name, CELL - 4), anchor="middle", color=KEY)
    top = y + 7
    for i, (name, row) in enumerate(zip(rows, found, strict=True)):
        base = top + CELL * (i + 0.5) + 0.33 * SIZE
        sheet.text(start, base, cut(name, names - 8), color=QUERY)
        for j, weight in enumerate(row):
            draw_square(sheet, left + CELL * j, top + CELL * i, weight, base, row.max())
        sheet.text(right + SUM / 2, base, "1", anchor="middle", color="edge")

    readers = [f"{asks}, {name}," for name in rows] if titles else rows
    each = zip(readers, found, strict=True)
    told = "; ".join(described(name, row, columns) for name, row in each)
    label = fill(_("Weights, which add up to 1 in each row. {each}."), each=told)
    label = f"{caption}. {label}" if caption else label
    height, fits = top + CELL * len(found) + MARGIN, right + SUM <= WIDTH - CROPPED
    show(Drawing(sheet, height, label, cropped=CROPPED if fits else 0))


def draw_square(
    sheet: Sheet, x: float, y: float, weight: float, base: float, largest: float
) -> None:
    """Draw a weight as a shade with its number, bold where it is its row's largest."""
    size = CELL - GAP
    shade = FAINTEST + (STRONGEST - FAINTEST) * weight
    sheet.rectangle(x + GAP / 2, y + GAP / 2, size, size, WEIGHTS, opacity=shade)
    said, bold = "0" if weight == 0 else f"{weight:.2f}", weight >= largest - 1e-9
    sheet.text(x + CELL / 2, base, said, anchor="middle", bold=bold)


def described(name: str, row: np.ndarray, columns: Sequence[str]) -> str:
    """Say in words what one asks of each."""
    each = [f"{one} {weight:.2f}" for one, weight in zip(columns, row, strict=True)]
    return fill(_("{name} asks: {each}"), name=name, each=", ".join(each))
