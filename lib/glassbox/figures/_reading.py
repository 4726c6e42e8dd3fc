"""Which part of the source each part of the target reads."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import translated as _
from ._figure import CARD, draw_map, figure_row


def reading_shares(
    maps: Mapping[str, np.ndarray],
    even: Sequence[float],
    readers: Sequence[str],
    read: Sequence[str],
) -> None:
    """Draw, a panel for each title, each reader's shares, and what even ones would be.

    A map has a row for each reader and a column for each part that is read.
    """
    with figure_row(len(maps), height=3.3) as row:
        for axes, (title, shares) in zip(row, maps.items(), strict=True):
            shown = np.vstack([shares, even])
            # At most so strong that the number in the cell stays legible.
            draw_map(axes, shown, 0, most=0.5, aspect="auto")
            for (i, j), share in np.ndenumerate(shown):
                axes.text(j, i, f"{100 * share:.0f}", ha="center", va="center")
            axes.axhline(len(shares) - 0.5, color=CARD, linewidth=3)
            axes.set(title=title, xlabel=_("part of the source, in %"))
            axes.set_xticks(range(len(read)), read)
        row[0].set_yticks(range(len(shown)), [*readers, _("if even")])
