"""relu, gelu and feed_forward: values, independence of positions, parity, errors."""

import math

import numpy as np
import pytest
import torch
from glassbox import FeedForwardParameters, feed_forward, gelu, relu
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional as F

EXACT = 1e-12  # float64 on numbers near 1


def draw(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


def random_parameters(activation="relu"):
    return FeedForwardParameters(
        draw(4, 7), draw(7, seed=1), draw(7, 4, seed=2), draw(4, seed=3), activation
    )


def test_known_values(array):
    x = array([-1.0, 0.0, 1.0, 2.0])
    assert np.asarray(relu(x)).tolist() == [0, 0, 1, 2]
    below_1 = 0.5 * (1 + math.erf(1 / math.sqrt(2)))
    below_2 = 0.5 * (1 + math.erf(math.sqrt(2)))
    expected = [below_1 - 1, 0, below_1, 2 * below_2]
    np.testing.assert_allclose(gelu(x), expected, atol=EXACT)


@pytest.mark.parametrize("approximate", ["none", "tanh"])
def test_activations_agree_with_torch(assert_parity, approximate):
    assert_parity(
        lambda x: gelu(3 * x, approximate=approximate),
        lambda x: F.gelu(3 * x, approximate=approximate),
        (3, 5),
    )
    assert_parity(relu, F.relu, (3, 5))


def test_the_two_gelus_differ_by_less_than_a_thousandth_but_differ():
    x = np.linspace(-5, 5, 101)
    gap = np.abs(gelu(x) - gelu(x, approximate="tanh")).max()
    assert 1e-4 < gap < 1e-3


def test_the_derivative_of_relu_at_0_is_0_as_in_torch():
    x = torch.zeros(1, requires_grad=True)
    relu(x).backward()
    assert x.grad.item() == 0


def test_dtype_nan_and_empty_input(array):
    for function in (relu, gelu):
        half = array([-60000.0, 60000.0, math.nan], "float16")
        result = function(half)
        assert result.dtype == half.dtype
        np.testing.assert_array_equal(result, [0, 60000, math.nan])
        assert tuple(function(array([])).shape) == (0,)
    assert gelu(array([1.0], "float32")).dtype == array([1.0], "float32").dtype


def test_feed_forward_by_hand(array):
    p = FeedForwardParameters(
        array([[1.0, -1.0, 2.0]]),
        array([0.0, 0.0, -3.0]),
        array([[1.0, 0.0], [1.0, 0.0], [0.0, 10.0]]),
        array([0.5, 0.0]),
    )
    result = feed_forward(array([[-3.0], [2.0]]), p)
    np.testing.assert_array_equal(result, [[3.5, 0], [2.5, 10]])


@pytest.mark.parametrize("activation", ["relu", "gelu", "gelu_tanh"])
def test_feed_forward_agrees_with_torch(assert_parity, activation):
    theirs = {
        "relu": F.relu,
        "gelu": F.gelu,
        "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    }[activation]
    assert_parity(
        lambda x, a, b, c, d: feed_forward(
            x, FeedForwardParameters(a, b, c, d, activation)
        ),
        lambda x, a, b, c, d: F.linear(theirs(F.linear(x, a.T, b)), c.T, d),
        *[(2, 3, 4), (4, 7), (7,), (7, 4), (4,)],
    )


def test_feed_forward_equals_two_convolutions_of_width_1():
    p, x = random_parameters(), draw(2, 3, 4, seed=9)
    first = F.conv1d(
        torch.tensor(x).mT, torch.tensor(p.w_1.T)[..., None], torch.tensor(p.b_1)
    )
    second = F.conv1d(
        F.relu(first), torch.tensor(p.w_2.T)[..., None], torch.tensor(p.b_2)
    )
    np.testing.assert_allclose(feed_forward(x, p), second.mT, atol=1e-11)  # near 10


@given(st.permutations(range(5)))
def test_each_position_thinks_alone(order):
    p, x = random_parameters(), draw(5, 4)
    order = list(order)
    # Another row order may sum in another block of the matrix product.
    np.testing.assert_allclose(
        feed_forward(x[order], p), feed_forward(x, p)[order], atol=EXACT
    )


def test_without_biases():
    p = random_parameters()
    bare = FeedForwardParameters(p.w_1, None, p.w_2, None)
    zeros = FeedForwardParameters(p.w_1, 0 * p.b_1, p.w_2, 0 * p.b_2)
    x = draw(3, 4)
    np.testing.assert_array_equal(feed_forward(x, bare), feed_forward(x, zeros))


def test_without_the_bend_two_layers_are_one():
    p, x = random_parameters(), draw(3, 4)
    one_layer = x @ (p.w_1 @ p.w_2) + (p.b_1 @ p.w_2 + p.b_2)
    two_layers = (x @ p.w_1 + p.b_1) @ p.w_2 + p.b_2
    np.testing.assert_allclose(two_layers, one_layer, atol=1e-11)
    assert np.abs(feed_forward(x, p) - one_layer).max() > 0.1


X, W1, W2 = np.ones((2, 4)), np.ones((4, 7)), np.ones((7, 4))


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (lambda: relu([1.0]), TypeError, "x must be a NumPy array or torch tensor"),
        (lambda: gelu(X, approximate="erf"), ValueError, 'be "none" or "tanh"; got'),
        (
            lambda: feed_forward(X, FeedForwardParameters(W1, None, W2, None, "swish")),
            ValueError,
            "activation must be one of relu, gelu, gelu_tanh; got 'swish'",
        ),
        (
            lambda: feed_forward(X, FeedForwardParameters(W2, None, W1, None)),
            ValueError,
            r"got \(7, 4\) for x \(2, 4\)",
        ),
        (
            lambda: feed_forward(X, FeedForwardParameters(W1, W1[0, :1], W2, None)),
            ValueError,
            r"bias must have shape \(7,\); got \(1,\)",
        ),
        (
            lambda: feed_forward(np.array(1.0), FeedForwardParameters(W1, None, W2, 1)),
            ValueError,
            r"got \(4, 7\) for x \(\)",
        ),
        (
            lambda: feed_forward(torch.ones(4), FeedForwardParameters(W1, None, W2, 1)),
            TypeError,
            "x and weight must be arrays of one library; got Tensor and ndarray",
        ),
    ],
)
def test_errors_state_the_rule_and_what_came(call, error, rule):
    with pytest.raises(error, match=rule):
        call()
