"""The same strip of length 1 at several temperatures, the coldest on top."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ..kernels.probability import softmax
from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._room import cut, width
from ._softmax_steps import apart
from ._strip import checked, cuts, draw_strip, percent
from ._svg import MARGIN, WIDTH, Sheet

RIGHT = WIDTH - MARGIN
ROW, STRIP = 42, 26  # how high a row is, and its strip
LEAST = 0.004  # of a part that can be seen, and so has its percentage
ABOVE = 14  # room for the percentages that are wider than their parts


def temperature_strip(
    scores: Sequence[float], tokens: Sequence[str], temperatures: Sequence[float]
) -> None:
    """Draw the probabilities of 2 to 6 tokens as a strip for each temperature."""
    z = checked(scores, tokens)
    cold_to_hot = sorted(temperatures)
    rows = [softmax(z, temperature=t) for t in cold_to_hot]
    names = [fill(_("T = {number}"), number=f"{t:g}") for t in cold_to_hot]
    left = MARGIN + max(map(width, names)) + 8
    sheet = Sheet()
    y = draw_legend(sheet, left, tokens)
    for name, p in zip(names, rows, strict=True):
        at = cuts(p, left, RIGHT)
        shares = [percent(one, 0) for one in p]
        y += ABOVE
        base = y + STRIP / 2 + 4.5
        sheet.text(MARGIN, base, name)
        draw_strip(sheet, at, y, STRIP)
        middles = [(a + b) / 2 for a, b in pairwise(at)]
        above = []  # the parts that are too narrow for their percentage
        for i, (share, room) in enumerate(zip(shares, np.diff(at) - 4, strict=True)):
            if width(share) <= room:
                sheet.text(middles[i], base, share, anchor="middle", color="ground")
            elif p[i] >= LEAST:
                above.append(i)
        widths = [width(shares[i]) for i in above]
        places = apart([middles[i] for i in above], widths)
        for i, x in zip(above, places, strict=True):  # in its part's color
            sheet.text(x, y - 4, shares[i], anchor="middle", color=str(i + 1))
        y += ROW
    show(Drawing(sheet, y + 2, described(rows, names, tokens)))


def draw_legend(sheet: Sheet, left: float, tokens: Sequence[str]) -> float:
    """Name the colors in the order of the parts; return where the strips begin."""
    x, y = left, 26
    for i, token in enumerate(tokens, start=1):
        name = cut(token, 120)
        if x > left and x + 18 + width(name) > RIGHT:
            x, y = left, y + 22
        sheet.rectangle(x, y - 10.5, 12, 12, str(i))
        sheet.text(x + 18, y, name)
        x += 18 + width(name) + 12
    return y + 16


def described(
    rows: Sequence[np.ndarray], names: Sequence[str], tokens: Sequence[str]
) -> str:
    """Say in words what is drawn, with its numbers."""
    each = [
        f"{name}: "
        + ", ".join(f"{t} {percent(one, 0)}" for t, one in zip(tokens, p, strict=True))
        for name, p in zip(names, rows, strict=True)
    ]
    whole = _("Probabilities at each temperature, from cold to hot. {each}.")
    return fill(whole, each="; ".join(each))
