"""Numbers as bars, one below the other, from a common zero."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import named
from ._drawing import Drawing, show
from ._room import width
from ._svg import MARGIN, SIZE, WIDTH, Sheet

ROW, HIGH, GAP = 24, 14, 8  # a row, its bar, between a name and the longest bar
NUMBER = 46  # room for a bar's number
COLORS = {"heads": "2", "answers": "3"}  # what the bars tell of, in the book's colors
MOST = 12


def bars(
    values: Mapping[str, float], *, title: str, of: str = "heads",
    percent: bool = False, beside: Sequence[str] = (), beside_title: str = "",
) -> None:  # fmt: skip
    """Draw 2 to 12 named numbers; in percent, 1 is 100 %.

    beside has a word for each that is written at the right, below its own title.
    """
    numbers = np.array(list(values.values()), float)
    if not 2 <= len(numbers) <= MOST:
        raise ValueError(f"there must be 2 to {MOST} values; got {len(numbers)}")
    if not np.isfinite(numbers).all() or not numbers.any():
        raise ValueError(f"values must be finite and not all 0; got {numbers}")
    if of not in COLORS:
        raise ValueError(f"of must be one of {', '.join(COLORS)}; got {of!r}")
    if beside:
        named(beside, len(numbers), "bars")
    beside = [word.replace("-", "−") for word in beside]
    written = [told(number, percent=percent) for number in numbers]
    left = MARGIN + max(map(width, values)) + GAP
    right = WIDTH - MARGIN - NUMBER
    if beside:
        right -= max(width(word) for word in (*beside, beside_title)) + GAP
    low, high = min(0, numbers.min()), max(0, numbers.max())
    if right - left < 60:
        raise ValueError("the names leave no room for the bars")
    scale = (right - left) / (high - low)
    zero = left - low * scale

    sheet, y = Sheet(), MARGIN + SIZE
    sheet.text(MARGIN, y, title, bold=True)
    if beside:
        sheet.text(WIDTH - MARGIN, y, beside_title, anchor="end", color="edge")
    y += 8
    sheet.line(zero, y, zero, y + ROW * len(numbers))
    rows = zip(values, numbers, written, beside or [""] * len(numbers), strict=True)
    for name, number, said, word in rows:
        top, base = y + (ROW - HIGH) / 2, y + ROW / 2 + 0.33 * SIZE
        sheet.text(MARGIN, base, name)
        long = max(abs(number) * scale, 1)
        start = zero - long if number < 0 else zero
        sheet.rectangle(start, top, long, HIGH, COLORS[of])
        sheet.text(zero + (long if number > 0 else 0) + 5, base, said, bold=True)
        if word:
            sheet.text(WIDTH - MARGIN, base, word, anchor="end", color="edge")
        y += ROW
    label = described(title, values, written, beside, beside_title)
    show(Drawing(sheet, y + MARGIN, label))


def told(number: float, *, percent: bool) -> str:
    """Return a number as its bar's end says it.

    >>> told(-0.024, percent=False), told(0.343, percent=True)
    ('−0.02', '34\\xa0%')
    """
    if percent:
        return f"{100 * number:.0f}\N{NO-BREAK SPACE}%"
    return f"{round(number, 2) + 0.0:.2f}".replace("-", "−")


def described(
    title: str, values: Mapping[str, float], written: Sequence[str],
    beside: Sequence[str], beside_title: str,
) -> str:  # fmt: skip
    """Say in words what is drawn."""
    rows = [f"{name}: {said}" for name, said in zip(values, written, strict=True)]
    if beside:
        rows = [f"{row}, {word}" for row, word in zip(rows, beside, strict=True)]
        title = f"{title}, {beside_title}"
    form = _("Bars from a common zero. {title}. {rows}.")
    return fill(form, title=title, rows="; ".join(rows))
