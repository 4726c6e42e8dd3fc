"""One head's scores over the distance, told in several ways: where is each highest?"""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import written
from ._drawing import Drawing, show
from ._svg import MARGIN, SIZE, WIDTH, Sheet

LEFT, RIGHT = 44, WIDTH - MARGIN  # the curves run between them
HEAD, HIGH, GAP = SIZE + 14, 70, 12  # a panel's line of words, its curve; between two
STEP = 10  # between lines of the scale
LINE, RING = "3", "2"  # colors: of the curves, and of the highest point
RADIUS = 6  # of the ring; a dot's is half of it
MOST = 4  # panels


def highest_scores(
    curves: Mapping[str, Sequence[float]], marks: Sequence[int], across: str
) -> None:
    """Draw 1 to 4 curves below each other, on one scale, and ring each highest point.

    A curve's numbers belong to the distances 0, 1, 2, …; dashes mark some of these.
    """
    if not 1 <= len(curves) <= MOST:
        raise ValueError(f"there must be 1 to {MOST} curves; got {len(curves)}")
    if len({len(one) for one in curves.values()}) > 1:
        raise ValueError("curves must be equally long")
    found = np.array([np.asarray(one, float) for one in curves.values()])
    last = found.shape[1] - 1
    if last < 1 or not np.isfinite(found).all():
        raise ValueError("a curve must be 2 or more finite numbers")
    if not all(0 <= mark <= last for mark in marks):
        raise ValueError(f"marks must be from 0 to {last}; got {marks!r}")
    low, high = min(0.0, found.min()), max(found.max(), 1.0)
    # 0 at least, and no more than fits without numbers on each other
    step = STEP * max(1, np.ceil((high - low) / (4 * STEP)))
    lines = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step

    def x_of(distance: float) -> float:
        return LEFT + distance / last * (RIGHT - LEFT)

    sheet, top = Sheet(), MARGIN
    for name, scores in zip(curves, found, strict=True):
        at = int(scores.argmax())
        sheet.text(LEFT, top + SIZE, name, bold=True)
        form = _("highest at {distance}: {score}")
        said = fill(form, distance=str(at), score=written(scores[at], 1))
        sheet.text(RIGHT, top + SIZE, said, anchor="end", color=RING, bold=True)
        top += HEAD
        down = top + (high - scores) / (high - low) * HIGH
        for value in lines:
            y = top + (high - value) / (high - low) * HIGH
            sheet.line(LEFT, y, RIGHT, y, color="grid")
            sheet.text(LEFT - 8, y + 0.33 * SIZE, written(value), anchor="end")
        for mark in marks:
            sheet.line(x_of(mark), top, x_of(mark), top + HIGH, dashes="3 3")
        sheet.curve([(x_of(d), y) for d, y in enumerate(down)], LINE)
        for mark in marks:
            sheet.path(round_at(x_of(mark), down[mark], RADIUS / 2), "ink")
        angles = np.linspace(0, 2 * np.pi, 33)
        ring = RADIUS * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
        sheet.curve([(x_of(at) + x, down[at] + y) for x, y in ring], RING)
        top += HIGH + GAP
    below = top - GAP + SIZE + 6
    for distance in sorted({*marks, last}):
        sheet.text(x_of(distance), below, str(distance), anchor="middle")
    sheet.text((LEFT + RIGHT) / 2, below, across, anchor="middle")
    show(Drawing(sheet, below + MARGIN, described(curves, marks, across)))


def round_at(x: float, y: float, radius: float) -> str:
    """Return the outline of a filled dot.

    >>> round_at(10, 20, 3)
    'M7 20a3 3 0 1 1 6 0a3 3 0 1 1 -6 0Z'
    """
    half = f"a{radius:g} {radius:g} 0 1 1"
    return f"M{x - radius:g} {y:g}{half} {2 * radius:g} 0{half} {-2 * radius:g} 0Z"


def described(
    curves: Mapping[str, Sequence[float]], marks: Sequence[int], across: str
) -> str:
    """Say in words where each curve is highest, and how high it is at the marks."""
    form, single = (
        _("{name}: highest at {distance}, {score}{at}"),
        _("; {score} at {d}"),
    )
    each = []
    for name, scores in curves.items():
        best = int(np.argmax(scores))
        at = [
            fill(single, score=written(scores[mark], 1), d=str(mark))
            for mark in marks
            if mark != best
        ]
        score = written(scores[best], 1)
        each.append(
            fill(form, name=name, distance=str(best), score=score, at="".join(at))
        )
    whole = _("Scores by {across}. {each}.")
    return fill(whole, across=across, each=". ".join(each))
