"""A translator in training: what it gets right, and what it reads."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import translated as _
from ._figure import EDGE, draw_legend, draw_lines, draw_map, figure_row


def losses_and_level(
    curves: Mapping[str, Sequence[float]], level: float, level_name: str
) -> None:
    """Draw how losses fall, and one loss to compare them with: 300 steps or so."""
    with figure_row(1, height=3.3) as (axes,):
        steps = np.arange(1, 1 + max(map(len, curves.values())))
        few = slice(None, None, 1 + len(steps) // 301)  # more no eye could tell apart
        draw_lines(axes, steps[few], np.array(list(curves.values()))[:, few], curves)
        axes.axhline(level, color=EDGE, linewidth=1)
        below = {"xytext": (0, -4), "textcoords": "offset points"}
        axes.annotate(level_name, (steps[-1], level), **below, ha="right", va="top")
        axes.set(xlabel=_("step"), ylabel=_("loss in nats"), ylim=(0, None))
        draw_legend(axes)


def rate_over_steps(rates: Sequence[float]) -> None:
    """Draw the learning rate of each step, from 1 on; the axes tell the highest."""
    with figure_row(1, height=2.6) as (axes,):
        steps, highest = np.arange(1, 1 + len(rates)), int(np.argmax(rates))
        draw_lines(axes, steps, np.array(rates)[None], [_("learning rate")])
        axes.set_xticks([1, steps[highest], len(rates)])
        axes.set_yticks([0, rates[highest] / 2, rates[highest]])
        axes.set(xlabel=_("step"), ylabel=_("learning rate"), ylim=(0, None))


def shares_over_steps(
    steps: Sequence[int], shares: Mapping[str, Sequence[float]]
) -> None:
    """Draw which share of the dates is right, part by part, as training goes on."""
    with figure_row(1, height=3.3) as (axes,):
        percent = 100 * np.array(list(shares.values()))
        draw_lines(axes, np.asarray(steps), percent, shares)
        axes.set(xlabel=_("step"), ylabel=_("right, in %"), ylim=(-3, 103))
        draw_legend(axes)


def shares_over_places(
    places: Sequence[str], shares: Mapping[str, Sequence[float]]
) -> None:
    """Draw which share of the dates is right at each place of the answer."""
    with figure_row(1, height=3.3) as (axes,):
        x = np.arange(len(places))
        percent = 100 * np.array(list(shares.values()))
        draw_lines(axes, x, percent, shares)
        for line, marker in zip(axes.lines, "Ds^", strict=False):
            line.set_marker(marker)
        axes.set(
            xlabel=_("place in the answer"), ylabel=_("right, in %"), ylim=(0, 103)
        )
        axes.set_xticks(x, places)
        draw_legend(axes)


def reading_maps(
    maps: Mapping[str, np.ndarray], source: Sequence[str], written: Sequence[str]
) -> None:
    """Draw, a panel for each title, how much each written token reads each character.

    Row i of a map belongs to written token i, column j to character j of the source.
    """
    with figure_row(len(maps), height=3.5) as row:
        for axes, (title, weights) in zip(row, maps.items(), strict=True):
            picture = draw_map(axes, weights, 0, aspect="auto")
            axes.set(title=title, xlabel=_("reads"))
            axes.set_xticks(range(len(source)), source)
        row[0].set_yticks(range(len(written)), written)
        row[0].set_ylabel(_("writes"))
        row[0].figure.colorbar(
            picture, ax=row, location="bottom", label=_("weight"), shrink=0.6, aspect=30
        )
