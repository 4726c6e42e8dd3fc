"""The Python side of who is averaged with whom: its traits, rules and fallback."""

import math
import re

import numpy as np
import pytest
from glassbox import batch_norm, layer_norm
from glassbox.widgets import WhoIsAveraged
from traitlets import TraitError

BLOCK = np.array([[[22, 5, 6], [3, 9, 4]], [[2, 8, -3], [0, 0, 0.5]]])  # (2, 2, 3)


@pytest.fixture
def widget():
    return WhoIsAveraged(BLOCK, ["tea", "milk", "<b>", "糖"], lengths=[2, 1])


def test_the_state_is_kept_as_given(widget):
    assert widget.block == BLOCK.tolist()
    assert widget.labels == ["tea", "milk", "<b>", "糖"]
    assert (widget.axes, widget.lengths, widget.selected) == ([2], [2, 1], [0, 0, 0])


def test_what_is_left_out_has_a_default():
    widget = WhoIsAveraged(BLOCK)
    assert widget.labels == ["token 1", "token 2"] * 2
    assert widget.lengths == [2, 2]
    assert widget.running_mean == [0, 0, 0]
    assert widget.running_var == [1, 1, 1]


def test_a_tensor_and_numpy_indices_are_taken():
    torch = pytest.importorskip("torch")
    widget = WhoIsAveraged(torch.tensor(BLOCK), axes=np.array([0, 1]))
    assert widget.block == BLOCK.tolist()
    assert widget.axes == [0, 1]
    assert {type(axis) for axis in widget.axes} == {int}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("block", [[1, 2], [3, 4]], "must have the axes batch, token, feature"),
        ("block", [[[1, 2], [3]]], "must have the axes"),
        ("block", [[[1, 2]], [[3, 4], [5, 6]]], "must have the axes"),
        ("block", [], "must have the axes"),
        ("block", "abc", "must have the axes"),
        ("block", BLOCK * math.nan, "numbers from -1e[+]06 to 1e[+]06; got nan"),
        ("block", BLOCK * 1e6, "numbers from -1e[+]06 to 1e[+]06; got 2.2e[+]07|220"),
        ("block", np.ones((4, 2, 3)), "1 to 3 samples; got 4"),
        ("block", np.ones((2, 5, 3)), "1 to 4 tokens; got 5"),
        ("block", np.ones((2, 2, 5)), "1 to 4 features; got 5"),
        ("block", np.ones((2, 2, 2)), "running_mean must have 2 entries; got 3"),
        ("labels", ["a"], "labels must have 4 entries; got 1"),
        ("kernel", "group_norm", "group_norm"),
        ("axes", [], "axes must be some of 0, 1, 2, in this order; got"),
        ("axes", [2, 1], "in this order; got"),
        ("axes", [1, 1], "in this order; got"),
        ("axes", [3], "axes must be some of"),
        ("axes", [0.5], "whole numbers of at least 0"),
        ("lengths", [3, 1], "lengths must be at most 2"),
        ("lengths", [-1, 1], "whole numbers of at least 0"),
        ("running_var", [1, -1, 1], "running_var must be at least 0"),
        ("selected", [0, 2, 0], r"selected must lie in a block of shape \(2, 2, 3\)"),
        ("selected", [0, 0], "selected must have 3 entries; got 2"),
        ("poke", 3e6, "poke must be at most 2e[+]06; got"),
        ("poke", math.inf, "finite"),
        ("use_mask", "yes", "use_mask"),
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
    with pytest.raises(TraitError, match=message):
        WhoIsAveraged(**{"block": BLOCK, name: value} | same_shape(name, value))


def same_shape(name, value):
    """For a block of another shape: what else the constructor then needs."""
    is_smaller = name == "block" and getattr(value, "shape", None) == (2, 2, 2)
    return {"running_mean": [0, 0, 0]} if is_smaller else {}


@pytest.mark.parametrize(
    ("state", "text", "norm"),
    [
        ({}, "layer_norm over feature", layer_norm),
        (
            {"axes": [1, 2]},
            "layer_norm over token, feature",
            lambda x: layer_norm(x, axis=(1, 2)),
        ),
        ({"kernel": "batch_norm"}, "batch_norm", batch_norm),
        (
            {"kernel": "batch_norm", "use_mask": True},
            "batch_norm",
            lambda x: batch_norm(x, mask=np.array([[True, True], [True, False]])),
        ),
        (
            {"kernel": "batch_norm", "inference": True},
            "batch_norm, inference",
            lambda x: batch_norm(x, running_mean=np.zeros(3), running_var=np.ones(3)),
        ),
    ],
)
def test_repr_and_fallback_tell_the_kernel_s_outputs(widget, state, text, norm):
    widget.set(selected=[0, 1, 1], poke=2, **state)
    assert repr(widget) == f"WhoIsAveraged((2, 2, 3), {text})"
    outputs = [float(y) for y in re.findall(r"→ ([-.\d]+)", widget.fallback)]
    # four decimals are shown
    np.testing.assert_allclose(outputs, norm(BLOCK).ravel(), rtol=0, atol=5.1e-5)
    poked = BLOCK.copy()
    poked[0, 1, 1] += 2
    changed = (norm(poked) != norm(BLOCK)).sum()
    assert f"milk in sample 1 changes {changed} of the 12 outputs" in widget.fallback


def test_labels_are_escaped_in_the_fallback(widget):
    assert "<b>" not in widget.fallback
    assert "&lt;b&gt;" in widget.fallback


def test_a_block_of_another_shape_is_set_with_all_that_depends_on_it(widget):
    widget.set(
        block=np.ones((1, 3, 2)), labels=["a", "b", "c"], lengths=[3],
        running_mean=[0, 0], running_var=[1, 1],
    )  # fmt: skip
    assert widget.fallback.count("<tr>") == 4


def test_module_and_style_fit_the_budget():
    size = len((WhoIsAveraged._esm + WhoIsAveraged._css).encode())
    assert size <= 20 * 1024
