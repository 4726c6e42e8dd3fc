"""Label smoothing: what the target becomes, and which confidence it rewards."""

from pathlib import Path

import numpy as np
import traitlets

from ...kernels.output_head import cross_entropy, smooth_labels
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Number, WholeNumber, checked_together, require

SMALLEST, LARGEST = 2, 20  # tokens
CONVENTIONS = ("others", "all")


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

    vocabulary_size = WholeNumber(5, least=SMALLEST, most=LARGEST).tag(sync=True)
    epsilon = Number(0.1).tag(sync=True, least=0, most=1)
    convention = traitlets.Enum(CONVENTIONS, "others").tag(sync=True)
    target = WholeNumber(2).tag(sync=True, least=0, below="vocabulary_size")
    confidence = Number(0.7).tag(sync=True, least=0, most=1)

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

    _check = checked_together(*_state)

    def fits(
        self,
        *,
        vocabulary_size: int,
        epsilon: float,
        convention: str,
        target: int,
        confidence: float,
    ) -> None:
        """Refuse a target that is no token, and shares outside of 0 to 1."""
        last = vocabulary_size - 1
        rule = f"target must be from 0 to vocabulary_size - 1 = {last}"
        require(0 <= target <= last, rule, target)
        for name, share in (("epsilon", epsilon), ("confidence", confidence)):
            require(0 <= share <= 1, f"{name} must be from 0 to 1", f"{share:g}")

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(vocabulary_size={self.vocabulary_size}, "
            f"epsilon={self.epsilon:g}, convention={self.convention!r}, "
            f"target={self.target})"
        )

    def describe(self) -> str:
        hard = self.target_shares(0.0, "others")
        smoothed = {
            name: self.target_shares(self.epsilon, name) for name in CONVENTIONS
        }
        rows = []
        for token, shares in enumerate(zip(hard, *smoothed.values(), strict=True)):
            name = f"{token}"
            if token == self.target:
                name = self.text("fallback.right", token=name)
            rows.append([name, *(f"{share:.4g}" for share in shares)])
        conventions = {
            who: self.text(f"fallback.conventions.{who}") for who in CONVENTIONS
        }
        caption = self.text(
            "fallback.caption",
            n=self.vocabulary_size,
            epsilon=f"{self.epsilon:g}",
            convention=conventions[self.convention],
        )
        header = [self.text(f"columns.{name}") for name in ("token", "hard")]
        header += conventions.values()
        chosen = smoothed[self.convention]
        best = chosen[self.target]
        summary = self.text(
            "fallback.summary",
            confidence=f"{self.confidence:g}",
            hard=f"{loss(self.confidence, hard, self.target):.4f}",
            smoothed=f"{loss(self.confidence, chosen, self.target):.4f}",
            best=f"{best:.4g}",
            least=f"{loss(best, chosen, self.target):.4f}",
        )
        return table(caption, header, rows) + paragraph(summary)

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
