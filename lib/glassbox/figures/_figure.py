"""What every figure has: the book's style, a row of panels, lines, a legend.

Colours are those of Okabe and Ito (2008), darkened for thin lines, which colour-blind
readers can tell apart; each line also has its own dashes, so that no meaning rests on
colour alone.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

CARD = "#FBFAF7"  # a light card, the same on light and on dark pages
COLOURS = ("#0072B2", "#C24E00", "#00795A", "#A0457A", "#6B5B00", "#404040")
DASHES = (
    "-",
    (0, (5, 1.5)),
    (0, (2, 1)),
    (0, (6, 1.5, 1, 1.5)),
    (0, (1, 1)),
    (0, (6, 1, 1, 1, 1, 1)),
)
STYLE = {
    "axes.facecolor": CARD,
    "axes.edgecolor": "#777777",
    "axes.grid": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10.5,
    "font.size": 10.5,
    "grid.color": "#DDDAD2",
    "legend.frameon": False,
    "legend.handlelength": 2.0,
    "legend.columnspacing": 1.2,
    "legend.handletextpad": 0.5,
    "lines.linewidth": 2.2,
}


@contextmanager
def figure_row(count: int, *, height: float) -> Iterator[list[Axes]]:
    """Give a row of panels that share one vertical axis, in the book's style."""
    # The figure comes first: a notebook's backend starts with it, and what it sets
    # in starting must outlast the style.
    figure = plt.figure(
        figsize=(5.6, height), dpi=180, facecolor=CARD, layout="constrained"
    )
    with plt.rc_context(STYLE):
        row = figure.subplots(ncols=count, sharey=True, squeeze=False)
        yield list(row[0])


def draw_lines(
    axes: Axes, x: np.ndarray, lines: np.ndarray, names: Sequence[str]
) -> None:
    """Draw each row of lines over x, with its own colour, dashes and name."""
    for number, (name, line) in enumerate(zip(names, lines, strict=True)):
        look = {"color": COLOURS[number], "linestyle": DASHES[number]}
        axes.plot(x, line, label=name, **look)


def draw_legend(axes: Axes) -> None:
    """Name the lines once, below all panels."""
    handles, names = axes.get_legend_handles_labels()
    axes.figure.legend(handles, names, loc="outside lower center", ncols=len(names))
