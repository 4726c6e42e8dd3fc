"""Embedding scale: how much of the sum is the token, and how much its position."""

import math
from pathlib import Path

import numpy as np
import traitlets

from ..._random import standard_normals
from ...kernels.embedding import embed, sinusoidal_positions
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import WholeNumber, checked_together, require

NARROWEST, WIDEST = 4, 1024
N_POSITIONS = 64
SEEDS = 1000
# What the slider goes through: quarters of the way from a power of two to the next.
QUARTERS = [2**power * (4 + part) for power in range(9) for part in range(4)]
DIMENSIONS = [d for d in QUARTERS if d <= WIDEST and d % 2 == 0]


class EmbeddingScale(GlassBoxWidget):
    """One token's embedding beside one position's sinusoid, with and without scale.

    Parameters
    ----------
    d_model : int
        4 to 1024 components, an even number.
    scale : bool
        Whether the embedding is multiplied by sqrt(d_model).
    variance : "1/d" or "1"
        Of the table's entries as they are drawn: 1 / d_model, or 1 as PyTorch's
        nn.Embedding starts.
    position : int
        0 to 63.
    seed : int
        0 to 999: which embedding. A smaller d_model takes the first components of
        the same draw.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: embeddings_and_positions.

    >>> EmbeddingScale(512, scale=True)
    EmbeddingScale(d_model=512, scale=True, variance='1/d', position=10)
    """

    _folder = Path(__file__).parent
    _state = ("d_model", "scale", "variance", "position", "seed")

    d_model = WholeNumber(512).tag(
        sync=True, least=NARROWEST, most=WIDEST, multiple_of=2
    )
    scale = traitlets.Bool(False).tag(sync=True)
    variance = traitlets.Enum(("1/d", "1"), "1/d").tag(sync=True)
    position = WholeNumber(10, least=0, most=N_POSITIONS - 1).tag(sync=True)
    seed = WholeNumber(0, least=0, most=SEEDS - 1).tag(sync=True)

    def __init__(
        self,
        d_model: int = 512,
        *,
        scale: bool = False,
        variance: str = "1/d",
        position: int = 10,
        seed: int = 0,
    ) -> None:
        super().__init__(
            d_model=d_model,
            scale=scale,
            variance=variance,
            position=position,
            seed=seed,
        )

    _check = checked_together("d_model")

    def fits(self, *, d_model: int) -> None:
        """Refuse an odd number of components, too few and too many."""
        rule = f"d_model must be even, from {NARROWEST} to {WIDEST}"
        require(NARROWEST <= d_model <= WIDEST and d_model % 2 == 0, rule, d_model)

    def __repr__(self) -> str:
        shown = ("d_model", "scale", "variance", "position")
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        rows = []
        for variance in ("1/d", "1"):
            for scale in (False, True):
                found = measure(
                    *draw(self.seed, self.d_model, scale, variance, self.position)
                )
                expected = expected_share(self.d_model, scale, variance)
                rows.append(
                    [
                        self._way(scale, variance),
                        f"{found['embedding']:.4f}",
                        f"{found['sinusoid']:.4f}",
                        self._percent(found["share"]),
                        self._percent(expected),
                    ]
                )
        caption = self.text(
            "fallback.caption",
            d_model=f"{self.d_model}",
            position=f"{self.position}",
            way=self._way(self.scale, self.variance),
        )
        names = ("way", "size", "position_size", "share", "expected")
        columns = [self.text(f"fallback.columns.{name}") for name in names]
        note = self.text("fallback.note")
        return table(caption, columns, rows) + paragraph(note)

    def _way(self, scale: bool, variance: str) -> str:
        name = "scaled" if scale else "as_is"
        return self.text(f"fallback.{name}", variance=variance)

    def _percent(self, share: float) -> str:
        return self.text("percent", number=f"{100 * share:.2f}")


def draw(
    seed: int, d_model: int, scale: bool, variance: str, position: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return a token's embedding, scaled or not, and a position's sinusoid."""
    deviation = 1 / math.sqrt(d_model) if variance == "1/d" else 1.0
    row = deviation * standard_normals(seed, WIDEST)[:d_model]  # (d_model,)
    embedding = embed([0], row[None, :], scale=scale)[0]
    return embedding, sinusoidal_positions(position + 1, d_model)[position]


def measure(embedding: np.ndarray, sinusoid: np.ndarray) -> dict[str, float]:
    """Return both vectors' sizes, position's share, and the squares of their sum.

    |e + p|^2 = |e|^2 + |p|^2 + 2 e.p: "cross" is the last term.
    """
    token, position = float(embedding @ embedding), float(sinusoid @ sinusoid)
    d_model = embedding.size
    return {
        "embedding": math.sqrt(token / d_model),
        "sinusoid": math.sqrt(position / d_model),
        "share": position / (token + position),
        "token_squared": token,
        "position_squared": position,
        "cross": 2 * float(embedding @ sinusoid),
    }


def expected_share(d_model: int, scale: bool, variance: str) -> float:
    """Return position's share if the embedding's square were what it is on average."""
    token = (1 if variance == "1/d" else d_model) * (d_model if scale else 1)
    return (d_model / 2) / (token + d_model / 2)
