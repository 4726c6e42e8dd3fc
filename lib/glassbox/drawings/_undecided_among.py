"""A perplexity to look at: a dot for each token, as many colored ones as it counts."""

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._svg import MARGIN, SIZE, Sheet

HEAD = "3"  # the head's color on the map
COLUMNS, STEP, DOT = 60, 6, 4  # dots in a row, from one to the next, a dot's side
MOST = 1500  # tokens: what a page can carry


def undecided_among(perplexity: float, vocabulary_size: int) -> None:
    """Draw the vocabulary as dots, and color as many as the model hesitates between."""
    if not 1 <= perplexity <= vocabulary_size <= MOST:
        raise ValueError(
            f"1 ≤ perplexity ≤ vocabulary_size ≤ {MOST} must hold; "
            f"got {perplexity:g} and {vocabulary_size}"
        )
    n = round(perplexity)
    sheet, y = Sheet(), float(MARGIN + SIZE)
    form = _("{all} dots: one for each token of the vocabulary")
    everything = fill(form, all=f"{vocabulary_size:,}")
    chosen = fill(_("{n} colored dots: the perplexity of the model"), n=f"{n:,}")
    sheet.text(MARGIN, y, everything, color="edge")
    y += SIZE + 8
    sheet.text(MARGIN, y, chosen, color=HEAD, bold=True)
    y += 10
    sheet.path(dots(0, n, y), HEAD)
    sheet.path(dots(n, vocabulary_size, y), "edge", opacity=0.35)
    high = -(-vocabulary_size // COLUMNS) * STEP
    show(Drawing(sheet, y + high + MARGIN, f"{everything}. {chosen}."))


def dots(first: int, end: int, top: float) -> str:
    """Outline the dots from the first up to the end, row by row."""
    parts, last = [], None
    for i in range(first, end):
        row, column = divmod(i, COLUMNS)
        x, y = MARGIN + STEP * column, top + STEP * row
        parts.append(f"m{STEP} 0" if row == last else f"M{x:g} {y:g}")
        parts.append(f"h{DOT}v{DOT}h-{DOT}z")
        last = row
    return "".join(parts)
