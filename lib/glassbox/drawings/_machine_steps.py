"""What each part of the machine receives and gives: one layer of each stack."""

from collections.abc import Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._svg import MARGIN, SIZE, Sheet

EMBEDDING, ATTENTION, FEED, NORM, HEAD = "4", "2", "1", "5", "3"  # the map's colors
SKIP, OTHER = "4", "6"  # paths around a part, as in their chapter; layer 2
BOX, STEP, WIDE = 40, 56, 160  # a box's height and width; from one to the next
LEFTS = 24, 216  # of the encoder's boxes and the decoder's
TOP = MARGIN + SIZE + 12
READERS, MEMORY = (3, 7), 5  # rows from below: who reads the memory, where it is
ROWS = 9


def parts() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return both columns' parts from below, each with its color."""
    add, feed = (_("add & norm"), NORM), (_("feed-forward"), FEED)
    embedding = (_("embedding + position"), EMBEDDING)
    look, read = (_("self-attention"), ATTENTION), (_("cross-attention"), ATTENTION)
    masked, head = (_("masked attention"), ATTENTION), (_("output head"), HEAD)
    layer = (_("layer 2, same parts"), OTHER)
    encoder = [embedding, look, add, feed, add, (_("layer 2: the memory"), OTHER)]
    return encoder, [embedding, masked, add, read, add, feed, add, layer, head]


def machine_steps(
    encoder: Sequence[np.ndarray], decoder: Sequence[np.ndarray],
    rows: tuple[int, int], tokens: tuple[str, str],
) -> None:  # fmt: skip
    """Draw what 6 parts of the encoder and 9 of the decoder give, from below.

    Of each array (n, features), the shape is written, and the first two numbers of one
    token's row: rows[0] in the encoder, rows[1] in the decoder, called tokens.
    """
    columns = parts()
    for name, given, named in zip(
        ("encoder", "decoder"), (encoder, decoder), columns, strict=True
    ):
        if len(given) != len(named):
            raise ValueError(f"{name} must have {len(named)} arrays; got {len(given)}")
    sheet = Sheet()
    bottom = TOP + STEP * ROWS
    titles = _("encoder"), _("decoder")
    for k, (left, given, named) in enumerate(
        zip(LEFTS, (encoder, decoder), columns, strict=True)
    ):
        high = top(len(named) - 1)
        sheet.text(left + WIDE / 2, high - 10, titles[k], anchor="middle", bold=True)
        for i, ((name, color), array) in enumerate(zip(named, given, strict=True)):
            if i:
                draw_up(sheet, left + WIDE / 2, top(i - 1), top(i) + BOX)
            if color == NORM and name == _("add & norm"):
                draw_skip(sheet, k, i)
            draw_part(sheet, left, top(i), name, color, facts(array, rows[k]))
        where = fill(_("row of {token}"), token=tokens[k])
        sheet.text(left + WIDE / 2, bottom + SIZE, where, anchor="middle")
    draw_reading(sheet)
    label = described(columns, (encoder, decoder), rows, tokens)
    show(Drawing(sheet, bottom + SIZE + MARGIN, label))


def top(i: int) -> float:
    """Return where box i, counted from below, begins."""
    return TOP + STEP * (ROWS - 1 - i) + 10


def facts(array: np.ndarray, row: int) -> tuple[str, str]:
    """Return an array's shape, and its row's first two numbers, as they are written."""
    numbers = [f"{round(n, 1) + 0.0:.1f}".replace("-", "−") for n in array[row][:2]]
    return str(array.shape), " ".join(numbers)


def draw_part(
    sheet: Sheet, x: float, y: float, name: str, color: str, fact: tuple[str, str]
) -> None:
    """Draw a part as a box: its name, and below it what it gives."""
    sheet.rectangle(x, y, WIDE, BOX, "ground")
    sheet.rectangle(x, y, WIDE, BOX, color, opacity=0.16)
    sheet.rectangle(x, y, 3, BOX, color)
    sheet.text(x + 10, y + SIZE + 3, name, bold=True)
    shape, numbers = fact
    sheet.text(x + 10, y + 2 * SIZE + 8, shape)
    sheet.text(x + WIDE - 8, y + 2 * SIZE + 8, numbers, anchor="end")


def draw_up(sheet: Sheet, x: float, y: float, to: float) -> None:
    """Draw an arrow up."""
    sheet.rectangle(x - 1, to + 5, 2, y - to - 5, "ink")
    sheet.shape([(x - 5, to + 7), (x, to), (x + 5, to + 7)], "ink")


def draw_skip(sheet: Sheet, k: int, i: int) -> None:
    """Draw the path around the part below box i, on the column's outer side."""
    edge = LEFTS[k] if k == 0 else LEFTS[k] + WIDE
    side = -1 if k == 0 else 1
    out = edge + side * 12
    low, high = top(i - 2) + 8, top(i) + BOX / 2
    for y in (low, high):
        sheet.rectangle(min(edge, out) - 0.5, y - 1, 13, 2, SKIP)
    sheet.rectangle(out - 1, high, 2, low - high, SKIP)
    tip = [(edge + side * 7, high - 5), (edge, high), (edge + side * 7, high + 5)]
    sheet.shape(tip, SKIP)


def draw_reading(sheet: Sheet) -> None:
    """Draw the ways from the memory to cross-attention, in both decoder layers."""
    right, into = LEFTS[0] + WIDE, LEFTS[1]
    middle = (right + into) / 2
    start = top(MEMORY) + BOX / 2
    ends = [top(reader) + BOX / 2 for reader in READERS]
    sheet.rectangle(right, start - 1, middle - right + 1, 2, "ink")
    sheet.rectangle(middle - 1, min(ends), 2, max(ends) - min(ends), "ink")
    for end in ends:
        sheet.rectangle(middle - 1, end - 1, into - middle - 4, 2, "ink")
        sheet.shape([(into - 7, end - 5), (into, end), (into - 7, end + 5)], "ink")


def described(
    columns: Sequence, given: Sequence, rows: Sequence[int], tokens: Sequence[str]
) -> str:
    """Say in words what is drawn, with its numbers."""
    each = _("{name} gives {shape}, {numbers}")
    told = []
    for named, arrays, row in zip(columns, given, rows, strict=True):
        steps = []
        for (name, _color), array in zip(named, arrays, strict=True):
            shape, numbers = facts(array, row)
            steps.append(fill(each, name=name, shape=shape, numbers=numbers))
        told.append("; ".join(steps))
    whole = _(
        "Two stacks from below, with shapes and one row's first two numbers. Encoder, "
        "row of {source}: {encoder}. Decoder, row of {target}: {decoder}. Each add & "
        "norm also gets what went around the part below it, and cross-attention reads "
        "the memory, in both decoder layers."
    )
    return fill(
        whole, source=tokens[0], target=tokens[1], encoder=told[0], decoder=told[1]
    )
