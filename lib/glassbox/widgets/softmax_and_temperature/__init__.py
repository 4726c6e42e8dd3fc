"""Softmax and temperature: edit scores, turn T, draw words, and see every step."""

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
    WholeNumber,
    checked_together,
    listed,
    paragraph,
    require,
    table,
)
from .._random import mulberry32

MOST_ENTRIES = 12
MOST_DRAWS = 10_000
SEEDS = 1000
SEED = 8  # 0 would draw the likeliest of the chapter's words five times in a row
LOWEST, HIGHEST = 0.05, 20.0  # what the slider spans; 0 is the limit below it


class SoftmaxAndTemperature(GlassBoxWidget):
    """Scores become probabilities, from which words are drawn; T says how sharply.

    Parameters
    ----------
    logits : list or array of 1 to 12 finite numbers
        The scores.
    labels : list of as many strings, optional
        What each score belongs to; a, b, c … if left out.
    temperature : float
        0, the limit in which the largest score takes all, or 0.05 to 20.
    n_draws : int
        0 to 10,000: how many words are drawn from the probabilities. The reader's
        next change of scores or temperature takes them back.
    seed : int
        0 to 999: which random numbers the draws use.

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
    _state = ("logits", "labels", "temperature", "n_draws", "seed")

    logits = Numbers().tag(sync=True)
    labels = TextList().tag(sync=True)
    temperature = Number(1.0).tag(sync=True)
    n_draws = WholeNumber(0, least=0, most=MOST_DRAWS).tag(sync=True)
    seed = WholeNumber(SEED, least=0, most=SEEDS - 1).tag(sync=True)

    def __init__(
        self,
        logits: Any,
        labels: Any = None,
        *,
        temperature: float = 1.0,
        n_draws: int = 0,
        seed: int = SEED,
    ) -> None:
        if labels is None:
            labels = list("abcdefghijkl"[: len(listed(logits) or [])])
        super().__init__(
            logits=logits,
            labels=labels,
            temperature=temperature,
            n_draws=n_draws,
            seed=seed,
        )

    _check = checked_together(*_state)

    def fits(self, *, logits: list, labels: list, temperature: float, **_: Any) -> None:
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
            probabilities = softmax(np.array(self.logits), temperature=self.temperature)
        names = [self.text(f"columns.{name}") for name in ("label", "probability")]
        columns = [names[0], self.text("fallback.score"), names[1]]
        rows = [
            [label, f"{score:g}", f"{p:.4f}"]
            for label, score, p in zip(
                self.labels, self.logits, probabilities, strict=True
            )
        ]
        if self.n_draws:
            columns.append(self.text("fallback.drawn", n=self.n_draws))
            counts = tally(probabilities, self.seed, self.n_draws)
            for row, count in zip(rows, counts, strict=True):
                row.append(f"{count}")
        most_likely = np.flatnonzero(probabilities == probabilities.max())
        nats = float(entropy(probabilities))
        n = len(rows)
        caption = self.text(
            "fallback.caption", n=n, temperature=f"{self.temperature:g}"
        )
        summary = self.text(
            "fallback.summary",
            n=n,
            largest=", ".join(self.labels[i] for i in most_likely),
            probability=f"{probabilities.max():.4f}",
            nats=f"{nats:.4f}",
            bits=f"{nats / math.log(2):.4f}",
            most=f"{math.log(n):.4f}",
        )
        return table(caption, columns, rows) + paragraph(summary)


def tally(probabilities: np.ndarray, seed: int, n_draws: int) -> np.ndarray:
    """Count how often each entry is drawn, as `sample` and the page do one by one."""
    cumulative = np.cumsum(probabilities)
    marks = mulberry32(seed, n_draws) * cumulative[-1]
    drawn = np.searchsorted(cumulative, marks, side="right")
    return np.bincount(drawn, minlength=probabilities.size)
