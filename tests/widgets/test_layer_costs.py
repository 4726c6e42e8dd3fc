"""The Python side of layer costs: its rules, Table 1's numbers, its fallback."""

import math
import re

import numpy as np
import pytest
from glassbox.widgets import LayerCosts
from glassbox.widgets.layer_costs import LAYERS, LENGTHS, WIDTHS, costs
from traitlets import TraitError


def test_the_state_is_kept_as_given():
    widget = LayerCosts(np.int64(70), 300, kernel_width=5, neighbourhood=12)
    state = widget.n, widget.d, widget.kernel_width, widget.neighbourhood
    assert state == (70, 300, 5, 12)
    assert repr(widget) == "LayerCosts(n=70, d=300, kernel_width=5, neighbourhood=12)"


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("n", 0, "n must be from 1 to 65536; got 0"),
        ("n", 65_537, "n must be from 1 to 65536; got 65537"),
        ("n", 2.5, "n must be a whole number; got 2.5"),
        ("d", 7, "d must be from 8 to 16384; got 7"),
        ("d", 16_385, "d must be from 8 to 16384; got 16385"),
        ("d", "512", "d must be a finite number; got '512'"),
        ("kernel_width", 1, "kernel_width must be from 2 to 31; got 1"),
        ("kernel_width", 32, "kernel_width must be from 2 to 31; got 32"),
        ("neighbourhood", 0, "neighbourhood must be from 1 to 65536; got 0"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = LayerCosts(70, 300)
    fallback = widget.fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert (widget.n, widget.d, widget.fallback) == (70, 300, fallback)
    with pytest.raises(TraitError, match=re.escape(rule)):
        LayerCosts(**{name: value})


def test_the_sliders_hold_the_powers_of_two_and_rise():
    assert set(2 ** np.arange(17)) <= set(LENGTHS)
    assert set(2 ** np.arange(3, 15)) <= set(WIDTHS)
    assert (LENGTHS[0], LENGTHS[-1], WIDTHS[0], WIDTHS[-1]) == (1, 65_536, 8, 16_384)
    assert (np.diff(LENGTHS) > 0).all()
    assert (np.diff(WIDTHS) > 0).all()


def test_table_1_comes_out_by_hand():
    assert costs(n=81, d=10, k=3, r=27) == {
        "self_attention": (65_610, 1, 1),
        "recurrent": (8_100, 81, 81),
        "convolutional": (24_300, 1, pytest.approx(4, rel=1e-15)),  # 3^4 = 81
        "restricted": (21_870, 1, 3),
    }


@pytest.mark.parametrize(("n", "d"), [(1, 8), (50, 512), (512, 512), (65_536, 16_384)])
def test_self_attention_is_cheaper_than_recurrent_below_n_equal_d(n, d):
    found = costs(n, d, 3, 16)
    own, recurrent = found["self_attention"][0], found["recurrent"][0]
    assert (own < recurrent, own == recurrent) == (n < d, n == d)
    assert own * d == recurrent * n


@pytest.mark.parametrize("n", [1, 15, 16, 17, 4_000])
def test_restricted_attention_is_never_more_than_full(n):
    found = costs(n, 64, 3, 16)
    full, restricted = found["self_attention"], found["restricted"]
    assert restricted[0] <= full[0]
    assert (restricted == full) == (n <= 16)
    assert restricted[2] == max(1, n / 16)


def test_a_path_takes_one_layer_at_least():
    for n in (1, 2, 3):
        assert costs(n, 8, 5, 7)["convolutional"][2] == 1
    assert costs(26, 8, 5, 7)["convolutional"][2] == pytest.approx(math.log(26, 5))


def test_every_number_is_exact_as_the_page_computes_it():
    largest = costs(65_536, 16_384, 31, 65_536)
    assert max(largest[layer][0] for layer in LAYERS) < 2**53


def test_the_fallback_tells_the_table():
    widget = LayerCosts(1_000, 64, kernel_width=4, neighbourhood=10)
    for layer, (operations, steps, path) in costs(1_000, 64, 4, 10).items():
        row = next(r for r in widget.fallback.split("<tr>") if name_of(layer) in r)
        assert f"= {operations:,}</td>" in row
        assert f": {steps:,}</td>" in row
        assert f": {path:,.1f}</td>" in row
    assert "contiguous ones need n / k, here 250.0." in widget.fallback
    assert "is full self-attention" not in widget.fallback
    widget.n = 10
    assert "restricted self-attention is full self-attention" in widget.fallback


def name_of(layer):
    """Return the row's heading in the fallback."""
    shown = {
        "self_attention": "self-attention",
        "restricted": "self-attention, restricted",
    }
    return f">{shown.get(layer, layer)}</th>"


def test_module_and_style_fit_the_budget():
    assert len(LayerCosts._esm.encode()) <= 20 * 1024
    assert len(LayerCosts._css.encode()) <= 8 * 1024
