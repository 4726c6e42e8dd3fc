"""Attention: the chapters' numbers, masks, heads, parity with PyTorch, errors."""

import math

import numpy as np
import pytest
import torch
from glassbox import (
    AttentionParameters,
    causal_mask,
    merge_heads,
    multi_head_attention,
    padding_mask,
    scaled_dot_product_attention,
    softmax,
    softmax_jacobian,
    split_heads,
)
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

EXACT = 1e-12  # float64 on numbers near 1


def draw(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def random_parameters(n_heads, d_model, seed=0, biases=True):
    weights = draw(4, d_model, d_model, seed=seed)
    vectors = draw(4, d_model, seed=seed + 1) if biases else [None] * 4
    return AttentionParameters(n_heads, *weights, *vectors)


# Scaled dot-product attention


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


# Heads


@given(*[st.integers(1, 4)] * 4)
def test_splitting_and_merging_are_inverse(batch, n, n_heads, d_head):
    x = draw(batch, n, n_heads * d_head)
    heads = split_heads(x, n_heads)
    assert heads.shape == (batch, n_heads, n, d_head)
    np.testing.assert_array_equal(merge_heads(heads), x)


def test_head_i_holds_the_ith_piece_of_every_token(array):
    x = draw(2, 3, 10)
    heads = np.asarray(split_heads(array(x.tolist()), 5))
    for i in range(5):
        np.testing.assert_array_equal(heads[:, i], x[..., 2 * i : 2 * i + 2])


def test_heads_keep_dtype_and_empty_axes(array):
    half = array(np.ones((3, 4)).tolist(), "float16")
    assert split_heads(half, 2).dtype == merge_heads(split_heads(half, 2)).dtype
    assert split_heads(half, 2).dtype == half.dtype
    assert tuple(split_heads(half[:0], 2).shape) == (2, 0, 2)
    assert tuple(merge_heads(split_heads(half[:0], 2)).shape) == (0, 4)


# Multi-head attention


@pytest.mark.parametrize("biases", [True, False])
@pytest.mark.parametrize("n_heads", [1, 2, 6])
def test_equals_a_loop_over_heads(n_heads, biases):
    p = random_parameters(n_heads, 6, biases=biases)
    query, memory = draw(2, 3, 6, seed=5), draw(2, 5, 6, seed=6)
    mask = padding_mask([5, 2], 5)
    result = multi_head_attention(query, memory, memory, p, mask)
    b_q, b_k, b_v, b_o = (p.b_q, p.b_k, p.b_v, p.b_o) if biases else np.zeros((4, 6))
    d_head = 6 // n_heads
    found = []
    for i in range(n_heads):
        own = slice(i * d_head, (i + 1) * d_head)
        q = query @ p.w_q[:, own] + b_q[own]
        k = memory @ p.w_k[:, own] + b_k[own]
        v = memory @ p.w_v[:, own] + b_v[own]
        head = scaled_dot_product_attention(q, k, v, mask)
        np.testing.assert_allclose(result.weights[:, i], head.weights, atol=EXACT)
        found.append(head.output)
    expected = np.concatenate(found, axis=-1) @ p.w_o + b_o
    np.testing.assert_allclose(result.output, expected, atol=1e-11)  # values near 10
    assert result.weights.shape == result.scores.shape == (2, n_heads, 3, 5)


@pytest.mark.parametrize("kind", ["none", "causal", "padding", "both"])
def test_agrees_with_torchs_multihead_attention(assert_parity, kind):
    causal, padding = causal_mask(3, 5, first_query=1), padding_mask([5, 2], 5)
    mask = {"none": None, "causal": causal, "padding": padding}.get(
        kind, causal & padding
    )
    blocked = {}
    if kind in ("causal", "both"):
        blocked["attn_mask"] = torch.tensor(~causal)
    if kind in ("padding", "both"):
        blocked["key_padding_mask"] = torch.tensor(~padding[:, 0])

    def ours(query, key, value, w_q, w_k, w_v, w_o, b):
        given = mask
        if mask is not None and isinstance(query, torch.Tensor):
            given = torch.tensor(mask)
        p = AttentionParameters(4, w_q, w_k, w_v, w_o, b[0], b[1], b[2], b[3])
        return multi_head_attention(query, key, value, p, given).output

    def theirs(query, key, value, w_q, w_k, w_v, w_o, b):
        output, _ = F.multi_head_attention_forward(
            *(x.transpose(0, 1) for x in (query, key, value)),
            embed_dim_to_check=8,
            num_heads=4,
            in_proj_weight=torch.cat([w_q.T, w_k.T, w_v.T]),
            in_proj_bias=torch.cat([b[0], b[1], b[2]]),
            bias_k=None,
            bias_v=None,
            add_zero_attn=False,
            dropout_p=0.0,
            out_proj_weight=w_o.T,
            out_proj_bias=b[3],
            **blocked,
        )
        return output.transpose(0, 1)

    shapes = [(2, 3, 8), (2, 5, 8), (2, 5, 8), *[(8, 8)] * 4, (4, 8)]
    assert_parity(ours, theirs, *shapes)


def test_weights_of_each_head_agree_with_torchs_module():
    p = random_parameters(4, 8)
    module = torch.nn.MultiheadAttention(8, 4, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        stacked = np.concatenate([p.w_q.T, p.w_k.T, p.w_v.T])
        module.in_proj_weight.copy_(torch.tensor(stacked))
        module.in_proj_bias.copy_(torch.tensor(np.concatenate([p.b_q, p.b_k, p.b_v])))
        module.out_proj.weight.copy_(torch.tensor(p.w_o.T))
        module.out_proj.bias.copy_(torch.tensor(p.b_o))
    x = draw(2, 5, 8, seed=9)
    result = multi_head_attention(x, x, x, p)
    output, weights = module(*[torch.tensor(x)] * 3, average_attn_weights=False)
    np.testing.assert_allclose(result.output, output.detach(), atol=1e-10)
    np.testing.assert_allclose(result.weights, weights.detach(), atol=1e-10)


def test_a_batch_axis_of_the_mask_never_lines_up_with_the_heads():
    # As many sequences as heads, so that a mistaken broadcast would go unseen.
    p = random_parameters(2, 6)
    x = draw(2, 3, 6)
    mask = causal_mask(3) & padding_mask([3, 1], 3)  # (2, 3, 3)
    together = multi_head_attention(x, x, x, p, mask)
    for b in range(2):
        alone = multi_head_attention(x[b], x[b], x[b], p, mask[b])
        np.testing.assert_allclose(together.output[b], alone.output, atol=1e-11)
        np.testing.assert_array_equal(together.weights[b][:, ~mask[b]], 0)


def test_more_heads_add_no_parameters():
    counts = []
    for n_heads in (1, 2, 8):
        p = random_parameters(n_heads, 8)
        x = draw(3, 8)
        assert multi_head_attention(x, x, x, p).weights.shape == (n_heads, 3, 3)
        counts.append(sum(w.size for w in (p.w_q, p.w_k, p.w_v, p.w_o)))
    assert counts == [256, 256, 256]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_parameters_in_torch(dtype):
    dtype = getattr(torch, dtype)
    halves = [torch.tensor(draw(6, 6, seed=s) / 3).to(dtype) for s in range(4)]
    x = torch.tensor(draw(3, 6, seed=8)).to(dtype)
    p = AttentionParameters(2, *halves)
    result = multi_head_attention(x, x, x, p, causal_mask(3, like=x))
    wide = AttentionParameters(2, *(w.double() for w in halves))
    wide_x = x.double()
    expected = multi_head_attention(
        wide_x, wide_x, wide_x, wide, causal_mask(3, like=x)
    )
    assert result.output.dtype == dtype
    # bfloat16 keeps 8 bits: a few roundings of 0.4 % of values below 4
    torch.testing.assert_close(
        result.output.double(), expected.output, rtol=0, atol=0.05
    )


def test_the_inputs_are_not_written_to(array):
    x = array(draw(3, 4).tolist())
    before = np.asarray(x).copy()
    mask = array(causal_mask(3).tolist(), "bool")
    scaled_dot_product_attention(x, x, x, mask)
    merge_heads(split_heads(x, 2))
    np.testing.assert_array_equal(np.asarray(x), before)
    assert np.asarray(mask).tolist() == causal_mask(3).tolist()


def test_nan_reaches_every_query_that_may_see_it(array):
    x = draw(3, 4)
    x[1, 2] = np.nan
    x = array(x.tolist())
    weights = scaled_dot_product_attention(x, x, x).weights
    assert np.isnan(np.asarray(weights)).all()


X, W = np.ones((2, 3, 6)), np.ones((6, 6))
P = AttentionParameters(2, W, W, W, W)


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
        (
            lambda: split_heads(np.ones((2, 10)), 3),
            ValueError,
            "d_model must be divisible by n_heads; got 10 and 3",
        ),
        (lambda: split_heads(X, 0), ValueError, "n_heads must .* at least 1; got 0"),
        (lambda: split_heads(X[0, 0], 2), ValueError, "x must have a token and a"),
        (lambda: merge_heads(X[0]), ValueError, r"x must have shape .* got \(3, 6\)"),
        (
            lambda: multi_head_attention(X, X, X, P, np.ones((2, 1, 3, 3), bool)),
            ValueError,
            r"no head axis, must broadcast to shape \(2, 3, 3\); got \(2, 1, 3, 3\)",
        ),
        (
            lambda: multi_head_attention(X, X, X, P, np.ones((5, 1, 3), bool)),
            ValueError,
            r"no head axis, must broadcast to shape \(2, 3, 3\); got \(5, 1, 3\)",
        ),
        (
            lambda: multi_head_attention(X[..., :4], X, X, P),
            ValueError,
            r"weight must have shape \(d_in, d_out\), .*; got \(6, 6\) for x \(2, 3, 4",
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
