"""What drawings of attention share: rows of numbers, and bands as wide as weights."""

from collections.abc import Sequence

import numpy as np

from ._room import width
from ._svg import SIZE, Sheet, number

QUERY, KEY, VALUE = "2", "1", "3"  # their colors, in each drawing
WEIGHTS = "6"  # dark is much, as the bars of weights in the chapter's widgets
CELL, HEIGHT = 22, 22  # how wide a number's cell is, and how high its row
LEAST = 0.75  # of a band: never 0, however small its weight: it's seen
BEND = 7  # the inner radius where a band turns down


def table(name: str, values: object, columns: Sequence[int]) -> np.ndarray:
    """Return a table of so many columns as an array, or say what it may be."""
    found = np.asarray(values, float)
    if found.ndim != 2 or found.shape[1] not in columns or not np.isfinite(found).all():
        several = f"{columns[0]} to {columns[-1]}" if len(columns) > 1 else columns[0]
        raise ValueError(
            f"{name} must be finite numbers in {several} columns; "
            f"got shape {found.shape}"
        )
    return found


def named(tokens: Sequence[str], count: int, what: str) -> None:
    """Refuse names that are not as many as what they name."""
    if len(tokens) != count:
        raise ValueError(f"{count} {what} need as many names; got {len(tokens)}")


def written(value: float, decimals: int = 1) -> str:
    """Return a number with no more decimals than these, and none that is 0.

    >>> written(-2), written(0.25), written(8.998012, 4), written(-0.01)
    ('−2', '0.2', '8.998', '0')
    """
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("-", "−")


def told(numbers: Sequence[float]) -> list[str]:
    """Return a row's numbers as a drawing writes them."""
    return [written(number) for number in numbers]


def rounded(numbers: np.ndarray) -> list[str]:
    """Return numbers with two decimals each."""
    return [f"{round(n, 2) + 0.0:.2f}".replace("-", "−") for n in numbers]


def draw_cells(
    sheet: Sheet, x: float, y: float, numbers: Sequence[str], color: str, *,
    cell: float = CELL, faint: bool = False,
) -> None:  # fmt: skip
    """Draw a row of numbers as cells, one beside the other; zeros may be faint."""
    for text in numbers:
        if width(text) > cell + 1:
            raise ValueError(f"{text} is too long a number to be drawn in its cell")
    wide = cell * len(numbers)
    sheet.rectangle(x, y, wide, HEIGHT, "ground")
    sheet.rectangle(x, y, wide, HEIGHT, color, opacity=0.16)
    sheet.rectangle(x, y + HEIGHT - 2, wide, 2, color)
    for i, text in enumerate(numbers):
        shade = "edge" if faint and text == "0" else "ink"
        middle = x + cell * (i + 0.5)
        sheet.text(middle, base(y), text, anchor="middle", color=shade)


def base(y: float) -> float:
    """Return where to write in a row of cells that begins at y."""
    return y + HEIGHT / 2 + 0.33 * SIZE


def draw_flow(
    sheet: Sheet, x: float, right: float, rows: Sequence[float],
    weights: Sequence[float], full: float, bottom: float,
) -> None:  # fmt: skip
    """Let a band come from each row at x, turn down and join the others.

    A band is as wide as its weight; all together they are full. The first row's goes
    down outermost, at right.
    """
    for y, weight in zip(rows, weights, strict=True):
        band = max(weight * full, LEAST)
        left, top, low = right - band, y - band / 2, y + band / 2
        inner, outer = left - BEND, right - BEND - band
        points = [
            ("M", x, top), ("L", outer, top), ("Q", right, top),
            (" ", right, top + BEND + band), ("L", right, bottom), ("L", left, bottom),
            ("L", left, low + BEND), ("Q", left, low), (" ", inner, low), ("L", x, low),
        ]  # fmt: skip
        drawn = "".join(f"{how}{number(a)} {number(b)}" for how, a, b in points)
        sheet.path(drawn + "Z", VALUE)
        right = left


def draw_band(
    sheet: Sheet, left: float, right: float, y: float, weight: float, full: float,
    decimals: int, color: str = VALUE,
) -> None:  # fmt: skip
    """Draw a weight as a band around y, the number in it or, if thin, above."""
    high = max(weight * full, LEAST)
    sheet.rectangle(left, y - high / 2, right - left, high, color)
    inside = high >= SIZE + 4
    where = y + 0.33 * SIZE if inside else y - high / 2 - 4
    shade = "ground" if inside else "ink"
    sheet.text(
        (left + right) / 2,
        where,
        f"{weight:.{decimals}f}",
        anchor="middle",
        color=shade,
    )
