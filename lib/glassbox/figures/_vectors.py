"""Vectors beside vectors: how alike they are."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._figure import COLORS, DASHES, draw_legend, figure_row


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
