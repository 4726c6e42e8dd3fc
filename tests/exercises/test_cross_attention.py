"""Different correct solutions of the chapter cross_attention's exercises pass."""

import numpy as np
import pytest
import torch
from glassbox import (
    check,
    map_arrays,
    merge_heads,
    multi_head_attention,
    padding_mask,
    split_heads,
)


def text_by_text(h, memory, p, lengths):
    found = []
    for asks, asked, length in zip(h, memory, lengths, strict=True):
        asked = asked[:length]  # no padding, so no mask
        found.append(multi_head_attention(asks, asked, asked, p).output)
    return np.array(found)


def by_exponentials(h, memory, p, lengths):
    q = split_heads(h @ p.w_q + p.b_q, p.n_heads)
    k = split_heads(memory @ p.w_k + p.b_k, p.n_heads)
    v = split_heads(memory @ p.w_v + p.b_v, p.n_heads)
    real = np.arange(memory.shape[1]) < np.reshape(lengths, (-1, 1, 1, 1))
    e = np.exp(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])) * real
    return merge_heads(e / e.sum(axis=-1, keepdims=True) @ v) @ p.w_o + p.b_o


def by_torch(h, memory, p, lengths):
    h, memory, p = torch.tensor(h), torch.tensor(memory), map_arrays(p, torch.tensor)
    mask = padding_mask(lengths, memory.shape[1], like=memory)
    return multi_head_attention(h, memory, memory, p, mask)


@pytest.mark.parametrize("solution", [text_by_text, by_exponentials, by_torch])
def test_correct_cross_attention_passes(solution):
    verdict = check.cross_attention.examine(solution)
    assert verdict.passed, verdict.text


def test_swapped_arguments_are_named():
    def swapped(h, memory, p, lengths):
        return multi_head_attention(memory, h, h, p).output

    verdict = check.cross_attention.examine(swapped)
    assert not verdict.passed
    assert "the two are swapped" in verdict.text
    assert "expected (1, 2, 4), got (1, 3, 4)" in verdict.text


def weight_by_loop(weights, chosen, real):
    rows = weights.reshape(-1, weights.shape[-1])
    found = [sum(w for w, wanted in zip(row, chosen, strict=True) if wanted)
             for row in rows]  # fmt: skip
    return np.array([sum(found) / len(rows), sum(chosen & real) / sum(real)])


def weight_by_product(weights, chosen, real):
    even = real / real.sum()
    return np.array([(weights @ chosen).mean(), even @ chosen])


@pytest.mark.parametrize("solution", [weight_by_loop, weight_by_product])
def test_correct_weight_on_passes(solution):
    verdict = check.weight_on.examine(solution)
    assert verdict.passed, verdict.text


@pytest.mark.parametrize(
    ("answer", "mistake"),
    [
        ([220, 220, 20], "weights of one head"),  # wrong in all three
        ([1760, 880, 80], "weights of both layers"),
        ([400, 242, 22], "weights of self-attention"),
        ([31, 220, 20], "tokens of both sides were added"),
        ([880, 242, 22], "wrong side is projected"),
        ([880, 40, 440], "two cases are exchanged"),
        ([880, 440, 440], "later steps project nothing"),
    ],
)
def test_counts_that_are_wrong_in_several_ways_name_a_mistake(answer, mistake):
    verdict = check.cross_counted.examine(answer)
    assert not verdict.passed
    assert mistake in " ".join(verdict.text.split())


@pytest.mark.parametrize(
    ("answer", "mistake"),
    [
        ([8.95, 15.86], "raised to e again"),
        ([12, 12], "count alike"),
        ([8, 16], "largest weight takes all"),
        ([14, 10], "reverse order"),
    ],
)
def test_what_each_target_finds_when_wrong_names_a_mistake(answer, mistake):
    verdict = check.cross_by_hand.examine(answer)
    assert not verdict.passed
    assert mistake in " ".join(verdict.text.split())
