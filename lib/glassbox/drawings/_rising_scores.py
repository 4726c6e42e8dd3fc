"""What rises from 0 to 1 in training: a line for each, with its name at the end."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._falling_losses import apart
from ._room import width
from ._svg import MARGIN, SIZE, WIDTH, Sheet

COLORS = (
    "3",
    "1",
    "2",
    "4",
)  # answers, heads of a lower, of a higher layer
HIGH = 130  # from 0 to 1
MARKS = (0, 0.5, 1)


def rising_scores(steps: Sequence[int], lines: Mapping[str, Sequence[float]]) -> None:
    """Draw 1 to 4 lines of numbers between 0 and 1, over steps of training."""
    at, found = np.asarray(steps, float), np.array([*lines.values()], float)
    if not 1 <= len(lines) <= len(COLORS):
        raise ValueError(f"there must be 1 to {len(COLORS)} lines; got {len(lines)}")
    if found.ndim != 2 or found.shape[1] != len(at) or len(at) < 2:
        raise ValueError("a line must have a number for each of 2 steps or more")
    if not ((found >= 0) & (found <= 1)).all():
        raise ValueError("numbers must lie between 0 and 1")
    if not (np.diff(at) > 0).all():
        raise ValueError("steps must rise")
    left, right = MARGIN + 24, WIDTH - MARGIN - max(map(width, lines)) - 8
    top = MARGIN + SIZE / 2
    across = left + (at - at[0]) / (at[-1] - at[0]) * (right - left)
    down = top + HIGH * (1 - found)
    sheet = Sheet()
    for mark in MARKS:
        y = top + HIGH * (1 - mark)
        sheet.line(left, y, right, y, color="grid")
        sheet.text(left - 6, y + 0.33 * SIZE, f"{mark:g}", anchor="end", color="edge")
    base = top + HIGH + SIZE + 6
    for part in MARKS:
        step = at[0] + part * (at[-1] - at[0])
        x = left + part * (right - left)
        sheet.text(x, base, f"{step:.0f}", anchor="middle", color="edge")
    sheet.text(right + 24, base, _("steps"), color="edge")
    ends = apart(down[:, -1])
    for name, ys, end, color in zip(lines, down, ends, COLORS, strict=False):
        sheet.curve(list(zip(across, ys, strict=True)), color)
        sheet.text(right + 6, end + 0.33 * SIZE, name, bold=True, color=color)
    show(Drawing(sheet, base + MARGIN, described(at, found, lines)))


def described(at: np.ndarray, found: np.ndarray, names: Sequence[str]) -> str:
    """Say in words what is drawn: where each begins, passes a half and ends."""
    form, never = _("{name} from {first}, at 0.5 by {half}, to {last}"), _("no step")
    each = []
    for name, line in zip(names, found, strict=True):
        reached = line >= 0.5
        half = fill(_("step {n}"), n=f"{at[reached.argmax()]:.0f}")
        each.append(
            fill(form, name=name, first=f"{line[0]:.2f}", last=f"{line[-1]:.2f}",
                 half=half if reached.any() else never)
        )  # fmt: skip
    whole = _("What rises in training, from step {first} to {last}: {each}.")
    ends = {"first": f"{at[0]:.0f}", "last": f"{at[-1]:.0f}"}
    return fill(whole, each="; ".join(each), **ends)
