"""Different correct solutions of the chapter multi_head_attention's exercises pass."""

import math
import re
from pathlib import Path

import numpy as np
import pytest
import torch
from chapter_solutions import CALLED, read
from glassbox import (
    check,
    merge_heads,
    scaled_dot_product_attention,
    softmax,
    split_heads,
)


def by_moving_an_axis(x, n_heads):
    d_head = x.shape[-1] // n_heads
    return np.moveaxis(x.reshape(*x.shape[:-1], n_heads, d_head), -2, -3)


def by_cutting(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=-1), axis=-3)


def by_slices(x, n_heads):
    d_head = x.shape[-1] // n_heads
    pieces = [x[..., i * d_head : (i + 1) * d_head] for i in range(n_heads)]
    return np.stack(pieces, axis=-3)


def by_torch(x, n_heads):
    x = torch.tensor(x)
    return x.unflatten(-1, (n_heads, -1)).transpose(-2, -3)


@pytest.mark.parametrize(
    "solution", [by_moving_an_axis, by_cutting, by_slices, by_torch, split_heads]
)
def test_correct_split_heads_passes(solution):
    verdict = check.split_heads.examine(solution)
    assert verdict.passed, verdict.text


def by_a_loop(query, key, value, n_heads):
    d_head, found = query.shape[-1] // n_heads, []
    for i in range(n_heads):
        own = slice(i * d_head, (i + 1) * d_head)
        scores = query[..., own] @ key[..., own].mT / math.sqrt(d_head)
        found.append(softmax(scores) @ value[..., own])
    return np.concatenate(found, axis=-1)


def by_einsum(query, key, value, n_heads):
    q, k, v = (by_cutting(a, n_heads) for a in (query, key, value))
    scores = np.einsum("...hqd,...hkd->...hqk", q, k) / np.sqrt(q.shape[-1])
    exponentials = np.exp(scores)
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    found = np.einsum("...hqk,...hkd->...qhd", weights, v)
    return found.reshape(query.shape)


def by_torch_s_own(query, key, value, n_heads):
    q, k, v = (by_torch(a, n_heads) for a in (query, key, value))
    found = torch.nn.functional.scaled_dot_product_attention(q, k, v)
    return merge_heads(found)


@pytest.mark.parametrize("solution", [by_a_loop, by_einsum, by_torch_s_own])
def test_correct_attention_in_heads_passes(solution):
    verdict = check.attention_in_heads.examine(solution)
    assert verdict.passed, verdict.text


def with_rows_cut(heads, w_o):
    return np.stack(list(map(np.matmul, heads, np.split(w_o, len(heads)))))


def with_the_other_heads_silent(heads, w_o):
    found = []
    for i in range(len(heads)):
        alone = np.zeros(heads.shape)
        alone[i] = heads[i]
        found.append(merge_heads(alone) @ w_o)
    return np.array(found)


@pytest.mark.parametrize("solution", [with_rows_cut, with_the_other_heads_silent])
def test_correct_head_contributions_pass(solution):
    verdict = check.head_contributions.examine(solution)
    assert verdict.passed, verdict.text


def test_the_contributions_of_the_heads_add_up_to_the_output():
    rng = np.random.default_rng(0)
    heads, w_o = rng.normal(size=(3, 5, 2)), rng.normal(size=(6, 7))
    parts = check.head_contributions.reference(heads, w_o)
    # 1e-14: sums of six products of size 1 in float64
    np.testing.assert_allclose(parts.sum(axis=0), merge_heads(heads) @ w_o, atol=1e-14)


def test_a_table_of_ones_would_not_see_the_missing_transpose():
    """No case of the check is so blind."""
    broken = check.split_heads.wrongs[0].examples[0]
    ones = np.ones((3, 4))
    np.testing.assert_array_equal(broken(ones, 2), split_heads(ones, 2))
    for case in check.split_heads.cases:
        if case.arguments["n_heads"] > 1:
            x, n_heads = case.arguments.values()
            assert not np.array_equal(broken(x, n_heads), split_heads(x, n_heads))


def test_one_head_comes_as_close_as_the_challenge_says():
    """Of many queries, and of all weights that two people can have."""
    apart, closest, off, weight = check.one_head_at_best.answer
    values = np.array([[3, 1, 3, 0], [0, 0, 0, 0], [5, 0, 5, 1]])
    keys = np.array([[1, 0, 1, 0], [0, 0, 0, 0], [0, 1, 0, 1]])
    queries = np.random.default_rng(0).normal(scale=20, size=(5000, 4))
    queries[0] = [60, 0, 0, 60]
    found = scaled_dot_product_attention(queries, keys, values).output
    np.testing.assert_allclose(found[:, 0] - found[:, 2], apart, atol=1e-12)
    errors = ((found[:, [0, 2]] - [3, 5]) ** 2).sum(axis=-1)
    # 1e-9: the loud query leaves calls e^-30 of the weight
    assert errors.min() == pytest.approx(off, abs=1e-9)
    assert found[0, 0] == pytest.approx(closest, abs=1e-9)
    assert (1 - weight) * 3 + weight * 5 == closest


def test_every_exercise_has_a_check_so_that_all_of_them_can_be_passed():
    chapters = Path(__file__).resolve().parents[2] / "chapters"
    cells = read(chapters / "multi_head_attention.ipynb")
    start = next(i for i, c in enumerate(cells) if "## Exercises" in c.source)
    cells = cells[start:]
    asked = [c.source for c in cells if c.cell_type == "markdown"]
    titles = re.findall(r"^### (\d)\.", "\n".join(asked), re.MULTILINE)
    called = [
        name
        for cell in cells
        if cell.cell_type == "code"
        for name in CALLED.findall(cell.source)
    ]
    assert [int(title) for title in titles] == list(range(1, len(called) + 1))


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ([4, 56.6, 0.965, 2.05], "the score is not scaled"),
        ([4, 18.92, 0.89, 2.16], "the score is not scaled"),
        ([4, 54.6, 1, 2], "the score is not scaled"),
        ([2, 9.39, 0.79, 2.32], "you divided by 2, which is √4"),
        ([2.83, 16.92, 1, 2], "the two keys with the score 0 are left out"),
        ([2.83, 18.95, 0.89, 2.16], "rounded to 2.83 before its exponential"),
        ([2.83, 18.92, 0.89, 2], "this is Ann’s name alone"),
        ([2.83, 18.92, 0.89, 6.37], "the weights of Ann and Tom have changed places"),
        ([2.83, 18.92, 0.89, 1.79], "Tom’s name is left out"),
        ([2.83, 18.93, 0.89, 2.16], "look again at: the sum of the three exponentials"),
        ([2.83, 18.4, 0.89, 2.16], "look again at: the sum of the three exponentials"),
        ([2.9, 18.92, 0.89, 2.16], "look again at: Ann’s score"),
    ],
)
def test_a_step_by_hand_is_told_what_went_wrong(answer, named):
    verdict = check.one_head_by_hand.examine(answer)
    assert not verdict.passed
    assert named in " ".join(verdict.text.split())


@pytest.mark.parametrize(
    ("exercise", "answer", "named"),
    [
        ("heads_by_hand", [3, 42, 43], "3 is the number of heads, not d_head"),
        ("heads_by_hand", [2, 22, 23], "these are numbers of another token"),
        ("heads_by_hand", [2, 33, 34], "these are token 3’s numbers"),
        ("heads_counted", [4, 3072, 6144, 32768], "matrix is missing, and twice"),
        ("heads_counted", [4, 3072, 3072, 32768], "the output matrix is missing."),
        ("heads_counted", [4, 4096, 8192, 32768], "twice the heads do not need"),
        ("heads_counted", [4, 4096, 8192, 24576], "matrices are missing or too small"),
        ("heads_counted", [4, 8192, 16384, 24576], "full 32 by 32 matrices"),
        ("heads_counted", [4, 24576, 49152, 24576], "full 32 by 32 matrices"),
        ("heads_counted", [4, 4096, 4096, 24576], "width need the output matrix too"),
        ("heads_counted", [4, 4096, 4096, 8192], "one matrix for each head of full"),
        ("one_head_at_best", [-2, 4, 2, 0.5], "the difference that is wanted"),
        ("one_head_at_best", [0, 3.9, 2.02, 0.49], "what the query 6 0 0 6 finds"),
        ("one_head_at_best", [0, 4, 1, 0.5], "only one of the two squares"),
    ],
)
def test_a_usual_mistake_is_named(exercise, answer, named):
    verdict = getattr(check, exercise).examine(answer)
    assert not verdict.passed
    assert named in " ".join(verdict.text.split())


def test_swapped_axes_are_named_although_numpy_raises():
    def swapped(heads, w_o):
        return heads @ w_o.reshape(heads.shape[-1], heads.shape[0], -1)

    text = check.head_contributions.examine(swapped).text
    assert "d_head stands before n_heads" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 76
