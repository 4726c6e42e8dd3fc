"""The page host alone, on pages made here: no notebook, no kernel, no network."""

import base64
import json
import struct

import pytest
from widget_page import SCRIPT
from widgets_in_pages import host_words

COUNTER = """
globalThis.imported = (globalThis.imported ?? 0) + 1;
export default {
  initialize() { globalThis.initialized = (globalThis.initialized ?? 0) + 1; },
  render({ model, el }) {
    const button = document.createElement("button");
    const text = () => `${model.get("label")} ${model.get("n")}`;
    const show = () => { button.textContent = text(); };
    button.addEventListener("click", () => {
      model.set("n", model.get("n") + 1);
      model.save_changes();
    });
    model.on("change:n", show);
    el.append(button);
    show();
    return () => { globalThis.cleaned = (globalThis.cleaned ?? 0) + 1; };
  },
};
"""
BROKEN = 'export default { render() { throw new Error("no luck"); } };'
SUM_OF_BYTES = """
export default () => ({
  render({ model, el }) {
    const { values } = model.get("nested");
    const bytes = values[1];
    let sum = 0;
    for (let i = 0; i < bytes.byteLength; i += 8) sum += bytes.getFloat64(i, true);
    el.textContent = String(sum);
  },
});
"""
SYNTAX_ERROR = "export default { render( };"
NO_RENDER = "export default {};"
EVENTS = """
export default { render({ model, el }) {
  const seen = [];
  const named = (context, value) => seen.push(`named ${value}`);
  model.on("change:n", named);
  model.on("change", () => seen.push("any"));
  model.on("msg:custom", () => seen.push("message"));
  model.set("n", 1);
  model.set("n", 1);
  model.off("change:n", named);
  model.set("n", 2);
  model.off();
  model.set("n", 3);
  model.send({ hello: 1 });
  el.textContent = seen.join(", ");
} };
"""


def view(model_id):
    body = json.dumps({"model_id": model_id, "version_major": 2})
    kind = "application/vnd.jupyter.widget-view+json"
    return (
        f'<div class="output"><script type="{kind}">{body}</script>'
        f'<div class="glassbox-fallback">fallback of {model_id}</div></div>'
    )


@pytest.fixture
def host_page(tmp_path, open_page):
    """Open a page with these models and this body, and the host script."""

    def host_page(models, body, wait_for=None, lang="en"):
        state = json.dumps({"version_major": 2, "version_minor": 0, "state": models})
        path = tmp_path / "page.html"
        path.write_text(
            f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>t</title>'
            f'<body>{body}<script type="application/vnd.jupyter.widget-state+json">'
            f"{state.replace('</', '<' + chr(92) + '/')}</script>{host_words(lang)}"
            f"<script>{SCRIPT}</script></body></html>",
            encoding="utf-8",
        )
        watched = open_page(path)
        if wait_for:
            watched.page.wait_for_selector(wait_for, timeout=20000)
        return watched

    return host_page


def counter(label="count", n=0):
    return {
        "model_name": "AnyModel",
        "state": {"_esm": COUNTER, "label": label, "n": n},
    }


def test_each_of_several_widgets_has_its_own_state(host_page):
    models = {"a": counter("a", 1), "b": counter("b", 10)}
    page = host_page(models, view("a") + view("b"), "[data-mounted=b] button").page
    page.wait_for_selector("[data-mounted=a] button").click()
    assert page.locator("[data-mounted=a] button").inner_text() == "a 2"
    assert page.locator("[data-mounted=b] button").inner_text() == "b 10"
    assert page.evaluate("[imported, initialized]") == [1, 2]


def test_a_widget_shown_twice_is_one_model_with_two_views(host_page):
    body = view("a") + view("a")
    page = host_page({"a": counter()}, body, "[data-mounted=a] >> nth=1").page
    page.locator("button").nth(0).click()
    assert page.locator("button").all_inner_texts() == ["count 1", "count 1"]
    assert page.evaluate("[imported, initialized]") == [1, 1]


def test_the_fallback_is_hidden_once_the_widget_lives(host_page):
    page = host_page({"a": counter()}, view("a"), "button").page
    assert not page.get_by_text("fallback of a").is_visible()


@pytest.mark.parametrize("module", [BROKEN, SYNTAX_ERROR, NO_RENDER])
def test_a_failing_widget_says_so_and_harms_no_other(host_page, module):
    models = {"bad": {"state": {"_esm": module}}, "good": counter("good", 5)}
    watched = host_page(models, view("bad") + view("good"), "button")
    problem = watched.page.wait_for_selector(".glassbox-problem")
    assert problem.inner_text().startswith("This widget could not start.")
    assert watched.page.get_by_text("fallback of bad").is_visible()
    assert watched.page.locator("button").inner_text() == "good 5"
    assert watched.errors == []


def test_a_page_without_widgets_is_left_alone(host_page):
    watched = host_page({}, "<p>Only text.</p>")
    assert watched.page.locator("body > *:not(script)").count() == 1
    assert watched.errors == []


def test_a_widget_of_another_kind_asks_for_a_notebook(host_page):
    models = {"a": {"model_name": "IntSliderModel", "state": {"value": 3}}}
    page = host_page(models, view("a"), ".glassbox-problem").page
    text = page.locator(".glassbox-problem").inner_text()
    assert text == "This widget needs a running notebook."


def test_binary_buffers_come_back_where_they_were(host_page):
    numbers = b"".join(struct.pack("<d", number) for number in (1.5, 2.25))
    buffer = {
        "path": ["nested", "values", 1],
        "encoding": "base64",
        "data": base64.b64encode(numbers).decode(),
    }
    state = {"_esm": SUM_OF_BYTES, "nested": {"values": ["first", None]}}
    models = {"a": {"state": state, "buffers": [buffer]}}
    page = host_page(models, view("a"), "[data-mounted]").page
    assert page.locator("[data-mounted]").inner_text() == "3.75"


def test_a_label_with_markup_is_shown_as_text(host_page):
    label = "<img src=x onerror=alert(1)></script>"
    watched = host_page({"a": counter(label)}, view("a"), "button")
    assert watched.page.locator("button").inner_text() == f"{label} 0"
    assert watched.page.locator("img").count() == 0
    assert watched.errors == []


def test_events_fire_as_a_widget_expects(host_page):
    state = {"_esm": EVENTS, "n": 0}
    page = host_page({"a": {"state": state}}, view("a"), "[data-mounted]").page
    seen = page.locator("[data-mounted]").inner_text()
    assert seen == "named 1, any, any"


def test_a_widget_far_below_is_mounted_only_when_it_nears_the_screen(host_page):
    body = '<div style="height: 5000px"></div>' + view("a")
    page = host_page({"a": counter()}, body).page
    # An observer of our own has heard where the widget is: so has the host's.
    page.evaluate("""new Promise((resolve) => new IntersectionObserver(resolve)
      .observe(document.querySelector(".output")))""")
    assert page.locator("button").count() == 0
    page.mouse.wheel(0, 4500)
    page.wait_for_selector("button", timeout=20000)


def test_leaving_the_page_cleans_up(host_page):
    page = host_page({"a": counter()}, view("a"), "button").page
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert page.evaluate("cleaned") == 1


def test_damaged_state_is_reported_at_the_widget(tmp_path, open_page):
    kind = "application/vnd.jupyter.widget-state+json"
    path = tmp_path / "page.html"
    path.write_text(
        f'<!doctype html>{view("a")}<script type="{kind}">{{"state": </script>'
        f"{host_words('en')}"
        f"<script>{SCRIPT}</script>",
        encoding="utf-8",
    )
    watched = open_page(path)
    watched.page.wait_for_selector(".glassbox-problem", timeout=20000)
    assert watched.page.get_by_text("fallback of a").is_visible()
    assert watched.errors == []
