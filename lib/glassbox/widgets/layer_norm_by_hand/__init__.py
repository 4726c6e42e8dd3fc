"""LayerNorm by hand: every step for one token; or with a second, the norm's undoing."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.normalization import layer_norm
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Number, Numbers, checked_together, require

FEWEST, MOST = 2, 4  # features: what a phone shows side by side
LARGEST = 1e6


class LayerNormByHand(GlassBoxWidget):
    """One token goes through LayerNorm; or gamma and beta undo it, and a second is met.

    Parameters
    ----------
    x : list or array of 2 to 4 numbers
        The features of the token that is worked out.
    other : list of as many numbers, optional
        The features of a second token, which meets the same gamma and beta. Without
        it the steps up to the normalized numbers are shown.
    gamma, beta : list of as many numbers, optional
        Scale and shift of each feature; 1 and 0 if left out.
    eps : float
        From 0 to a million.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules or exceeds a million in size, here or when a
        trait is set later; the widget then keeps its last good state.

    Chapter: layer_norm_vs_batch_norm.

    >>> LayerNormByHand([22, 5, 6, 8], [3, 9, 4, -2])
    LayerNormByHand([22, 5, 6, 8], [3, 9, 4, -2], eps=1e-05)
    """

    _folder = Path(__file__).parent
    _state = ("x", "other", "gamma", "beta", "eps")

    x = Numbers(most=LARGEST).tag(sync=True)
    other = Numbers(most=LARGEST).tag(sync=True)
    gamma = Numbers(most=LARGEST).tag(sync=True)
    beta = Numbers(most=LARGEST).tag(sync=True)
    eps = Number(1e-5).tag(sync=True, least=0, most=LARGEST)

    def __init__(
        self,
        x: Any,
        other: Any = (),
        gamma: Any = None,
        beta: Any = None,
        *,
        eps: float = 1e-5,
    ) -> None:
        given = {"gamma": gamma, "beta": beta}
        chosen = {name: value for name, value in given.items() if value is not None}
        super().__init__(x=x, other=other, eps=eps, **chosen)

    @traitlets.default("gamma")
    def _ones(self) -> list[float]:
        return [1.0 for _ in self.x]

    @traitlets.default("beta")
    def _zeros(self) -> list[float]:
        return [0.0 for _ in self.x]

    _check = checked_together(*_state)

    def fits(self, *, eps: float, **features: list) -> None:
        """Refuse too few or too many features, unequal counts, and eps out of range."""
        sizes = {name: len(row) for name, row in features.items() if name != "other"}
        if features["other"]:
            sizes["other"] = len(features["other"])
        for name, size in sizes.items():
            rule = f"{name} must have {FEWEST} to {MOST} numbers"
            require(FEWEST <= size <= MOST, rule, size)
        rule = "x, other, gamma and beta must have the same length"
        require(len(set(sizes.values())) == 1, rule, sizes)
        rule = f"eps must be from 0 to {LARGEST:g}"
        require(0 <= eps <= LARGEST, rule, f"{eps:g}")

    def __repr__(self) -> str:
        tokens = [
            f"[{', '.join(f'{number:g}' for number in numbers)}], "
            for numbers in (self.x, self.other)
            if numbers
        ]
        return f"{type(self).__name__}({''.join(tokens)}eps={self.eps:g})"

    def describe(self) -> str:
        x, gamma, beta = (np.array(n) for n in (self.x, self.gamma, self.beta))
        with np.errstate(invalid="ignore", divide="ignore"):  # a constant row, eps 0
            normalised = layer_norm(x, eps=self.eps)
            y = layer_norm(x, gamma, beta, eps=self.eps)
        rows = {
            self._row("x"): x,
            self._row("deviation"): x - x.mean(),
            self._row("square"): (x - x.mean()) ** 2,
            self.text("fallback.normalised"): normalised,
        }
        if self.other:
            other = np.array(self.other)
            second = layer_norm(other, gamma, beta, eps=self.eps)
            rows |= {
                self._row("gamma"): gamma,
                self._row("beta"): beta,
                self.text("fallback.y"): y,
                self.text("fallback.second"): other,
                self.text("fallback.second_y"): second,
            }
        features = [self.text("feature", n=i + 1) for i in range(len(x))]
        summary = self.text(
            "fallback.summary",
            mean=f"{x.mean():.4f}",
            variance=f"{x.var():.4f}",
            eps=f"{self.eps:g}",
            root=f"{np.sqrt(x.var() + self.eps):.4f}",
        )
        return table(
            self.text("fallback.caption"),
            [self.text("fallback.step"), *features],
            [[name, *(f"{v:.4f}" for v in row)] for name, row in rows.items()],
        ) + paragraph(summary)

    def _row(self, name: str) -> str:
        return self.text(f"rows.{name}").replace("_", "")
