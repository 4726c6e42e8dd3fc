"""Read, then write: an encoder and a decoder, step by step, one context or many."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Numbers, TextList, WholeNumber, checked_together, require

MOST_WORDS = 6
TOLERANCE = 1e-6  # how far a row's sum may be from 1


class ReadThenWrite(GlassBoxWidget):
    """Step through a translation: the encoder reads, then the decoder writes.

    Parameters
    ----------
    weights : array or nested list, shape (n_target, n_source)
        The weight of each source word in each output word's own context: at least 0,
        each row sums to 1.
    source, glosses, target : lists of strings
        2 to 6 source words, what each means, and 2 to 6 output words.
    step : int
        0 before the first word, then one for each word that is read or written.
    attention : bool
        Whether each output word has a context of its own.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: why_attention.

    >>> words = ["我", "学习"], ["I", "study"], ["I", "learn"]
    >>> ReadThenWrite([[0.9, 0.1], [0.2, 0.8]], *words)
    ReadThenWrite(step 0 of 4, one context)
    """

    _folder = Path(__file__).parent
    _state = ("weights", "source", "glosses", "target", "step", "attention")

    weights = Numbers(axes=2, most=1).tag(sync=True, rule=None)
    source = TextList().tag(sync=True, rule=None)
    glosses = TextList().tag(sync=True, rule=None)
    target = TextList().tag(sync=True, rule=None)
    step = WholeNumber(0, least=0, most=2 * MOST_WORDS).tag(sync=True)
    attention = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        weights: Any,
        source: Any,
        glosses: Any,
        target: Any,
        *,
        step: int = 0,
        attention: bool = False,
    ) -> None:
        super().__init__(
            weights=weights,
            source=source,
            glosses=glosses,
            target=target,
            step=step,
            attention=attention,
        )

    _check = checked_together("weights", "source", "glosses", "target", "step")

    def fits(
        self,
        *,
        weights: list,
        source: list[str],
        glosses: list[str],
        target: list[str],
        step: int,
    ) -> None:
        """Refuse words, weights and a step that do not fit each other."""
        for name, words in (("source", source), ("target", target)):
            most = f"{name} must have 2 to {MOST_WORDS} words"
            require(2 <= len(words) <= MOST_WORDS, most, len(words))
        same = f"glosses must be as many as the source words, {len(source)}"
        require(len(glosses) == len(source), same, len(glosses))
        shape, wanted = np.shape(weights), (len(target), len(source))
        require(shape == wanted, f"weights must have the shape {wanted}", shape)
        for row, numbers in enumerate(weights):
            require(min(numbers) >= 0, "weights must be at least 0", min(numbers))
            total = math.fsum(numbers)
            rule = f"each row of weights must sum to 1, within {TOLERANCE:g}"
            require(abs(total - 1) <= TOLERANCE, rule, f"{total:.9g} in row {row}")
        last = len(source) + len(target)
        require(step <= last, f"step must be at most {last}", step)

    def __repr__(self) -> str:
        last = len(self.source) + len(self.target)
        kind = "a context each" if self.attention else "one context"
        return f"{type(self).__name__}(step {self.step} of {last}, {kind})"

    def describe(self) -> str:
        columns = [self.text("fallback.output_word")]
        for word, gloss in zip(self.source, self.glosses, strict=True):
            columns.append(f"{word} ({gloss})")
        rows = [
            [word, *(f"{weight:.2f}" for weight in row)]
            for word, row in zip(self.target, self.weights, strict=True)
        ]
        told = self.text("fallback.told")
        return table(self.text("fallback.caption"), columns, rows) + paragraph(told)
