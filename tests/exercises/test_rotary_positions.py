"""Different correct solutions of rotary_positions' exercises pass."""

import math

import numpy as np
import pytest
import torch
from glassbox import check, rotary_embedding


def by_the_kernel(x, positions, base):
    return rotary_embedding(np.asarray(x, dtype=float), positions, base=base)


def by_slices(x, positions, base=10000):
    """Write it as the chapter does."""
    d = x.shape[-1]
    speeds = base ** (-np.arange(0, d, 2) / d)
    angles = np.array(positions)[:, None] * speeds
    cos, sin = np.cos(angles), np.sin(angles)
    a, b = x[..., 0::2], x[..., 1::2]
    turned = np.empty_like(x)
    turned[..., 0::2] = a * cos - b * sin
    turned[..., 1::2] = a * sin + b * cos
    return turned


def by_complex_numbers(x, positions, base):
    d = x.shape[-1]
    hands = x[..., 0::2] + 1j * x[..., 1::2]
    angles = positions[:, None] / base ** (np.arange(0, d, 2) / d)
    turned = hands * np.exp(1j * angles)
    return np.stack([turned.real, turned.imag], axis=-1).reshape(x.shape)


def by_loops(x, positions, base):
    d = x.shape[-1]
    result = np.empty(x.shape)
    for token, position in enumerate(positions):
        for i in range(d // 2):
            angle = position * base ** (-2 * i / d)
            a, b = x[..., token, 2 * i], x[..., token, 2 * i + 1]
            cos, sin = math.cos(angle), math.sin(angle)
            result[..., token, 2 * i] = a * cos - b * sin
            result[..., token, 2 * i + 1] = a * sin + b * cos
    return result


def by_matrices(x, positions, base):
    d = x.shape[-1]
    rows = []
    for token, position in enumerate(positions):
        matrix = np.zeros((d, d))
        for i in range(0, d, 2):
            angle = position / base ** (i / d)
            cos, sin = math.cos(angle), math.sin(angle)
            matrix[i : i + 2, i : i + 2] = [[cos, sin], [-sin, cos]]
        rows.append(x[..., token, :] @ matrix)
    return np.stack(rows, axis=-2)


def by_turned_partners(x, positions, base):
    """Write x cos + partner sin, as most libraries do."""
    d = x.shape[-1]
    angles = np.repeat(np.outer(positions, base ** (-np.arange(0, d, 2) / d)), 2, -1)
    partner = np.stack([-x[..., 1::2], x[..., 0::2]], axis=-1).reshape(x.shape)
    return x * np.cos(angles) + partner * np.sin(angles)


def by_torch_in_float32(x, positions, base):
    x, positions = torch.tensor(x).float(), torch.tensor(positions).float()
    d = x.shape[-1]
    angles = positions[:, None] * base ** (-torch.arange(0, d, 2) / d)
    hands = torch.view_as_complex(x.unflatten(-1, (d // 2, 2)).contiguous())
    turned = hands * torch.polar(torch.ones_like(angles), angles)
    return torch.view_as_real(turned).flatten(-2)


@pytest.mark.parametrize(
    "solution",
    [
        by_the_kernel,
        by_slices,
        by_complex_numbers,
        by_loops,
        by_matrices,
        by_turned_partners,
        by_torch_in_float32,
    ],
)
def test_correct_rotary_embedding_passes(solution):
    verdict = check.rotary_embedding.examine(solution)
    assert verdict.passed, verdict.text


def test_rotary_in_the_other_layout_is_named():
    def half_split(x, positions, base):
        x = np.asarray(x, dtype=float)
        return rotary_embedding(x, positions, base=base, layout="half_split")

    verdict = check.rotary_embedding.examine(half_split)
    assert "the other layout, half-split" in " ".join(verdict.text.split())


def by_reshaping(w):
    d_model, d_head = w.shape
    return w.reshape(d_model, d_head // 2, 2).swapaxes(1, 2).reshape(d_model, d_head)


def by_an_order(w):
    d_head = w.shape[1]
    return w[:, [*range(0, d_head, 2), *range(1, d_head, 2)]]


def by_a_matrix_of_ones(w):
    d_head = w.shape[1]
    order = np.concatenate([np.arange(0, d_head, 2), np.arange(1, d_head, 2)])
    return w @ np.eye(d_head)[:, order]


def by_filling(w):
    result = np.empty_like(w)
    half = w.shape[1] // 2
    for i in range(half):
        result[:, i], result[:, i + half] = w[:, 2 * i], w[:, 2 * i + 1]
    return result


COLUMN_SOLUTIONS = [by_reshaping, by_an_order, by_a_matrix_of_ones, by_filling]


@pytest.mark.parametrize("solution", COLUMN_SOLUTIONS)
def test_correct_half_split_columns_passes(solution):
    verdict = check.half_split_columns.examine(solution)
    assert verdict.passed, verdict.text


def test_reordered_columns_give_the_same_scores_in_the_other_layout_and_no_wrong_ones():
    rng = np.random.default_rng(0)
    x, w_q, w_k = (rng.normal(size=shape) for shape in ((5, 7), (7, 6), (7, 6)))

    def scores(w_q, w_k, layout):
        q, k = (rotary_embedding(x @ w, layout=layout) for w in (w_q, w_k))
        return q @ k.T

    wanted = scores(w_q, w_k, "interleaved")
    reorder = check.half_split_columns.reference
    found = scores(reorder(w_q), reorder(w_k), "half_split")
    np.testing.assert_allclose(found, wanted, atol=1e-12)  # float64 rounding
    told = 0
    for wrong in check.half_split_columns.wrongs:
        for example in wrong.examples:
            try:
                reordered = example(w_q), example(w_k)
            except IndexError:  # more columns than rows
                continue
            if reordered[0].shape == w_q.shape:
                found = scores(*reordered, "half_split")
                assert np.abs(found - wanted).max() > 0.1, wrong.diagnosis
                told += 1
    assert told >= 7


def by_linspace(n, trained):
    end = n if n <= trained else trained
    return np.linspace(0, end, n, endpoint=False)


def by_cases(n, trained):
    positions = np.arange(n, dtype=float)
    return positions if n <= trained else positions * trained / n


def by_whole_numbers_where_they_fit(n, trained):
    return np.arange(n) * (trained / n) if n > trained else np.arange(n)


def by_torch_positions(n, trained):
    return torch.arange(n) / max(1, n / trained)


@pytest.mark.parametrize(
    "solution",
    [by_linspace, by_cases, by_whole_numbers_where_they_fit, by_torch_positions],
)
def test_correct_stretched_positions_passes(solution):
    verdict = check.stretched_positions.examine(solution)
    assert verdict.passed, verdict.text


def test_positions_divided_without_a_rest_are_told_to_be_rounded():
    verdict = check.stretched_positions.examine(
        lambda n, trained: np.arange(n) * min(n, trained) // n
    )
    assert "several tokens get the same one" in " ".join(verdict.text.split())


def turned(pair, degrees, position):
    """Turn one pair with the kernel, whose first pair turns 1 radian per position."""
    place = [math.radians(degrees) * position]
    return rotary_embedding(np.array([pair], dtype=float), place)[0]


def test_the_hands_turned_by_hand_are_the_kernel_s():
    numbers = [*turned((3, 1), 30, 3), turned((3, 1), 30, 3) @ (2, 1)]
    query, key = turned((3, 1), 30, 6), turned((2, 1), 30, 3)
    numbers += [*query, *key, query @ key]
    # float64 rounding
    np.testing.assert_allclose(check.turn_by_hand.answer, numbers, atol=1e-12)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        # clockwise: all the way, in the first three fields, in the later key
        ([1, -3, -1, -3, -1, 1, -2, -1], "you turned clockwise"),
        ([1, -3, -1, -3, -1, -1, 2, 1], "you turned clockwise"),
        ([1, -3, -1, -3, -1, -1, 2, -1], "you turned clockwise"),
        ([-1, 3, 1, -3, -1, 1, -2, -1], "you turned clockwise"),
        ([-1, 3, 1, -3, -1, 1, -2, 1], "you turned clockwise"),
        ([1, -3, 1, -3, -1, -1, 2, 1], "you turned clockwise"),
        ([1, -3, -1, 1, -3, 1, -2, 7], "you turned clockwise"),
        ([-1, 3, 1, 1, -3, -1, 2, -7], "from where position 3 had brought it"),
        ([-1, 3, 1, -3, -1, 2, 1, 1], "only the query is turned"),
        ([-1, 3, 1, -1, 3, -1, 2, 1], "at position 6 it has made two"),
        ([-1, 3, 1, -1, 3, 2, 1, 1], "the second half repeats the first"),
        ([3, 1, 7, -3, -1, -1, 2, 1], "the query at position 3 is not turned"),
        ([-3, -1, -7, -3, -1, -1, 2, 1], "turned too far"),
        ([-1, 3, 1, -3, -1, -2, -1, 7], "turned too far"),
        ([2.1, 2.37, 6.56, -3, -1, -1, 2, 1], "30 degrees for each move"),
        ([1, 3, 5, -3, -1, -1, 2, 1], "no sign has changed"),
        ([-1, 3, 1, -3, -1, 1, 2, -5], "no sign has changed"),
        ([-3, 1, -5, -3, -1, -1, 2, 1], "this is a mirror image"),
        ([-1, 3, 5, -3, -1, -1, 2, 1], "a minus sign is lost"),
        ([-1, 3, 1, -3, -1, -1, 2, 5], "a minus sign is lost"),
        ([-1, 3, -5, -3, -1, -1, 2, 1], "the second product is subtracted"),
        ([-1, 3, 7, -3, -1, -1, 2, 1], "with a hand before its turn"),
    ],
)
def test_a_mistake_in_some_of_the_turned_hands_is_named(answer, said):
    assert said in " ".join(check.turn_by_hand.examine(answer).text.split())


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ([-7, 7, 9, 5], "you turned the other way"),
        ([-7, 7, 9, 5], "the two cases are exchanged"),
        ([7, 7, 9, 5], "both cases have the same score"),
        ([-7, -7, 9, 5], "the first query is turned clockwise"),
        ([6, -7, 9, 5], "not turned at all"),
        ([7, 6, 9, 5], "not turned at all"),
        ([-6, 7, 9, 5], "only the query is turned"),
        ([-7, -6, 9, 5], "only the key is turned"),
        ([9, -7, 9, 5], "a minus sign is lost"),
        ([7, 9, 9, 5], "a minus sign is lost"),
        ([7, -7, 11, 5], "the key stands after the query"),
        ([7, -7, 10, 6], "the key stands where the query stands"),
        ([7, -7, 9, 6], "count it from the first key"),
        ([7, -7, 9, 13], "must be earlier than that of the first key"),
        ([7, -7, 9, 4], "these are distances"),
    ],
)
def test_a_mistake_in_some_of_the_scores_or_positions_is_named(answer, said):
    assert said in " ".join(check.same_distance_by_hand.examine(answer).text.split())


def test_the_scores_at_one_distance_by_hand_are_the_kernel_s():
    def score(query, key):
        return turned((2, 1), 90, query) @ turned((1, 4), 90, key)

    forth, back, near, earlier = check.same_distance_by_hand.answer
    scores = [score(6, 5), score(5, 6), score(10, near), score(10, earlier)]
    # float64 rounding
    np.testing.assert_allclose(scores, [forth, back, forth, forth], atol=1e-12)
    assert 10 - near == 6 - 5
    between = np.array([score(10, n) for n in np.arange(earlier + 1, near)])
    assert len(between) == 3 and abs(between - forth).min() > 0.5
