"""Heads: split and merged, against a loop, parity with PyTorch, errors."""

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
    merge_heads(split_heads(x, 2))
    np.testing.assert_array_equal(np.asarray(x), before)


X, W = np.ones((2, 3, 6)), np.ones((6, 6))
P = AttentionParameters(2, W, W, W, W)


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
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
