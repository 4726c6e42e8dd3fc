"""How well each letter's query meets each note: a square for each pair."""

from collections.abc import Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import KEY, QUERY
from ._drawing import Drawing, show
from ._heads import CROPPED
from ._svg import MARGIN, SIZE, WIDTH, Sheet

ATTENTION = "2"  # its color; strong is much
LEFT, TOP = 52, MARGIN + 2 * SIZE + 16  # where the squares begin
RIGHT = WIDTH - MARGIN
LEVELS = 10  # shades; what is below half a level stays empty
MOST = 26


def letter_matches(scores: Sequence[Sequence[float]], letters: Sequence[str]) -> None:
    """Draw the score of each letter's query (row) with the note of each (column).

    Scores of 0 and less stay empty, the largest one is the strongest.
    """
    found, n = np.asarray(scores, float), len(letters)
    if not 2 <= n <= MOST:
        raise ValueError(f"there must be 2 to {MOST} letters; got {n}")
    if found.shape != (n, n) or not np.isfinite(found).all():
        raise ValueError(f"scores must be finite, ({n}, {n}); got {found.shape}")
    if (most := found.max()) <= 0:
        raise ValueError("a score must be above 0")
    sheet, cell = Sheet(), (RIGHT - LEFT) / n
    end = TOP + cell * n
    words = _("note: “I come after …”")
    sheet.text((LEFT + RIGHT) / 2, MARGIN + SIZE, words, anchor="middle", color=KEY,
               bold=True)  # fmt: skip
    sheet.text(MARGIN, TOP - 6, _("asks"), color=QUERY, bold=True)
    sheet.rectangle(LEFT, TOP, cell * n, cell * n, "grid", opacity=0.4)
    for i, letter in enumerate(letters):
        at = cell * (i + 0.5)
        sheet.text(LEFT + at, TOP - 6, letter, anchor="middle", color=KEY)
        sheet.text(LEFT - 9, TOP + at + 0.33 * SIZE, letter, anchor="middle",
                   color=QUERY)  # fmt: skip
    levels = np.round(LEVELS * np.maximum(found, 0) / most).astype(int)
    for level in range(1, LEVELS + 1):
        squares = np.argwhere(levels == level)
        if len(squares):
            outline = "".join(
                f"M{LEFT + cell * j + 0.5:.2f} {TOP + cell * i + 0.5:.2f}"
                f"h{cell - 1:.2f}v{cell - 1:.2f}h{1 - cell:.2f}Z"
                for i, j in squares
            )
            sheet.path(outline, ATTENTION, opacity=level / LEVELS)
    y = draw_legend(sheet, end + 10, most)
    show(Drawing(sheet, y + MARGIN, described(found, letters), cropped=CROPPED))


def draw_legend(sheet: Sheet, y: float, most: float) -> float:
    """Say what the shades mean; return the end."""
    wide = 14
    left = RIGHT - 34 - wide * LEVELS
    sheet.text(left - 8, y + SIZE, _("score: 0 or less"), anchor="end", color="edge")
    sheet.rectangle(left, y + 2, wide * LEVELS, SIZE, "grid", opacity=0.4)
    for level in range(1, LEVELS + 1):
        x = left + wide * (level - 1)
        sheet.rectangle(x, y + 2, wide, SIZE, ATTENTION, opacity=level / LEVELS)
    sheet.text(RIGHT, y + SIZE, f"{most:.1f}", anchor="end", color="edge")
    return y + SIZE + 4


def described(scores: np.ndarray, letters: Sequence[str]) -> str:
    """Say in words what is drawn."""
    n, own = len(letters), np.diagonal(scores)
    others = scores[~np.eye(n, dtype=bool)]
    form = _(
        "A square for each pair of a letter that asks, from top to bottom, and a note, "
        "from left to right. The strongest of its row is the letter's own note for "
        "{best} of {n}. On the diagonal the mean is {own}, elsewhere {others}."
    )
    best = int((scores.argmax(axis=1) == np.arange(n)).sum())
    means = {"own": own.mean(), "others": others.mean()}
    said = {k: f"{round(v, 1) + 0.0:.1f}".replace("-", "−") for k, v in means.items()}
    return fill(form, best=str(best), n=str(n), **said)
