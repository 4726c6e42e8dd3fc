"""How sizes and spreads go with depth, batch and width."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import translated as _
from ._figure import draw_legend, draw_lines, figure_row


def over_layers(
    lines: Mapping[str, Sequence[float]],
    layers: Sequence[int],
    *,
    xlabel: str,
    ylabel: str,
) -> None:
    """Draw what is measured at each layer, from 0 up."""
    with figure_row(1, height=3.3) as (axes,):
        draw_lines(axes, np.asarray(layers), np.array(list(lines.values())), lines)
        axes.set(xlabel=xlabel, ylabel=ylabel, ylim=(0, None))
        axes.set_xticks(range(0, max(layers) + 1, 4))
        draw_legend(axes)


def jumps_against_batch_size(
    sizes: Sequence[int], panels: Mapping[str, Mapping[str, Sequence[float]]]
) -> None:
    """Draw, a panel for each way to batch, how far an output jumps, on log scales."""
    with figure_row(len(panels), height=3.1) as row:
        for axes, (title, lines) in zip(row, panels.items(), strict=True):
            draw_lines(axes, np.asarray(sizes), np.array(list(lines.values())), lines)
            axes.set(title=title, xlabel=_("batch size"), xscale="log", yscale="log")
            axes.set_xticks(sizes[::2], [str(size) for size in sizes[::2]])
            heights = (0.02, 0.05, 0.1, 0.2, 0.5)
            axes.set_yticks(heights, [str(height) for height in heights])
            axes.minorticks_off()
        row[0].set_ylabel(_("jump of the output"))
        draw_legend(row[0])
