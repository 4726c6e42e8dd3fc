"""Different correct solutions of chapter scaled_dot_product_attention pass."""

import math

import numpy as np
import pytest
import torch
from glassbox import check, scaled_dot_product_attention, softmax


def plain(query, key, value):
    scores = query @ key.swapaxes(-1, -2) / np.sqrt(query.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ value


def with_weights_along(query, key, value):
    weights = softmax(query @ key.mT * query.shape[-1] ** -0.5)
    return weights @ value, weights


def scaling_the_keys(q, k, v):
    return softmax(q @ (k / math.sqrt(k.shape[-1])).mT) @ v


def by_temperature(q, k, v):
    return softmax(q @ k.mT, temperature=math.sqrt(q.shape[-1])) @ v


def by_einsum(q, k, v):
    scores = np.einsum("...qd,...kd->...qk", q, k) / np.sqrt(q.shape[-1])
    return np.einsum("...qk,...kv->...qv", softmax(scores), v)


def by_loops(q, k, v):
    if q.ndim > 2:
        return np.stack([by_loops(*sample) for sample in zip(q, k, v, strict=True)])
    output = np.zeros((len(q), v.shape[-1]))
    for i, asked in enumerate(q):
        scores = np.array([asked @ offered for offered in k]) / np.sqrt(len(asked))
        for weight, row in zip(softmax(scores), v, strict=True):
            output[i] += weight * row
    return output


def by_torch(query, key, value):
    tensors = (torch.from_numpy(a) for a in (query, key, value))
    return torch.nn.functional.scaled_dot_product_attention(*tensors)


@pytest.mark.parametrize(
    "solution",
    [
        plain,
        with_weights_along,
        scaling_the_keys,
        by_temperature,
        by_einsum,
        by_loops,
        by_torch,
        scaled_dot_product_attention,  # a named tuple: output, weights, scores
    ],
)
def test_correct_attention_passes(solution):
    verdict = check.scaled_dot_product_attention.examine(solution)
    assert verdict.passed, verdict.text


def test_weights_returned_first_are_named():
    def weights_first(query, key, value):
        output, weights = with_weights_along(query, key, value)
        return weights, output

    text = check.scaled_dot_product_attention.examine(weights_first).text
    assert "these are the weights, not yet the output" in text


def test_the_six_numbers_of_the_shapes_are_those_of_the_kernel():
    rng = np.random.default_rng(0)
    shapes = (2, 5, 16), (2, 7, 16), (2, 7, 3)
    found = scaled_dot_product_attention(*(rng.normal(size=s) for s in shapes))
    answer = [*found.weights.shape, *found.output.shape]
    assert check.attention_shapes.examine(answer).passed


def test_the_spreads_are_those_of_drawn_numbers():
    rng = np.random.default_rng(0)
    query = 2 * rng.normal(size=(100_000, 1, 16))
    key = 3 * rng.normal(size=(100_000, 1, 16))
    raw = scaled_dot_product_attention(query, key, key, scale=1).scores.std()
    # 100,000 draws: a standard error of 0.3 %
    np.testing.assert_allclose([raw, raw / 4], check.score_spread.answer, rtol=0.015)
