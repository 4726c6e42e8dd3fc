"""Different correct solutions of the chapter decoder_masking's exercises pass."""

import numpy as np
import pytest
import torch
from glassbox import causal_mask, check, padding_mask, scaled_dot_product_attention
from glassbox import softmax as kernel
from torch.nn import functional as F


def by_loops(lengths, n):
    mask = np.zeros((len(lengths), n, n), dtype=bool)
    for text, length in enumerate(lengths):
        for query in range(n):
            for key in range(n):
                mask[text, query, key] = key <= query and key < length
    return mask


def by_tril(lengths, n):
    real = np.arange(n) < np.reshape(lengths, (-1, 1, 1))
    return np.tril(np.ones((n, n), dtype=bool)) & real


def by_inversion(lengths, n):
    later = np.triu(np.ones((n, n), dtype=bool), k=1)
    padding = np.arange(n) >= np.array(lengths)[:, None, None]
    return ~(later | padding)


def by_torch(lengths, n):
    causal = torch.ones(n, n, dtype=torch.bool).tril()
    return causal & (torch.arange(n) < torch.tensor(lengths)[:, None, None])


@pytest.mark.parametrize(
    "solution",
    [
        by_loops,
        by_tril,
        by_inversion,
        by_torch,
        lambda lengths, n: causal_mask(n) & padding_mask(lengths, n),
    ],
)
def test_correct_decoder_mask_passes(solution):
    verdict = check.decoder_mask.examine(solution)
    assert verdict.passed, verdict.text


def test_a_mask_of_numbers_is_refused_in_words():
    verdict = check.decoder_mask.examine(lambda a, b: by_tril(a, b).astype(int))
    assert not verdict.passed
    assert "a mask is boolean, True = may attend; got int64" in verdict.text


@pytest.mark.parametrize(
    ("answer", "said"),
    [(None, "Did you forget `return`?"), ([[True]], "Turn it into one with np.array")],
)
def test_something_else_than_a_mask_is_named(answer, said):
    verdict = check.decoder_mask.examine(lambda lengths, n: answer)
    assert said in " ".join(verdict.text.split())


def by_nan_to_num(scores, mask):
    allowed = np.where(mask, scores, -np.inf)
    exponentials = np.exp(allowed - allowed.max(axis=-1, keepdims=True))
    return np.nan_to_num(exponentials / exponentials.sum(axis=-1, keepdims=True))


def by_a_far_fill_and_zeros(scores, mask):
    lowest = np.where(mask, scores, -1e300)
    exponentials = np.exp(lowest - lowest.max(axis=-1, keepdims=True)) * mask
    total = exponentials.sum(axis=-1, keepdims=True)
    return exponentials / np.maximum(total, 1e-300)


def by_adding(scores, mask):
    return kernel(scores + np.where(mask, 0, -np.inf))


def by_rows(scores, mask):
    mask = np.broadcast_to(mask, scores.shape)
    weights = np.zeros(scores.shape)
    for place in np.ndindex(scores.shape[:-1]):
        seen = mask[place]
        if seen.any():
            e = np.exp(scores[place][seen] - scores[place][seen].max())
            weights[place][seen] = e / e.sum()
    return weights


@pytest.mark.parametrize(
    "solution", [by_nan_to_num, by_a_far_fill_and_zeros, by_adding, by_rows]
)
def test_correct_masked_softmax_passes(solution):
    verdict = check.masked_softmax.examine(solution)
    assert verdict.passed, verdict.text


def attend(x, mask):
    return scaled_dot_product_attention(x, x, x, mask).output


def by_counting(x, mask):
    before, seen = attend(x, mask), 0
    for t in range(1, len(x)):
        poked = np.array(x, dtype=float)
        poked[t, :] = poked[t, :] + 1
        seen += bool((attend(poked, mask)[:t] != before[:t]).any())
    return seen / (len(x) - 1)


def by_torchs_attention(x, mask):
    x, mask = torch.tensor(x, dtype=torch.float64), torch.tensor(mask)
    before = F.scaled_dot_product_attention(x, x, x, mask)
    seen = []
    for t in range(1, len(x)):
        poked = x.clone()
        poked[t] += 1
        after = F.scaled_dot_product_attention(poked, poked, poked, mask)
        seen.append(not torch.equal(after[:t], before[:t]))
    return np.mean(seen)


@pytest.mark.parametrize("solution", [by_counting, by_torchs_attention])
def test_correct_peeking_passes(solution):
    verdict = check.peeking.examine(solution)
    assert verdict.passed, verdict.text


def test_poking_x_itself_is_seen():
    def writes(x, mask):
        before = attend(x, mask)
        x[-1] += 1
        return float(not np.array_equal(attend(x, mask)[:-1], before[:-1]))

    verdict = check.peeking.examine(writes)
    assert not verdict.passed
    assert "writes into its input" in " ".join(verdict.text.split())
