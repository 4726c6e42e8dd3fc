"""Vector to word: a vector meets four words' rows, and one of them comes next."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.output_head import cross_entropy, vocabulary_logits
from ...kernels.probability import softmax
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Numbers, checked_together, require

LARGEST = 3.0
WORDS = ("cup", "mug", "glass", "piano")
MOVES = ("both", "rows", "vector")
ROWS = ((1.0, 1.0), (1.0, -1.0), (1.0, 0.0), (-1.0, 1.0))


class VectorToWord(GlassBoxWidget):
    """A vector of two numbers, the rows of four words, and how wrong it was.

    Parameters
    ----------
    vector : list or array of 2 numbers
        What the last layer gives.
    rows : list or array of 4 pairs
        The table: a row for cup, mug, glass and piano.
    word : "cup", "mug", "glass" or "piano"
        The word that comes next in the text.
    moves : "both", "rows" or "vector"
        What a training step moves.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules or exceeds 3 in size, here or when a trait is
        set later; the widget then keeps its last good state.

    Chapter: output_head.

    >>> VectorToWord()
    VectorToWord([1, 2], 'glass', surprise=2.254)
    """

    _folder = Path(__file__).parent
    _state = ("vector", "rows", "word", "moves")

    vector = Numbers(most=LARGEST).tag(sync=True)
    rows = Numbers(axes=2, most=LARGEST).tag(sync=True)
    word = traitlets.Enum(WORDS, "glass").tag(sync=True)
    moves = traitlets.Enum(MOVES, "both").tag(sync=True)

    def __init__(
        self,
        vector: Any = (1.0, 2.0),
        *,
        rows: Any = ROWS,
        word: str = "glass",
        moves: str = "both",
    ) -> None:
        super().__init__(vector=vector, rows=rows, word=word, moves=moves)

    _check = checked_together("vector", "rows")

    def fits(self, *, vector: list, rows: list) -> None:
        """Refuse a vector and rows of another shape."""
        require(len(vector) == 2, "vector must have 2 numbers", len(vector))
        shape = (len(rows), len(rows[0]) if rows else 0)
        require(shape == (4, 2), "rows must be 4 pairs of numbers", f"shape {shape}")

    def __repr__(self) -> str:
        vector = ", ".join(f"{number:g}" for number in self.vector)
        surprise = f"surprise={self.surprise():.3f}"
        return f"{type(self).__name__}([{vector}], {self.word!r}, {surprise})"

    def logits(self) -> np.ndarray:
        """Return the four logits, by the book's kernel."""
        return vocabulary_logits(np.array(self.vector), np.array(self.rows))

    def surprise(self) -> float:
        """Return the loss of the word that comes next, in nats."""
        return float(cross_entropy(self.logits(), WORDS.index(self.word)))

    def describe(self) -> str:
        logits = self.logits()
        lines = [
            [
                self.text(f"words.{word}"),
                "[" + ", ".join(f"{number:g}" for number in row) + "]",
                f"{logit:.4g}",
                f"{probability:.4f}",
            ]
            for word, row, logit, probability in zip(
                WORDS, self.rows, logits, softmax(logits), strict=True
            )
        ]
        names = ("word", "row", "logit", "probability")
        columns = [self.text(f"columns.{name}") for name in names]
        vector = ", ".join(f"{number:g}" for number in self.vector)
        said = self.text(
            "said",
            word=self.text(f"words.{self.word}"),
            surprise=f"{self.surprise():.4f}",
        )
        caption = self.text("fallback", vector=vector)
        return table(caption, columns, lines) + paragraph(said)
