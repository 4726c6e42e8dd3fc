"""A token's vector in three steps: look its row up, scale it, add its position."""

from collections.abc import Sequence

from ..kernels.embedding import embed, sinusoidal_positions
from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, base, draw_cells, named, rounded, table, told
from ._drawing import Drawing, show
from ._room import cut
from ._svg import MARGIN, SIZE, WIDTH, Sheet

TOKEN, PLACE, SUM = "4", "1", "6"  # their colors
ROW, SINE, BOTH = 32, 38, 44  # how wide a number's cell is
LEFT, RIGHT = 66, WIDTH - MARGIN - 4 * SINE  # where the two tables begin
RESULT = 124  # where the vectors begin
MOST = 4  # tokens


def token_and_place(
    rows: Sequence[Sequence[float]], vocabulary: Sequence[str],
    token_ids: Sequence[int], at: int,
) -> None:  # fmt: skip
    """Draw how the token at `at` becomes a vector; the others' are left to work out.

    rows is the table, four numbers for each word of the vocabulary.
    """
    table_of_tokens = table("rows", rows, [4])
    named(vocabulary, len(table_of_tokens), "rows")
    n = len(token_ids)
    if not 1 <= n <= MOST or not 0 <= at < n:
        raise ValueError(
            f"there must be 1 to {MOST} tokens, and at one of them; "
            f"got {n} tokens and at = {at}"
        )
    places = sinusoidal_positions(n, 4)
    scaled = embed(token_ids, table_of_tokens, scale=True)  # (n, 4)
    vector = scaled[at] + places[at]
    chosen = token_ids[at]

    sheet, top = Sheet(), MARGIN + 2 * SIZE + 12
    draw_title(sheet, LEFT, _("table E"), (len(table_of_tokens), 4), TOKEN)
    draw_title(sheet, RIGHT, _("positions"), (n, 4), PLACE)
    for i, row in enumerate(table_of_tokens):
        y = top + HEIGHT * i
        draw_name(sheet, LEFT, y, f"{i} {vocabulary[i]}", TOKEN, bold=i == chosen)
        draw_row(sheet, LEFT, y, told(row), TOKEN, ROW, strong=i == chosen)
    for i, row in enumerate(places):
        y = top + HEIGHT * i
        draw_name(sheet, RIGHT, y, f"{i}", PLACE, bold=i == at)
        draw_row(sheet, RIGHT, y, rounded(row), PLACE, SINE, strong=i == at)

    tables = max(len(table_of_tokens), n)
    left, right = LEFT + 2 * ROW, RIGHT + 2 * SINE  # the middles
    y = top + HEIGHT * tables + 34
    draw_arrow(sheet, left, top + HEIGHT * len(table_of_tokens) + 3, y - 3)
    sheet.text(left + 8, y - 14, fill(_("look up {id}, × √4"), id=str(chosen)))
    draw_arrow(sheet, right, top + HEIGHT * n + 3, y - 3)
    draw_row(sheet, LEFT, y, told(scaled[at]), TOKEN, ROW, strong=True)
    sheet.title(base(y), "+", x=(LEFT + 4 * ROW + RIGHT) / 2, anchor="middle")
    draw_row(sheet, RIGHT, y, rounded(places[at]), PLACE, SINE, strong=True)

    middle, start = RESULT + 2 * BOTH, y + HEIGHT
    y = start + 44
    for x in (left, right):
        sheet.line(x, start + 3, middle, start + 24, color="ink")
    draw_arrow(sheet, middle, start + 24, y - 3)
    for i, token_id in enumerate(token_ids):
        line = y + HEIGHT * i
        numbers = rounded(vector) if i == at else ["?"] * 4
        draw_name(sheet, RESULT, line, f"{i} {vocabulary[token_id]}", SUM, bold=i == at)
        draw_row(sheet, RESULT, line, numbers, SUM, BOTH, strong=i == at)
    said = fill(_("x  {n} × 4"), n=str(n))
    sheet.text(RESULT + 4 * BOTH + 8, base(y), said, bold=True, color=SUM)
    form = _(
        "{token} has the id {id}, and the row {row}. Times 2, it is {twice}; plus "
        "position {at}, which is {place}, it becomes {vector}."
    )
    label = fill(
        form,
        token=vocabulary[chosen],
        id=str(chosen),
        row=" ".join(told(table_of_tokens[chosen])),
        twice=" ".join(told(scaled[at])),
        at=str(at),
        place=" ".join(rounded(places[at])),
        vector=" ".join(rounded(vector)),
    )
    show(Drawing(sheet, y + HEIGHT * n + MARGIN, label))


def draw_title(
    sheet: Sheet, x: float, name: str, shape: tuple[int, int], color: str
) -> None:
    """Write a table's name, and its shape below it."""
    sheet.text(x, MARGIN + SIZE, name, bold=True, color=color)
    sheet.text(x, MARGIN + 2 * SIZE + 4, f"{shape[0]} × {shape[1]}")


def draw_name(
    sheet: Sheet, x: float, y: float, name: str, color: str, *, bold: bool
) -> None:
    """Write a row's name to the left of it."""
    look = {"anchor": "end", "color": color if bold else "ink", "bold": bold}
    sheet.text(x - 6, base(y), cut(name, x - 8), **look)


def draw_row(
    sheet: Sheet, x: float, y: float, numbers: Sequence[str], color: str,
    cell: float, *, strong: bool,
) -> None:  # fmt: skip
    """Draw a row of numbers; the one that is followed is stronger."""
    draw_cells(sheet, x, y, ["" for _number in numbers], color, cell=cell)
    if strong:
        sheet.rectangle(x, y, cell * len(numbers), HEIGHT, color, opacity=0.22)
    for i, text in enumerate(numbers):
        sheet.text(x + cell * (i + 0.5), base(y), text, anchor="middle", bold=strong)


def draw_arrow(sheet: Sheet, x: float, y: float, end: float) -> None:
    """Draw an arrow downward."""
    sheet.line(x, y, x, end - 5, color="ink")
    sheet.shape([(x - 4, end - 6), (x, end), (x + 4, end - 6)], "ink")
