"""The book's figures, drawn from values that the chapter's own cells computed.

Each function draws one figure and returns None: a notebook shows the figure below its
cell.
"""

from ._reach import gradients_over_distance, hits_over_distance, who_reads_whom
from ._reading import reading_shares
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
from ._translator import (
    losses_and_level,
    reading_maps,
    shares_over_places,
    shares_over_steps,
)
from ._vectors import likeness_maps, over_positions_and_distances

__all__ = [
    "curves_over_x",
    "gradients_over_distance",
    "hits_over_distance",
    "jumps_against_batch_size",
    "learning_curves",
    "likeness_maps",
    "losses_above_floor",
    "losses_and_level",
    "losses_against_steps",
    "over_layers",
    "over_positions_and_distances",
    "over_widths",
    "reading_maps",
    "reading_shares",
    "shares_against_shift",
    "shares_against_temperature",
    "shares_over_places",
    "shares_over_steps",
    "surprise_against_temperature",
    "who_reads_whom",
]
