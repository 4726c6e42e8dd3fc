"""The paths through three layers with skip paths, each with its product of slopes."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import written
from ._drawing import Drawing, show
from ._svg import MARGIN, SIZE, WIDTH, Sheet

LAYERS = 3
STREAM, LAYER = "4", "1"  # the colors of what runs past a layer, and of a layer
FIRST, APART = 66, 92  # the middle of the first layer; from one to the next
BOX, HIGH = 56, 22  # how wide and how high an f is
END = FIRST + APART * (LAYERS - 1) + BOX / 2 + 12  # of a path
ROW, TITLE = 30, 24  # from a path to the next; how high the title of a group is


def slope_paths(slopes: Sequence[float]) -> None:
    """Draw the 8 paths through 3 layers x + f(x), where f has these slopes."""
    given = np.asarray(slopes, float)
    if given.shape != (LAYERS,) or not np.isfinite(given).all():
        raise ValueError(f"slopes must be {LAYERS} finite numbers; got {slopes}")
    titles = (
        _("around every f"),
        _("through one f"),
        _("through two"),
        _("through every f: all that is left without skip paths"),
    )
    sheet, y = Sheet(), float(MARGIN + SIZE)
    for k in range(LAYERS):
        name = fill(_("layer {n}"), n=str(k + 1))
        sheet.text(FIRST + APART * k, y, name, anchor="middle", bold=True)
    sheet.text(WIDTH - MARGIN, y, _("product"), anchor="end", bold=True)
    y += 8
    found = []  # each path's product, in the order in which they are drawn
    ways = sorted(
        product((False, True), repeat=LAYERS), key=lambda way: (sum(way), way)
    )
    for count, title in enumerate(titles):
        y += TITLE
        sheet.text(MARGIN, y - 3, title, color="edge")
        group = [way for way in ways if sum(way) == count]
        for way in group[::-1]:  # the first layer's f comes first
            found.append(float(np.where(way, given, 1).prod()))
            draw_path(sheet, y + ROW / 2 + 3, way, given, found[-1])
            y += ROW
    y += 8
    sheet.line(END + 14, y, WIDTH - MARGIN, y)
    y += SIZE + 6
    total = written(sum(found), 4)
    sheet.text(WIDTH - MARGIN, y, total, anchor="end", bold=True)
    sheet.text(END + 6, y, _("their sum"), anchor="end", bold=True)
    show(Drawing(sheet, y + MARGIN, described(given, found, total)))


def draw_path(
    sheet: Sheet, y: float, way: Sequence[bool], slopes: np.ndarray, slope: float
) -> None:
    """Draw a path: through the f of some layers, around the others."""
    sheet.rectangle(MARGIN, y - 1.5, END - MARGIN, 3, STREAM)
    sheet.shape([(END, y - 6), (END + 10, y), (END, y + 6)], STREAM)
    for k, (through, own) in enumerate(zip(way, slopes, strict=True)):
        middle = FIRST + APART * k
        if not through:
            sheet.text(middle, y - 5, "1", anchor="middle", color="edge")
            continue
        left, top = middle - BOX / 2, y - HIGH / 2
        sheet.rectangle(left, top, BOX, HIGH, "ground")
        sheet.rectangle(left, top, BOX, HIGH, LAYER, opacity=0.16)
        sheet.rectangle(left, top, BOX, 2, LAYER)
        sheet.text(middle, y + 0.36 * SIZE, written(own, 2), anchor="middle")
    bold = not any(way)
    words = written(slope, 4)
    sheet.text(WIDTH - MARGIN, y + 0.33 * SIZE, words, anchor="end", bold=bold)


def described(slopes: np.ndarray, found: Sequence[float], total: str) -> str:
    """Say in words what is drawn, with its numbers."""
    form = _(
        "Three layers with skip paths; their f have the slopes {slopes}. Eight paths "
        "lead through them, each around an f or through it, and a path's slope is a "
        "product: around every f {around}; through one {one}; through two {two}; "
        "through every f {all}. Their sum is {total}."
    )
    told = [written(one, 4) for one in found]
    return fill(
        form, slopes=", ".join(written(one, 2) for one in slopes), around=told[0],
        one=", ".join(told[1:4]), two=", ".join(told[4:7]), all=told[7], total=total,
    )  # fmt: skip
