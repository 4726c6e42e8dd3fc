"""Different correct solutions of the chapter feed_forward's exercises pass."""

import numpy as np
import pytest
import torch
from glassbox import FeedForwardParameters, check, feed_forward


def by_where(x, w_1, b_1, w_2, b_2):
    hidden = x @ w_1 + b_1
    return np.where(hidden > 0, hidden, 0) @ w_2 + b_2


def by_switches(x, w_1, b_1, w_2, b_2):
    hidden = x @ w_1 + b_1
    return (hidden * (hidden > 0)) @ w_2 + b_2


def unit_by_unit(x, w_1, b_1, w_2, b_2):
    output = np.zeros(x.shape[:-1] + b_2.shape) + b_2
    for column, bias, row in zip(w_1.T, b_1, w_2, strict=True):
        output += np.clip(x @ column + bias, 0, None)[..., None] * row
    return output


def by_the_library(x, w_1, b_1, w_2, b_2):
    return feed_forward(x, FeedForwardParameters(w_1, b_1, w_2, b_2))


def by_torch(x, w_1, b_1, w_2, b_2):
    x, w_1, b_1, w_2, b_2 = (torch.tensor(a) for a in (x, w_1, b_1, w_2, b_2))
    linear = torch.nn.functional.linear
    return linear(linear(x, w_1.T, b_1).relu(), w_2.T, b_2)


@pytest.mark.parametrize(
    "solution", [by_where, by_switches, unit_by_unit, by_the_library, by_torch]
)
def test_correct_feed_forward_passes(solution):
    verdict = check.feed_forward.examine(solution)
    assert verdict.passed, verdict.text


def test_two_units_give_all_four_moods():
    good, not_bad, bias = check.two_units_by_hand.answer
    facts = np.array([[1.0, 0], [0, 0], [1, 1], [0, 1]])  # positive, negated
    layer = FeedForwardParameters(
        np.array([[1.0, -1], [-1, 1]]), np.zeros(2),
        np.array([[good], [not_bad]]), np.array([bias]),
    )  # fmt: skip
    np.testing.assert_array_equal(feed_forward(facts, layer)[:, 0], [1, -1, -1, 1])


def test_the_tent_s_answer_draws_the_tent():
    numbers = check.tent_by_hand.answer
    tent = FeedForwardParameters(
        np.ones((1, 3)), numbers[:3], numbers[3:, None], np.zeros(1)
    )
    x = np.array([-3, -1, -0.5, 0, 0.25, 1, 3])
    heights = feed_forward(x[:, None], tent)[:, 0]
    np.testing.assert_array_equal(heights, [0, 0, 1, 2, 1.5, 0, 0])


def test_the_layer_worked_by_hand_is_the_kernel_s():
    layer = FeedForwardParameters(
        np.array([[1.0, -1, 2], [1, 2, 0]]), np.array([0.0, 1, -3]),
        np.array([[1.0, 2], [5, -4], [3, -1]]), np.array([0.5, -2]),
    )  # fmt: skip
    found = feed_forward(np.array([2.0, -1]), layer)
    np.testing.assert_array_equal(found, check.feed_forward_by_hand.answer)


def test_the_mood_worked_by_hand_is_the_kernel_s():
    x, w_1 = np.array([0.0, 1]), np.array([[1.0, -1, 1, -1], [-1, -1, 1, 1]])
    adds, b_1 = np.array([[1.0], [-1], [-1], [1]]), np.array([0.0, 1, -1, 0])
    hidden = feed_forward(x, FeedForwardParameters(w_1, b_1, np.eye(4), np.zeros(4)))
    mood = feed_forward(x, FeedForwardParameters(w_1, b_1, adds, np.zeros(1)))
    np.testing.assert_array_equal([*hidden, *mood], check.mood_by_hand.answer)


def test_the_count_is_pytorch_s():
    layer = torch.nn.TransformerEncoderLayer(768, 12, 4 * 768)
    sizes = {name: p.numel() for name, p in layer.named_parameters()}
    counted = [sum(n for name, n in sizes.items() if part in name)
               for part in ("linear", "attn")]  # fmt: skip
    np.testing.assert_array_equal(counted, check.layer_counted.answer)
