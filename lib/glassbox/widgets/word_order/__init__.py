"""Word order: what a word fetches by attention, with positions and without."""

from pathlib import Path

import numpy as np
import traitlets

from ...kernels.attention import scaled_dot_product_attention
from ...kernels.embedding import embed, sinusoidal_positions
from .._base import GlassBoxWidget
from .._html import paragraph, table

WORDS = ["dog", "bites", "man"]
ROWS = [[0.5, 0.5, -0.5, 0.0], [-0.5, 0.0, 0.5, 0.5], [0.5, 0.5, 0.0, -0.5]]
ASKS = 1  # the word in the middle


class WordOrder(GlassBoxWidget):
    """Swap two words of a sentence, and see whether the verb fetches anything else.

    Each token's vector is query, key and value at once.

    Parameters
    ----------
    swapped : bool
        Whether the man stands first.
    positions : bool
        Whether positions are added.

    Raises
    ------
    traitlets.TraitError
        If a value is no bool, here or when a trait is set later; the widget then
        keeps its last good state.

    Chapter: embeddings_and_positions.

    >>> WordOrder(swapped=True)
    WordOrder('man bites dog', without positions)
    """

    _folder = Path(__file__).parent
    _state = ("swapped", "positions")

    swapped = traitlets.Bool(False).tag(sync=True)
    positions = traitlets.Bool(False).tag(sync=True)
    rows = traitlets.List(ROWS, read_only=True).tag(sync=True)
    tokens = traitlets.List(WORDS, read_only=True).tag(sync=True)

    def __init__(self, *, swapped: bool = False, positions: bool = False) -> None:
        super().__init__(swapped=swapped, positions=positions)

    def __repr__(self) -> str:
        sentence = " ".join(in_order(WORDS, self.swapped))
        added = "with" if self.positions else "without"
        return f"{type(self).__name__}({sentence!r}, {added} positions)"

    def describe(self) -> str:
        columns = [self.text("sentence"), self.text("positions"), self.text("result")]
        rows = [
            [
                " ".join(in_order(WORDS, swapped)),
                self.text("added" if positions else "left_out"),
                ", ".join(f"{x:.4f}" for x in fetched(swapped, positions)[1]),
            ]
            for positions in (False, True)
            for swapped in (False, True)
        ]
        caption = self.text("fallback.caption")
        return table(caption, columns, rows) + paragraph(self.text("fallback.note"))


def in_order(things: list, swapped: bool) -> list:
    """Return three things as they stand, or from the last to the first."""
    return things[::-1] if swapped else things


def vectors(swapped: bool, positions: bool) -> np.ndarray:
    """Return the sentence's vectors: rows times 2, and perhaps positions."""
    x = embed(in_order([0, 1, 2], swapped), np.array(ROWS), scale=True)
    return x + sinusoidal_positions(3, 4) if positions else x  # (3, 4)


def fetched(swapped: bool, positions: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the weights that the verb gives, and the mixture that it fetches."""
    x = vectors(swapped, positions)
    found = scaled_dot_product_attention(x[[ASKS]], x, x)
    return found.weights[0], found.output[0]
