"""The numbers of choose the next token: what each way of cutting leaves, and draws."""

from typing import Any

import numpy as np
import traitlets

from ...kernels.probability import log_softmax, softmax
from ...kernels.sampling import keep_top_k, keep_top_p, next_token_probabilities
from .._base import require
from .._random import mulberry32

MOST_TOKENS, MOST_CONTEXTS = 2000, 6


class Logits(traitlets.TraitType):
    """Finite numbers, one row a context: float32, as the page gets them."""

    def validate(self, obj: Any, value: Any) -> np.ndarray:
        if hasattr(value, "detach"):  # a tensor, perhaps with a gradient
            value = value.detach().cpu().double().numpy()
        try:
            with np.errstate(over="ignore"):  # too large: inf, refused below
                rows = np.atleast_2d(np.array(value, dtype=np.float32))
        except (TypeError, ValueError):
            raise traitlets.TraitError(
                f"{self.name} must be an array of numbers; got {type(value).__name__}"
            ) from None
        allowed = rows.ndim == 2 and 1 <= len(rows) <= MOST_CONTEXTS
        rule = f"one row, or 1 to {MOST_CONTEXTS} rows, one a context"
        require(allowed, f"{self.name} must be {rule}", rows.shape)
        rule = f"{self.name} must have 2 to {MOST_TOKENS} tokens in a row"
        require(2 <= rows.shape[1] <= MOST_TOKENS, rule, rows.shape[1])
        infinite = rows[~np.isfinite(rows)]
        if infinite.size:
            raise traitlets.TraitError(
                f"{self.name} must be finite numbers of at most 3.4e38 in size; "
                f"got {infinite[0]}"
            )
        return rows.astype(np.float64)


def packed(logits: np.ndarray, widget: Any) -> dict[str, Any]:
    """Return logits as the page gets them: four bytes a number."""
    return {"shape": list(logits.shape), "values": logits.astype("<f4").tobytes()}


def shares(
    logits: np.ndarray,
    temperature: float,
    top_k: int | None,
    top_p: float | None,
    cutting: str = "minus_infinity",
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the shares before and after the cut, and which tokens it keeps."""
    if temperature == 0:
        top_k = 1  # greedy: the lowest id on ties
    scores = log_softmax(logits, temperature=temperature)
    if cutting == "top_50":
        scores = keep_top_k(scores, 50)
    if cutting == "nucleus_first":
        scores = log_softmax(logits)
    before = softmax(scores)
    kept = scores if top_k is None else keep_top_k(scores, top_k)
    kept = np.isfinite(kept if top_p is None else keep_top_p(kept, top_p))
    if cutting == "nucleus_first":
        before = softmax(logits, temperature=temperature)
    cut = np.where(kept, before, 0)
    after = {
        "minus_infinity": lambda: next_token_probabilities(
            logits, temperature=temperature, top_k=top_k, top_p=top_p
        ),
        "zero": lambda: softmax(np.where(kept, logits, 0), temperature=temperature),
        "not_renormalised": lambda: cut,
    }.get(cutting, lambda: cut / cut.sum())
    return before, after(), kept


def tally(probabilities: np.ndarray, seed: int, n_draws: int) -> np.ndarray:
    """Count how often each token is drawn, as `sample` does one by one.

    Shares that miss 1 leave a part of [0, 1) to nobody: the last count.
    """
    missing = 1 - probabilities.sum()
    nobody = [missing] if missing > 1e-9 else []
    cumulative = np.cumsum([*probabilities, *nobody])
    marks = mulberry32(seed, n_draws) * cumulative[-1]
    drawn = np.searchsorted(cumulative, marks, side="right")
    return np.bincount(drawn, minlength=probabilities.size + 1)
