"""What training does, and what it has learnt."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.ticker import NullLocator

from ..words import translated as _
from ._figure import EDGE, draw_legend, draw_lines, figure_row


def learning_curves(
    curves: Mapping[str, Mapping[float, Sequence[float]]], label: str
) -> None:
    """Draw, a panel for each loss, how the right answer's probability grows."""
    with figure_row(len(curves), height=3.6) as panels:
        for axes, (loss, histories) in zip(panels, curves.items(), strict=True):
            names = [f"{label} {lead}" for lead in histories]
            shares = np.array(list(histories.values()))
            draw_lines(axes, np.arange(shares.shape[1]), shares, names)
            axes.set(title=loss, xlabel=_("step"), ylim=(-0.03, 1.03))
        panels[0].set_ylabel(_("probability of the right answer"))
        draw_legend(panels[0])


def losses_against_steps(curves: Mapping[str, Sequence[float]]) -> None:
    """Draw how each model's loss falls, step by step, on a logarithmic scale."""
    with figure_row(1, height=3.1) as (axes,):
        steps = np.arange(1, 1 + max(map(len, curves.values())))
        draw_lines(axes, steps, np.array(list(curves.values())), curves)
        axes.set(xlabel=_("step"), ylabel=_("mean squared error"), yscale="log")
        axes.yaxis.set_minor_locator(NullLocator())
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


def curves_over_x(x: Sequence[float], curves: Mapping[str, Sequence[float]]) -> None:
    """Draw functions of one number: what each curve makes of every x."""
    with figure_row(1, height=3.1) as (axes,):
        draw_lines(axes, np.asarray(x), np.array(list(curves.values())), curves)
        axes.axhline(0, color=EDGE, linewidth=1)
        axes.set(xlabel="x", ylabel="y")
        draw_legend(axes)
