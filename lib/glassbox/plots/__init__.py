"""The book's figures, drawn from values that the chapter's own cells computed.

Each function draws one figure and returns None: a notebook shows the figure below its
cell.
"""

from ._shares import (
    shares_against_shift,
    shares_against_temperature,
    surprise_against_temperature,
)
from ._sizes import jumps_against_batch_size, over_layers, over_widths
from ._training import (
    curves_over_x,
    learning_curves,
    losses_above_floor,
    losses_against_steps,
)
from ._vectors import likeness_maps, over_positions_and_distances

__all__ = [
    "curves_over_x",
    "jumps_against_batch_size",
    "learning_curves",
    "likeness_maps",
    "losses_above_floor",
    "losses_against_steps",
    "over_layers",
    "over_positions_and_distances",
    "over_widths",
    "shares_against_shift",
    "shares_against_temperature",
    "surprise_against_temperature",
]
