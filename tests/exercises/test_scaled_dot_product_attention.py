"""Different correct solutions of chapter scaled_dot_product_attention pass."""

import numpy as np
import pytest
import torch
from glassbox import check, scaled_dot_product_attention, softmax


def by_infinity(query, key, value, hidden):
    scores = query @ key.swapaxes(-1, -2) / np.sqrt(query.shape[-1])
    scores[..., hidden] = -np.inf
    return softmax(scores) @ value


def by_leaving_out(query, key, value, hidden):
    key, value = (np.delete(rows, hidden, axis=-2) for rows in (key, value))
    return softmax(query @ key.mT * query.shape[-1] ** -0.5) @ value


def by_renewing(query, key, value, hidden):
    weights = scaled_dot_product_attention(query, key, value).weights.copy()
    weights[..., hidden] = 0
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ value, weights


def by_mask(query, key, value, hidden):
    mask = np.arange(key.shape[-2]) != hidden
    return scaled_dot_product_attention(query, key, value, mask)  # a named tuple


def by_torch(query, key, value, hidden):
    tensors = (torch.from_numpy(a) for a in (query, key, value))
    mask = torch.arange(key.shape[-2]) != hidden
    mask = mask.expand(query.shape[-2], -1)
    attend = torch.nn.functional.scaled_dot_product_attention
    return attend(*tensors, attn_mask=mask)


@pytest.mark.parametrize(
    "solution", [by_infinity, by_leaving_out, by_renewing, by_mask, by_torch]
)
def test_attention_without_a_key_passes(solution):
    verdict = check.one_key_hidden.examine(solution)
    assert verdict.passed, verdict.text


def test_a_key_hidden_too_late_is_named():
    def too_late(query, key, value, hidden):
        weights = scaled_dot_product_attention(query, key, value).weights.copy()
        weights[..., hidden] = 0
        return weights @ value

    text = check.one_key_hidden.examine(too_late).text
    assert "the other weights no longer add up to 1" in " ".join(text.split())


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


@pytest.mark.parametrize(
    ("exercise", "answer", "told"),
    [
        ("attention_by_hand", [1.2, 4.4], "rounded too early"),
        ("attention_shapes", [2, 7, 5, 2, 5, 3], "the weights are transposed"),
        ("attention_shapes", [2, 7, 5, 2, 7, 3], "the weights are transposed"),
        ("attention_shapes", [2, 7, 5, 2, 3, 5], "the weights are transposed"),
        ("attention_shapes", [2, 5, 7, 2, 3, 5], "the output is transposed"),
        ("attention_shapes", [2, 5, 16, 2, 7, 3], "the weights keep d_k"),
        ("attention_shapes", [2, 5, 3, 2, 5, 7], "the two shapes are swapped"),
        ("score_spread", [24, 1], "only where the components have variance 1"),
        ("score_spread", [576, 144], "the roots are missing"),
        ("score_spread", [144, 9], "the scale comes too early"),
        ("score_spread", [24, 24], "both are the spread of the dot products"),
        ("score_spread", [6, 6], "both are the spread of the scores"),
        ("score_spread", [576, 6], "its root is asked for"),
        ("score_spread", [6, 1.5], "16 products are added"),
        ("louder_key", [3, 30], "not the score"),
        ("louder_key", [3, 2.3], "the score of tea is still missing"),
        ("louder_key", [9, 30], "the first factor is squared"),
        ("louder_key", [2, 10], "2 is the difference of the scores"),
        ("louder_key", [4, 5.3], "is 4, more than the 3 of tea"),
        ("louder_key", [7.39, 73.89], "the factor multiplies its score"),
    ],
)
def test_a_likely_wrong_thought_is_named(exercise, answer, told):
    text = getattr(check, exercise).examine(answer).text
    assert told in " ".join(text.split())
