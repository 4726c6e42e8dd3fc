"""Softmax and temperature: edit scores, turn T, and see every step to the shares."""

import math
from pathlib import Path
from typing import Any

import numpy as np

from ...kernels.probability import entropy, softmax
from .._base import (
    GlassBoxWidget,
    Number,
    Numbers,
    TextList,
    checked_together,
    listed,
    paragraph,
    require,
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

    _folder = Path(__file__).parent
    _state = ("logits", "labels", "temperature")

    logits = Numbers().tag(sync=True)
    labels = TextList().tag(sync=True)
    temperature = Number(1.0).tag(sync=True)

    def __init__(
        self, logits: Any, labels: Any = None, *, temperature: float = 1.0
    ) -> None:
        if labels is None:
            labels = list("abcdefghijkl"[: len(listed(logits) or [])])
        super().__init__(logits=logits, labels=labels, temperature=temperature)

    _check = checked_together(*_state)

    def fits(self, *, logits: list, labels: list, temperature: float) -> None:
        """Refuse logits and labels of different lengths, and T outside its range."""
        rule = f"logits must have 1 to {MOST_ENTRIES} entries"
        require(1 <= len(logits) <= MOST_ENTRIES, rule, len(logits))
        rule = "logits and labels must have the same length"
        both = f"{len(logits)} and {len(labels)}"
        hint = "(widget.set(logits=..., labels=...) sets both at once)"
        require(len(logits) == len(labels), rule, f"{both} {hint}")
        rule = f"temperature must be 0 or from {LOWEST:g} to {HIGHEST:g}"
        allowed = temperature == 0 or LOWEST <= temperature <= HIGHEST
        require(allowed, rule, f"{temperature:g}")

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
        sizes = {"n": len(rows), "temperature": f"{self.temperature:g}"}
        spread = {
            "nats": f"{nats:.4f}",
            "bits": f"{nats / math.log(2):.4f}",
            "most": f"{math.log(len(rows)):.4f}",
        }
        columns = [self.text(f"columns.{name}") for name in ("label", "share")]
        columns.insert(1, self.text("fallback.score"))
        summary = self.text(
            "fallback.summary",
            n=len(rows),
            largest=", ".join(largest),
            share=f"{shares.max():.4f}",
            **spread,
        )
        caption = self.text("fallback.caption", **sizes)
        return table(caption, columns, rows) + paragraph(summary)
