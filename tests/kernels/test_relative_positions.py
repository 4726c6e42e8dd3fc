"""rotary_embedding and alibi_bias: turns, distances, conventions, parity, errors."""

import math

import numpy as np
import pytest
import torch
from glassbox import (
    alibi_bias,
    causal_mask,
    rotary_embedding,
    scaled_dot_product_attention,
)
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

EXACT = 1e-12  # float64 on numbers near 1


def draw(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def half_split(x):
    """Put the first of each neighbouring pair before all the second ones."""
    return np.concatenate([x[..., 0::2], x[..., 1::2]], axis=-1)


# Turns


def test_one_pair_turns_by_one_radian_a_position(array):
    turned = rotary_embedding(array([[3.0, 4.0]] * 3))
    for position, pair in enumerate(np.asarray(turned)):
        cos, sin = math.cos(position), math.sin(position)
        expected = [3 * cos - 4 * sin, 3 * sin + 4 * cos]
        np.testing.assert_allclose(pair, expected, atol=EXACT)


@pytest.mark.parametrize("layout", ["interleaved", "half_split"])
def test_a_turn_is_multiplication_by_a_complex_number(layout):
    x, positions, base = draw(2, 3, 5, 6), np.array([7, 0, 2.5, -4, 1000]), 500.0
    turned = rotary_embedding(x, positions, base=base, layout=layout)
    own = x if layout == "half_split" else half_split(x)
    turned = turned if layout == "half_split" else half_split(turned)
    speeds = base ** (-np.arange(0, 6, 2) / 6)
    pairs = own[..., :3] + 1j * own[..., 3:]
    pairs = pairs * np.exp(1j * positions[:, None] * speeds)
    np.testing.assert_allclose(turned[..., :3], pairs.real, atol=EXACT)
    np.testing.assert_allclose(turned[..., 3:], pairs.imag, atol=EXACT)


def test_the_layouts_differ_by_the_order_of_features_alone():
    x = draw(5, 8)
    own_order = half_split(rotary_embedding(x))
    np.testing.assert_allclose(
        own_order, rotary_embedding(half_split(x), layout="half_split"), atol=EXACT
    )
    other = rotary_embedding(x, layout="half_split")
    assert not np.allclose(rotary_embedding(x), other)


@given(st.integers(-1000, 1000), st.integers(-50, 50))
def test_a_score_depends_on_the_distance_alone(shift, distance):
    query, key = draw(1, 6), draw(1, 6, seed=1)

    def score(first):
        q = rotary_embedding(query, [first])
        k = rotary_embedding(key, [first - distance])
        return (q @ k.T).item()

    assert score(shift) == pytest.approx(score(0), abs=1e-10)


@given(st.integers(-1000, 1000))
def test_a_turn_keeps_lengths(position):
    x = draw(1, 6)
    turned = rotary_embedding(x, [position])
    assert np.linalg.norm(turned) == pytest.approx(np.linalg.norm(x), abs=EXACT)


def test_positions_broadcast_and_start_at_zero(array):
    x = array(draw(2, 3, 4).tolist())
    np.testing.assert_array_equal(rotary_embedding(x), rotary_embedding(x, [0, 1, 2]))
    each = rotary_embedding(x, [[0, 1, 2], [5, 6, 7]])
    np.testing.assert_array_equal(each[0], rotary_embedding(x[0]))
    np.testing.assert_array_equal(each[1], rotary_embedding(x[1], [5, 6, 7]))
    assert rotary_embedding(x[:, :0]).shape == (2, 0, 4)


def test_rotary_agrees_with_the_form_that_model_code_has(assert_parity):
    def theirs(x):  # x cos + rotate_half(x) sin, as Hugging Face's Llama
        speeds = 1.0 / 10000.0 ** (torch.arange(0, 8, 2, dtype=x.dtype) / 8)
        angles = torch.outer(torch.arange(5, dtype=x.dtype), speeds)
        angles = torch.cat([angles, angles], dim=-1)
        rotated = torch.cat([-x[..., 4:], x[..., :4]], dim=-1)
        return x * angles.cos() + rotated * angles.sin()

    def ours(x):
        return rotary_embedding(x, layout="half_split")

    assert_parity(ours, theirs, (2, 3, 5, 8))


def test_far_positions_keep_their_angle_in_half_precision():
    x = torch.ones(1, 2, dtype=torch.float16)
    turned = rotary_embedding(x, [100_003])
    assert turned.dtype == torch.float16
    exact = rotary_embedding(np.ones((1, 2)), [100_003])
    np.testing.assert_allclose(turned, exact, atol=1e-3)  # float16


@pytest.mark.parametrize(
    ("x", "options", "rule"),
    [
        (np.ones(4), {}, r"x must have a token and a feature axis; got \(4,\)"),
        (np.ones((2, 3)), {}, "x must have an even number of features.*; got 3"),
        (np.ones((2, 4)), {"base": 0}, "base must be positive; got 0"),
        (np.ones((2, 4)), {"base": math.nan}, "base must be positive; got nan"),
        (
            np.ones((2, 4)),
            {"layout": "halves"},
            'layout must be "interleaved" or "half_split"; got \'halves\'',
        ),
        (
            np.ones((2, 4)),
            {"positions": [0, 1, 2]},
            r"positions must broadcast to shape \(2,\); got \(3,\)",
        ),
    ],
)
def test_rotary_refuses_what_it_cannot_turn(x, options, rule):
    with pytest.raises(ValueError, match=rule):
        rotary_embedding(x, **options)


def test_positions_of_another_library_are_refused():
    with pytest.raises(TypeError, match="arrays of one library"):
        rotary_embedding(torch.ones(2, 4), np.arange(2))


# A price for distance


def test_the_slopes_of_eight_heads_are_the_papers():
    bias = alibi_bias(8, 2)
    np.testing.assert_array_equal(bias[:, 1, 0], [-(2.0**-i) for i in range(1, 9)])
    np.testing.assert_array_equal(bias[:, 0, 0], 0)


def test_the_queries_are_the_last_of_the_keys():
    np.testing.assert_array_equal(alibi_bias(4, 2, 5), alibi_bias(4, 5)[:, 3:])


def test_like_decides_library_and_dtype():
    half = alibi_bias(2, 3, like=torch.zeros(1, dtype=torch.float16))
    assert half.dtype == torch.float16
    assert alibi_bias(2, 3).dtype == np.float64
    np.testing.assert_array_equal(half, alibi_bias(2, 3))


def test_attention_with_a_bias_agrees_with_torch(assert_parity):
    bias = alibi_bias(4, 3, 5)
    seen = causal_mask(3, 5, first_query=2)

    def ours(query, key, value):
        xp = torch if isinstance(query, torch.Tensor) else np
        given = xp.asarray(bias), xp.asarray(seen)
        return scaled_dot_product_attention(
            query, key, value, given[1], bias=given[0]
        ).output

    def theirs(query, key, value):
        added = torch.asarray(bias).masked_fill(~torch.asarray(seen), -math.inf)
        return F.scaled_dot_product_attention(
            query, key, value, attn_mask=added.to(query.dtype)
        )

    assert_parity(ours, theirs, (2, 4, 3, 6), (2, 4, 5, 6), (2, 4, 5, 7))


def test_a_bias_that_does_not_fit_is_refused():
    x = np.ones((2, 3, 4))
    rule = r"bias must broadcast to shape \(2, 3, 3\); got \(4, 3, 3\)"
    with pytest.raises(ValueError, match=rule):
        scaled_dot_product_attention(x, x, x, bias=alibi_bias(4, 3))


@pytest.mark.parametrize(
    ("sizes", "kind", "rule"),
    [
        ((3, 2), ValueError, "n_heads must be a power of 2; got 3"),
        ((2, 4, 3), ValueError, "n_keys must be at least n_queries; got 3 and 4"),
        ((2.0, 4), TypeError, "n_heads must be an integer of at least 1; got 2.0"),
        ((0, 4), ValueError, "n_heads must be an integer of at least 1; got 0"),
    ],
)
def test_alibi_refuses_sizes_that_mean_nothing(sizes, kind, rule):
    with pytest.raises(kind, match=rule):
        alibi_bias(*sizes)
