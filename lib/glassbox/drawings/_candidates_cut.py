"""Candidates from the likeliest down, where two rules cut, and what is drawn from."""

from collections.abc import Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import named
from ._drawing import Drawing, show
from ._room import cut
from ._svg import MARGIN, SIZE, WIDTH, Sheet

LEFT, LONGEST = 78, 150  # where the bars begin; the likeliest's length
SUM, RIGHT = 306, WIDTH - MARGIN  # where running sums end; the right edge
ROW, HIGH, STRIP = 26, 14, 26  # a row, its bar, the strip below
BAR, K, P = "3", "2", "1"  # colors: bars, and the two cuts
MOST = 8


def candidates_cut(
    tokens: Sequence[str], probabilities: Sequence[float], *,
    top_k: int, top_p: float, mark: float,
) -> None:  # fmt: skip
    """Draw 3 to 8 candidates, the cuts by top-k and top-p, and what the mark draws.

    The strip holds what top-p leaves, divided by its sum; the mark is a number from 0
    up to 1.
    """
    p = np.asarray(probabilities, float)
    if not 3 <= p.size <= MOST:
        raise ValueError(f"there must be 3 to {MOST} candidates; got {p.size}")
    named(tokens, p.size, "candidates")
    if (np.diff(p) > 0).any() or p.min() < 0 or abs(p.sum() - 1) > 1e-6:
        raise ValueError("probabilities must fall, and add up to 1")
    if not (1 <= top_k < p.size and 0 < top_p < 1 and 0 <= mark < 1):
        raise ValueError("top_k, top_p and mark must cut, and lie within 0 and 1")
    running = np.cumsum(p)
    n_kept = int((running - p < top_p - 1e-9).sum())
    held = running[n_kept - 1]
    new = p[:n_kept] / held
    ends = np.cumsum(new)
    drawn = int((ends <= mark).sum())

    sheet, y = Sheet(), MARGIN + SIZE
    sheet.text(LEFT, y, _("probability"), color="edge")
    sheet.text(SUM, y, _("added up"), anchor="end", color="edge")
    y += 8
    for i, token in enumerate(tokens):
        base, faint = y + ROW / 2 + 0.33 * SIZE, i >= n_kept
        shade = "edge" if faint else "ink"
        said = cut(token, LEFT - MARGIN - 4)
        sheet.text(MARGIN, base, said, bold=not faint, color=shade)
        long, top = LONGEST * p[i] / p[0], y + (ROW - HIGH) / 2
        sheet.rectangle(LEFT, top, long, HIGH, BAR, opacity=0.3 if faint else 1)
        sheet.text(LEFT + long + 5, base, f"{p[i]:.2f}", color=shade)
        sheet.text(SUM, base, f"{running[i]:.2f}", anchor="end", color=shade)
        y += ROW
        for rule, after, color in (("k", top_k, K), ("p", n_kept, P)):
            if i + 1 == after:
                words = f"top-k {top_k}" if rule == "k" else f"top-p {top_p:g}"
                sheet.line(MARGIN, y, RIGHT, y, color=color, dashes="5 3")
                sheet.text(RIGHT, y - 5, words, anchor="end", color=color, bold=True)
    y += SIZE + 14
    title = _("what top-p leaves, divided by {sum}")
    sheet.text(MARGIN, y, fill(title, sum=f"{held:.2f}"), bold=True)
    y += 8
    whole, starts = RIGHT - MARGIN, ends - new
    for i, (start, share) in enumerate(zip(starts, new, strict=True)):
        x, wide = MARGIN + whole * start, whole * share
        sheet.rectangle(x + 1, y, wide - 2, STRIP, BAR)
        middle = x + wide / 2
        words = cut(f"{tokens[i]} {share:.2f}", wide - 4)
        sheet.text(middle, y + 0.5 * STRIP + 0.33 * SIZE, words, anchor="middle",
                   color="ground", bold=i == drawn)  # fmt: skip
    x = MARGIN + whole * mark
    y += STRIP
    sheet.shape([(x, y + 1), (x - 5, y + 9), (x + 5, y + 9)], "ink")
    words = fill(_("{mark} draws {token}"), mark=f"{mark:.2f}", token=tokens[drawn])
    y += 10 + SIZE
    sheet.text(x, y, words, anchor="middle")
    parts = [f"{t} {v:.2f}" for t, v in zip(tokens, p, strict=True)]
    left = [f"{t} {v:.2f}" for t, v in zip(tokens, new, strict=False)]
    form = _(
        "Candidates from the likeliest down: {each}. Top-k {k} cuts after {last_k}, "
        "top-p {p} after {last_p}, where {sum} is reached. Divided by that sum, what "
        "top-p leaves is {left}; {mark} draws {token}."
    )
    label = fill(
        form, each=", ".join(parts), k=str(top_k), last_k=tokens[top_k - 1],
        p=f"{top_p:g}", last_p=tokens[n_kept - 1], sum=f"{held:.2f}",
        left=", ".join(left), mark=f"{mark:.2f}", token=tokens[drawn],
    )  # fmt: skip
    show(Drawing(sheet, y + MARGIN, label))
