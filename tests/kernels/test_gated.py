"""silu and swiglu: values, what the gate does, parity with PyTorch, errors."""

import math

import numpy as np
import pytest
import torch
from glassbox.kernels.gated import silu, swiglu
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

EXACT = 1e-12  # float64 on numbers near 1


def draw(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def random_weights():
    return draw(4, 7, seed=1), draw(4, 7, seed=2), draw(7, 4, seed=3)


def test_silu_by_hand(array):
    x = [-2.0, -1.0, 0.0, 1.0, 2.0]
    expected = [value / (1 + math.exp(-value)) for value in x]
    np.testing.assert_allclose(silu(array(x)), expected, atol=EXACT)


def test_silu_agrees_with_torch(assert_parity):
    assert_parity(lambda x: silu(4 * x), lambda x: F.silu(4 * x), (3, 5))


@given(st.floats(-30, 30))
def test_silu_of_x_and_of_minus_x_differ_by_x(x):
    """sigmoid(x) + sigmoid(-x) = 1, so x sigmoid(x) - (-x) sigmoid(-x) = x."""
    ahead, behind = silu(np.array([x, -x]))
    assert ahead - behind == pytest.approx(x, abs=EXACT * 30)


def test_silu_is_lowest_where_the_docstring_says():
    x = np.linspace(-5, 5, 10_001)
    assert x[silu(x).argmin()] == pytest.approx(-1.278, abs=0.001)
    assert silu(x).min() == pytest.approx(-0.278, abs=0.001)


def test_the_tail_keeps_its_digits_and_overflows_nowhere(array):
    x = array([-1000.0, -50.0, 50.0, 1000.0])
    with np.errstate(all="raise", under="ignore"):
        result = np.asarray(silu(x))
    expected = [0, -50 * math.exp(-50), 50, 1000]  # 1 + exp(-50) is 1
    np.testing.assert_allclose(result, expected, rtol=1e-14)


def test_dtype_nan_and_empty_input(array):
    half = array([-60000.0, 60000.0, math.nan], "float16")
    result = silu(half)
    assert result.dtype == half.dtype
    np.testing.assert_array_equal(result, [0, 60000, math.nan])
    assert tuple(silu(array([])).shape) == (0,)
    assert silu(array([1.0], "float32")).dtype == array([1.0], "float32").dtype


def test_the_slope_at_0_is_a_half_as_in_torch():
    x = torch.zeros(1, requires_grad=True)
    silu(x).backward()
    assert x.grad.item() == 0.5


def test_swiglu_by_hand(array):
    """Two hidden units: the gates are 3 and -3, and 6 goes through each."""
    w_gate, w_up = array([[1.0, -1.0]]), array([[2.0, 2.0]])
    w_down = array([[1.0, 0.0], [0.0, 10.0]])
    open_, shut = 3 / (1 + math.exp(-3)), -3 / (1 + math.exp(3))
    result = swiglu(array([[3.0]]), w_gate, w_up, w_down)
    np.testing.assert_allclose(result, [[6 * open_, 60 * shut]], atol=1e-11)  # near 20


def test_swiglu_agrees_with_torch(assert_parity):
    """As Hugging Face's LlamaMLP: down(silu(gate(x)) * up(x)), nn.Linear's weights."""
    assert_parity(
        swiglu,
        lambda x, gate, up, down: F.linear(
            F.silu(F.linear(x, gate.T)) * F.linear(x, up.T), down.T
        ),
        *[(2, 3, 4), (4, 7), (4, 7), (7, 4)],
    )


def test_twice_what_goes_through_the_gate_is_twice_the_output_but_not_the_gate():
    x, (w_gate, w_up, w_down) = draw(3, 4), random_weights()
    once = swiglu(x, w_gate, w_up, w_down)
    np.testing.assert_allclose(swiglu(x, w_gate, 2 * w_up, w_down), 2 * once, 1e-12)
    assert np.abs(swiglu(x, 2 * w_gate, w_up, w_down) - 2 * once).max() > 0.1


@given(st.permutations(range(5)))
def test_each_position_thinks_alone(order):
    x, weights, order = draw(5, 4), random_weights(), list(order)
    # Another row order may sum in another block of the matrix product.
    together = swiglu(x, *weights)
    np.testing.assert_allclose(swiglu(x[order], *weights), together[order], atol=1e-12)


def test_half_precision_is_computed_in_single(array):
    """Each of the two hidden numbers, 300 x 300, is more than float16 can hold."""
    x, pair = array([[1.0]], "float16"), array([[300.0, 300.0]], "float16")
    result = swiglu(x, pair, pair, array([[0.5], [-0.5]], "float16"))
    assert result.dtype == x.dtype
    assert float(result[0, 0]) == 0


X, UP, DOWN = np.ones((2, 4)), np.ones((4, 7)), np.ones((7, 4))


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (lambda: silu([1.0]), TypeError, "x must be a NumPy array or torch tensor"),
        (
            lambda: swiglu(X, UP[:, :1], UP, DOWN),
            ValueError,
            r"w_gate and w_up must have the same shape.*got \(4, 1\) and \(4, 7\)",
        ),
        (
            lambda: swiglu(X, DOWN, DOWN, UP),
            ValueError,
            r"got \(7, 4\) for x \(2, 4\)",
        ),
        (
            lambda: swiglu(X, UP, UP, UP),
            ValueError,
            r"got \(4, 7\) for x \(2, 7\)",
        ),
        (
            lambda: swiglu(torch.ones(2, 4), UP, UP, DOWN),
            TypeError,
            "x and w_gate must be arrays of one library; got Tensor and ndarray",
        ),
    ],
)
def test_errors_state_the_rule_and_what_came(call, error, rule):
    with pytest.raises(error, match=rule):
        call()
