"""RMSNorm and LayerNorm of one vector, as bars: only one of them moves the zero."""

from collections.abc import Sequence

import numpy as np

from ..kernels.normalization import layer_norm, rms_norm
from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._strip import short
from ._svg import MARGIN, SIZE, WIDTH, Sheet

GAP = 46  # between two vectors, where the step is told
PANEL = (WIDTH - 2 * MARGIN - 2 * GAP) / 3  # a vector's bars
LEFTS = [MARGIN + k * (PANEL + GAP) for k in range(3)]
HIGH, WORDS = 62, SIZE + 3  # what a vector's bars reach in all; room for a number
NORM, PLAIN = "5", "6"  # the norm's color on the map; a vector's


def two_norms(x: Sequence[float]) -> None:
    """Draw what RMSNorm and LayerNorm make of 3 or 4 numbers."""
    v = np.asarray(x, float)
    if v.shape not in {(3,), (4,)} or not np.isfinite(v).all() or not v.std():
        raise ValueError(f"x must be 3 or 4 finite numbers, not all equal; got {x!r}")
    mean, root, std = v.mean(), np.sqrt((v * v).mean()), v.std()
    rms, layer = rms_norm(v, eps=0), layer_norm(v, eps=0)

    sheet, top = Sheet(), MARGIN + 2 * SIZE + WORDS
    draw_row(sheet, top, _("RMSNorm"), {0: v, 2: rms})
    draw_step(sheet, LEFTS[0] + PANEL, LEFTS[2], top, f"÷ {short(root)}")
    top += HIGH + 2 * WORDS + 2 * SIZE + 8
    draw_row(sheet, top, _("LayerNorm"), {0: v, 1: v - mean, 2: layer})
    draw_step(sheet, LEFTS[0] + PANEL, LEFTS[1], top, f"− {round(mean, 2):g}")
    draw_step(sheet, LEFTS[1] + PANEL, LEFTS[2], top, f"÷ {short(std)}")
    form = _(
        "Bars. RMSNorm divides {x} by {root}, which gives {rms}; each keeps its sign. "
        "LayerNorm first subtracts the mean, {mean}, which leaves {centered}, and then "
        "divides by {std}: {layer}."
    )
    steps = {"root": short(root), "mean": short(mean), "std": short(std)}
    vectors = {"x": v, "rms": rms, "centered": v - mean, "layer": layer}
    told = {name: ", ".join(map(short, one)) for name, one in vectors.items()}
    show(Drawing(sheet, top + HIGH + WORDS + MARGIN, fill(form, **steps, **told)))


def draw_row(
    sheet: Sheet, top: float, name: str, vectors: dict[int, np.ndarray]
) -> None:
    """Draw vectors as bars in their columns; each has a scale of its own."""
    sheet.text(MARGIN, top - WORDS - SIZE, name, bold=True)
    for column, vector in vectors.items():
        left, color = LEFTS[column], NORM if column == 2 else PLAIN
        low, high = min(0, vector.min()), max(0, vector.max())
        scale, wide = HIGH / (high - low), PANEL / len(vector)
        zero = top + high * scale
        sheet.line(left, zero, left + PANEL, zero)
        for i, number in enumerate(vector):
            x, long = left + wide * i, number * scale
            sheet.rectangle(x + 6, zero - max(long, 0), wide - 12, abs(long), color)
            end = zero - long - 4 if number >= 0 else zero - long + SIZE
            said = f"{number:.1f}".replace("-", "−")
            sheet.text(x + wide / 2, end, said, anchor="middle")


def draw_step(sheet: Sheet, start: float, end: float, top: float, words: str) -> None:
    """Draw an arrow between two vectors, with what is done on its way."""
    y = top + HIGH / 2
    sheet.line(start + 5, y, end - 10, y)
    sheet.shape([(end - 12, y - 5), (end - 4, y), (end - 12, y + 5)], "edge")
    sheet.text((start + end) / 2, y - 6, words, anchor="middle", bold=True)
