"""Different correct solutions of chapter why_attention pass; its numbers are right."""

import math

import numpy as np
import pytest
import torch
from glassbox import check, scaled_dot_product_attention, softmax
from glassbox.widgets.layer_costs import costs


def by_softmax(query, table):
    return softmax(table @ query / np.sqrt(table.shape[1])) @ table


def by_loops(query, table):
    scores = [
        sum(a * b for a, b in zip(query, row, strict=True)) / math.sqrt(len(query))
        for row in table
    ]
    exponentials = [math.exp(score - max(scores)) for score in scores]
    context = np.zeros(len(query))
    for exponential, row in zip(exponentials, table, strict=True):
        context += exponential / sum(exponentials) * row
    return context


def with_shares_along(query, table):
    shares = softmax(table @ query * len(query) ** -0.5)
    return shares @ table, shares


def by_the_library(query, table):
    return scaled_dot_product_attention(query[None], table, table).output[0]


def by_torch(query, table):
    query, table = torch.from_numpy(query), torch.from_numpy(table)
    return torch.softmax(table @ query / math.sqrt(len(query)), dim=0) @ table


@pytest.mark.parametrize(
    "solution", [by_softmax, by_loops, with_shares_along, by_the_library, by_torch]
)
def test_correct_contexts_pass(solution):
    verdict = check.context.examine(solution)
    assert verdict.passed, verdict.text


def test_only_without_a_query_are_all_twenty_weights_equal():
    keys = np.eye(20)

    def largest(length):
        return scaled_dot_product_attention(length * keys, keys, keys).weights.max()

    length, weight, n_contexts, _ = check.equal_weights.answer
    found = scaled_dot_product_attention(length * keys, keys, keys)
    np.testing.assert_allclose(found.weights, weight, rtol=1e-12)
    assert len(np.unique(found.output.round(12), axis=0)) == n_contexts
    # what the diagnoses say of other lengths, to four decimals
    assert f"{largest(1):.4f}" == "0.0618"
    ones = scaled_dot_product_attention(keys, keys, keys).weights
    assert f"{ones.min():.4f}" == "0.0494"
    assert f"{largest(-40):.4f}" == "0.0526"


def test_the_costs_by_hand_are_those_of_the_widget():
    def ratio(n, other):
        found = costs(n, 500, 3, 16)
        return found["self_attention"][0] / found[other][0]

    found = costs(2000, 500, 3, 16)
    steps = found["recurrent"][1], found["self_attention"][1]
    tie = next(n for n in range(1, 2000) if ratio(n, "lstm") >= 1)
    assert list(check.costs_by_hand.answer) == [ratio(2000, "recurrent"), *steps, tie]
