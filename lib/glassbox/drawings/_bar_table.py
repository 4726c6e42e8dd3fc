"""Probabilities as a table of bars: a row for each thing tried, a column each test."""

from collections.abc import Mapping

import numpy as np

from ..words import fill
from ..words import translated as _
from ._bars import told
from ._drawing import Drawing, show
from ._room import width
from ._svg import MARGIN, SIZE, WIDTH, Sheet

ROW, HIGH, GAP = 34, 10, 10  # a row, its bars, between two columns
COLOR = "3"  # of answers


def bar_table(rows: Mapping[str, Mapping[str, float]], *, title: str) -> None:
    """Draw named rows of 1 to 4 probabilities; each row has the same columns."""
    columns = list(next(iter(rows.values()), {}))
    if not 1 <= len(columns) <= 4 or not 1 <= len(rows) <= 12:
        raise ValueError(
            "there must be 1 to 12 rows of 1 to 4 columns; "
            f"got {len(rows)} and {len(columns)}"
        )
    for name, row in rows.items():
        if list(row) != columns:
            raise ValueError(f"{name} must have the columns {columns}; got {[*row]}")
        if not all(0 <= chance <= 1 for chance in row.values()):
            raise ValueError(f"{name} must lie between 0 and 1; got {[*row.values()]}")
    left = MARGIN + max(map(width, rows)) + GAP
    across = (WIDTH - MARGIN - left + GAP) / len(columns)
    if across - GAP < max(40, *map(width, columns)):
        raise ValueError("the names leave no room for the bars")
    starts = left + across * np.arange(len(columns))

    sheet, y = Sheet(), MARGIN + SIZE
    sheet.text(MARGIN, y, title, bold=True)
    y += 26
    for start, column in zip(starts, columns, strict=True):
        sheet.text(start, y, column, bold=True)
    y += 6
    for name, row in rows.items():
        sheet.line(MARGIN, y, WIDTH - MARGIN, y, color="grid")
        sheet.text(MARGIN, y + 22, name)
        for start, chance in zip(starts, row.values(), strict=True):
            sheet.text(start, y + 15, told(chance, percent=True))
            sheet.rectangle(start, y + 19, across - GAP, HIGH, "grid", opacity=0.6)
            long = max((across - GAP) * chance, 1)
            sheet.rectangle(start, y + 19, long, HIGH, COLOR)
        y += ROW
    show(Drawing(sheet, y + MARGIN, described(title, rows)))


def described(title: str, rows: Mapping[str, Mapping[str, float]]) -> str:
    """Say in words what is drawn."""
    lines = []
    for name, row in rows.items():
        said = (f"{key} {told(one, percent=True)}" for key, one in row.items())
        lines.append(f"{name}: {', '.join(said)}")
    form = _("A table of bars, each from 0 to 100\N{NO-BREAK SPACE}%. {title}. {rows}.")
    return fill(form, title=title, rows="; ".join(lines))
