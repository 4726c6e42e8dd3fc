"""The widget softmax and temperature, operated on the built page."""

import math
import re

import numpy as np
import pytest
from glassbox import entropy, softmax, softmax_jacobian

CHAPTER = "chapters/softmax_and_temperature.html"
WIDGET = "[data-mounted]:has([data-field=slider])"

# Bring the widget into a state by its own controls; return what it then shows.
SHOW = """async ([selector, states]) => {
  const widget = document.querySelector(selector);
  const all = (name) => [...widget.querySelectorAll(name)];
  const write = (field, value) => {
    field.value = String(value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const shown = [];
  for (const { logits, temperature } of states) {
    const fields = () => all("[data-field=score]");
    while (fields().length < logits.length) {
      all("[data-action=add]")[0].click();
      await settled();
    }
    while (fields().length > logits.length) {
      all("[data-action=remove]").at(-1).click();
      await settled();
    }
    fields().forEach((field, i) => write(field, logits[i]));
    write(all("[data-field=temperature]")[0], temperature);
    await settled();
    const share = all("[data-share]");
    shown.push({
      shares: share.map((cell) => Number(cell.dataset.share)),
      texts: share.map((cell) => cell.textContent),
      nats: Number(all("[data-value]")[0].dataset.value),
      norm: Number(all("[data-value]")[1].dataset.value),
    });
  }
  return shown;
}"""


@pytest.fixture
def widget(book, open_page):
    """The page, scrolled to the widget, and the widget on it."""

    def widget(**options):
        watched = open_page(book / CHAPTER, **options)
        view = 'script[type="application/vnd.jupyter.widget-view+json"]'
        watched.page.eval_on_selector(view, "s => s.parentElement.scrollIntoView()")
        watched.page.wait_for_selector(WIDGET)
        watched.page.locator(WIDGET).scroll_into_view_if_needed()
        return watched, watched.page.locator(WIDGET)

    return widget


def shares(widget):
    cells = widget.locator("[data-share]")
    return cells.evaluate_all("all => all.map(cell => Number(cell.dataset.share))")


def scores(widget):
    fields = widget.locator("[data-field=score]")
    return np.array(fields.evaluate_all("all => all.map(field => Number(field.value))"))


def temperature(widget):
    return float(widget.locator("[data-field=temperature]").input_value())


def random_states(count):
    rng = np.random.default_rng(0)
    for _ in range(count):
        scale = 10 ** rng.uniform(-2, 3)
        logits = (rng.normal(size=rng.integers(1, 13)) * scale).round(3)
        exact = float(np.exp(rng.uniform(math.log(0.05), math.log(20))))
        yield {
            "logits": logits.tolist(),
            "temperature": 0 if rng.random() < 0.1 else round(exact, 4),
        }


def test_the_page_shows_what_the_python_kernels_give(widget):
    watched, _ = widget()
    states = list(random_states(200))
    shown = watched.page.evaluate(SHOW, [WIDGET, states])
    for state, page in zip(states, shown, strict=True):
        t = state["temperature"]
        p = softmax(np.array(state["logits"]), temperature=t)
        # float64 on both sides; the sum's order and exp may differ in the last bits
        np.testing.assert_allclose(page["shares"], p, rtol=1e-12, atol=1e-300)
        np.testing.assert_allclose(page["nats"], entropy(p), rtol=1e-9, atol=1e-12)
        for text, share in zip(page["texts"], p, strict=True):
            assert as_number(text) == pytest.approx(share, rel=5.1e-3, abs=5.1e-5)
        if t > 0:
            norm = np.linalg.norm(softmax_jacobian(p, temperature=t))
            assert page["norm"] == pytest.approx(norm, rel=1e-9, abs=1e-14)
    assert watched.errors == []


def as_number(text):
    factor, _, power = text.replace("−", "-").partition("·10")
    digits = power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return float(factor) * 10.0 ** int(digits or 0)


def test_dragging_the_slider_moves_the_shares(widget):
    watched, root = widget()
    before = shares(root)
    box = root.locator("[data-field=slider]").bounding_box()
    mouse = watched.page.mouse
    middle = box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] / 2, middle)
    mouse.down()
    mouse.move(box["x"] + box["width"] * 0.9, middle, steps=5)
    mouse.up()
    t = temperature(root)
    assert 5 < t <= 20
    assert shares(root) != before
    np.testing.assert_allclose(shares(root), softmax(scores(root), temperature=t))


def test_touch_moves_the_slider_on_a_phone(widget):
    watched, root = widget(width=390, height=844, has_touch=True, is_mobile=True)
    box = root.locator("[data-field=slider]").bounding_box()
    watched.page.touchscreen.tap(
        box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2
    )
    t = temperature(root)
    assert 0.05 <= t < 0.6
    np.testing.assert_allclose(shares(root), softmax(scores(root), temperature=t))


def test_the_keyboard_reaches_and_operates_everything(widget):
    watched, root = widget()
    keyboard = watched.page.keyboard
    root.locator("[data-field=slider]").focus()
    keyboard.press("End")
    assert temperature(root) == 20
    keyboard.press("Home")
    assert temperature(root) == 0.05
    root.locator("[data-field=temperature]").focus()
    reached = set()
    what = (
        "document.activeElement.dataset.field ?? document.activeElement.dataset.action"
    )
    for _ in range(40):
        reached.add(watched.page.evaluate(what))
        keyboard.press("Tab")
    wanted = {"temperature", "slider", "limit", "label", "score", "remove", "add"}
    assert wanted | {"undo", "reset"} <= reached

    root.locator("[data-action=limit]").focus()
    keyboard.press("Enter")
    expected = (scores(root) == scores(root).max()).astype(float)
    assert shares(root) == expected.tolist()
    assert temperature(root) == 0
    keyboard.press("Enter")
    assert temperature(root) == 0.05


def test_arrow_keys_step_a_score(widget):
    watched, root = widget()
    first = root.locator("[data-field=score]").first
    before = float(first.input_value())
    first.focus()
    watched.page.keyboard.press("ArrowUp")
    assert float(first.input_value()) == pytest.approx(before + 0.1)
    np.testing.assert_allclose(
        shares(root), softmax(scores(root), temperature=temperature(root))
    )


@pytest.mark.parametrize(
    ("typed", "word"),
    [("abc", "number"), ("", "number"), ("1e999", "Too large")],
)
def test_a_bad_score_is_explained_and_the_last_good_state_kept(widget, typed, word):
    watched, root = widget()
    before = shares(root)
    field = root.locator("[data-field=score]").first
    good = field.input_value()
    field.fill(typed)
    assert field.get_attribute("aria-invalid") == "true"
    described = root.locator(f"[id='{field.get_attribute('aria-describedby')}']")
    assert word in described.inner_text()
    assert described.is_visible()
    assert shares(root) == before
    field.press("Escape")
    assert field.input_value() == good
    assert field.get_attribute("aria-invalid") is None
    assert watched.errors == []


@pytest.mark.parametrize("typed", ["-1", "0.01", "21", "cold", "1e999"])
def test_a_bad_temperature_is_explained_and_the_last_good_one_kept(widget, typed):
    _, root = widget()
    before = shares(root)
    field = root.locator("[data-field=temperature]")
    field.fill(typed)
    assert field.get_attribute("aria-invalid") == "true"
    assert shares(root) == before


def test_labels_are_text_in_any_language(widget):
    watched, root = widget()
    label = root.locator("[data-field=label]").first
    label.fill("<img src=x onerror=alert(1)>")
    assert root.locator("img").count() == 0
    label.fill("机器学习")
    score = root.locator("[data-field=score]").first
    assert score.get_attribute("aria-label") == "Score of 机器学习"
    assert watched.errors == []


def test_entries_are_added_removed_and_brought_back(widget):
    _, root = widget()
    before, count = shares(root), len(shares(root))
    root.locator("[data-action=remove]").first.click()
    assert len(shares(root)) == count - 1
    root.locator("[data-action=undo]").click()
    assert shares(root) == before
    for _ in range(20):
        root.locator("[data-action=add]").click(force=True)
    assert len(shares(root)) == 12
    assert sum(shares(root)) == pytest.approx(1, abs=1e-12)
    for _ in range(20):
        root.locator("[data-action=remove]").last.click(force=True)
    assert shares(root) == [1]
    root.locator("[data-action=reset]").click()
    assert shares(root) == before


def test_the_state_is_announced_after_a_pause(widget):
    watched, root = widget()
    root.locator("[data-field=temperature]").fill("2")
    watched.page.wait_for_function(
        "s => /^Temperature 2\\./.test(document.querySelector(s).textContent)",
        arg=f"{WIDGET} [role=status]",
    )
    said = root.locator("[role=status]").inner_text()
    largest = max(shares(root))
    assert re.search(rf"{largest:.4f}", said)
