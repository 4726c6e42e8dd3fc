"""The Python side of why sqrt(d_k): its rules, its random numbers, its fallback."""

import re

import numpy as np
import pytest
from glassbox import scaled_dot_product_attention, softmax, softmax_jacobian
from glassbox.widgets import WhyRootDk
from glassbox.widgets._random import mulberry32, standard_normals
from glassbox.widgets.why_root_d_k import DIMENSIONS, draw_products, measure
from traitlets import TraitError


def test_the_state_is_kept_as_given():
    widget = WhyRootDk(np.int64(300), seed=7)
    assert (widget.d_k, widget.seed) == (300, 7)
    assert type(widget.d_k) is int
    assert repr(widget) == "WhyRootDk(d_k=300, seed=7)"


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("d_k", 0, "d_k must be from 1 to 1024; got 0"),
        ("d_k", 1025, "d_k must be from 1 to 1024; got 1025"),
        ("d_k", 2.5, "d_k must be a whole number; got 2.5"),
        ("d_k", "64", "d_k must be a finite number; got '64'"),
        ("seed", -1, "seed must be from 0 to 999; got -1"),
        ("seed", 1000, "seed must be from 0 to 999; got 1000"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = WhyRootDk(32)
    fallback = widget.fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert (widget.d_k, widget.seed, widget.fallback) == (32, 0, fallback)
    with pytest.raises(TraitError, match=re.escape(rule)):
        WhyRootDk(**{name: value})


def test_the_slider_s_values_hold_the_powers_of_two_and_rise():
    assert set(2 ** np.arange(11)) <= set(DIMENSIONS)
    assert (DIMENSIONS[0], DIMENSIONS[-1]) == (1, 1024)
    assert (np.diff(DIMENSIONS) > 0).all()


def test_normals_are_box_and_muller_s_of_the_uniform_ones():
    first, second = mulberry32(3, 2)
    radius = np.sqrt(-2 * np.log(1 - first))
    expected = radius * np.array(
        [np.cos(2 * np.pi * second), np.sin(2 * np.pi * second)]
    )
    np.testing.assert_array_equal(standard_normals(3, 2), expected)
    np.testing.assert_array_equal(standard_normals(3, 5), standard_normals(3, 6)[:5])
    many = standard_normals(4, 200_001)
    assert many.mean() == pytest.approx(0, abs=0.009)  # 4 sigma, 1 / sqrt(200,000) each
    assert many.var() == pytest.approx(1, abs=0.013)  # 4 sigma of sqrt(2 / 200,000)
    assert np.mean(np.abs(many) < 1) == pytest.approx(0.6827, abs=0.005)


def test_a_smaller_d_k_takes_the_first_components():
    vectors = standard_normals(9, 216 * 1024).reshape(216, 1024)
    expected = [[q[:5] @ k[:5] for k in vectors[:16]] for q in vectors[16:]]
    # sums in another order
    np.testing.assert_allclose(draw_products(9, 5), expected, rtol=0, atol=1e-12)


def test_the_measures_are_those_of_the_kernels():
    rng = np.random.default_rng(0)
    scores = rng.normal(size=(7, 3)) * 2
    found = measure(scores)
    norms = [np.sqrt((softmax_jacobian(softmax(row)) ** 2).sum()) for row in scores]
    assert found["variance"] == pytest.approx(scores.var(), rel=1e-12)
    largest = np.mean([softmax(row).max() for row in scores])
    assert found["largest"] == pytest.approx(largest, rel=1e-12)
    assert found["jacobian"] == pytest.approx(sorted(norms)[3], rel=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_the_chapter_s_figures_come_out(seed):
    products = draw_products(seed, 512)
    raw, scaled = measure(products), measure(products / np.sqrt(512))
    # 200 queries meet the same 16 keys, whose lengths vary by sqrt(2 / 512) each
    assert raw["variance"] == pytest.approx(512, rel=0.1)
    assert scaled["variance"] == pytest.approx(1, rel=0.1)
    assert raw["largest"] == pytest.approx(0.95, abs=0.03)
    assert scaled["largest"] == pytest.approx(0.25, abs=0.03)
    assert 1e-4 < raw["jacobian"] < 2e-3  # its logarithm is spread over several tens
    assert scaled["jacobian"] == pytest.approx(0.30, abs=0.01)


def test_scaled_scores_are_those_of_attention():
    vectors = standard_normals(2, 216 * 1024).reshape(216, 1024)[:, :6]
    keys, queries = vectors[:16], vectors[16:]
    scores = scaled_dot_product_attention(queries, keys, keys).scores
    np.testing.assert_allclose(draw_products(2, 6) / np.sqrt(6), scores, atol=1e-12)


def test_the_fallback_tells_the_figures():
    widget = WhyRootDk(128, seed=5)
    cells = [float(cell) for cell in re.findall(r"<td>(.*?)</td>", widget.fallback)]
    products = draw_products(5, 128)
    raw, scaled = measure(products), measure(products / np.sqrt(128))
    expected = [[raw[name], scaled[name]] for name in raw]
    # four digits are shown
    np.testing.assert_allclose(cells, np.ravel(expected), rtol=5.1e-4)
    assert "Frobenius norm of the derivatives of the weights by the scores" in (
        widget.fallback
    )


def test_module_and_style_fit_the_budget():
    assert len(WhyRootDk._esm.encode()) <= 20 * 1024
    assert len(WhyRootDk._css.encode()) <= 8 * 1024
