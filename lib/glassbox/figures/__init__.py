"""The book's figures, drawn from values that the chapter's own cells computed.

Each function draws one figure and returns None: a notebook shows the figure below its
cell.
"""

from ._pokes import moves_by_machine
from ._reach import who_reads_whom
from ._shares import (
    probability_against_lead,
    shares_against_shift,
    shares_against_temperature,
)
from ._sizes import jumps_against_batch_size, over_layers
from ._training import (
    errors_over_depth,
    losses_above_floor,
    losses_against_lead,
    weight_over_steps,
)
from ._translator import (
    losses_and_level,
    rate_over_steps,
    reading_maps,
    shares_over_places,
    shares_over_steps,
)
from ._vectors import over_positions_and_distances

__all__ = [
    "errors_over_depth",
    "jumps_against_batch_size",
    "losses_above_floor",
    "losses_against_lead",
    "losses_and_level",
    "moves_by_machine",
    "over_layers",
    "over_positions_and_distances",
    "probability_against_lead",
    "rate_over_steps",
    "reading_maps",
    "shares_against_shift",
    "shares_against_temperature",
    "shares_over_places",
    "shares_over_steps",
    "weight_over_steps",
    "who_reads_whom",
]
