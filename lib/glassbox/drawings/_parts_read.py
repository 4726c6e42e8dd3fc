"""How much weight each part of a target puts on each part of a source, by layer."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import named, table
from ._drawing import Drawing, show
from ._room import cut
from ._svg import MARGIN, SIZE, WIDTH, Sheet

ATTENTION = "2"  # its color on the map
CROPPED = 38  # of the margins: on a phone, in a fold, the text has 11 pixels
NAMES, ROW, GAP = 74, 25, 2  # the names' width, a row's height, the ground between
FAINTEST, STRONGEST = 0.03, 0.55  # ink stays legible on it, in light and dark


def parts_read(
    layers: Mapping[str, Sequence[Sequence[float]]], even: Sequence[float],
    readers: Sequence[str], parts: Sequence[str],
) -> None:  # fmt: skip
    """Draw a table for each layer: rows read, columns are read, in percent.

    The last row is what each part would get if every character got the same.
    """
    left = CROPPED + MARGIN / 2 + NAMES
    cell = (WIDTH - CROPPED - MARGIN / 2 - left) / len(parts)
    names, sheet, y, told = [*readers, _("even")], Sheet(), MARGIN, []
    for title, rows in layers.items():
        found = np.vstack([table("layers", rows, [len(parts)]), even])
        named(names[:-1], len(found) - 1, "rows")
        y += SIZE
        sheet.text(left - NAMES, y, title, bold=True, color=ATTENTION)
        for j, part in enumerate(parts):
            said = cut(part, cell)
            sheet.text(left + cell * (j + 0.5), y, said, anchor="middle", bold=True)
        y += 6
        for name, row in zip(names, found, strict=True):
            y += 5 if name is names[-1] else 0
            draw_row(sheet, left, y, cell, cut(name, NAMES - 6), row)
            y += ROW
        y += 16
        told += [described(title, *one) for one in zip(names, found, strict=True)]
    label = fill(
        _("Percent of the weight on {parts}. {each}."),
        parts=", ".join(parts),
        each="; ".join(told),
    )
    show(Drawing(sheet, y - 16 + MARGIN, label, cropped=CROPPED))


def draw_row(
    sheet: Sheet, x: float, y: float, cell: float, name: str, row: np.ndarray
) -> None:
    """Draw a reader's name and its weights, the larger the stronger."""
    base = y + ROW / 2 + 0.33 * SIZE
    sheet.text(x - NAMES, base, name)
    for j, weight in enumerate(row):
        shade = FAINTEST + (STRONGEST - FAINTEST) * weight
        wide, high = cell - GAP, ROW - GAP
        sheet.rectangle(x + cell * j, y, wide, high, ATTENTION, opacity=shade)
        said = f"{100 * weight:.0f}"
        sheet.text(x + cell * (j + 0.5), base, said, anchor="middle")


def described(title: str, name: str, row: np.ndarray) -> str:
    """Say in words what a row has."""
    each = " ".join(f"{100 * weight:.0f}" for weight in row)
    return fill(_("{title}, {name}: {each}"), title=title, name=name, each=each)
