"""From which layer on each prompt's answer is settled: a strip for each."""

from collections.abc import Mapping

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._room import width
from ._svg import MARGIN, SIZE, WIDTH, Sheet

ROW, HIGH, GAP = 21, 13, 8  # a row, its strip, between a name and its strip
NUMBER = 26  # room for a strip's number
COLOR = "3"  # of answers


def settled(since: Mapping[str, int], *, n_layers: int, title: str) -> None:
    """Draw a row of layers for each name, filled from its layer on, 1 to n_layers."""
    if not since or not all(1 <= layer <= n_layers for layer in since.values()):
        raise ValueError(
            f"each layer must be from 1 to {n_layers}; got {[*since.values()]}"
        )
    left = MARGIN + max(map(width, since)) + GAP
    across = (WIDTH - MARGIN - NUMBER - left) / n_layers
    if across < 4:
        raise ValueError("the names leave no room for the layers")

    sheet, y = Sheet(), MARGIN + SIZE
    sheet.text(MARGIN, y, title, bold=True)
    y += 10
    for name, settled_at in since.items():
        base = y + ROW / 2 + 0.33 * SIZE
        sheet.text(MARGIN, base, name)
        top, before = y + (ROW - HIGH) / 2, across * (settled_at - 1)
        if before:
            sheet.rectangle(left, top, before - 1, HIGH, "grid")
        sheet.rectangle(left + before, top, across * n_layers - before, HIGH, COLOR)
        sheet.text(WIDTH - MARGIN, base, f"{settled_at}", anchor="end", bold=True)
        y += ROW
    y += SIZE + 2
    for layer in (1, *range(10, n_layers + 1, 10)):
        sheet.text(left + across * (layer - 0.5), y, f"{layer}", anchor="middle")
    rows = "; ".join(f"{name}: {layer}" for name, layer in since.items())
    form = _("Strips of {n} layers, filled from one layer on. {title}. {rows}.")
    label = fill(form, n=f"{n_layers}", title=title, rows=rows)
    show(Drawing(sheet, y + MARGIN, label))
