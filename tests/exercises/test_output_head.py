"""Different correct solutions of the chapter output_head's exercises pass."""

import numpy as np
import pytest
import torch
from glassbox import (
    check,
    cross_entropy,
    log_softmax,
    next_token_probabilities,
    smooth_labels,
    softmax,
    vocabulary_logits,
)
from torch.nn import functional as F


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
    assert "the token with which the sum reaches p is lost" in " ".join(text.split())


def labels_by_eye(token_ids, vocabulary_size, epsilon):
    right = np.eye(vocabulary_size)[token_ids]
    return right * (1 - epsilon) + (1 - right) * epsilon / (vocabulary_size - 1)


def labels_from_the_other_convention(token_ids, vocabulary_size, epsilon):
    larger = epsilon * vocabulary_size / (vocabulary_size - 1)
    right = np.eye(vocabulary_size)[token_ids]
    return right * (1 - larger) + larger / vocabulary_size


@pytest.mark.parametrize(
    "solution", [labels_by_eye, labels_from_the_other_convention, smooth_labels]
)
def test_correct_labels_pass(solution):
    verdict = check.smooth_labels.examine(solution)
    assert verdict.passed, verdict.text


def loss_by_hand(logits, targets):
    z = logits - logits.max(axis=-1, keepdims=True)
    log_p = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
    return -(targets * log_p).sum(axis=-1).mean()


def loss_of_one_row_after_another(logits, targets):
    losses = []
    for z, q in zip(logits, targets, strict=True):
        losses.append(-np.dot(q, log_softmax(z)))
    return sum(losses) / len(losses)


def loss_by_torch(logits, targets):
    return F.cross_entropy(torch.from_numpy(logits), torch.from_numpy(targets))


@pytest.mark.parametrize(
    "solution",
    [loss_by_hand, loss_of_one_row_after_another, loss_by_torch, cross_entropy],
)
def test_correct_losses_pass(solution):
    verdict = check.cross_entropy.examine(solution)
    assert verdict.passed, verdict.text


def test_the_three_numbers_of_the_head_are_those_of_the_kernel():
    hidden, table = np.zeros((3, 7, 256)), np.zeros((8_000, 256))
    logits = vocabulary_logits(hidden, table)
    answer = [logits.size, logits.size * hidden.shape[-1], table.size]
    assert check.head_counted.examine(answer).passed
