"""Softmax and temperature: edit scores, turn T, and see every step to the shares."""

import math
from typing import Any

import numpy as np
import traitlets

from ...kernels.probability import entropy, softmax
from .._base import (
    GlassBoxWidget,
    Number,
    NumberList,
    TextList,
    listed,
    paragraph,
    table,
)

MOST_ENTRIES = 12
LOWEST, HIGHEST = 0.05, 20.0  # what the slider spans; 0 is the limit below it


class SoftmaxAndTemperature(GlassBoxWidget):
    """Scores become shares; the temperature says how sharply.

    Parameters
    ----------
    logits : list or array of 1 to 12 finite numbers
        The scores.
    labels : list of as many strings, optional
        What each score belongs to; a, b, c … if left out.
    temperature : float
        0, the limit in which the largest score takes all, or 0.05 to 20.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: softmax_and_temperature.

    >>> widget = SoftmaxAndTemperature([3, 1, 0.5], ["tea", "milk", "rain"])
    >>> widget.temperature = 0.5
    >>> widget
    SoftmaxAndTemperature(3 scores, temperature=0.5)
    """

    _script = "softmax_and_temperature.js"
    _state = ("logits", "labels", "temperature")

    logits = NumberList().tag(sync=True)
    labels = TextList().tag(sync=True)
    temperature = Number(1.0).tag(sync=True)

    def __init__(
        self, logits: Any, labels: Any = None, *, temperature: float = 1.0
    ) -> None:
        if labels is None:
            labels = list("abcdefghijkl"[: len(listed(logits) or [])])
        super().__init__(logits=logits, labels=labels, temperature=temperature)

    @traitlets.validate("logits", "labels")
    def _check_lengths(self, proposal: Any) -> list:
        state = {"logits": self.logits, "labels": self.labels}
        state[proposal.trait.name] = proposal.value
        n_logits, n_labels = len(state["logits"]), len(state["labels"])
        if not 1 <= n_logits <= MOST_ENTRIES:
            raise traitlets.TraitError(
                f"logits must have 1 to {MOST_ENTRIES} entries; got {n_logits}"
            )
        if n_logits != n_labels:
            raise traitlets.TraitError(
                f"logits and labels must have the same length; got {n_logits} and "
                f"{n_labels} (widget.set(logits=..., labels=...) sets both at once)"
            )
        return proposal.value

    @traitlets.validate("temperature")
    def _check_temperature(self, proposal: Any) -> float:
        value = proposal.value
        if value != 0 and not LOWEST <= value <= HIGHEST:
            raise traitlets.TraitError(
                f"temperature must be 0 or from {LOWEST:g} to {HIGHEST:g}; "
                f"got {value:g}"
            )
        return value

    def __repr__(self) -> str:
        scores = "1 score" if len(self.logits) == 1 else f"{len(self.logits)} scores"
        return f"{type(self).__name__}({scores}, temperature={self.temperature:g})"

    def describe(self) -> str:
        with np.errstate(over="ignore"):  # 1e308 - -1e308: an exponent of -inf is right
            shares = softmax(np.array(self.logits), temperature=self.temperature)
        nats = float(entropy(shares))
        rows = [
            [label, f"{score:g}", f"{share:.4f}"]
            for label, score, share in zip(
                self.labels, self.logits, shares, strict=True
            )
        ]
        largest = [
            label
            for label, share in zip(self.labels, shares, strict=True)
            if share == shares.max()
        ]
        return table(
            f"Softmax of {len(rows)} scores at temperature {self.temperature:g}",
            ["label", "score", "share"],
            rows,
        ) + paragraph(
            f"Largest share: {', '.join(largest)} with {shares.max():.4f}. "
            f"Entropy: {nats:.4f} nats or {nats / math.log(2):.4f} bits, of at most "
            f"{math.log(len(rows)):.4f} nats for {len(rows)} entries."
        )
