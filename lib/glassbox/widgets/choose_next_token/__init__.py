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
    paragraph,
    table,
)
from .numbers import Logits, packed, shares, tally

LOWEST, HIGHEST = 0.05, 20.0  # what the slider spans; 0 is greedy
SEEDS = 1000
SHOWN = 12  # tokens, and one row for all others
N_DRAWS = 1000
CUTTING = {
    "minus_infinity": "logits to -inf before the softmax",
    "shares": "shares to 0 after the softmax, renormalised",
    "zero": "wrong: logits to 0",
    "not_renormalised": "wrong: shares not renormalised",
    "nucleus_first": "wrong: top-p before the temperature",
    "top_50": "wrong: only the top 50 counted",
}


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
    cutting = traitlets.Enum(tuple(CUTTING), "minus_infinity").tag(sync=True)
    seed = WholeNumber(0).tag(sync=True)

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

    @traitlets.validate(*_state)
    def _check(self, proposal: Any) -> Any:
        state = {name: getattr(self, name) for name in self._state}
        state[proposal.trait.name] = proposal.value
        _check_fit(**state)
        return proposal.value

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
        rows = [
            [
                self.tokens[v],
                f"{z[v]:.4f}",
                f"{before[v]:.4f}",
                f"{after[v]:.4f}" if kept[v] else f"{after[v]:.4f} (cut)",
                f"{counts[v]} of {N_DRAWS * after[v]:.1f}",
            ]
            for v in order[:SHOWN]
        ]
        if rest := list(order[SHOWN:]):
            sums = [before[rest].sum(), after[rest].sum()]
            drawn = f"{counts[rest].sum()} of {N_DRAWS * sums[1]:.1f}"
            rows.append([f"{len(rest)} others", "", *(f"{x:.4f}" for x in sums), drawn])
        cuts = [f"T = {self.temperature:g}"]
        cuts += [] if self.top_k is None else [f"top-k {self.top_k}"]
        cuts += [] if self.top_p is None else [f"top-p {self.top_p:g}"]
        text = self.contexts[self.context]
        return table(
            f"The next token{' after ' + text if text else ''}: {', '.join(cuts)}; "
            f"{CUTTING[self.cutting]}",
            ["token", "logit", "share of the vocabulary", "after the cut",
             f"drawn, of {N_DRAWS:,}, and expected"],
            rows,
        ) + paragraph(
            f"{kept.sum()} of {z.size} tokens remain. They held "
            f"{before[kept].sum():.4f} before the cut; what is drawn from sums "
            f"to {after.sum():.4f}."
        )  # fmt: skip


def _check_fit(
    *,
    logits: np.ndarray,
    tokens: list[str],
    contexts: list[str],
    context: int,
    temperature: float,
    top_k: int | None,
    top_p: float | None,
    seed: int,
    **_: Any,
) -> None:
    """Refuse a state whose parts do not fit each other."""
    n_contexts, n_tokens = logits.shape
    may_be = temperature == 0 or LOWEST <= temperature <= HIGHEST
    rules = [
        (len(tokens) == n_tokens, f"tokens must be {n_tokens}, as logits has",
         len(tokens)),
        (len(contexts) == n_contexts,
         f"contexts must be {n_contexts} texts, one a row of logits", len(contexts)),
        (0 <= context < n_contexts, f"context must be from 0 to {n_contexts - 1}",
         context),
        (may_be, f"temperature must be 0 or from {LOWEST:g} to {HIGHEST:g}",
         f"{temperature:g}"),
        (top_k is None or top_k >= 1, "top_k must be at least 1, or None", top_k),
        (top_p is None or 0 <= top_p <= 1, "top_p must be from 0 to 1, or None",
         top_p),
        (0 <= seed < SEEDS, f"seed must be from 0 to {SEEDS - 1}", seed),
    ]  # fmt: skip
    for holds, rule, came in rules:
        if not holds:
            raise traitlets.TraitError(f"{rule}; got {came}")
