"""How sizes and spreads go with depth, batch and width."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import translated as _
from ._figure import DASHES, EDGE, INK, draw_legend, draw_lines, figure_row


def over_layers(
    panels: Mapping[str, Mapping[str, Sequence[float]]],
    layers: Sequence[int],
    *,
    xlabel: str,
    ylabel: str,
) -> None:
    """Draw, a panel for each title, lengths that may span many powers of ten."""
    with figure_row(len(panels), height=3.3) as row:
        for axes, (title, lines) in zip(row, panels.items(), strict=True):
            draw_lines(axes, np.asarray(layers), np.array(list(lines.values())), lines)
            axes.axhline(1, color=EDGE, linewidth=1)
            axes.set(title=title, xlabel=xlabel, yscale="log")
            axes.set_xticks(range(0, max(layers) + 1, 16))
        row[0].set_ylabel(ylabel)
        draw_legend(row[0])


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


def products_over_widths(raw: np.ndarray, scaled: np.ndarray) -> None:
    """Draw how dot products drift apart as components are added, and scaled ones not.

    Each row holds one pair's dot product over its first 1, 2, 3, … components. The
    band, dashed: plus and minus the standard deviation, where each component has
    variance 1. Each panel has an axis of its own: on that of the raw ones, the scaled
    ones are flat.
    """
    widths = np.arange(1, np.shape(raw)[-1] + 1)
    spread = np.sqrt(widths)
    panels = {
        _("raw: q · k"): (raw, spread),
        _("scaled: q · k / √dₖ"): (scaled, np.ones_like(spread)),
    }
    drawn = np.unique(np.linspace(0, len(widths) - 1, 41).astype(int))
    dashes = {"color": INK, "linewidth": 1.6, "linestyle": DASHES[1]}
    with figure_row(2, height=3.2, width=4.7, shared=False) as row:
        for axes, title in zip(row, panels, strict=True):
            products, deviation = panels[title]
            look = {"color": EDGE, "linewidth": 1, "alpha": 0.7}
            lines = axes.plot(widths[drawn], np.asarray(products).T[drawn], **look)
            lines[0].set_label(_("one pair of vectors"))
            band = {"color": INK, "alpha": 0.08, "linewidth": 0}
            axes.fill_between(
                widths[drawn], -deviation[drawn], deviation[drawn], **band
            )
            both = np.array([deviation, -deviation]).T
            lines = axes.plot(widths[drawn], both[drawn], **dashes)
            lines[0].set_label(_("± standard deviation"))
            axes.set(title=title, xlabel="dₖ", xlim=(1, len(widths)))
            axes.set_xticks((1, len(widths) // 2, len(widths)))
            bound = 1.1 * np.abs(products).max()
            power = 10 ** np.floor(np.log10(0.8 * bound))  # no tick near the corners
            tick = power * max(n for n in (1, 2, 5) if n * power <= 0.8 * bound)
            axes.set(ylim=(-bound, bound), yticks=(-tick, 0, tick))
        row[0].set_ylabel(_("dot product"))
        draw_legend(row[0])
