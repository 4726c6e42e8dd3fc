"""Two vectors that have nothing to do with each other, and the size of their sum."""

import numpy as np
from numpy.typing import ArrayLike

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._skip_path import COLORS, TOKEN
from ._svg import MARGIN, SIZE, Sheet

LEFT, BASE, UNIT = 122, 172, 132  # where x starts; how long size 1 is
CORNER = 12


def right_angle(x: ArrayLike, f_x: ArrayLike) -> None:
    """Draw x, f(x) at its tip, at the angle that they have, and their sum."""
    x, f_x = np.asarray(x, float), np.asarray(f_x, float)
    if x.ndim != 1 or x.shape != f_x.shape or not (x.any() and f_x.any()):
        raise ValueError(
            "x and f_x must be vectors of one length, and not 0; got "
            f"{x.shape} and {f_x.shape}"
        )
    sizes = [np.sqrt(np.mean(v**2)) for v in (x, f_x, x + f_x)]
    cosine = np.mean(x * f_x) / (sizes[0] * sizes[1])
    degrees = f"{np.degrees(np.arccos(cosine)):.0f}"
    told = [f"{size:.2f}" for size in sizes]
    foot = LEFT + UNIT * sizes[0], BASE
    rise = UNIT * sizes[1] * np.array([cosine, np.sqrt(1 - cosine**2)])
    tip = foot[0] + rise[0], foot[1] - rise[1]
    sheet = Sheet()
    arrow(sheet, (LEFT, BASE), foot, TOKEN)
    arrow(sheet, foot, tip, COLORS[1])
    arrow(sheet, (LEFT, BASE), tip, "ink")
    up = CORNER * rise / np.hypot(*rise)
    inner = (foot[0] - CORNER, BASE), (foot[0] - CORNER + up[0], BASE - up[1])
    sheet.curve([*inner, (foot[0] + up[0], BASE - up[1])], "edge")
    middle = (LEFT + foot[0]) / 2
    form = _("size {size}")
    each = [fill(form, size=one) for one in told]
    sheet.text(middle, BASE + SIZE + 6, f"x: {each[0]}", anchor="middle", color=TOKEN)
    y = (BASE + tip[1]) / 2 + 4
    sheet.text(foot[0] + 10, y, f"f(x): {each[1]}", color=COLORS[1])
    sheet.text(middle - 16, y - 4, f"x + f(x): {each[2]}", anchor="end", bold=True)
    sheet.text(foot[0] + 10, BASE + SIZE + 6, f"{degrees}°", color="edge")
    label = fill(
        _(
            "x has size {x}. At its tip stands f(x), of size {f}, at an angle of "
            "{degrees} degrees, almost a right angle. Their sum is the long side of "
            "the triangle, of size {sum}."
        ),
        x=told[0], f=told[1], degrees=degrees, sum=told[2],
    )  # fmt: skip
    show(Drawing(sheet, BASE + SIZE + 6 + MARGIN, label))


def arrow(
    sheet: Sheet, start: tuple[float, float], end: tuple[float, float], color: str
) -> None:
    """Draw an arrow from start to end."""
    start, end = np.array(start), np.array(end)
    along = (end - start) / np.hypot(*(end - start))
    across = np.array([-along[1], along[0]])
    neck = end - 9 * along
    sheet.curve([tuple(start), tuple(neck)], color)
    sheet.shape([tuple(neck + 5 * across), tuple(end), tuple(neck - 5 * across)], color)
