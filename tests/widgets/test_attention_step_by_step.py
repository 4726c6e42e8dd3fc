"""The Python side of attention, step by step: its traits, rules and fallback."""

import math
import re

import numpy as np
import pytest
from glassbox import causal_mask, scaled_dot_product_attention
from glassbox.widgets import AttentionStepByStep
from traitlets import TraitError

QUERY = np.array([[1, 0.5], [0, 2], [-1, 3]])  # (3, 2)
KEY = np.array([[1, 0], [0, 1], [1, -1], [2, 2], [0.5, 0]])  # (5, 2)
VALUE = np.arange(20).reshape(5, 4) / 4  # (5, 4)


@pytest.fixture
def widget():
    return AttentionStepByStep(QUERY, KEY, VALUE)


def test_the_state_is_kept_as_given(widget):
    assert widget.query == QUERY.tolist()
    assert widget.value == VALUE.tolist()
    assert repr(widget) == (
        "AttentionStepByStep(n_queries=3, n_keys=5, d_k=2, d_v=4, step=1)"
    )


def test_what_is_left_out_has_a_default(widget):
    assert widget.mask == [[True] * 5] * 3
    assert widget.tokens == ["query 1", "query 2", "query 3"]
    assert widget.key_tokens == [f"key {i}" for i in range(1, 6)]


def test_with_as_many_keys_as_queries_the_tokens_name_both():
    tokens = ["a", "b", "c"]
    widget = AttentionStepByStep(QUERY, KEY[:3], VALUE[:3], tokens=tokens)
    assert widget.key_tokens == tokens
    other = AttentionStepByStep(QUERY, KEY, VALUE, tokens=tokens)
    assert other.key_tokens[0] == "key 1"


def test_a_kernel_s_mask_is_taken():
    mask = causal_mask(3, 5, first_query=2)
    widget = AttentionStepByStep(QUERY, KEY, VALUE, mask)
    assert widget.mask == mask.tolist()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("query", [], "query must be a matrix"),
        ("query", [1, 2], "query must be a matrix"),
        ("query", [[1, 2], [3]], "query must be a matrix"),
        ("query", [[1, 2]] * 6, r"query must have 1 to 5 rows and columns; got \(6, 2"),
        ("key", np.ones((5, 6)), r"key must have 1 to 5 rows and columns; got \(5, 6"),
        ("key", KEY[:, :1], "key must have d_k = 2 columns; got 1"),
        ("value", VALUE[:2], "value must have a row a key, 5; got 2"),
        ("value", VALUE * 1e4, "value must hold numbers from -1000 to 1000; got 2500"),
        ("query", QUERY + math.inf, "query must hold numbers from -1000 to 1000"),
        ("query", [["a", "b"]] * 3, "got 'a'"),
        ("mask", np.ones((3, 5)), "mask must be boolean, True = may attend; got 1.0"),
        ("mask", causal_mask(3), r"mask must have shape \(3, 5\); got \(3, 3\)"),
        ("tokens", ["a"], "tokens must have 3 entries; got 1"),
        ("key_tokens", ["a"], "key_tokens must have 5 entries; got 1"),
        ("step", 6, "step must be from 0 to 5; got 6"),
        ("step", -1, "step must be from 0 to 5; got -1"),
        ("step", 1.5, "step must be a whole number; got 1.5"),
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
    given = {"query": QUERY, "key": KEY, "value": VALUE}
    with pytest.raises(TraitError):
        AttentionStepByStep(**given | {name: value})


def test_the_fallback_tells_every_stage(widget):
    mask = np.array([[1, 0, 1, 0, 1], [0, 0, 0, 0, 0], [1, 1, 1, 1, 0]], bool)
    widget.mask = mask
    output, weights, scores = scaled_dot_product_attention(QUERY, KEY, VALUE, mask)
    masked = np.where(mask, scores, -np.inf)
    expected = [QUERY, KEY, VALUE, QUERY @ KEY.T, scores, masked, weights, output]
    tables = widget.fallback.split("<table>")[1:]
    assert len(tables) == 8
    for html, matrix in zip(tables, expected, strict=True):
        cells = re.findall(r"<td>(.*?)</td>", html)
        numbers = [float(cell.replace("−∞", "-inf")) for cell in cells]
        # three decimals are shown
        np.testing.assert_allclose(numbers, matrix.ravel(), rtol=0, atol=5.1e-4)
    assert "weights and output are 0: query 2." in widget.fallback


def test_labels_are_escaped_in_the_fallback(widget):
    widget.tokens = ["<b>", "猫", "c"]
    assert "<b>" not in widget.fallback
    assert "&lt;b&gt;" in widget.fallback


def test_other_shapes_are_set_together_with_all_that_depends_on_them(widget):
    widget.set(
        query=[[1, 2, 3]], key=[[0, 1, 0]], value=[[7]], mask=[[False]],
        tokens=["a"], key_tokens=["b"],
    )  # fmt: skip
    assert "n_queries=1, n_keys=1, d_k=3, d_v=1" in repr(widget)


def test_module_and_style_fit_the_budget():
    assert len(AttentionStepByStep._esm.encode()) <= 20 * 1024
    assert len(AttentionStepByStep._css.encode()) <= 8 * 1024
