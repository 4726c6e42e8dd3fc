"""How far back a model reaches, and who reads whom."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.collections import LineCollection

from ..words import translated as _
from ._figure import COLORS, EDGE, draw_legend, draw_lines, figure_row


def gradients_over_distance(lines: Mapping[str, Sequence[float]]) -> None:
    """Draw how strongly each earlier word still acts, on a log scale."""
    with figure_row(1, height=3.6) as (axes,):
        distances = np.arange(max(map(len, lines.values())))
        draw_lines(axes, distances, np.array(list(lines.values())), lines)
        axes.set(xlabel=_("distance in words"), ylabel=_("gradient"), yscale="log")
        draw_legend(axes)


def hits_over_distance(hits: Mapping[str, Sequence[float]], chance: float) -> None:
    """Draw which part of the words is recovered, and what guessing would give."""
    with figure_row(1, height=3.4) as (axes,):
        distances = np.arange(max(map(len, hits.values())))
        percent = 100 * np.array(list(hits.values()))
        draw_lines(axes, distances, percent, hits)
        axes.axhline(100 * chance, color=EDGE, linewidth=1)
        axes.text(0, 100 * chance - 2, _("guessing"), va="top")
        axes.set(
            xlabel=_("distance in words"), ylabel=_("recovered, in %"), ylim=(0, 104)
        )
        axes.set_xticks(distances[::5])
        draw_legend(axes)


def who_reads_whom(reads: Mapping[str, np.ndarray], n_source: Sequence[int]) -> None:
    """Draw, a panel for each title, a line from each reader down to all that it reads.

    Row i of a matrix of reads says what token i reads. Of each panel's tokens, the
    first n_source are the source's: round; the others are square. Where a square reads
    a round one, the line has another color and dashes.
    """
    with figure_row(len(reads), height=2.1) as row:
        for axes, (title, matrix), source in zip(
            row, reads.items(), n_source, strict=True
        ):
            readers, read = np.nonzero(matrix)
            across = (readers >= source) & (read < source)
            for chosen, color, dashes in ((~across, 5, "-"), (across, 3, (0, (3, 1)))):
                pairs = zip(readers[chosen], read[chosen], strict=True)
                ends = [[(j, 0), (i, 1)] for i, j in pairs]
                look = {"colors": COLORS[color], "linewidths": 1.2}
                axes.add_collection(LineCollection(ends, linestyles=[dashes], **look))
            for token in range(len(matrix)):
                color, marker = (0, "o") if token < source else (1, "s")
                look = {"color": COLORS[color], "marker": marker, "markersize": 8}
                axes.plot([token, token], [0, 1], linestyle="", **look)
            axes.set(title=title, xlim=(-0.6, len(matrix) - 0.4), ylim=(-0.2, 1.2))
            axes.grid(False)
            axes.spines[:].set_visible(False)
            axes.set_xticks([])
            axes.set_yticks([0, 1], [_("read"), _("reader")])
