"""One context or many: what each output word is made of, and what one for all loses."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import Numbers, TextList, WholeNumber, checked_together, require

MOST_WORDS = 24
WIDEST = 8
TOLERANCE = 1e-6  # how far a row's sum may be from 1
SAME = 1e-9  # contexts this near each other in every number count as one
LARGEST = 1e6


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
    side_by_side : bool
        Whether both kinds are shown at once; one_context then changes nothing.
    glosses, features : lists of strings, optional
        What each source word means; what each number of a value stands for.
    queries : array or nested list, shape (n_target, width), optional
        What each output word asks for. The reader may then change the chosen word's
        numbers: its weights become softmax(values · query / √width).

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
        "side_by_side",
        "glosses",
        "features",
        "queries",
    )

    weights = Numbers(axes=2, most=LARGEST).tag(sync=True, rule=None)
    source = TextList().tag(sync=True, rule=None)
    target = TextList().tag(sync=True, rule=None)
    values = Numbers(None, axes=2, most=LARGEST, allow_none=True).tag(
        sync=True, rule=None
    )
    illustrative = traitlets.Bool(False).tag(sync=True, rule=None)
    target_index = WholeNumber(0, least=0, most=MOST_WORDS - 1).tag(
        sync=True, below="target"
    )
    one_context = traitlets.Bool(False).tag(sync=True)
    side_by_side = traitlets.Bool(False).tag(sync=True, rule=None)
    glosses = TextList().tag(sync=True, rule=None)
    features = TextList().tag(sync=True, rule=None)
    queries = Numbers(None, axes=2, most=LARGEST, allow_none=True).tag(sync=True)

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
        side_by_side: bool = False,
        glosses: Any = (),
        features: Any = (),
        queries: Any = None,
    ) -> None:
        super().__init__(
            weights=weights,
            source=source,
            target=target,
            values=values,
            illustrative=illustrative,
            target_index=target_index,
            one_context=one_context,
            side_by_side=side_by_side,
            glosses=glosses,
            features=features,
            queries=queries,
        )

    _check = checked_together(
        "weights",
        "source",
        "target",
        "values",
        "target_index",
        "glosses",
        "features",
        "queries",
    )

    def fits(
        self,
        *,
        weights: list,
        source: list[str],
        target: list[str],
        values: list | None,
        target_index: int,
        glosses: list[str],
        features: list[str],
        queries: list | None,
    ) -> None:
        """Refuse words, weights and values that do not fit each other."""
        for name, words in (("source", source), ("target", target)):
            most = f"{name} must have 1 to {MOST_WORDS} words"
            require(1 <= len(words) <= MOST_WORDS, most, len(words))
            require(all(words), f"{name} must not hold an empty word", words)
        shape, wanted = np.shape(weights), (len(target), len(source))
        require(shape == wanted, f"weights must have the shape {wanted}", shape)
        for row, shares in enumerate(weights):
            require(min(shares) >= 0, "weights must be at least 0", min(shares))
            total = math.fsum(shares)
            rule = f"each row of weights must sum to 1, within {TOLERANCE:g}"
            require(abs(total - 1) <= TOLERANCE, rule, f"{total:.9g} in row {row}")
        if values is not None:
            rule = f"values must have {len(source)} rows, one a source word"
            require(len(values) == len(source), rule, len(values))
            width = len(values[0])
            require(1 <= width <= WIDEST, f"values must be 1 to {WIDEST} wide", width)
        width = len(values[0]) if values else 0
        for name, names, n in (
            ("glosses", glosses, len(source)),
            ("features", features, width),
        ):
            require(len(names) in (0, n), f"{name} must be {n} or none", len(names))
        if queries is not None:
            wanted = (len(target), width)
            rule = f"queries must have the shape {wanted}, as the values are wide"
            require(np.shape(queries) == wanted, rule, np.shape(queries))
        inside = f"target_index must be below {len(target)}"
        require(target_index < len(target), inside, target_index)

    def __repr__(self) -> str:
        word = self.target[self.target_index]
        whose = f"own context of {word!r}"
        if self.side_by_side:
            whose = f"one context for all beside the {whose}"
        elif self.one_context:
            whose = "one context for all"
        return (
            f"{type(self).__name__}({len(self.target)} output words, "
            f"{len(self.source)} source words, {whose})"
        )

    def describe(self) -> str:
        weights = np.array(self.weights)
        contexts, one = self.contexts()
        shared = self.one_context and not self.side_by_side
        if shared:
            weights[:] = 1 / len(self.source)
        count = 1 if shared else count_different(contexts)
        distances = np.linalg.norm(contexts - one, axis=-1)
        if self.values is None:
            distances = np.abs(contexts - one).sum(-1) / 2
        rows = [
            [word, *(f"{share:.2f}" for share in shares), f"{distance:.3f}"]
            for word, shares, distance in zip(
                self.target, weights, distances, strict=True
            )
        ]
        caption = self.text("fallback.one" if shared else "fallback.own")
        last = "fallback.moved" if self.values is None else "fallback.distance"
        named = [
            f"{word} ({gloss})"
            for word, gloss in zip(self.source, self.glosses, strict=False)
        ]  # none without glosses
        words = named or self.source
        columns = [self.text("fallback.output_word"), *words, self.text(last)]
        made_up = paragraph(self.text("fallback.made_up"))
        counted = self.text("fallback.count", count=count, n=len(self.target))
        return (
            (made_up if self.illustrative else "")
            + table(caption, columns, rows)
            + paragraph(counted)
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
