"""Two places for the norm: behind the sum, or in front of the layer."""

from ..words import translated as _
from ._drawing import Drawing, show
from ._skip_path import BOX, COLORS, TOKEN, draw_layer, draw_plus, draw_up
from ._svg import MARGIN, SIZE, Sheet

NORM, LAYER = "5", COLORS[1]  # their colors on the map
WIDE, LEFTS = 120, (28, 222)  # of a box; of the two columns' boxes
BOTTOM = 268  # where x comes in


def norm_places() -> None:
    """Draw post-norm and pre-norm side by side: one layer each."""
    sheet = Sheet()
    titles = _("post-norm"), _("pre-norm")
    where = _("norm in the stream"), _("norm beside the stream")
    equations = "y = Norm(x + f(x))", "y = x + f(Norm(x))"
    for k, left in enumerate(LEFTS):
        middle, around = left + WIDE / 2, left + WIDE + 22
        sheet.text(middle, MARGIN + SIZE, titles[k], anchor="middle", bold=True)
        sheet.text(middle, MARGIN + 2 * SIZE + 5, equations[k], anchor="middle")
        sheet.text(middle, BOTTOM + SIZE + 4, "x", anchor="middle", bold=True)
        top = 58.0
        norm = 92 if k == 0 else 204
        layer, plus = (190, 150) if k == 0 else (146, 108)
        draw_layer(sheet, left, norm, WIDE, _("norm"), NORM)
        draw_layer(sheet, left, layer, WIDE, "f", LAYER)
        lowest = layer if k == 0 else norm
        draw_up(sheet, middle, BOTTOM, lowest + BOX)
        if k:
            draw_up(sheet, middle, norm, layer + BOX)
        draw_up(sheet, middle, layer, plus + 9)
        draw_plus(sheet, middle, plus)
        draw_up(sheet, middle, plus - 9, norm + BOX if k == 0 else top)
        if k == 0:
            draw_up(sheet, middle, norm, top)
        branch = BOTTOM - 8
        sheet.rectangle(middle, branch - 1.5, around - middle + 1.5, 3, TOKEN)
        sheet.rectangle(around - 1.5, plus - 1.5, 3, branch - plus, TOKEN)
        sheet.rectangle(middle + 16, plus - 1.5, around - middle - 16, 3, TOKEN)
        tip = [(middle + 18, plus - 6), (middle + 9, plus), (middle + 18, plus + 6)]
        sheet.shape(tip, TOKEN)
        sheet.text(middle, BOTTOM + 2 * SIZE + 12, where[k], anchor="middle")
    label = _(
        "A layer with a skip path, twice. In post-norm, x goes through f, x is added, "
        "and the norm comes last, in the stream: y = Norm(x + f(x)). In pre-norm, x "
        "goes through the norm and f, and x itself is added, so no norm stands in the "
        "stream: y = x + f(Norm(x))."
    )
    show(Drawing(sheet, BOTTOM + 2 * SIZE + 12 + MARGIN, label))
