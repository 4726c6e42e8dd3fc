"""The widget embedding scale: its rules, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import embed, sinusoidal_positions
from glassbox._random import standard_normals
from glassbox.widgets import EmbeddingScale
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
    total = found["token_squared"] + found["position_squared"] + found["cross"]
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


# ---- on a page ---------------------------------------------------------------

WAYS = [("1/d", False), ("1/d", True), ("1", False), ("1", True)]
# What the widgets show, exactly.
READ = """() => [...document.querySelectorAll(".gb-shares")].map((widget) => {
  const numbers = (selector) =>
    [...widget.querySelectorAll(selector)].map((node) => Number(node.dataset.value));
  return {
    sizes: numbers(".gb-value"), shares: numbers("[data-share]"),
    cases: numbers("table:first-of-type td"),
    components: numbers("table:last-of-type td"),
    current: [...widget.querySelectorAll("[aria-current=true]")].map(
      (row) => row.rowIndex - 1),
    strokes: [...widget.querySelectorAll("svg")].map((picture) =>
      [...picture.querySelectorAll(".gb-up, .gb-down")].flatMap((path) =>
        [...path.getAttribute("d").matchAll(/M(\\S+) \\S+v([^M]+)/g)].map(
          ([, x, height]) => [Number(x), -Number(height)]))),
    top: Number(widget.querySelector("svg text").textContent),
  };
})"""


def agrees(page, widget):
    """Compare what the page shows with the Python kernels."""
    state = (widget.d_model, widget.scale, widget.variance, widget.position)
    embedding, sinusoid = draw(widget.seed, *state)
    found = measure(embedding, sinusoid)
    squares = found["token_squared"] + found["position_squared"] + found["cross"]
    close(page["sizes"], [found["embedding"], found["sinusoid"], squares])
    close(page["shares"], [found["share"], 1 - found["share"]])
    cases = []
    for variance, scale in WAYS:
        vectors = draw(widget.seed, widget.d_model, scale, variance, widget.position)
        one = measure(*vectors)
        expected = expected_share(widget.d_model, scale, variance)
        cases += [one["embedding"], one["share"], expected]
    close(page["cases"], cases)
    assert page["current"] == [WAYS.index((widget.variance, widget.scale))]
    for strokes, vector in zip(page["strokes"], [embedding, sinusoid], strict=True):
        heights = np.array(sorted(strokes))[:, 1] * page["top"] / 52
        # places are drawn to 0.005 of 52
        assert len(heights) == widget.d_model
        np.testing.assert_allclose(heights, vector, atol=1e-4 * page["top"])
    assert page["top"] >= max(abs(embedding).max(), abs(sinusoid).max())


def close(page, python):
    # the same draws but for the last bits of log, sin and cos
    np.testing.assert_allclose(page, python, rtol=1e-10, atol=1e-12)


def test_the_page_shows_what_the_python_kernels_give(unfolded):
    rng = np.random.default_rng(3)
    widgets = [
        EmbeddingScale(
            int(rng.choice(DIMENSIONS)),
            scale=bool(rng.integers(2)),
            variance=str(rng.choice(["1/d", "1"])),
            position=int(rng.integers(64)),
            seed=int(rng.integers(1000)),
        )
        for _ in range(12)
    ]
    watched, *_ = unfolded(*widgets)
    for page, widget in zip(watched.page.evaluate(READ), widgets, strict=True):
        agrees(page, widget)
    assert watched.errors == []


def test_the_curriculum_s_shares_are_read_off_the_page(unfolded):
    _, root = unfolded(EmbeddingScale(seed=6))
    shares = root.locator("[data-share]")
    words = root.locator("p[data-value]")
    assert shares.first.inner_text().startswith("position 99.")
    assert "position 99.6 %, token 0.39 %" in words.inner_text()
    root.locator("[data-action=scale-true]").click()
    assert "position 33.3 %, token 66.7 %" in words.inner_text()
    root.locator("[data-action='variance-1']").click()
    assert "position 0.10 %, token 99.90 %" in words.inner_text()


def test_controls_change_what_is_shown_and_undo_and_reset_bring_it_back(unfolded):
    watched, root = unfolded(EmbeddingScale())

    def shows(**state):
        agrees(watched.page.evaluate(READ)[0], EmbeddingScale(**state))

    undo = root.locator("[data-action=undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    root.locator("[data-action=scale-true]").click()
    root.locator("[data-field=d_model]").fill(str(DIMENSIONS.index(48)))
    root.locator("[data-field=position]").fill("63")
    root.locator("[data-action=draw]").click()
    shows(d_model=48, scale=True, position=63, seed=1)
    undo.click()
    undo.click()
    shows(d_model=48, scale=True, position=10)
    root.locator("[data-action=reset]").click()
    shows()
    undo.click()
    shows(d_model=48, scale=True)


def test_the_table_tells_the_first_components(unfolded):
    watched, root = unfolded(EmbeddingScale(10, scale=True, seed=2))
    embedding, sinusoid = draw(2, 10, True, "1/d", 10)
    expected = np.stack([embedding, sinusoid, embedding + sinusoid], axis=-1)
    close(watched.page.evaluate(READ)[0]["components"], expected.ravel())
    root.locator("[data-field=d_model]").fill(str(DIMENSIONS.index(1024)))
    embedding, sinusoid = (v[:16] for v in draw(2, 1024, True, "1/d", 10))
    expected = np.stack([embedding, sinusoid, embedding + sinusoid], axis=-1)
    close(watched.page.evaluate(READ)[0]["components"], expected.ravel())


def test_the_keyboard_reaches_and_operates_everything(unfolded):
    watched, root = unfolded(EmbeddingScale(), clock=True)
    keyboard = watched.page.keyboard
    root.locator("[data-action=scale-false]").focus()
    reached = []
    for _ in range(8):
        keyboard.press("Tab")
        what = "document.activeElement.dataset"
        name = watched.page.evaluate(f"{what}.action ?? {what}.field ?? 'summary'")
        reached.append(name)
        if name in ("scale-true", "variance-1"):
            keyboard.press("Space")
        if name == "d_model":
            keyboard.press("End")
        if name == "position":
            keyboard.press("ArrowRight")
    assert reached == [
        "scale-true", "variance-1/d", "variance-1", "d_model", "position", "draw",
        "undo", "reset",
    ]  # fmt: skip
    state = {"d_model": 1024, "scale": True, "variance": "1", "position": 11}
    agrees(watched.page.evaluate(READ)[0], EmbeddingScale(**state))
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("d_model = 1024, position 11")
