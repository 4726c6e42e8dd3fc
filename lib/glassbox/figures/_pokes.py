"""How far outputs move when inputs are poked, machine by machine."""

from collections.abc import Mapping, Sequence

from ..words import translated as _
from ._figure import COLORS, figure_row

FAINT = 0.35  # a bar that is cut


def moves_by_machine(rows: Mapping[str, Sequence[float]]) -> None:
    """Draw four numbers of each machine as bars: three moves, and how far apart.

    A bar is cut, and faint, beyond its panel's longest; each has its number.
    """
    panels = {_("word"): 0.4, _("order"): 0.4, _("future"): 0.4, _("apart"): 2.5}
    with figure_row(len(panels), height=2.9, width=4.6) as row:
        for k, (name, longest) in enumerate(panels.items()):
            axes = row[k]
            for place, numbers in enumerate(rows.values()):
                long, is_cut = min(numbers[k], longest), numbers[k] > longest
                look = {"color": COLORS[k], "alpha": FAINT if is_cut else 1}
                axes.barh(place, long, height=0.6, **look)
                words = f"{numbers[k]:.2f}"
                axes.text(long + 0.08 * longest, place, words, va="center")
            axes.set(title=name, xlim=(0, 1.9 * longest), xticks=[])
            axes.set_yticks(range(len(rows)), list(rows))
            axes.grid(visible=False)
            axes.spines["bottom"].set_visible(False)
        row[0].invert_yaxis()  # the first machine on top
