"""Two layers in a row, without and with skip paths, and what is left of a token."""

from collections.abc import Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, base, draw_cells, named, table, told
from ._drawing import Drawing, show
from ._svg import MARGIN, SIZE, Sheet, number

COLORS = "2", "1"  # of attention and feed-forward on the map
TOKEN, CELL = "4", 39  # the color of what runs up the stack; how wide a number is
BOX, STEP = 26, 144  # how high a layer is; from one state down to the one before it
WITHOUT, WITH, AROUND = MARGIN, 210, 384  # the columns' left; where skip paths run
TOP = MARGIN + 2 * SIZE + 24  # of the last state


def skip_path(
    without: Sequence[Sequence[float]], kept: Sequence[Sequence[float]],
    found: Sequence[Sequence[float]], features: Sequence[str], names: Sequence[str],
) -> None:  # fmt: skip
    """Draw a token of 4 numbers on its way up through 2 layers, in two columns.

    Without skip paths it is without[0], [1], [2]; with them kept[0], [1], [2], and the
    layers compute found[0] and found[1].
    """
    plain, stream = table("without", without, [4]), table("kept", kept, [4])
    writes = table("found", found, [4])
    named(features, 4, "features")
    named(names, 2, "layers")
    if (len(plain), len(stream), len(writes)) != (3, 3, 2):
        raise ValueError(
            "there must be 3 states without, 3 with, and 2 that are computed; got "
            f"{len(plain)}, {len(stream)}, {len(writes)}"
        )
    if not np.array_equal(stream[1:], stream[:-1] + writes):
        raise ValueError("with skip paths each state must be the one before + found")
    sheet, wide = Sheet(), CELL * 4
    for left, title in (
        (WITHOUT, _("without a skip path")),
        (WITH, _("with skip paths")),
    ):
        sheet.text(left, MARGIN + SIZE, title, bold=True)
        for i, name in enumerate(features):
            x = left + CELL * (i + 0.5)
            sheet.text(x, TOP - 7, name, anchor="middle", color="edge")
    for level in range(3):
        y = TOP + STEP * (2 - level)
        for left, rows in ((WITHOUT, plain), (WITH, stream)):
            draw_cells(sheet, left, y, told(rows[level]), TOKEN, cell=CELL)
        if level == 2:
            break
        above, y, color = y - STEP + HEIGHT, y - 14 - BOX, COLORS[level]
        for left, end in ((WITHOUT, above + 2), (WITH, y - 14)):
            middle = left + wide / 2
            draw_up(sheet, middle, y + BOX + 14, y + BOX + 1)
            draw_layer(sheet, left, y, wide, names[level], color)
            draw_up(sheet, middle, y, end)
        middle = WITH + wide / 2
        y -= 14 + HEIGHT
        draw_cells(sheet, WITH, y, told(writes[level]), color, cell=CELL)
        draw_up(sheet, middle, y, y - 11)
        draw_plus(sheet, middle, y - 21)
        draw_up(sheet, middle, y - 30, above + 2)
        draw_around(sheet, AROUND, above + STEP - HEIGHT / 2, y - 21, WITH + wide)
    low = TOP + 2 * STEP + HEIGHT + SIZE + 5
    for left in (WITHOUT, WITH):
        sheet.text(left + wide / 2, low, _("tea goes in"), anchor="middle")
    label = described(plain, stream, writes, features, names)
    show(Drawing(sheet, low + MARGIN, label))


def draw_around(sheet: Sheet, x: float, y: float, to: float, left: float) -> None:
    """Draw a skip path: out of a state at y, up, and back to the plus above it."""
    middle = left - CELL * 2
    sheet.rectangle(left, y - 1.5, x - left + 1.5, 3, TOKEN)
    sheet.rectangle(x - 1.5, to - 1.5, 3, y - to + 1.5, TOKEN)
    sheet.rectangle(middle + 16, to - 1.5, x - middle - 16, 3, TOKEN)
    tip = [(middle + 18, to - 6), (middle + 9, to), (middle + 18, to + 6)]
    sheet.shape(tip, TOKEN)


def draw_layer(
    sheet: Sheet, x: float, y: float, wide: float, name: str, color: str
) -> None:
    """Draw a layer as a box with its name."""
    sheet.rectangle(x, y, wide, BOX, "ground")
    sheet.rectangle(x, y, wide, BOX, color, opacity=0.16)
    sheet.rectangle(x, y, wide, 3, color)
    sheet.text(x + wide / 2, base(y + 3), name, anchor="middle")


def draw_plus(sheet: Sheet, x: float, y: float) -> None:
    """Draw a plus in a circle."""
    circle = f"M{number(x - 9)} {number(y)}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z"
    sheet.path(circle, "ink")
    sheet.text(x, y + 0.33 * SIZE, "+", anchor="middle", color="ground", bold=True)


def draw_up(sheet: Sheet, x: float, y: float, to: float) -> None:
    """Draw an arrow up."""
    sheet.rectangle(x - 1, to + 5, 2, y - to - 5, "ink")
    sheet.shape([(x - 5, to + 7), (x, to), (x + 5, to + 7)], "ink")


def described(
    plain: np.ndarray, stream: np.ndarray, writes: np.ndarray,
    features: Sequence[str], names: Sequence[str],
) -> str:  # fmt: skip
    """Say in words what is drawn, with its numbers."""
    whole = _(
        "A token goes up through two layers, {names}. Its features {features} are "
        "{start}. Without a skip path only what a layer computes goes on: {plain}. "
        "With skip paths the layers compute {writes}, each is added to what came in, "
        "and the token is {stream}."
    )
    rows = [" ".join(told(row)) for row in plain]
    added = [" ".join(told(row)) for row in writes]
    kept = [" ".join(told(row)) for row in stream]
    return fill(
        whole, names=", ".join(names), features=", ".join(features), start=rows[0],
        plain="; ".join(rows[1:]), writes="; ".join(added), stream="; ".join(kept[1:]),
    )  # fmt: skip
