"""The Python side of positions: its rules, its numbers, its fallback."""

import re

import numpy as np
import pytest
from glassbox import sinusoidal_positions
from glassbox.widgets import Positions
from glassbox.widgets.positions import pairs_shown, similarities, step_angles, turned
from traitlets import TraitError


def test_the_state_is_kept_as_given():
    widget = Positions(np.int64(30), 12, position=np.int32(29), steps=7)
    assert (widget.n_positions, widget.position, widget.steps) == (30, 29, 7)
    assert type(widget.n_positions) is int
    assert repr(widget) == "Positions(n_positions=30, d_model=12, position=29, steps=7)"
    assert Positions(9).position == 8
    assert Positions().position == 20


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("n_positions", 7, "n_positions must be from 8 to 128; got 7"),
        ("n_positions", 129, "n_positions must be from 8 to 128; got 129"),
        ("n_positions", 8.5, "n_positions must be a whole number; got 8.5"),
        ("n_positions", "9", "n_positions must be a finite number; got '9'"),
        ("d_model", 2, "d_model must be even, from 4 to 128; got 2"),
        ("d_model", 33, "d_model must be even, from 4 to 128; got 33"),
        ("d_model", 130, "d_model must be even, from 4 to 128; got 130"),
        ("position", -1, "got position -1 and n_positions 64"),
        ("position", 64, "got position 64 and n_positions 64"),
        ("steps", 0, "steps must be from 1 to 32; got 0"),
        ("steps", 33, "steps must be from 1 to 32; got 33"),
        ("over", "time", "'position'"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = Positions()
    kept = [getattr(widget, name) for name in widget._state]
    fallback = widget.fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert [getattr(widget, name) for name in widget._state] == kept
    assert widget.fallback == fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        Positions(**{name: value})


def test_fewer_positions_must_leave_the_chosen_one():
    widget = Positions(64, position=40)
    with pytest.raises(TraitError, match="got position 40 and n_positions 30"):
        widget.n_positions = 30
    assert (widget.n_positions, widget.position) == (64, 40)
    widget.set(n_positions=30, position=29)
    assert (widget.n_positions, widget.position) == (30, 29)


@pytest.mark.parametrize("d_model", [4, 10, 64])
def test_products_depend_on_the_distance_alone(d_model):
    at_3, at_11 = similarities(40, d_model, 3), similarities(40, d_model, 11)
    # products of d numbers of size 1: a few ulps each
    np.testing.assert_allclose(at_3[:30], at_11[8:38], rtol=0, atol=1e-12)
    assert at_3[3] == pytest.approx(d_model / 2, abs=1e-12)
    by_distance = np.cos(np.arange(37)[:, None] * step_angles(d_model)).sum(axis=-1)
    np.testing.assert_allclose(at_3[3:], by_distance, rtol=0, atol=1e-12)


def test_each_pair_turns_by_its_angle_times_the_steps():
    here, there = turned(14, 9, 6)
    vectors = sinusoidal_positions(16, 14)
    np.testing.assert_array_equal(here.ravel(), vectors[9])
    np.testing.assert_array_equal(there.ravel(), vectors[15])
    turns = np.exp(1j * 6 * step_angles(14))  # cosine + i sine turns
    expected = (here[:, 1] + 1j * here[:, 0]) * turns
    np.testing.assert_allclose(there[:, 1] + 1j * there[:, 0], expected, atol=1e-14)


def test_the_pairs_shown_run_from_the_fastest_to_the_slowest():
    assert pairs_shown(4) == [0, 1]
    assert pairs_shown(64) == [0, 10, 21, 31]


def test_the_fallback_tells_similarities_and_turns():
    widget = Positions(24, 16, position=5, steps=3)
    alike, turns = widget.fallback.split("</table>")[:2]
    rows = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', alike)
    products = similarities(24, 16, 5)
    assert [int(place) for place, _ in rows] == [1, 3, 4, 5, 6, 7, 9, 13, 21]
    for place, cells in rows:
        distance, product, cosine = re.findall(r"<td>(.*?)</td>", cells)
        assert int(distance) == int(place) - 5
        # four decimals are shown
        assert float(product) == pytest.approx(products[int(place)], abs=5.1e-5)
        assert float(cosine) == pytest.approx(products[int(place)] / 8, abs=5.1e-5)
    here, there = turned(16, 5, 3)
    rows = re.findall(r'<th scope="row">(\d+), \d+</th>(.*?)</tr>', turns)
    assert [int(first) // 2 for first, _ in rows] == pairs_shown(16)
    for first, cells in rows:
        i = int(first) // 2
        cells = re.findall(r"<td>(.*?)</td>", cells)
        shown = [float(number) for cell in cells for number in cell.split(", ")]
        angle = step_angles(16)[i]
        expected = [angle, 3 * angle, *here[i], *there[i]]
        np.testing.assert_allclose(shown, expected, atol=5.1e-5)
    widget.steps = 4
    assert "PE(9)" in widget.fallback


def test_module_and_style_fit_the_budget():
    assert len(Positions._esm.encode()) <= 20 * 1024
    assert len(Positions._css.encode()) <= 8 * 1024
