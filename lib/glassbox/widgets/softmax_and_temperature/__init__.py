"""Softmax and temperature: edit scores, turn T, draw words, and see every step."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.probability import entropy, softmax, softmax_jacobian
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import (
    Number,
    Numbers,
    TextList,
    WholeNumber,
    checked_together,
    listed,
    require,
)
from .numbers import LOSSES, loss_of, tally

MOST_ENTRIES = 12
MOST_DRAWS = 10_000
SEED = 8  # 0 would draw the likeliest of the chapter's words five times in a row
SHOWS = ("draws", "scores", "nudge", "loss")
MOST_STEPS = 1000  # that a link may ask for
A_TRY = {"type": "array", "minItems": 2, "maxItems": 2}
A_TRY["items"] = {"type": "number", "minimum": 0, "maximum": MOST_DRAWS}
TRIES = {"type": "array", "maxItems": 50, "items": A_TRY}
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
    show : str
        What stands beside each probability: "draws", how often its word was drawn;
        "scores", nothing, at T = 1; "nudge", how fast it moves with one word's score
        (a column of the Jacobian); or "loss", how steeply the loss of the correct word
        rises with its score, at T = 1.
    nudged : int
        0 to 11: the word whose score is nudged, or which was the correct one; the last
        one if there are fewer.
    loss : str
        "log" or "squared": the loss whose slopes are shown.
    n_steps : int
        How many steps of gradient descent the scores have taken: 0 or more.

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
    _state = (
        *("logits", "labels", "temperature", "n_draws", "seed", "show", "nudged"),
        *("loss", "n_steps", "n_other", "start", "tried"),
    )

    logits = Numbers().tag(sync=True)
    labels = TextList().tag(sync=True)
    temperature = Number(1.0).tag(sync=True, least=0, most=HIGHEST)
    n_draws = WholeNumber(0, least=0, most=MOST_DRAWS).tag(sync=True)
    seed = WholeNumber(SEED, least=0, most=999).tag(sync=True)
    show = traitlets.Enum(SHOWS, SHOWS[0]).tag(sync=True)
    nudged = WholeNumber(0, least=0, most=MOST_ENTRIES - 1).tag(sync=True)
    loss = traitlets.Enum(LOSSES, LOSSES[0]).tag(sync=True)
    n_steps = WholeNumber(0, least=0).tag(sync=True, most=MOST_STEPS)
    # Steps of the other loss; the scores before the first step.
    n_other = WholeNumber(0, least=0).tag(sync=True, most=MOST_STEPS)
    start = Numbers().tag(sync=True, longest=MOST_ENTRIES)
    # Pairs of T and n_draws, the latest last.
    tried = Numbers(axes=2).tag(sync=True, rule=TRIES)

    def __init__(
        self,
        logits: Any,
        labels: Any = None,
        *,
        temperature: float = 1.0,
        n_draws: int = 0,
        seed: int = SEED,
        show: str = SHOWS[0],
        nudged: int = 0,
        loss: str = LOSSES[0],
        n_steps: int = 0,
    ) -> None:
        if labels is None:
            labels = list("abcdefghijkl"[: len(listed(logits) or [])])
        super().__init__(
            logits=logits,
            labels=labels,
            temperature=temperature,
            n_draws=n_draws,
            seed=seed,
            show=show,
            nudged=nudged,
            loss=loss,
            n_steps=n_steps,
        )

    _check = checked_together(*_state)

    def fits(
        self, *, logits: list, labels: list, temperature: float, show: str, **_: Any
    ) -> None:
        """Refuse logits and labels of different lengths, and T outside its range."""
        rule = f"logits must have 1 to {MOST_ENTRIES} entries"
        require(1 <= len(logits) <= MOST_ENTRIES, rule, len(logits))
        rule = "logits and labels must have the same length"
        both = f"{len(logits)} and {len(labels)}"
        both += " (widget.set(logits=..., labels=...) sets both at once)"
        require(len(logits) == len(labels), rule, both)
        rule = f"temperature must be 0 or from {LOWEST:g} to {HIGHEST:g}"
        allowed = temperature == 0 or LOWEST <= temperature <= HIGHEST
        require(allowed, rule, f"{temperature:g}")
        rule = "where the scores alone or the loss is shown, temperature must be 1"
        is_free = show not in ("scores", "loss")
        require(is_free or temperature == 1, rule, f"{temperature:g}")

    def __repr__(self) -> str:
        scores = "1 score" if len(self.logits) == 1 else f"{len(self.logits)} scores"
        return f"{type(self).__name__}({scores}, temperature={self.temperature:g})"

    def describe(self) -> str:
        with np.errstate(over="ignore"):  # 1e308 - -1e308: an exponent of -inf is right
            probabilities = softmax(np.array(self.logits), temperature=self.temperature)
        names = ("columns.label", "fallback.score", "columns.probability")
        columns = [self.text(name) for name in names]
        rows = [
            [label, f"{score:g}", f"{p:.4f}"]
            for label, score, p in zip(
                self.labels, self.logits, probabilities, strict=True
            )
        ]
        beside = self._beside(probabilities)
        if beside is not None:
            kind = "slope" if self.show == "loss" else "nudge"
            columns.append(self.text(f"fallback.{kind}"))
            for row, value in zip(rows, beside, strict=True):
                row.append(f"{value:.4f}")
        elif self.show not in ("nudge", "loss") and self.n_draws:
            columns.append(self.text("fallback.drawn", n=self.n_draws))
            counts = tally(probabilities, self.seed, self.n_draws)
            for row, count in zip(rows, counts, strict=True):
                row.append(f"{count}")
        most_likely = np.flatnonzero(probabilities == probabilities.max())
        nats = float(entropy(probabilities))
        n = len(rows)
        warm = f"{self.temperature:g}"
        caption = self.text("fallback.caption", n=n, temperature=warm)
        summary = self.text(
            "fallback.summary",
            n=n,
            largest=", ".join(self.labels[i] for i in most_likely),
            probability=f"{probabilities.max():.4f}",
            nats=f"{nats:.4f}",
            bits=f"{nats / math.log(2):.4f}",
            most=f"{math.log(n):.4f}",
        )
        html = table(caption, columns, rows) + paragraph(summary)
        return html + (self._lost() if self.show == "loss" else "")

    def _beside(self, probabilities: np.ndarray) -> np.ndarray | None:
        """Return the slopes, if they are shown and there are any."""
        if self.show == "loss":
            return loss_of(np.array(self.logits), self._at, self.loss)[1]
        if self.show != "nudge" or self.temperature == 0:
            return None
        jacobian = softmax_jacobian(probabilities, temperature=self.temperature)
        return jacobian[:, self._at]

    @property
    def _at(self) -> int:
        """The place of the word that is nudged, or that was the correct one."""
        return min(self.nudged, len(self.logits) - 1)

    def _lost(self) -> str:
        value, _ = loss_of(np.array(self.logits), self._at, self.loss)
        name, kind = self.labels[self._at], self.text(f"losses.{self.loss}")
        told = self.text("fallback.loss", name=name, kind=kind, value=f"{value:.4f}")
        return paragraph(told)
