"""The Python side of LayerNorm by hand: its traits, rules and fallback."""

import math
import re

import numpy as np
import pytest
from glassbox import layer_norm
from glassbox.widgets import LayerNormByHand
from traitlets import TraitError

X, OTHER = [22, 5, 6, 8], [3, 9, 4, -2]


@pytest.fixture
def widget():
    return LayerNormByHand(X, np.array(OTHER), gamma=[1, 2, 3, 4], eps=0.5)


def test_the_state_is_kept_as_given(widget):
    assert (widget.x, widget.other) == (X, OTHER)
    assert (widget.gamma, widget.beta) == ([1, 2, 3, 4], [0, 0, 0, 0])
    assert widget.eps == 0.5
    assert LayerNormByHand(X, OTHER).eps == 1e-5


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("x", [1, 2, 3], "x, other, gamma and beta must have the same length"),
        ("gamma", [1, 2, 3], "same length"),
        ("x", [1], "x must have 2 to 4 numbers; got 1"),
        ("beta", [0] * 5, "beta must have 2 to 4 numbers; got 5"),
        ("other", [1, 2, 3, math.nan], "finite numbers; got nan at index 3"),
        ("x", [1, 2, 3, 2e6], "from -1e[+]06 to 1e[+]06"),
        ("x", "1234", "list of finite numbers"),
        ("eps", -1e-9, "eps must be from 0 to 1e[+]06; got -1e-09"),
        ("eps", 1e7, "eps must be from 0"),
        ("eps", "0", "finite number"),
    ],
)
def test_a_wrong_value_is_refused_and_the_last_good_state_stays(
    widget, name, value, message
):
    before, fallback = getattr(widget, name), widget.fallback
    with pytest.raises(TraitError, match=message):
        setattr(widget, name, value)
    assert getattr(widget, name) == before
    assert widget.fallback == fallback


def test_repr_is_the_same_every_time(widget):
    assert repr(widget) == "LayerNormByHand([22, 5, 6, 8], [3, 9, 4, -2], eps=0.5)"


def test_the_fallback_has_the_kernel_s_numbers(widget):
    rows = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', widget.fallback)
    shown = {name: re.findall(r"<td>(.*?)</td>", cells) for name, cells in rows}
    gamma = np.array([1.0, 2, 3, 4])
    y = layer_norm(np.array(X, float), gamma, eps=0.5)
    second = layer_norm(np.array(OTHER, float), gamma, eps=0.5)
    # four decimals are shown
    np.testing.assert_allclose(np.array(shown["y"], float), y, atol=5.1e-5)
    np.testing.assert_allclose(np.array(shown["its y"], float), second, atol=5.1e-5)
    assert shown["(x − μ)²"] == ["138.0625", "27.5625", "18.0625", "5.0625"]
    assert "μ = 10.2500, variance σ² = 47.1875" in widget.fallback


def test_a_constant_row_without_eps_does_not_upset_the_fallback():
    widget = LayerNormByHand([5, 5], [1, 2], eps=0)
    assert widget.fallback.count("<td>nan</td>") == 4  # normalised and y


def test_module_and_style_fit_the_budget():
    size = len((LayerNormByHand._esm + LayerNormByHand._css).encode())
    assert size <= 20 * 1024
