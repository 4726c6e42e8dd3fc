"""Positions as a binary counter, and beside it as sinusoids, slower to the right."""

import numpy as np

from ..kernels.embedding import sinusoidal_positions
from ..words import fill
from ..words import translated as _
from ._cells import rounded
from ._drawing import Drawing, show
from ._svg import MARGIN, SIZE, WIDTH, Sheet

BIT, WAVE = "4", "1"  # their colors
ROW, CELL = 20, 40  # how high and how wide a cell is
COLUMNS = 4
LEFT, RIGHT = 46, WIDTH - MARGIN - COLUMNS * CELL
STRONGEST = 0.55  # of a cell: the number on it stays legible


def counter_and_waves(n_positions: int, d_model: int) -> None:
    """Draw the last four bits of each position, and four sines of its sinusoid.

    Both begin with the column that changes fastest. 2 to 16 positions; d_model is
    even, and 8 at least.
    """
    if not 2 <= n_positions <= 16 or d_model < 2 * COLUMNS or d_model % 2:
        raise ValueError(
            "there must be 2 to 16 positions, and an even d_model of 8 at least; "
            f"got {n_positions} and {d_model}"
        )
    places = np.arange(n_positions)
    bits = places[:, None] >> np.arange(COLUMNS) & 1  # (n_positions, 4)
    waves = sinusoidal_positions(n_positions, d_model)[:, 0 : 2 * COLUMNS : 2]
    laps = 2 * np.pi * 10000 ** (np.arange(0, 2 * COLUMNS, 2) / d_model)

    sheet, top = Sheet(), MARGIN + 2 * SIZE + 14
    sheet.text(LEFT, MARGIN + SIZE, _("bits"), bold=True, color=BIT)
    sheet.text(RIGHT, MARGIN + SIZE, _("sines"), bold=True, color=WAVE)
    heads = [f"{2 ** (j + 1)}" for j in range(COLUMNS)]
    for x, names in ((LEFT, heads), (RIGHT, [f"{lap:.1f}" for lap in laps])):
        for j, name in enumerate(names):
            sheet.text(x + CELL * (j + 0.5), top - 6, name, anchor="middle")
    for p in places:
        y = top + ROW * p
        sheet.text(LEFT - 8, y + ROW / 2 + 0.33 * SIZE, f"{p}", anchor="end")
        for j in range(COLUMNS):
            draw_cell(sheet, LEFT + CELL * j, y, bits[p, j], f"{bits[p, j]}", BIT)
            value = waves[p, j]
            written = rounded(np.array([value]))[0]
            draw_cell(sheet, RIGHT + CELL * j, y, (1 + value) / 2, written, WAVE)
    form = _(
        "Positions 0 to {last}. Left, their bits, the fastest first: they repeat "
        "after {periods} positions. Right, four sines of d_model = {d}: they repeat "
        "after {laps} positions."
    )
    label = fill(
        form,
        last=str(n_positions - 1),
        periods=", ".join(heads),
        d=str(d_model),
        laps=", ".join(f"{lap:.1f}" for lap in laps),
    )
    show(Drawing(sheet, top + ROW * n_positions + MARGIN, label))


def draw_cell(
    sheet: Sheet, x: float, y: float, strength: float, text: str, color: str
) -> None:
    """Draw a cell that is the stronger the larger its number, and the number."""
    if strength > 0:
        opacity = 0.04 + (STRONGEST - 0.04) * strength
        sheet.rectangle(x + 1, y + 1, CELL - 2, ROW - 2, color, opacity=opacity)
    sheet.text(x + CELL / 2, y + ROW / 2 + 0.33 * SIZE, text, anchor="middle")
