"""A model writes with a teacher, who puts slips right, and alone, with its own."""

from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, base
from ._drawing import Drawing, show
from ._svg import MARGIN, SIZE, WIDTH, Sheet

READ, WRITTEN = "1", "4"  # their colors, as where a text is shifted by one
LABEL, GAP = 52, 3  # the rows' names; between two cells
SLOPE = 24  # between what is read and what is written
RIGHT, WRONG = 0.14, 0.5  # how strongly a written cell is filled
START = "^"
FEWEST, MOST = 2, 11  # tokens


def teacher_and_alone(target: str, taught: str, alone: str) -> None:
    """Draw what a model reads and writes in two ways; a wrong token is strong.

    With the teacher, each place reads the right tokens before it; alone, its own.
    """
    n = len(target)
    if not FEWEST <= n <= MOST or {len(taught), len(alone)} != {n}:
        raise ValueError(
            f"target, taught and alone must have {FEWEST} to {MOST} tokens, as many "
            f"each; got {n}, {len(taught)} and {len(alone)}"
        )
    sheet, y = Sheet(), MARGIN
    titles = _("with the teacher"), _("alone")
    ways = (target, taught, False), (alone, alone, True)
    for title, (before, writes, is_own) in zip(titles, ways, strict=True):
        sheet.text(MARGIN, y + SIZE, title, bold=True)
        y = draw_way(sheet, y + SIZE + 8, START + before[:-1], writes, target, is_own)
        y += 16
    form = _(
        "The right answer is {target}. With the teacher each place reads the right "
        "tokens before it, and the model writes {taught}: {slips} wrong. Alone it "
        "reads its own tokens, and writes {alone}: {own} wrong."
    )
    wrong = [sum(map(str.__ne__, one, target)) for one in (taught, alone)]
    label = fill(
        form, target=target, taught=taught, alone=alone,
        slips=str(wrong[0]), own=str(wrong[1]),
    )  # fmt: skip
    show(Drawing(sheet, y - 16 + MARGIN, label))


def draw_way(
    sheet: Sheet, y: float, reads: str, writes: str, target: str, is_own: bool
) -> float:
    """Draw a row that is read above a row that is written; return the end."""
    wide = (WIDTH - 2 * MARGIN - LABEL) / len(target)
    below = y + HEIGHT + SLOPE
    sheet.text(MARGIN, base(y), _("reads"), color=READ)
    sheet.text(MARGIN, base(below), _("writes"), color=WRITTEN)
    for j, (read, written) in enumerate(zip(reads, writes, strict=True)):
        x = MARGIN + LABEL + j * wide
        middle, is_wrong = x + (wide - GAP) / 2, written != target[j]
        is_slip = j > 0 and read != target[j - 1]
        draw_token(sheet, x, y, wide - GAP, read, READ, strong=is_slip)
        draw_token(sheet, x, below, wide - GAP, written, WRITTEN, strong=is_wrong)
        if is_own and j < len(target) - 1:
            top, foot = y + HEIGHT + 3, below - 3
            sheet.line(middle, foot, middle + wide, top)
    return below + HEIGHT


def draw_token(
    sheet: Sheet, x: float, y: float, wide: float, token: str, color: str, *,
    strong: bool,
) -> None:  # fmt: skip
    """Draw a token in its cell; a wrong one is filled strongly."""
    sheet.rectangle(x, y, wide, HEIGHT, color, opacity=WRONG if strong else RIGHT)
    sheet.rectangle(x, y + HEIGHT - 2, wide, 2, color)
    sheet.text(x + wide / 2, base(y), token, anchor="middle", bold=strong)
