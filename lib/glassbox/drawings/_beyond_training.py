"""Lines over distances or positions, of which training met only the first ones."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import written
from ._drawing import Drawing, show
from ._falling_losses import apart
from ._room import cut
from ._svg import MARGIN, SIZE, WIDTH, Sheet

LEFT, RIGHT = 44, WIDTH - 86  # the lines run between them; names stand at the right
TOP, HIGH = MARGIN + 2 * SIZE + 16, 150
LINES = ("2", "1", "3", "4", "6")  # the lines' colors
STEPS = (0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100)  # between lines of the scale


def beyond_training(
    curves: Mapping[str, Sequence[float]], trained: int, title: str, across: str
) -> None:
    """Draw 1 to 5 lines of numbers, and shade what training met: the first `trained`.

    A line's numbers belong to 0, 1, 2, …; it begins where its first number is finite.
    """
    if not 1 <= len(curves) <= len(LINES):
        raise ValueError(f"there must be 1 to {len(LINES)} curves; got {len(curves)}")
    if len({len(one) for one in curves.values()}) > 1:
        raise ValueError("curves must be equally long")
    found = np.array([np.asarray(one, float) for one in curves.values()])
    n = found.shape[1]
    if not 1 <= trained <= n or n < 2:
        raise ValueError(f"trained must be 1 to {n}, the curves' length; got {trained}")
    if np.isinf(found).any() or np.isnan(found[:, -1]).any():
        raise ValueError("curves must be finite numbers, nan only at the beginning")
    low, high = min(0.0, np.nanmin(found)), np.nanmax(found)
    step = next((s for s in STEPS if (high - low) / s <= 5), None)
    if step is None or high == low:
        most = 5 * STEPS[-1]
        raise ValueError(f"the numbers must span more than 0 and at most {most}")
    low, high = np.floor(low / step) * step, np.ceil(high / step - 1e-9) * step

    def x_of(place):
        return LEFT + np.asarray(place) / (n - 1) * (RIGHT - LEFT)

    def y_of(value):
        return TOP + (high - np.asarray(value)) / (high - low) * HIGH

    sheet = Sheet()
    sheet.text(MARGIN, MARGIN + SIZE, title, bold=True)
    sheet.rectangle(LEFT, TOP, x_of(trained - 1) - LEFT, HIGH, "grid", opacity=0.7)
    sheet.text(LEFT + 2, TOP - 5, _("met in training"))
    for value in np.arange(low, high + step / 2, step):
        sheet.line(LEFT, y_of(value), RIGHT, y_of(value), color="grid")
        said = written(value, 2)
        sheet.text(LEFT - 8, y_of(value) + 0.33 * SIZE, said, anchor="end")
    for place in (0, trained - 1, n - 1):
        anchor = "start" if place == 0 else "middle"
        sheet.text(x_of(place), TOP + HIGH + SIZE + 6, str(place), anchor=anchor)
    below = TOP + HIGH + 2 * SIZE + 10
    sheet.text((LEFT + RIGHT) / 2, below, across, anchor="middle")
    ends = apart(y_of(found[:, -1]))
    ends = ends - max(0, ends.max() - TOP - HIGH)  # none below the lines
    for name, values, end, color in zip(curves, found, ends, LINES, strict=False):
        met = np.flatnonzero(np.isfinite(values))
        sheet.curve(list(zip(x_of(met), y_of(values[met]), strict=True)), color)
        said = cut(name, WIDTH - RIGHT - 8)
        sheet.text(RIGHT + 6, end + 0.33 * SIZE, said, bold=True, color=color)
    label = described(curves, trained, title, across)
    show(Drawing(sheet, below + MARGIN, label))


def described(
    curves: Mapping[str, Sequence[float]], trained: int, title: str, across: str
) -> str:
    """Say in words what the lines do within what training met, and beyond it."""
    form = _("{name}: mean {within} within, {beyond} beyond")
    each = []
    for name, values in curves.items():
        within, beyond = (
            written(np.nanmean(part), 2) if np.isfinite(part).any() else "–"
            for part in (np.array(values[:trained]), np.array(values[trained:]))
        )
        each.append(fill(form, name=name, within=within, beyond=beyond))
    whole = _("{title}, by {across}; training met 0 to {last}. {each}.")
    return fill(
        whole, title=title, across=across, last=str(trained - 1), each="; ".join(each)
    )
