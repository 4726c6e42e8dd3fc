"""Key shadow: a dot product is the key's shadow on the query, times its length."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...kernels.probability import softmax
from .._base import (
    GlassBoxWidget,
    Numbers,
    WholeNumber,
    checked_together,
    paragraph,
    require,
    table,
)

D_K = 4
LENGTH = math.sqrt(5)  # of it, (0, 1, 2, 0)
QUERY = [LENGTH, 0.0]  # straight up
# Of she, cup and tea: dot products -2, 2 and 6 with the query, and length sqrt(8) each.
KEYS = [
    [dot / LENGTH, math.sqrt(8 - dot**2 / LENGTH**2)]  # (up, right)
    for dot in (-2, 2, 6)
]
LOUD = [KEYS[0], [4 * x for x in KEYS[1]], KEYS[2]]  # cup four times as long
LEAST, MOST = -2.5, 4  # up the picture
ACROSS = 11  # to the right of it, from 0
LONGEST = 2.5  # a query
SHORTEST = 0.25


class KeyShadow(GlassBoxWidget):
    """Three keys as arrows beside their query, and the shadow of one on its line.

    Parameters
    ----------
    tips : list of [up, right]
        The tips of she, cup and tea: -2.5 to 4 up, 0 to 11 to the right, each at least
        0.25 long. If left out, cup is four times as long as in the chapter.
    query : [up, right]
        The query's tip: 0.25 to 2.5 long, and not to the left.
    selected : int
        0 to 2: whose shadow is drawn.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: scaled_dot_product_attention.

    >>> KeyShadow()
    KeyShadow(tips=[[-0.89, 2.68], [3.58, 10.73], [2.68, 0.89]], selected=1)
    """

    _folder = Path(__file__).parent
    _state = ("tips", "query", "selected")

    tips = Numbers(LOUD, axes=2).tag(sync=True)
    query = Numbers(QUERY, axes=1).tag(sync=True)
    selected = WholeNumber(1, least=0, most=2).tag(sync=True)

    def __init__(
        self,
        tips: Sequence[Sequence[float]] = LOUD,
        *,
        query: Sequence[float] = QUERY,
        selected: int = 1,
    ) -> None:
        super().__init__(tips=tips, query=query, selected=selected)

    _check = checked_together("tips", "query")

    def fits(self, *, tips: list, query: list) -> None:
        """Refuse tips outside the plane, and an arrow that is almost 0."""
        require(len(query) == 2, "query must be a pair [up, right]", query)
        rule = f"the query must be {SHORTEST} to {LONGEST} long and not to the left"
        fits = query[1] >= 0 and SHORTEST <= math.hypot(*query) <= LONGEST
        require(fits, rule, query)
        shape = "tips must be three pairs [up, right]"
        require(len(tips) == 3 and len(tips[0]) == 2, shape, tips)
        for up, right in tips:
            inside = LEAST <= up <= MOST and 0 <= right <= ACROSS
            rule = f"a key must lie {LEAST} to {MOST} up and 0 to {ACROSS} to the right"
            require(inside, rule, [up, right])
            long = math.hypot(up, right) >= SHORTEST
            require(long, f"a key must be at least {SHORTEST} long", [up, right])

    def __repr__(self) -> str:
        tips = [[round(x, 2) for x in tip] for tip in self.tips]
        return f"{type(self).__name__}(tips={tips}, selected={self.selected})"

    def describe(self) -> str:
        found = measure(self.tips, self.query)
        rows = [
            [
                name,
                f"{found['length'][i]:.2f}",
                self.text("degrees", angle=f"{found['angle'][i]:.0f}"),
                *(f"{found[key][i] + 0:.2f}" for key in ("cosine", "shadow", "dot")),
                f"{found['score'][i] + 0:.2f}",
                f"{found['weight'][i]:.4f}",
            ]
            for i, name in enumerate(self.words["keys"])
        ]
        names = ("key", "length", "angle", "cosine", "shadow", "dot", "score", "weight")
        columns = [self.text(f"columns.{name}") for name in names]
        caption = self.text("fallback.caption", query=f"{math.hypot(*self.query):.2f}")
        return table(caption, columns, rows) + paragraph(self.text("fallback.note"))


def measure(
    keys: Sequence[Sequence[float]], query: Sequence[float] = QUERY
) -> dict[str, np.ndarray]:
    """Return what the query makes of each key: shadow, dot product, weight and so on.

    q · k = |q| |k| cos(angle), and |k| cos(angle) is the shadow.
    """
    up, right = np.array(keys).T  # each (n_keys,)
    length = np.hypot(up, right)
    dot = up * query[0] + right * query[1]
    shadow = dot / math.hypot(*query)
    score = dot / math.sqrt(D_K)
    turned = math.degrees(math.atan2(query[1], query[0]))
    return {
        "length": length,
        "angle": np.abs(np.degrees(np.arctan2(right, up)) - turned),
        "cosine": shadow / length,
        "shadow": shadow,
        "dot": dot,
        "score": score,
        "weight": softmax(score),
    }
