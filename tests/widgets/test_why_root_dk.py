"""Why sqrt(d_k): its rules, its random numbers, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import scaled_dot_product_attention, softmax, softmax_jacobian
from glassbox._random import mulberry32, standard_normals
from glassbox.widgets import WhyRootDk
from glassbox.widgets.why_root_dk import DIMENSIONS, FIRST, draw_products, measure
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
    assert (widget.d_k, widget.seed, widget.fallback) == (32, 790, fallback)
    with pytest.raises(TraitError, match=re.escape(rule)):
        WhyRootDk(**{name: value})


def test_the_curves_values_hold_the_powers_of_two_and_rise():
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


def test_what_is_drawn_first_grows_smoothly_and_tells_the_law():
    """Raw, one key takes all and keeps it; scaled, every key stays alive."""
    rows = {d_k: draw_products(FIRST, d_k)[0] for d_k in DIMENSIONS}
    raw = {d_k: softmax(row) for d_k, row in rows.items()}
    scaled = {d_k: softmax(row / np.sqrt(d_k)) for d_k, row in rows.items()}
    largest = [round(raw[2**n].max(), 3) for n in range(11)]  # as the widget shows it
    assert largest == sorted(largest) and largest[0] < 0.1 and largest[-1] == 1
    assert len({int(raw[d_k].argmax()) for d_k in DIMENSIONS if d_k > 41}) == 1
    assert max(weights.max() for weights in scaled.values()) < 0.55
    assert scaled[1024].min() > 0.01


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
    kinds = [measure(products / by) for by in (1, np.sqrt(128), 128)]
    expected = [[kind[name] for kind in kinds] for name in kinds[0]]
    # four digits are shown
    np.testing.assert_allclose(cells, np.ravel(expected), rtol=5.1e-4)
    assert "root of the sum of the squared slopes of the weights by the scores" in (
        widget.fallback
    )


# ---- on a page ---------------------------------------------------------------

FIGURES = ["largest", "jacobian"]  # as they stand in the widget

# Move the slider to each position; return the numbers that the widget then shows.
SHOW = """async (widget, positions) => {
  const numbers = (selector) =>
    [...widget.querySelectorAll(selector)].map((node) => Number(node.dataset.value));
  const slider = widget.querySelector("input");
  const shown = [];
  for (const position of positions) {
    slider.value = position;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await null; // repainted once what runs is done
    shown.push({
      raw: numbers("[data-kind=raw] i"), scaled: numbers("[data-kind=scaled] i"),
      width: numbers("[data-kind=width] i"),
      figures: numbers("[data-figure]"),
    });
  }
  return shown;
}"""


@pytest.fixture
def page(show):
    """Open a page with the widget; return it, watched, and the widget, drawn."""

    def page(d_k=64, seed=0, **options):
        watched, root = show(WhyRootDk(d_k, seed=seed), **options)
        drawn(root, seed)
        return watched, root

    return page


def drawn(root, seed):
    """Wait for the curves, which come a d_k at a time."""
    root.locator(f".gb-root[data-drawn='{seed}']").wait_for()


def measured(seed, d_k):
    """Return the four figures, as the widget orders them."""
    products = draw_products(seed, d_k)
    kinds = measure(products), measure(products / np.sqrt(d_k))
    return [kind[name] for name in FIGURES for kind in kinds]


def figures(root):
    numbers = "all => all.map(node => Number(node.dataset.value))"
    return root.locator("[data-figure]").evaluate_all(numbers)


def close(page, python):
    # the same draws but for the last bits of log, sin and cos, and sums in another
    # order: up to 1e-12 of a score of 100, which softmax takes over to a weight
    np.testing.assert_allclose(page, python, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("seed", [0, 5])
def test_the_page_shows_what_the_python_kernels_give(page, seed):
    watched, root = page(seed=seed)
    shown = root.evaluate(SHOW, list(range(11)))
    for d_k, page in zip(2 ** np.arange(11), shown, strict=True):
        products = draw_products(seed, d_k)
        close(page["raw"], softmax(products[0]))
        close(page["scaled"], softmax(products[0] / np.sqrt(d_k)))
        close(page["width"], softmax(products[0] / d_k))
        close(page["figures"], measured(seed, d_k))
    assert watched.errors == []


def test_a_d_k_between_the_slider_s_steps_is_shown_as_it_is(page):
    _, root = page(d_k=100)
    close(figures(root), measured(0, 100))
    assert "= 100" in root.locator(".gb-now").inner_text()


def now(root):
    return int(root.locator(".gb-now b").inner_text().split("= ")[1])


def test_every_key_press_doubles_d_k_or_halves_it(page):
    _, root = page(d_k=4)
    seen = []
    for key in ["ArrowRight", "PageUp"] * 4 + ["ArrowLeft"] * 11 + ["End"]:
        root.locator("input").press(key)
        seen.append(now(root))
    up = [8, 16, 32, 64, 128, 256, 512, 1024]
    assert seen == [*up, *(2**n for n in range(9, -1, -1)), 1, 1024]


@pytest.mark.parametrize("width", [390, 1280])
def test_a_mark_and_the_place_above_it_lead_to_its_d_k(page, width):
    watched, root = page(d_k=4, width=width)
    track = root.locator("input").bounding_box()
    for mark in root.locator(".gb-ticks span:visible").all():
        box = mark.bounding_box()
        watched.page.mouse.click(
            box["x"] + box["width"] / 2, track["y"] + track["height"] / 2
        )
        assert now(root) == int(mark.inner_text())
        root.locator("[data-action=reset]").click()
        mark.click()
        assert now(root) == int(mark.inner_text())


def test_each_query_s_scores_are_told_by_their_range(page):
    _, root = page(d_k=64, seed=FIRST)
    scores = draw_products(FIRST, 64)[0]
    told = root.locator(".gb-under").all_inner_texts()
    for words, row in zip(told, [scores, scores / 8, scores / 64], strict=True):
        numbers = [float(x) for x in re.findall(r"[\d.]+", words.replace("−", ""))]
        expected = [softmax(row).max(), abs(row.min()), abs(row.max())]
        assert numbers == pytest.approx(expected, abs=0.051)  # one decimal


@pytest.mark.parametrize("d_k", [4, 256])
def test_a_strip_shows_the_dot_products_and_how_far_the_root_reaches(page, d_k):
    _, root = page(d_k=d_k, seed=FIRST)
    strip, products = root.locator("[data-part=strip]"), draw_products(FIRST, d_k)[0]
    middles = """strip => [...strip.querySelectorAll("i, span")].map((node) => {
      const [outer, inner] = [strip, node].map((n) => n.getBoundingClientRect());
      return [inner.left, inner.right].map((x) => (x - outer.left) / outer.width);
    })"""
    band, *dots = np.array(strip.evaluate(middles))
    numbers = 80 * (2 * np.array([band, *dots]) - 1)  # the line goes from −80 to 80
    # browsers place to 1/64 pixel: of 160 units on at least 300 pixels
    assert numbers[0] == pytest.approx([-np.sqrt(d_k), np.sqrt(d_k)], abs=0.1)
    assert numbers[1:].mean(axis=1) == pytest.approx(products, abs=0.1)
    within = (np.abs(products) <= np.sqrt(d_k)).sum()
    assert f"{within} of them are between" in strip.get_attribute("aria-label")


@pytest.mark.parametrize(("width", "limit"), [(1280, 560), (390, 844)])
def test_it_fits_one_screen(page, width, limit):
    watched, root = page(width=width, height=844)
    watched.page.add_style_tag(content="main { max-width: 690px; margin: auto }")
    assert root.bounding_box()["height"] <= limit


def test_nothing_jumps_when_the_scores_before_the_softmax_get_more_digits(page):
    _, root = page(width=390, d_k=4)
    heights = []
    for key in ["End", "PageDown", "Home"]:
        root.locator("input").press(key)
        heights.append(root.bounding_box()["height"])
    assert max(heights) - min(heights) <= 1


@pytest.mark.parametrize("width", [390, 1280])
def test_no_word_of_a_chart_is_cut_off(page, width):
    _, root = page(width=width, seed=FIRST)
    root.locator("summary").click()
    for picture in root.locator("svg[data-chart]").all():
        outer = picture.bounding_box()
        for word in picture.locator("text").all():
            inner = word.bounding_box()
            for at, size in (("x", "width"), ("y", "height")):
                assert outer[at] <= inner[at]
                assert inner[at] + inner[size] <= outer[at] + outer[size] + 0.5


@pytest.mark.parametrize("name", FIGURES)
def test_the_curves_go_through_the_figures_and_the_present_d_k_is_marked(page, name):
    _, root = page(d_k=256)
    picture = root.locator(f"[data-chart={name}]")
    rows = np.array([measured(0, d_k) for d_k in DIMENSIONS])
    which = 2 * FIGURES.index(name)
    at = DIMENSIONS.index(256)
    for n, kind in enumerate(["raw", "scaled"]):
        path = picture.locator(f".gb-curve.gb-{kind}").get_attribute("d")
        places = np.array([p.split() for p in path[1:].split("L")], float)
        values = rows[:, which + n]
        heights = values if name == "largest" else np.log10(values)
        for axis, numbers in [(0, np.log2(DIMENSIONS)), (1, heights)]:
            slope, start = np.polyfit(numbers, places[:, axis], 1)
            # places are drawn to 0.01
            np.testing.assert_allclose(
                slope * numbers + start, places[:, axis], atol=0.02
            )
            assert slope * (1 - 2 * axis) > 0  # wider to the right, larger above
        dot = picture.locator("circle").nth(n)
        x, y = (float(dot.get_attribute(name)) for name in ["cx", "cy"])
        assert [x, y] == places[at].tolist()
    assert "At d_k = 256" in picture.get_attribute("aria-label")


def test_a_new_draw_gives_other_numbers_and_undo_brings_them_back(page):
    watched, root = page(d_k=32)
    root.locator("[data-action=draw]").click()
    drawn(root, 1)
    close(figures(root), measured(1, 32))
    root.locator("[data-action=undo]").click()
    drawn(root, 0)
    close(figures(root), measured(0, 32))


def test_the_keyboard_reaches_and_operates_everything(page):
    watched, root = page(d_k=64)
    keyboard = watched.page.keyboard
    root.locator("[data-action=draw]").focus()
    reached = []
    for _ in range(4):
        what = "document.activeElement.dataset.action ?? document.activeElement.tagName"
        reached.append(watched.page.evaluate(what))
        keyboard.press("Tab")
    assert reached == ["draw", "undo", "reset", "INPUT"]
    assert watched.page.evaluate("document.activeElement.tagName") == "SUMMARY"
    root.locator("input").focus()
    keyboard.press("End")
    assert "= 1024" in root.locator(".gb-now").inner_text()
    assert root.locator("input").get_attribute("aria-valuetext") == "d k = 1024"
    root.locator("[data-action=reset]").focus()
    keyboard.press("Enter")
    close(figures(root), measured(0, 64))


def test_touch_moves_the_slider_on_a_phone(page):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    watched, root = page(**phone)
    box = root.locator("input").bounding_box()
    x, y = box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2
    watched.page.touchscreen.tap(x, y)
    d_k = int(root.locator(".gb-now b").inner_text().split("= ")[1])
    assert 300 < d_k < 1024
    close(figures(root), measured(0, d_k))


def test_the_state_is_announced_after_a_pause(show):
    watched, root = show(WhyRootDk(64, seed=0), clock=True)
    root.locator("input").press("Home")
    watched.page.clock.run_for(1000)
    raw, scaled = (f"{weight:.3f}" for weight in measured(0, 1)[:2])
    said = f"d_k = 1. Mean largest weight: raw {raw}, scaled {scaled}."
    assert root.locator("[role=status]").inner_text() == said
    drawn(root, 0)
