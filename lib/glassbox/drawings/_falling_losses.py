"""Losses over training steps: a line for each model, with its name at the end."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._heads import CROPPED, HEADS
from ._room import cut
from ._svg import MARGIN, SIZE, WIDTH, Sheet

LEFT, RIGHT = 72, WIDTH - 112  # the lines run between them; names stand at the right
TOP, DECADE = MARGIN + SIZE + 14, 36  # the first line's top; from 1 to 0.1
EVERY = 10  # steps, whose losses are averaged to one point
MOST, SPARE = 6, 0.2  # decades: of the scale; a line may start so far above it


def falling_losses(curves: Mapping[str, Sequence[float]]) -> None:
    """Draw how the losses of 1 to 3 models fall, on a logarithmic scale.

    Each has as many losses, at least 20, all above 0; a point is the mean of 10 steps.
    """
    if not 1 <= len(curves) <= len(HEADS):
        raise ValueError(f"there must be 1 to {len(HEADS)} curves; got {len(curves)}")
    steps = {len(losses) for losses in curves.values()}
    if len(steps) > 1 or min(steps) < 2 * EVERY:
        raise ValueError(
            f"curves must have as many losses each, at least {2 * EVERY}; "
            f"got {', '.join(str(len(losses)) for losses in curves.values())}"
        )
    n = min(steps) - min(steps) % EVERY
    found = np.array([np.asarray(one, float)[:n] for one in curves.values()])
    if not (np.isfinite(found).all() and found.min() > 0):
        raise ValueError("losses must be finite numbers above 0")
    points = found.reshape(len(found), -1, EVERY).mean(axis=-1)
    high = int(np.ceil(np.log10(points.max()) - SPARE))
    low = min(int(np.floor(np.log10(points.min()))), high - 1)
    if high - low > MOST:
        raise ValueError(f"losses may span at most {MOST} decades")

    sheet, bottom = Sheet(), TOP + DECADE * (high - low)
    title = _("error, on a logarithmic scale")
    sheet.text(MARGIN, MARGIN + SIZE, title, bold=True)
    for power in range(low, high + 1):
        y = TOP + DECADE * (high - power)
        sheet.line(LEFT, y, RIGHT, y, color="grid")
        sheet.text(LEFT - 8, y + 0.33 * SIZE, plain(10.0**power), anchor="end")
    for part in (0, 0.5, 1):
        x = LEFT + part * (RIGHT - LEFT)
        sheet.text(x, bottom + SIZE + 6, f"{part * n:g}", anchor="middle")
    sheet.text(RIGHT + 22, bottom + SIZE + 6, _("steps"))
    across = LEFT + (np.arange(points.shape[1]) + 0.5) * EVERY * (RIGHT - LEFT) / n
    down = TOP + DECADE * (high - np.log10(points))
    where = apart(down[:, -1])
    for name, ys, end, color in zip(curves, down, where, HEADS, strict=False):
        sheet.curve(list(zip(across, ys, strict=True)), color)
        said = cut(name, WIDTH - MARGIN - RIGHT - 6)
        sheet.text(RIGHT + 6, end + 0.33 * SIZE, said, bold=True, color=color)
    height = bottom + SIZE + 6 + MARGIN
    label = described(curves, points, n)
    show(Drawing(sheet, height, label, cropped=CROPPED))


def apart(ends: np.ndarray) -> np.ndarray:
    """Return where names stand: beside their lines, yet none on another.

    >>> apart(np.array([10.0, 60.0, 14.0])).tolist()
    [10.0, 60.0, 26.0]
    """
    order = np.argsort(ends)
    where = ends.copy()
    for above, one in zip(order, order[1:], strict=False):
        where[one] = max(ends[one], where[above] + SIZE + 3)
    return where


def plain(value: float) -> str:
    """Write a number with one digit that counts, never as 5e-05.

    >>> plain(0.0000512), plain(1.06)
    ('0.00005', '1')
    """
    return np.format_float_positional(value, precision=1, fractional=False, trim="-")


def described(curves: Mapping[str, Sequence[float]], points: np.ndarray, n: int) -> str:
    """Say in words what is drawn, with its numbers."""
    form = _("{name} from {first} to {last}")
    each = [
        fill(form, name=name, first=plain(own[0]), last=plain(own[-1]))
        for name, own in zip(curves, points, strict=True)
    ]
    whole = _("How the error falls over {n} steps of training: {each}.")
    return fill(whole, n=str(n), each=", ".join(each))
