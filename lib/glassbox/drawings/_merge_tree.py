"""Words cut into letters, and the merges that join them, one row below the other."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from ..kernels.tokenization import merge_pair
from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._svg import MARGIN, SIZE, WIDTH, Sheet

COLOR = "4"  # tokens become rows of the embedding: its color on the book's map
LARGEST, SMALLEST = 24, 14  # a letter's cell
GAP, HIGH, BETWEEN = 14, 24, 12  # between words, a row of tokens, to the next row
CROPPED = 10  # at each side: in a fold on a phone the text is then 11 pixels high


def merge_tree(words: Iterable[str], merges: Sequence[tuple[str, str]]) -> None:
    """Draw words as rows of tokens: their letters first, then a row for each merge.

    A token is as wide as its letters, so that it stands below the two that it was
    made of; the row's title says that the dark ones are what the merge has made.
    """
    words = list(words)
    if not words or not all(words):
        raise ValueError(f"words must be words with letters; got {words!r}")
    cell = cell_of(sum(map(len, words)), gaps=len(words) - 1)
    letters = sum(map(len, words))
    sheet, y = Sheet(), MARGIN + SIZE
    rows = [tuple(word) for word in words]
    sheet.title(y, fill(_("letters: {n} tokens"), n=str(letters)))
    y = draw_tokens(sheet, y + 8, rows, cell, made=set())
    told = []
    for number, (left, right) in enumerate(merges, start=1):
        times = sum(list(pairwise(row)).count((left, right)) for row in rows)
        rows = [merge_pair(row, (left, right)) for row in rows]
        n = sum(map(len, rows))
        parts = {"left": left, "right": right, "both": left + right}
        form = _("merge {number}: {left} + {right}, count {times}; {n} tokens left")
        counts = {"number": str(number), "times": str(times), "n": str(n)}
        title = fill(form, **parts, **counts)
        sheet.title(y + BETWEEN + SIZE, title)
        y = draw_tokens(sheet, y + BETWEEN + SIZE + 8, rows, cell, made={left + right})
        told.append(title)
    cut = "; ".join(" ".join(row) for row in rows)
    form = _("The words {words}, cut into letters, then {merges}. They end as {cut}.")
    label = fill(form, words=", ".join(words), merges=", ".join(told), cut=cut)
    show(Drawing(sheet, y + MARGIN, label, cropped=CROPPED))


def token_rows(cuts: Mapping[str, Sequence[str]]) -> None:
    """Draw one text cut in several ways, a title and a row of tokens for each.

    Tokens of two letters or more are filled; a space is shown as ␣.
    """
    texts = {"".join(tokens) for tokens in cuts.values()}
    if len(texts) != 1:
        raise ValueError(f"cuts must be of one text; got {len(texts)} texts")
    cell = cell_of(len(texts.pop()), gaps=0)
    sheet, y, told = Sheet(), float(MARGIN), []
    for title, tokens in cuts.items():
        shown = [token.replace(" ", "␣") for token in tokens]
        sheet.title(y + SIZE, title)
        made = {token for token in shown if len(token) > 1}
        y = draw_tokens(sheet, y + SIZE + 8, [shown], cell, made) + BETWEEN
        told.append(f"{title}: {' '.join(shown)}")
    form = _("One text cut in several ways, with ␣ for a space. {each}.")
    label = fill(form, each="; ".join(told))
    show(Drawing(sheet, y - BETWEEN + MARGIN, label, cropped=CROPPED))


def split_row(pieces: Sequence[str]) -> None:
    """Draw the pieces of a text apart, each in letters; a space is shown as ␣."""
    shown = [piece.replace(" ", "␣") for piece in pieces]
    if not shown or not all(shown):
        raise ValueError(f"pieces must have characters; got {pieces!r}")
    cell = cell_of(sum(map(len, shown)), gaps=len(shown) - 1)
    sheet, y = Sheet(), MARGIN + SIZE
    title = fill(_("{n} pieces: no merge crosses a gap"), n=str(len(shown)))
    sheet.title(y, title)
    y = draw_tokens(sheet, y + 8, shown, cell, made=set())
    form = _("A text split into {title}. They are {pieces}.")
    label = fill(form, title=title, pieces=", ".join(shown))
    show(Drawing(sheet, y + MARGIN, label, cropped=CROPPED))


def cell_of(letters: int, gaps: int) -> float:
    """Return how wide a letter's cell is, or say how many letters there may be."""
    room = WIDTH - 2 * MARGIN - GAP * gaps
    cell = min(LARGEST, room / letters)
    if cell < SMALLEST:
        most = int(room / SMALLEST)
        raise ValueError(f"there may be at most {most} letters; got {letters}")
    return cell


def draw_tokens(
    sheet: Sheet, y: float, rows: Sequence[Sequence[str]], cell: float, made: set[str]
) -> float:
    """Draw each word's tokens as boxes, the ones made filled; return their end."""
    x = float(MARGIN)
    for row in rows:
        for token in row:
            wide = cell * len(token)
            is_new = token in made
            sheet.rectangle(
                x + 1, y, wide - 2, HIGH, COLOR, opacity=1 if is_new else 0.16
            )
            sheet.text(
                x + wide / 2,
                y + HIGH / 2 + 0.33 * SIZE,
                token,
                anchor="middle",
                color="ground" if is_new else "ink",
            )
            x += wide
        x += GAP
    return y + HIGH
