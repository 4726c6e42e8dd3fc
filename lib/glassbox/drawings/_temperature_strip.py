"""The same strip of length 1 at several temperatures, the coldest on top."""

from collections.abc import Sequence

import numpy as np

from ..kernels.probability import softmax
from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._room import cut, width
from ._strip import checked, cuts, draw_strip, percent
from ._svg import MARGIN, WIDTH, Sheet

RIGHT = WIDTH - MARGIN
ROW, STRIP = 42, 26  # how high a row is, and its strip
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
        rooms = np.diff(at) - 4  # else a percentage would touch the edges
        narrow = [w > room for w, room in zip(map(width, shares), rooms, strict=True)]
        narrow = [n and one >= 0.005 for n, one in zip(narrow, p, strict=True)]
        y += ABOVE
        base = y + STRIP / 2 + 4.5
        sheet.text(MARGIN, base, name)
        draw_strip(sheet, at, y, STRIP)
        free = left  # from here on there is room above the strip
        for i, share in enumerate(shares):
            middle = (at[i] + at[i + 1]) / 2
            if width(share) <= rooms[i]:
                sheet.text(middle, base, share, anchor="middle", color="ground")
            elif narrow[i] and middle - width(share) / 2 >= free:
                middle = min(middle, RIGHT - width(share) / 2)
                sheet.text(middle, y - 4, share, anchor="middle")
                free = middle + width(share) / 2 + 4
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
