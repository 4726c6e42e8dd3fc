"""Softmax's shares, and what comes of drawing by them."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..kernels.probability import softmax
from ..words import translated as _
from ._figure import COLORS, EDGE, draw_legend, draw_lines, figure_row

WIDTH = 4.7  # inches: on a phone's page these letters have 11 pixels


def shares_against_temperature(scores: Sequence[float], labels: Sequence[str]) -> None:
    """Draw every score's softmax share while the temperature goes from 0.05 to 20."""
    temperatures = np.geomspace(0.05, 20, 121)
    scores = np.asarray(scores, float)
    shares = np.array([softmax(scores, temperature=t) for t in temperatures])
    ticks = [0.05, 0.2, 0.5, 1, 2, 5, 20]
    with figure_row(1, height=3.1, width=WIDTH) as (axes,):
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

    Seen are 0 and all that a rule gives, at most to 1 beyond a probability's ends.
    """
    shifts = np.asarray(shifts, float)
    shifted = np.asarray(scores, float) + shifts[:, None]  # (n_shifts, n_scores)
    shares = [np.array([rule(row) for row in shifted]) for rule in rules.values()]
    lowest, highest = max(-1, np.min(shares)), min(2, np.max(shares))
    ends = sorted({shifts[0], 0.0, shifts[-1]})
    with figure_row(len(rules), height=3.4, width=WIDTH) as panels:
        for axes, name, lines in zip(panels, rules, shares, strict=True):
            draw_lines(axes, shifts, lines.T, labels)
            axes.axhline(0, color=EDGE, linewidth=1)
            axes.set(title=name, xlabel="c")
            axes.set_xticks(ends, [f"{end:g}".replace("-", "−") for end in ends])
            axes.set_ylim(min(0, lowest) - 0.03, highest + 0.03)
        panels[0].set_ylabel(_("probability"))
        draw_legend(panels[0])


def probability_against_lead(leads: Sequence[float]) -> None:
    """Draw the probability of one of two words over its lead, and its slope at some."""
    every = np.linspace(-9, 9, 181)

    def probability(lead: np.ndarray) -> np.ndarray:
        return softmax(np.stack([lead, np.zeros_like(lead)], axis=-1))[..., 0]

    with figure_row(1, height=3.1, width=WIDTH) as (axes,):
        curve, straight = _("probability"), _("slope")
        draw_lines(axes, every, probability(every)[None], [curve])
        for number, lead in enumerate(np.asarray(leads, float)):
            p = probability(lead)
            slope = p * (1 - p)
            ends = lead + np.array([-1.2, 1.2])
            name = None if number else straight
            look = {"color": COLORS[1], "linewidth": 3.2, "label": name}
            axes.plot(ends, p + slope * (ends - lead), **look)
            up = p < 0.75
            place = {"ha": "left" if slope > 0.1 else "center", "color": COLORS[1]}
            place["va"] = "center" if slope > 0.1 else "bottom" if up else "top"
            aside = (1.0, 0) if slope > 0.1 else (0, 0.05 if up else -0.05)
            axes.text(lead + aside[0], p + aside[1], f"{slope:.4f}", **place)
        axes.set(ylim=(-0.06, 1.06), xlabel=_("lead over the other word"))
        axes.set_ylabel(curve)
        axes.set_xticks([-8, -4, 0, 4, 8])
        draw_legend(axes)
