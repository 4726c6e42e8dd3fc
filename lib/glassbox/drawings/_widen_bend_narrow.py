"""A feed-forward layer, unit by unit: what each asks, answers and adds to one token."""

from collections.abc import Sequence

import numpy as np

from ..kernels.position_wise import linear, relu
from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, base, draw_cells, named, table, told
from ._drawing import Drawing, show
from ._room import cut
from ._svg import MARGIN, SIZE, WIDTH, Sheet

FEED_FORWARD = "1"  # its color on the map
NAMES, TOKEN = 62, 30  # how wide the names on the left are, and a token's number
LEFT = MARGIN + NAMES + TOKEN + 12  # where the units begin
CELL = (WIDTH - MARGIN - LEFT) / 4
LINE = HEIGHT + 3
MOST = 4  # units


def widen_bend_narrow(
    x: Sequence[float], w_1: Sequence[Sequence[float]], b_1: Sequence[float],
    w_2: Sequence[Sequence[float]], token: str, features: Sequence[str],
    units: Sequence[str],
) -> None:  # fmt: skip
    """Draw one token's way through a layer of 3 features and 4 units.

    A unit is a column: its column of W_1 and its bias, its answer before and after the
    bend, and its row of W_2. The token, then what is added to it, stand on the left.
    """
    (row,) = table("x", [x], [3])
    ask, bias = table("w_1", w_1, [MOST]), table("b_1", [b_1], [MOST])
    add = table("w_2", w_2, [3])
    if (len(ask), len(add)) != (3, MOST):
        raise ValueError(
            f"w_1 must have 3 rows and w_2 {MOST}; got {len(ask)} and {len(add)}"
        )
    named(features, 3, "features")
    named(units, MOST, "units")
    asked = linear(row, ask, bias[0])
    hidden = relu(asked)
    sheet, y = Sheet(), float(MARGIN)
    parts = []  # where a unit's frame begins and ends
    y = top = write_step(
        sheet, y, _("widen, 3 → 4: each unit asks the token one thing")
    )
    for i, name in enumerate(units):
        sheet.text(LEFT + CELL * (i + 0.5), base(y), cut(name, CELL), anchor="middle")
    y = write_head(sheet, y, "W₁", "x")
    for name, number, line in zip(features, row, ask, strict=True):
        y = draw_line(sheet, y, name, told([number]), told(line), faint=True)
    y = draw_line(sheet, y, "b₁", [], told(bias[0]), faint=True)
    y = draw_line(sheet, y + 6, _("answers"), [], told(asked), color="6")
    parts.append((top, y))
    y = top = write_step(
        sheet, y + 12, _("bend, max(0, ·): an answer below 0 becomes 0")
    )
    y = draw_line(sheet, y, _("hidden"), [], told(hidden), color="6", faint=True)
    parts.append((top, y))
    y = write_step(
        sheet, y + 12, _("narrow, 4 → 3: each adds its row of W₂ × its number")
    )
    y = top = write_head(sheet, y, "W₂", "FFN(x)")
    output = hidden @ add
    for name, number, line in zip(features, output, add.T, strict=True):
        y = draw_line(sheet, y, name, told([number]), told(line), faint=True)
    parts.append((top, y))
    for i in np.flatnonzero(hidden > 0):  # the units that are active
        for top, below in parts:
            draw_frame(sheet, LEFT + CELL * i + 1, top - 2, CELL - 2, below - top + 2)
    total = ", ".join(told(row + output))
    y += 12
    sheet.text(MARGIN, base(y), f"x + FFN(x) = [{total}]", bold=True)
    label = described(token, features, units, row, asked, hidden, output)
    show(Drawing(sheet, y + HEIGHT + MARGIN - 4, label))


def write_step(sheet: Sheet, y: float, words: str) -> float:
    """Write what a step does; return where it begins."""
    sheet.text(MARGIN, y + SIZE, words, color=FEED_FORWARD, bold=True)
    return y + SIZE + 10


def write_head(sheet: Sheet, y: float, matrix: str, own: str) -> float:
    """Name a matrix, and the token's own numbers; return where these begin."""
    sheet.text(MARGIN, base(y), matrix, bold=True)
    middle = LEFT - 6 - TOKEN / 2
    sheet.text(middle, base(y), own, anchor="middle", bold=True)
    return y + LINE


def draw_line(
    sheet: Sheet, y: float, name: str, own: Sequence[str], numbers: Sequence[str], *,
    color: str = FEED_FORWARD, faint: bool = False,
) -> float:  # fmt: skip
    """Draw a line: its name, the token's own number, the units' numbers."""
    sheet.text(MARGIN, base(y), cut(name, NAMES))
    if own:
        draw_cells(sheet, LEFT - 6 - TOKEN, y, own, "4", cell=TOKEN)
    for i, text in enumerate(numbers):
        x = LEFT + CELL * i + 4
        draw_cells(sheet, x, y, [text], color, cell=CELL - 8, faint=faint)
    return y + LINE


def draw_frame(sheet: Sheet, x: float, y: float, wide: float, high: float) -> None:
    """Draw a frame around a column."""
    corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]
    sheet.curve(corners, FEED_FORWARD)


def described(
    token: str, features: Sequence[str], units: Sequence[str], row: np.ndarray,
    asked: np.ndarray, hidden: np.ndarray, output: np.ndarray,
) -> str:  # fmt: skip
    """Say in words what is drawn, with its numbers."""

    def listed(names: Sequence[str], numbers: np.ndarray) -> str:
        pairs = zip(names, told(numbers), strict=True)
        return ", ".join(f"{name} {number}" for name, number in pairs)

    form = _(
        "The token {token}, {row}, meets four units. Widen: each asks one thing, and "
        "they answer {asked}. Bend: answers below 0 become 0, which leaves {hidden}. "
        "Narrow: each adds its row of W₂ times its number, together {output}."
    )
    return fill(
        form, token=token, row=listed(features, row), asked=listed(units, asked),
        hidden=" ".join(told(hidden)), output=listed(features, output),
    )  # fmt: skip
