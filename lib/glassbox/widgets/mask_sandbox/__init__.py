"""Mask sandbox: who may attend to whom, and what a wrong mask lets through."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from ...kernels.masks import causal_mask, padding_mask
from ...kernels.probability import softmax
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._rules import list_rule
from .._traits import Numbers, TextList, WholeNumber, checked_together, listed, require

FEWEST, MOST = 2, 6  # tokens
LARGEST = 1000.0  # far above the finite fill, so that a filled score stays the lowest
FILLS = {"-inf": -np.inf, "-1e9": -1e9}


class ChoiceMatrix(traitlets.TraitType):
    """Rows of True, False or None; a boolean array is accepted."""

    def validate(self, obj: Any, value: Any) -> list[list[bool | None]]:
        rows = [listed(row) for row in listed(value) or []]
        entries = [entry for row in rows for entry in row or ["no row"]]
        if not rows or not all(e is None or isinstance(e, bool) for e in entries):
            raise traitlets.TraitError(
                f"{self.name} must be rows of True, False and None; got {value!r}"
            )
        return rows

    def rule(self) -> dict[str, Any]:
        return list_rule(self, {"enum": [True, False, None]}, axes=2)


class MaskSandbox(GlassBoxWidget):
    """Scores under a mask that can be right or wrong, and what comes of it.

    Parameters
    ----------
    scores : array or nested list, shape (n, n)
        Row i holds token i's scores for every token, 2 to 6 of them.
    values : array or nested list, shape (n, d_v), optional
        What each token holds, up to 3 numbers. Without them no output is shown.
    tokens : list of n strings, optional
        Their names; "token 1" … if left out.
    answers : list of n strings, optional
        The word that each token's position must write, shown beside its row.
    n_padding : int
        How many tokens in front are padding: 0 to n. This is a fact about the
        sequence, whether or not the mask heeds it. At the end, padding would harm no
        real token under a causal mask.
    causal : bool
        Whether the mask hides later tokens.
    hide_padding : bool
        Whether the mask hides the padded tokens.
    inverted : bool
        Whether True is read as "hidden" instead of "may attend".
    by_hand : (n, n) of True, False or None, optional
        Single entries that hold whatever the rules say: True = may attend.
    when : "before" or "after"
        Whether the mask comes before the softmax, or puts zeros after it.
    fill : "-inf" or "-1e9"
        What stands for a hidden score before the softmax.
    poked : int, optional
        The token whose key and value are changed, to see which outputs move.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: decoder_masking.

    >>> MaskSandbox([[1, 2], [3, 4]], tokens=["[pad]", "a"], n_padding=1)
    MaskSandbox(2 tokens, 1 padded, causal & padding, -inf before softmax)
    """

    _folder = Path(__file__).parent
    _state = (
        "scores", "values", "tokens", "answers", "n_padding", "causal", "hide_padding",
        "inverted", "by_hand", "when", "fill", "poked",
    )  # fmt: skip

    scores = Numbers(axes=2, most=LARGEST).tag(sync=True)
    values = Numbers(axes=2, most=LARGEST).tag(sync=True)
    tokens = TextList().tag(sync=True)
    answers = TextList().tag(sync=True)
    n_padding = WholeNumber(0).tag(sync=True, least=0, up_to="tokens")
    causal = traitlets.Bool(True).tag(sync=True)
    hide_padding = traitlets.Bool(True).tag(sync=True)
    inverted = traitlets.Bool(False).tag(sync=True)
    by_hand = ChoiceMatrix().tag(sync=True)
    when = traitlets.Enum(("before", "after"), "before").tag(sync=True)
    fill = traitlets.Enum(tuple(FILLS), "-inf").tag(sync=True)
    poked = WholeNumber(None, allow_none=True).tag(sync=True, least=0, below="tokens")

    def __init__(self, scores: Any, values: Any = None, **state: Any) -> None:
        given = {"values": values} | state
        chosen = {name: value for name, value in given.items() if value is not None}
        super().__init__(scores=scores, **chosen)

    @traitlets.default("values")
    def _no_values(self) -> list:
        return []

    @traitlets.default("answers")
    def _no_answers(self) -> list:
        return []

    @traitlets.default("tokens")
    def _count_tokens(self) -> list[str]:
        count = len(self.scores)
        return [self.text("token", number=i + 1) for i in range(count)]

    @traitlets.default("by_hand")
    def _untouched(self) -> list[list[None]]:
        return [[None for _ in row] for row in self.scores]

    _check = checked_together(*_state)

    def fits(
        self,
        *,
        scores: list,
        values: list,
        tokens: list[str],
        answers: list[str],
        n_padding: int,
        by_hand: list,
        poked: int | None,
        **_: Any,
    ) -> None:
        """Refuse a state whose parts do not fit each other."""
        n, n_values = len(scores), len(values)
        shape, sizes = np.shape(scores), [len(row) for row in by_hand]
        n_features = len(values[0]) if values else 1
        require(FEWEST <= n <= MOST, f"scores must have {FEWEST} to {MOST} rows", n)
        require(shape == (n, n), "scores must be square", shape)
        require(n_values in (0, n), f"values must have {n} rows, one a token", n_values)
        require(1 <= n_features <= 3, "values must have 1 to 3 columns", n_features)
        require(len(tokens) == n, f"tokens must have {n} entries", len(tokens))
        n_answers = len(answers)
        require(n_answers in (0, n), f"answers must have {n} entries", n_answers)
        require(0 <= n_padding <= n, f"n_padding must be from 0 to {n}", n_padding)
        require(sizes == [n] * n, f"by_hand must have {n} rows of {n} entries", sizes)
        allowed = poked in (None, *range(n))
        require(allowed, f"poked must be None or 0 to {n - 1}", poked)

    def __repr__(self) -> str:
        rules = [("causal", self.causal), ("padding", self.hide_padding)]
        mask = " & ".join(name for name, on in rules if on) or "no rule"
        mask = f"not ({mask})" if self.inverted else mask
        where = f"{self.fill} before" if self.when == "before" else "0 after"
        return (
            f"{type(self).__name__}({len(self.tokens)} tokens, {self.n_padding} "
            f"padded, {mask}, {where} softmax)"
        )

    def mask(self) -> np.ndarray:
        """Return the mask that is used, right or wrong: True = may attend."""
        n = len(self.scores)
        mask = np.ones((n, n), bool)
        if self.causal:
            mask = mask & causal_mask(n)
        if self.hide_padding:
            mask = mask & self._real()
        if self.inverted:
            mask = ~mask
        own = np.array(self.by_hand, object)
        return np.where(np.equal(own, None), mask, own).astype(bool)

    def _real(self) -> np.ndarray:
        """Return which tokens are no padding, shape (1, n): those at the end."""
        n = len(self.scores)
        return padding_mask([n - self.n_padding], n)[0][:, ::-1]

    def weights(self) -> np.ndarray:
        """Return the weights that this mask gives, used in this way."""
        scores, mask = np.array(self.scores), self.mask()
        if self.when == "after":
            return softmax(scores) * mask
        return softmax(np.where(mask, scores, FILLS[self.fill]))

    def leaks(self) -> np.ndarray:
        """Return, as booleans, where a weight is not 0 on the future or on padding."""
        n = len(self.scores)
        allowed = causal_mask(n) & self._real()
        return (self.weights() != 0) & ~allowed

    def describe(self) -> str:
        mask, weights, leaks = self.mask(), self.weights(), self.leaks()
        rows = []
        for name, *cells in zip(self.tokens, weights, mask, leaks, strict=True):
            words = [self._weight(*cell) for cell in zip(*cells, strict=True)]
            rows.append([name, *words, f"{sum(cells[0]):.4f}"])
        query = self.text("fallback.query")
        html = table(self._caption(), [query, *self.tokens, self.text("sum")], rows)
        if self.values:
            output = weights @ np.array(self.values)
            rows = [
                [name, *(f"{y:.4f}" for y in row)]
                for name, row in zip(self.tokens, output, strict=True)
            ]
            count = output.shape[1]
            features = [self.text("output", number=j + 1) for j in range(count)]
            html += table(
                self.text("fallback.output_caption"), [query, *features], rows
            )
        empty = int((~mask.any(axis=1)).sum())
        sizes = {"n": int(leaks.sum()), "rows": len(mask), "empty": empty}
        return html + paragraph(self.text("fallback.summary", **sizes))

    def _caption(self) -> str:
        """Return what the mask is and how it is used, as repr does, in words."""
        rules = [name for name in ("causal", "hide_padding") if getattr(self, name)]
        key = "both" if len(rules) == 2 else "".join(rules) or "neither"
        mask = self.text(f"fallback.masks.{key}")
        if self.inverted:
            mask = self.text("fallback.masks.inverted", mask=mask)
        return self.text(
            f"fallback.caption.{self.when}",
            tokens=len(self.tokens),
            padded=self.n_padding,
            mask=mask,
            fill=self.fill,
        )

    def _weight(self, weight: float, may_attend: bool, leak: bool) -> str:
        """Return a weight, and in words whether it is hidden, a leak or both."""
        names = [
            name for name, on in (("hidden", not may_attend), ("leak", leak)) if on
        ]
        if not names:
            return f"{weight:.4f}"
        return self.text(f"fallback.{'_'.join(names)}", weight=f"{weight:.4f}")
