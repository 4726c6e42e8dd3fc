"""one_hot, embed and sinusoidal_positions: look-ups, rotations, parity, errors."""

import math

import numpy as np
import pytest
import torch
from glassbox import embed, one_hot, sinusoidal_positions
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

EXACT = 1e-12  # float64 on numbers near 1


def draw(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def test_one_hot_agrees_with_torch_in_any_shape():
    ids = torch.tensor([[2, 0, 4], [1, 1, 3]])
    expected = F.one_hot(ids, 5)
    np.testing.assert_array_equal(one_hot(ids, 5), expected)
    np.testing.assert_array_equal(one_hot(ids.numpy(), 5), expected)
    np.testing.assert_array_equal(one_hot(ids.tolist(), 5), expected)
    np.testing.assert_array_equal(one_hot(3, 5), [0, 0, 0, 1, 0])


def test_like_decides_library_and_dtype():
    half = torch.zeros(1, dtype=torch.float16)
    assert one_hot([1], 2).dtype == np.float64
    assert one_hot([1], 2, like=half).dtype == torch.float16
    assert one_hot([1], 2, like=np.zeros(1, "float32")).dtype == np.float32
    assert one_hot(torch.tensor([1]), 2).dtype == torch.float32
    positions = sinusoidal_positions(3, 4, like=half)
    assert positions.dtype == torch.float16
    assert sinusoidal_positions(3, 4).dtype == np.float64


def test_an_embedding_is_one_hot_times_the_table(array):
    table = array(draw(7, 4).tolist())
    ids = [[6, 0, 3], [3, 3, 1]]
    result = embed(ids, table)
    assert tuple(result.shape) == (2, 3, 4)
    np.testing.assert_array_equal(result, one_hot(ids, 7, like=table) @ table)


def test_scaling_multiplies_by_the_root_of_d_model(array):
    table = array(draw(5, 9).tolist())
    ids = array([4, 1], "int64")
    np.testing.assert_allclose(
        embed(ids, table, scale=True), 3 * np.asarray(embed(ids, table)), atol=EXACT
    )


def test_embed_agrees_with_torch(assert_parity):
    ids = [[2, 0, 2], [4, 1, 2]]
    assert_parity(
        lambda table: embed(ids, table, scale=True),
        lambda table: F.embedding(torch.tensor(ids), table) * math.sqrt(3),
        (5, 3),
    )


def test_half_precision_tables_and_empty_ids(array):
    table = array([[1.0, 2.0], [3.0, 4.0]], "float16")
    assert embed([1], table, scale=True).dtype == table.dtype
    assert tuple(embed([], table).shape) == (0, 2)
    assert one_hot([], 3).shape == (0, 3)


def test_a_result_is_no_view_of_the_table():
    table = draw(3, 2)
    before = table.copy()
    vectors = embed([0, 2], table)
    vectors += 1
    np.testing.assert_array_equal(table, before)


# Positions


def test_the_papers_formula_entry_by_entry(array):
    result = np.asarray(sinusoidal_positions(7, 6, like=array([0.0])))
    for position in range(7):
        for i in range(3):
            angle = position / 10000 ** (2 * i / 6)
            assert result[position, 2 * i] == pytest.approx(math.sin(angle), abs=EXACT)
            expected = pytest.approx(math.cos(angle), abs=EXACT)
            assert result[position, 2 * i + 1] == expected


@given(st.integers(0, 50), st.integers(0, 50), st.sampled_from([2, 6, 10]))
def test_k_steps_on_is_a_rotation_that_depends_on_k_alone(position, k, d_model):
    table = sinusoidal_positions(101, d_model)
    for i in range(0, d_model, 2):
        angle = k / 10000 ** (i / d_model)
        sine, cosine = math.sin(angle), math.cos(angle)
        rotation = [[cosine, -sine], [sine, cosine]]
        moved = table[position, i : i + 2] @ rotation
        np.testing.assert_allclose(moved, table[position + k, i : i + 2], atol=EXACT)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_a_dot_product_of_positions_depends_on_their_distance_alone(a, b, shift):
    table = sinusoidal_positions(81, 8)
    here, there = table[a] @ table[b], table[a + shift] @ table[b + shift]
    assert here == pytest.approx(there, abs=1e-11)  # a sum of 8 products


def test_an_odd_width_leaves_the_last_cosine_out():
    odd = sinusoidal_positions(4, 5)
    assert odd.shape == (4, 5)
    angles = np.arange(4) / 10000 ** (4 / 5)
    np.testing.assert_allclose(odd[:, 4], np.sin(angles), atol=EXACT)


def test_no_positions_and_no_features():
    assert sinusoidal_positions(0, 4).shape == (0, 4)
    assert sinusoidal_positions(4, 0).shape == (4, 0)
    assert sinusoidal_positions(4, 1).tolist() == [
        [math.sin(position)] for position in range(4)
    ]


def test_scaled_tokens_keep_a_share_against_the_positions():
    # Each pair sin, cos has squared norm 1: a position d / 2, a token 1, scaled d.
    d_model = 512
    table = draw(1000, d_model) / math.sqrt(d_model)
    positions = sinusoidal_positions(1000, d_model)
    share = {}
    for scale in (False, True):
        tokens = embed(np.arange(1000), table, scale=scale)
        energy = (positions**2).sum()
        share[scale] = energy / (energy + (tokens**2).sum())
    assert round(100 * share[False], 1) == 99.6
    assert round(100 * share[True], 1) == 33.3


TABLE = np.ones((5, 3))


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (lambda: embed([5], TABLE), ValueError, "between 0 and .* = 4; got 5"),
        (lambda: embed([0, -1], TABLE), ValueError, "between 0 and .* = 4; got -1"),
        (lambda: embed([1.0], TABLE), TypeError, "must be integers; got float64"),
        (lambda: embed([True], TABLE), TypeError, "must be integers; got bool"),
        (lambda: embed(["a"], TABLE), TypeError, "token_ids must be integers"),
        (lambda: embed([1], TABLE[0]), ValueError, r"table must have shape .*\(3,\)"),
        (
            lambda: embed(torch.tensor([1]), TABLE),
            TypeError,
            "library of the other arrays; got Tensor and ndarray",
        ),
        (lambda: one_hot([2], 2), ValueError, "between 0 and .* = 1; got 2"),
        (lambda: one_hot([2], 2.5), TypeError, "vocabulary_size must be .* got 2.5"),
        (
            lambda: one_hot([0], 2, like=np.array([True])),
            TypeError,
            "like must hold real numbers; got bool",
        ),
        (lambda: sinusoidal_positions(-1, 4), ValueError, "n_positions .* got -1"),
        (lambda: sinusoidal_positions(3, 2.0), TypeError, "d_model must be .* got 2.0"),
    ],
)
def test_errors_state_the_rule_and_what_came(call, error, rule):
    with pytest.raises(error, match=rule):
        call()
