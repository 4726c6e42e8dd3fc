"""Label smoothing: what the target becomes, and which confidence it rewards."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.output_head import cross_entropy, smooth_labels
from .._base import GlassBoxWidget, Number, WholeNumber, paragraph, table

SMALLEST, LARGEST = 2, 20  # tokens
CONVENTIONS = {"others": "ε/(V − 1) to each other token", "all": "ε/V to every token"}


class LabelSmoothing(GlassBoxWidget):
    """A hard target and a smoothed one, and the loss against the confidence.

    Parameters
    ----------
    vocabulary_size : int
        2 to 20 tokens.
    epsilon : float
        0 to 1: the share that is taken from the right token.
    convention : "others" or "all"
        Who gets it: the other tokens, or all of them.
    target : int
        The right token, counted from 0.
    confidence : float
        0 to 1: the model's share for the right token; the rest is spread evenly.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: output_head.

    >>> LabelSmoothing(epsilon=0.2)
    LabelSmoothing(vocabulary_size=5, epsilon=0.2, convention='others', target=2)
    """

    _folder = Path(__file__).parent
    _state = ("vocabulary_size", "epsilon", "convention", "target", "confidence")

    vocabulary_size = WholeNumber(5).tag(sync=True)
    epsilon = Number(0.1).tag(sync=True)
    convention = traitlets.Enum(tuple(CONVENTIONS), "others").tag(sync=True)
    target = WholeNumber(2).tag(sync=True)
    confidence = Number(0.7).tag(sync=True)

    def __init__(
        self,
        *,
        vocabulary_size: int = 5,
        epsilon: float = 0.1,
        convention: str = "others",
        target: int = 2,
        confidence: float = 0.7,
    ) -> None:
        super().__init__(
            vocabulary_size=vocabulary_size,
            epsilon=epsilon,
            convention=convention,
            target=target,
            confidence=confidence,
        )

    @traitlets.validate("vocabulary_size", "target")
    def _check_tokens(self, proposal: Any) -> int:
        state = {"vocabulary_size": self.vocabulary_size, "target": self.target}
        state[proposal.trait.name] = proposal.value
        size, target = state["vocabulary_size"], state["target"]
        if not SMALLEST <= size <= LARGEST:
            raise traitlets.TraitError(
                f"vocabulary_size must be from {SMALLEST} to {LARGEST}; got {size}"
            )
        if not 0 <= target < size:
            raise traitlets.TraitError(
                f"target must be from 0 to vocabulary_size - 1 = {size - 1}; "
                f"got {target}"
            )
        return proposal.value

    @traitlets.validate("epsilon", "confidence")
    def _check_share(self, proposal: Any) -> float:
        if not 0 <= proposal.value <= 1:
            raise traitlets.TraitError(
                f"{proposal.trait.name} must be from 0 to 1; got {proposal.value:g}"
            )
        return proposal.value

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(vocabulary_size={self.vocabulary_size}, "
            f"epsilon={self.epsilon:g}, convention={self.convention!r}, "
            f"target={self.target})"
        )

    def describe(self) -> str:
        hard = self.target_shares(0.0, "others")
        smoothed = [self.target_shares(self.epsilon, name) for name in CONVENTIONS]
        rows = [
            [f"{token}, the right one" if token == self.target else str(token)]
            + [f"{share:.4g}" for share in column]
            for token, column in enumerate(zip(hard, *smoothed, strict=True))
        ]
        chosen = smoothed[list(CONVENTIONS).index(self.convention)]
        best = chosen[self.target]
        losses = [loss(self.confidence, q, self.target) for q in (hard, chosen)]
        return table(
            f"The target of {self.vocabulary_size} tokens, ε = {self.epsilon:g}; "
            f"chosen: {CONVENTIONS[self.convention]}",
            ["token", "hard", *CONVENTIONS.values()],
            rows,
        ) + paragraph(
            f"With a confidence of {self.confidence:g} in the right token, the rest "
            f"spread evenly, the loss is {losses[0]:.4f} nats for the hard target and "
            f"{losses[1]:.4f} for the chosen one. That one is lowest at a confidence "
            f"of {best:.4g}: {loss(best, chosen, self.target):.4f} nats."
        )

    def target_shares(self, epsilon: float, convention: str) -> np.ndarray:
        """Return the target as a distribution."""
        return smooth_labels(
            self.target, self.vocabulary_size, epsilon, convention=convention
        )


def loss(confidence: float, target_shares: np.ndarray, target: int) -> float:
    """Return the cross-entropy of a model that spreads the rest evenly, in nats."""
    size = target_shares.size
    model = np.full(size, (1 - confidence) / (size - 1))
    model[target] = confidence
    with np.errstate(divide="ignore"):  # log 0 = -inf: an infinite loss is right
        return float(cross_entropy(np.log(model)[None], target_shares[None]))
