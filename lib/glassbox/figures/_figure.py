"""What every figure has: the book's style, a row of panels, lines, a legend.

Colors are those of Okabe and Ito (2008), darkened for thin lines, which color-blind
readers can tell apart; each line also has its own dashes, so that no meaning rests on
color alone. The book's page has lighter ones for its dark theme (book.css).
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib.style
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.ticker import FuncFormatter, NullFormatter

from ..words import fill
from ..words import translated as _
from ._svg import DPI, FONT_SIZE, SvgCanvas, as_svg

CARD = "#FBFAF7"  # a figure's own light ground, wherever no page gives it another
INK = "#222222"
EDGE = "#777777"
GRID = "#DDDAD2"
MAP = "#0B4F8A"  # the strongest cell of a map
COLORS = ("#0072B2", "#C24E00", "#00795A", "#A0457A", "#6B5B00", "#404040")
NAMES = {"ground": CARD, "ink": INK, "edge": EDGE, "grid": GRID, "map": MAP}
NAMES |= {str(number): color for number, color in enumerate(COLORS, start=1)}
DASHES = (
    "-",
    (0, (5, 1.5)),
    (0, (2, 1)),
    (0, (6, 1.5, 1, 1.5)),
    (0, (1, 1)),
    (0, (6, 1, 1, 1, 1, 1)),
)
STYLE = {
    "axes.edgecolor": EDGE,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlecolor": INK,
    "axes.titlesize": FONT_SIZE,
    "figure.constrained_layout.h_pad": 0.06,  # inches: no letter is cut at the edge
    "figure.constrained_layout.w_pad": 0.06,
    "font.size": FONT_SIZE,  # on a phone about 9.5 pixels
    "grid.color": GRID,
    "legend.frameon": False,
    "legend.handlelength": 2.0,
    "legend.columnspacing": 1.2,
    "legend.handletextpad": 0.5,
    "lines.linewidth": 2.2,
    "text.color": INK,
    "text.parse_math": False,  # a dollar is a dollar: the page has no such fonts
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.major.size": 0,  # the grid shows where a tick is
    "ytick.major.size": 0,
    "xtick.minor.size": 0,
    "ytick.minor.size": 0,
}
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Drawing:
    """A figure that a notebook shows as SVG, and a terminal by its labels."""

    def __init__(self, figure: Figure) -> None:
        self.text = fill(_("Figure: {labels}"), labels=" · ".join(labels(figure)))
        self.svg = as_svg(figure, self.text, NAMES)

    def __repr__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


@contextmanager
def figure_row(
    count: int, *, height: float, width: float = 5.6
) -> Iterator[list[Axes]]:
    """Give a row of panels that share one vertical axis; show it drawn."""
    with matplotlib.style.context(STYLE, after_reset=True):
        figure = Figure((width, height), dpi=DPI, facecolor=CARD, layout="constrained")
        SvgCanvas(figure)
        row = figure.subplots(ncols=count, sharey=True, squeeze=False)
        yield list(row[0])
        for axes in row[0]:
            name_powers(axes)
        show(figure)


def show(figure: Figure) -> None:
    """Show a figure below the cell that drew it."""
    try:
        from IPython.display import display  # a notebook has it, the library needs none
    except ImportError:
        display = print
    display(Drawing(figure))


def labels(figure: Figure) -> list[str]:
    """List a figure's titles, axes and lines by name, each once."""
    names = [axes.get_title() for axes in figure.axes]
    for axes in figure.axes:
        names += axes.get_ylabel(), axes.get_xlabel()
    names += [text.get_text() for legend in figure.legends for text in legend.texts]
    return [name for name in dict.fromkeys(names) if name]


def name_powers(axes: Axes) -> None:
    """Write a logarithmic axis' powers of ten as text, unless it has other labels."""
    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() == "log" and axis.isDefault_majfmt:
            axis.set_major_formatter(FuncFormatter(power_of_ten))
            axis.set_minor_formatter(NullFormatter())


def power_of_ten(value: float, position: int | None = None) -> str:
    """Return 0.01 as 10⁻².

    >>> power_of_ten(0.01)
    '10⁻²'
    """
    return "10" + f"{np.log10(value):.0f}".translate(SUPERSCRIPTS)


def draw_map(
    axes: Axes, values: np.ndarray, least: float, *, most: float = 1.0, **look: Any
) -> AxesImage:
    """Draw a matrix as cells of one ink: none of it for the least value, most for 1.

    So a strong cell stands out from the ground in light and in dark pages alike.
    """
    ends = [(*to_rgb(MAP), 0), (*to_rgb(MAP), most)]
    inks = LinearSegmentedColormap.from_list("inks", ends, N=21)  # in steps of 5 %
    axes.grid(visible=False)
    axes.spines[:].set(visible=True, color=GRID)
    # Without interpolation the cells reach the SVG one by one.
    look |= {"interpolation": "none", "cmap": inks}
    return axes.imshow(values, vmin=least, vmax=1, **look)


def draw_lines(
    axes: Axes, x: np.ndarray, lines: np.ndarray, names: Sequence[str]
) -> None:
    """Draw each row of lines over x, with its own color, dashes and name."""
    for number, (name, line) in enumerate(zip(names, lines, strict=True)):
        look = {"color": COLORS[number], "linestyle": DASHES[number]}
        axes.plot(x, line, label=name, **look)


def draw_legend(axes: Axes) -> None:
    """Name the lines once, below all panels, in as few rows as the width allows."""
    handles, names = axes.get_legend_handles_labels()
    for rows in range(1, len(names) + 1):
        columns = math.ceil(len(names) / rows)
        look = {"loc": "outside lower center", "ncols": columns}
        legend = axes.figure.legend(handles, names, **look)
        fits = legend.get_window_extent().width <= axes.figure.bbox.width
        if fits or columns == 1:
            break
        legend.remove()
