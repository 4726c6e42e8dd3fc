"""What examines an answer: cases, wrong variants, hints, and the words for them."""

from .arrays import InParts, floats, output_alone, stacked
from .by_hand import TO_TWO_DECIMALS, ByHand
from .compare import as_array
from .exercise import Case, Exercise, Wrong

__all__ = [
    "TO_TWO_DECIMALS",
    "ByHand",
    "Case",
    "Exercise",
    "InParts",
    "Wrong",
    "as_array",
    "floats",
    "output_alone",
    "stacked",
]
