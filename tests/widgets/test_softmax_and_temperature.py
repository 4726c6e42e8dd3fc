"""The Python side of the widget: its traits, its rules, its fallback."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from glassbox.widgets import SoftmaxAndTemperature
from traitlets import TraitError

VIEW = "application/vnd.jupyter.widget-view+json"
LOGITS = [3.01, 0.09, 2.48, 1.95]
LABELS = ["the", "cat", "坐", "<img src=x onerror=alert(1)>"]


@pytest.fixture
def widget():
    return SoftmaxAndTemperature(LOGITS, LABELS, temperature=2)


def state(widget):
    return widget.logits, widget.labels, widget.temperature


def test_the_state_is_kept_as_given(widget):
    assert state(widget) == (LOGITS, LABELS, 2.0)


def test_labels_default_to_letters():
    assert SoftmaxAndTemperature([1, 2, 3]).labels == ["a", "b", "c"]
    assert SoftmaxAndTemperature(range(12)).labels == list("abcdefghijkl")


@pytest.mark.parametrize(
    "logits",
    [
        (3, 1, 0.5),
        np.array([3, 1, 0.5]),
        np.array([3, 1, 0.5], dtype=np.float16),
        [np.float32(3), np.int64(1), Fraction(1, 2)],
    ],
)
def test_sequences_and_arrays_become_a_list_of_floats(logits):
    widget = SoftmaxAndTemperature(logits, np.array(["x", "y", "z"]))
    assert widget.logits == [3.0, 1.0, 0.5]
    assert {type(z) for z in widget.logits} == {float}
    assert {type(label) for label in widget.labels} == {str}


def test_a_tensor_is_taken():
    torch = pytest.importorskip("torch")
    logits = torch.tensor([3.0, 1.0, 0.5], requires_grad=True)
    assert SoftmaxAndTemperature(logits).logits == [3.0, 1.0, 0.5]


@pytest.mark.parametrize("value", [0, 0.05, 20, np.float32(0.5), np.int8(3)])
def test_a_temperature_in_range_is_taken(widget, value):
    widget.temperature = value
    assert widget.temperature == value
    assert type(widget.temperature) is float


IN_RANGE = r"temperature must be 0 or from 0.05 to 20; got "
FINITE = r"temperature must be a finite number; got "
NUMBERS = r"logits must be a list of finite numbers; got "
STRINGS = r"labels must be a list of strings; got "


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("temperature", 0.049, IN_RANGE + "0.049"),
        ("temperature", -1, IN_RANGE + "-1"),
        ("temperature", 20.5, IN_RANGE + "20.5"),
        ("temperature", math.nan, FINITE + "nan"),
        ("temperature", math.inf, FINITE + "inf"),
        ("temperature", "1", FINITE + "'1'"),
        ("temperature", True, FINITE + "True"),
        ("temperature", None, FINITE + "None"),
        ("logits", [1, 2, 3, "4"], NUMBERS + "'4' at index 3"),
        ("logits", [1, 2, math.nan, 4], NUMBERS + "nan at index 2"),
        ("logits", [1, -math.inf, 3, 4], NUMBERS + "-inf at index 1"),
        ("logits", [10**400, 2, 3, 4], NUMBERS + "10+ at index 0"),
        ("logits", np.ones((4, 2)), NUMBERS + r"\[1.0, 1.0\] at index 0"),
        ("logits", "1234", NUMBERS + "'1234'"),
        ("logits", 3.0, NUMBERS + "3.0"),
        ("labels", "abcd", STRINGS + "'abcd'"),
        ("labels", ["a", "b", "c", 4], STRINGS + ".*4"),
        ("logits", [], "logits must have 1 to 12 entries; got 0"),
        ("logits", [0] * 13, "logits must have 1 to 12 entries; got 13"),
        ("logits", [1, 2, 3], "must have the same length; got 3 and 4"),
        ("labels", ["a"] * 5, "must have the same length; got 4 and 5"),
    ],
)
def test_a_wrong_value_is_refused_and_the_last_good_state_stays(
    widget, name, value, message
):
    before, fallback = state(widget), widget.fallback
    with pytest.raises(TraitError, match=message):
        setattr(widget, name, value)
    assert state(widget) == before
    assert widget.fallback == fallback


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([],), "1 to 12 entries; got 0"),
        ((range(13),), "1 to 12 entries; got 13"),
        (([1, 2], ["a"]), "same length; got 2 and 1"),
        (("12",), "list of finite numbers; got '12'"),
    ],
)
def test_the_constructor_keeps_the_same_rules(arguments, message):
    with pytest.raises(TraitError, match=message):
        SoftmaxAndTemperature(*arguments)


def test_set_changes_the_number_of_entries_at_once(widget):
    widget.set(logits=[1, 2], labels=["x", "y"], temperature=0)
    assert state(widget) == ([1.0, 2.0], ["x", "y"], 0.0)
    assert widget.fallback.count("<tr>") == 3


def test_set_is_all_or_nothing(widget):
    before = state(widget)
    with pytest.raises(TraitError, match="same length; got 2 and 3"):
        widget.set(temperature=1, logits=[1, 2], labels=["x", "y", "z"])
    with pytest.raises(TraitError, match="finite numbers"):
        widget.set(temperature=1, logits=[1, "2", 3, 4])
    assert state(widget) == before


def test_what_the_page_sends_arrives_together(widget):
    widget.set_state({"logits": [1, 2], "labels": ["x", "y"]})
    assert state(widget) == ([1.0, 2.0], ["x", "y"], 2.0)


def test_repr_is_the_same_every_time(widget):
    assert repr(widget) == "SoftmaxAndTemperature(4 scores, temperature=2)"
    single = SoftmaxAndTemperature([1], temperature=0.5)
    assert repr(single) == "SoftmaxAndTemperature(1 score, temperature=0.5)"


def test_the_fallback_shows_scores_shares_and_entropy():
    html = SoftmaxAndTemperature(LOGITS, LABELS).fallback
    cells = re.findall(r"<td>(.*?)</td>", html)
    scores, shares = cells[::2], cells[1::2]
    assert scores == ["3.01", "0.09", "2.48", "1.95"]
    assert shares == ["0.5028", "0.0271", "0.2959", "0.1742"]  # the curriculum's
    # -sum p log p of these shares by hand: 0.3457 + 0.0978 + 0.3603 + 0.3044
    assert "Entropy: 1.1083 nats or 1.5989 bits" in html
    assert "Largest share: the with 0.5028" in html


def test_the_fallback_follows_the_state(widget):
    widget.temperature = 0
    assert "<td>1.0000</td>" in widget.fallback
    widget.labels = ["p", "q", "r", "s"]
    assert "Largest share: p with 1.0000" in widget.fallback
    widget.logits = [7, 7, 1, 1]
    assert "Largest share: p, q with 0.5000" in widget.fallback


def test_scores_far_apart_do_not_upset_the_fallback(widget):
    widget.set(logits=[1e308, -1e308, 0, 1], temperature=0.05)
    assert widget.fallback.count("<td>0.0000</td>") == 3


def test_labels_are_escaped_in_the_fallback(widget):
    assert "<img" not in widget.fallback
    assert "&lt;img src=x onerror=alert(1)&gt;" in widget.fallback


def test_the_fallback_is_stored_with_the_widget(widget):
    assert widget.get_state()["fallback"] == widget.fallback


def test_the_mime_bundle_has_the_fallback_beside_the_view(widget):
    data, _ = widget._repr_mimebundle_()
    assert data["text/html"] == widget.fallback
    assert data["text/plain"] == repr(widget)
    assert data[VIEW]["model_id"] == widget.model_id


def test_ipython_asks_for_the_mime_bundle(widget):
    formatter = pytest.importorskip("IPython.core.formatters").DisplayFormatter()
    data, _ = formatter.format(widget)
    assert {"text/plain", "text/html", VIEW} <= data.keys()
    assert formatter.ipython_display_formatter(widget) is not True
