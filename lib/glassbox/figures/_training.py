"""What training does, and what it has learnt."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from matplotlib.ticker import NullLocator

from ..kernels.probability import softmax
from ..words import fill
from ..words import translated as _
from ._figure import COLORS, EDGE, draw_legend, draw_lines, figure_row
from ._shares import WIDTH

LONG = np.array([-1.0, 1.0])  # how far a piece of slope reaches


def losses_against_lead(losses: Mapping[str, Callable], lead: float) -> None:
    """Draw losses of one of 2 words' probability over its lead, and one slope of each.

    The slopes, at one lead, are measured: to 0.001 on each side of it.
    """

    def probability(leads: np.ndarray) -> np.ndarray:
        return softmax(np.stack([leads, np.zeros_like(leads)], axis=-1))[..., 0]

    every = np.linspace(-8, 4, 121)
    near = lead + np.array([-0.001, 0.001])
    with figure_row(1, height=3.1, width=WIDTH) as (axes,):
        curves = np.array([loss(probability(every)) for loss in losses.values()])
        draw_lines(axes, every, curves, losses)
        for color, loss in zip(COLORS, losses.values(), strict=False):
            low, high = loss(probability(near))
            slope, height = (high - low) / 0.002, (low + high) / 2
            look = {"color": color, "linewidth": 5}
            axes.plot(lead + LONG, height + slope * LONG, **look)
            number = f"{slope:.3f}".replace("-", "−")
            written = fill(_("slope {number}"), number=number)
            place = {"ha": "right", "va": "top", "color": color}
            axes.text(lead - 0.2, height - 0.25, written, **place)
        axes.set(xlabel=_("lead over the other word"), ylabel=_("loss"))
        axes.set_xticks([-8, -4, 0, 4], ["−8", "−4", "0", "4"])
        draw_legend(axes)


def losses_above_floor(
    curves: Mapping[str, Sequence[float]], floor: float, floor_name: str
) -> None:
    """Draw how losses fall, step by step, and the line that none may honestly pass."""
    with figure_row(1, height=3.1) as (axes,):
        steps = np.arange(1, 1 + max(map(len, curves.values())))
        draw_lines(axes, steps, np.array(list(curves.values())), curves)
        axes.axhline(floor, color=EDGE, linewidth=1)
        axes.text(steps[-1], 1.1 * floor, floor_name, ha="right", va="bottom")
        axes.set(xlabel=_("step"), ylabel=_("loss in nats"), yscale="log")
        axes.yaxis.set_minor_locator(NullLocator())
        draw_legend(axes)


def errors_over_depth(
    depths: Sequence[int], curves: Mapping[str, Sequence[float]]
) -> None:
    """Draw the training errors of stacks over their depth; 1 is as bad as the mean."""
    with figure_row(1, height=3.1) as (axes,):
        draw_lines(axes, np.asarray(depths), np.array(list(curves.values())), curves)
        axes.axhline(1, color=EDGE, linewidth=1)
        axes.set(ylabel=_("training error"), ylim=(0, 1.05))
        axes.set_xlabel(_("layers, logarithmic"))
        axes.set_xscale("log", base=2)
        axes.set_xticks(depths, [str(depth) for depth in depths])
        draw_legend(axes)


def weight_over_steps(lines: Mapping[str, Sequence[float]]) -> None:
    """Draw weights between 0 and 1, a line for each, from before the first step on."""
    with figure_row(1, height=2.4, width=4.2) as (axes,):
        steps = np.arange(max(map(len, lines.values())))
        draw_lines(axes, steps, np.array(list(lines.values())), lines)
        axes.set(xlabel=_("step"), ylabel=_("weight of key 0"), ylim=(-0.03, 1.03))
        draw_legend(axes)
