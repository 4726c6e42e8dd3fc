"""The Python side of the heat map: its rules, what it sends, its fallback."""

import re
from base64 import b64encode

import numpy as np
import pytest
from glassbox import causal_mask, scaled_dot_product_attention, softmax
from glassbox.widgets import AttentionHeatMap
from traitlets import TraitError

QUERIES, KEYS = ["a", "b", "c"], ["v", "w", "x", "y", "z"]


def example(shape=(2, 4, 3, 5), **state):
    weights = softmax(np.random.default_rng(0).normal(size=shape))
    return AttentionHeatMap(weights, QUERIES, KEYS, **state)


def largest(weights):
    return AttentionHeatMap(weights, [f"token {n}" for n in range(64)])


def sent(widget):
    """The numbers and the sums, as the page reads them."""
    packed = widget.get_state("weights")["weights"]
    kind = {8: np.uint8, 32: "<f4"}[packed["bits"]]
    values = np.frombuffer(packed["values"], kind).reshape(packed["shape"])
    sums = np.frombuffer(packed["sums"], "<f4").reshape(-1)
    return packed["bits"], values / (255 if packed["bits"] == 8 else 1), sums


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ((3, 5), "1 layer, 1 head, 3 queries, 5 keys"),
        ((4, 3, 5), "1 layer, 4 heads, 3 queries, 5 keys"),
        ((2, 4, 3, 5), "2 layers, 4 heads, 3 queries, 5 keys"),
    ],
)
def test_leading_axes_may_be_left_out(shape, words):
    assert repr(example(shape)) == f"AttentionHeatMap({words})"


def test_self_attention_needs_its_tokens_once():
    widget = AttentionHeatMap([[1, 0], [0.25, 0.75]], ["a", "b"])
    assert widget.query_tokens == widget.key_tokens == ["a", "b"]


def test_a_tensor_with_a_gradient_is_taken():
    torch = pytest.importorskip("torch")
    scores = torch.randn(3, 5, requires_grad=True, dtype=torch.bfloat16)
    weights = torch.softmax(scores, -1)
    widget = AttentionHeatMap(weights, QUERIES, KEYS)
    np.testing.assert_array_equal(widget.weights[0, 0], weights.detach().double())


def test_the_array_that_was_given_is_not_kept():
    weights = np.full((3, 5), 0.2)
    widget = AttentionHeatMap(weights, QUERIES, KEYS)
    weights[0, 0] = 7
    assert widget.weights[0, 0, 0, 0] == 0.2


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"weights": [0.5, 0.5]}, "weights must have the shape (n_queries, n_keys)"),
        ({"weights": np.zeros((1, 1, 1, 3, 5))}, "got (1, 1, 1, 3, 5)"),
        ({"weights": [["a"] * 5] * 3}, "weights must be an array of numbers; got list"),
        ({"weights": [[1, 2], [3]]}, "weights must be an array of numbers; got list"),
        ({"weights": np.full((3, 5), -0.1)}, "weights must be from 0 to 1; got -0.1"),
        ({"weights": np.full((3, 5), 1.01)}, "got 1.01 in layer 0, head 0, query 0"),
        ({"weights": np.full((3, 5), np.nan)}, "weights must be from 0 to 1; got nan"),
        ({"weights": np.zeros((13, 3, 5))}, "n_heads must be 1 to 12; got 13"),
        ({"weights": np.zeros((7, 1, 3, 5))}, "n_layers must be 1 to 6; got 7"),
        ({"weights": np.zeros((65, 5))}, "n_queries must be 1 to 64; got 65"),
        ({"weights": np.zeros((3, 65))}, "n_keys must be 1 to 64; got 65"),
        ({"weights": np.zeros((3, 0))}, "n_keys must be 1 to 64; got 0"),
        ({"weights": np.zeros((5, 3))}, "query_tokens must be 5, as weights has; got"),
        ({"key_tokens": ["x"]}, "key_tokens must be 5, as weights has; got 1"),
        ({"query_tokens": "abc"}, "query_tokens must be a list of strings; got 'abc'"),
        ({"layer": 2}, "layer must be from 0 to 1; got 2"),
        ({"head": 4}, "head must be from 0 to 3; got 4"),
        ({"head": -1}, "head must be from 0 to 3; got -1"),
        ({"head": 0.5}, "head must be a whole number; got 0.5"),
        ({"pinned": [3, 0]}, "pinned must be a query below 3 and a key below 5"),
        ({"pinned": [0, 0.5]}, "got [0.0, 0.5]"),
        ({"pinned": [1]}, "got [1.0]"),
        ({"stretch": "yes"}, "boolean"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(state, rule):
    widget = example(layer=1, head=2, pinned=[2, 4])
    before = {name: getattr(widget, name) for name in widget._state}
    with pytest.raises(TraitError, match=re.escape(rule)):
        widget.set(**state)
    for name, value in before.items():
        np.testing.assert_array_equal(getattr(widget, name), value)
    given = {"weights": before["weights"], "query_tokens": QUERIES, "key_tokens": KEYS}
    with pytest.raises(TraitError, match=re.escape(rule)):
        AttentionHeatMap(**(given | state))


def test_rows_that_do_not_sum_to_1_are_taken():
    assert AttentionHeatMap([[0.9, 0.8], [0, 0]], ["a", "b"]).weights.max() == 0.9


def test_what_float32_adds_to_1_is_taken_off():
    assert AttentionHeatMap([[np.float32(1.000001)]], ["a"]).weights.max() == 1


def test_few_numbers_travel_exactly():
    widget = example(head=3)
    bits, values, sums = sent(widget)
    assert (bits, sums.size) == (32, 0)
    # half a step of float32's 24 binary digits
    np.testing.assert_allclose(values, widget.weights, rtol=2**-24, atol=0)


@pytest.mark.parametrize("seed", range(5))
def test_many_numbers_travel_to_half_a_step_of_1_255(seed):
    rng = np.random.default_rng(seed)
    query, key = rng.normal(size=(2, 6, 12, 64, 8)) * 2
    mask = causal_mask(64) & rng.integers(2, size=(64, 64)).astype(bool)
    mask[rng.integers(64)] = False
    weights = scaled_dot_product_attention(query, key, key, mask).weights
    assert (weights.sum(-1) == 0).any()  # fully masked rows are among them
    bits, values, sums = sent(largest(weights))
    assert (bits, sums.size) == (8, 0)
    # the division by 255 in float64 is exact to some 1e-16
    np.testing.assert_allclose(values, weights, rtol=0, atol=0.5 / 255 + 1e-15)
    assert (values[weights == 0] == 0).all()


def test_sums_travel_where_they_are_neither_1_nor_0():
    weights = np.random.default_rng(1).uniform(size=(6, 12, 64, 64)) / 64
    _, _, sums = sent(largest(weights))
    # half a step of float32
    np.testing.assert_allclose(sums, weights.sum(-1).ravel(), rtol=2**-24)


def test_72_maps_of_64_tokens_weigh_400_kb_at_most_in_the_page():
    weights = softmax(np.random.default_rng(2).normal(size=(6, 12, 64, 64)))
    packed = largest(weights).get_state("weights")["weights"]
    assert sum(len(b64encode(packed[name])) for name in ("values", "sums")) <= 400_000


def test_a_new_set_may_come_with_new_tokens():
    widget = example()
    widget.set(weights=[[1, 0]], query_tokens=["q"], key_tokens=["k", "l"])
    assert repr(widget) == "AttentionHeatMap(1 layer, 1 head, 1 query, 2 keys)"


def test_the_fallback_shows_the_chosen_map():
    widget = example(layer=1, head=2)
    assert "layer 2 of 2, head 3 of 4" in widget.fallback
    for row in widget.weights[1, 2]:
        assert "".join(f"<td>{weight:.4f}</td>" for weight in row) in widget.fallback
    widget.head = 0
    assert f"<td>{widget.weights[1, 0, 2, 4]:.4f}</td>" in widget.fallback


def test_the_fallback_of_many_tokens_says_where_each_looks_most():
    weights = np.zeros((64, 64))
    weights[5, 7], weights[5, 9] = 0.25, 0.75
    rows = re.findall(r"<tr>.*?</tr>", largest(weights).fallback)
    assert '<th scope="row">token 5</th><td>token 9</td><td>0.7500</td>' in rows[6]
    assert '<th scope="row">token 6</th><td>none</td><td>0</td>' in rows[7]


def test_the_module_is_20_kb_and_the_style_8_kb_at_most():
    assert len(AttentionHeatMap._esm.encode()) <= 20_480
    assert len(AttentionHeatMap._css.encode()) <= 8_192
