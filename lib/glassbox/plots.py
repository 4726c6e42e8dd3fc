"""The book's figures, drawn from values that the chapter's own cells computed.

Each function draws one figure and returns None: a notebook shows the figure below its
cell. Colours are those of Okabe and Ito (2008), darkened for thin lines, which
colour-blind readers can tell apart; each line also has its own dashes, so that no
meaning rests on colour alone.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import NullLocator

from .probability import softmax

CARD = "#FBFAF7"  # a light card, the same on light and on dark pages
COLOURS = ("#0072B2", "#C24E00", "#00795A", "#A0457A", "#6B5B00", "#404040")
DASHES = (
    "-",
    (0, (5, 1.5)),
    (0, (2, 1)),
    (0, (6, 1.5, 1, 1.5)),
    (0, (1, 1)),
    (0, (6, 1, 1, 1, 1, 1)),
)
STYLE = {
    "axes.facecolor": CARD,
    "axes.edgecolor": "#777777",
    "axes.grid": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10.5,
    "font.size": 10.5,
    "grid.color": "#DDDAD2",
    "legend.frameon": False,
    "legend.handlelength": 2.0,
    "legend.columnspacing": 1.2,
    "legend.handletextpad": 0.5,
    "lines.linewidth": 2.2,
}


def shares_against_temperature(scores: Sequence[float], labels: Sequence[str]) -> None:
    """Draw every score's softmax share while the temperature goes from 0.05 to 20."""
    temperatures = np.geomspace(0.05, 20, 121)
    scores = np.asarray(scores, float)
    shares = np.array([softmax(scores, temperature=t) for t in temperatures])
    ticks = [0.05, 0.2, 0.5, 1, 2, 5, 20]
    with _panels(1, height=3.1) as (axes,):
        _lines(axes, temperatures, shares.T, labels)
        axes.set(xscale="log", xlabel="temperature T", ylabel="share", ylim=(0, 1.03))
        axes.set_xticks(ticks, [str(tick) for tick in ticks])
        axes.minorticks_off()
        _legend(axes)


def shares_against_shift(
    scores: Sequence[float],
    labels: Sequence[str],
    rules: Mapping[str, Callable],
    shifts: Sequence[float],
) -> None:
    """Draw, a panel for each rule, its shares while c is added to every score."""
    shifts = np.asarray(shifts, float)
    shifted = np.asarray(scores, float) + shifts[:, None]  # (n_shifts, n_scores)
    with _panels(len(rules), height=3.0) as panels:
        for axes, (name, rule) in zip(panels, rules.items(), strict=True):
            shares = np.array([rule(row) for row in shifted])
            _lines(axes, shifts, shares.T, labels)
            axes.axhline(0, color="#777777", linewidth=1)
            axes.set(title=name, xlabel="c", ylim=(-0.5, 1.03))
        panels[0].set_ylabel("share")
        _legend(panels[0])


def learning_curves(
    curves: Mapping[str, Mapping[float, Sequence[float]]], label: str
) -> None:
    """Draw, a panel for each loss, how the right answer's share grows, step by step."""
    with _panels(len(curves), height=3.1) as panels:
        for axes, (loss, histories) in zip(panels, curves.items(), strict=True):
            names = [f"{label} {lead}" for lead in histories]
            shares = np.array(list(histories.values()))
            _lines(axes, np.arange(shares.shape[1]), shares, names)
            axes.set(title=loss, xlabel="step", ylim=(-0.03, 1.03))
        panels[0].set_ylabel("share of the right answer")
        _legend(panels[0])


def over_layers(
    panels: Mapping[str, Mapping[str, Sequence[float]]],
    layers: Sequence[int],
    *,
    xlabel: str,
    ylabel: str,
) -> None:
    """Draw, a panel for each title, lengths that may span many powers of ten."""
    with _panels(len(panels), height=3.3) as row:
        for axes, (title, lines) in zip(row, panels.items(), strict=True):
            _lines(axes, np.asarray(layers), np.array(list(lines.values())), lines)
            axes.axhline(1, color="#777777", linewidth=1)
            axes.set(title=title, xlabel=xlabel, yscale="log")
            axes.set_xticks(range(0, max(layers) + 1, 16))
        row[0].set_ylabel(ylabel)
        _legend(row[0])


def jumps_against_batch_size(
    sizes: Sequence[int], panels: Mapping[str, Mapping[str, Sequence[float]]]
) -> None:
    """Draw, a panel for each way to batch, how far an output jumps, on log scales."""
    with _panels(len(panels), height=3.1) as row:
        for axes, (title, lines) in zip(row, panels.items(), strict=True):
            _lines(axes, np.asarray(sizes), np.array(list(lines.values())), lines)
            axes.set(title=title, xlabel="batch size", xscale="log", yscale="log")
            axes.set_xticks(sizes[::2], [str(size) for size in sizes[::2]])
            heights = (0.02, 0.05, 0.1, 0.2, 0.5)
            axes.set_yticks(heights, [str(height) for height in heights])
            axes.minorticks_off()
        row[0].set_ylabel("jump of the output")
        _legend(row[0])


def over_widths(
    widths: Sequence[int],
    panels: Mapping[str, Mapping[str, Sequence[float]]],
    *,
    ylabel: str,
) -> None:
    """Draw, a panel for each title, what happens as d_k grows, on log scales."""
    with _panels(len(panels), height=3.1) as row:
        for axes, (title, lines) in zip(row, panels.items(), strict=True):
            _lines(axes, np.asarray(widths), np.array(list(lines.values())), lines)
            axes.set(title=title, xlabel="d_k", xscale="log", yscale="log")
            axes.set_xticks(widths[::3], [str(width) for width in widths[::3]])
            axes.minorticks_off()
        row[0].set_ylabel(ylabel)
        _legend(row[0])


def losses_against_steps(curves: Mapping[str, Sequence[float]]) -> None:
    """Draw how each model's loss falls, step by step, on a logarithmic scale."""
    with _panels(1, height=3.1) as (axes,):
        steps = np.arange(1, 1 + max(map(len, curves.values())))
        _lines(axes, steps, np.array(list(curves.values())), curves)
        axes.set(xlabel="step", ylabel="mean squared error", yscale="log")
        axes.yaxis.set_minor_locator(NullLocator())
        _legend(axes)


def losses_above_floor(
    curves: Mapping[str, Sequence[float]], floor: float, floor_name: str
) -> None:
    """Draw how losses fall, step by step, and the line that none may honestly pass."""
    with _panels(1, height=3.1) as (axes,):
        steps = np.arange(1, 1 + max(map(len, curves.values())))
        _lines(axes, steps, np.array(list(curves.values())), curves)
        axes.axhline(floor, color="#777777", linewidth=1)
        axes.text(steps[-1], 1.1 * floor, floor_name, ha="right", va="bottom")
        axes.set(xlabel="step", ylabel="loss in nats", yscale="log")
        axes.yaxis.set_minor_locator(NullLocator())
        _legend(axes)


@contextmanager
def _panels(count: int, *, height: float) -> Iterator[list[Axes]]:
    """Give a row of panels that share one vertical axis, in the book's style."""
    # The figure comes first: a notebook's backend starts with it, and what it sets
    # in starting must outlast the style.
    figure = plt.figure(
        figsize=(5.6, height), dpi=180, facecolor=CARD, layout="constrained"
    )
    with plt.rc_context(STYLE):
        row = figure.subplots(ncols=count, sharey=True, squeeze=False)
        yield list(row[0])


def _lines(axes: Axes, x: np.ndarray, lines: np.ndarray, names: Sequence[str]) -> None:
    """Draw each row of lines over x, with its own colour, dashes and name."""
    for number, (name, line) in enumerate(zip(names, lines, strict=True)):
        look = {"color": COLOURS[number], "linestyle": DASHES[number]}
        axes.plot(x, line, label=name, **look)


def _legend(axes: Axes) -> None:
    """Name the lines once, below all panels."""
    handles, names = axes.get_legend_handles_labels()
    axes.figure.legend(handles, names, loc="outside lower center", ncols=len(names))
