"""The widget one context or many, operated on a page by keyboard and pointer."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox.widgets import OneContextOrMany
from glassbox.widgets.one_context_or_many import count_different
from widget_page import page_of

SOURCE = ["我", "喜欢", "学习", "机器", "学习"]
TARGET = ["I", "like", "studying"]
WEIGHTS = np.array(
    [
        [0.9, 0.04, 0.03, 0.02, 0.01],
        [0.1, 0.7, 0.1, 0.06, 0.04],
        [0, 0.1, 0.5, 0.1, 0.3],
    ]
)
VALUES = np.array([[1, -0.5], [0, 2], [0.25, 0.5], [-1, 3], [0.25, 0.5]])

# Bring a widget into states by its own controls; return what it then shows.
SHOW = """async ([index, states]) => {
  const widget = document.querySelectorAll(".gb-onecontext")[index];
  const numbers = (selector) =>
    [...widget.querySelectorAll(selector)].map((node) => Number(node.dataset.value));
  const shown = [];
  for (const [chosen, one] of states) {
    widget.querySelector(`[data-action=one-${one}]`).click();
    widget.querySelector(`[data-action=target-${chosen}]`).click();
    await new Promise((resolve) => setTimeout(resolve));
    shown.push({
      shares: numbers("li b"), strips: numbers(".gb-strip i"),
      lost: numbers(".gb-overview td:last-child"),
      own_lost: numbers("[data-words=lost]"),
      count: numbers(".gb-count"), terms: numbers(".gb-sum tbody td"),
      sum: numbers("[data-part=sum]"), other: numbers("[data-part=other]"),
      widths: [...widget.querySelectorAll(".gb-share")].map(
        (path) => parseFloat(path.style.strokeWidth)),
      dots: [...widget.querySelectorAll(".gb-dot:not([hidden])")].map(
        (dot) => dot.textContent),
      current: [...widget.querySelectorAll("[aria-current=true]")].map(
        (row) => row.rowIndex - 1),
    });
  }
  return shown;
}"""
# The picture that the source words make: bars, numbers, links.
PICTURE = """root => [...root.querySelectorAll("li, .gb-share")].map(
  (node) => node.textContent + node.getAttribute("d") + node.style.strokeWidth
).join()"""


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with these widgets, or an example; return it and the first."""

    def show(*widgets, **options):
        path = tmp_path / "page.html"
        path.write_text(page_of(widgets or [example()]), encoding="utf-8")
        watched = open_page(path, **options)
        roots = watched.page.locator(".gb-onecontext")
        for number in range(max(len(widgets), 1)):
            watched.page.locator("main > div").nth(number).scroll_into_view_if_needed()
            roots.nth(number).wait_for()
        return watched, roots.first

    return show


def example(**state):
    return OneContextOrMany(WEIGHTS, SOURCE, TARGET, **{"values": VALUES} | state)


def random_widget(rng, with_values):
    n_target, n_source = rng.integers(1, 25, size=2)
    return OneContextOrMany(
        rng.dirichlet(np.full(n_source, 0.3), size=n_target),
        [f"s{n}" for n in range(n_source)],
        [f"t{n}" for n in range(n_target)],
        values=rng.normal(size=(n_source, rng.integers(1, 9))) if with_values else None,
    )


def close(page, python):
    # float64 on both sides; sums of up to 24 terms in another order
    np.testing.assert_allclose(page, np.ravel(python), rtol=1e-11, atol=1e-13)


def test_the_page_shows_what_python_computes(show):
    rng = np.random.default_rng(0)
    widgets = [random_widget(rng, number % 3) for number in range(9)]
    watched, _ = show(*widgets)
    for number, widget in enumerate(widgets):
        n_target, n_source = np.shape(widget.weights)
        states = [
            (int(rng.integers(n_target)), bool(rng.integers(2))) for _ in range(6)
        ]
        words = [[at, str(one).lower()] for at, one in states]
        own, mean = widget.contexts()
        lost = np.linalg.norm(own - mean, axis=-1)
        if widget.values is None:
            lost = np.abs(own - mean).sum(-1) / 2
        shown = watched.page.evaluate(SHOW, [number, words])
        for (at, one), page in zip(states, shown, strict=True):
            shares = np.full(n_source, 1 / n_source) if one else widget.weights[at]
            close(page["shares"], shares)
            strips = np.tile(shares, (n_target, 1)) if one else widget.weights
            close(page["strips"], strips)
            close(page["lost"], lost)
            close(page["own_lost"], lost[at])
            assert page["count"] == [1 if one else count_different(own)]
            assert page["current"] == [at]
            # widths are written to 0.005; a link keeps half a pixel
            wanted = np.maximum(0.5, 14 * np.array(shares))
            np.testing.assert_allclose(page["widths"], wanted, rtol=0, atol=0.0051)
            assert len(page["dots"]) == (1 if one else n_target)
            if widget.values is None:
                assert page["terms"] == page["sum"] == page["other"] == []
                continue
            close(page["terms"], np.array(shares)[:, None] * np.array(widget.values))
            close(page["sum"], mean if one else own[at])
            close(page["other"], own[at] if one else mean)
    assert watched.errors == []


def test_with_one_context_the_word_changes_and_the_picture_does_not(show):
    watched, root = show(example(one_context=True))
    assert root.locator(".gb-count").inner_text() == "1 context for 3 output words"
    pictures, verdicts = set(), set()
    for number in range(3):
        root.locator(f"[data-action=target-{number}]").click()
        watched.page.wait_for_timeout(20)
        pictures.add(root.evaluate(PICTURE))
        verdicts.add(root.locator("[data-words=verdict]").inner_text())
    assert (len(pictures), len(verdicts)) == (1, 3)
    root.locator("[data-action=one-false]").click()
    assert (
        root.locator(".gb-count").inner_text()
        == "3 different contexts for 3 output words"
    )
    for number in range(3):
        root.locator(f"[data-action=target-{number}]").click()
        watched.page.wait_for_timeout(20)
        pictures.add(root.evaluate(PICTURE))
    assert len(pictures) == 4


def test_words_with_the_same_context_are_counted_once(show):
    _, root = show(OneContextOrMany(WEIGHTS[[0, 1, 0]], SOURCE, TARGET))
    assert root.locator(".gb-count").get_attribute("data-value") == "2"
    # 学习 stands twice and has the same value: other shares, the same context
    shares = [[0, 0, 0.8, 0.2, 0], [0, 0, 0.3, 0.2, 0.5], [0, 1, 0, 0, 0]]
    _, root = show(OneContextOrMany(shares, SOURCE, TARGET, values=VALUES))
    assert root.locator(".gb-count").get_attribute("data-value") == "2"


def test_the_label_is_there_for_made_up_weights_alone(show):
    _, root = show(example(illustrative=True))
    assert root.locator(".gb-made-up").is_visible()
    assert (
        root.locator(".gb-made-up").inner_text() == "Weights made up for illustration"
    )
    _, root = show(example())
    assert not root.locator(".gb-made-up").is_visible()


def test_the_keyboard_reaches_and_operates_everything(show):
    watched, root = show()
    keyboard = watched.page.keyboard
    focused = (
        "document.activeElement.dataset.action ?? document.activeElement.className"
    )
    root.locator("[data-action=one-false]").focus()
    reached = []
    for _ in range(5):
        keyboard.press("Tab")
        reached.append(watched.page.evaluate(focused))
    assert reached == ["one-true", "undo", "reset", "target-0", "gb-sum"]
    root.locator("[data-action=one-true]").press("Enter")
    assert root.locator(".gb-count").get_attribute("data-value") == "1"
    root.locator("[data-action=target-0]").focus()
    seen = []
    for key in ["ArrowDown", "ArrowRight", "ArrowDown", "ArrowUp", "Home", "End"]:
        keyboard.press(key)
        seen.append(watched.page.evaluate(focused))
    assert [int(name[-1]) for name in seen] == [1, 2, 0, 2, 0, 2]
    checked = root.locator("[aria-checked=true]")
    assert checked.get_attribute("data-action") == "target-2"
    assert root.locator("[role=radio][tabindex='0']").count() == 1
    watched.page.wait_for_function(
        "document.querySelector('[role=status]').textContent.startsWith('studying. 1 ')"
    )


def test_undo_and_reset_bring_the_earlier_state_back(show):
    _, root = show(example(target_index=1))
    shares = "all => all.map(node => Number(node.dataset.value))"
    numbers = root.locator("li b")
    undo = root.locator("[data-action=undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    root.locator("[data-action=target-2]").click()
    root.locator("[data-action=one-true]").click()
    undo.click()
    close(numbers.evaluate_all(shares), WEIGHTS[2])
    undo.click()
    close(numbers.evaluate_all(shares), WEIGHTS[1])
    assert undo.get_attribute("aria-disabled") == "true"
    root.locator("[data-action=one-true]").click()
    root.locator("[data-action=reset]").click()
    close(numbers.evaluate_all(shares), WEIGHTS[1])


def test_touch_chooses_a_word(show):
    _, root = show(width=390, height=844, has_touch=True, is_mobile=True)
    root.locator("[data-action=target-1]").tap()
    assert "C₂" in root.locator("[data-words=verdict]").inner_text()


def test_words_are_text_and_a_space_is_visible(show):
    words = ["<img src=x onerror=alert(1)>", " "]
    watched, root = show(OneContextOrMany([[0.4, 0.6]], words, ["🙂"]))
    assert root.locator("img").count() == 0
    assert root.locator(".gb-word").all_inner_texts() == [words[0], "␣"]
    assert watched.errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    rng = np.random.default_rng(1)
    largest = OneContextOrMany(
        rng.dirichlet(np.full(24, 0.3), size=24),
        [f"a rather long word {n}" for n in range(24)],
        [f"another long word {n}" for n in range(24)],
        values=rng.normal(size=(24, 8)),
    )
    widgets = [example(illustrative=True), example(one_context=True), largest]
    watched, _ = show(*widgets, scheme=scheme, width=width)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
    assert watched.errors == []
