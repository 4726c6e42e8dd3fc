"""Layer, batch and RMS norm: the chapter's numbers, invariances, parity, errors."""

import math

import numpy as np
import pytest
import torch
from glassbox import batch_norm, batch_statistics, layer_norm, rms_norm
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from torch.nn import functional as F

EXACT = 1e-12  # float64 on numbers near 1
FOUR_FEATURES = [22.0, 5.0, 6.0, 8.0]  # of one token


def draw(*shape, seed=0):
    """Random input of both libraries' common ancestry: nested lists."""
    return np.random.default_rng(seed).normal(size=shape).tolist()


# Layer norm


def test_the_four_features_of_the_chapter(array):
    result = np.asarray(layer_norm(array(FOUR_FEATURES)))
    assert result.round(4).tolist() == [1.7105, -0.7643, -0.6187, -0.3275]


def test_gamma_scales_after_the_division_and_beta_is_added_last(array):
    gamma, beta = array([2.0, 1.0, 0.0, -1.0]), array([1.0, 0.0, 5.0, 0.0])
    result = np.asarray(layer_norm(array(FOUR_FEATURES), gamma, beta))
    expected = [2 * 1.7105 + 1, -0.7643, 5, 0.3275]
    np.testing.assert_allclose(result, expected, atol=2e-4)  # four decimals, doubled


def test_the_variance_is_the_populations_and_eps_is_under_the_root(array):
    assert np.asarray(layer_norm(array([1.0, 0, 0, 0]))).round(3)[0] == 1.732
    assert np.asarray(layer_norm(array([0.001, 0, 0, 0]))).round(3)[0] == 0.235


def test_a_constant_row_gives_beta_with_a_finite_gradient():
    x = torch.full((3,), 7.0, dtype=torch.float64, requires_grad=True)
    result = layer_norm(x, None, torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64))
    assert result.tolist() == [1, 2, 3]
    result[0].backward()
    assert torch.isfinite(x.grad).all()


@pytest.mark.parametrize("axis", [-1, 0, 1, (1, 2), (0, 1), (0, 1, 2), (-1, -3)])
def test_entries_that_share_a_mean_have_mean_0_and_variance_1(array, axis):
    result = np.asarray(layer_norm(array(draw(2, 3, 5)), axis=axis, eps=0))
    np.testing.assert_allclose(result.mean(axis=axis), 0, atol=EXACT)
    np.testing.assert_allclose(result.var(axis=axis), 1, atol=EXACT)


features = arrays(np.float64, st.integers(2, 9), elements=st.floats(-9, 9, width=32))


@given(features, st.floats(-100, 100))
def test_a_shift_of_all_features_changes_nothing(x, shift):
    # Rounding of x + shift, at most 1e-14, over a deviation of at least sqrt(eps).
    np.testing.assert_allclose(layer_norm(x + shift), layer_norm(x), atol=1e-10)


@given(features.filter(lambda x: x.std() > 1e-3), st.floats(0.01, 100))
def test_a_scale_changes_nothing_at_eps_0(x, scale):
    scaled = layer_norm(scale * x, eps=0)
    # A deviation of 1e-3 under values of 9 magnifies rounding 1e4 times.
    np.testing.assert_allclose(scaled, layer_norm(x, eps=0), atol=1e-10)


@given(features)
def test_no_value_exceeds_the_root_of_n_minus_1(x):
    assert np.abs(layer_norm(x)).max() <= math.sqrt(len(x) - 1) + EXACT


def test_one_token_changed_leaves_the_others_to_the_bit(array):
    x = np.array(draw(2, 3, 5))
    poked = x.copy()
    poked[0, 2] += 10
    before = np.asarray(layer_norm(array(x.tolist())))
    after = np.asarray(layer_norm(array(poked.tolist())))
    changed = (before != after).any(axis=-1)
    assert changed.tolist() == [[False, False, True], [False, False, False]]


@pytest.mark.parametrize("eps", [1e-5, 1e-2])
def test_layer_norm_agrees_with_torch(assert_parity, eps):
    assert_parity(
        lambda x, g, b: layer_norm(3 + 2 * x, g, b, eps=eps),
        lambda x, g, b: F.layer_norm(3 + 2 * x, (5,), g, b, eps),
        *[(2, 3, 5), (5,), (5,)],
    )
    assert_parity(
        lambda x, g, b: layer_norm(x, g, b, axis=(1, 2), eps=eps),
        lambda x, g, b: F.layer_norm(x, (3, 5), g, b, eps),
        *[(2, 3, 5), (3, 5), (3, 5)],
    )


# Batch norm


def test_each_feature_is_normalised_over_batch_and_tokens(array):
    x = array(draw(2, 3, 5))
    result = np.asarray(batch_norm(x, eps=0))
    np.testing.assert_allclose(result.mean(axis=(0, 1)), 0, atol=EXACT)
    np.testing.assert_allclose(result.var(axis=(0, 1)), 1, atol=EXACT)


def test_statistics_of_a_small_batch_by_hand(array):
    x = array([[1.0, 50.0], [3.0, 50.0], [8.0, 44.0]])
    mean, variance = batch_statistics(x)
    np.testing.assert_allclose(mean, [4, 48], atol=EXACT)
    np.testing.assert_allclose(variance, [26 / 3, 8], atol=EXACT)


def test_padding_counts_for_nothing_even_if_it_holds_nan(array):
    x = np.array(draw(2, 3, 5))
    mask = np.array([[True, True, False], [True, False, False]])
    real = x[mask]
    x[0, 2] = 1000
    x[1, 1:] = np.nan
    mean, variance = batch_statistics(array(x.tolist()), array(mask.tolist(), "bool"))
    np.testing.assert_allclose(mean, real.mean(axis=0), atol=EXACT)
    np.testing.assert_allclose(variance, real.var(axis=0), atol=EXACT)
    result = batch_norm(array(x.tolist()), mask=array(mask.tolist(), "bool"))
    expected = batch_norm(array(real.tolist()))
    np.testing.assert_allclose(np.asarray(result)[mask], expected, atol=EXACT)


def test_masked_statistics_have_no_gradient_in_the_padding():
    x = torch.tensor(draw(2, 3, 5), dtype=torch.float64)
    x[1, 2] = torch.nan
    x.requires_grad_()
    mask = torch.tensor([[True, True, True], [True, True, False]])
    mean, variance = batch_statistics(x, mask)
    (mean.sum() + variance.sum()).backward()
    assert (x.grad[1, 2] == 0).all()
    assert torch.isfinite(x.grad).all() and (x.grad[mask] != 0).all()


def test_a_batch_without_a_counted_entry_has_statistics_0(array):
    x = array(draw(2, 3, 5))
    nothing = array([[False] * 3] * 2, "bool")
    for counted in (batch_statistics(x, nothing), batch_statistics(x[:0])):
        np.testing.assert_array_equal(counted.mean, [0] * 5)
        np.testing.assert_array_equal(counted.variance, [0] * 5)
    assert tuple(batch_norm(x[:0]).shape) == (0, 3, 5)


def test_batch_norm_agrees_with_torch_in_training_and_inference(assert_parity):
    def ours(x, gamma, beta):
        return batch_norm(3 + 2 * x, gamma, beta)

    def theirs(x, gamma, beta):
        features_second = (3 + 2 * x).movedim(-1, 1)
        result = F.batch_norm(features_second, None, None, gamma, beta, training=True)
        return result.movedim(1, -1)

    assert_parity(ours, theirs, (4, 3, 5), (5,), (5,))
    assert_parity(
        lambda x, g, b, m, v: batch_norm(x, g, b, running_mean=m, running_var=v * v),
        lambda x, g, b, m, v: F.batch_norm(x, m.detach(), (v * v).detach(), g, b),
        *[(7, 5), (5,), (5,), (5,), (5,)],
        inputs=3,  # PyTorch gives the running statistics no gradient
    )


def test_torchs_running_variance_is_ours_times_n_over_n_minus_1():
    x = torch.tensor(draw(4, 5), dtype=torch.float64)
    running_mean, running_var = torch.zeros(5), torch.ones(5)
    running_mean, running_var = running_mean.double(), running_var.double()
    F.batch_norm(x, running_mean, running_var, training=True, momentum=1.0)
    mean, variance = batch_statistics(x)
    np.testing.assert_allclose(running_mean, mean, atol=EXACT)
    np.testing.assert_allclose(running_var, variance * 4 / 3, atol=EXACT)


def test_gamma_and_beta_undo_batch_norm_but_layer_norm_for_one_token_only(array):
    x = array(draw(3, 5))
    mean, variance = batch_statistics(x)
    undone = batch_norm(x, (variance + 1e-5) ** 0.5, mean)
    np.testing.assert_allclose(undone, x, atol=EXACT)

    token = np.asarray(x)[0]
    gamma = array([math.sqrt(token.var() + 1e-5)] * 5)
    undone = np.asarray(layer_norm(x, gamma, array([token.mean()] * 5)))
    np.testing.assert_allclose(undone[0], token, atol=EXACT)
    assert np.abs(undone - np.asarray(x)).max(axis=-1)[1:].min() > 0.1


# RMS norm


def test_rms_norm_divides_by_the_root_mean_square_and_takes_no_mean_off(array):
    result = rms_norm(array([3.0, -4.0, 0.0]), array([1.0, 1.0, 2.0]), eps=0)
    root = math.sqrt(25 / 3)
    np.testing.assert_allclose(result, [3 / root, -4 / root, 0], atol=EXACT)


def test_rms_norm_agrees_with_torch(assert_parity):
    assert_parity(
        lambda x, g: rms_norm(3 + 2 * x, g, eps=1e-3),
        lambda x, g: F.rms_norm(3 + 2 * x, (5,), g, 1e-3),
        *[(2, 3, 5), (5,)],
    )


# All


@pytest.mark.parametrize("function", [layer_norm, batch_norm, rms_norm])
def test_half_precision_keeps_its_dtype_and_does_not_overflow(array, function):
    x = array([[60000.0, 1.0, 20000.0], [-60000.0, 3.0, 10000.0]], "float16")
    result = function(x, array([1.0, 2.0, 0.5], "float16"))
    assert result.dtype == x.dtype
    wide = function(array(np.asarray(x, "float64").tolist()), array([1.0, 2.0, 0.5]))
    # float16 has 11 bits: 2 ** -11 of a value below 4
    np.testing.assert_allclose(result, wide, atol=2e-3)


def test_bfloat16_is_computed_in_float32():
    x = torch.tensor(draw(3, 5)).to(torch.bfloat16)
    assert torch.equal(layer_norm(x), F.layer_norm(x.float(), (5,)).to(torch.bfloat16))
    assert batch_statistics(x).variance.dtype == torch.bfloat16


@pytest.mark.parametrize("function", [layer_norm, rms_norm, batch_norm])
def test_empty_and_single_axes(array, function):
    assert tuple(function(array(np.zeros((3, 0)).tolist())).shape) == (3, 0)
    one = np.asarray(function(array([[7.0]])))
    np.testing.assert_allclose(one, 1 if function is rms_norm else 0, atol=1e-6)  # eps


@pytest.mark.parametrize("function", [layer_norm, rms_norm])
def test_nan_spoils_its_own_row_alone(array, function):
    result = np.asarray(function(array([[1.0, math.nan], [1.0, 2.0]])))
    assert np.isnan(result).tolist() == [[True, True], [False, False]]


def test_the_input_is_not_written_to(array):
    x, gamma = array(draw(2, 5)), array([2.0] * 5)
    before = np.asarray(x).copy()
    for function in (layer_norm, batch_norm, rms_norm):
        function(x, gamma)
    np.testing.assert_array_equal(np.asarray(x), before)
    np.testing.assert_array_equal(np.asarray(gamma), [2] * 5)


X = np.ones((2, 3))


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (lambda: layer_norm([1.0]), TypeError, "x must be a NumPy array or torch"),
        (lambda: layer_norm(X, axis=2), ValueError, "one of the 2 axes of x; got 2"),
        (lambda: layer_norm(X, axis=(1, -1)), ValueError, r"each once; got \(1, -1\)"),
        (lambda: layer_norm(X, axis=()), ValueError, "at least one axis"),
        (lambda: layer_norm(X, eps=-1.0), ValueError, "eps must be at least 0; got -1"),
        (lambda: rms_norm(X, eps=math.nan), ValueError, "at least 0; got nan"),
        (lambda: rms_norm(np.array(1.0)), ValueError, "one of the 0 axes of x"),
        (
            lambda: layer_norm(X, np.ones(2)),
            ValueError,
            r"gamma must broadcast to shape \(2, 3\); got \(2,\)",
        ),
        (
            lambda: layer_norm(X, None, np.ones((4, 2, 3))),
            ValueError,
            r"beta must broadcast to shape \(2, 3\); got \(4, 2, 3\)",
        ),
        (
            lambda: layer_norm(X, torch.ones(3)),
            TypeError,
            "x and gamma must be arrays of one library; got ndarray and Tensor",
        ),
        (lambda: batch_norm(X[0]), ValueError, "a batch axis and a feature axis"),
        (
            lambda: batch_norm(X, running_mean=np.ones(3)),
            ValueError,
            "must be given together",
        ),
        (
            lambda: batch_norm(X, running_mean=np.ones(2), running_var=np.ones(2)),
            ValueError,
            r"running_mean must broadcast to shape \(3,\); got \(2,\)",
        ),
        (
            lambda: batch_norm(X, running_mean=np.ones(3), running_var=np.ones(4)),
            ValueError,
            r"running_var must broadcast to shape \(3,\); got \(4,\)",
        ),
        (
            lambda: batch_statistics(X, np.ones(2)),
            TypeError,
            "mask must be a boolean array; got float64",
        ),
        (
            lambda: batch_statistics(X, np.ones(3, dtype=bool)),
            ValueError,
            r"mask must broadcast to shape \(2,\); got \(3,\)",
        ),
    ],
)
def test_errors_state_the_rule_and_what_came(call, error, rule):
    with pytest.raises(error, match=rule):
        call()
