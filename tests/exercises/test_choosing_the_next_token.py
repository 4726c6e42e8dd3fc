"""Correct solutions of the exercises of choosing_the_next_token pass."""

import numpy as np
import pytest
from glassbox import check, next_token_probabilities, softmax


def by_places(logits, temperature, top_k, top_p):
    order = np.argsort(-logits, kind="stable")
    z = logits[order] / temperature
    if top_k is not None:
        z[top_k:] = -np.inf
    if top_p is not None:
        p = softmax(z)
        z[np.cumsum(p) - p >= top_p] = -np.inf
    shares = np.empty_like(z)
    shares[order] = softmax(z)
    return shares


def by_shares(logits, temperature, top_k, top_p):
    """Cut shares instead of logits, and divide by what is left."""
    p = softmax(logits, temperature=temperature)
    order = np.argsort(-p, kind="stable")
    if top_k is not None:
        p[order[top_k:]] = 0
        p /= p.sum()
    if top_p is not None:
        n_kept = 1 + np.searchsorted(np.cumsum(p[order]), top_p)
        p[order[n_kept:]] = 0
        p /= p.sum()
    return p


def one_at_a_time(logits, temperature, top_k, top_p):
    best_first = sorted(range(len(logits)), key=lambda i: (-logits[i], i))[:top_k]
    weights = {i: np.exp((logits[i] - logits.max()) / temperature) for i in best_first}
    whole, kept = sum(weights.values()), {}
    for i in best_first:
        if top_p is not None and sum(kept.values()) / whole >= top_p:
            break
        kept[i] = weights[i]
    total = sum(kept.values())
    return np.array([kept.get(i, 0) / total for i in range(len(logits))])


def by_the_library(logits, temperature, top_k, top_p):
    return next_token_probabilities(
        logits, temperature=temperature, top_k=top_k, top_p=top_p
    )


@pytest.mark.parametrize(
    "solution", [by_places, by_shares, one_at_a_time, by_the_library]
)
def test_correct_shares_pass(solution):
    verdict = check.next_token_probabilities.examine(solution)
    assert verdict.passed, verdict.text


def test_a_nucleus_that_loses_its_last_token_is_named():
    def while_below(logits, temperature, top_k, top_p):
        if top_p is None:
            return by_places(logits, temperature, top_k, None)
        p = by_places(logits, temperature, top_k, None)
        order = np.argsort(-p, kind="stable")
        p[order[np.cumsum(p[order]) > top_p]] = 0
        return p / p.sum()

    text = check.next_token_probabilities.examine(while_below).text
    assert "the token with which the sum reaches top_p is lost" in " ".join(
        text.split()
    )


def by_a_dictionary(ids, n):
    seen, again = {}, 0
    for i in range(len(ids) - n + 1):
        run = " ".join(str(int(v)) for v in ids[i : i + n])
        again += run in seen
        seen[run] = True
    return again / (len(ids) - n + 1)


def by_numpy(ids, n):
    runs = np.lib.stride_tricks.sliding_window_view(ids, n)
    return 1 - len(np.unique(runs, axis=0)) / len(runs)


@pytest.mark.parametrize("solution", [by_a_dictionary, by_numpy])
def test_correct_repetitions_pass(solution):
    verdict = check.repeated_runs.examine(solution)
    assert verdict.passed, verdict.text


def test_the_cut_by_hand_is_the_kernel_s():
    p = np.array([0.40, 0.24, 0.16, 0.12, 0.08])
    new = next_token_probabilities(np.log(p), top_p=0.75)
    drawn = 1 + (np.cumsum(new) <= 0.70).sum()
    assert check.cut_by_hand.examine([*new, drawn]).passed


def test_the_short_text_wins_by_its_product_and_the_long_one_by_its_mean():
    short, long = np.full(2, 0.5), np.full(4, 0.7)
    answer = [short.prod(), long.prod(), *(-np.log(p).mean() for p in (short, long))]
    assert check.length_by_hand.examine(answer).passed
    assert answer[0] > answer[1] and answer[2] > answer[3]
