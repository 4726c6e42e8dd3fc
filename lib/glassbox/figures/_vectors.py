"""Vectors beside vectors: how alike they are."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._figure import CARD, COLORS, DASHES, draw_legend, draw_map, figure_row


def likeness_maps(
    maps: Mapping[str, np.ndarray], groups: Mapping[str, Sequence[str]]
) -> None:
    """Draw, a panel for each title, the cosines of all words with all, by groups."""
    sizes = [len(words) for words in groups.values()]
    middles = np.cumsum(sizes) - np.array(sizes) / 2 - 0.5
    with figure_row(len(maps), height=3.5) as row:
        for axes, (title, cosines) in zip(row, maps.items(), strict=True):
            picture = draw_map(axes, cosines, -1)
            for edge in np.cumsum(sizes)[:-1] - 0.5:
                axes.axhline(edge, color=CARD, linewidth=1.5)
                axes.axvline(edge, color=CARD, linewidth=1.5)
            axes.set(title=title)
            slanted = {"rotation": 45, "rotation_mode": "anchor", "ha": "right"}
            axes.set_xticks(middles, groups, **slanted)
        row[0].set_yticks(middles, groups)
        row[0].figure.colorbar(
            picture, ax=row, location="bottom", label=_("cosine"), shrink=0.6, aspect=30
        )


def over_positions_and_distances(products: Mapping[int, Sequence[float]]) -> None:
    """Draw each chosen position's dot products, over position and over distance."""
    with figure_row(2, height=3.1) as row:
        for start, chosen in enumerate(products):
            values = np.asarray(products[chosen])
            look = {"color": COLORS[start], "linestyle": DASHES[start]}
            places = np.arange(len(values))
            name = fill(_("position {n}"), n=str(chosen))
            row[0].plot(places, values, label=name, **look)
            row[1].plot(places - chosen, values, **look)
        row[0].set(
            title=_("over the position"), xlabel=_("position"), ylabel=_("dot product")
        )
        row[1].set(title=_("over the distance"), xlabel=_("distance"))
        draw_legend(row[0])
