"""The widget residual stack, on a page without a kernel and without a network."""

import json
from pathlib import Path

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import layer_norm, relu, residual_connection
from glassbox.widgets import ResidualStack
from glassbox.widgets.residual_stack import draw_stack, run_stack

torch = pytest.importorskip("torch")

HOST = Path(__file__).resolve().parents[2] / "assets" / "static" / "widget_host.js"
VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"

# Bring the widget into a state by its own controls; return the numbers that it shows.
SHOW = """async ([selector, states]) => {
  const widget = document.querySelector(selector);
  const one = (name) => widget.querySelector(name);
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  one("details").open = true;
  const shown = [];
  for (const state of states) {
    one("[data-field=depth]").value = state.depth;
    one("[data-field=depth]").dispatchEvent(new Event("input", { bubbles: true }));
    one(`[data-action=residual-${state.residual ? "on" : "off"}]`).click();
    one(`[data-action=norm-${state.norm}]`).click();
    one(`[data-action=initialization-${state.initialization}]`).click();
    for (let i = 0; i < state.more_weights; i++) one("[data-action=seed]").click();
    await settled();
    const rows = [...widget.querySelectorAll("tbody tr:not([hidden])")];
    const column = (n) => rows.map((row) => Number(row.cells[n].dataset.value));
    const texts = rows.map((row) => row.cells[2].textContent);
    shown.push({ sizes: column(1), gradients: column(2), texts });
  }
  return shown;
}"""


@pytest.fixture
def stack_page(tmp_path, open_page):
    """A page with the widget alone; returns the page, watched, and the widget."""

    def stack_page(theme="light", page=None, **settings):
        widget = ResidualStack(**settings)
        state = {name: getattr(widget, name) for name in widget._state}
        state |= {"_esm": widget._esm, "_css": widget._css}
        models = json.dumps({"state": {"a": {"state": state}}}).replace("</", "<\\/")
        path = tmp_path / "stack.html"
        path.write_text(
            f'<!doctype html><html lang="en" data-theme="{theme}">'
            '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            "<title>A stack</title><body><main><h1>A stack</h1>"
            f'<div><script type="{VIEW}">{{"model_id": "a"}}</script></div></main>'
            f'<script type="{STATE}">{models}</script>'
            f"<script>{HOST.read_text(encoding='utf-8')}</script></body></html>",
            encoding="utf-8",
        )
        watched = open_page(path, **(page or {}))
        watched.page.wait_for_selector("[data-mounted]")
        return watched, watched.page.locator("[data-mounted]")

    return stack_page


def figures(root):
    values = root.locator(".gb-value[data-value]")
    return values.evaluate_all("all => all.map(dd => Number(dd.dataset.value))")


def depth(root):
    return int(root.locator("[data-field=depth]").input_value())


def random_states(count):
    rng = np.random.default_rng(0)
    seed = 0
    for _ in range(count):
        more_weights = int(rng.integers(0, 3))
        seed += more_weights
        yield (
            seed,
            {
                "depth": int(rng.integers(1, 65)),
                "residual": bool(rng.random() < 0.6),
                "norm": str(rng.choice(["none", "post", "pre"])),
                "initialization": str(rng.choice(["default", "he"])),
                "more_weights": more_weights,
            },
        )


def by_autograd(stack, depth, residual, norm):
    """Sizes and gradients of the page's stack, through the library's own kernels."""
    x, direction, layers = stack
    states = [torch.tensor(x, requires_grad=True)]
    for pair in layers[:depth]:
        w_1, w_2 = (torch.tensor(w) for w in pair)
        given = layer_norm(states[-1]) if norm == "pre" else states[-1]
        y = relu(given @ w_1) @ w_2
        y = residual_connection(states[-1], y) if residual else y
        states.append(layer_norm(y) if norm == "post" else y)
    output = layer_norm(states[-1]) if norm == "pre" else states[-1]
    gradients = torch.autograd.grad(output @ torch.tensor(direction), states)
    sizes = [float(state.detach().square().mean().sqrt()) for state in states]
    return sizes, [float(gradient.norm()) for gradient in gradients]


def test_the_page_shows_what_autograd_gives_through_the_python_kernels(stack_page):
    watched, _ = stack_page()
    states = list(random_states(60))
    asked = ["[data-mounted]", [state for _, state in states]]
    shown = watched.page.evaluate(SHOW, asked)
    for (seed, state), page in zip(states, shown, strict=True):
        stack = draw_stack(seed, state["initialization"])
        form = state["depth"], state["residual"], state["norm"]
        sizes, gradients = by_autograd(stack, *form)
        assert len(page["sizes"]) == state["depth"] + 1
        # the same weights to the bit; sums in another order, up to 64 layers deep
        np.testing.assert_allclose(page["sizes"], sizes, rtol=1e-9)
        np.testing.assert_allclose(page["gradients"], gradients, rtol=1e-9)
        for text, gradient in zip(page["texts"], gradients, strict=True):
            assert as_number(text) == pytest.approx(gradient, rel=5.1e-2, abs=5.1e-4)
    assert watched.errors == []


def as_number(text):
    factor, _, power = text.replace("−", "-").partition("·10")
    digits = power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return float(factor) * 10.0 ** int(digits or 0)


def test_three_figures_sum_up_the_curves(stack_page):
    _, root = stack_page(depth=9, norm="pre", initialization="he", seed=4)
    sizes, gradients = run_stack(draw_stack(4, "he"), 9, True, "pre")
    expected = [sizes[-1], gradients[0], gradients[-2]]
    np.testing.assert_allclose(figures(root), expected, rtol=1e-9)  # sums' order


def test_the_curves_have_a_point_a_layer_and_words(stack_page):
    watched, root = stack_page(depth=5, residual=False)
    sizes, gradients = run_stack(draw_stack(0, "default"), 5, False, "none")
    for chart, values in [("size", sizes), ("gradient", gradients)]:
        picture = root.locator(f"[data-chart={chart}]")
        curve = picture.locator(".gb-curve").get_attribute("d")
        places = [tuple(map(float, p.split())) for p in curve[1:].split("L")]
        assert len(places) == 6
        heights = [y for _, y in places]
        # on a log scale, height is a straight line of the logarithm; drawn to 0.1
        slope, start = np.polyfit(np.log10(values), heights, 1)
        np.testing.assert_allclose(slope * np.log10(values) + start, heights, atol=0.11)
        assert slope < 0  # up is larger
        label = picture.get_attribute("aria-label")
        assert "at layer 0" in label and "at layer 5" in label
    assert watched.errors == []


def test_the_earlier_curve_stays_for_comparison_until_the_depth_changes(stack_page):
    _, root = stack_page(depth=12)
    earlier = root.locator("[data-chart=gradient] .gb-earlier")
    curve = root.locator("[data-chart=gradient] .gb-curve")
    note = root.get_by_text("Dashed: before your last choice.")
    assert not note.is_visible()
    root.locator("[data-action=residual-off]").click()
    assert len(earlier.get_attribute("d").split("L")) == 13
    assert earlier.get_attribute("d") != curve.get_attribute("d")
    assert note.is_visible()
    root.locator("[data-field=depth]").press("ArrowRight")
    assert earlier.get_attribute("d") == ""
    assert not note.is_visible()


def test_touch_moves_the_depth_on_a_phone(stack_page):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    watched, root = stack_page(page=phone)
    box = root.locator("[data-field=depth]").bounding_box()
    x, y = box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2
    watched.page.touchscreen.tap(x, y)
    assert 50 < depth(root) < 64
    root.locator("[data-action=norm-post]").tap()
    assert figures(root)[0] == pytest.approx(1, abs=1e-4)  # post-norm, less its eps


def test_the_keyboard_reaches_and_operates_everything(stack_page):
    watched, root = stack_page(depth=16)
    keyboard = watched.page.keyboard
    root.locator("[data-field=depth]").focus()
    keyboard.press("End")
    assert depth(root) == 64
    reached = set()
    for _ in range(14):
        what = "document.activeElement.dataset.action ?? document.activeElement.tagName"
        reached.add(watched.page.evaluate(what))
        keyboard.press("Tab")
    wanted = {"residual-on", "residual-off", "norm-none", "norm-post", "norm-pre"}
    wanted |= {"initialization-default", "initialization-he", "seed", "undo", "reset"}
    assert wanted | {"SUMMARY"} <= reached

    before = figures(root)
    off = root.locator("[data-action=residual-off]")
    off.focus()
    keyboard.press("Enter")
    assert off.get_attribute("aria-pressed") == "true"
    assert figures(root)[1] < 1e-38 < before[1]
    root.locator("[data-action=undo]").focus()
    keyboard.press("Enter")
    assert figures(root) == before
    root.locator("[data-action=reset]").focus()
    keyboard.press("Enter")
    assert depth(root) == 16


def test_new_weights_change_the_numbers_and_undo_brings_them_back(stack_page):
    _, root = stack_page()
    before = figures(root)
    root.locator("[data-action=seed]").click()
    assert figures(root) != before
    root.locator("[data-action=undo]").click()
    assert figures(root) == before


def test_the_state_is_announced_after_a_pause(stack_page):
    watched, root = stack_page(depth=30)
    root.locator("[data-action=norm-post]").click()
    said = root.locator("[role=status]")
    watched.page.wait_for_function(
        "() => document.querySelector('[role=status]').textContent.startsWith('30 l')"
    )
    assert f"{figures(root)[1]:.3f}" in said.inner_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_is_accessible_and_fits_the_screen(stack_page, theme, width):
    watched, root = stack_page(theme, page={"width": width}, depth=64, norm="pre")
    root.locator("[data-action=initialization-he]").click()
    root.locator("summary").click()
    results = Axe().run(watched.page)
    assert results.response["violations"] == []
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert watched.errors == []
    assert watched.foreign == []
