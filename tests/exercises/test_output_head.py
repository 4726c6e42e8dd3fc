"""Different correct solutions of the chapter output_head's exercises pass."""

import numpy as np
import pytest
import torch
from glassbox import (
    check,
    cross_entropy,
    log_softmax,
    smooth_labels,
    vocabulary_logits,
)
from torch.nn import functional as F


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
