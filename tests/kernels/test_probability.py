"""softmax, log_softmax, entropy and the Jacobian: values, limits, errors, parity."""

import math

import numpy as np
import pytest
import torch
from glassbox import entropy, log_softmax, softmax, softmax_jacobian
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

EXACT = 1e-12  # float64 on numbers near 1, a few roundings

scores = arrays(np.float64, array_shapes(max_dims=3), elements=st.floats(-50, 50))
rows = arrays(np.float64, st.integers(1, 9), elements=st.floats(-50, 50))
temperatures = st.floats(0.05, 20)


# Closed forms and the numbers of chapter softmax_and_temperature


@pytest.mark.parametrize(
    ("logits", "shares"),
    [
        ([3.01, 0.09, 2.48, 1.95], [0.5028, 0.0271, 0.2959, 0.1742]),
        ([1.0, 2.0, 3.0], [0.0900, 0.2447, 0.6652]),
        ([3.0, 0.0, 2.0, 1.0], [0.6439, 0.0321, 0.2369, 0.0871]),
    ],
)
def test_shares_of_the_chapter_to_four_decimals(array, logits, shares):
    assert np.asarray(softmax(array(logits))).round(4).tolist() == shares


@pytest.mark.parametrize(
    ("temperature", "shares"),
    [
        (0.5, [0.98, 0.02, 0.01]),
        (1, [0.82, 0.11, 0.07]),
        (2, [0.60, 0.22, 0.17]),
    ],
)
def test_temperatures_of_the_chapter_to_two_decimals(array, temperature, shares):
    result = softmax(array([3.0, 1.0, 0.5]), temperature=temperature)
    assert np.asarray(result).round(2).tolist() == shares


def test_logarithms_become_ratios(array):
    logits = array([[math.log(1), math.log(2), math.log(5)], [0.0, 0.0, math.log(6)]])
    expected = [[1 / 8, 2 / 8, 5 / 8], [1 / 8, 1 / 8, 6 / 8]]
    np.testing.assert_allclose(softmax(logits), expected, atol=EXACT)
    np.testing.assert_allclose(log_softmax(logits), np.log(expected), atol=EXACT)


def test_a_temperature_of_a_half_squares_the_ratios(array):
    logits = array([math.log(1), math.log(2), math.log(5)])
    result = softmax(logits, temperature=0.5)
    np.testing.assert_allclose(result, [1 / 30, 4 / 30, 25 / 30], atol=EXACT)


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
def test_shares_sum_to_one_along_the_axis_asked_for(array, axis):
    logits = array(np.random.default_rng(0).normal(size=(2, 3, 5)).tolist())
    along_last = np.moveaxis(np.asarray(logits), axis, -1)
    expected = np.moveaxis(np.asarray(softmax(along_last)), -1, axis)
    result = np.asarray(softmax(logits, axis=axis))
    np.testing.assert_allclose(result.sum(axis=axis), 1, atol=EXACT)
    np.testing.assert_allclose(result, expected, atol=EXACT)


def test_entropy_of_known_distributions(array):
    shares = array([[0.5, 0.25, 0.25, 0.0], [1.0, 0.0, 0.0, 0.0], [0.25] * 4])
    expected = [1.5 * math.log(2), 0.0, math.log(4)]
    np.testing.assert_allclose(entropy(shares), expected, atol=EXACT)


def test_entropy_along_the_first_axis_sums_over_that_axis(array):
    shares = array([[0.5, 1.0, 0.1], [0.5, 0.0, 0.9]])
    by_column = -(0.1 * math.log(0.1) + 0.9 * math.log(0.9))
    expected = [math.log(2), 0.0, by_column]
    np.testing.assert_allclose(entropy(shares, axis=0), expected, atol=EXACT)


def test_jacobian_of_two_shares(array):
    expected = [[0.16, -0.16], [-0.16, 0.16]]  # p(1 - p) = 0.8 x 0.2
    shares = array([0.2, 0.8])
    np.testing.assert_allclose(softmax_jacobian(shares), expected, atol=EXACT)
    halved = softmax_jacobian(shares, temperature=2)
    np.testing.assert_allclose(halved, np.array(expected) / 2, atol=EXACT)


# Properties


@given(scores, temperatures)
def test_shares_are_positive_and_sum_to_one(logits, temperature):
    shares = softmax(logits, temperature=temperature)
    assert shares.shape == logits.shape
    assert (shares >= 0).all()
    np.testing.assert_allclose(shares.sum(axis=-1), 1, atol=EXACT)


@given(rows, st.floats(-1000, 1000))
def test_a_shift_of_all_scores_changes_nothing(logits, shift):
    # A score of 1,000 carries rounding of 1e-13: the shares differ by no more.
    np.testing.assert_allclose(softmax(logits + shift), softmax(logits), atol=1e-11)


@given(rows, temperatures)
def test_the_order_of_scores_is_kept(logits, temperature):
    shares = softmax(logits, temperature=temperature)
    assert (np.diff(shares[np.argsort(logits, kind="stable")]) >= 0).all()


@given(rows, temperatures)
def test_log_softmax_is_the_logarithm_of_softmax(logits, temperature):
    logs = log_softmax(logits, temperature=temperature)
    np.testing.assert_allclose(
        np.exp(logs), softmax(logits, temperature=temperature), atol=EXACT
    )
    assert np.isfinite(logs).all()  # also where the share itself rounds to 0


@given(rows)
def test_temperature_zero_shares_everything_among_the_largest(logits):
    is_largest = logits == logits.max()
    expected = is_largest / is_largest.sum()
    np.testing.assert_allclose(softmax(logits, temperature=0), expected, atol=EXACT)


@given(rows)
def test_a_huge_temperature_is_nearly_uniform(logits):
    # Scores at most 100 apart, divided by 1e9: shares off by 1e-7 at most.
    shares = softmax(logits, temperature=1e9)
    np.testing.assert_allclose(shares, 1 / len(logits), atol=1e-7)


@given(rows, temperatures)
def test_a_jacobian_row_sums_to_zero_and_it_is_symmetric(logits, temperature):
    shares = softmax(logits, temperature=temperature)
    jacobian = softmax_jacobian(shares, temperature=temperature)
    np.testing.assert_allclose(jacobian.sum(axis=-1), 0, atol=1e-11)  # 20 x EXACT
    np.testing.assert_array_equal(jacobian, jacobian.T)


@given(rows)
def test_softmax_is_half_lipschitz(logits):
    largest_stretch = np.linalg.norm(softmax_jacobian(softmax(logits)), ord=2)
    assert largest_stretch <= 0.5 + EXACT


@given(rows)
def test_entropy_lies_between_zero_and_log_n(logits):
    value = entropy(softmax(logits))
    assert -EXACT <= value <= math.log(len(logits)) + EXACT


# Extreme input


@pytest.mark.parametrize("extreme", [1000.0, -1000.0, 1e30])
def test_scores_far_beyond_the_range_of_exp(array, extreme):
    result = softmax(array([extreme, extreme, -1e308]))
    np.testing.assert_array_equal(result, [0.5, 0.5, 0])


def test_each_row_subtracts_its_own_maximum(array):
    result = softmax(array([[1000.0, 1000.0], [-1000.0, -1000.0]]))
    np.testing.assert_array_equal(result, [[0.5, 0.5], [0.5, 0.5]])


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_half_precision_neither_overflows_nor_changes_dtype(array, dtype):
    large = array([60000.0, 60000.0, 0.0], dtype)
    result = softmax(large, temperature=0.05)  # 60000 / 0.05 exceeds float16
    assert result.dtype == large.dtype
    np.testing.assert_array_equal(result, [0.5, 0.5, 0])
    twelves = array([12.0, 11.0], dtype)  # exp(12) exceeds float16
    # float16 keeps about three decimals
    np.testing.assert_allclose(softmax(twelves), [0.7311, 0.2689], atol=5e-4)
    np.testing.assert_allclose(log_softmax(twelves), [-0.3133, -1.3133], atol=5e-4)


def test_bfloat16_agrees_with_torch_to_the_bit():
    logits = torch.randn(3, 5, generator=torch.Generator().manual_seed(0))
    logits = (20 * logits).to(torch.bfloat16)
    assert softmax(logits).dtype == torch.bfloat16
    assert torch.equal(softmax(logits), torch.softmax(logits, -1))
    assert softmax_jacobian(softmax(logits)).dtype == torch.bfloat16
    assert entropy(softmax(logits)).dtype == torch.bfloat16


def test_half_precision_sums_are_carried_in_float32(array):
    # 4,096 shares of 1/4096: in float16 the total would stop growing at 2,048.
    result = softmax(array([0.0] * 4096, "float16"))
    np.testing.assert_array_equal(result, 1 / 4096)
    np.testing.assert_allclose(entropy(result), math.log(4096), atol=5e-3)


@pytest.mark.parametrize("temperature", [1, 0, 0.3, 1e308, 5e-324])
def test_a_masked_entry_gets_no_share_at_any_temperature(array, temperature):
    result = softmax(array([2.0, -math.inf, 2.0]), temperature=temperature)
    np.testing.assert_array_equal(result, [0.5, 0, 0.5])
    logs = log_softmax(array([2.0, -math.inf, 2.0]), temperature=temperature)
    np.testing.assert_allclose(
        logs, [-math.log(2), -math.inf, -math.log(2)], atol=EXACT
    )


@pytest.mark.parametrize("temperature", [1, 0, 0.3])
def test_a_row_of_masked_entries_alone_gives_zeros(array, temperature):
    logits = array([[-math.inf] * 3, [0.0, -math.inf, 0.0]])
    result = softmax(logits, temperature=temperature)
    np.testing.assert_array_equal(result, [[0, 0, 0], [0.5, 0, 0.5]])
    log_row = log_softmax(logits, temperature=temperature)[0]
    np.testing.assert_array_equal(log_row, [-math.inf] * 3)


@pytest.mark.parametrize("temperature", [1, 0, 0.3])
def test_a_row_of_masked_entries_alone_has_zero_gradient(temperature):
    logits = torch.zeros(2, 3, dtype=torch.float64, requires_grad=True)
    mask = torch.tensor([[False] * 3, [True, False, True]])
    masked = torch.where(mask, logits, -math.inf)
    softmax(masked, temperature=temperature)[:, 0].sum().backward()
    assert torch.isfinite(logits.grad).all()
    assert (logits.grad[0] == 0).all()
    assert logits.grad[1, 1] == 0


@pytest.mark.parametrize("bad", [math.nan, math.inf])
@pytest.mark.parametrize("temperature", [0, 1, 3])
def test_nan_and_positive_infinity_spoil_their_row_alone(array, bad, temperature):
    with np.errstate(invalid="ignore"):  # NumPy warns of inf - inf, as it should
        logits = array([[0.0, bad], [0.0, 0.0]])
        result = np.asarray(softmax(logits, temperature=temperature))
    assert np.isnan(result[0]).all()
    np.testing.assert_array_equal(result[1], [0.5, 0.5])


def test_an_extreme_temperature_reaches_the_limit_without_overflow(array):
    logits = array([3.0, 1.0, 1.0], "float32")
    np.testing.assert_array_equal(softmax(logits, temperature=1e-300), [1, 0, 0])
    uniform = softmax(logits, temperature=1e300)
    np.testing.assert_allclose(uniform, 1 / 3, rtol=1e-6)  # float32


def test_a_tiny_share_keeps_its_logarithm(array):
    result = log_softmax(array([0.0, -2000.0]))
    np.testing.assert_array_equal(result, [0, -2000])


@pytest.mark.parametrize("function", [softmax, log_softmax])
def test_short_axes(array, function):
    one = 1 if function is softmax else 0
    np.testing.assert_array_equal(function(array([[7.0], [-3.0]])), [[one], [one]])
    assert tuple(function(array(np.zeros((3, 0)).tolist())).shape) == (3, 0)
    assert tuple(softmax_jacobian(array(np.zeros((3, 0)).tolist())).shape) == (3, 0, 0)
    assert np.asarray(entropy(array(np.zeros((3, 0)).tolist()))).tolist() == [0, 0, 0]


# Types


def test_integers_count_as_real_scores(array):
    integers, floats = array([1, 2, 3], "int64"), array([1.0, 2.0, 3.0])
    np.testing.assert_allclose(softmax(integers), softmax(floats), atol=1e-7)


def test_the_input_is_not_written_to(array):
    logits = array([[3.0, -math.inf, 2.0], [-math.inf] * 3])
    before = np.asarray(logits).copy()
    shares = softmax(logits, temperature=0.5)
    log_softmax(logits)
    softmax(logits, temperature=0)
    np.testing.assert_array_equal(np.asarray(logits), before)
    shares_before = np.asarray(shares).copy()
    entropy(shares)
    softmax_jacobian(shares)
    np.testing.assert_array_equal(np.asarray(shares), shares_before)


# Parity with PyTorch


@pytest.mark.parametrize("axis", [-1, 0, 1])
@pytest.mark.parametrize("temperature", [1, 0.3, 7.5])
def test_softmax_and_log_softmax_agree_with_torch(assert_parity, temperature, axis):
    assert_parity(
        lambda z: softmax(10 * z, temperature=temperature, axis=axis),
        lambda z: torch.softmax(10 * z / temperature, axis),
        (2, 3, 5),
    )
    assert_parity(
        lambda z: log_softmax(10 * z, temperature=temperature, axis=axis),
        lambda z: torch.log_softmax(10 * z / temperature, axis),
        (2, 3, 5),
    )


def test_entropy_agrees_with_torch(assert_parity):
    assert_parity(
        lambda z: entropy(softmax(z)),
        lambda z: torch.distributions.Categorical(logits=z).entropy(),
        (3, 5),
    )


@pytest.mark.parametrize("temperature", [1, 0.4])
def test_the_jacobian_is_what_autograd_finds(temperature):
    generator = torch.Generator().manual_seed(0)
    logits = torch.randn(5, generator=generator, dtype=torch.float64)
    expected = torch.autograd.functional.jacobian(
        lambda z: torch.softmax(z / temperature, -1), logits
    )
    shares = softmax(logits, temperature=temperature)
    result = softmax_jacobian(shares, temperature=temperature)
    torch.testing.assert_close(result, expected, rtol=0, atol=EXACT)
    in_rows = softmax_jacobian(shares.expand(3, 5), temperature=temperature)
    torch.testing.assert_close(in_rows, expected.expand(3, 5, 5), rtol=0, atol=EXACT)


# Errors

VALUES = [1.0, 2.0]


@pytest.mark.parametrize("temperature", [-1, -1e-9, math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("function", [softmax, log_softmax, softmax_jacobian])
def test_a_temperature_that_is_no_finite_number_above_zero(
    array, function, temperature
):
    rule = "temperature must be a finite number of at least 0; got "
    with pytest.raises(ValueError, match=rule + str(temperature)):
        function(array(VALUES), temperature=temperature)


@pytest.mark.parametrize("temperature", ["1", None, [1, 2], b"1"])
def test_a_temperature_of_the_wrong_type(array, temperature):
    with pytest.raises(TypeError, match="temperature must be a finite number"):
        softmax(array(VALUES), temperature=temperature)


def test_the_jacobian_has_no_value_at_temperature_zero(array):
    with pytest.raises(ValueError, match="temperature must be above 0: at 0 the"):
        softmax_jacobian(array(VALUES), temperature=0)


@pytest.mark.parametrize("function", [softmax, log_softmax, entropy])
def test_an_axis_that_does_not_exist(array, function):
    rule = r"axis must name one of the 1 axes of \w+; got 1 for shape \(2,\)"
    with pytest.raises(ValueError, match=rule):
        function(array(VALUES), axis=1)
    with pytest.raises(ValueError, match="one of the 0 axes"):
        function(array(1.0))


def test_the_jacobian_needs_an_axis(array):
    with pytest.raises(ValueError, match="one of the 0 axes of probabilities"):
        softmax_jacobian(array(1.0))


@pytest.mark.parametrize("function", [softmax, log_softmax])
def test_what_is_no_array_or_not_real(function):
    with pytest.raises(TypeError, match="logits must be a NumPy array or torch tensor"):
        function(VALUES)
    with pytest.raises(TypeError, match="logits must hold real numbers; got complex"):
        function(np.array([1j, 2]))
    with pytest.raises(TypeError, match="logits must hold real numbers; got bool"):
        function(np.array([True, False]))


@pytest.mark.parametrize("function", [entropy, softmax_jacobian])
def test_probabilities_that_are_no_array_or_not_real(function):
    with pytest.raises(TypeError, match="probabilities must be a NumPy array or torch"):
        function(VALUES)
    with pytest.raises(TypeError, match=r"must hold real numbers; got torch\.complex"):
        function(torch.tensor([1j, 2]))
