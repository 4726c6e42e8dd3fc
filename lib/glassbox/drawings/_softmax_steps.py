"""Scores, their exponentials, and the strip of length 1 that is cut by them."""

from collections.abc import Sequence

import numpy as np

from ..kernels.probability import log_softmax, softmax
from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._room import cut, lines, width
from ._strip import checked, cuts, draw_strip, exponential, percent, short
from ._svg import MARGIN, SIZE, WIDTH, Sheet

NUMBERS = 138  # where the column of numbers ends
BARS, RIGHT = 150, WIDTH - MARGIN  # where bars begin and end
ROW, BAR = 24, 14  # how high a row is, and its bar


def softmax_steps(scores: Sequence[float], tokens: Sequence[str]) -> None:
    """Draw softmax's three steps for 2 to 6 tokens, from the scores down.

    Each token's exponential begins where the one above it ends, so that together
    they are as long as their sum; that length becomes the strip of length 1. Scores
    and exponentials are drawn on one scale where the scores have room on it.
    """
    z = checked(scores, tokens)
    p = softmax(z)
    powers = [exponential(score) for score in z]
    total = exponential(z[0] - log_softmax(z)[0])  # log p = z - log sum
    sheet = Sheet()

    most = max(z.max(), 0.0) - min(z.min(), 0.0)  # how long the scores are, in all
    unit = (RIGHT - BARS) / max(most, 1e-300)
    y = draw_scores(sheet, z, tokens, unit)
    at = cuts(p, BARS, RIGHT)
    title = _("e^z, end to end, on a scale of its own")
    y, starts = draw_exponentials(sheet, y + 28, at, powers, tokens, title)

    draw_row(sheet, y, _("sum"), total)
    rule = NUMBERS - max(width(text) for text in (*powers, total))
    sheet.line(rule, y + 1, NUMBERS, y + 1)
    y += ROW + 22
    told = _("probability p: each divided by the sum")
    for line in lines(told, BARS - MARGIN - 4):
        sheet.title(y, line)
        y += SIZE + 4

    top = y + 14
    ends = cuts(p, MARGIN, RIGHT)
    for i in range(len(z)):
        down = [(at[i], y - 10), (ends[i], top), (ends[i + 1], top)]
        down += [(at[i + 1], y - 10), (at[i + 1], starts[i]), (at[i], starts[i])]
        sheet.shape(down, str(i + 1), opacity=0.3)
    draw_strip(sheet, ends, top, 24)
    y = draw_labels(sheet, top + 24, ends, p, tokens)
    show(Drawing(sheet, y, described(z, powers, total, p, tokens)))


def draw_scores(
    sheet: Sheet, z: np.ndarray, tokens: Sequence[str], scale: float
) -> float:
    """Draw each score as a bar left or right of zero; return where the rows end."""
    sheet.title(26, _("score z"))
    zero = BARS - min(z.min(), 0.0) * scale
    sheet.text(zero, 26, "0", anchor="middle")
    top = 36
    for i, (score, token) in enumerate(zip(z, tokens, strict=True)):
        y = top + ROW * i
        draw_row(sheet, y, token, short(score))
        length = max(abs(score) * scale, 2) if score else 0  # however small: it's seen
        left = zero - length if score < 0 else zero
        sheet.rectangle(left, y + (ROW - BAR) / 2, length, BAR, str(i + 1))
    bottom = top + ROW * len(z)
    sheet.line(zero, top - 2, zero, bottom + 2, color="ink")
    return bottom


def draw_exponentials(
    sheet: Sheet, y: float, at: Sequence[float], powers: Sequence[str],
    tokens: Sequence[str], title: str,
) -> tuple[float, list[float]]:  # fmt: skip
    """Draw the exponentials end to end; return where the rows and each bar end."""
    sheet.title(y, title)
    y += 10
    starts = []
    for i, (power, token) in enumerate(zip(powers, tokens, strict=True)):
        draw_row(sheet, y, token, power)
        top = y + (ROW - BAR) / 2
        length = max(at[i + 1] - at[i], 0.75)  # never 0, however small: it's seen
        sheet.rectangle(at[i], top, length, BAR, str(i + 1))
        starts.append(top + BAR)
        y += ROW
    return y, starts


def draw_row(sheet: Sheet, y: float, name: str, number: str) -> None:
    """Write a row's name and its number."""
    base = y + ROW / 2 + 4.5
    room = NUMBERS - width(number) - 6 - MARGIN
    sheet.text(MARGIN, base, cut(name, room))
    sheet.text(NUMBERS, base, number, anchor="end")


def draw_labels(
    sheet: Sheet, y: float, ends: Sequence[float], p: np.ndarray, tokens: Sequence[str]
) -> float:
    """Write each part's name and percentage below it; return where they end."""
    shares = [percent(one, 2) for one in p]
    widths = label_widths(tokens, shares)
    middles = [(a + b) / 2 for a, b in zip(ends, ends[1:], strict=False)]
    places = apart(middles, widths)
    for i, x in enumerate(places):
        sheet.line(middles[i], y + 2, x, y + 12)
        sheet.text(x, y + 26, cut(tokens[i], widths[i]), anchor="middle")
        sheet.text(x, y + 26 + SIZE + 4, shares[i], anchor="middle")
    return y + 26 + SIZE + 4 + MARGIN


def label_widths(tokens: Sequence[str], shares: Sequence[str]) -> list[float]:
    """Return how wide the labels are: a name may be wider where there is room."""
    least = [width(share) for share in shares]
    widths = [max(one, min(width(t), 90)) for one, t in zip(least, tokens, strict=True)]
    return widths if sum(widths) + 4 * len(widths) <= RIGHT - MARGIN else least


def apart(wanted: Sequence[float], widths: Sequence[float]) -> list[float]:
    """Move labels of these widths apart, each no further than it must."""
    places, edge = [], MARGIN - 4.0
    for middle, wide in zip(wanted, widths, strict=True):
        places.append(max(middle, edge + wide / 2))
        edge = places[-1] + wide / 2 + 4
    edge = RIGHT + 4.0
    for i in reversed(range(len(places))):
        places[i] = min(places[i], edge - widths[i] / 2)
        edge = places[i] - widths[i] / 2 - 4
    return places


def described(
    z: np.ndarray, powers: Sequence[str], total: str, p: np.ndarray,
    tokens: Sequence[str],
) -> str:  # fmt: skip
    """Say in words what is drawn, with its numbers."""
    form = _("{token}: score {score}, exponential {power}, probability {share}")
    each = [
        fill(form, token=t, score=short(s), power=e, share=percent(one, 2))
        for t, s, e, one in zip(tokens, z, powers, p, strict=True)
    ]
    whole = _("Scores become probabilities in three steps. {each}. The sum is {total}.")
    return fill(whole, each="; ".join(each), total=total)
