"""The widget embedding scale, operated on a page by keyboard and pointer."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox.widgets import EmbeddingScale
from glassbox.widgets.embedding_scale import DIMENSIONS, draw, expected_share, measure
from widget_page import page_of

WAYS = [("1/d", False), ("1/d", True), ("1", False), ("1", True)]
# What the widgets show, exactly.
READ = """() => [...document.querySelectorAll(".gb-shares")].map((widget) => {
  const numbers = (selector) =>
    [...widget.querySelectorAll(selector)].map((node) => Number(node.dataset.value));
  return {
    sizes: numbers(".gb-value"), shares: numbers("[data-share]"),
    cases: numbers(":scope > table td"), components: numbers("details td"),
    current: [...widget.querySelectorAll("[aria-current=true]")].map(
      (row) => row.rowIndex - 1),
    strokes: [...widget.querySelectorAll("svg")].map((picture) =>
      [...picture.querySelectorAll(".gb-up, .gb-down")].flatMap((path) =>
        [...path.getAttribute("d").matchAll(/M(\\S+) \\S+v([^M]+)/g)].map(
          ([, x, height]) => [Number(x), -Number(height)]))),
    top: Number(widget.querySelector("svg text").textContent),
  };
})"""


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with these widgets, or one of this state; return it and the first."""

    def show(widgets=None, *, state=None, **options):
        path = tmp_path / "page.html"
        page = page_of(widgets or [EmbeddingScale(**state or {})])
        path.write_text(page, encoding="utf-8")
        watched = open_page(path, **options)
        root = watched.page.locator(".gb-shares")
        for place in watched.page.locator("main > div").all():
            place.scroll_into_view_if_needed()
        root.last.wait_for()
        watched.page.wait_for_function(
            "n => document.querySelectorAll('.gb-shares').length === n",
            arg=len(widgets or [0]),
        )
        return watched, root.first

    return show


def agrees(page, widget):
    """Compare what the page shows with the Python kernels."""
    state = (widget.d_model, widget.scale, widget.variance, widget.position)
    embedding, sinusoid = draw(widget.seed, *state)
    found = measure(embedding, sinusoid)
    squares = found["meaning_squared"] + found["position_squared"] + found["cross"]
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


def test_the_page_shows_what_the_python_kernels_give(show):
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
    watched, _ = show(widgets)
    for page, widget in zip(watched.page.evaluate(READ), widgets, strict=True):
        agrees(page, widget)
    assert watched.errors == []


def test_the_curriculum_s_shares_are_read_off_the_page(show):
    _, root = show(state={"seed": 6})
    shares = root.locator("[data-share]")
    words = root.locator("p[data-value]")
    assert shares.first.inner_text().startswith("position 99.")
    assert "position 99.6 %, meaning 0.39 %" in words.inner_text()
    root.locator("[data-action=scale-true]").click()
    assert "position 33.3 %, meaning 66.7 %" in words.inner_text()
    root.locator("[data-action='variance-1']").click()
    assert "position 0.10 %, meaning 99.90 %" in words.inner_text()


def test_controls_change_what_is_shown_and_undo_and_reset_bring_it_back(show):
    watched, root = show()

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


def test_the_table_tells_the_first_components(show):
    watched, root = show(state={"d_model": 10, "scale": True, "seed": 2})
    root.locator("summary").click()
    embedding, sinusoid = draw(2, 10, True, "1/d", 10)
    expected = np.stack([embedding, sinusoid, embedding + sinusoid], axis=-1)
    close(watched.page.evaluate(READ)[0]["components"], expected.ravel())
    root.locator("[data-field=d_model]").fill(str(DIMENSIONS.index(1024)))
    embedding, sinusoid = (v[:16] for v in draw(2, 1024, True, "1/d", 10))
    expected = np.stack([embedding, sinusoid, embedding + sinusoid], axis=-1)
    close(watched.page.evaluate(READ)[0]["components"], expected.ravel())


def test_the_keyboard_reaches_and_operates_everything(show):
    watched, root = show()
    keyboard = watched.page.keyboard
    root.locator("[data-field=d_model]").focus()
    keyboard.press("End")
    reached = []
    for _ in range(9):
        keyboard.press("Tab")
        what = "document.activeElement.dataset"
        name = watched.page.evaluate(f"{what}.action ?? {what}.field ?? 'summary'")
        reached.append(name)
        if name in ("scale-true", "variance-1"):
            keyboard.press("Space")
        if name == "position":
            keyboard.press("ArrowRight")
    assert reached == [
        "position", "scale-false", "scale-true", "variance-1/d", "variance-1",
        "draw", "undo", "reset", "summary",
    ]  # fmt: skip
    state = {"d_model": 1024, "scale": True, "variance": "1", "position": 11}
    agrees(watched.page.evaluate(READ)[0], EmbeddingScale(**state))
    text = "document.querySelector('[role=status]').textContent"
    watched.page.wait_for_function(f"{text}.startsWith('d_model = 1024, position 11')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    watched, root = show(scheme=scheme, width=width)
    root.locator("summary").click()
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
    assert watched.errors == []
