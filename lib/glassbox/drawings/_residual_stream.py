"""The residual stream: numbers that run straight up, and layers that add to them."""

from collections.abc import Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, named, table, told
from ._drawing import Drawing, show
from ._skip_path import BOX, CELL, COLORS, TOKEN, draw_layer
from ._svg import MARGIN, SIZE, WIDTH, Sheet

LEFT, WIDE = MARGIN, 4 * CELL + 16  # of the stream
BESIDE = 228  # where the layers stand
STEP, TOP = 132, MARGIN + 2 * SIZE + 22


def residual_stream(
    start: Sequence[float], found: Sequence[Sequence[float]],
    features: Sequence[str], names: Sequence[str],
) -> None:  # fmt: skip
    """Draw a token of 4 numbers that runs past 2 layers, each of which adds to it."""
    (first,), writes = table("start", [start], [4]), table("found", found, [4])
    named(features, 4, "features")
    named(names, len(writes), "layers")
    if len(writes) != len(COLORS):
        raise ValueError(f"there must be {len(COLORS)} layers; got {len(writes)}")
    states = first + np.cumsum([np.zeros(4), *writes], axis=0)
    sheet, count = Sheet(), len(writes)
    bottom = TOP + STEP * count + HEIGHT
    sheet.rectangle(LEFT, TOP - 10, WIDE, bottom - TOP + 20, TOKEN, opacity=0.16)
    middle = LEFT + WIDE / 2
    tip = [(LEFT, TOP - 10), (middle, TOP - 26), (LEFT + WIDE, TOP - 10)]
    sheet.shape(tip, TOKEN, opacity=0.16)
    sheet.text(
        middle, MARGIN + SIZE, _("the residual stream"), anchor="middle", bold=True
    )
    for level, row in enumerate(states):
        y = TOP + STEP * (count - level)
        for i, said in enumerate(told(row)):
            x = LEFT + 8 + CELL * (i + 0.5)
            sheet.text(x, y + 0.7 * HEIGHT, said, anchor="middle", bold=True)
        if level == count:
            break
        color = COLORS[level]
        draw_visit(sheet, y - 8, names[level], " ".join(told(writes[level])), color)
    for i, name in enumerate(features):
        x = LEFT + 8 + CELL * (i + 0.5)
        sheet.text(x, bottom + SIZE + 14, name, anchor="middle", color="edge")
    label = described(states, writes, features, names)
    show(Drawing(sheet, bottom + SIZE + 14 + MARGIN, label))


def draw_visit(sheet: Sheet, y: float, name: str, wrote: str, color: str) -> None:
    """Draw a layer that reads the stream at y, and adds to it above."""
    right, wide = LEFT + WIDE, WIDTH - MARGIN - BESIDE
    low, top = y - 12, y - 96
    middle = (low + top) / 2
    box = middle - BOX / 2
    across = BESIDE + wide / 2
    draw_layer(sheet, BESIDE, box, wide, name, color)
    sheet.rectangle(right - 10, low - 1, across - right + 11, 2, color)
    sheet.rectangle(across - 1, box + BOX + 5, 2, low - box - BOX - 5, color)
    at = box + BOX
    sheet.shape([(across - 5, at + 7), (across, at), (across + 5, at + 7)], color)
    sheet.rectangle(across - 1, top - 1, 2, box - top + 1, color)
    sheet.rectangle(right - 3, top - 1, across - right + 3, 2, color)
    tip = [(right - 3, top - 5), (right - 10, top), (right - 3, top + 5)]
    sheet.shape(tip, color)
    sheet.text(right + 8, low - 6, _("reads"), color=color)
    adds = fill(_("adds {numbers}"), numbers=wrote)
    sheet.text(WIDTH - MARGIN, top - 7, adds, anchor="end", color=color, bold=True)


def described(
    states: np.ndarray, writes: np.ndarray, features: Sequence[str],
    names: Sequence[str],
) -> str:  # fmt: skip
    """Say in words what is drawn, with its numbers."""
    form = _("{name} reads it and adds {numbers}, which makes it {state}")
    each = [
        fill(form, name=name, numbers=" ".join(told(row)), state=" ".join(told(state)))
        for name, row, state in zip(names, writes, states[1:], strict=True)
    ]
    whole = _(
        "The residual stream of a token runs straight up. Its features {features} "
        "start as {start}; {each}."
    )
    start = " ".join(told(states[0]))
    return fill(whole, features=", ".join(features), start=start, each="; ".join(each))
