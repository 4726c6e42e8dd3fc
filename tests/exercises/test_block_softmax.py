"""A softmax in blocks, of chapter writing_costs: correct solutions in other styles."""

import functools
import inspect
import math
from itertools import pairwise
from pathlib import Path

import glassbox
import numpy as np
import pytest
import torch
from glassbox import check, softmax
from glassbox.exercises._engine import run
from glassbox.exercises.writing_costs._one_block import one_block_at_a_time


def cut(scores, values, size):
    for start in range(0, len(scores), size):
        yield scores[start : start + size], values[start : start + size]


def merged(one, other):
    """Join two accounts of m, s and o."""
    (m1, s1, o1), (m2, s2, o2) = one, other
    m = max(m1, m2)
    a, b = np.exp(m1 - m), np.exp(m2 - m)
    return m, s1 * a + s2 * b, o1 * a + o2 * b


def account(block, rows):
    m = block.max()
    e = np.exp(block - m)
    return m, e.sum(), e @ rows


def as_in_the_chapter(scores, values, block_size):
    m, s, o = -np.inf, 0.0, np.zeros(values.shape[1])
    for start in range(0, len(scores), block_size):
        block = scores[start : start + block_size]
        new = max(m, block.max())
        shrink, e = np.exp(m - new), np.exp(block - new)
        s, m = s * shrink + e.sum(), new
        o = o * shrink + e @ values[start : start + block_size]
    return o / s


def from_the_first_block_on(scores, values, block_size):
    (block, rows), *others = cut(scores, values, block_size)
    m, s, o = account(block, rows)
    for block, rows in others:
        if block.max() > m:
            s, o = s * np.exp(m - block.max()), o * np.exp(m - block.max())
            m = block.max()
        e = np.exp(block - m)
        s, o = s + np.sum(e), o + (e[:, None] * rows).sum(axis=0)
    return o / s


def always_divided(scores, values, block_size):
    """Keep a finished output, and give it back its sum before each step."""
    m, s, o = -np.inf, 0.0, 0.0
    for block, rows in cut(scores, values, block_size):
        new = np.maximum(m, np.max(block))
        e = np.exp(block - new)
        old = s * np.exp(m - new)
        m, s = new, old + e.sum()
        o = (o * old + e @ rows) / s
    return o


def with_a_log_sum(scores, values, block_size):
    """Keep one number, m + log s, in place of two."""
    total, o = -np.inf, 0
    for block, rows in cut(scores, values, block_size):
        new = np.logaddexp(total, np.logaddexp.reduce(block))
        o = o * np.exp(total - new) + np.exp(block - new) @ rows
        total = new
    return o


def with_a_column_of_ones(scores, values, block_size):
    """Let the sum be one more component of the output."""
    ones = np.ones((len(values), 1))
    m, o = -np.inf, 0
    for block, rows in cut(scores, np.hstack([values, ones]), block_size):
        old, m = m, max(m, *block)
        o = o * np.exp(old - m) + np.exp(block - m) @ rows
    return o[:-1] / o[-1]


def accounts_first(scores, values, block_size):
    """Make an account of each block, and join them all at the end."""
    accounts = [account(*pair) for pair in cut(scores, values, block_size)]
    m, s, o = map(np.array, zip(*accounts, strict=True))
    weights = np.exp(m - m.max())
    return weights @ o / (weights @ s)


def merged_in_order(scores, values, block_size):
    _, s, o = functools.reduce(
        merged, (account(*pair) for pair in cut(scores, values, block_size))
    )
    return o / s


def merged_like_a_tree(scores, values, block_size):
    accounts = [account(*pair) for pair in cut(scores, values, block_size)]
    while len(accounts) > 1:
        pairs = [accounts[i : i + 2] for i in range(0, len(accounts), 2)]
        accounts = [functools.reduce(merged, pair) for pair in pairs]
    (_, s, o) = accounts[0]
    return o / s


def from_the_end(scores, values, block_size):
    return as_in_the_chapter(scores[::-1], values[::-1], block_size)


def in_two_walks(scores, values, block_size):
    """Find the maximum block by block, and then walk again."""
    m = max(block.max() for block, _ in cut(scores, values, block_size))
    pairs = [(np.exp(b - m), rows) for b, rows in cut(scores, values, block_size)]
    return sum(e @ rows for e, rows in pairs) / sum(e.sum() for e, _ in pairs)


def one_by_one(scores, values, block_size):
    m, s, o = -math.inf, 0.0, [0.0] * values.shape[1]
    for score, row in zip(scores.tolist(), values.tolist(), strict=True):
        shrink = 1.0 if score <= m else math.exp(m - score)
        m = max(m, score)
        e = math.exp(score - m)
        s = s * shrink + e
        o = [a * shrink + e * b for a, b in zip(o, row, strict=True)]
    return np.array([a / s for a in o])


def by_splitting(scores, values, block_size):
    places = range(block_size, len(scores), block_size)
    pairs = zip(np.split(scores, places), np.split(values, places), strict=True)
    _, s, o = functools.reduce(merged, (account(*pair) for pair in pairs))
    return o / s


def by_places(scores, values, block_size):
    n = len(scores)
    places = [*range(0, n, block_size), n]
    m, s, o = np.float64(-np.inf), 0, 0
    for a, b in pairwise(places):
        m, s, o = merged((m, s, o), account(scores[a:b], values[a:b]))
    return o / s


def by_padding(scores, values, block_size):
    missing = -len(scores) % block_size
    scores = np.pad(scores, (0, missing), constant_values=-np.inf)
    values = np.pad(values, ((0, missing), (0, 0)))
    blocks = scores.reshape(-1, block_size)
    rows = values.reshape(len(blocks), block_size, -1)
    _, s, o = functools.reduce(merged, map(account, blocks, rows))
    return o / s


def by_softmax_of_blocks(scores, values, block_size):
    """Weigh the blocks' own outputs by their log-sums."""
    outputs, sums = [], []
    for block, rows in cut(scores, values, block_size):
        outputs.append(softmax(block) @ rows)
        sums.append(np.logaddexp.reduce(block))
    return softmax(np.array(sums)) @ np.array(outputs)


def in_place_on_copies(scores, values, block_size):
    state = np.zeros(1 + values.shape[1])
    m = -np.inf
    while len(scores):
        block, scores = scores[:block_size].copy(), scores[block_size:]
        rows, values = values[:block_size], values[block_size:]
        new = np.fmax(m, block.max())
        state *= np.exp(m - new)
        block -= new
        np.exp(block, out=block)
        state[0] += block.sum()
        state[1:] += block.dot(rows)
        m = new
    return state[1:] / state[0]


def smaller_float(scores, values, block_size):
    pair = scores.astype(np.float32), values.astype(np.float32)
    return as_in_the_chapter(*pair, block_size)


def longer_float(scores, values, block_size):
    return as_in_the_chapter(scores.astype(np.longdouble), values, block_size)


def torch_in_blocks(scores, values, block_size):
    """Keep a finished output and the logarithm of its sum."""
    total, o = torch.tensor(-torch.inf), 0
    for block, rows in cut(torch.tensor(scores), torch.tensor(values), block_size):
        own = block.logsumexp(0)
        new = torch.logaddexp(total, own)
        o = o * (total - new).exp() + (own - new).exp() * (block.softmax(0) @ rows)
        total = new
    return o


def torch_in_float32(scores, values, block_size):
    scores, values = torch.from_numpy(scores).float(), torch.tensor(values).float()
    m, s, o = torch.tensor(-torch.inf), 0.0, torch.zeros(values.shape[1])
    for block, rows in zip(
        scores.split(block_size), values.split(block_size), strict=True
    ):
        new = torch.maximum(m, block.max())
        e = (block - new).exp()
        s, o, m = s * (m - new).exp() + e.sum(), o * (m - new).exp() + e @ rows, new
    return o / s


BLOCKED = [
    as_in_the_chapter,
    from_the_first_block_on,
    always_divided,
    with_a_log_sum,
    with_a_column_of_ones,
    accounts_first,
    merged_in_order,
    merged_like_a_tree,
    from_the_end,
    in_two_walks,
    one_by_one,
    by_splitting,
    by_places,
    by_padding,
    by_softmax_of_blocks,
    in_place_on_copies,
    smaller_float,
    longer_float,
    torch_in_blocks,
    torch_in_float32,
]


@pytest.mark.parametrize("solution", BLOCKED)
def test_correct_block_softmax_passes(solution):
    verdict = check.block_softmax.examine(solution)
    assert verdict.passed, verdict.text


@pytest.mark.parametrize("block_size", [1, 2, 5, 11, 20])
def test_the_walk_over_the_blocks_is_exact(block_size):
    rng = np.random.default_rng(2)
    scores, values = 4 * rng.normal(size=11), rng.normal(size=(11, 3))
    found = check.block_softmax.reference(scores, values, block_size)
    # float64 rounding of sums of 11
    np.testing.assert_allclose(found, softmax(scores) @ values, atol=1e-14)


@pytest.mark.parametrize(
    ("at_once", "computed"),
    [
        (lambda s, v, b: softmax(s) @ v, "maximum of 6 scores; a block has 2"),
        (lambda s, v, b: np.exp(s) @ v / np.exp(s).sum(), "exp of 6 scores"),
        (lambda s, v, b: as_in_the_chapter(s - s.max(), v, b), "maximum of 6 scores"),
        (lambda s, v, b: as_in_the_chapter(s - 5, v, b), "subtract of 6 scores"),
    ],
)
def test_a_softmax_of_the_whole_row_is_stopped(at_once, computed):
    verdict = check.block_softmax.examine(at_once)
    assert not verdict.passed
    assert f"MemoryError: {computed}" in " ".join(verdict.text.split())


def at_once_in_numpy(scores, values, block_size):
    shifted = np.exp(scores[:block_size])
    highest = scores.max()  # the line to be named
    return shifted, highest


def through_a_helper(scores, values, block_size):
    def highest(row):
        return row.max()  # the line to be named

    return highest(scores)


@pytest.mark.parametrize("solution", [at_once_in_numpy, through_a_helper])
def test_the_line_named_is_the_learner_s_own_also_where_numpy_s_is_not_known(
    monkeypatch, solution
):
    """In a page, NumPy lies elsewhere than what is known to be no learner's."""
    monkeypatch.setattr(run, "ELSEWHERE", (str(Path(glassbox.__file__).parent),))
    text = check.block_softmax.examine(solution).text
    lines, first = inspect.getsourcelines(solution)
    place = next(i for i, line in enumerate(lines) if "to be named" in line)
    assert f"line {first + place}:" in " ".join(text.split())
    assert "umr_maximum" not in text and "to be named" in text


def test_what_is_computed_from_a_block_is_an_ordinary_array():
    def seen(scores, block_size):
        block = scores[1:3]
        for made in (block - 1, block.max(), np.exp(block), block @ block):
            assert type(made) in (np.ndarray, np.float64)
        with pytest.raises(MemoryError, match="multiply of 3 scores; a block has 2"):
            scores[:3] * 2
        return np.add(block, 1, out=block.copy())

    found = one_block_at_a_time(seen)(np.array([1.0, 2.0, 3.0, 4.0]), 2)
    np.testing.assert_array_equal(found, [3, 4])
    assert type(found) is np.ndarray
