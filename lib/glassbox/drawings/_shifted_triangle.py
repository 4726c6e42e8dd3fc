"""A text shifted by one, and what each position may read of it: the causal triangle."""

from collections.abc import Sequence

from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, base
from ._drawing import Drawing, show
from ._room import cut
from ._svg import COLORS, MARGIN, WIDTH, Sheet, attributes, number

INPUT, ANSWER = "1", "4"  # their colors
RIGHT = 72  # the room beside the cells
GAP, SLOPE = 4, 26  # between two cells; how high the shift is
FEWEST, MOST = 2, 6  # tokens
PAINTED = ("stroke", "fill")


def shifted_triangle(given: Sequence[str], answers: Sequence[str]) -> None:
    """Draw a text, the same shifted right by one, and who may read what.

    Position t reads the given tokens up to t, and must write answer t. That answer is
    the next given token: it stands beside the stairs, hidden.
    """
    n = len(given)
    if not FEWEST <= n <= MOST or list(answers[:-1]) != list(given[1:]):
        raise ValueError(
            f"given must be {FEWEST} to {MOST} tokens, and answers the same shifted "
            f"left by one; got {list(given)} and {list(answers)}"
        )
    if len(answers) != n:
        raise ValueError(f"{n} tokens need as many answers; got {len(answers)}")
    sheet = Sheet()
    wide = (WIDTH - 2 * MARGIN - RIGHT) / n
    below = draw_shift(sheet, given, answers, wide)
    for t in range(n):
        y = below + t * (HEIGHT + GAP)
        for j, token in enumerate(given):
            place = (MARGIN + j * wide, y, wide - GAP)
            if j <= t:
                draw_token(sheet, *place, token, INPUT)
            else:
                draw_hidden(sheet, *place, token, ANSWER if j == t + 1 else "edge")
        x = WIDTH - MARGIN - RIGHT
        sheet.text(x + 4, base(y), "→")
        said = cut(answers[t], RIGHT - 24)
        sheet.text(x + 24, base(y), said, bold=True, color=ANSWER)
    height = below + n * (HEIGHT + GAP) - GAP + MARGIN
    show(Drawing(sheet, height, described(given, answers)))


def draw_shift(
    sheet: Sheet, given: Sequence[str], answers: Sequence[str], wide: float
) -> float:
    """Draw the text over the input, and each token's way; return the end."""
    top, label = MARGIN, WIDTH - MARGIN - RIGHT + 4
    below = top + HEIGHT + SLOPE
    for j, token in enumerate(answers):
        x = MARGIN + j * wide
        draw_token(sheet, x, top, wide - GAP, token, ANSWER)
        if j < len(answers) - 1:
            middle = x + (wide - GAP) / 2
            sheet.line(middle, top + HEIGHT + 3, middle + wide, below - 3)
    sheet.text(label, base(top), _("the text"), bold=True, color=ANSWER)
    for j, token in enumerate(given):
        draw_token(sheet, MARGIN + j * wide, below, wide - GAP, token, INPUT)
    sheet.text(label, base(below), _("the input"), bold=True, color=INPUT)
    end = below + HEIGHT + 30
    sheet.text(MARGIN, end - 8, _("may read"), bold=True, color=INPUT)
    sheet.text(label, end - 8, _("must write"), bold=True, color=ANSWER)
    return end


def draw_token(
    sheet: Sheet, x: float, y: float, wide: float, token: str, color: str
) -> None:
    """Draw a token in its cell."""
    sheet.rectangle(x, y, wide, HEIGHT, color, opacity=0.16)
    sheet.rectangle(x, y + HEIGHT - 2, wide, 2, color)
    sheet.text(x + wide / 2, base(y), cut(token, wide + GAP - 1), anchor="middle")


def draw_hidden(
    sheet: Sheet, x: float, y: float, wide: float, token: str, color: str
) -> None:
    """Draw a cell that is left out, with dashes."""
    plain = COLORS[color]
    left, top, right, low = map(number, (x, y, x + wide, y + HEIGHT))
    look = {"d": f"M{left} {top}H{right}V{low}H{left}Z", "stroke": plain}
    look |= {"fill-opacity": "0", "fill": plain}
    look["style"] = "".join(f"{w}:var(--figure-{color},{plain});" for w in PAINTED)
    sheet.elements.append(f"<path{attributes(look | {'stroke-dasharray': '3 3'})}/>")
    said = cut(token, wide + GAP - 1)
    sheet.text(x + wide / 2, base(y), said, anchor="middle", color=color)


def described(given: Sequence[str], answers: Sequence[str]) -> str:
    """Say in words what is drawn."""
    each = [
        fill(_("{read} → {answer}"), read=" ".join(given[: t + 1]), answer=answer)
        for t, answer in enumerate(answers)
    ]
    form = _(
        "The text, shifted right by one, is the input. Each position reads the input "
        "up to itself, and must write the token that comes next: {each}."
    )
    return fill(form, each="; ".join(each))
