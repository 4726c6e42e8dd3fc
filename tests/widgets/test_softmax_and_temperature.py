"""The widget softmax and temperature: its rules, its fallback, and its page."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from glassbox import entropy, sample, softmax, softmax_jacobian
from glassbox.widgets import SoftmaxAndTemperature
from glassbox.widgets._random import mulberry32
from glassbox.widgets.softmax_and_temperature import tally
from traitlets import TraitError

VIEW = "application/vnd.jupyter.widget-view+json"
LOGITS = [3.01, 0.09, 2.48, 1.95]
LABELS = ["the", "cat", "坐", "<img src=x onerror=alert(1)>"]
WORDS = ["cup", "piano", "mug", "glass"]


class PageRandom(np.random.Generator):
    """The page's random numbers, as the kernel sample asks for them."""

    def __init__(self, seed):
        super().__init__(np.random.PCG64(0))
        self.seed = seed

    def random(self, size):
        return mulberry32(self.seed, size[0]).reshape(size)


@pytest.fixture
def widget():
    return SoftmaxAndTemperature(LOGITS, LABELS, temperature=2)


def state(widget):
    return widget.logits, widget.labels, widget.temperature


def test_the_state_is_kept_as_given(widget):
    assert state(widget) == (LOGITS, LABELS, 2.0)


def test_labels_default_to_letters():
    assert SoftmaxAndTemperature([1, 2, 3]).labels == ["a", "b", "c"]
    assert SoftmaxAndTemperature(range(12)).labels == list("abcdefghijkl")


@pytest.mark.parametrize(
    "logits",
    [
        (3, 1, 0.5),
        np.array([3, 1, 0.5]),
        np.array([3, 1, 0.5], dtype=np.float16),
        [np.float32(3), np.int64(1), Fraction(1, 2)],
    ],
)
def test_sequences_and_arrays_become_a_list_of_floats(logits):
    widget = SoftmaxAndTemperature(logits, np.array(["x", "y", "z"]))
    assert widget.logits == [3.0, 1.0, 0.5]
    assert {type(z) for z in widget.logits} == {float}
    assert {type(label) for label in widget.labels} == {str}


def test_a_tensor_is_taken():
    torch = pytest.importorskip("torch")
    logits = torch.tensor([3.0, 1.0, 0.5], requires_grad=True)
    assert SoftmaxAndTemperature(logits).logits == [3.0, 1.0, 0.5]


@pytest.mark.parametrize("value", [0, 0.05, 20, np.float32(0.5), np.int8(3)])
def test_a_temperature_in_range_is_taken(widget, value):
    widget.temperature = value
    assert widget.temperature == value
    assert type(widget.temperature) is float


IN_RANGE = r"temperature must be 0 or from 0.05 to 20; got "
FINITE = r"temperature must be a finite number; got "
NUMBERS = r"logits must be a list of finite numbers; got "
STRINGS = r"labels must be a list of strings; got "
DRAWS = r"n_draws must be from 0 to 10000; got "


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("temperature", 0.049, IN_RANGE + "0.049"),
        ("temperature", -1, IN_RANGE + "-1"),
        ("temperature", 20.5, IN_RANGE + "20.5"),
        ("temperature", math.nan, FINITE + "nan"),
        ("temperature", math.inf, FINITE + "inf"),
        ("temperature", "1", FINITE + "'1'"),
        ("temperature", True, FINITE + "True"),
        ("temperature", None, FINITE + "None"),
        ("logits", [1, 2, 3, "4"], NUMBERS + "'4' at index 3"),
        ("logits", [1, 2, math.nan, 4], NUMBERS + "nan at index 2"),
        ("logits", [1, -math.inf, 3, 4], NUMBERS + "-inf at index 1"),
        ("logits", [10**400, 2, 3, 4], NUMBERS + "10+ at index 0"),
        ("logits", np.ones((4, 2)), NUMBERS + r"\[1.0, 1.0\] at index 0"),
        ("logits", "1234", NUMBERS + "'1234'"),
        ("logits", 3.0, NUMBERS + "3.0"),
        ("labels", "abcd", STRINGS + "'abcd'"),
        ("labels", ["a", "b", "c", 4], STRINGS + ".*4"),
        ("logits", [], "logits must have 1 to 12 entries; got 0"),
        ("logits", [0] * 13, "logits must have 1 to 12 entries; got 13"),
        ("logits", [1, 2, 3], "must have the same length; got 3 and 4"),
        ("labels", ["a"] * 5, "must have the same length; got 4 and 5"),
        ("n_draws", -1, DRAWS + "-1"),
        ("n_draws", 10_001, DRAWS + "10001"),
        ("n_draws", 2.5, "n_draws must be a whole number; got 2.5"),
        ("seed", 1000, "seed must be from 0 to 999; got 1000"),
    ],
)
def test_a_wrong_value_is_refused_and_the_last_good_state_stays(
    widget, name, value, message
):
    before, fallback = state(widget), widget.fallback
    with pytest.raises(TraitError, match=message):
        setattr(widget, name, value)
    assert state(widget) == before
    assert widget.fallback == fallback


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([],), "1 to 12 entries; got 0"),
        ((range(13),), "1 to 12 entries; got 13"),
        (([1, 2], ["a"]), "same length; got 2 and 1"),
        (("12",), "list of finite numbers; got '12'"),
    ],
)
def test_the_constructor_keeps_the_same_rules(arguments, message):
    with pytest.raises(TraitError, match=message):
        SoftmaxAndTemperature(*arguments)


def test_set_changes_the_number_of_entries_at_once(widget):
    widget.set(logits=[1, 2], labels=["x", "y"], temperature=0)
    assert state(widget) == ([1.0, 2.0], ["x", "y"], 0.0)
    assert widget.fallback.count("<tr>") == 3


def test_set_is_all_or_nothing(widget):
    before = state(widget)
    with pytest.raises(TraitError, match="same length; got 2 and 3"):
        widget.set(temperature=1, logits=[1, 2], labels=["x", "y", "z"])
    with pytest.raises(TraitError, match="finite numbers"):
        widget.set(temperature=1, logits=[1, "2", 3, 4])
    assert state(widget) == before


def test_what_the_page_sends_arrives_together(widget):
    widget.set_state({"logits": [1, 2], "labels": ["x", "y"]})
    assert state(widget) == ([1.0, 2.0], ["x", "y"], 2.0)


def test_repr_is_the_same_every_time(widget):
    assert repr(widget) == "SoftmaxAndTemperature(4 scores, temperature=2)"
    single = SoftmaxAndTemperature([1], temperature=0.5)
    assert repr(single) == "SoftmaxAndTemperature(1 score, temperature=0.5)"


def test_the_fallback_shows_scores_probabilities_and_entropy():
    html = SoftmaxAndTemperature(LOGITS, LABELS).fallback
    cells = re.findall(r"<td>(.*?)</td>", html)
    scores, shown = cells[::2], cells[1::2]
    assert scores == ["3.01", "0.09", "2.48", "1.95"]
    assert shown == ["0.5028", "0.0271", "0.2959", "0.1742"]  # the curriculum's
    # -sum p log p of these shares by hand: 0.3457 + 0.0978 + 0.3603 + 0.3044
    assert "Entropy: 1.1083 nats or 1.5989 bits" in html
    assert "Most likely: the with 0.5028" in html


def test_the_fallback_follows_the_state(widget):
    widget.temperature = 0
    assert "<td>1.0000</td>" in widget.fallback
    widget.labels = ["p", "q", "r", "s"]
    assert "Most likely: p with 1.0000" in widget.fallback
    widget.logits = [7, 7, 1, 1]
    assert "Most likely: p, q with 0.5000" in widget.fallback


def test_the_fallback_counts_the_draws_once_there_are_some(widget):
    assert "drawn" not in widget.fallback
    widget.n_draws = 100
    assert '<th scope="col">drawn, of 100</th>' in widget.fallback
    counts = [int(n) for n in re.findall(r"<td>(\d+)</td>", widget.fallback)]
    assert len(counts) == 4
    assert sum(counts) == 100


@pytest.mark.parametrize("n_entries", [1, 2, 4, 12])
def test_the_tally_draws_what_the_kernel_sample_draws(n_entries):
    rng = np.random.default_rng(n_entries)
    p = softmax(rng.normal(size=n_entries) * 2)
    drawn = sample(np.broadcast_to(p, (1000, n_entries)), PageRandom(7))
    expected = np.bincount(drawn, minlength=n_entries)
    assert tally(p, 7, 1000).tolist() == expected.tolist()


def test_draws_come_near_the_probabilities():
    p = softmax(np.array(LOGITS))
    counts = tally(p, 0, 10_000)
    # four standard deviations of a count, each at most sqrt(10,000 / 4) = 50
    np.testing.assert_allclose(counts, 10_000 * p, rtol=0, atol=200)


def test_scores_far_apart_do_not_upset_the_fallback(widget):
    widget.set(logits=[1e308, -1e308, 0, 1], temperature=0.05)
    assert widget.fallback.count("<td>0.0000</td>") == 3


def test_labels_are_escaped_in_the_fallback(widget):
    assert "<img" not in widget.fallback
    assert "&lt;img src=x onerror=alert(1)&gt;" in widget.fallback


def test_the_fallback_is_stored_with_the_widget(widget):
    assert widget.get_state()["fallback"] == widget.fallback


def test_the_mime_bundle_has_the_fallback_beside_the_view(widget):
    data, _ = widget._repr_mimebundle_()
    assert data["text/html"] == widget.fallback
    assert data["text/plain"] == repr(widget)
    assert data[VIEW]["model_id"] == widget.model_id


def test_ipython_asks_for_the_mime_bundle(widget):
    formatter = pytest.importorskip("IPython.core.formatters").DisplayFormatter()
    data, _ = formatter.format(widget)
    assert {"text/plain", "text/html", VIEW} <= data.keys()
    assert formatter.ipython_display_formatter(widget) is not True


# ---- on a page ---------------------------------------------------------------

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
    const cells = all("[data-probability]");
    shown.push({
      probabilities: cells.map((cell) => Number(cell.dataset.probability)),
      texts: cells.map((cell) => cell.textContent),
      nats: Number(all("[data-value]")[0].dataset.value),
      norm: Number(all("[data-value]")[1].dataset.value),
    });
  }
  return shown;
}"""


@pytest.fixture
def page(show):
    """A page with the widget alone: the page, watched, and the widget's element."""

    def page(**options):
        return show(SoftmaxAndTemperature(LOGITS, WORDS), **options)

    return page


def open_more(widget):
    widget.locator("summary").click()


def counts(widget):
    cells = widget.locator("[data-count]")
    return cells.evaluate_all("all => all.map(cell => Number(cell.dataset.count))")


def press(widget, *actions):
    for action in actions:
        widget.locator(f"[data-action={action}]").click()


def probabilities(widget):
    cells = widget.locator("[data-probability]")
    return cells.evaluate_all(
        "all => all.map(cell => Number(cell.dataset.probability))"
    )


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


def test_the_page_shows_what_the_python_kernels_give(page):
    watched, _ = page()
    states = list(random_states(200))
    shown = watched.page.evaluate(SHOW, ["[data-mounted]", states])
    for state, seen in zip(states, shown, strict=True):
        t = state["temperature"]
        p = softmax(np.array(state["logits"]), temperature=t)
        # float64 on both sides; the sum's order and exp may differ in the last bits
        np.testing.assert_allclose(seen["probabilities"], p, rtol=1e-12, atol=1e-300)
        np.testing.assert_allclose(seen["nats"], entropy(p), rtol=1e-9, atol=1e-12)
        for text, exact in zip(seen["texts"], p, strict=True):
            assert as_number(text) == pytest.approx(exact, rel=5.1e-3, abs=5.1e-5)
        if t > 0:
            norm = np.linalg.norm(softmax_jacobian(p, temperature=t))
            assert seen["norm"] == pytest.approx(norm, rel=1e-9, abs=1e-14)
    assert watched.errors == []


def as_number(text):
    factor, _, power = text.replace("−", "-").partition("·10")
    digits = power.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return float(factor) * 10.0 ** int(digits or 0)


def test_dragging_the_slider_moves_the_probabilities(page):
    watched, root = page()
    before = probabilities(root)
    box = root.locator("[data-field=temperature-slider]").bounding_box()
    mouse = watched.page.mouse
    middle = box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] / 2, middle)
    mouse.down()
    mouse.move(box["x"] + box["width"] * 0.9, middle, steps=5)
    mouse.up()
    t = temperature(root)
    assert 5 < t <= 20
    assert probabilities(root) != before
    np.testing.assert_allclose(
        probabilities(root), softmax(scores(root), temperature=t)
    )


def test_touch_moves_the_slider_on_a_phone(page):
    watched, root = page(width=390, height=844, has_touch=True, is_mobile=True)
    box = root.locator("[data-field=temperature-slider]").bounding_box()
    watched.page.touchscreen.tap(
        box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2
    )
    t = temperature(root)
    assert 0.05 <= t < 0.6
    np.testing.assert_allclose(
        probabilities(root), softmax(scores(root), temperature=t)
    )


def test_the_keyboard_reaches_and_operates_everything(page):
    watched, root = page()
    keyboard = watched.page.keyboard
    root.locator("summary").focus()
    keyboard.press("Enter")
    root.locator("[data-field=temperature-slider]").focus()
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
    wanted = {
        "temperature",
        "temperature-slider",
        "limit",
        "label",
        "score",
        "draw",
        "draws",
        "shift",
        "remove",
        "add",
    }
    assert wanted | {"undo", "reset"} <= reached

    root.locator("[data-action=limit]").focus()
    keyboard.press("Enter")
    expected = (scores(root) == scores(root).max()).astype(float)
    assert probabilities(root) == expected.tolist()
    assert temperature(root) == 0
    keyboard.press("Enter")
    assert temperature(root) == 0.05


def test_arrow_keys_step_a_score(page):
    watched, root = page()
    first = root.locator("[data-field=score]").first
    before = float(first.input_value())
    first.focus()
    watched.page.keyboard.press("ArrowUp")
    assert float(first.input_value()) == pytest.approx(before + 0.1)
    np.testing.assert_allclose(
        probabilities(root), softmax(scores(root), temperature=temperature(root))
    )


@pytest.mark.parametrize(
    ("typed", "word"),
    [("abc", "number"), ("", "number"), ("1e999", "Too large")],
)
def test_a_bad_score_is_explained_and_the_last_good_state_kept(page, typed, word):
    watched, root = page()
    before = probabilities(root)
    field = root.locator("[data-field=score]").first
    good = field.input_value()
    field.fill(typed)
    assert field.get_attribute("aria-invalid") == "true"
    described = root.locator(f"[id='{field.get_attribute('aria-describedby')}']")
    assert word in described.inner_text()
    assert described.is_visible()
    assert probabilities(root) == before
    field.press("Escape")
    assert field.input_value() == good
    assert field.get_attribute("aria-invalid") is None
    assert watched.errors == []


@pytest.mark.parametrize("typed", ["-1", "0.01", "21", "cold", "1e999"])
def test_a_bad_temperature_is_explained_and_the_last_good_one_kept(page, typed):
    _, root = page()
    before = probabilities(root)
    field = root.locator("[data-field=temperature]")
    field.fill(typed)
    assert field.get_attribute("aria-invalid") == "true"
    assert probabilities(root) == before


def test_labels_are_text_in_any_language(page):
    watched, root = page()
    label = root.locator("[data-field=label]").first
    label.fill("<img src=x onerror=alert(1)>")
    assert root.locator("img").count() == 0
    label.fill("机器学习")
    score = root.locator("[data-field=score]").first
    assert score.get_attribute("aria-label") == "Score of 机器学习"
    assert watched.errors == []


def test_entries_are_added_removed_and_brought_back(page):
    _, root = page()
    open_more(root)
    before, count = probabilities(root), len(probabilities(root))
    root.locator("[data-action=remove]").first.click()
    assert len(probabilities(root)) == count - 1
    root.locator("[data-action=undo]").click()
    assert probabilities(root) == before
    for _ in range(20):
        root.locator("[data-action=add]").click(force=True)
    assert len(probabilities(root)) == 12
    assert sum(probabilities(root)) == pytest.approx(1, abs=1e-12)
    for _ in range(20):
        root.locator("[data-action=remove]").last.click(force=True)
    assert probabilities(root) == [1]
    root.locator("[data-action=reset]").click()
    assert probabilities(root) == before


def test_the_state_is_announced_after_a_pause(page):
    watched, root = page(clock=True)
    root.locator("[data-field=temperature]").fill("2")
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("Temperature 2. ")
    assert f"{max(probabilities(root)):.4f}" in said


# ---- draws -------------------------------------------------------------------


def test_the_page_draws_the_words_that_python_draws(show):
    rng = np.random.default_rng(1)
    for n_entries, seed in ((1, 3), (4, 0), (12, 999)):
        logits = (2 * rng.normal(size=n_entries)).round(2)
        widget = SoftmaxAndTemperature(logits, temperature=0.7, seed=seed)
        _, root = show(widget)
        drawn = []
        for _ in range(12):  # one by one: each word that is named
            press(root, "draw")
            drawn.append(root.locator(".gb-outcome").inner_text())
        p = softmax(logits, temperature=0.7)
        ids = sample(np.broadcast_to(p, (12, n_entries)), PageRandom(seed))
        names = ["abcdefghijkl"[i] for i in ids]
        assert drawn == [f"Drawn: {names[0]}."] + [
            f"Last drawn: {name}." for name in names[1:]
        ]
        for _ in range(3):
            press(root, "draws")
        assert counts(root) == tally(p, seed, 312).tolist()


def test_the_marks_stand_at_the_part_of_the_draws(page):
    _, root = page()
    marks = root.locator(".gb-mark")
    assert marks.filter(visible=True).count() == 0
    press(root, "draws", "draws")
    places = marks.evaluate_all("all => all.map(one => parseFloat(one.style.left))")
    np.testing.assert_allclose(places, np.array(counts(root)) / 2)  # in percent
    assert root.locator("tfoot .gb-drawn").inner_text() == "200"


@pytest.mark.parametrize("field", ["temperature", "score"])
def test_what_changes_the_probabilities_clears_the_draws(page, field):
    _, root = page()
    press(root, "draws")
    drawn = counts(root)
    root.locator(f"[data-field={field}]").first.fill("2")
    assert sum(counts(root)) == 0
    press(root, "undo")
    assert counts(root) == drawn
    press(root, "undo")
    assert sum(counts(root)) == 0


def test_other_words_keep_the_draws(page):
    _, root = page()
    press(root, "draws")
    drawn = counts(root)
    root.locator("[data-field=label]").first.fill("teacup")
    assert counts(root) == drawn


def test_draws_end_at_ten_thousand(show):
    _, root = show(SoftmaxAndTemperature(LOGITS, WORDS, n_draws=9_950))
    press(root, "draws")
    assert sum(counts(root)) == 10_000
    for action in ("draw", "draws"):
        node = root.locator(f"[data-action={action}]")
        assert node.get_attribute("aria-disabled") == "true"


def test_ten_added_to_every_score_moves_no_bar(page):
    watched, root = page(clock=True)
    press(root, "draws")
    before, drawn = probabilities(root), counts(root)
    press(root, "shift")
    watched.page.clock.run_for(1000)
    assert scores(root).tolist() == [13.01, 10.09, 12.48, 11.95]
    # the difference of two scores is rounded anew: in the last bits
    np.testing.assert_allclose(probabilities(root), before, rtol=1e-14)
    assert counts(root) == drawn
    said = "10 added to every score: no bar moved."
    assert root.locator(".gb-outcome").inner_text() == said
    assert root.locator("[role=status]").inner_text().startswith(said)
    press(root, "undo")
    assert scores(root).tolist() == LOGITS
    assert root.locator(".gb-outcome").inner_text().startswith("Last drawn: ")


def test_where_ten_is_rounded_differently_no_such_thing_is_said(show):
    # next to 2^56 the one score grows by 8, the other by 16: the bars do move
    widget = SoftmaxAndTemperature([2**56 - 8, 2**56], temperature=20, n_draws=3)
    _, root = show(widget)
    press(root, "shift")
    assert probabilities(root)[0] == pytest.approx(1 / (1 + math.exp(16 / 20)))
    assert root.locator(".gb-outcome").inner_text() == "Nothing drawn yet."
    assert sum(counts(root)) == 0


def test_draws_are_announced_with_their_counts(page):
    watched, root = page(clock=True)
    press(root, "draws")
    watched.page.clock.run_for(1000)
    a, b, c, d = counts(root)
    said = root.locator("[role=status]").inner_text()
    assert said.endswith(f"100 draws: cup {a}, piano {b}, mug {c}, glass {d}.")


# ---- it fits -----------------------------------------------------------------

# Texts and fields that touch or overlap another of the same line: [one, other].
TOUCHING = """root => {
  const boxes = [...root.querySelectorAll("table :is(th, td):not(.gb-bar)")]
    .flatMap((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      return width ? [{ words: one.textContent, left, right, top, bottom }] : [];
    });
  return boxes.flatMap((a) => boxes.filter((b) => a !== b && a.left <= b.left
    && a.top < b.bottom - 1 && b.top < a.bottom - 1 && b.left - a.right < 5)
    .map((b) => [a.words, b.words]));
}"""


@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize(
    "logits", [LOGITS, [1000, 999, -12.5, 0], [-999999.9, 123456.7, 13.01, -1e300]]
)
def test_columns_keep_a_distance(show, width, logits):
    widget = SoftmaxAndTemperature(logits, WORDS, temperature=0.5, n_draws=10_000)
    watched, root = show(widget, width=width, height=844)
    open_more(root)
    assert root.evaluate(TOUCHING) == []
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "most"), [(390, 570), (1280, 620)])
def test_controls_and_result_fit_the_first_screen(page, width, most):
    _, root = page(width=width, height=800)
    assert root.bounding_box()["height"] <= most


def test_more_is_closed_at_first_and_stays_as_the_reader_left_it(page):
    _, root = page()
    added = root.locator("[data-action=add]")
    assert added.count() == 1  # there for a script, though not seen
    assert not added.is_visible()
    open_more(root)
    press(root, "add", "draw", "undo", "reset")
    assert added.is_visible()


def test_the_steps_are_the_pencils_numbers(page):
    _, root = page()
    open_more(root)
    cells = root.locator(".gb-steps tr td:nth-child(2)").all_inner_texts()
    # the curriculum's exponentials and their sum
    assert cells == ["20.2874", "1.0942", "11.9413", "7.0287", "40.3515"]
