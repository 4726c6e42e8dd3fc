"""LayerNorm by hand: edit one token's numbers and see every step, and its undoing."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.normalization import layer_norm
from .._base import GlassBoxWidget, Number, Numbers, paragraph, table

FEWEST, MOST = 2, 4  # features: what a phone shows side by side
LARGEST = 1e6


class LayerNormByHand(GlassBoxWidget):
    """One token goes through LayerNorm; a second meets the same gamma and beta.

    Parameters
    ----------
    x : list or array of 2 to 4 numbers
        The features of the token that is worked out.
    other : list of as many numbers
        The features of the second token.
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

    x = Numbers().tag(sync=True)
    other = Numbers().tag(sync=True)
    gamma = Numbers().tag(sync=True)
    beta = Numbers().tag(sync=True)
    eps = Number(1e-5).tag(sync=True)

    def __init__(
        self,
        x: Any,
        other: Any,
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

    @traitlets.validate("x", "other", "gamma", "beta")
    def _check_features(self, proposal: Any) -> list[float]:
        name, value = proposal.trait.name, proposal.value
        if not FEWEST <= len(value) <= MOST:
            raise traitlets.TraitError(
                f"{name} must have {FEWEST} to {MOST} numbers; got {len(value)}"
            )
        if max(map(abs, value)) > LARGEST:
            raise traitlets.TraitError(
                f"{name} must hold numbers from {-LARGEST:g} to {LARGEST:g}; "
                f"got {value}"
            )
        lists = {n: getattr(self, n) for n in self._state[:4]} | {name: value}
        sizes = {n: len(numbers) for n, numbers in lists.items()}
        if len(set(sizes.values())) > 1:
            raise traitlets.TraitError(
                f"x, other, gamma and beta must have the same length; got {sizes}"
            )
        return value

    @traitlets.validate("eps")
    def _check_eps(self, proposal: Any) -> float:
        if not 0 <= proposal.value <= LARGEST:
            raise traitlets.TraitError(
                f"eps must be from 0 to {LARGEST:g}; got {proposal.value:g}"
            )
        return proposal.value

    def __repr__(self) -> str:
        x, other = (
            ", ".join(f"{number:g}" for number in numbers)
            for numbers in (self.x, self.other)
        )
        return f"{type(self).__name__}([{x}], [{other}], eps={self.eps:g})"

    def describe(self) -> str:
        x, gamma, beta = (np.array(n) for n in (self.x, self.gamma, self.beta))
        with np.errstate(invalid="ignore", divide="ignore"):  # a constant row, eps 0
            normalised = layer_norm(x, eps=self.eps)
            y = layer_norm(x, gamma, beta, eps=self.eps)
            second = layer_norm(np.array(self.other), gamma, beta, eps=self.eps)
        rows = {
            "x": x,
            "x − μ": x - x.mean(),
            "(x − μ)²": (x - x.mean()) ** 2,
            "normalised": normalised,
            "γ": gamma,
            "β": beta,
            "y": y,
            "second token": np.array(self.other),
            "its y": second,
        }
        return table(
            "LayerNorm of one token, step by step",
            ["step", *(f"feature {i + 1}" for i in range(len(x)))],
            [[name, *(f"{v:.4f}" for v in row)] for name, row in rows.items()],
        ) + paragraph(
            f"Mean μ = {x.mean():.4f}, variance σ² = {x.var():.4f}, "
            f"ε = {self.eps:g}, root √(σ² + ε) = {np.sqrt(x.var() + self.eps):.4f}."
        )
