"""Attention: the chapters' numbers, masks, parity with PyTorch, errors."""

import math

import numpy as np
import pytest
import torch
from glassbox import (
    causal_mask,
    padding_mask,
    scaled_dot_product_attention,
    softmax,
    softmax_jacobian,
)
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

EXACT = 1e-12  # float64 on numbers near 1


def draw(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def test_the_unscaled_scores_and_weights_of_the_chapter():
    rng = np.random.RandomState(0)
    query = rng.rand(1, 64).astype("float32")
    key = rng.rand(64, 10).astype("float32").T
    raw = scaled_dot_product_attention(query, key, key, scale=1)
    assert raw.scores.dtype == np.float32
    # float32 and four printed decimals
    np.testing.assert_allclose(
        raw.scores[0],
        [17.9834, 15.4092, 15.5016, 15.2171, 18.3008]
        + [17.4539, 15.6339, 16.3575, 14.5159, 15.4736],
        atol=6e-5,
    )
    np.testing.assert_allclose(
        raw.weights[0],
        [0.2786, 0.0212, 0.0233, 0.0175, 0.3826]
        + [0.1640, 0.0266, 0.0548, 0.0087, 0.0226],
        atol=6e-5,
    )
    scaled = scaled_dot_product_attention(query, key, key)
    np.testing.assert_allclose(scaled.scores, raw.scores / 8, rtol=1e-6)  # float32
    assert scaled.weights.max() < 0.13


def test_a_case_by_hand(array):
    query, key = array([[2.0, 0.0]]), array([[math.log(3), 5.0], [0.0, 7.0]])
    value = array([[4.0, 0.0, 1.0], [0.0, 8.0, 1.0]])
    output, weights, scores = scaled_dot_product_attention(query, key, value, scale=0.5)
    np.testing.assert_allclose(scores, [[math.log(3), 0]], atol=EXACT)
    np.testing.assert_allclose(weights, [[0.75, 0.25]], atol=EXACT)
    np.testing.assert_allclose(output, [[3, 2, 1]], atol=EXACT)


def test_shapes_with_d_v_other_than_d_k_and_a_batch(array):
    query, key = array(draw(2, 3, 8).tolist()), array(draw(2, 5, 8).tolist())
    value = array(draw(2, 5, 6).tolist())
    output, weights, scores = scaled_dot_product_attention(query, key, value)
    assert tuple(output.shape) == (2, 3, 6)
    assert tuple(weights.shape) == tuple(scores.shape) == (2, 3, 5)


def test_scores_are_scaled_and_unmasked_and_weights_are_masked(array):
    query, key = array(draw(3, 4).tolist()), array(draw(3, 4, seed=1).tolist())
    mask = array(causal_mask(3).tolist(), "bool")
    free = scaled_dot_product_attention(query, key, key)
    masked = scaled_dot_product_attention(query, key, key, mask)
    np.testing.assert_array_equal(masked.scores, free.scores)
    np.testing.assert_allclose(
        free.scores, np.asarray(query) @ np.asarray(key).T / 2, atol=EXACT
    )
    assert (np.asarray(masked.weights)[~causal_mask(3)] == 0).all()
    np.testing.assert_allclose(np.asarray(masked.weights).sum(-1), 1, atol=EXACT)


@given(st.permutations(range(5)))
def test_without_positions_self_attention_moves_with_its_tokens(order):
    x = draw(5, 4)
    output = scaled_dot_product_attention(x, x, x).output
    shuffled = x[list(order)]
    moved = scaled_dot_product_attention(shuffled, shuffled, shuffled).output
    np.testing.assert_allclose(moved, output[list(order)], atol=EXACT)


@given(st.integers(1, 4), st.floats(-1e6, 1e6))
def test_a_future_token_changes_no_earlier_output_by_a_bit(position, change):
    x = draw(5, 4)
    poked = x.copy()
    poked[position] += change
    mask = causal_mask(5)
    before = scaled_dot_product_attention(x, x, x, mask).output
    after = scaled_dot_product_attention(poked, poked, poked, mask).output
    np.testing.assert_array_equal(after[:position], before[:position])


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_a_query_that_may_attend_to_nothing_gets_zeros(array, dtype):
    x = array(draw(2, 3, 4).tolist(), dtype)
    mask = array(padding_mask([2, 0], 3).tolist(), "bool")
    output, weights, scores = scaled_dot_product_attention(x, x, x, mask)
    assert (np.asarray(output)[1] == 0).all() and (np.asarray(weights)[1] == 0).all()
    assert np.isfinite(np.asarray(scores)).all() and (np.asarray(output)[0] != 0).all()
    assert output.dtype == weights.dtype == scores.dtype == x.dtype


def test_a_query_that_may_attend_to_nothing_has_zero_gradient():
    tensors = [
        torch.tensor(draw(2, 3, 4, seed=s), requires_grad=True) for s in range(3)
    ]
    mask = padding_mask([2, 0], 3, like=tensors[0])
    scaled_dot_product_attention(*tensors, mask).output.sum().backward()
    for tensor in tensors:
        assert (tensor.grad[1] == 0).all()
        assert torch.isfinite(tensor.grad).all()
    assert (tensors[2].grad[0, :2] != 0).all()


def test_no_keys_give_zeros_and_no_queries_nothing(array):
    one, none = array(np.ones((1, 4)).tolist()), array(np.zeros((0, 4)).tolist())
    if none.ndim == 1:
        none = none.reshape(0, 4)
    np.testing.assert_array_equal(
        scaled_dot_product_attention(one, none, none).output, np.zeros((1, 4))
    )
    assert tuple(scaled_dot_product_attention(none, one, one).output.shape) == (0, 4)
    flat = one[:, :0]  # d_k = 0: every product is 0, every key is as good
    np.testing.assert_array_equal(
        scaled_dot_product_attention(flat, flat, one).output, one
    )


def test_half_precision_scores_beyond_the_range_still_choose_a_key():
    query = np.array([[1000.0] * 4], dtype="float16")
    key = np.array([[90.0] * 4, [80.0] * 4], dtype="float16")
    with np.errstate(
        over="ignore"
    ):  # a score of 180,000 is inf in float16, and says so
        result = scaled_dot_product_attention(query, key, key)
    assert np.isinf(result.scores[0, 0])
    np.testing.assert_array_equal(result.weights, [[1, 0]])
    np.testing.assert_array_equal(result.output, key[:1])


def test_bfloat16_agrees_with_float32(array):
    x = torch.tensor(draw(3, 4)).to(torch.bfloat16)
    result = scaled_dot_product_attention(x, x, x, causal_mask(3, like=x))
    wide = scaled_dot_product_attention(
        x.float(), x.float(), x.float(), causal_mask(3, like=x)
    )
    assert result.output.dtype == torch.bfloat16
    assert torch.equal(result.output, wide.output.to(torch.bfloat16))


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("scale", [None, 0.7])
def test_agrees_with_torch(assert_parity, masked, scale):
    allowed = torch.tensor(draw(2, 1, 3, 5) > -0.5)
    allowed[..., 0] = True
    assert not allowed.all()

    def ours(query, key, value):
        mask = allowed.numpy() if isinstance(query, np.ndarray) else allowed
        return scaled_dot_product_attention(
            query, key, value, mask if masked else None, scale=scale
        ).output

    def theirs(query, key, value):
        mask = allowed if masked else None
        return F.scaled_dot_product_attention(query, key, value, mask, scale=scale)

    assert_parity(ours, theirs, (2, 7, 3, 8), (2, 7, 5, 8), (2, 7, 5, 6))


def test_a_fully_masked_row_agrees_with_torch(assert_parity):
    allowed = torch.tensor([[True, False], [False, False], [True, True]])

    def ours(query, key, value):
        mask = allowed.numpy() if isinstance(query, np.ndarray) else allowed
        return scaled_dot_product_attention(query, key, value, mask).output

    def theirs(query, key, value):
        return F.scaled_dot_product_attention(query, key, value, allowed)

    assert_parity(ours, theirs, (3, 4), (2, 4), (2, 5))


def test_without_the_scale_long_vectors_saturate():
    rng = np.random.default_rng(0)
    query, key = rng.normal(size=(400, 1, 512)), rng.normal(size=(400, 16, 512))
    largest, jacobians = {}, {}
    for name, scale in (("raw", 1), ("scaled", None)):
        weights = scaled_dot_product_attention(query, key, key, scale=scale).weights
        largest[name] = weights.max(axis=-1).mean()
        norms = np.linalg.norm(softmax_jacobian(weights), axis=(-2, -1))
        jacobians[name] = np.median(norms)
    # Means over 400 draws: their standard error is below 0.01.
    assert abs(largest["raw"] - 0.95) < 0.03 and abs(largest["scaled"] - 0.25) < 0.03
    assert jacobians["raw"] < 0.005 and abs(jacobians["scaled"] - 0.30) < 0.03


def test_the_inputs_are_not_written_to(array):
    x = array(draw(3, 4).tolist())
    before = np.asarray(x).copy()
    mask = array(causal_mask(3).tolist(), "bool")
    scaled_dot_product_attention(x, x, x, mask)
    np.testing.assert_array_equal(np.asarray(x), before)
    assert np.asarray(mask).tolist() == causal_mask(3).tolist()


def test_nan_reaches_every_query_that_may_see_it(array):
    x = draw(3, 4)
    x[1, 2] = np.nan
    x = array(x.tolist())
    weights = scaled_dot_product_attention(x, x, x).weights
    assert np.isnan(np.asarray(weights)).all()


X = np.ones((2, 3, 6))


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (
            lambda: scaled_dot_product_attention(X[0, 0], X, X),
            ValueError,
            r"query must have a token and a feature axis; got \(6,\)",
        ),
        (
            lambda: scaled_dot_product_attention(X, X[..., :4], X),
            ValueError,
            "query and key must have the same d_k, their last axis; got 6 and 4",
        ),
        (
            lambda: scaled_dot_product_attention(X, X, X[:, :2]),
            ValueError,
            "key and value must have the same number of keys, .* got 3 and 2",
        ),
        (
            lambda: scaled_dot_product_attention(X, np.ones((5, 3, 6)), X),
            ValueError,
            r"batch axes .* must broadcast; got \(2,\), \(5,\) and \(2,\)",
        ),
        (
            lambda: scaled_dot_product_attention(X, X, X, np.ones((3, 3))),
            TypeError,
            "mask must be a boolean array; got float64",
        ),
        (
            lambda: scaled_dot_product_attention(X, X, X, causal_mask(3, 4)),
            ValueError,
            r"mask must broadcast to shape \(2, 3, 3\); got \(3, 4\)",
        ),
        (
            lambda: scaled_dot_product_attention(X, X, X, torch.ones(3, 3) > 0),
            TypeError,
            "mask must belong to the library .* got Tensor and ndarray",
        ),
    ],
)
def test_errors_state_the_rule_and_what_came(call, error, rule):
    with pytest.raises(error, match=rule):
        call()


def test_softmax_of_the_masked_scores_is_where_the_weights_come_from():
    x = draw(3, 4)
    result = scaled_dot_product_attention(x, x, x, causal_mask(3))
    masked = np.where(causal_mask(3), result.scores, -np.inf)
    np.testing.assert_array_equal(result.weights, softmax(masked))
