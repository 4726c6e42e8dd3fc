"""The Python side of one context or many: its rules, its numbers, its fallback."""

import math
import re

import numpy as np
import pytest
from glassbox.widgets import OneContextOrMany
from glassbox.widgets.one_context_or_many import count_different
from traitlets import TraitError

WEIGHTS = np.array([[0.7, 0.2, 0.1], [0.1, 0.3, 0.6]])  # (2, 3)
SOURCE = ["我", "<b>", "学习"]
TARGET = ["I", "study"]
VALUES = np.array([[1, 0], [0.5, 2], [-1, 4]])


@pytest.fixture
def widget():
    return OneContextOrMany(WEIGHTS, SOURCE, TARGET, values=VALUES)


def test_the_state_is_kept_as_given(widget):
    assert widget.weights == WEIGHTS.tolist()
    assert widget.values == VALUES.tolist()
    assert (widget.source, widget.target) == (SOURCE, TARGET)
    assert (widget.illustrative, widget.target_index, widget.one_context) == (
        False,
        0,
        False,
    )
    assert OneContextOrMany(WEIGHTS, SOURCE, TARGET).values is None


def test_a_tensor_and_single_characters_are_taken():
    torch = pytest.importorskip("torch")
    widget = OneContextOrMany(torch.tensor(WEIGHTS), list("学 习"), ["2", "0"])
    assert widget.weights == WEIGHTS.tolist()
    assert widget.source == ["学", " ", "习"]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("weights", [0.5, 0.5], "weights must be a matrix"),
        ("weights", [[1, 0], [1]], "weights must be a matrix"),
        ("weights", [], "weights must be a matrix"),
        ("weights", WEIGHTS * math.nan, "must hold numbers from .* got nan"),
        ("weights", WEIGHTS[:, :2], r"have the shape \(2, 3\); got \(2, 2\)"),
        ("weights", WEIGHTS.T, r"have the shape \(2, 3\); got \(3, 2\)"),
        ("weights", [[1.1, -0.1, 0], [1, 0, 0]], "be at least 0; got -0.1"),
        (
            "weights",
            [[0.2, 0.3, 0.5], [0.3, 0.4, 0.6]],
            "sum to 1, within 1e-06; got 1.3 in row 1",
        ),
        (
            "weights",
            [[0.2, 0.3, 0.500002], [0.3, 0.4, 0.3]],
            "got 1.000002 in row 0",
        ),
        ("source", ["a", "b"], r"weights must have the shape \(2, 2\); got \(2, 3\)"),
        ("source", ["a", "", "c"], "source must not hold an empty word"),
        ("source", [1, 2, 3], "source must be a list of strings"),
        ("target", [], "target must have 1 to 24 words; got 0"),
        ("target", ["w"] * 25, "target must have 1 to 24 words; got 25"),
        ("values", VALUES[:2], "values must have 3 rows, one a source word; got 2"),
        ("values", np.ones((3, 9)), "values must be 1 to 8 wide; got 9"),
        ("values", [[], [], []], "values must be 1 to 8 wide; got 0"),
        ("values", VALUES * 1e6, r"from -1e\+06 to 1e\+06; got"),
        ("illustrative", "yes", "illustrative"),
        ("target_index", 2, "target_index must be below 2; got 2"),
        ("target_index", -1, "target_index must be from 0 to 23; got -1"),
        ("target_index", 0.5, "target_index must be a whole number; got 0.5"),
        ("one_context", "all", "one_context"),
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
    good = {"weights": WEIGHTS, "source": SOURCE, "target": TARGET, "values": VALUES}
    with pytest.raises(TraitError, match=message):
        OneContextOrMany(**good | {name: value})


def test_a_sum_within_the_tolerance_is_taken():
    rounded = OneContextOrMany([[0.3333334, 0.3333334, 0.3333334]], SOURCE, ["I"])
    assert sum(rounded.weights[0]) == pytest.approx(1, abs=1e-6)


def test_words_and_weights_of_another_size_are_set_together(widget):
    widget.set(weights=[[0.5, 0.5]], source=["a", "b"], target=["c"], values=None)
    assert widget.fallback.count("<tr>") == 2


def test_contexts_are_the_shares_times_the_values(widget):
    own, one = widget.contexts()
    expected = [
        [0.7 * 1 + 0.2 * 0.5 - 0.1, 0.2 * 2 + 0.1 * 4],
        [0.1 * 1 + 0.3 * 0.5 - 0.6, 0.3 * 2 + 0.6 * 4],
    ]
    # sums of three terms in another order
    np.testing.assert_allclose(own, expected, rtol=0, atol=1e-15)
    np.testing.assert_allclose(one, [0.5 / 3, 2], rtol=0, atol=1e-15)
    widget.values = None
    own, one = widget.contexts()
    np.testing.assert_array_equal(own, WEIGHTS)
    np.testing.assert_array_equal(one, [1 / 3] * 3)


def test_equal_contexts_count_once():
    assert count_different(np.array([[1, 2], [1, 2 + 1e-12], [1, 2.1], [1, 2]])) == 2


@pytest.mark.parametrize("values", [VALUES, None])
@pytest.mark.parametrize("one_context", [False, True])
def test_repr_and_fallback_tell_shares_distances_and_count(values, one_context):
    widget = OneContextOrMany(
        WEIGHTS, SOURCE, TARGET, values=values, target_index=1, one_context=one_context
    )
    whose = "one context for all" if one_context else "own context of 'study'"
    name = f"OneContextOrMany(2 output words, 3 source words, {whose})"
    assert repr(widget) == name
    cells = re.findall(r"<td>([-.\d]+)</td>", widget.fallback)
    shown = np.array(cells, float).reshape(2, 4)
    shares = np.full((2, 3), 1 / 3) if one_context else WEIGHTS
    # two decimals of a share are shown, three of a distance
    np.testing.assert_allclose(shown[:, :3], shares, rtol=0, atol=5.1e-3)
    lost = np.abs(WEIGHTS - 1 / 3).sum(-1) / 2
    if values is not None:
        lost = np.linalg.norm(WEIGHTS @ VALUES - VALUES.mean(0), axis=-1)
    np.testing.assert_allclose(shown[:, 3], lost, rtol=0, atol=5.1e-4)
    count = 1 if one_context else 2
    assert f"Different contexts: {count} for 2 output words." in widget.fallback


def test_only_made_up_weights_are_called_so(widget):
    assert "made up" not in widget.fallback
    widget.illustrative = True
    assert "Weights made up for illustration" in widget.fallback


def test_words_are_escaped_in_the_fallback(widget):
    assert "<b>" not in widget.fallback
    assert "&lt;b&gt;" in widget.fallback


def test_module_and_style_fit_the_budget():
    assert len(OneContextOrMany._esm.encode()) <= 20 * 1024
    assert len(OneContextOrMany._css.encode()) <= 8 * 1024
