"""One context or many: what each output word is made of, and what one for all loses."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from .._base import (
    GlassBoxWidget,
    TextList,
    WholeNumber,
    is_finite_number,
    listed,
    paragraph,
    table,
)

MOST_WORDS = 24
WIDEST = 8
TOLERANCE = 1e-6  # how far a row's sum may be from 1
SAME = 1e-9  # contexts this near each other in every number count as one
LARGEST = 1e6


class NumberRows(traitlets.TraitType):
    """Rows of finite numbers, all as long as each other; an array is accepted."""

    def validate(self, obj: Any, value: Any) -> list[list[float]]:
        rows = [listed(row) for row in listed(value) or []]
        if not rows or None in rows or len({len(row) for row in rows}) > 1:
            raise traitlets.TraitError(
                f"{self.name} must be a matrix, rows of as many columns; got {value!r}"
            )
        for entry in (entry for row in rows for entry in row):
            if not is_finite_number(entry) or abs(entry) > LARGEST:
                raise traitlets.TraitError(
                    f"{self.name} must hold numbers from {-LARGEST:g} to {LARGEST:g}; "
                    f"got {entry!r}"
                )
        return [[float(entry) for entry in row] for row in rows]


class OneContextOrMany(GlassBoxWidget):
    """Choose an output word: its own context, or the one that all of them share.

    Parameters
    ----------
    weights : array or nested list, shape (n_target, n_source)
        The share of each source word in each output word's context: at least 0, each
        row sums to 1. Up to 24 by 24.
    source, target : list of strings
        The source words and the output words, or their characters.
    values : array or nested list, shape (n_source, width), optional
        Each source word's value, up to 8 numbers; a context is then a vector.
    illustrative : bool
        Whether the widget says that the weights are made up.
    target_index : int
        The chosen output word.
    one_context : bool
        Whether all output words share one context, the mean of the source words.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: why_attention.

    >>> OneContextOrMany([[0.9, 0.1], [0.2, 0.8]], ["我", "学习"], ["I", "study"])
    OneContextOrMany(2 output words, 2 source words, own context of 'I')
    """

    _folder = Path(__file__).parent
    _state = (
        "weights",
        "source",
        "target",
        "values",
        "illustrative",
        "target_index",
        "one_context",
    )

    weights = NumberRows().tag(sync=True)
    source = TextList().tag(sync=True)
    target = TextList().tag(sync=True)
    values = NumberRows(None, allow_none=True).tag(sync=True)
    illustrative = traitlets.Bool(False).tag(sync=True)
    target_index = WholeNumber(0, least=0, most=MOST_WORDS - 1).tag(sync=True)
    one_context = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        weights: Any,
        source: Any,
        target: Any,
        *,
        values: Any = None,
        illustrative: bool = False,
        target_index: int = 0,
        one_context: bool = False,
    ) -> None:
        super().__init__(
            weights=weights,
            source=source,
            target=target,
            values=values,
            illustrative=illustrative,
            target_index=target_index,
            one_context=one_context,
        )

    @traitlets.validate(*_state)
    def _check(self, proposal: Any) -> Any:
        state = {name: getattr(self, name) for name in self._state}
        state[proposal.trait.name] = proposal.value
        _check_fit(**state)
        return proposal.value

    def __repr__(self) -> str:
        word = self.target[self.target_index]
        whose = (
            "one context for all" if self.one_context else f"own context of {word!r}"
        )
        return (
            f"{type(self).__name__}({len(self.target)} output words, "
            f"{len(self.source)} source words, {whose})"
        )

    def describe(self) -> str:
        weights = np.array(self.weights)
        contexts, one = self.contexts()
        if self.one_context:
            weights[:] = 1 / len(self.source)
        count = 1 if self.one_context else count_different(contexts)
        distances = np.linalg.norm(contexts - one, axis=-1)
        if self.values is None:
            distances = np.abs(contexts - one).sum(-1) / 2
        rows = [
            [word, *(f"{share:.2f}" for share in shares), f"{distance:.3f}"]
            for word, shares, distance in zip(
                self.target, weights, distances, strict=True
            )
        ]
        last = "share held elsewhere" if self.values is None else "|own context − C|"
        caption = (
            "One context for all output words: shares of the source words"
            if self.one_context
            else "A context for each output word: shares of the source words"
        )
        text = f"Different contexts: {count} for {len(self.target)} output words."
        text += (
            " C is the mean of all source words; a model may make its one otherwise."
        )
        made_up = paragraph("Weights made up for illustration.")
        return (
            (made_up if self.illustrative else "")
            + table(caption, ["output word", *self.source, last], rows)
            + paragraph(text)
        )

    def contexts(self) -> tuple[np.ndarray, np.ndarray]:
        """Return each output word's own context, and the one that all could share.

        Vectors of the values' width; without values the shares stand for them.
        """
        weights = np.array(self.weights)  # (n_target, n_source)
        even = np.full(len(self.source), 1 / len(self.source))
        if self.values is None:
            return weights, even
        return weights @ np.array(self.values), even @ np.array(self.values)


def count_different(contexts: np.ndarray) -> int:
    """Return how many rows differ from every row before them."""
    kept: list[np.ndarray] = []
    for row in contexts:
        if all(np.abs(row - other).max() > SAME for other in kept):
            kept.append(row)
    return len(kept)


def _check_fit(
    *,
    weights: list,
    source: list[str],
    target: list[str],
    values: list | None,
    target_index: int,
    **others: Any,
) -> None:
    """Refuse a state whose parts do not fit each other."""
    for name, words in (("source", source), ("target", target)):
        most = f"{name} must have 1 to {MOST_WORDS} words"
        _require(1 <= len(words) <= MOST_WORDS, most, len(words))
        _require(all(words), f"{name} must not hold an empty word", words)
    shape, wanted = (len(weights), len(weights[0])), (len(target), len(source))
    _require(shape == wanted, f"weights must have the shape {wanted}", shape)
    for row, shares in enumerate(weights):
        _require(min(shares) >= 0, "weights must be at least 0", min(shares))
        total = math.fsum(shares)
        rule = f"each row of weights must sum to 1, within {TOLERANCE:g}"
        _require(abs(total - 1) <= TOLERANCE, rule, f"{total:.9g} in row {row}")
    if values is not None:
        rule = f"values must have {len(source)} rows, one a source word"
        _require(len(values) == len(source), rule, len(values))
        width = len(values[0])
        _require(1 <= width <= WIDEST, f"values must be 1 to {WIDEST} wide", width)
    inside = f"target_index must be below {len(target)}"
    _require(target_index < len(target), inside, target_index)


def _require(holds: bool, rule: str, came: Any) -> None:
    if not holds:
        raise traitlets.TraitError(f"{rule}; got {came}")
