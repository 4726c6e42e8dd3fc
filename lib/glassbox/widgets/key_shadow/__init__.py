"""Key shadow: a dot product is the key's shadow on the query, times its length."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...kernels.probability import softmax
from .._base import GlassBoxWidget, Numbers, checked_together, paragraph, require, table

QUERY = np.array([0.0, 1, 2, 0])  # it
KEYS = np.array([[2.0, -2, 0, 0], [0, 2, 0, 2], [0, 2, 2, 0]])  # she, cup, tea
LOUD = [1.0, 4.0, 1.0]  # cup four times as long
MOST = 4.0
FIGURES = ("length", "cosine", "shadow", "query", "dot", "score", "weight")


class KeyShadow(GlassBoxWidget):
    """Three keys, each drawn with its query, its shadow on it and what follows.

    Parameters
    ----------
    times : list of 3 numbers
        How many times as long as in the chapter she, cup and tea are: from 1 to 4. If
        left out, cup is four times as long.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when the trait is set later; the widget
        then keeps its last good state.

    Chapter: scaled_dot_product_attention.

    >>> KeyShadow()
    KeyShadow(times=[1.0, 4.0, 1.0])
    """

    _folder = Path(__file__).parent
    _state = ("times",)

    times = Numbers(LOUD, axes=1).tag(sync=True)

    def __init__(self, times: Sequence[float] = LOUD) -> None:
        super().__init__(times=times)

    _check = checked_together("times")

    def fits(self, *, times: list) -> None:
        """Refuse all but three factors of which each can be drawn."""
        require(len(times) == 3, "times must have 3 entries", len(times))
        for factor in times:
            require(1 <= factor <= MOST, f"times must be from 1 to {MOST:g}", factor)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(times={self.times})"

    def describe(self) -> str:
        found = measure(self.times)
        rows = [
            [name, *(f"{found[one][i] + 0:.2f}" for one in FIGURES[:-1])]
            + [f"{found['weight'][i]:.4f}"]
            for i, name in enumerate(self.words["keys"])
        ]
        columns = [self.text(f"columns.{name}") for name in ("key", *FIGURES)]
        caption = self.text("fallback.caption")
        return table(caption, columns, rows) + paragraph(self.text("fallback.note"))


def measure(times: Sequence[float]) -> dict[str, np.ndarray]:
    """Return what the query makes of each key: shadow, dot product, weight and so on.

    q · k = |q| |k| cos(angle), and |k| cos(angle) is the shadow.
    """
    keys = np.array(times)[:, None] * KEYS  # (3, 4)
    dot = keys @ QUERY  # (3,)
    length, size = np.linalg.norm(keys, axis=1), np.linalg.norm(QUERY)
    score = dot / math.sqrt(len(QUERY))
    return {
        "length": length,
        "cosine": dot / size / length,
        "shadow": dot / size,
        "query": np.full(len(keys), size),
        "dot": dot,
        "score": score,
        "weight": softmax(score),
    }
