"""An encoder layer in post-norm and in pre-norm: the same parts in another order."""

from ..words import translated as _
from ._drawing import Drawing, show
from ._skip_path import BOX, TOKEN, draw_layer, draw_plus, draw_up
from ._svg import MARGIN, SIZE, Sheet

ATTENTION, FEED, NORM = "2", "1", "5"  # the map's colors
WIDE, LEFTS = 128, (32, 222)  # of a box; of the two columns' boxes
STEP = 42  # from one part to the next
FINAL = MARGIN + SIZE + 20  # the final norm's top
TOP = FINAL + STEP + 12  # of the layer's last part
ORDERS = "f+n" * 2, "nf+" * 2  # from below: a sublayer, its sum, its norm


def layer_orders() -> None:
    """Draw an encoder layer twice, side by side; pre-norm has a final norm above it."""
    sheet, titles = Sheet(), (_("post-norm"), _("pre-norm"))
    bottom = top(0) + BOX + 30  # where x comes in
    for left, title, order in zip(LEFTS, titles, ORDERS, strict=True):
        middle = left + WIDE / 2
        sheet.text(middle, MARGIN + SIZE, title, anchor="middle", bold=True)
        sheet.text(middle, bottom + SIZE + 2, "x", anchor="middle", bold=True)
        sublayers = [(_("self-attention"), ATTENTION), (_("feed-forward"), FEED)]
        below = bottom
        for i, part in enumerate(order):
            if i % 3 == 0:
                branch = below - 8
            if part == "+":
                draw_plus(sheet, middle, top(i) + BOX / 2)
                draw_around(sheet, left, branch, top(i) + BOX / 2)
                draw_up(sheet, middle, below, top(i) + BOX / 2 + 9)
                below = top(i) + BOX / 2 - 9
                continue
            name, color = sublayers.pop(0) if part == "f" else (_("norm"), NORM)
            draw_up(sheet, middle, below, top(i) + BOX)
            draw_layer(sheet, left, top(i), WIDE, name, color)
            below = top(i)
        end = FINAL
        if order[-1] == "+":
            end += BOX
            draw_layer(sheet, left, FINAL, WIDE, _("final norm"), NORM)
        draw_up(sheet, middle, below, end)
        draw_frame(sheet, left, bottom - 14)
    label = _(
        "An encoder layer twice, from below. Post-norm: self-attention, the sum with "
        "what went around it, norm; feed-forward, the sum, norm. Pre-norm: norm, "
        "self-attention, the sum; norm, feed-forward, the sum. Every path around a "
        "part passes no norm in pre-norm, and ends below a norm in post-norm. Above "
        "the last pre-norm layer stands a final norm."
    )
    show(Drawing(sheet, bottom + SIZE + 2 + MARGIN, label))


def top(i: int) -> float:
    """Return where part i, counted from below, begins."""
    return TOP + STEP * (len(ORDERS[0]) - 1 - i)


def draw_around(sheet: Sheet, left: float, y: float, to: float) -> None:
    """Draw a skip path on the left: out of the stream at y, and back to the plus."""
    middle, x = left + WIDE / 2, left - 14
    for height, end in ((y, middle), (to, middle - 16)):
        sheet.rectangle(x - 1.5, height - 1.5, end - x + 1.5, 3, TOKEN)
    sheet.rectangle(x - 1.5, to - 1.5, 3, y - to + 3, TOKEN)
    tip = [(middle - 18, to - 6), (middle - 9, to), (middle - 18, to + 6)]
    sheet.shape(tip, TOKEN)


def draw_frame(sheet: Sheet, left: float, low: float) -> None:
    """Draw a dashed frame around one layer."""
    high, right = TOP - 8, left + WIDE + 8
    left -= 22
    for x in (left, right):
        sheet.line(x, high, x, low, dashes="4 3")
    for y in (high, low):
        sheet.line(left, y, right, y, dashes="4 3")
