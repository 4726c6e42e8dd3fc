"""The exercise next_token_probabilities, of the chapter choosing_the_next_token."""

import numpy as np

from ...kernels.probability import softmax
from ...kernels.sampling import keep_top_k, keep_top_p
from ...kernels.sampling import next_token_probabilities as reference
from .._engine import Case, Exercise, Wrong, floats

Array = np.ndarray


def next_token_probabilities(
    logits: Array, temperature: float, top_k: int | None, top_p: float | None
) -> Array:
    """Return what to draw with: temperature, top-k, top-p, divided by the sum."""
    return reference(logits, temperature=temperature, top_k=top_k, top_p=top_p)


def _cut(z: Array, top_k: int | None, top_p: float | None) -> Array:
    """Return the scores, -inf where cut, first to k and then to p."""
    z = z if top_k is None else keep_top_k(z, top_k)
    return z if top_p is None else keep_top_p(z, top_p)


def _cut_to_zero(z: Array, t: float, k: int | None, p: float | None) -> Array:
    return softmax(np.where(np.isinf(_cut(z / t, k, p)), 0, z / t))


def _not_shared_out_again(z: Array, t: float, k: int | None, p: float | None) -> Array:
    return softmax(z / t) * (reference(z, temperature=t, top_k=k, top_p=p) > 0)


def _nucleus_first(z: Array, t: float, k: int | None, p: float | None) -> Array:
    z = z if p is None else keep_top_p(z, p)
    return reference(z, temperature=t, top_k=k)


def _temperature_last(z: Array, t: float, k: int | None, p: float | None) -> Array:
    return softmax(_cut(z, k, p), temperature=t)


def _p_before_k(z: Array, t: float, k: int | None, p: float | None) -> Array:
    return softmax(_cut(_cut(z / t, None, p), k, None))


def _below_p(z: Array, t: float, k: int | None, p: float | None) -> Array:
    """Keep while the sum stays at p or below: the token that passes p is lost."""
    z = _cut(z / t, k, None)
    if p is not None:
        order = np.argsort(-z, kind="stable")
        held = np.empty_like(z)
        held[order] = np.cumsum(softmax(z[order]))
        z = np.where(held <= p, z, -np.inf)
    exponentials = np.exp(z - z.max())
    return exponentials / exponentials.sum()


def _all_ties(z: Array, t: float, k: int | None, p: float | None) -> Array:
    z = z / t
    if k is not None:
        z = np.where(z >= np.sort(z)[-min(k, z.size)], z, -np.inf)
    return softmax(_cut(z, None, p))


def _sorted(z: Array, t: float, k: int | None, p: float | None) -> Array:
    shares = reference(z, temperature=t, top_k=k, top_p=p)
    return np.sort(shares)[::-1].copy()


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Exchange the tokens, and move the scores a little: p cuts as it did."""
    z = rng.permutation(case["logits"]) * rng.uniform(0.98, 1.02)
    return {**case, "logits": z + rng.uniform(-1, 1)}


EXERCISE = Exercise(
    task="Write f(logits, temperature, top_k, top_p) for one row of logits: the "
    "probabilities to draw with, in the order of the logits. First comes the "
    "temperature, then top-k, then top-p. None cuts nothing; among equal scores the "
    "lowest ids stay.",
    hints=(
        "Divide by the temperature first; every cut is made on what comes out.",
        "np.argsort(-z, kind='stable') gives the ids, best first. What comes from "
        "place k on becomes minus infinity.",
        "For top-p add the falling probabilities. A token stays if those before it "
        "hold less than top_p; the first always stays. One softmax at the end makes "
        "the sum 1 again.",
    ),
    reference=next_token_probabilities,
    fresh=_fresh,
    closed=("next_token_probabilities",),
    cases=tuple(
        Case(note, {"logits": z, "temperature": t, "top_k": k, "top_p": p})
        for note, z, t, k, p in (
            ("nothing is cut", floats(1, -1, 2, 0), 1.0, None, None),
            ("top-k", floats(1, -1, 2, 0), 1.0, 2, None),
            ("top-p", floats(1, -1, 2, 0), 1.0, None, 0.8),
            ("p less than the largest probability", floats(0, 3, 1), 1.0, None, 0.5),
            ("top-p at T = 2", floats(4, 1, 2.5, 0, -2), 2.0, None, 0.8),
            ("top-k, then top-p", floats(1, 2, 1.5, 0.5, 0), 1.0, 3, 0.7),
            ("top-k with equal scores", floats(1, 3, 1, 1), 1.0, 2, None),
            ("top-p with equal scores", floats(1, 1, 1, 1), 1.0, None, 0.6),
            ("top-k larger than the vocabulary", floats(2, 0.5), 0.5, 9, None),
        )
    ),
    wrongs=(
        Wrong(
            "cut logits are set to 0, and the exponential of 0 is 1: they stay in.",
            "which logit has the exponential 0.",
            (_cut_to_zero,),
        ),
        Wrong(
            "what is left is not divided by its sum: it adds up to less than 1.",
            "the sum of your result.",
            (_not_shared_out_again,),
        ),
        Wrong(
            "the cut is made before the temperature: it sees what holds at T = 1.",
            "your first step.",
            (_nucleus_first, _temperature_last),
        ),
        Wrong(
            "top-p sees the probabilities before top-k. Some libraries do so; here it "
            "is to see what top-k leaves, divided by its sum.",
            "the order of the two cuts.",
            (_p_before_k,),
        ),
        Wrong(
            "the token with which the sum reaches top_p is lost; where the first one "
            "alone is above it, nothing is left.",
            "which sum you compare with top_p: that of the tokens before.",
            (_below_p,),
        ),
        Wrong(
            "of equal scores at the border all stay, so that more than k are left.",
            "a comparison with the k-th score; go by place instead.",
            (_all_ties,),
        ),
        Wrong(
            "the probabilities come sorted; they belong in the order of the logits.",
            "your last step: which token has which probability?",
            (_sorted,),
        ),
        Wrong(
            "you multiplied by the temperature.",
            "the sign / or * between logits and temperature.",
            (lambda z, t, k, p: next_token_probabilities(z * t * t, t, k, p),),
        ),
        Wrong(
            "the temperature has no effect.",
            "where the temperature enters.",
            (lambda z, t, k, p: next_token_probabilities(z, 1.0, k, p),),
        ),
        Wrong(
            "top_k has no effect.",
            "the case with top-k alone.",
            (lambda z, t, k, p: next_token_probabilities(z, t, None, p),),
        ),
        Wrong(
            "top_p has no effect.",
            "the case with top-p alone.",
            (lambda z, t, k, p: next_token_probabilities(z, t, k, None),),
        ),
    ),
)
