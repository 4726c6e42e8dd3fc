"""The Python side of label smoothing: its rules, its numbers, its fallback."""

import re

import numpy as np
import pytest
from glassbox import entropy, smooth_labels
from glassbox.widgets import LabelSmoothing
from glassbox.widgets.label_smoothing import loss
from traitlets import TraitError


def test_the_state_is_kept_as_given():
    widget = LabelSmoothing(vocabulary_size=7, epsilon=0.25, convention="all", target=6)
    assert (widget.vocabulary_size, widget.epsilon, widget.target) == (7, 0.25, 6)
    assert repr(widget) == (
        "LabelSmoothing(vocabulary_size=7, epsilon=0.25, convention='all', target=6)"
    )


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("vocabulary_size", 1, "vocabulary_size must be from 2 to 20; got 1"),
        ("vocabulary_size", 21, "vocabulary_size must be from 2 to 20; got 21"),
        ("vocabulary_size", 2.5, "vocabulary_size must be a whole number; got 2.5"),
        ("vocabulary_size", 2, "from 0 to vocabulary_size - 1 = 1; got 2"),
        ("target", 5, "target must be from 0 to vocabulary_size - 1 = 4; got 5"),
        ("target", -1, "got -1"),
        ("epsilon", 1.1, "epsilon must be from 0 to 1; got 1.1"),
        ("epsilon", "0.1", "epsilon must be a finite number; got '0.1'"),
        ("confidence", -0.5, "confidence must be from 0 to 1; got -0.5"),
        ("convention", "some", "convention"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = LabelSmoothing()
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert {trait: getattr(widget, trait) for trait in before} == before


def test_fewer_tokens_and_a_target_among_them_are_set_at_once():
    widget = LabelSmoothing()
    widget.set(vocabulary_size=2, target=1)
    assert (widget.vocabulary_size, widget.target) == (2, 1)


def columns(widget):
    rows = re.findall(r'<th scope="row">.*?</th>(.*?)</tr>', widget.fallback)
    return np.transpose(
        [[float(c) for c in re.findall("<td>(.*?)</td>", row)] for row in rows]
    )


def test_the_fallback_shows_the_curriculum_s_numbers():
    hard, others, all_tokens = columns(LabelSmoothing())
    assert hard.tolist() == [0, 0, 1, 0, 0]
    assert others.tolist() == [0.025, 0.025, 0.9, 0.025, 0.025]
    assert all_tokens.tolist() == [0.02, 0.02, 0.92, 0.02, 0.02]


def test_the_loss_is_lowest_where_the_confidence_is_the_target_s_share():
    for convention in ("others", "all"):
        q = smooth_labels(1, 7, 0.3, convention=convention)
        grid = np.linspace(0.001, 0.999, 999)
        losses = [loss(c, q, 1) for c in grid]
        # the grid is 0.001 fine
        assert grid[np.argmin(losses)] == pytest.approx(q[1], abs=1e-3)
        assert loss(q[1], q, 1) == pytest.approx(entropy(q), abs=1e-14)


def test_the_loss_in_closed_form():
    q = smooth_labels(3, 5, 0.2)
    expected = -0.8 * np.log(0.6) - 0.2 * np.log(0.1)
    assert loss(0.6, q, 3) == pytest.approx(expected, abs=1e-14)
    assert loss(1, q, 3) == np.inf
    assert loss(1, smooth_labels(3, 5, 0), 3) == 0


def test_the_fallback_says_both_losses_and_where_the_lowest_is():
    text = LabelSmoothing(convention="all", confidence=0.5).fallback
    q = smooth_labels(2, 5, 0.1, convention="all")
    assert f"{np.log(2):.4f} nats for the hard target" in text
    assert f"{loss(0.5, q, 2):.4f} for the chosen one" in text
    assert f"confidence of 0.92: {entropy(q):.4f} nats" in text


def test_module_and_style_fit_the_budget():
    assert len(LabelSmoothing._esm.encode()) <= 20 * 1024
    assert len(LabelSmoothing._css.encode()) <= 8 * 1024
