"""Two weights in a row: numbers on their way forward, slopes on their way back."""

from collections.abc import Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, base, written
from ._drawing import Drawing, show
from ._svg import MARGIN, SIZE, WIDTH, Sheet

NUMBER, SLOPE = "1", "2"  # the colors of what goes forward, and of what comes back
WIDE, PRODUCT = 52, 26  # a node; a sign of multiplication, which joins two
FIRST, SECOND = 74, 196  # where the two products begin
LEFTS = {"a": MARGIN, "w₁": 61, "h": 122, "w₂": 183, "z": 244}
LEFTS |= {"L": WIDTH - MARGIN - WIDE}
ABOVE, ROW = MARGIN + SIZE + 6, 124  # the tops of the weights, and of the row below
AHEAD, BACK = HEIGHT / 2, 1.5 * HEIGHT  # the middles of a node's two rows


def backward_pass(numbers: Sequence[float], slopes: Sequence[float]) -> None:
    """Draw h = w₁ a and z = w₂ h and the loss L, and under each number its slope.

    The numbers are a, w₁, h, w₂, z, L; the slopes are those of w₁, h, w₂, z.
    """
    given, found = np.asarray(numbers, float), np.asarray(slopes, float)
    if given.shape != (6,) or found.shape != (4,):
        raise ValueError("there must be 6 numbers and 4 slopes")
    a, w_1, h, w_2, z, _loss = given
    if not np.allclose([h, z], [w_1 * a, w_2 * h]):
        raise ValueError(f"h must be w₁ a, and z must be w₂ h; got {h:g} and {z:g}")
    if not np.allclose(found[:3], [found[1] * a, found[3] * w_2, found[3] * h]):
        raise ValueError("each factor's slope must be the other factor times the next")
    sheet = Sheet()
    own = dict(zip(("w₁", "h", "w₂", "z"), found, strict=True)) | {"L": 1.0}
    for (name, left), value in zip(LEFTS.items(), given, strict=True):
        draw_node(sheet, left, name, value, own.get(name))
    for left, sides in ((FIRST, ("a", "w₁", "h")), (SECOND, ("h", "w₂", "z"))):
        draw_product(sheet, left, *sides, value=dict(zip(LEFTS, given, strict=True)))
    end = LEFTS["z"] + WIDE
    draw_arrow(sheet, end, LEFTS["L"], ROW + AHEAD, NUMBER)
    draw_arrow(sheet, LEFTS["L"], end, ROW + BACK, SLOPE)
    middle, y = (end + LEFTS["L"]) / 2, ROW + 2 * HEIGHT + SIZE + 2
    sheet.text(middle, y, "p − 0.95", anchor="middle", color=SLOPE)
    y += 2 * SIZE
    sheet.text(MARGIN, y, _("numbers, forward"), bold=True, color=NUMBER)
    x = WIDTH - MARGIN
    sheet.text(x, y, _("slopes, backward"), anchor="end", bold=True, color=SLOPE)
    show(Drawing(sheet, y + MARGIN, described(given, found)))


def draw_node(
    sheet: Sheet, x: float, name: str, value: float, slope: float | None
) -> None:
    """Draw a number under its name, and under it the slope, if it has one."""
    y = ABOVE if name.startswith("w") else ROW
    sheet.text(x + WIDE / 2, y - 6, name, anchor="middle", bold=True)
    rows = ((y, value, NUMBER), (y + HEIGHT, slope, SLOPE))
    for top, one, color in rows:
        if one is None:
            continue
        sheet.rectangle(x, top, WIDE, HEIGHT, color, opacity=0.16)
        text = written(one, 3)
        sheet.text(x + WIDE / 2, base(top), text, anchor="middle")


def draw_product(
    sheet: Sheet, x: float, left: str, above: str, right: str, value: dict[str, float]
) -> None:
    """Draw a product of what comes from the left and from above, with its arrows."""
    sheet.rectangle(x, ROW, PRODUCT, 2 * HEIGHT, "grid")
    sheet.text(x + PRODUCT / 2, ROW + HEIGHT + 5, "×", anchor="middle", bold=True)
    start, stop = LEFTS[left] + WIDE, LEFTS[right]
    draw_arrow(sheet, start, x, ROW + AHEAD, NUMBER)
    draw_arrow(sheet, x + PRODUCT, stop, ROW + AHEAD, NUMBER)
    draw_arrow(sheet, stop, x + PRODUCT, ROW + BACK, SLOPE)
    low, high = ABOVE + 2 * HEIGHT, ROW
    draw_upright(sheet, x + 6, low, high, NUMBER)
    draw_upright(sheet, x + PRODUCT - 6, high, low, SLOPE)
    times = f"× {written(value[left])}"
    y = (low + high) / 2 + 0.33 * SIZE
    sheet.text(x + PRODUCT, y, times, color=SLOPE)
    if left == "h":  # what is left of it is a product too, and needs its slope
        draw_arrow(sheet, x, start, ROW + BACK, SLOPE)
        y = ROW + 2 * HEIGHT + SIZE + 2
        times = f"× {written(value[above])}"
        sheet.text((x + start) / 2, y, times, anchor="middle", color=SLOPE)


def draw_arrow(sheet: Sheet, x: float, to: float, y: float, color: str) -> None:
    """Draw a level arrow."""
    sign = 1 if to > x else -1
    base_x = to - 6 * sign
    sheet.rectangle(min(x, base_x), y - 1, abs(base_x - x), 2, color)
    sheet.shape([(base_x, y - 4), (to, y), (base_x, y + 4)], color)


def draw_upright(sheet: Sheet, x: float, y: float, to: float, color: str) -> None:
    """Draw an upright arrow."""
    sign = 1 if to > y else -1
    base_y = to - 6 * sign
    sheet.rectangle(x - 1, min(y, base_y), 2, abs(base_y - y), color)
    sheet.shape([(x - 4, base_y), (x, to), (x + 4, base_y)], color)


def described(numbers: np.ndarray, slopes: np.ndarray) -> str:
    """Say in words what is drawn, with its numbers."""
    form = _(
        "Forward: a is {a}, times w₁, {w1}, gives h, {h}; times w₂, {w2}, it gives z, "
        "{z}, and the loss L is {loss}. Backward: the slope for z is {dz}. Times h it "
        "is w₂'s, {dw2}; times w₂ it is h's, {dh}; that times a is w₁'s, {dw1}."
    )
    names = ("a", "w1", "h", "w2", "z", "loss"), ("dw1", "dh", "dw2", "dz")
    values = {
        name: written(one, 3)
        for keys, row in zip(names, (numbers, slopes), strict=True)
        for name, one in zip(keys, row, strict=True)
    }
    return fill(form, **values)
