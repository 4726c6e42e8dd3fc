"""vocabulary_logits, smooth_labels, cross_entropy: numbers, parity, masks, errors."""

import math

import numpy as np
import pytest
import torch
from glassbox import (
    cross_entropy,
    embed,
    entropy,
    one_hot,
    smooth_labels,
    softmax,
    vocabulary_logits,
)
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

EXACT = 1e-12  # float64 on numbers near 1


def draw(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


# Logits


def test_logits_expand_from_d_model_to_the_vocabulary(array):
    hidden = array(np.ones((2, 10, 8)).tolist(), "float32")
    table = array(np.ones((1000, 8)).tolist(), "float32")
    logits = vocabulary_logits(hidden, table)
    assert tuple(logits.shape) == (2, 10, 1000)
    assert logits.dtype == hidden.dtype


def test_a_logit_is_the_dot_product_with_the_tokens_row(array):
    table, hidden = draw(5, 3), draw(2, 3, seed=1)
    logits = np.asarray(
        vocabulary_logits(array(hidden.tolist()), array(table.tolist()))
    )
    for position in range(2):
        for token in range(5):
            expected = sum(hidden[position] * table[token])
            assert logits[position, token] == pytest.approx(expected, abs=EXACT)


def test_a_tied_table_of_orthogonal_rows_finds_its_own_token():
    table = np.eye(5)[[3, 0, 4, 1, 2]]
    logits = vocabulary_logits(embed([2, 4, 0], table), table)
    assert logits.argmax(axis=-1).tolist() == [2, 4, 0]


def test_logits_agree_with_torch(assert_parity):
    shapes = [(2, 3, 4), (7, 4), (7,)]
    assert_parity(vocabulary_logits, F.linear, *shapes)


# Label smoothing


def test_both_conventions_by_the_chapters_numbers(array):
    like = array([0.0])
    others = smooth_labels([2], 5, 0.1, like=like)
    np.testing.assert_allclose(others, [[0.025, 0.025, 0.9, 0.025, 0.025]], atol=EXACT)
    to_all = smooth_labels([2], 5, 0.1, convention="all", like=like)
    np.testing.assert_allclose(to_all, [[0.02, 0.02, 0.92, 0.02, 0.02]], atol=EXACT)


@given(st.integers(2, 9), st.floats(0, 1), st.sampled_from(["others", "all"]))
def test_smoothed_labels_are_a_distribution(vocabulary_size, epsilon, convention):
    ids = np.arange(vocabulary_size)
    q = smooth_labels(ids, vocabulary_size, epsilon, convention=convention)
    np.testing.assert_allclose(q.sum(axis=-1), 1, atol=EXACT)
    assert (q >= 0).all()
    right = 1 - epsilon + (epsilon / vocabulary_size if convention == "all" else 0)
    np.testing.assert_allclose(q[ids, ids], right, atol=EXACT)


@given(st.integers(2, 9), st.floats(0, 0.9))
def test_each_convention_is_the_other_with_another_epsilon(vocabulary_size, epsilon):
    ids = [0, 1]
    to_all = smooth_labels(ids, vocabulary_size, epsilon, convention="all")
    rescaled = epsilon * (vocabulary_size - 1) / vocabulary_size
    others = smooth_labels(ids, vocabulary_size, rescaled)
    np.testing.assert_allclose(others, to_all, atol=EXACT)


def test_without_epsilon_nothing_is_smoothed_and_dtype_is_likes(array):
    like = array([0.0], "float16")
    q = smooth_labels([1, 0], 3, 0, like=like)
    assert q.dtype == like.dtype
    np.testing.assert_array_equal(q, one_hot([1, 0], 3))


# Cross-entropy


def test_a_loss_by_hand(array):
    logits = array([[math.log(1), math.log(3)], [math.log(4), math.log(4)]])
    expected = -(math.log(3 / 4) + math.log(1 / 2)) / 2
    assert float(cross_entropy(logits, [1, 0])) == pytest.approx(expected, abs=EXACT)


def test_a_uniform_guess_costs_the_log_of_the_vocabulary(array):
    loss = cross_entropy(array(np.zeros((2, 3, 7)).tolist()), [[0, 1, 2], [3, 4, 5]])
    assert float(loss) == pytest.approx(math.log(7), abs=EXACT)
    assert tuple(loss.shape) == ()


@pytest.mark.parametrize("shape", [(7,), (5, 7), (2, 3, 7)])
def test_ids_agree_with_torch(assert_parity, shape):
    ids = torch.arange(math.prod(shape[:-1])).reshape(shape[:-1]) % 7
    assert_parity(
        lambda z: cross_entropy(5 * z, ids.tolist()),
        lambda z: F.cross_entropy(5 * z.reshape(-1, 7), ids.reshape(-1)),
        shape,
    )


@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.6])
def test_the_smoothed_loss_agrees_with_torch(assert_parity, epsilon):
    ids = torch.tensor([6, 0, 3, 3, 1])
    assert_parity(
        lambda z: cross_entropy(
            z, smooth_labels(ids.tolist(), 7, epsilon, convention="all", like=z)
        ),
        lambda z: F.cross_entropy(z, ids, label_smoothing=epsilon),
        (5, 7),
    )


def test_masked_positions_agree_with_torchs_ignore_index(assert_parity):
    ids = torch.tensor([6, -100, 3, -100, 1])

    def ours(logits):
        given = ids.numpy() if isinstance(logits, np.ndarray) else ids
        return cross_entropy(logits, given, mask=given >= 0)

    assert_parity(ours, lambda z: F.cross_entropy(z, ids), (5, 7))


def test_gradients_by_the_targets_agree_with_torch(assert_parity):
    assert_parity(
        lambda z, t: cross_entropy(z, softmax(t)),
        lambda z, t: F.cross_entropy(z, torch.softmax(t, -1)),
        *[(5, 7), (5, 7)],
    )


def test_the_least_loss_of_a_distribution_is_its_entropy(array):
    q = array([[0.5, 0.25, 0.25], [0.2, 0.7, 0.1]])
    right = cross_entropy(array(np.log(np.asarray(q)).tolist()), q)
    expected = np.asarray(entropy(q)).mean()
    assert float(right) == pytest.approx(expected, abs=EXACT)
    assert float(cross_entropy(array(np.zeros((2, 3)).tolist()), q)) > expected


def test_a_hopeless_token_costs_its_distance_and_never_log_0(array):
    loss = cross_entropy(array([[0.0, -2000.0]]), [1])
    assert float(loss) == 2000
    # A token that is out of the question costs nothing where no share is asked of it.
    assert float(cross_entropy(array([[0.0, -math.inf]]), [0])) == 0
    assert float(cross_entropy(array([[0.0, -math.inf]]), array([[1.0, 0.0]]))) == 0


def test_the_gradient_is_finite_beside_a_score_of_minus_infinity():
    logits = torch.tensor([[1.0, -math.inf, 0.0]], requires_grad=True)
    cross_entropy(logits, [2]).backward()
    expected = softmax(logits.detach()) - torch.tensor([[0.0, 0.0, 1.0]])
    torch.testing.assert_close(logits.grad, expected)


def test_what_is_masked_has_no_influence_even_if_it_is_nan():
    logits = torch.tensor(draw(2, 3, 5))
    targets = torch.softmax(torch.tensor(draw(2, 3, 5, seed=1)), -1)
    mask = torch.tensor([[True, True, False], [True, False, False]])
    expected = cross_entropy(logits[mask], targets[mask])
    for rubbish in (1e6, math.nan, math.inf):
        logits[~mask], targets[~mask] = rubbish, rubbish
        given = logits.clone().requires_grad_()
        loss = cross_entropy(given, targets, mask=mask)
        loss.backward()
        torch.testing.assert_close(loss.detach(), expected)
        assert (given.grad[~mask] == 0).all() and (given.grad[mask] != 0).any()


def test_nothing_to_count_costs_nothing(array):
    logits = array(draw(2, 5).tolist())
    nothing = array([False, False], "bool")
    assert float(cross_entropy(logits, [1, 2], mask=nothing)) == 0
    assert float(cross_entropy(logits[:0], [])) == 0


def test_half_precision_means_are_taken_in_float32(array):
    logits = array([[0.0] * 3] * 70000, "float16")
    loss = cross_entropy(logits, array([1] * 70000, "int64"))
    assert loss.dtype == logits.dtype  # the sum, 76,900, exceeds float16
    assert float(loss) == pytest.approx(math.log(3), abs=1e-3)


def test_distributions_may_have_another_dtype_than_the_logits():
    logits = torch.tensor(draw(3, 5)).to(torch.bfloat16)
    q = smooth_labels([0, 1, 2], 5, 0.1, like=torch.zeros(1))
    assert cross_entropy(logits, q).dtype == torch.bfloat16


Z = np.ones((2, 3))


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (
            lambda: vocabulary_logits(Z, np.ones((4, 5))),
            ValueError,
            r"table must have .* got \(4, 5\) for hidden \(2, 3\)",
        ),
        (
            lambda: vocabulary_logits([1.0], Z),
            TypeError,
            "hidden must be a NumPy array",
        ),
        (
            lambda: vocabulary_logits(Z, torch.ones(4, 3)),
            TypeError,
            "arrays of one library; got ndarray and Tensor",
        ),
        (
            lambda: vocabulary_logits(Z, Z, np.ones(3)),
            ValueError,
            r"bias must have shape \(2,\); got \(3,\)",
        ),
        (lambda: smooth_labels([0], 3, 1.1), ValueError, "epsilon must lie .* got 1.1"),
        (lambda: smooth_labels([0], 3, math.nan), ValueError, "epsilon .* got nan"),
        (lambda: smooth_labels([0], 1, 0.1), ValueError, "at least 2; got 1"),
        (
            lambda: smooth_labels([0], 3, 0.1, convention="rest"),
            ValueError,
            'convention must be "others" or "all"; got \'rest\'',
        ),
        (lambda: cross_entropy(Z, [0, 3]), ValueError, "between 0 and .* = 2; got 3"),
        (
            lambda: cross_entropy(Z, [0]),
            ValueError,
            r"shape \(2,\) as ids or \(2, 3\) as distributions; got \(1,\)",
        ),
        (
            lambda: cross_entropy(Z, [0.5, 0.5]),
            TypeError,
            "token_ids must be integers; got float64",
        ),
        (
            lambda: cross_entropy(Z, Z[:, :2]),
            ValueError,
            r"as distributions; got \(2, 2\)",
        ),
        (
            lambda: cross_entropy(Z, [0, 1], mask=[True, False]),
            TypeError,
            "mask must be a boolean array; got list",
        ),
        (
            lambda: cross_entropy(Z, [0, 1], mask=np.array([True] * 3)),
            ValueError,
            r"mask must broadcast to shape \(2,\); got \(3,\)",
        ),
        (
            lambda: cross_entropy(Z, torch.tensor([0, 1])),
            TypeError,
            "targets must belong to the library of the logits; got Tensor and ndarray",
        ),
        (lambda: cross_entropy(np.array(1.0), 0), ValueError, "one of the 0 axes of"),
    ],
)
def test_errors_state_the_rule_and_what_came(call, error, rule):
    with pytest.raises(error, match=rule):
        call()
