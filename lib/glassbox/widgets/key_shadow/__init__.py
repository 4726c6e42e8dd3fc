"""Key shadow: a dot product is the key's shadow on the query, times its length."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...kernels.probability import softmax
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Numbers, WholeNumber, checked_together, require

QUERIES = np.array([[0.0, 1, 2, 0], [2, 0, 0, 2]])  # it, filled
KEYS = np.array([[2.0, -2, 0, 0], [0, 2, 0, 2], [0, 2, 2, 0]])  # she, cup, tea
LENGTH, MOST = math.sqrt(8), 4.0  # of every key, and how many times as long at most
ROUNDING = 1e-9  # of lengths: a key that was turned is only nearly as long as before
A_KEY = {"type": "array", "items": {"type": "number"}}
A_KEY["norm"] = [LENGTH * (1 - ROUNDING), LENGTH * MOST * (1 + ROUNDING)]
THREE_KEYS = {"type": "array", "items": A_KEY}
FIGURES = ("angle", "length", "cosine", "shadow", "query", "dot", "score", "weight")


class KeyShadow(GlassBoxWidget):
    """Three keys at their angles to one query, their shadows and what follows.

    Parameters
    ----------
    key : matrix of 3 × 4 numbers
        The keys of she, cup and tea, from 1 to 4 times as long as in the chapter. If
        left out, they are the chapter's.
    asks : int
        Whose query they meet: 0 for it, 1 for filled.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when the trait is set later; the widget
        then keeps its last good state.

    Chapter: scaled_dot_product_attention.

    >>> KeyShadow()
    KeyShadow(asks=0)
    """

    _folder = Path(__file__).parent
    _state = ("key", "asks")

    key = Numbers(KEYS.tolist(), axes=2).tag(sync=True, rule=THREE_KEYS)
    asks = WholeNumber(0, least=0, most=1).tag(sync=True)

    def __init__(
        self, key: Sequence[Sequence[float]] | None = None, asks: int = 0
    ) -> None:
        super().__init__(key=KEYS.tolist() if key is None else key, asks=asks)

    _check = checked_together("key", "asks")

    def fits(self, *, key: list, asks: int) -> None:
        """Refuse all but three keys of which each can be drawn."""
        shape = np.shape(key)
        require(shape == KEYS.shape, "key must have shape (3, 4)", shape)
        for times in np.linalg.norm(key, axis=1) / LENGTH:
            fits = 1 - ROUNDING <= times <= MOST * (1 + ROUNDING)
            rule = f"key must hold rows from 1 to {MOST:g} times √8 long"
            require(fits, rule, f"{times:g} times")

    def __repr__(self) -> str:
        return f"{type(self).__name__}(asks={self.asks})"

    def describe(self) -> str:
        found = measure(self.key, self.asks)
        rows = [
            [name, f"{found['angle'][i]:.0f}°"]
            + [f"{found[one][i].round(2) + 0:.2f}" for one in FIGURES[1:-1]]
            + [f"{found['weight'][i]:.4f}"]
            for i, name in enumerate(self.words["keys"])
        ]
        columns = [self.text(f"columns.{name}") for name in ("key", *FIGURES)]
        asks = self.words["queries"][self.asks]
        caption = self.text("fallback.caption", query=asks)
        return table(caption, columns, rows) + paragraph(self.text("fallback.note"))


def measure(keys: Sequence[Sequence[float]], asks: int = 0) -> dict[str, np.ndarray]:
    """Return what a query makes of each key: angle, shadow, dot product, weight, ….

    q · k = |q| |k| cos(angle), and |k| cos(angle) is the shadow.
    """
    query = QUERIES[asks]
    dot = np.asarray(keys) @ query  # (3,)
    length, size = np.linalg.norm(keys, axis=1), np.linalg.norm(query)
    cosine = dot / size / length
    score = dot / math.sqrt(len(query))
    return {
        "angle": np.degrees(np.arccos(np.clip(cosine, -1, 1))),
        "length": length,
        "cosine": cosine,
        "shadow": dot / size,
        "query": np.full(len(keys), size),
        "dot": dot,
        "score": score,
        "weight": softmax(score),
    }
