"""Scores on a line: between them leads, which add up, and ratios, which multiply."""

from collections.abc import Sequence

import numpy as np

from ..kernels.probability import softmax
from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._room import cut
from ._strip import checked, percent, short
from ._svg import WIDTH, Sheet

LEFT, RIGHT = 66, WIDTH - 66  # where the lowest and the highest score stand
TALL, WIDE = 96, 44  # the highest column; how wide each is
GROUND = 204  # where the columns stand


def leads_and_ratios(
    scores: Sequence[float], tokens: Sequence[str], chosen: Sequence[int]
) -> None:
    """Draw three of the tokens at their scores, the lowest first, as columns.

    Above the columns stands how many times as likely one is as the one before, below
    them how far it leads; and both once more from the first to the last.
    """
    z, p = checked(scores, tokens)[list(chosen)], softmax(np.asarray(scores, float))
    p, names = p[list(chosen)], [tokens[i] for i in chosen]
    if len(z) != 3 or not z[0] < z[1] < z[2]:
        raise ValueError(f"chosen must be three, the lowest first; got {chosen!r}")
    at = LEFT + (RIGHT - LEFT) * (z - z[0]) / (z[2] - z[0])
    leads = [short(lead) for lead in np.diff(z)]
    ratios = [short(ratio) for ratio in np.exp(np.diff(z))]
    added = " + ".join(leads) + f" = {short(z[2] - z[0])}"
    multiplied = " × ".join(ratios) + f" = {short(np.exp(z[2] - z[0]))}"

    sheet = Sheet()
    sheet.text(WIDTH / 2, 18, _("Ratios multiply"), anchor="middle", bold=True)
    draw_span(sheet, at[0], at[2], 44, multiplied)
    for i, ratio in enumerate(ratios):
        draw_span(sheet, at[i], at[i + 1], 76, f"× {ratio}")
    for x, share, name, score, i in zip(at, p, names, z, chosen, strict=True):
        high = TALL * share / p.max()
        sheet.rectangle(x - WIDE / 2, GROUND - high, WIDE, high, str(i + 1))
        sheet.text(x, GROUND - high - 5, percent(share, 1), anchor="middle")
        sheet.text(x, GROUND + 18, cut(name, 100), anchor="middle")
        sheet.text(x, GROUND + 34, short(score), anchor="middle")
    sheet.line(LEFT - WIDE, GROUND, RIGHT + WIDE, GROUND, color="ink")
    for i, lead in enumerate(leads):
        draw_span(sheet, at[i], at[i + 1], GROUND + 62, f"+ {lead}")
    draw_span(sheet, at[0], at[2], GROUND + 94, added)
    y = GROUND + 118
    sheet.text(WIDTH / 2, y, _("Leads add up"), anchor="middle", bold=True)
    label = described(names, z, p, added, multiplied)
    show(Drawing(sheet, y + 12, label))


def draw_span(sheet: Sheet, start: float, end: float, y: float, words: str) -> None:
    """Draw an arrow from start to end, with its words above it."""
    sheet.text((start + end) / 2, y - 5, words, anchor="middle")
    start, end = start + 3, end - 3
    sheet.line(start, y - 4, start, y + 4)
    sheet.line(start, y, end - 4, y)
    sheet.shape([(end, y), (end - 7, y - 4), (end - 7, y + 4)], "edge")


def described(
    names: Sequence[str], z: np.ndarray, p: np.ndarray, added: str, multiplied: str
) -> str:
    """Say in words what is drawn, with its numbers."""
    form = _("{token}: score {score}, probability {share}")
    each = [
        fill(form, token=name, score=short(score), share=percent(share, 1))
        for name, score, share in zip(names, z, p, strict=True)
    ]
    whole = _(
        "Three tokens at their scores. {each}. The leads add up: {added}. The ratios "
        "of the probabilities multiply: {multiplied}."
    )
    return fill(whole, each="; ".join(each), added=added, multiplied=multiplied)
