"""Blocks of numbers, cut into the groups that share a mean and a variance."""

from collections.abc import Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import table, written
from ._drawing import Drawing, show
from ._room import width
from ._svg import MARGIN, SIZE, WIDTH, Sheet

NORM = "5"  # its color on the map
WIDE, HIGH = 25, 20  # a number's place on the front
BACK, UP = 13, 10  # how far the next one behind it is set off
GAP = 8  # between two groups
NAMES, RIGHT = 40, WIDTH / 2 + 28  # room for the tokens' names; the second column
RULES = {"layer": (2,), "sample": (1, 2), "batch": (0, 1), "picture": (1, 2)}


def who_shares(block: Sequence, tokens: Sequence[str]) -> None:
    """Draw two texts of tokens, cut as three rules cut them into groups.

    The group of the first number is filled, and its mean is written below it.
    """
    x = np.asarray(block, float)
    if (
        x.ndim != 3
        or len(x) != 2
        or not (1 <= x.shape[1] <= 3 and 2 <= x.shape[2] <= 4)
    ):
        raise ValueError(
            "block must be 2 samples of 1 to 3 tokens with 2 to 4 features; "
            f"got shape {x.shape}"
        )
    front = table("block", x[0], [2, 3, 4])
    if len(tokens) != len(front):
        raise ValueError(f"{len(front)} tokens need as many names; got {len(tokens)}")
    for value in front.ravel():
        if width(written(value)) > WIDE + 1:
            raise ValueError(f"{written(value)} is too long a number to be drawn here")
    said = {
        "layer": (_("LayerNorm"), MARGIN + NAMES),
        "batch": (_("BatchNorm"), RIGHT),
    }
    sheet, told = Sheet(), []
    for rule, (title, left) in said.items():
        told.append(draw_rule(sheet, left, MARGIN, title, rule, x, front))
    middle = 24 + 2 * UP + 2 * GAP
    for i, name in enumerate(tokens):
        y = MARGIN + middle + (HIGH + GAP) * i + HIGH / 2 + 0.33 * SIZE
        sheet.text(MARGIN, y, name, color="edge")
    below = MARGIN + middle + (HIGH + GAP) * len(front) + 2 * SIZE + 30
    title = _("tokens × features")
    left = MARGIN + NAMES
    told.append(draw_rule(sheet, left, below, title, "sample", x, front))
    draw_axes(sheet, RIGHT + 16, below + 44)
    high = below + middle + HIGH * len(front) + 2 * SIZE + 12
    label = _(
        "A block of 2 texts, {n} tokens, {m} features, cut into groups that share a "
        "mean. {each}."
    )
    numbers = {"n": str(x.shape[1]), "m": str(x.shape[2]), "each": "; ".join(told)}
    show(Drawing(sheet, high, fill(label, **numbers)))


def who_shares_pictures() -> None:
    """Draw two pictures of three channels and four places, as two rules cut them."""
    x, sheet, told = np.zeros((2, 4, 3)), Sheet(), []
    said = {
        "batch": (_("BatchNorm"), MARGIN + NAMES - 4),
        "picture": (_("LayerNorm"), RIGHT),
    }
    for rule, (title, left) in said.items():
        told.append(draw_rule(sheet, left, MARGIN, title, rule, x, None))
        top = MARGIN + 24 + 2 * UP + 2 * GAP
        for i, name in enumerate((_("red"), _("green"), _("blue"))):
            step = WIDE + (GAP if rule == "batch" else 0)
            at = left + step * i + WIDE / 2
            sheet.text(at, top + 4 * HIGH + SIZE + 2, name[0].upper(), anchor="middle")
    names = _("→ channels (C)  ·  ↓ places (H × W)  ·  ↗ pictures (N)")
    high = MARGIN + 24 + 2 * UP + 2 * GAP + 4 * HIGH + 3 * SIZE + 34
    sheet.text(WIDTH / 2, high - MARGIN, names, anchor="middle")
    label = _(
        "Two pictures of 3 channels and 4 places, cut into groups that share a mean. "
        "{each}."
    )
    show(Drawing(sheet, high, fill(label, each="; ".join(told))))


def draw_rule(
    sheet: Sheet, left: float, top: float, title: str, rule: str,
    x: np.ndarray, front: np.ndarray | None,
) -> str:  # fmt: skip
    """Draw the block as a rule cuts it, and say in words how it does."""
    axes = RULES[rule]
    sheet.text(left, top + SIZE, title, bold=True)
    y = top + 24 + 2 * UP + 2 * GAP
    sizes = [n if axis in axes else 1 for axis, n in enumerate(x.shape)]
    starts = [range(0, n, size) for n, size in zip(x.shape, sizes, strict=True)]
    step = [0 if axis in axes else GAP for axis in range(3)]
    for b in reversed(starts[0]):
        for t in reversed(starts[1]):
            for f in starts[2]:
                at = (
                    left + (WIDE + step[2]) * f + (BACK + step[0]) * b,
                    y + (HIGH + step[1]) * t - (UP + step[0]) * b,
                )
                numbers = None
                if front is not None and b == 0:
                    numbers = front[t : t + sizes[1], f : f + sizes[2]]
                draw_box(sheet, *at, sizes, numbers, chosen=b == t == f == 0)
    groups, size = x.size // int(np.prod(sizes)), int(np.prod(sizes))
    values = {"groups": str(groups), "size": str(size)}
    below = y + (HIGH + step[1]) * x.shape[1] + SIZE + (22 if front is None else 4)
    counted = fill(_("{groups} means of {size} numbers"), **values)
    sheet.text(left, below, counted)
    if front is None:
        return f"{title}: {counted}"
    mean = x[: sizes[0], : sizes[1], : sizes[2]].mean()
    mu = fill(_("filled: µ = {mean}"), mean=written(mean, 2))
    sheet.text(left, below + SIZE + 4, mu, color=NORM, bold=True)
    said = f"{title}: {counted}, {mu}"
    if sizes[0] == 1:
        return said
    hidden = x[1:, : sizes[1], : sizes[2]].ravel()  # those that stand behind
    behind = fill(_("behind: {numbers}"), numbers=", ".join(map(written, hidden)))
    sheet.text(left, below + 2 * (SIZE + 4), behind, color=NORM)
    return f"{said}, {behind}"


def draw_box(
    sheet: Sheet, x: float, y: float, sizes: Sequence[int],
    numbers: np.ndarray | None, *, chosen: bool,
) -> None:  # fmt: skip
    """Draw a group as a box, its front at x, y; numbers stand on the front."""
    deep, high, wide = sizes[0], HIGH * sizes[1], WIDE * sizes[2]
    right, below, back, up = x + wide, y + high, BACK * deep, UP * deep
    top = [(x, y), (x + back, y - up), (right + back, y - up), (right, y)]
    side = [(right, y), (right + back, y - up), (right + back, below - up)]
    side.append((right, below))
    face = [(x, y), (right, y), (right, below), (x, below)]
    for corners, strong, weak in (
        (top, 0.34, 0.07),
        (side, 0.5, 0.14),
        (face, 0.22, 0),
    ):
        sheet.shape(corners, "ground")
        color, opacity = (NORM, strong) if chosen else ("edge", weak)
        if opacity:
            sheet.shape(corners, color, opacity=opacity)
    edges = [*zip(face, face[1:] + face[:1], strict=True)]
    edges += [(top[0], top[1]), (top[1], top[2]), (top[2], top[3]), (side[1], side[2])]
    edges.append((side[2], side[3]))
    edges += [
        ((x + WIDE * i, y), (x + WIDE * i, below)) for i in range(1, sizes[2])
    ] + [((x, y + HIGH * i), (right, y + HIGH * i)) for i in range(1, sizes[1])]
    if deep > 1:
        half = (x + BACK, y - UP), (right + BACK, y - UP), (right + BACK, below - UP)
        edges += [half[:2], half[1:]]
    for (x1, y1), (x2, y2) in edges:
        sheet.line(x1, y1, x2, y2, color=NORM if chosen else "edge")
    for i, row in enumerate([] if numbers is None else numbers):
        for j, value in enumerate(row):
            middle = x + WIDE * (j + 0.5)
            at = y + HIGH * (i + 0.5) + 0.33 * SIZE
            sheet.text(middle, at, written(value), anchor="middle", bold=chosen)


def draw_axes(sheet: Sheet, x: float, y: float) -> None:
    """Name the three directions of the block."""
    sheet.line(x, y, x + 60, y, color="ink")
    sheet.shape([(x + 58, y - 4), (x + 66, y), (x + 58, y + 4)], "ink")
    sheet.text(x + 72, y + 4, _("feature"))
    sheet.line(x, y, x, y + 44, color="ink")
    sheet.shape([(x - 4, y + 42), (x, y + 50), (x + 4, y + 42)], "ink")
    sheet.text(x + 8, y + 48, _("token"))
    sheet.line(x, y, x + 26, y - 20, color="ink")
    sheet.shape([(x + 22, y - 22), (x + 31, y - 24), (x + 27, y - 16)], "ink")
    sheet.text(x + 38, y - 22, _("batch"))
