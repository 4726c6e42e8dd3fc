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


def by_growing_products(states, w):
    steps = [w * (1 - state**2) for state in states]
    norms = []
    for first in range(len(states) - 1, 0, -1):
        product = np.eye(len(w))
        for step in steps[first:]:
            product = product @ step
        norms.append(np.linalg.norm(product))
    return np.array(norms)


def by_columns(states, w):
    product, norms = np.eye(len(w)), []
    for state in reversed(states[1:]):
        product = w @ np.diag(1 - state**2) @ product
        norms.append(np.sqrt((product**2).sum()))
    return np.array(norms)


@pytest.mark.parametrize("solution", [by_growing_products, by_columns])
def test_correct_gradient_norms_pass(solution):
    verdict = check.gradient_norms.examine(solution)
    assert verdict.passed, verdict.text


def test_the_gradient_norms_are_those_of_nudged_networks():
    rng = np.random.default_rng(0)
    w, words = rng.normal(size=(3, 3)), rng.normal(size=(5, 3)) / 2

    def run(state, words):
        states = [state]
        for word in words:
            states.append(np.tanh(word + states[-1] @ w))
        return np.array(states)

    states = run(np.zeros(3), words)
    found = check.gradient_norms.reference(states[1:], w)
    size = 1e-6
    for back, norm in enumerate(found, 1):
        start = states[-1 - back]
        slopes = [
            (run(start + nudge, words[-back:])[-1] - states[-1]) / size
            for nudge in size * np.eye(3)
        ]
        # One-sided differences are off by about the size of the nudge.
        assert np.linalg.norm(slopes) == pytest.approx(norm, rel=1e-4)


def test_the_slopes_by_hand_are_those_of_a_state_of_one_number():
    states, w = np.array([[9.0], [0], [0.5], [0.9]]), np.array([[2.0]])
    norms = check.gradient_norms.reference(states, w)
    np.testing.assert_allclose(check.slopes_by_hand.answer, norms, rtol=1e-12)


def test_the_costs_by_hand_are_those_of_the_widget():
    def ratio(n):
        found = costs(n, 500, 3, 16)
        return found["self_attention"][0] / found["recurrent"][0]

    found = costs(2000, 500, 3, 16)
    steps = found["recurrent"][1], found["self_attention"][1]
    tie = next(n for n in range(1, 2000) if ratio(n) >= 1)
    assert list(check.costs_by_hand.answer) == [ratio(2000), *steps, tie]
