"""One token's row, and what three matrices make of it: its query, key and value."""

from collections.abc import Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import (
    CELL,
    HEIGHT,
    KEY,
    QUERY,
    VALUE,
    base,
    draw_cells,
    named,
    table,
    told,
)
from ._drawing import Drawing, show
from ._heads import SIDES
from ._room import cut, lines
from ._svg import MARGIN, SIZE, WIDTH, Sheet

NUMBERS, GAP = 68, 12  # where the token's numbers stand; between two matrices
TOP = 34  # of the matrices
LINE = SIZE + 4


def three_views(
    x: Sequence[float], w_q: Sequence[Sequence[float]],
    w_k: Sequence[Sequence[float]], w_v: Sequence[Sequence[float]],
    token: str, features: Sequence[str],
) -> None:  # fmt: skip
    """Draw a row of 1 to 6 numbers times three matrices, each of 1 to 4 columns.

    Each number of the row stands beside the row of the matrices that it multiplies.
    """
    row = table("x", [x], range(1, 7))[0]
    named(features, len(row), "numbers of x")
    given = {"w_q": w_q, "w_k": w_k, "w_v": w_v}
    matrices = [table(name, w, range(1, 5)) for name, w in given.items()]
    for name, matrix in zip(given, matrices, strict=True):
        if len(matrix) != len(row):
            raise ValueError(
                f"{name} must have {len(row)} rows, one for each number of x; "
                f"got {len(matrix)}"
            )
    sheet = Sheet()
    below = draw_row(sheet, row, token, features)
    wide = CELL * max(matrix.shape[1] for matrix in matrices)
    left = WIDTH - MARGIN - 3 * wide - 2 * GAP
    for view, matrix in zip(views(), matrices, strict=True):
        draw_view(sheet, left, wide, view, matrix, row, below)
        left += wide + GAP
    height = below + HEIGHT + 4 + 3 * LINE + MARGIN
    label = described(row, matrices, token, features)
    show(Drawing(sheet, height, label, cropped=SIDES))


def views() -> tuple[tuple[str, str, str, str], ...]:
    """Return each view's letter, color, name and meaning."""
    return (
        ("Q", QUERY, _("query"), _("what I look for")),
        ("K", KEY, _("key"), _("how I can be found")),
        ("V", VALUE, _("value"), _("what I hand over")),
    )


def draw_row(
    sheet: Sheet, row: np.ndarray, token: str, features: Sequence[str]
) -> float:
    """Draw a token's row from the top down; return where the results stand."""
    sheet.title(TOP - 10, cut(fill(_("row of {token}"), token=token), 96))
    for i, (name, text) in enumerate(zip(features, told(row), strict=True)):
        y, used = TOP + HEIGHT * i, text != "0"
        if used:
            across = WIDTH - 2 * MARGIN
            sheet.rectangle(MARGIN, y, across, HEIGHT, "grid", opacity=0.6)
        shade = "ink" if used else "edge"
        name = cut(name, NUMBERS - MARGIN - 8)
        sheet.text(MARGIN + 5, base(y), name, color=shade)
        middle = NUMBERS + CELL / 2
        sheet.text(middle, base(y), text, anchor="middle", color=shade, bold=used)
    below = TOP + HEIGHT * len(row) + 30
    terms = [
        f"{text} × {name}"
        for name, text in zip(features, told(row), strict=True)
        if text != "0"
    ]
    if len(terms) <= 3:
        y = below + HEIGHT / 2 + 0.33 * SIZE - LINE * (len(terms) - 1) / 2
        for i, term in enumerate(terms):
            said = f"+ {term}" if i else term
            sheet.text(NUMBERS + CELL + 2, y + LINE * i, said, anchor="end")
    return below


def draw_view(
    sheet: Sheet, left: float, wide: float, view: tuple[str, str, str, str],
    matrix: np.ndarray, row: np.ndarray, below: float,
) -> None:  # fmt: skip
    """Draw a matrix, whose rows are strong where the token uses them, and a result."""
    letter, color, name, meaning = view
    columns = matrix.shape[1]
    middle = left + CELL * columns / 2
    sheet.title(TOP - 10, f"W^{letter}", x=middle, anchor="middle", color=color)
    for i, numbers in enumerate(matrix):
        y, used = TOP + HEIGHT * i, bool(row[i])
        strength = 0.26 if used else 0.08
        sheet.rectangle(left, y, CELL * columns, HEIGHT, color, opacity=strength)
        for j, text in enumerate(told(numbers)):
            shade, bold = "ink" if used or text != "0" else "edge", text != "0" and used
            x = left + CELL * (j + 0.5)
            sheet.text(x, base(y), text, anchor="middle", color=shade, bold=bold)
    draw_cells(sheet, left, below, told(row @ matrix), color)
    y = below + HEIGHT + 4 + SIZE
    sheet.text(middle, y, name, anchor="middle", bold=True, color=color)
    for line in lines(meaning, wide):
        y += LINE
        sheet.text(middle, y, line, anchor="middle")


def described(
    row: np.ndarray, matrices: Sequence[np.ndarray], token: str, features: Sequence[str]
) -> str:
    """Say in words what is drawn, with its numbers."""
    numbers = ", ".join(f"{n} {t}" for n, t in zip(features, told(row), strict=True))
    results = [" ".join(told(row @ matrix)) for matrix in matrices]
    form = _("{name} {result}, {meaning}")
    each = [
        fill(form, name=name, result=result, meaning=meaning)
        for (_letter, _color, name, meaning), result in zip(
            views(), results, strict=True
        )
    ]
    whole = _(
        "The row of {token}, {row}, times three matrices, is three views: {each}."
    )
    return fill(whole, token=token, row=numbers, each="; ".join(each))
