"""Why sqrt(d_k): what long vectors do to the softmax of their products."""

from pathlib import Path

import numpy as np

from ..._random import standard_normals
from ...kernels.probability import softmax, softmax_jacobian
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import WholeNumber

WIDEST = 1024
N_KEYS = 16
N_QUERIES = 200
SEEDS = 1000
FIRST = 790  # its first query's raw largest weight grows; from 41 on, no key overtakes
# What the curves go through: four steps from a power of two to the next.
DIMENSIONS = sorted({int(2 ** (n / 4) + 0.5) for n in range(41)})


class WhyRootDk(GlassBoxWidget):
    """Random queries and keys of d_k components: softmax of q k / 1, sqrt(d_k) and d_k.

    Parameters
    ----------
    d_k : int
        1 to 1024 components, independent, of mean 0 and variance 1.
    seed : int
        0 to 999: which 200 queries and 16 keys, of 1024 components each. A smaller
        d_k takes the first components of the same vectors, so that they grow.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: scaled_dot_product_attention.

    >>> WhyRootDk(512)
    WhyRootDk(d_k=512, seed=790)
    """

    _folder = Path(__file__).parent
    _state = ("d_k", "seed")

    d_k = WholeNumber(64, least=1, most=WIDEST).tag(sync=True)
    seed = WholeNumber(FIRST, least=0, most=SEEDS - 1).tag(sync=True)

    def __init__(self, d_k: int = 64, *, seed: int = FIRST) -> None:
        super().__init__(d_k=d_k, seed=seed)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(d_k={self.d_k}, seed={self.seed})"

    def describe(self) -> str:
        products = draw_products(self.seed, self.d_k)
        kinds = [measure(products / by) for by in (1, np.sqrt(self.d_k), self.d_k)]
        sizes = {
            "d_k": f"{self.d_k}",
            "n_keys": f"{N_KEYS}",
            "n_queries": f"{N_QUERIES}",
            "n_scores": f"{products.size}",
        }

        def words(key: str) -> str:
            return self.text(f"fallback.{key}", **sizes)

        rows = [
            [words(name), *(f"{found[name]:.4g}" for found in kinds)]
            for name in kinds[0]
        ]
        header = ["", words("raw"), words("scaled"), words("width")]
        return table(words("caption"), header, rows) + paragraph(words("note"))


def draw_products(seed: int, d_k: int) -> np.ndarray:
    """Return q · k of every query and key over their first d_k components."""
    drawn = standard_normals(seed, (N_KEYS + N_QUERIES) * WIDEST)
    vectors = drawn.reshape(N_KEYS + N_QUERIES, WIDEST)[:, :d_k]
    return vectors[N_KEYS:] @ vectors[:N_KEYS].T  # (n_queries, n_keys)


def measure(scores: np.ndarray) -> dict[str, float]:
    """Return the scores' variance, and what the softmax makes of them.

    largest is the mean over the queries of the largest weight; jacobian the median
    of the root of the summed squared slopes of the weights by the scores.
    """
    weights = softmax(scores)
    norms = np.linalg.norm(softmax_jacobian(weights), axis=(-2, -1))
    return {
        "variance": float(scores.var()),
        "largest": float(weights.max(axis=-1).mean()),
        "jacobian": float(np.median(norms)),
    }
