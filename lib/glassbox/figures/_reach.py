"""Who reads whom."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.collections import LineCollection

from ..words import translated as _
from ._figure import COLORS, figure_row


def who_reads_whom(reads: Mapping[str, np.ndarray], n_source: Sequence[int]) -> None:
    """Draw, a panel for each title, a line from each reader down to all that it reads.

    Row i of a matrix of reads says what token i reads. Of each panel's tokens, the
    first n_source are the source's: round; the others are square. Where a square reads
    a round one, the line has another color and dashes.
    """
    with figure_row(len(reads), height=2.0, width=5.0) as row:
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
