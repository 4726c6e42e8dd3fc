"""Shared keys and blocks: the plain kernel's numbers, PyTorch's, memory, errors."""

import math
import tracemalloc

import numpy as np
import pytest
import torch
from glassbox import (
    blockwise_attention,
    causal_mask,
    grouped_query_attention,
    padding_mask,
    scaled_dot_product_attention,
)
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

EXACT = 1e-12  # float64 on numbers near 1
SIZES = [
    1,
    2,
    3,
    5,
    7,
    8,
    100,
]  # of blocks, for 7 keys: dividing them or not, or larger


def draw(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def some_masks(n_queries, n_keys):
    """Masks of 4 queries and 7 keys by name; in two, a query may attend to nothing."""
    nothing = draw(n_queries, n_keys, seed=9) > 0
    nothing[1] = False
    late = np.zeros((n_queries, n_keys), dtype=bool)  # blocks without a key come first
    late[:, -2:] = True
    early = late[:, ::-1].copy()
    early[2] = False
    causal = causal_mask(n_queries, n_keys, first_query=n_keys - n_queries)
    one_for_all = np.array([[True], [False], [True], [True]])  # one axis for all keys
    return {
        "causal": causal,
        "one row without a key": nothing,
        "only the last keys": late,
        "only the first keys": early,
        "a column": one_for_all,
        "per sequence": padding_mask([5, 0], n_keys)[:, None],
        "all": np.array(True),
    }


MASKS = some_masks(4, 7)
MASK_NAMES = [None, *MASKS]


def masked_by(name, like):
    """Return the mask of this name in like's library."""
    if name is None:
        return None
    return MASKS[name] if isinstance(like, np.ndarray) else torch.tensor(MASKS[name])


# Shared keys


@pytest.mark.parametrize("mask_name", MASK_NAMES)
@pytest.mark.parametrize("n_kv", [1, 2, 3, 6])
def test_shared_keys_equal_repeated_keys(array, n_kv, mask_name):
    query = array(draw(2, 6, 4, 5).tolist())
    key = array(draw(2, n_kv, 7, 5, seed=1).tolist())
    value = array(draw(2, n_kv, 7, 3, seed=2).tolist())
    mask = masked_by(mask_name, query)
    repeated = [
        array(np.repeat(np.asarray(x), 6 // n_kv, axis=1).tolist())
        for x in (key, value)
    ]
    expected = scaled_dot_product_attention(query, *repeated, mask)
    found = grouped_query_attention(query, key, value, mask)
    assert type(found) is type(expected)
    assert tuple(found.output.shape) == (2, 6, 4, 3)
    for ours, plain in zip(found, expected, strict=True):
        np.testing.assert_allclose(ours, plain, rtol=0, atol=EXACT)


def test_query_head_h_reads_key_value_head_h_over_the_group_s_size(array):
    # Each key-value head has one key, so that the output says which head was read.
    query, key = array(draw(6, 1, 2).tolist()), array(draw(3, 1, 2).tolist())
    value = array([[[10.0]], [[20.0]], [[30.0]]])
    read = np.asarray(grouped_query_attention(query, key, value).output)
    np.testing.assert_allclose(read[:, 0, 0], [10, 10, 20, 20, 30, 30], atol=EXACT)


@pytest.mark.parametrize("n_kv", [1, 2, 4])
@pytest.mark.parametrize("masked", [False, True])
def test_shared_keys_agree_with_torch(assert_parity, n_kv, masked):
    allowed = torch.tensor(draw(2, 1, 3, 5) > -0.5)
    allowed[..., 0] = True
    assert not allowed.all()

    def ours(query, key, value):
        mask = allowed.numpy() if isinstance(query, np.ndarray) else allowed
        return grouped_query_attention(
            query, key, value, mask if masked else None
        ).output

    def theirs(query, key, value):
        return F.scaled_dot_product_attention(
            query, key, value, allowed if masked else None, enable_gqa=True
        )

    assert_parity(ours, theirs, (2, 4, 3, 8), (2, n_kv, 5, 8), (2, n_kv, 5, 6))


def test_shared_keys_agree_with_repeat_interleave_in_their_weights(assert_parity):
    def ours(query, key):
        return grouped_query_attention(query, key, key).weights

    def theirs(query, key):
        scores = query @ key.repeat_interleave(3, dim=-3).mT / math.sqrt(4)
        return torch.softmax(scores, dim=-1)

    assert_parity(ours, theirs, (2, 6, 3, 4), (2, 2, 5, 4))


def test_a_batch_of_queries_reads_one_memory_and_one_query_a_batch_of_memories():
    query, key, value = draw(2, 4, 3, 5), draw(2, 7, 5, seed=1), draw(2, 7, 3, seed=2)
    together = grouped_query_attention(query, key, value)
    for b in range(2):
        alone = grouped_query_attention(query[b], key, value)
        np.testing.assert_allclose(together.output[b], alone.output, atol=EXACT)
    several = draw(3, 2, 7, 5, seed=3)
    together = grouped_query_attention(query[0], several, value).output
    assert together.shape == (3, 4, 3, 3)
    for b in range(3):
        alone = grouped_query_attention(query[0], several[b], value).output
        np.testing.assert_allclose(together[b], alone, atol=EXACT)


def test_shared_keys_without_a_key_give_zeros_and_without_a_query_nothing(array):
    query, key = array(draw(4, 3, 5).tolist()), array(draw(2, 7, 5).tolist())
    none, values = key[:, :0], key[:, :0, :2]
    output, weights, scores = grouped_query_attention(query, none, values)
    np.testing.assert_array_equal(output, np.zeros((4, 3, 2)))
    assert tuple(weights.shape) == tuple(scores.shape) == (4, 3, 0)
    found = grouped_query_attention(query[:, :0], key, key)
    assert tuple(found.output.shape) == (4, 0, 5)


# Blocks


@pytest.mark.parametrize("mask_name", MASK_NAMES)
@pytest.mark.parametrize("block_size", SIZES)
def test_blocks_equal_the_plain_kernel(array, block_size, mask_name):
    query = array((3 * draw(2, 3, 4, 5)).tolist())
    key = array((3 * draw(2, 3, 7, 5, seed=1)).tolist())
    value = array(draw(2, 3, 7, 6, seed=2).tolist())
    mask = masked_by(mask_name, query)
    expected = scaled_dot_product_attention(query, key, value, mask).output
    found = blockwise_attention(query, key, value, mask, block_size=block_size)
    assert found.dtype == query.dtype and found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=0, atol=EXACT)


@given(
    *[st.integers(1, 9)] * 2, st.integers(1, 12), st.floats(0, 300), st.integers(0, 99)
)
def test_blocks_of_any_size_and_scores_of_any_height(n_q, n_k, size, height, seed):
    # Scores up to some 1,000 apart: e^1000 is beyond float64, so rescaling is tested.
    query, key = height * draw(n_q, 4, seed=seed), draw(n_k, 4, seed=seed + 1)
    value, mask = draw(n_k, 2, seed=seed + 2), draw(n_q, n_k, seed=seed + 3) > 0
    expected = scaled_dot_product_attention(query, key, value, mask).output
    found = blockwise_attention(query, key, value, mask, block_size=size)
    # Scores near 1,000 have a last place of 1e-13, and blocks round them otherwise.
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-11)


def test_the_pencil_numbers_of_the_chapter(array):
    scores = [1.0, 3.0, 2.0, 5.0, 4.0, 2.0]
    value = [[10, 0], [20, 10], [0, 30], [40, 20], [10, 10], [30, 40]]
    # d_k = 1 and a query of 1: the keys are the scores
    query, key = array([[1.0]]), array([[z] for z in scores])
    exponentials = [math.exp(z) for z in scores]
    expected = [
        sum(e * row[i] for e, row in zip(exponentials, value, strict=True))
        / sum(exponentials)
        for i in range(2)
    ]
    found = blockwise_attention(query, key, array(value), block_size=2)
    np.testing.assert_allclose(found[0], expected, rtol=EXACT)


@pytest.mark.parametrize("block_size", [1, 2, 5, 9])
@pytest.mark.parametrize("masked", [False, True])
def test_blocks_agree_with_torch(assert_parity, block_size, masked):
    allowed = torch.tensor(draw(2, 1, 3, 5) > 0)
    allowed[0, 0, 1] = False  # attends to nothing
    allowed[1, 0, 2] = torch.tensor([False, False, False, True, True])

    def ours(query, key, value):
        mask = allowed.numpy() if isinstance(query, np.ndarray) else allowed
        mask = mask if masked else None
        return blockwise_attention(query, key, value, mask, block_size=block_size)

    def theirs(query, key, value):
        mask = allowed if masked else None
        return F.scaled_dot_product_attention(query, key, value, mask)

    assert_parity(ours, theirs, (2, 7, 3, 8), (2, 7, 5, 8), (2, 7, 5, 6))


@pytest.mark.parametrize("mask_name", MASK_NAMES)
@pytest.mark.parametrize("block_size", [1, 3, 100])
def test_gradients_through_blocks_equal_the_plain_kernel_s(block_size, mask_name):
    shapes = ((2, 3, 4, 5), (2, 3, 7, 5), (2, 3, 7, 6))
    drawn = [draw(*shape, seed=s) for s, shape in enumerate(shapes)]
    direction = torch.tensor(draw(2, 3, 4, 6, seed=5))
    gradients = []
    for run in (
        lambda *given: blockwise_attention(*given, block_size=block_size),
        lambda *given: scaled_dot_product_attention(*given).output,
    ):
        tensors = [torch.tensor(x, requires_grad=True) for x in drawn]
        output = run(*tensors, masked_by(mask_name, tensors[0]))
        gradients.append(torch.autograd.grad((output * direction).sum(), tensors))
    for ours, plain in zip(*gradients, strict=True):
        assert torch.isfinite(ours).all() and (plain != 0).any()
        np.testing.assert_allclose(ours, plain, rtol=0, atol=EXACT)


def test_blocks_without_a_key_give_zeros_and_without_a_query_nothing(array):
    x = array(draw(2, 3, 4).tolist())
    found = blockwise_attention(x, x[:, :0], x[:, :0, :2])
    np.testing.assert_array_equal(found, np.zeros((2, 3, 2)))
    assert tuple(blockwise_attention(x[:, :0], x, x).shape) == (2, 0, 4)
    flat = x[..., :0]  # d_k = 0: every product is 0, every key is as good
    mean = np.asarray(x).mean(axis=1, keepdims=True).repeat(3, axis=1)
    found = blockwise_attention(flat, flat, x, block_size=2)
    np.testing.assert_allclose(found, mean, atol=EXACT)


def test_without_a_key_gradients_are_zero():
    query = torch.tensor(draw(3, 4), requires_grad=True)
    none = torch.zeros(0, 4, dtype=torch.float64)
    blockwise_attention(query, none, none).sum().backward()
    np.testing.assert_array_equal(query.grad, np.zeros((3, 4)))


def test_batches_broadcast_as_in_the_plain_kernel(array):
    query, key = array(draw(3, 5).tolist()), array(draw(2, 7, 5).tolist())
    value = array(draw(4, 1, 7, 6).tolist())
    mask = array((draw(2, 3, 7) > 0).tolist(), "bool")
    expected = scaled_dot_product_attention(query, key, value, mask).output
    found = blockwise_attention(query, key, value, mask, block_size=3)
    assert tuple(found.shape) == (4, 2, 3, 6)
    np.testing.assert_allclose(found, expected, rtol=0, atol=EXACT)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize("where", [0, 3, 6])
def test_nan_and_infinity_reach_the_output_as_in_the_plain_kernel(array, where, bad):
    key = np.abs(draw(7, 4))
    key[where, 1] = bad
    query, value = array(np.abs(draw(3, 4)).tolist()), array(draw(7, 2).tolist())
    mask = np.ones((3, 7), dtype=bool)
    mask[1, where] = False  # one query does not see it
    key, mask = array(key.tolist()), array(mask.tolist(), "bool")
    with np.errstate(invalid="ignore"):  # inf - inf is nan, and NumPy says so
        plain = scaled_dot_product_attention(query, key, value, mask).output
        found = blockwise_attention(query, key, value, mask, block_size=2)
    assert np.isnan(np.asarray(plain)).all(axis=1).tolist() == [True, False, True]
    np.testing.assert_allclose(found, plain, rtol=0, atol=EXACT)


# Both


def both(query, key, value, mask=None):
    """Return the outputs of both kernels, where heads and key-value heads are 3."""
    return (
        grouped_query_attention(query, key, value, mask).output,
        blockwise_attention(query, key, value, mask, block_size=2),
    )


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "bfloat16"])
def test_dtypes_are_kept_and_half_precision_agrees_with_float32(dtype):
    drawn = [torch.tensor(draw(3, 4, 5, seed=s)) for s in range(3)]
    tensors = [x.to(getattr(torch, dtype)) for x in drawn]
    mask = padding_mask([4, 0, 2], 4, like=tensors[0])
    wide = both(
        *(x.to(torch.promote_types(x.dtype, torch.float32)) for x in tensors), mask
    )
    for found, expected in zip(both(*tensors, mask), wide, strict=True):
        assert found.dtype == tensors[0].dtype
        assert torch.equal(found, expected.to(found.dtype))
        assert (found[1] == 0).all() and (found[0] != 0).all()


def test_half_precision_scores_beyond_the_range_still_choose_a_key():
    query = np.array([[[1000.0] * 4]], dtype="float16")
    key = np.array([[[80.0] * 4, [90.0] * 4, [85.0] * 4]], dtype="float16")
    with np.errstate(over="ignore"):  # a score of 180,000 is inf in float16
        for found in both(query, key, key):
            np.testing.assert_array_equal(found, key[:, 1:2])


def test_a_query_that_may_attend_to_nothing_has_zero_gradient():
    for i in range(2):
        tensors = [
            torch.tensor(draw(2, 3, 4, seed=s), requires_grad=True) for s in range(3)
        ]
        mask = padding_mask([2, 0], 3, like=tensors[0])
        both(*tensors, mask)[i].sum().backward()
        for tensor in tensors:
            assert (tensor.grad[1] == 0).all() and torch.isfinite(tensor.grad).all()
        assert (tensors[2].grad[0, :2] != 0).all()


def test_the_inputs_are_not_written_to(array):
    drawn = [draw(3, 4, 5, seed=s) for s in range(3)]
    arrays = [array(x.tolist()) for x in drawn]
    mask = array(causal_mask(4).tolist(), "bool")
    both(*arrays, mask)
    for x, before in zip(arrays, drawn, strict=True):
        np.testing.assert_array_equal(np.asarray(x), before)
    assert np.asarray(mask).tolist() == causal_mask(4).tolist()


def test_whole_numbers_are_read_as_floats(array):
    x = array([[[1, 0], [0, 2], [3, 1]]], "int64")
    plain = scaled_dot_product_attention(x, x, x).output
    for found in both(x, x, x):
        assert found.dtype == plain.dtype
        # torch's default float is float32
        np.testing.assert_allclose(found, plain, rtol=1e-6)


def test_the_result_is_on_the_device_of_the_input():
    x = torch.empty(3, 4, 5, device="meta")
    for found in both(x, x, x, causal_mask(4, like=x)):
        assert found.device.type == "meta"


def most_memory(run):
    """Return the largest number of bytes that NumPy held at once while run() ran."""
    tracemalloc.start()
    run()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def test_blocks_never_hold_a_score_for_each_pair():
    needed = {}
    for n in (1024, 2048):
        x = draw(n, 8).astype("float32")
        block = 4 * n * 64  # bytes of a block's scores
        needed[n] = most_memory(lambda x=x: blockwise_attention(x, x, x, block_size=64))
        plain = most_memory(lambda x=x: scaled_dot_product_attention(x, x, x))
        assert plain > 3 * 4 * n**2  # scores, exponentials and weights at least
        assert needed[n] < 5 * block < 4 * n**2 / 3
    # Twice the tokens, twice the memory; for a score per pair it would be four times.
    assert needed[2048] / needed[1024] == pytest.approx(2, abs=0.1)


def test_shared_keys_are_never_repeated():
    query, key = draw(16, 1, 64), draw(1, 4096, 64)
    most = most_memory(lambda: grouped_query_attention(query, key, key))
    assert most < key.nbytes * 16 / 4


X = np.ones((2, 4, 3, 6))


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (
            lambda: grouped_query_attention(X[0, 0], X, X),
            ValueError,
            r"query must have a head, a token and a feature axis; got \(3, 6\)",
        ),
        (
            lambda: grouped_query_attention(X, X[:, :3], X[:, :3]),
            ValueError,
            "as many heads as key and value or a multiple of them, .*; got 4 and 3",
        ),
        (
            lambda: grouped_query_attention(X[:, :2], X, X),
            ValueError,
            "query must have as many heads .* got 2 and 4",
        ),
        (
            lambda: grouped_query_attention(X, X[:, :0], X[:, :0]),
            ValueError,
            "a multiple of them, at least 1; got 4 and 0",
        ),
        (
            lambda: grouped_query_attention(X, X[:, :2], X[:, :1]),
            ValueError,
            "key and value must have the same number of heads, .* got 2 and 1",
        ),
        (
            lambda: grouped_query_attention(X, X[..., :4], X),
            ValueError,
            "query and key must have the same d_k, their last axis; got 6 and 4",
        ),
        (
            lambda: grouped_query_attention(X, X, X[:, :, :2]),
            ValueError,
            "key and value must have the same number of keys, .* got 3 and 2",
        ),
        (
            lambda: grouped_query_attention(X, np.ones((5, 2, 3, 6)), X[:, :2]),
            ValueError,
            r"batch axes .* must broadcast; got \(2,\), \(5,\) and \(2,\)",
        ),
        (
            lambda: grouped_query_attention(X, X, X, np.ones((3, 3))),
            TypeError,
            "mask must be a boolean array; got float64",
        ),
        (
            lambda: grouped_query_attention(X, X[:, :2], X[:, :2], causal_mask(3, 4)),
            ValueError,
            r"mask must broadcast to shape \(2, 4, 3, 3\); got \(3, 4\)",
        ),
        (
            lambda: grouped_query_attention(X, X, torch.ones(2, 4, 3, 6)),
            TypeError,
            "query and value must be arrays of one library; got ndarray and Tensor",
        ),
        (
            lambda: blockwise_attention(X[0, 0, 0], X, X),
            ValueError,
            r"query must have a token and a feature axis; got \(6,\)",
        ),
        (
            lambda: blockwise_attention(X, X[..., :4], X),
            ValueError,
            "query and key must have the same d_k, their last axis; got 6 and 4",
        ),
        (
            lambda: blockwise_attention(X, X, X, np.ones((3, 3))),
            TypeError,
            "mask must be a boolean array; got float64",
        ),
        (
            lambda: blockwise_attention(X, X, X, causal_mask(3, 4)),
            ValueError,
            r"mask must broadcast to shape \(2, 4, 3, 3\); got \(3, 4\)",
        ),
        (
            lambda: blockwise_attention(X, X, X, np.ones((5, 1, 1, 3, 3), bool)),
            ValueError,
            r"mask must broadcast to shape \(2, 4, 3, 3\); got \(5, 1, 1, 3, 3\)",
        ),
        (
            lambda: blockwise_attention(X, X, X, torch.ones(3, 3) > 0),
            TypeError,
            "mask must belong to the library .* got Tensor and ndarray",
        ),
        (
            lambda: blockwise_attention(X, X, X, block_size=0),
            ValueError,
            "block_size must be an integer of at least 1; got 0",
        ),
        (
            lambda: blockwise_attention(X, X, X, block_size=2.0),
            TypeError,
            "block_size must be an integer of at least 1; got 2.0",
        ),
    ],
)
def test_errors_state_the_rule_and_what_came(call, error, rule):
    with pytest.raises(error, match=rule):
        call()
