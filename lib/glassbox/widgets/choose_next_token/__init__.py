"""Choose the next token: a model's logits, T, top-k, top-p, and draws from them."""

from pathlib import Path
from typing import Any

import numpy as np
import traitlets

from .._base import (
    GlassBoxWidget,
    Number,
    TextList,
    WholeNumber,
    checked_together,
    paragraph,
    require,
    table,
)
from .numbers import Logits, packed, shares, tally

LOWEST, HIGHEST = 0.05, 20.0  # what the slider spans; 0 is greedy
SEEDS = 1000
SHOWN = 12  # tokens, and one row for all others
N_DRAWS = 1000
CUTTING = (
    "minus_infinity", "shares", "zero", "not_renormalised", "nucleus_first", "top_50",
)  # fmt: skip


class ChooseNextToken(GlassBoxWidget):
    """A model's logits become a token: temperature, top-k, top-p, then a draw.

    Parameters
    ----------
    logits : array, shape (vocabulary_size,) or (n_contexts, vocabulary_size)
        Finite scores of 2 to 2,000 tokens after 1 to 6 contexts, kept as float32.
    tokens : list of vocabulary_size strings
    temperature : float
        0, which takes the highest logit, the lowest id on ties, or 0.05 to 20.
    top_k : int of at least 1, or None
    top_p : float from 0 to 1, or None
    contexts : list of n_contexts strings
        The texts that the logits follow; may be left out if there is one row.
    context : int
        Which of them is shown.
    seed : int
        0 to 999: which random numbers the draws use.
    cutting : str
        How what is cut is cut: "minus_infinity" and "shares" agree; "zero",
        "not_renormalised", "nucleus_first" and "top_50" are mistakes.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: output_head.

    >>> ChooseNextToken([2.0, 1.0, 0.5], ["tea", "milk", "rain"], top_k=2)
    ChooseNextToken(1 context, 3 tokens, temperature=1, top_k=2, top_p=None)
    """

    _folder = Path(__file__).parent
    _state = ("logits", "tokens", "contexts", "context", "temperature", "top_k",
              "top_p", "cutting", "seed")  # fmt: skip

    logits = Logits().tag(sync=True, to_json=packed)
    tokens = TextList().tag(sync=True)
    contexts = TextList().tag(sync=True)
    context = WholeNumber(0).tag(sync=True)
    temperature = Number(1.0).tag(sync=True)
    top_k = WholeNumber(None, allow_none=True).tag(sync=True)
    top_p = Number(None, allow_none=True).tag(sync=True)
    cutting = traitlets.Enum(CUTTING, "minus_infinity").tag(sync=True)
    seed = WholeNumber(0, least=0, most=SEEDS - 1).tag(sync=True)

    def __init__(
        self,
        logits: Any,
        tokens: Any,
        *,
        temperature: float = 1.0,
        top_k: int | None = None,
        top_p: float | None = None,
        contexts: Any = None,
        context: int = 0,
        seed: int = 0,
        cutting: str = "minus_infinity",
    ) -> None:
        super().__init__(
            logits=logits,
            tokens=tokens,
            contexts=[""] if contexts is None else contexts,
            context=context,
            temperature=temperature,
            top_k=top_k,
            top_p=top_p,
            cutting=cutting,
            seed=seed,
        )

    _check = checked_together(*_state)

    def fits(
        self,
        *,
        logits: np.ndarray,
        tokens: list[str],
        contexts: list[str],
        context: int,
        temperature: float,
        top_k: int | None,
        top_p: float | None,
        **_: Any,
    ) -> None:
        """Refuse a state whose parts do not fit each other."""
        n_contexts, n_tokens = logits.shape
        rule = f"tokens must be {n_tokens}, as logits has"
        require(len(tokens) == n_tokens, rule, len(tokens))
        rule = f"contexts must be {n_contexts} texts, one a row of logits"
        require(len(contexts) == n_contexts, rule, len(contexts))
        rule = f"context must be from 0 to {n_contexts - 1}"
        require(0 <= context < n_contexts, rule, context)
        rule = f"temperature must be 0 or from {LOWEST:g} to {HIGHEST:g}"
        allowed = temperature == 0 or LOWEST <= temperature <= HIGHEST
        require(allowed, rule, f"{temperature:g}")
        rule = "top_k must be at least 1, or None"
        require(top_k is None or top_k >= 1, rule, top_k)
        rule = "top_p must be from 0 to 1, or None"
        require(top_p is None or 0 <= top_p <= 1, rule, top_p)

    def __repr__(self) -> str:
        n_contexts, n_tokens = self.logits.shape
        plural = "" if n_contexts == 1 else "s"
        top_p = None if self.top_p is None else f"{self.top_p:g}"
        return (
            f"{type(self).__name__}({n_contexts} context{plural}, {n_tokens} tokens, "
            f"temperature={self.temperature:g}, top_k={self.top_k}, top_p={top_p})"
        )

    def describe(self) -> str:
        z = self.logits[self.context]
        before, after, kept = shares(
            z, self.temperature, self.top_k, self.top_p, self.cutting
        )
        counts = tally(after, self.seed, N_DRAWS)
        order = np.argsort(-z, kind="stable")
        rows = []
        for v in order[:SHOWN]:
            share = f"{after[v]:.4f}"
            share = share if kept[v] else self.text("fallback.cut", share=share)
            drawn = self._drawn(counts[v], after[v])
            rows.append(
                [self.tokens[v], f"{z[v]:.4f}", f"{before[v]:.4f}", share, drawn]
            )
        rest = order[SHOWN:]
        if rest.size:
            name = self.text("others", n=rest.size, count=f"{rest.size}")
            share = after[rest].sum()
            drawn = self._drawn(counts[rest].sum(), share)
            rows.append([name, "", f"{before[rest].sum():.4f}", f"{share:.4f}", drawn])
        header = [
            self.text("columns.token"),
            self.text("columns.logit"),
            self.text("fallback.before"),
            self.text("columns.after"),
            self.text("fallback.drawn", n=N_DRAWS),
        ]
        summary = self.text(
            "fallback.summary",
            n=f"{kept.sum()}",
            all=f"{z.size}",
            mass=f"{before[kept].sum():.4f}",
            total=f"{after.sum():.4f}",
        )
        return table(self._caption(), header, rows) + paragraph(summary)

    def _drawn(self, count: int, share: float) -> str:
        """Return how often a token was drawn, and was to be expected."""
        expected = f"{N_DRAWS * share:.1f}"
        return self.text("fallback.count", count=f"{count}", expected=expected)

    def _caption(self) -> str:
        settings = [self.text("fallback.temperature", value=f"{self.temperature:g}")]
        if self.top_k is not None:
            settings.append(self.text("fallback.top_k", value=f"{self.top_k}"))
        if self.top_p is not None:
            settings.append(self.text("fallback.top_p", value=f"{self.top_p:g}"))
        words = {
            "context": self.contexts[self.context],
            "settings": self.text("fallback.separator").join(settings),
            "way": self.text(f"fallback.ways.{self.cutting}"),
        }
        key = "caption_after" if words["context"] else "caption"
        return self.text(f"fallback.{key}", **words)
