"""The Python side of embedding scale: its rules, its numbers, its fallback."""

import re

import numpy as np
import pytest
from glassbox import embed, sinusoidal_positions
from glassbox.widgets import EmbeddingScale
from glassbox.widgets._random import standard_normals
from glassbox.widgets.embedding_scale import DIMENSIONS, draw, expected_share, measure
from traitlets import TraitError


def test_the_state_is_kept_as_given():
    widget = EmbeddingScale(
        np.int64(96), scale=True, variance="1", position=np.int32(7), seed=3
    )
    assert (widget.d_model, widget.position, widget.seed) == (96, 7, 3)
    assert type(widget.d_model) is int
    expected = "EmbeddingScale(d_model=96, scale=True, variance='1', position=7)"
    assert repr(widget) == expected


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("d_model", 2, "d_model must be even, from 4 to 1024; got 2"),
        ("d_model", 1026, "d_model must be even, from 4 to 1024; got 1026"),
        ("d_model", 33, "d_model must be even, from 4 to 1024; got 33"),
        ("d_model", 6.5, "d_model must be a whole number; got 6.5"),
        ("d_model", "64", "d_model must be a finite number; got '64'"),
        ("position", -1, "position must be from 0 to 63; got -1"),
        ("position", 64, "position must be from 0 to 63; got 64"),
        ("seed", 1000, "seed must be from 0 to 999; got 1000"),
        ("scale", "yes", "boolean"),
        ("variance", "2", "'1/d'"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = EmbeddingScale(32)
    kept = [getattr(widget, name) for name in widget._state]
    fallback = widget.fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert [getattr(widget, name) for name in widget._state] == kept
    assert widget.fallback == fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        EmbeddingScale(**{name: value})


def test_the_slider_s_values_are_even_rise_and_hold_the_powers_of_two():
    assert set(2 ** np.arange(2, 11)) <= set(DIMENSIONS)
    assert (DIMENSIONS[0], DIMENSIONS[-1]) == (4, 1024)
    assert all(d_model % 2 == 0 for d_model in DIMENSIONS)
    assert (np.diff(DIMENSIONS) > 0).all()


@pytest.mark.parametrize(
    ("variance", "scale", "factor"),
    [("1/d", False, 1 / 10), ("1/d", True, 1), ("1", False, 1), ("1", True, 10)],
)
def test_the_vectors_are_those_of_the_kernels(variance, scale, factor):
    embedding, sinusoid = draw(5, 100, scale, variance, 9)
    drawn = standard_normals(5, 1024)[:100]
    np.testing.assert_allclose(embedding, factor * drawn, rtol=1e-14)
    unscaled = draw(5, 100, False, variance, 9)[0]
    np.testing.assert_array_equal(
        embedding, embed([0], unscaled[None, :], scale=scale)[0]
    )
    np.testing.assert_array_equal(sinusoid, sinusoidal_positions(12, 100)[9])


def test_the_measures_add_up_to_the_sum_s_square():
    embedding, sinusoid = draw(2, 36, True, "1/d", 17)
    found = measure(embedding, sinusoid)
    total = found["meaning_squared"] + found["position_squared"] + found["cross"]
    assert total == pytest.approx(np.sum((embedding + sinusoid) ** 2), rel=1e-12)
    assert found["embedding"] == pytest.approx(np.sqrt(np.mean(embedding**2)))
    # sin^2 + cos^2 = 1 in each of 18 pairs
    assert found["position_squared"] == pytest.approx(18, rel=1e-12)
    assert found["sinusoid"] == pytest.approx(np.sqrt(0.5), rel=1e-12)
    assert found["share"] == pytest.approx(18 / (18 + np.sum(embedding**2)))


def test_the_curriculum_s_shares_come_out_and_draws_lie_around_them():
    shares = [expected_share(512, scale, "1/d") for scale in (False, True)]
    assert [f"{share:.1%}" for share in shares] == ["99.6%", "33.3%"]
    assert expected_share(512, False, "1") == shares[1]
    assert f"{expected_share(512, True, '1'):.2%}" == "0.10%"
    for scale, share in zip((False, True), shares, strict=True):
        drawn = [measure(*draw(s, 512, scale, "1/d", 10))["share"] for s in range(50)]
        # |e|^2 has relative deviation sqrt(2 / 512) = 0.0625; 5 of it, over sqrt(50)
        assert np.mean(drawn) == pytest.approx(share, abs=0.045 * share * (1 - share))


def test_the_fallback_tells_all_four_ways():
    widget = EmbeddingScale(20, scale=True, position=3, seed=4)
    assert "chosen: variance 1/d, × √d_model" in widget.fallback
    cells = [
        float(cell.removesuffix(" %"))
        for cell in re.findall(r"<td>(.*?)</td>", widget.fallback)
    ]
    expected = []
    for variance, scale in [("1/d", False), ("1/d", True), ("1", False), ("1", True)]:
        found = measure(*draw(4, 20, scale, variance, 3))
        share = expected_share(20, scale, variance)
        sizes = [found["embedding"], found["sinusoid"]]
        expected.append([*sizes, 100 * found["share"], 100 * share])
    # four decimals of a size and two of a percentage are shown
    np.testing.assert_allclose(cells, np.ravel(expected), rtol=0, atol=0.0051)
    widget.scale = False
    assert "chosen: variance 1/d, as is" in widget.fallback


def test_module_and_style_fit_the_budget():
    assert len(EmbeddingScale._esm.encode()) <= 20 * 1024
    assert len(EmbeddingScale._css.encode()) <= 8 * 1024
