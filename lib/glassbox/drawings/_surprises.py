"""Surprise, token by token: a line for each text, on one scale."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._falling_losses import apart
from ._heads import CROPPED, HEADS
from ._room import cut
from ._svg import MARGIN, SIZE, WIDTH, Sheet

LEFT, RIGHT = 34, WIDTH - 74  # the lines run between them; names stand at the right
TOP, HIGH = MARGIN + SIZE + 14, 170
EVERY = 2  # nats from one line of the grid to the next


def surprises(texts: Mapping[str, Sequence[float]]) -> None:
    """Draw the surprise of each token of 1 to 3 texts of one length, in nats."""
    if not 1 <= len(texts) <= len(HEADS):
        raise ValueError(f"there must be 1 to {len(HEADS)} texts; got {len(texts)}")
    lengths = sorted({len(one) for one in texts.values()})
    if len(lengths) > 1 or lengths[0] < 2:
        raise ValueError(f"texts must have one length, at least 2; got {lengths}")
    found = np.array([np.asarray(one, float) for one in texts.values()])
    if not (np.isfinite(found).all() and found.min() >= 0):
        raise ValueError("surprises must be finite numbers of at least 0")
    most = EVERY * max(1, int(np.ceil(found.max() / EVERY)))
    sheet, bottom, n = Sheet(), TOP + HIGH, lengths[0]
    sheet.text(MARGIN, MARGIN + SIZE, _("surprise in nats"), bold=True)
    for nats in range(0, most + 1, EVERY):
        y = bottom - HIGH * nats / most
        sheet.line(LEFT, y, RIGHT, y, color="grid")
        sheet.text(LEFT - 8, y + 0.33 * SIZE, str(nats), anchor="end")
    across = np.linspace(LEFT, RIGHT, n)
    for place in (1, n):
        x = across[place - 1]
        sheet.text(x, bottom + SIZE + 6, str(place), anchor="middle")
    middle = (LEFT + RIGHT) / 2
    sheet.text(middle, bottom + SIZE + 6, _("token"), anchor="middle")
    down = bottom - HIGH * found / most
    named = apart(down.mean(axis=-1))  # a name stands at its line's mean
    for name, ys, y, color in zip(texts, down, named, HEADS, strict=False):
        sheet.curve(list(zip(across, ys, strict=True)), color)
        said = cut(name, WIDTH - MARGIN - RIGHT - 6)
        sheet.text(RIGHT + 6, y + 0.33 * SIZE, said, bold=True, color=color)
    form = _("{name} {mean} on average, at most {most}")
    each = [
        fill(form, name=name, mean=f"{own.mean():.2f}", most=f"{own.max():.1f}")
        for name, own in zip(texts, found, strict=True)
    ]
    label = fill(_("Surprise of {n} tokens, in nats: {each}."), n=str(n),
                 each="; ".join(each))  # fmt: skip
    show(Drawing(sheet, bottom + SIZE + 6 + MARGIN, label, cropped=CROPPED))
