"""From the encoder's memory to the decoder: who gives queries, who keys and values."""

from collections.abc import Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, KEY, QUERY, VALUE, base, draw_cells, table, told
from ._drawing import Drawing, show
from ._room import cut
from ._svg import MARGIN, SIZE, WIDTH, Sheet

ATTENTION = "2"  # its color on the map
LEFT, READS, RIGHT = (
    MARGIN,
    132,
    196,
)  # the encoder's left and width; the decoder's left
WRITES = WIDTH - MARGIN - RIGHT
CELL, NUMBER = 35, 34  # how wide an exponential is, and a number of an output
OUTPUT, CROSS, MEMORY, STACK, TOKENS = 44, 122, 166, 260, 348  # where they begin
ENCODER = STACK + 10
DIGITS = "₁₂₃"


def memory_to_decoder(
    exponentials: Sequence[Sequence[float]], value: Sequence[Sequence[float]],
    source: Sequence[str], target: Sequence[str],
) -> None:  # fmt: skip
    """Draw how 2 target tokens read 3 source tokens, which have values of 2 numbers.

    The encoder is on the left, the decoder on the right, as on the book's map. What the
    target tokens find is left open: it's the reader's to work out.
    """
    rows, values = table("exponentials", exponentials, [3]), table("value", value, [2])
    given = len(rows), len(values), len(source), len(target)
    if given != (2, 3, 3, 2):
        raise ValueError(
            "there must be 2 rows of exponentials, 3 values, 3 source tokens and 2 "
            f"target tokens; got {', '.join(map(str, given))}"
        )
    sheet = Sheet()
    draw_encoder(sheet, values, source)
    draw_decoder(sheet, rows, source, target)
    for y, name, color, above in (
        (MEMORY + HEIGHT / 2, _("values"), VALUE, 6),
        (MEMORY + HEIGHT * 3 / 2 + 4, _("keys"), KEY, -SIZE - 3),
    ):
        draw_across(sheet, LEFT + READS + 2, RIGHT + 4, y, color)
        middle = (LEFT + READS + RIGHT) / 2
        sheet.text(middle, y - above, name, anchor="middle", color=color, bold=True)
    label = described(rows, values, source, target)
    show(Drawing(sheet, TOKENS + HEIGHT + SIZE + MARGIN + 2, label))


def draw_encoder(sheet: Sheet, values: np.ndarray, source: Sequence[str]) -> None:
    """Draw the source, the encoder above it, and above that the memory."""
    middle, cell = LEFT + READS / 2, READS / 3
    draw_stack(sheet, LEFT, ENCODER, READS, TOKENS - ENCODER - 22)
    draw_part(sheet, LEFT, STACK + 35, READS, _("self-attention"), ATTENTION)
    draw_tokens(sheet, LEFT, source, cell, _("source"))
    draw_up(sheet, middle, TOKENS - 2, TOKENS - 20)
    below = MEMORY + HEIGHT + 4
    for i in range(3):
        x = LEFT + cell * i
        said = [", ".join(told(values[i]))]
        draw_cells(sheet, x + 2, MEMORY, said, VALUE, cell=cell - 4)
        draw_cells(sheet, x + 2, below, [f"m{DIGITS[i]}"], "6", cell=cell - 4)
    sheet.text(
        middle, MEMORY - 8, _("v₁ v₂ v₃, made from M"), anchor="middle", color=VALUE
    )
    y = below + HEIGHT + SIZE + 5
    sheet.text(middle, y, _("the memory"), anchor="middle", bold=True)
    sheet.text(middle, y + SIZE + 4, "M, 3 × d", anchor="middle")
    draw_up(sheet, middle, ENCODER - 2, y + SIZE + 10)
    sheet.text(LEFT + 6, ENCODER + SIZE + 5, _("encoder"), bold=True)


def draw_decoder(
    sheet: Sheet, rows: np.ndarray, source: Sequence[str], target: Sequence[str]
) -> None:
    """Draw the target, the decoder above it, and what is left open."""
    middle = RIGHT + WRITES / 2
    draw_stack(sheet, RIGHT, CROSS - 12, WRITES, TOKENS - CROSS - 10)
    draw_part(sheet, RIGHT, STACK + 35, WRITES, _("masked self-attention"), ATTENTION)
    sheet.text(RIGHT + 6, STACK + 24, _("decoder"), bold=True)
    draw_tokens(sheet, RIGHT + 26, target, 66, _("target so far"))
    draw_up(sheet, middle, TOKENS - 2, TOKENS - 20)
    top, left = CROSS - 6, RIGHT + 6
    high = 3 * HEIGHT + 3 * SIZE + 21
    sheet.rectangle(left, top, WRITES - 12, high, "ground")
    sheet.rectangle(left, top, WRITES - 12, 3, ATTENTION)
    y = top + SIZE + 7
    sheet.text(middle, y, _("cross-attention"), anchor="middle", color="2", bold=True)
    right = left + WRITES - 16
    at = [right - CELL * (3 - j) for j in range(3)]
    sheet.text(middle, y + SIZE + 4, _("exponentials"), anchor="middle")
    y += SIZE + 8
    for j, (x, token) in enumerate(zip(at, source, strict=True)):
        sheet.text(x + CELL / 2, base(y), cut(token, CELL), anchor="middle")
        key, below = f"k{DIGITS[j]}", base(y + SIZE + 3)
        sheet.text(x + CELL / 2, below, key, anchor="middle", color=KEY, bold=True)
    y += SIZE + 3
    for i, (token, row) in enumerate(zip(target, rows, strict=True)):
        top = y + HEIGHT * (i + 1) - 1
        query = f"q{DIGITS[i]}"
        sheet.text(at[0] - 4, base(top), query, anchor="end", color=QUERY, bold=True)
        sheet.text(at[0] - 21, base(top), cut(token, 54), anchor="end", color=QUERY)
        for x, said in zip(at, told(row), strict=True):
            sheet.rectangle(x, top, CELL - 1, HEIGHT - 1, ATTENTION, opacity=0.16)
            sheet.text(x + CELL / 2, base(top), said, anchor="middle")
    below = CROSS - 6 + high
    draw_up(sheet, middle, STACK + 33, below + 2, QUERY)
    y = (STACK + 35 + below) / 2
    sheet.text(middle + 10, y, _("queries"), color=QUERY, bold=True)
    sheet.text(middle + 10, y + SIZE + 3, "2 × d")
    draw_up(sheet, middle, CROSS - 14, OUTPUT + 2 * HEIGHT + 3)
    for i, token in enumerate(target):
        x = middle - NUMBER
        draw_cells(sheet, x, OUTPUT + HEIGHT * i, ["?", "?"], VALUE, cell=NUMBER)
        name = cut(token, 54)
        sheet.text(x - 6, base(OUTPUT + HEIGHT * i), name, anchor="end", color=QUERY)
    y = OUTPUT - 10
    sheet.text(middle, y, _("what each one finds"), anchor="middle", bold=True)


def draw_tokens(
    sheet: Sheet, x: float, tokens: Sequence[str], cell: float, name: str
) -> None:
    """Draw tokens side by side, and below them what they are."""
    for i, token in enumerate(tokens):
        draw_cells(sheet, x + cell * i + 1, TOKENS, [token], "4", cell=cell - 2)
    middle = x + cell * len(tokens) / 2
    sheet.text(middle, TOKENS + HEIGHT + SIZE + 4, name, anchor="middle")


def draw_stack(sheet: Sheet, x: float, y: float, wide: float, high: float) -> None:
    """Draw the ground of a stack, as the map has it."""
    sheet.rectangle(x, y, wide, high, "grid", opacity=0.6)


def draw_part(
    sheet: Sheet, x: float, y: float, wide: float, name: str, color: str
) -> None:
    """Draw a part of a stack, with its name."""
    sheet.rectangle(x + 6, y, wide - 12, 25, "ground")
    sheet.rectangle(x + 6, y, wide - 12, 25, color, opacity=0.16)
    sheet.text(x + wide / 2, base(y + 1.5), name, anchor="middle")


def draw_up(sheet: Sheet, x: float, y: float, to: float, color: str = "ink") -> None:
    """Draw an arrow up."""
    sheet.rectangle(x - 1, to + 5, 2, y - to - 5, color)
    sheet.shape([(x - 5, to + 7), (x, to), (x + 5, to + 7)], color)


def draw_across(sheet: Sheet, x: float, to: float, y: float, color: str) -> None:
    """Draw an arrow to the right."""
    sheet.rectangle(x, y - 1, to - x - 5, 2, color)
    sheet.shape([(to - 7, y - 5), (to, y), (to - 7, y + 5)], color)


def described(
    rows: np.ndarray, values: np.ndarray, source: Sequence[str], target: Sequence[str]
) -> str:
    """Say in words what is drawn, with its numbers."""
    whole = _(
        "On the left the encoder turns the source into the memory, 3 × d, a vector for "
        "each token: {values}. Keys and values go from the memory to the decoder’s "
        "cross-attention; the queries, 2 × d, come from the decoder’s masked "
        "self-attention. {each}. What each one finds is left open."
    )
    tokens = [
        fill(
            _("{token} has the value {value}"), token=token, value=", ".join(told(row))
        )
        for token, row in zip(source, values, strict=True)
    ]
    each = [
        fill(
            _("{token} has the exponentials {row}"),
            token=token,
            row=" ".join(told(row)),
        )
        for token, row in zip(target, rows, strict=True)
    ]
    return fill(whole, values="; ".join(tokens), each="; ".join(each))
