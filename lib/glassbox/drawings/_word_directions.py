"""Where rows of two numbers point, at several steps of learning."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import named, table
from ._drawing import Drawing, show
from ._svg import MARGIN, SIZE, WIDTH, Sheet

COLUMNS, GAP, HIGH = 2, 10, 168  # panels beside each other, between them, their height
WIDE = (WIDTH - 2 * MARGIN - GAP) / COLUMNS
HEAD, LONG = 8, 50  # of an arrow
ALIKE = 0.9  # the cosine from which two words are written as one text


def word_directions(
    tables: Mapping[str, Sequence[Sequence[float]]],
    words: Sequence[str],
    groups: Mapping[str, Sequence[str]],
    written: Sequence[str] = (),
) -> None:
    """Draw a panel for each title: where each word's row points, in its group's color.

    tables has for each title a table with a row of two numbers for each word. Of 1 to
    6 groups, all arrows are equally long; the named words are written at theirs.
    """
    if not 1 <= len(groups) <= 6:
        raise ValueError(f"there must be 1 to 6 groups; got {len(groups)}")
    rows = {}
    for title, numbers in tables.items():
        checked = table(f"table {title!r}", numbers, [2])
        named(words, len(checked), "rows")
        rows[title] = dict(zip(words, checked, strict=True))
    sheet, bottom = Sheet(), float(MARGIN)
    for i, (title, arrows) in enumerate(rows.items()):
        x = MARGIN + (i % COLUMNS) * (WIDE + GAP)
        y = MARGIN + (i // COLUMNS) * (HIGH + GAP)
        draw_panel(sheet, x, y, title, arrows, groups, written)
        bottom = y + HIGH
    y = bottom + SIZE + 12
    for i, (name, words) in enumerate(groups.items()):
        x = MARGIN + (i % COLUMNS) * (WIDE + GAP)
        sheet.rectangle(x, y - 10, 11, 11, str(i + 1))
        said = fill(_("{name}: {words}"), name=name, words=" ".join(words))
        sheet.text(x + 17, y, said)
        y += (SIZE + 7) * (i % COLUMNS == COLUMNS - 1 or i == len(groups) - 1)
    show(Drawing(sheet, y - SIZE + 6, described(rows, groups)))


def draw_panel(
    sheet: Sheet, x: float, y: float, title: str, arrows: Mapping[str, np.ndarray],
    groups: Mapping[str, Sequence[str]], written: Sequence[str],
) -> None:  # fmt: skip
    """Draw the arrows of one step around the middle of a panel."""
    sheet.rectangle(x, y, WIDE, HIGH, "grid", opacity=0.35)
    sheet.text(x + 6, y + SIZE + 4, title, bold=True)
    middle = np.array([x + WIDE / 2, y + (HIGH + SIZE + 8) / 2])
    for i, words in enumerate(groups.values()):
        for word in words:
            draw_arrow(sheet, middle, middle + LONG * pointed(arrows[word]), str(i + 1))
    for words, along in together(written, arrows):
        place = middle + (LONG + 5) * along
        anchor = "start" if along[0] > 0.3 else "end" if along[0] < -0.3 else "middle"
        drop = 0.33 * SIZE + 0.4 * SIZE * along[1]
        sheet.text(place[0], place[1] + drop, words, anchor=anchor, bold=True)


def pointed(row: np.ndarray) -> np.ndarray:
    """Return where a row points, as long as 1; a picture's y grows downward."""
    return row / max(np.linalg.norm(row), 1e-9) * [1, -1]


def together(
    written: Sequence[str], arrows: Mapping[str, np.ndarray]
) -> list[tuple[str, np.ndarray]]:
    """Return what to write and where: one text for words that point nearly alike."""
    found: list[tuple[str, np.ndarray]] = []
    for word in written:
        along = pointed(arrows[word])
        for i, (words, other) in enumerate(found):
            if along @ other > ALIKE:
                found[i] = (f"{words}, {word}", other)
                break
        else:
            found.append((word, along))
    return found


def draw_arrow(sheet: Sheet, start: np.ndarray, end: np.ndarray, color: str) -> None:
    """Draw an arrow; one that is too short is its head alone."""
    along = end - start
    length = np.linalg.norm(along)
    along = along / length if length else np.array([1.0, 0.0])
    across = np.array([-along[1], along[0]])
    neck = end - HEAD * along
    if length > HEAD:
        side = 0.9 * across
        shaft = [start - side, neck - side, neck + side, start + side]
        sheet.shape([(p[0], p[1]) for p in shaft], color)
    head = [end, neck - 0.5 * HEAD * across, neck + 0.5 * HEAD * across]
    sheet.shape([(p[0], p[1]) for p in head], color)


def described(
    rows: Mapping[str, Mapping[str, np.ndarray]], groups: Mapping[str, Sequence[str]]
) -> str:
    """Say in words where the arrows of each group point, in degrees."""
    told = []
    for title, arrows in rows.items():
        each = "; ".join(
            fill(
                _("{name} {angles}"),
                name=name,
                angles=" ".join(
                    f"{np.degrees(np.arctan2(*arrows[word][::-1])):.0f}°"
                    for word in words
                ),
            )
            for name, words in groups.items()
        )
        told.append(fill(_("{title}: {each}"), title=title, each=each))
    form = _("Each word's row as an arrow, by group, in degrees. {steps}.")
    return fill(form, steps=". ".join(told))
