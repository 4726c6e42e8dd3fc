"""The widget why sqrt(d_k), operated on a page by keyboard and pointer."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import softmax
from glassbox.widgets import WhyRootDk
from glassbox.widgets.why_root_d_k import DIMENSIONS, draw_products, measure
from widget_page import page_of

FIGURES = ["variance", "largest", "jacobian"]

# Move the slider to each position; return the numbers that the widget then shows.
SHOW = """async (positions) => {
  const widget = document.querySelector(".gb-root");
  const numbers = (selector) =>
    [...widget.querySelectorAll(selector)].map((node) => Number(node.dataset.value));
  const slider = widget.querySelector("input");
  const shown = [];
  for (const position of positions) {
    slider.value = position;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve));
    shown.push({
      raw: numbers("[data-kind=raw] i"), scaled: numbers("[data-kind=scaled] i"),
      figures: numbers("[data-figure]"),
    });
  }
  return shown;
}"""


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with the widget; return it, watched, and the widget, drawn."""

    def show(d_k=64, seed=0, **options):
        path = tmp_path / "page.html"
        path.write_text(page_of([WhyRootDk(d_k, seed=seed)]), encoding="utf-8")
        watched = open_page(path, **options)
        root = watched.page.locator(".gb-root")
        root.wait_for()
        drawn(watched, seed)
        return watched, root

    return show


def drawn(watched, seed):
    watched.page.wait_for_selector(f".gb-root[data-drawn='{seed}']")


def measured(seed, d_k):
    """Return the six figures, as the widget orders them."""
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
def test_the_page_shows_what_the_python_kernels_give(show, seed):
    watched, _ = show(seed=seed)
    shown = watched.page.evaluate(SHOW, list(range(len(DIMENSIONS))))
    for d_k, page in zip(DIMENSIONS, shown, strict=True):
        products = draw_products(seed, d_k)
        close(page["raw"], softmax(products[0]))
        close(page["scaled"], softmax(products[0] / np.sqrt(d_k)))
        close(page["figures"], measured(seed, d_k))
    assert watched.errors == []


def test_a_d_k_between_the_slider_s_steps_is_shown_as_it_is(show):
    _, root = show(d_k=100)
    close(figures(root), measured(0, 100))
    assert "= 100" in root.locator(".gb-now").inner_text()


def test_the_table_tells_all_numbers(show):
    _, root = show(d_k=16)
    root.locator("summary").click()
    read = (
        "all => all.map(r => [...r.cells].slice(1).map(c => Number(c.dataset.value)))"
    )
    query, curves = root.locator("details tbody").all()
    products = draw_products(0, 16)
    weights = softmax(products[0]), softmax(products[0] / 4)
    close(query.locator("tr").evaluate_all(read), np.stack([products[0], *weights]).T)
    rows = curves.locator("tr").evaluate_all(read)
    close(rows, [measured(0, d_k) for d_k in DIMENSIONS])


@pytest.mark.parametrize("name", FIGURES)
def test_the_curves_go_through_the_figures_and_the_present_d_k_is_marked(show, name):
    _, root = show(d_k=256)
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
            # places are drawn to 0.1
            np.testing.assert_allclose(
                slope * numbers + start, places[:, axis], atol=0.2
            )
            assert slope * (1 - 2 * axis) > 0  # wider to the right, larger above
        dot = picture.locator("circle").nth(n)
        x, y = (float(dot.get_attribute(name)) for name in ["cx", "cy"])
        assert [x, y] == places[at].tolist()
    assert "At d_k = 256" in picture.get_attribute("aria-label")


def test_a_new_draw_gives_other_numbers_and_undo_brings_them_back(show):
    watched, root = show(d_k=32)
    root.locator("[data-action=draw]").click()
    drawn(watched, 1)
    close(figures(root), measured(1, 32))
    root.locator("[data-action=undo]").click()
    drawn(watched, 0)
    close(figures(root), measured(0, 32))


def test_the_keyboard_reaches_and_operates_everything(show):
    watched, root = show(d_k=64)
    keyboard = watched.page.keyboard
    root.locator("input").focus()
    keyboard.press("End")
    assert "= 1024" in root.locator(".gb-now").inner_text()
    assert root.locator("input").get_attribute("aria-valuetext") == "d k = 1024"
    reached = []
    for _ in range(5):
        keyboard.press("Tab")
        what = "document.activeElement.dataset.action ?? document.activeElement.tagName"
        reached.append(watched.page.evaluate(what))
    assert reached[:4] == ["draw", "undo", "reset", "SUMMARY"]
    root.locator("[data-action=reset]").focus()
    keyboard.press("Enter")
    close(figures(root), measured(0, 64))


def test_touch_moves_the_slider_on_a_phone(show):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    watched, root = show(**phone)
    box = root.locator("input").bounding_box()
    x, y = box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2
    watched.page.touchscreen.tap(x, y)
    d_k = int(root.locator(".gb-now b").inner_text().split("= ")[1])
    assert 300 < d_k < 1024
    close(figures(root), measured(0, d_k))


def test_the_state_is_announced_after_a_pause(show):
    watched, root = show(d_k=64)
    root.locator("input").press("Home")
    watched.page.wait_for_function(
        "document.querySelector('[role=status]').textContent.startsWith('d_k = 1.')"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    watched, root = show(d_k=512, scheme=scheme, width=width)
    root.locator("summary").click()
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
    assert watched.errors == []
