"""The exercise peeking, of the chapter decoder_masking."""

from collections.abc import Callable

import numpy as np

from ...kernels.attention import scaled_dot_product_attention
from ...kernels.masks import causal_mask
from .._engine import Case, Exercise, Wrong, floats

Compare = Callable[[np.ndarray, np.ndarray], bool]


def attend(x: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return the output of self-attention, without projections."""
    return scaled_dot_product_attention(x, x, x, mask).output


def _noticed(
    x: np.ndarray, mask: np.ndarray, t: int, rows: slice, same: Compare = np.array_equal
) -> bool:
    poked = x.astype(float)
    poked[t] += 1
    return not same(attend(poked, mask)[rows], attend(x, mask)[rows])


def peeking(x: np.ndarray, mask: np.ndarray) -> float:
    """Return the fraction of the pokes of tokens 1 ... n - 1 that are noticed."""
    pokes = range(1, len(x))
    return np.mean([_noticed(x, mask, t, slice(t)) for t in pokes])


def _comparing(rows_of: Callable[[int], slice]) -> Callable:
    """Build a test that looks at other rows than those before t."""

    def variant(x: np.ndarray, mask: np.ndarray) -> float:
        pokes = range(1, len(x))
        return np.mean([_noticed(x, mask, t, rows_of(t)) for t in pokes])

    return variant


def _roughly(x: np.ndarray, mask: np.ndarray) -> float:
    pokes = range(1, len(x))
    return np.mean([_noticed(x, mask, t, slice(t), np.allclose) for t in pokes])


def _last_poke(x: np.ndarray, mask: np.ndarray) -> float:
    return np.mean(_noticed(x, mask, len(x) - 1, slice(len(x) - 1)))


def _fraction_of_tokens(x: np.ndarray, mask: np.ndarray) -> float:
    return peeking(x, mask) * (len(x) - 1) / len(x)


FIVE = floats([1, 0.5], [-1, 2], [0.3, 1], [2, -0.7], [0.1, 0.4])
ONE_HOLE = causal_mask(5)
ONE_HOLE[1, 2] = True


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Take other vectors, more of them, and another cell that is one too many."""
    x, mask = case["x"], case["mask"]
    if len(x) < 5:
        return {"x": x * int(rng.integers(1, 4)), "mask": mask}
    n = len(x) + int(rng.integers(4))
    larger = mask if mask.all() else causal_mask(len(x))
    larger = np.ones((n, n), bool) if larger.all() else causal_mask(n)
    if not mask.all() and (mask != causal_mask(len(x))).any():
        key = int(rng.integers(1, n - 1))  # not the last token
        larger[rng.integers(key), key] = True
    return {"x": rng.normal(size=(n, x.shape[1])).round(1), "mask": larger}


EXERCISE = Exercise(
    task="Write f(x, mask): for each token but the first, add 1 to a copy of it and "
    "attend again, with scaled_dot_product_attention(x, x, x, mask).output. Return "
    "the fraction of these pokes after which some earlier output differs, in any bit.",
    hints=(
        "One loop over t = 1 ... n - 1. Each poke starts from a fresh copy of x.",
        "Earlier outputs are the rows before t: [:t]. Compare them with those of x.",
        "np.array_equal tells whether two arrays are the same to the bit. The mean of "
        "a list of booleans is a fraction.",
    ),
    reference=peeking,
    fresh=_fresh,
    cases=(
        Case("a causal mask: nothing is seen", {"x": FIVE, "mask": causal_mask(5)}),
        Case("everything may be seen", {"x": FIVE, "mask": np.ones((5, 5), bool)}),
        Case("one cell too many, in the middle", {"x": FIVE, "mask": ONE_HOLE}),
        Case(
            "weights far below 0.00000001",
            {"x": floats([8, 0], [0, 8], [-8, 0]), "mask": np.ones((3, 3), bool)},
        ),
        Case(
            "whole numbers (dtype int64)",
            {"x": np.eye(3, 2, dtype=int), "mask": causal_mask(3, 3, first_query=1)},
        ),
    ),
    wrongs=(
        Wrong(
            "the poked token is compared too, or those after it: they may change. Only "
            "those before it may not.",
            "the rows that you compare: [:t].",
            (
                _comparing(lambda t: slice(t + 1)),
                _comparing(lambda t: slice(t, None)),
                _comparing(lambda t: slice(None)),
            ),
        ),
        Wrong(
            "a small change counts as none: np.allclose allows for 0.00001.",
            "how you compare: a leak has no smallest size.",
            (_roughly,),
        ),
        Wrong(
            "only the last token is poked: a leak in the middle stays unseen.",
            "your loop.",
            (_last_poke,),
        ),
        Wrong(
            "the count is divided by the number of tokens, not of pokes.",
            "how many tokens have an earlier one.",
            (_fraction_of_tokens,),
        ),
    ),
)
