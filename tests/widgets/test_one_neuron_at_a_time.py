"""The Python side of one neuron at a time: its rules, its numbers, its fallback."""

import re

import numpy as np
import pytest
from glassbox.widgets import OneNeuronAtATime
from glassbox.widgets.one_neuron_at_a_time import GRID, TARGETS
from traitlets import TraitError

TENT = ([1, 1, 1], [1, 0, -1], [2, -4, 2])


def test_the_state_is_kept_as_given():
    widget = OneNeuronAtATime(np.array([1, -2]), (0.5, 1), [3, 4], 2, target="wave")
    assert widget.w_1 == [1, -2] and widget.b_1 == [0.5, 1] and widget.w_2 == [3, 4]
    assert (widget.b_2, widget.x, type(widget.b_2)) == (2, 1, float)
    assert repr(widget) == (
        "OneNeuronAtATime(w_1=[1, -2], b_1=[0.5, 1], w_2=[3, 4], b_2=2, target='wave')"
    )


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("w_1", [], "w_1 must have 1 to 8 numbers; got 0"),
        ("b_1", [1] * 9, "b_1 must have 1 to 8 numbers; got 9"),
        ("w_2", [1, 2], "got {'w_1': 3, 'b_1': 3, 'w_2': 2}"),
        ("w_1", [1, 101, 0], "w_1 must hold numbers from -100 to 100; got [1.0, 101.0"),
        ("b_1", [1, float("nan"), 0], "finite numbers; got nan at index 1"),
        ("w_2", "123", "w_2 must be a list of finite numbers; got '123'"),
        ("b_2", -101, "b_2 must be from -100 to 100; got -101"),
        ("b_2", None, "b_2 must be a finite number; got None"),
        ("x", 3.05, "x must be from -3 to 3; got 3.05"),
        ("target", "cube", "target"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = OneNeuronAtATime(*TENT)
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    after = {trait: getattr(widget, trait) for trait in before}
    assert after == before


def test_units_come_and_go_when_all_their_numbers_are_set_at_once():
    widget = OneNeuronAtATime(*TENT)
    widget.set(w_1=[1, 2], b_1=[0, 1], w_2=[5, 6])
    assert widget.w_1 == [1, 2]
    with pytest.raises(TraitError, match="the same length"):
        widget.set(w_1=[1, 2, 3])
    assert widget.w_1 == [1, 2]


def test_the_curve_is_the_sum_of_hinges():
    rng = np.random.default_rng(0)
    w_1, b_1, w_2 = rng.normal(size=(3, 5))
    xs = rng.uniform(-3, 3, size=7)
    expected = [
        0.5 + sum(w * max(0, x * a + b) for a, b, w in zip(w_1, b_1, w_2, strict=True))
        for x in xs
    ]
    found = OneNeuronAtATime(w_1, b_1, w_2, 0.5).curve(xs)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)  # sums reordered


def test_the_targets_are_what_the_docstring_says():
    xs = np.array([-3, -0.5, -0.05, 0, 0.25, 2])
    expected = {
        "absolute": [3, 0.5, 0.05, 0, 0.25, 2],
        "tent": [0, 1, 1.9, 2, 1.5, 0],
        "step": [0, 0, 0, 1, 1, 1],
        "square": [3, 1 / 12, 0.0025 / 3, 0, 0.0625 / 3, 4 / 3],
        "wave": 2 * np.sin(2 * xs),
    }
    assert set(expected) == set(TARGETS)
    for name, values in expected.items():
        np.testing.assert_allclose(TARGETS[name](xs), values, rtol=0, atol=1e-15)
    np.testing.assert_allclose(GRID, np.linspace(-3, 3, 121), rtol=0, atol=1e-15)


def test_three_units_make_the_tent_of_the_exercise():
    widget = OneNeuronAtATime(*TENT, target="tent", x=0.5)
    assert "Mean squared error against tent: 0.0000." in widget.fallback
    assert "At x = 0.5 the sum, with b_2 = 0, is 1." in widget.fallback


def test_the_fallback_tells_each_unit_s_numbers_and_the_error():
    widget = OneNeuronAtATime([1, -1], [0.5, 1], [3, 4], 2, target="absolute", x=2)
    rows = re.findall(r'<th scope="row">(\d)</th>(.*?)</tr>', widget.fallback)
    cells = [[float(c) for c in re.findall("<td>(.*?)</td>", row)] for _, row in rows]
    assert cells == [[1, 0.5, 3, 2.5, 2.5, 7.5], [-1, 1, 4, -1, 0, 0]]
    assert "is 9.5." in widget.fallback
    gaps = widget.curve(GRID) - np.abs(GRID)
    assert f"absolute: {(gaps**2).mean():.4f}." in widget.fallback
    widget.target = "none"
    assert "error" not in widget.fallback


def test_module_and_style_fit_the_budget():
    assert len(OneNeuronAtATime._esm.encode()) <= 20 * 1024
    assert len(OneNeuronAtATime._css.encode()) <= 8 * 1024
