"""Two post-norm layers: each part, its name in the listing, the shape it gives."""

from collections.abc import Sequence

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._svg import MARGIN, SIZE, Sheet

ATTENTION, FEED, NORM = "2", "1", "5"  # the map's colors
SKIP, OTHER = "4", "6"  # paths around a part, as in their chapter; layer 2
BOX, STEP, WIDE = 40, 56, 160  # a box's height and width; from one to the next
LEFTS = 24, 216  # of the encoder's boxes and the decoder's
TOP = MARGIN + SIZE + 12
READER, MEMORY = 2, 4  # rows from below: who reads the memory, where it is
LASTS = 3, 5  # rows from below: where each layer ends
ROWS = 6
INPUT = 40  # the height of what comes in, below the first row
MOST = 14  # letters of a code name that leave room for the shape in its line


def parts() -> tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]]:
    """Return both columns' parts from below: name, name in the code, color."""
    add = (_("add & norm"), "connect", NORM)
    feed = (_("feed-forward"), "think", FEED)
    look = (_("self-attention"), "look", ATTENTION)
    masked = (_("masked attention"), "look, ahead", ATTENTION)
    read = (_("cross-attention"), "read", ATTENTION)
    memory = (_("layer 2: the memory"), "encoder_layer", OTHER)
    encoder = [look, add, feed, add, memory]
    return encoder, [masked, add, read, add, feed, add]


def machine_steps(n_source: int, n_target: int, d_model: int) -> None:
    """Draw the parts of a post-norm encoder layer and decoder layer, from below.

    On each box is its name in the chapter's listing, and the shape of what it gives
    for n_source tokens in the encoder and n_target in the decoder.
    """
    columns = parts()
    shapes = [
        [(n_source, d_model)] * len(columns[0]),
        [(n_target, d_model)] * len(columns[1]),
    ]
    sheet = Sheet()
    titles = _("encoder layer"), _("decoder layer")
    for k, (left, named) in enumerate(zip(LEFTS, columns, strict=True)):
        high = top(len(named) - 1)
        sheet.text(left + WIDE / 2, high - 10, titles[k], anchor="middle", bold=True)
        draw_frame(sheet, k)
        ground = top(0) + BOX
        sheet.text(left + WIDE / 2, ground + INPUT, "xy"[k], anchor="middle")
        draw_up(sheet, left + WIDE / 2, ground + INPUT - SIZE, ground)
        for i, ((name, code, color), shape) in enumerate(
            zip(named, shapes[k], strict=True)
        ):
            if i:
                draw_up(sheet, left + WIDE / 2, top(i - 1), top(i) + BOX)
            if code == "connect":
                draw_skip(sheet, k, i)
            draw_part(sheet, left, top(i), name, color, (str(shape), code))
    draw_reading(sheet)
    show(Drawing(sheet, TOP + STEP * ROWS + INPUT + MARGIN, described(columns, shapes)))


def top(i: int) -> float:
    """Return where box i, counted from below, begins."""
    return TOP + STEP * (ROWS - 1 - i) + 10


def draw_part(
    sheet: Sheet, x: float, y: float, name: str, color: str, fact: tuple[str, str]
) -> None:
    """Draw a part as a box: its name, and below it the shape it gives and its code."""
    sheet.rectangle(x, y, WIDE, BOX, "ground")
    sheet.rectangle(x, y, WIDE, BOX, color, opacity=0.16)
    sheet.rectangle(x, y, 3, BOX, color)
    sheet.text(x + 10, y + SIZE + 3, name, bold=True)
    shape, code = fact
    if len(code) > MOST:
        sheet.text(x + WIDE - 8, y + SIZE + 3, shape, anchor="end")
    else:
        sheet.text(x + 10, y + 2 * SIZE + 8, shape)
    sheet.text(x + WIDE - 8, y + 2 * SIZE + 8, code, anchor="end")


def draw_up(sheet: Sheet, x: float, y: float, to: float) -> None:
    """Draw an arrow up."""
    sheet.rectangle(x - 1, to + 5, 2, y - to - 5, "ink")
    sheet.shape([(x - 5, to + 7), (x, to), (x + 5, to + 7)], "ink")


def draw_frame(sheet: Sheet, k: int) -> None:
    """Draw a dashed frame around the layer that is drawn whole."""
    left, right = LEFTS[k] - (18 if k == 0 else 6), LEFTS[k] + WIDE + 6 + 12 * k
    high, low = top(LASTS[k]) - 6, top(0) + BOX + 18
    for x in (left, right):
        sheet.line(x, high, x, low, dashes="4 3")
    for y in (high, low):
        sheet.line(left, y, right, y, dashes="4 3")


def draw_skip(sheet: Sheet, k: int, i: int) -> None:
    """Draw the path around the part below box i, on the column's outer side."""
    edge = LEFTS[k] if k == 0 else LEFTS[k] + WIDE
    side = -1 if k == 0 else 1
    out = edge + side * 12
    low, high = top(i - 2) + 8, top(i) + BOX / 2
    start = edge
    if i == 1:  # from the arrow that brings what comes in
        low, start = top(0) + BOX + 12, LEFTS[k] + WIDE / 2
    for y, inner in ((low, start), (high, edge)):
        sheet.rectangle(min(inner, out) - 0.5, y - 1, abs(inner - out) + 1, 2, SKIP)
    sheet.rectangle(out - 1, high, 2, low - high, SKIP)
    tip = [(edge + side * 7, high - 5), (edge, high), (edge + side * 7, high + 5)]
    sheet.shape(tip, SKIP)


def draw_reading(sheet: Sheet) -> None:
    """Draw the way from the memory to cross-attention."""
    right, into = LEFTS[0] + WIDE, LEFTS[1]
    middle = (right + into) / 2
    start, end = (top(row) + BOX / 2 for row in (MEMORY, READER))
    sheet.rectangle(right, start - 1, middle - right + 1, 2, "ink")
    sheet.rectangle(middle - 1, start, 2, end - start, "ink")
    sheet.rectangle(middle - 1, end - 1, into - middle - 4, 2, "ink")
    sheet.shape([(into - 7, end - 5), (into, end), (into - 7, end + 5)], "ink")


def described(columns: Sequence, shapes: Sequence) -> str:
    """Say in words what is drawn, with its shapes."""
    each = _("{name}, {code} in the listing, gives {shape}")
    told = []
    for named, sizes in zip(columns, shapes, strict=True):
        steps = []
        for (name, code, _color), shape in zip(named, sizes, strict=True):
            steps.append(fill(each, name=name, code=code, shape=str(shape)))
        told.append("; ".join(steps))
    whole = _(
        "Two layers in post-norm, from below. Encoder: {encoder}. Decoder: {decoder}. "
        "Each add & norm also gets what went around the part below it, and "
        "cross-attention reads the memory."
    )
    return fill(whole, encoder=told[0], decoder=told[1])
