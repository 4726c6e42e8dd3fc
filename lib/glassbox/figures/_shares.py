"""Softmax's shares, and what comes of drawing by them."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..kernels.probability import softmax
from ..words import translated as _
from ._figure import COLORS, DASHES, EDGE, draw_legend, draw_lines, figure_row


def shares_against_temperature(scores: Sequence[float], labels: Sequence[str]) -> None:
    """Draw every score's softmax share while the temperature goes from 0.05 to 20."""
    temperatures = np.geomspace(0.05, 20, 121)
    scores = np.asarray(scores, float)
    shares = np.array([softmax(scores, temperature=t) for t in temperatures])
    ticks = [0.05, 0.2, 0.5, 1, 2, 5, 20]
    with figure_row(1, height=3.1) as (axes,):
        draw_lines(axes, temperatures, shares.T, labels)
        axes.set(xscale="log", ylim=(0, 1.03))
        axes.set(xlabel=_("temperature T"), ylabel=_("probability"))
        axes.set_xticks(ticks, [str(tick) for tick in ticks])
        axes.minorticks_off()
        draw_legend(axes)


def shares_against_shift(
    scores: Sequence[float],
    labels: Sequence[str],
    rules: Mapping[str, Callable],
    shifts: Sequence[float],
) -> None:
    """Draw, a panel for each rule, its shares while c is added to every score.

    All of 0 to 1 is seen, and what a rule gives outside of it, to 1 beyond.
    """
    shifts = np.asarray(shifts, float)
    shifted = np.asarray(scores, float) + shifts[:, None]  # (n_shifts, n_scores)
    shares = [np.array([rule(row) for row in shifted]) for rule in rules.values()]
    lowest, highest = max(-1, np.min(shares)), min(2, np.max(shares))
    with figure_row(len(rules), height=3.0) as panels:
        for axes, name, lines in zip(panels, rules, shares, strict=True):
            draw_lines(axes, shifts, lines.T, labels)
            axes.axhline(0, color=EDGE, linewidth=1)
            axes.set(title=name, xlabel="c")
            axes.set_ylim(min(0, lowest) - 0.03, max(1, highest) + 0.03)
        panels[0].set_ylabel(_("probability"))
        draw_legend(panels[0])


def surprise_against_temperature(
    temperatures: Sequence[float], surprises: Sequence[float], level: float, name: str
) -> None:
    """Draw how surprising drawn text is at each temperature, and a level to compare."""
    with figure_row(1, height=3.1) as (axes,):
        drawn = np.asarray([surprises], float)
        draw_lines(axes, np.asarray(temperatures), drawn, [_("written by the model")])
        axes.lines[0].set_marker("o")
        look = {"color": COLORS[1], "linestyle": DASHES[1]}
        axes.axhline(level, label=name, **look)
        axes.set(xlabel=_("temperature T"), ylabel=_("surprise, nats a character"))
        axes.set_ylim(bottom=0)
        draw_legend(axes)
