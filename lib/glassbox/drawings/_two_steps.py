"""A text that repeats, and how two layers continue it where one finds no more."""

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, base
from ._drawing import Drawing, show
from ._room import width
from ._svg import MARGIN, SIZE, WIDTH, Sheet

ATTENTION, TOKEN, GUESS = "2", "4", "3"  # their colors: the head's for the guess
LEFT, GUESSED = 62, 44  # where the letters begin; how wide the guess is
LARGEST, SMALLEST = 30, 18  # a letter's column
ROOM = WIDTH - MARGIN - GUESSED - 8 - LEFT  # for all of them
MOST = int(ROOM / SMALLEST)
GAP, RISE = 36, 30  # from letters to notes; how high the longest arc is
CROPPED = 4  # at each side: in a fold on a phone the text is then 11 pixels high


class Found(NamedTuple):
    """What a text's last letter finds: where it was before, who came then, a guess."""

    earlier: list[int]
    after: list[int]
    guess: str


def two_steps(text: str) -> None:
    """Draw how attention continues a text of 3 to 15 letters; spaces are left out.

    One layer finds the last letter's earlier copies. Two layers find what came after
    them: layer 1 notes at each token which came before it, and layer 2 looks for notes.
    """
    letters = "".join(text.split())
    found = found_in(letters)
    sheet, last = Sheet(), letters[-1]
    alone = Found(found.earlier, found.earlier, last)
    title = _("With one layer a key says what its token is")
    asks = fill(_("layer 1, {letter} asks: who else is {letter}?"), letter=last)
    y = draw_panel(sheet, MARGIN, title, asks, letters, alone, noted=False)
    title = _("With two it also says which letter came before")
    asks = fill(_("layer 2, {letter} asks: who is after {letter}?"), letter=last)
    y = draw_panel(sheet, y + 30, title, asks, letters, found, noted=True)
    show(Drawing(sheet, y + MARGIN - 4, described(letters, found), cropped=CROPPED))


def found_in(letters: str) -> Found:
    """Return what the last letter finds, or say why that is no guess.

    >>> found_in("dogcatdogc")
    Found(earlier=[3], after=[4], guess='a')
    """
    if not 3 <= len(letters) <= MOST:
        raise ValueError(f"text must have 3 to {MOST} letters; got {len(letters)}")
    last = letters[-1]
    if letters[-2] == last:
        raise ValueError(f"the last two letters must differ; got {letters[-2:]!r}")
    earlier = [i for i, letter in enumerate(letters[:-1]) if letter == last]
    if not earlier:
        raise ValueError(f"the last letter must have an earlier copy; got {letters!r}")
    after = [i + 1 for i in earlier]
    (guess, most), *others = Counter(letters[j] for j in after).most_common()
    if others and others[0][1] == most:
        raise ValueError(
            f"one letter must follow {last!r} more often than the others; got "
            f"{', '.join(letters[j] for j in after)}"
        )
    return Found(earlier, after, guess)


def draw_panel(
    sheet: Sheet, y: float, title: str, asks: str, letters: str, found: Found, *,
    noted: bool,
) -> float:  # fmt: skip
    """Draw the letters, what the last one asks and what is copied; return the end."""
    n = len(letters)
    wide = min(LARGEST, ROOM / n)
    at = [LEFT + wide * (i + 0.5) for i in range(n)]
    first, guess = at[found.after[0]], LEFT + wide * n + 8 + GUESSED / 2
    longest = guess - first
    sheet.text(MARGIN, y + SIZE, title, bold=True)
    y += 2 * SIZE + 12
    write(sheet, (first + at[-1]) / 2, y, asks, ATTENTION)
    top = y + 6 + RISE * (at[-1] - first) / longest + 8
    row = top + HEIGHT + GAP if noted else top
    low = row + HEIGHT
    sheet.text(MARGIN, base(row), _("is"), color="edge")
    for j, letter in enumerate(letters):
        left = LEFT + wide * j + 1.5
        sheet.rectangle(left, top, wide - 3, low - top, TOKEN, opacity=0.16)
        look = {"bold": letter == letters[-1]}
        if j in found.after:
            color = GUESS if noted else ATTENTION
            sheet.rectangle(left, row, wide - 3, HEIGHT, color)
            look = {"bold": True, "color": "ground"}
        sheet.text(at[j], base(row), letter, anchor="middle", **look)
    if noted:
        sheet.text(MARGIN, base(top), _("after"), color="edge")
        sheet.text(MARGIN, row - GAP / 2 + 4, _("layer 1"), color=ATTENTION)
        draw_notes(sheet, at, top, wide, letters, found.after)
    color = GUESS if noted else "edge"
    for j in found.after:
        rise = RISE * (at[-1] - at[j]) / longest
        way = arc(at[-1], at[j], top - 6, -rise)
        if noted:  # the letter asks, not its note: around the note
            edge = at[-1] + wide / 2 + 3
            way = [
                (at[-1], row - 1),
                (edge, row - 12),
                *arc(edge, at[j], top - 6, -rise),
            ]
        sheet.curve(way, ATTENTION)
        sheet.shape(tip(at[j], top - 2, -6), ATTENTION)
        rise = RISE * (guess - at[j]) / longest
        sheet.curve(arc(at[j], guess, low + 6, rise), color)
    sheet.shape(tip(guess, low + 2, 6), color)
    draw_guess(sheet, guess, row, found.guess, color)
    y = low + 6 + RISE + SIZE + 5
    copied = ", ".join(letters[j] for j in found.after)
    words = fill(_("and copies {letters}"), letters=copied)
    write(sheet, (first + guess) / 2, y, words, color)
    return y


def draw_notes(
    sheet: Sheet, at: Sequence[float], y: float, wide: float, letters: str,
    answering: Sequence[int],
) -> None:  # fmt: skip
    """Draw which token came before each, and from where each has it."""
    for j, letter in enumerate(["–", *letters[:-1]]):
        answers, left = j in answering, LEFT + wide * j + 1.5
        sheet.rectangle(left, y, wide - 3, HEIGHT, "ground")
        full = 1 if answers else 0.22
        sheet.rectangle(left, y, wide - 3, HEIGHT, ATTENTION, opacity=full)
        color = "ground" if answers else "ink" if j else "edge"
        sheet.text(at[j], base(y), letter, anchor="middle", color=color, bold=answers)
        if j:
            ends = (at[j - 1], y + HEIGHT + GAP - 1), (at[j], y + HEIGHT + 3)
            draw_arrow(sheet, *ends, thick=answers)


def draw_arrow(
    sheet: Sheet, start: tuple[float, float], end: tuple[float, float], *, thick: bool
) -> None:
    """Draw an arrow from a token to a note."""
    (x1, y1), (x2, y2) = start, end
    if thick:
        sheet.curve([start, end], ATTENTION)
    else:
        sheet.line(x1, y1, x2, y2, color=ATTENTION)
    way = math.atan2(y2 - y1, x2 - x1)
    sides = [way - 2.7, way + 2.7]
    barbs = [(x2 + 7 * math.cos(a), y2 + 7 * math.sin(a)) for a in sides]
    sheet.shape([end, *barbs], ATTENTION)


def draw_guess(sheet: Sheet, x: float, y: float, letter: str, color: str) -> None:
    """Draw the guess in its box around x, pale where nothing speaks for it."""
    sure = color == GUESS
    opacity = 1 if sure else 0.16
    sheet.rectangle(x - GUESSED / 2, y, GUESSED, HEIGHT, color, opacity=opacity)
    look = {"anchor": "middle", "color": "ground" if sure else "ink", "bold": sure}
    sheet.text(x, base(y), letter, **look)
    sheet.text(x, y - 7, _("guess"), anchor="middle", color=color)


def write(sheet: Sheet, x: float, y: float, words: str, color: str) -> None:
    """Write words around x, within the margins."""
    half = width(words) / 2
    x = max(MARGIN + half, min(x, WIDTH - MARGIN - half))
    sheet.text(x, y, words, anchor="middle", color=color)


def arc(x1: float, x2: float, y: float, rise: float) -> list[tuple[float, float]]:
    """Return the points of half an ellipse from x1 to x2, so far from y."""
    turns = [math.pi * i / 24 for i in range(25)]
    middle, half = (x1 + x2) / 2, (x1 - x2) / 2
    return [(middle + half * math.cos(a), y + rise * math.sin(a)) for a in turns]


def tip(x: float, y: float, long: float) -> list[tuple[float, float]]:
    """Return the corners of an arrow's tip at (x, y); it comes from y + long."""
    return [(x - 5, y + long), (x, y), (x + 5, y + long)]


def described(letters: str, found: Found) -> str:
    """Say in words what is drawn."""
    form, pairs = _("{letter} after {before}"), zip(letters[1:], letters, strict=False)
    notes = [fill(form, letter=one, before=before) for one, before in pairs]
    form = _("{letter} at position {position}")
    answers = [fill(form, letter=letters[j], position=str(j)) for j in found.after]
    whole = _(
        "The text {text}. With one layer a key says only what its token is: the last "
        "{letter} finds {letter} again, at position {earlier}, and copies {letter}. "
        "With two, layer 1 notes at each token which came before it: {notes}. In layer "
        "2 the last {letter} asks who is after {letter}: {answers}. It copies that "
        "letter, and the guess is {guess}."
    )
    values = {"notes": notes, "answers": answers, "earlier": map(str, found.earlier)}
    lists = {name: ", ".join(several) for name, several in values.items()}
    text = " ".join(letters)
    return fill(whole, text=text, letter=letters[-1], guess=found.guess, **lists)
