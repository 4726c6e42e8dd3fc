"""The widget softmax and temperature: its rules, its fallback, and its page."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
from glassbox import entropy, sample, softmax, softmax_jacobian
from glassbox._random import mulberry32
from glassbox.widgets import SoftmaxAndTemperature
from glassbox.widgets.softmax_and_temperature.numbers import loss_of, tally, trail_of
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
        assert counts(root) == tally(p, seed, 3012).tolist()


def test_the_marks_stand_at_the_part_of_the_draws(page):
    _, root = page()
    marks = root.locator(".gb-mark")
    assert marks.filter(visible=True).count() == 0
    press(root, "draws", "draws")
    places = marks.evaluate_all("all => all.map(one => parseFloat(one.style.left))")
    np.testing.assert_allclose(places, np.array(counts(root)) / 20)  # in percent
    assert root.locator("tfoot .gb-drawn").inner_text() == "2,000"


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
    _, root = show(SoftmaxAndTemperature(LOGITS, WORDS, n_draws=9_500))
    press(root, "draws")
    assert sum(counts(root)) == 10_000
    for action in ("draw", "draws"):
        node = root.locator(f"[data-action={action}]")
        assert node.get_attribute("aria-disabled") == "true"


@pytest.fixture
def first_page(show):
    """A page with the chapter's first widget alone: scores and probabilities."""

    def first_page(logits=LOGITS, **options):
        return show(SoftmaxAndTemperature(logits, WORDS, show="scores"), **options)

    return first_page


def test_ten_added_to_every_score_moves_no_bar(first_page):
    watched, root = first_page(clock=True)
    before = probabilities(root)
    root.locator("[data-action=shift]").press("Enter")
    watched.page.clock.run_for(1000)
    assert scores(root).tolist() == [13.01, 10.09, 12.48, 11.95]
    # the difference of two scores is rounded anew: in the last bits
    np.testing.assert_allclose(probabilities(root), before, rtol=1e-14)
    said = "All 4 scores rose by 10, and no probability changed."
    assert root.locator(".gb-outcome").inner_text() == said
    assert root.locator("[role=status]").inner_text().startswith(said)
    press(root, "undo")
    assert scores(root).tolist() == LOGITS
    assert root.locator(".gb-outcome").inner_text() == "Edit any word or score."


def test_the_scores_that_rose_stand_out_until_the_next_change(first_page):
    _, root = first_page()
    press(root, "shift")
    table = root.locator(".gb-entries")
    assert "gb-risen" in table.get_attribute("class")
    root.locator("[data-field=score]").first.fill("2")
    assert "gb-risen" not in table.get_attribute("class")


def test_of_a_thousand_draws_the_word_farthest_from_its_due_is_named(page):
    _, root = page()
    for n_draws in (1000, 2000):
        press(root, "draws")
        drawn, due = np.array(counts(root)), n_draws * softmax(np.array(LOGITS))
        at = np.abs(drawn - due).argmax()
        said = root.locator(".gb-outcome").inner_text()
        assert said == (
            f"After {n_draws:,} draws in all, {WORDS[at]} is farthest off: "
            f"it came up {drawn[at]} times; {due[at]:.1f} were expected."
        )


def test_a_wrong_score_on_a_phone_is_explained_without_covering_a_row(page):
    _, root = page(width=390, height=844)
    root.locator("[data-field=score]").nth(1).fill("abc")
    error = root.locator(".gb-score .gb-error:not(:empty)").bounding_box()
    row = root.locator("tbody tr").nth(1).bounding_box()
    assert row["y"] <= error["y"]
    assert error["y"] + error["height"] <= row["y"] + row["height"]
    assert row["x"] <= error["x"]
    assert error["x"] + error["width"] <= row["x"] + row["width"]


def test_a_wrong_temperature_on_a_phone_covers_no_slider(page):
    _, root = page(width=390, height=844)
    root.locator("[data-field=temperature]").fill("-1")
    error = root.locator(".gb-temperature .gb-error").bounding_box()
    slider = root.locator("[data-field=temperature-slider]").bounding_box()
    card = root.bounding_box()
    assert error["y"] + error["height"] <= slider["y"]
    assert card["x"] <= error["x"]
    assert error["x"] + error["width"] <= card["x"] + card["width"]


def test_where_ten_is_rounded_differently_no_such_thing_is_said(show):
    # next to 2^56 the one score grows by 8, the other by 16: the bars do move
    _, root = show(SoftmaxAndTemperature([2**56 - 8, 2**56], show="scores"))
    press(root, "shift")
    assert probabilities(root)[0] == pytest.approx(1 / (1 + math.exp(16)))
    assert root.locator(".gb-outcome").inner_text() == "Edit any word or score."


def test_draws_are_announced_with_their_counts(page):
    watched, root = page(clock=True)
    press(root, "draws")
    watched.page.clock.run_for(1000)
    a, b, c, d = counts(root)
    said = root.locator("[role=status]").inner_text()
    assert said.endswith(f"1,000 draws: cup {a}, piano {b}, mug {c}, glass {d}.")


# ---- nudge and entropy -------------------------------------------------------


def column(widget):
    """What stands beside the probabilities, as it is written."""
    return widget.locator("tbody .gb-drawn").all_inner_texts()


def test_each_of_the_four_says_in_one_line_what_it_is_for(show):
    kinds = ("scores", "draws", "nudge", "loss")
    widgets = [SoftmaxAndTemperature(LOGITS, WORDS, show=one) for one in kinds]
    _, *roots = show(*widgets, width=390)
    lines = [root.locator(".gb-heading") for root in roots]
    assert len({line.inner_text() for line in lines}) == len(kinds)
    for root, line in zip(roots, lines, strict=True):
        top, box = root.bounding_box()["y"], line.bounding_box()
        assert box["y"] - top < 30 and box["height"] < 30  # at the top, one line


@pytest.mark.parametrize("show", ["nothing", "", None, "entropy"])
def test_what_is_to_be_shown_is_one_of_four(show):
    with pytest.raises(TraitError, match="show"):
        SoftmaxAndTemperature(LOGITS, show=show)


def test_the_fallback_shows_a_column_of_the_jacobian():
    html = SoftmaxAndTemperature(LOGITS, LABELS, show="nudge", nudged=11).fallback
    shown = [float(x) for x in re.findall(r"<td>(.*?)</td>", html)[2::3]]
    expected = softmax_jacobian(softmax(np.array(LOGITS)))[:, 3]  # the last word's
    np.testing.assert_allclose(shown, expected, atol=5.1e-5)  # four decimals
    frozen = SoftmaxAndTemperature(LOGITS, LABELS, show="nudge", temperature=0)
    assert "moves by" not in frozen.fallback


@pytest.mark.parametrize("t", [0.05, 0.3, 1, 20])
def test_arrows_are_the_nudged_words_column_of_the_jacobian(show, t):
    widget = SoftmaxAndTemperature(LOGITS, WORDS, temperature=t, show="nudge")
    watched, root = show(widget)
    p = softmax(np.array(LOGITS), temperature=t)
    for at in (2, 0):
        root.locator("[data-action=nudged]").nth(at).click()
        moves = root.locator(".gb-push").evaluate_all(
            "all => all.map(one => [one.dataset.move, one.style.left, "
            "one.style.width].map(parseFloat))"
        )
        expected = softmax_jacobian(p, temperature=t)[:, at]
        # float64 on both sides; places are in percent, cut off at the scale's ends
        np.testing.assert_allclose([m for m, *_ in moves], expected, rtol=1e-9)
        ends = np.clip([p, p + expected], 0, 1)
        places = [(left / 100, (left + width) / 100) for _, left, width in moves]
        np.testing.assert_allclose(places, np.sort(ends, axis=0).T, atol=1e-6)
    assert root.locator("tfoot .gb-drawn").inner_text() == "0.0000"
    assert watched.errors == []


@pytest.mark.parametrize("width", [390, 1280])
def test_the_first_widget_has_scores_and_probabilities_alone(first_page, width):
    watched, root = first_page(width=width, clock=True)
    shown = root.locator("button").filter(visible=True).all_inner_texts()
    assert shown == ["+10 to all", "Undo", "Reset"]
    assert not root.locator("[data-field=temperature]").is_visible()
    assert not root.locator("summary").is_visible()
    heads = root.locator("thead th").filter(visible=True).all_inner_texts()
    assert [head for head in heads if head] == ["word", "score z", "probability"]
    root.locator("[data-field=score]").first.fill("1.95")
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("Most likely: mug, ") and "emperature" not in said


@pytest.mark.parametrize(
    ("logits", "said"),
    [
        (LOGITS, "The largest takes everything."),
        ([2, 2, 1, 0], "Edit any word or score, or draw."),  # two largest share
    ],
)
def test_in_the_limit_the_largest_is_said_to_take_everything(show, logits, said):
    _, root = show(SoftmaxAndTemperature(logits, WORDS))
    outcome = root.locator(".gb-outcome")
    assert outcome.inner_text() == "Edit any word or score, or draw."
    press(root, "limit")
    assert outcome.inner_text() == said
    press(root, "limit")
    assert outcome.inner_text() == "Edit any word or score, or draw."


def test_a_key_moves_the_temperature_by_about_a_tenth(page):
    _, root = page()
    dial = root.locator("[data-field=temperature-slider]")
    for key, value in {"ArrowRight": 1.1, "ArrowUp": 1.2, "PageUp": 2.2}.items():
        dial.press(key)
        assert temperature_read(root) == value


def test_the_bars_axis_has_its_numbers_above_them_or_on_a_phone_below(show):
    for width, part in ((390, "tfoot"), (1280, "thead")):
        _, root = show(SoftmaxAndTemperature(LOGITS, WORDS), width=width)
        axes = root.get_by_text("0 0.5 1").filter(visible=True)
        assert axes.count() == 1
        assert root.locator(part).get_by_text("0 0.5 1").is_visible()


def test_a_nudge_raises_the_chosen_score_by_one(show):
    _, root = show(SoftmaxAndTemperature(LOGITS, WORDS, show="nudge"))
    assert column(root) == ["+0.2500", "−0.0136", "−0.1488", "−0.0876"]
    root.locator("[data-action=nudged]").nth(1).click()
    press(root, "raise", "raise")
    assert scores(root).tolist() == [3.01, 2.09, 2.48, 1.95]
    for at in (0, 1):
        root.locator("[data-action=nudged]").nth(at).click()
    said = root.locator(".gb-outcome").inner_text()
    assert said.startswith("At this slope, one more unit would add 0.1416 to pi")
    press(root, "limit")
    assert column(root) == ["–"] * 4
    assert "no slope" in root.locator(".gb-outcome").inner_text()


def test_a_cold_softmax_switches_at_the_third_press(show):
    widget = SoftmaxAndTemperature(
        LOGITS, WORDS, temperature=0.05, show="nudge", nudged=1
    )
    _, root = show(widget)
    arrows = root.locator(".gb-push").filter(visible=True)
    assert arrows.count() == 0  # no slope, no arrow
    for _ in range(2):
        press(root, "raise")
        assert probabilities(root)[1] < 1e-7
        said = "Too small to draw: piano is still below 0.0001."
        assert root.locator(".gb-outcome").inner_text() == said
    press(root, "raise")
    said = "Now piano has 0.8320. Before that, its arrow was too short to see."
    assert root.locator(".gb-outcome").inner_text() == said
    assert round(probabilities(root)[1], 2) == 0.83  # as the chapter says
    assert arrows.count() == 2


@pytest.mark.parametrize(
    ("kind", "seen"),
    [("draws", ["Entropy"]), ("nudge", [])],
)
def test_more_has_only_the_figures_of_what_is_shown(show, kind, seen):
    _, root = show(SoftmaxAndTemperature(LOGITS, WORDS, show=kind))
    open_more(root)
    figures = root.locator(".gb-figures > *").filter(visible=True).all_inner_texts()
    assert len(figures) == len(seen)
    assert all(map(str.startswith, figures, seen))


def test_an_arrow_that_leaves_the_scale_is_marked_and_told(show):
    tied = [3.01, 3, 2.48, 1.95]
    widget = SoftmaxAndTemperature(
        tied, WORDS, temperature=0.05, show="nudge", nudged=1
    )
    _, root = show(widget)
    assert column(root) == ["−4.9502", "+4.9503", "−0.0001", "≈0"]
    heads = root.locator(".gb-push").evaluate_all(
        "all => all.map((one) => one.classList.contains('gb-cut'))"
    )
    assert heads == [True, True, False, False]
    said = root.locator(".gb-outcome").inner_text()
    assert said.startswith("Slope 4.9503: long before +1, piano would leave the scale")


@pytest.mark.parametrize("t", [0, 0.2, 1, 20])
def test_the_entropy_stands_under_more(show, t):
    _, root = show(SoftmaxAndTemperature(LOGITS, WORDS, temperature=t))
    bits = entropy(softmax(np.array(LOGITS), temperature=t)) / math.log(2)
    told = root.locator(".gb-figures").text_content()
    assert f"= {bits:.4f} bits" in told


def test_where_the_arrow_pointed_is_seen_until_the_next_change(show):
    _, root = show(SoftmaxAndTemperature(LOGITS, WORDS, show="nudge"))
    press(root, "raise")
    p = softmax(np.array(LOGITS))
    tip = p + softmax_jacobian(p)[:, 0]  # one step along each slope
    marks, lines = (
        root.locator(f".gb-{part}").filter(visible=True) for part in ("mark", "was")
    )
    left = "all => all.map(one => parseFloat(one.style.left))"
    wide = "all => all.map(one => parseFloat(one.style.width))"
    # in percent, as written: every word has its own
    np.testing.assert_allclose(marks.evaluate_all(left), 100 * tip, atol=1e-3)
    starts, widths = lines.evaluate_all(left), np.array(lines.evaluate_all(wide))
    np.testing.assert_allclose(starts, 100 * np.minimum(p, tip), atol=1e-3)
    np.testing.assert_allclose(widths, 100 * abs(tip - p), atol=1e-3)
    said = f"Now cup has 0.7332. The earlier arrow pointed to {tip[0]:.4f} (the tick "
    said += "under the bar)."
    assert root.locator(".gb-outcome").inner_text() == said
    press(root, "undo")
    assert marks.count() == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_an_earlier_arrow_reaches_into_no_other_row_and_moves_nothing(show, width):
    _, root = show(SoftmaxAndTemperature(LOGITS, WORDS, show="nudge"), width=width)
    below = root.locator("[data-action=raise]").bounding_box()["y"]
    press(root, "raise")
    assert root.locator("[data-action=raise]").bounding_box()["y"] == below
    for row in root.locator("tbody tr").all():
        end = row.evaluate("row => row.getBoundingClientRect().bottom")
        for part in row.locator(".gb-mark, .gb-was").filter(visible=True).all():
            box = part.bounding_box()
            assert box["y"] + box["height"] < end


def test_lost_draws_are_told_until_there_are_new_ones(page):
    _, root = page()
    press(root, "draws")
    root.locator("[data-field=temperature]").fill("0,7")  # with a comma, too
    assert temperature_read(root) == 0.7
    said = "The probabilities changed, so the draws start again."
    assert root.locator(".gb-outcome").inner_text() == said
    press(root, "draw")
    assert root.locator(".gb-outcome").inner_text().startswith("Drawn: ")
    press(root, "reset")
    assert (
        root.locator(".gb-outcome").inner_text() == "Edit any word or score, or draw."
    )


def temperature_read(widget):
    slider = widget.locator("[data-field=temperature-slider]")
    return float(slider.get_attribute("aria-valuetext"))


# ---- the loss ----------------------------------------------------------------


@pytest.fixture
def loss_page(show):
    """A page with the widget alone, where the piano was the correct word."""

    def loss_page(logits=LOGITS, words=WORDS, nudged=1, **options):
        widget = SoftmaxAndTemperature(
            logits, words, show="loss", nudged=nudged, loss=options.pop("loss", "log")
        )
        return show(widget, **options)

    return loss_page


def slopes(widget):
    cells = widget.locator("[data-slope]")
    return cells.evaluate_all("all => all.map(cell => Number(cell.dataset.slope))")


LOSS = {"log": lambda p: -np.log(p), "squared": lambda p: (1 - p) ** 2}


@pytest.mark.parametrize("loss", ["log", "squared"])
@pytest.mark.parametrize("at", [0, 2])
def test_the_slopes_are_those_of_the_loss(loss, at):
    z, step = np.random.default_rng(3).normal(size=5), 1e-6
    value, found = loss_of(z, at, loss)
    assert value == pytest.approx(LOSS[loss](softmax(z)[at]), rel=1e-12)
    for i, slope in enumerate(found):
        up, down = (
            LOSS[loss](softmax(z + by * np.eye(5)[i])[at]) for by in (step, -step)
        )
        # central differences: off by about 1e-16 / step
        assert slope == pytest.approx((up - down) / (2 * step), abs=1e-9)


@pytest.mark.parametrize("loss", ["log", "squared"])
@pytest.mark.parametrize("seed", range(4))
def test_the_page_shows_the_loss_and_the_slopes_of_python(loss_page, loss, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 13))
    z = (rng.normal(size=n) * 10 ** rng.uniform(-1, 2)).round(3)
    at = int(rng.integers(n))
    watched, root = loss_page(z, None, at, loss=loss)
    value, expected = loss_of(z, at, loss)
    # float64 on both sides; the sum's order and exp may differ in the last bits
    np.testing.assert_allclose(slopes(root), expected, rtol=1e-12, atol=1e-15)
    shown = float(root.locator("[data-loss]").get_attribute("data-loss"))
    assert shown == pytest.approx(value, rel=1e-12, abs=1e-15)
    moves = root.locator(".gb-push").evaluate_all(
        "all => all.map(one => Number(one.dataset.move))"
    )
    np.testing.assert_allclose(moves, -np.array(slopes(root)), rtol=0, atol=0)
    assert watched.errors == []


@pytest.mark.parametrize("loss", ["log", "squared"])
@pytest.mark.parametrize("width", [390, 1280])
def test_a_step_s_arrow_starts_at_0_on_a_scale_of_scores(loss_page, loss, width):
    _, root = loss_page(loss=loss, width=width, height=844)
    assert root.locator(".gb-bar .gb-push").count() == 0
    places = root.locator(".gb-track").evaluate_all(
        """all => all.map(track => {
          const [{ left, width }, arrow] = [track, track.querySelector(".gb-push")]
            .map(one => one.getBoundingClientRect());
          return [arrow.left, arrow.right].map(x => 2 * (x - left) / width - 1);
        })"""
    )
    z = np.array(LOGITS)
    ends = root.locator(".gb-scale span").all_inner_texts()
    assert ends == ["−1", "0", "+1"]
    for found, slope in zip(places, loss_of(z, 1, loss)[1], strict=True):
        # within the borders of the scale, 2 px of about 150
        np.testing.assert_allclose(found, sorted([0, -slope]), atol=0.03)


def test_a_short_arrow_is_a_bar_to_be_seen(loss_page):
    """One without room for its head; under squared error all four are."""
    _, root = loss_page()
    arrows = root.locator(".gb-push")
    is_stub = "all => all.map(one => one.classList.contains('gb-stub'))"
    assert arrows.evaluate_all(is_stub) == [False] * 4
    press(root, "loss-squared")
    assert arrows.evaluate_all(is_stub) == [True] * 4
    for i in range(4):
        box = arrows.nth(i).bounding_box()
        assert box["width"] >= 2 and box["height"] >= 8


@pytest.mark.parametrize(
    ("logits", "shown"),
    [
        (LOGITS, ["3.0100", "0.0900", "2.4800", "1.9500"]),
        ([1e300, -2, 0, 0.5], ["1e+300", "-2.0000", "0.0000", "0.5000"]),
    ],
)
def test_scores_that_take_steps_have_as_many_decimals(loss_page, logits, shown):
    _, root = loss_page(logits)
    fields = root.locator("[data-field=score]")
    assert [field.input_value() for field in fields.all()] == shown
    fields.last.fill("2.5")  # stays as it is typed
    assert fields.last.input_value() == "2.5"


@pytest.mark.parametrize("width", [390, 640, 722, 1280])
def test_another_loss_moves_no_button(loss_page, width):
    watched, root = loss_page(width=width, height=844)
    watched.page.add_style_tag(content=".gb { font-family: Verdana, DejaVu Sans }")
    tops = "all => all.map(one => one.getBoundingClientRect().top)"
    before = root.locator("button").evaluate_all(tops)
    press(root, "loss-squared")
    assert root.locator("button").evaluate_all(tops) == before
    press(root, "loss-log", "step")
    assert root.locator("button").evaluate_all(tops) == before


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("loss", ["log", "squared"])
def test_no_two_columns_of_the_loss_have_one_name(loss_page, width, loss):
    _, root = loss_page(loss=loss, width=width)
    names = "thead :is(th:not(.gb-score), .gb-scale-of)"
    names = root.locator(names).filter(visible=True).all_inner_texts()
    own = {"log": "y − p", "squared": "added to z"}[loss]
    assert sorted(names) == sorted(["word", "change of score", "probability", own])


@pytest.mark.parametrize(
    ("n_steps", "ticks"),
    [
        (0, range(0, 21, 5)),
        (22, range(0, 26, 5)),
        (31, range(0, 41, 10)),
        (121, range(0, 151, 50)),
    ],
)
def test_the_trail_s_axis_counts_in_round_numbers(show, n_steps, ticks):
    widget = SoftmaxAndTemperature(
        LOGITS, WORDS, show="loss", nudged=1, n_steps=n_steps
    )
    _, root = show(widget)
    shown = root.locator(".gb-trail .gb-middle").all_text_contents()
    assert shown == [str(step) for step in ticks]


def test_a_nudge_s_arrow_stays_on_the_bar(show):
    _, root = show(SoftmaxAndTemperature(LOGITS, WORDS, show="nudge"))
    assert root.locator(".gb-bar .gb-push").count() == 4
    assert not root.locator(".gb-step").first.is_visible()


@pytest.mark.parametrize(("loss", "n_steps"), [("log", 3), ("squared", 17)])
def test_the_piano_leads_after_as_many_steps_as_in_python(loss_page, loss, n_steps):
    z = np.array(LOGITS)
    _, root = loss_page()
    press(root, f"loss-{loss}")
    for n in range(1, n_steps + 1):
        assert z.argmax() != 1
        press(root, "step")
        z = z - loss_of(z, 1, loss)[1]
        said = f"After {n} steps, piano leads." if n == n_steps else " still leads."
        p = softmax(z)[1]
        more = f" The log loss would add {1 / (2 * p * (1 - p)):.0f} times as much."
        said += more if loss == "squared" else ""
        assert root.locator(".gb-outcome").inner_text().endswith(said)
    # the page rounds scores to twelve digits; their fields show four decimals
    np.testing.assert_allclose(probabilities(root), softmax(z), rtol=1e-9)
    np.testing.assert_allclose(scores(root), z, atol=5.1e-5)
    press(root, "undo")
    assert " still leads." in root.locator(".gb-outcome").inner_text()
    press(root, "reset")
    assert scores(root).tolist() == LOGITS
    said = "A step adds y − p to each score: where y − p is positive, the score "
    assert root.locator(".gb-outcome").inner_text() == said + "rises."


@pytest.mark.parametrize("loss", ["log", "squared"])
def test_ten_steps_at_one_press_are_ten_presses_of_one(loss_page, loss):
    _, root = loss_page()
    press(root, f"loss-{loss}", *["step"] * 10)
    one_by_one = [scores(root), trails(root)]
    press(root, *["undo"] * 10, "steps_ten")
    for found, expected in zip([scores(root), trails(root)], one_by_one, strict=True):
        assert np.array_equal(np.hstack(found), np.hstack(expected))
    assert root.locator(".gb-outcome").inner_text().startswith("After 10 steps, ")
    press(root, "undo")  # a press is one change
    assert scores(root).tolist() == LOGITS


def test_another_word_or_score_starts_the_count_again(loss_page):
    _, root = loss_page()
    for action in ("nudged", "score"):
        press(root, "step")
        assert root.locator(".gb-outcome").inner_text().startswith("After 1 step, ")
        if action == "score":
            root.locator("[data-field=score]").last.fill("2")
        else:
            root.locator(f"[data-action={action}]").last.click()
        assert root.locator(".gb-outcome").inner_text().startswith("A step adds")
        assert trails(root) == [probabilities(root)[-1:]] * 2


def trails(widget):
    """The correct word's probability after each step: log loss, squared error."""
    ways = widget.locator("[data-trail]")
    read = "all => all.map(one => one.dataset.trail.split(' ').map(Number))"
    return ways.evaluate_all(read)


def test_each_loss_leaves_its_trail_and_goes_on_from_its_end(loss_page):
    _, root = loss_page()
    z = np.array(LOGITS)
    press(root, *["step"] * 3, "loss-squared")
    assert scores(root).tolist() == LOGITS  # from the same scores
    press(root, *["step"] * 17)
    shown = [trail_of(z, 1, "log", 3), trail_of(z, 1, "squared", 17)]
    for found, expected in zip(trails(root), shown, strict=True):
        # the page rounds scores to twelve digits
        np.testing.assert_allclose(found, expected, rtol=1e-9)
    said = root.locator(".gb-trail li").all_inner_texts()
    assert said == [
        "log loss: leads after 3 steps",
        "squared error: leads after 17 steps",
    ]
    before = trails(root)
    press(root, "loss-log")
    assert root.locator(".gb-outcome").inner_text() == "After 3 steps, piano leads."
    assert probabilities(root)[1] == before[0][-1]
    press(root, "step", "undo", "undo")
    assert trails(root) == before
    assert "After 17 steps, piano leads." in root.locator(".gb-outcome").inner_text()
    press(root, "reset")
    assert [len(way) for way in trails(root)] == [1, 1]
    assert scores(root).tolist() == LOGITS


def tried(widget):
    """The rows of what was drawn before: T, and how often each word came."""
    rows = widget.locator(".gb-tries tbody tr")
    return [row.locator("th, td").all_inner_texts() for row in rows.all()]


def test_what_was_drawn_at_the_last_temperatures_stays(show):
    widget = SoftmaxAndTemperature(LOGITS, WORDS, seed=834)
    _, root = show(widget)
    assert tried(root) == []
    expected = []
    for t in ("1", "0.2", "2", "5", "10"):
        root.locator("[data-field=temperature]").fill(t)
        press(root, *["draw"] * 5)
        p = softmax(np.array(LOGITS), temperature=float(t))
        expected.append([t, "5", *map(str, tally(p, 834, 5))])
        assert tried(root) == expected[-4:]
    press(root, "draws")  # added to the five
    many = ["10", "1,005", *map(str, tally(p, 834, 1005))]
    assert tried(root) == [*expected[-4:-1], many]
    press(root, "undo")
    assert tried(root) == expected[-4:]
    root.locator("[data-field=score]").first.fill("2")
    assert tried(root) == []
    press(root, "undo")
    assert tried(root) == expected[-4:]
    press(root, "reset")
    assert tried(root) == []


def test_where_the_loss_is_shown_only_its_controls_are_there(loss_page):
    _, root = loss_page()
    shown = root.locator("button").filter(visible=True).all_inner_texts()
    choices = [*WORDS, "log loss", "squared error"]
    assert shown == [*choices, "One step", "10 steps", "Undo", "Reset"]
    assert not root.locator("[data-field=temperature]").is_visible()
    assert not root.locator("summary").is_visible()
    row = root.locator(".gb-lost")
    assert row.locator("th").inner_text() == "log loss"
    assert row.locator(".gb-loss").inner_text() == f"{-math.log(0.0271164):.4f} nats"


@pytest.mark.parametrize("kind", ["loss", "scores"])
def test_what_has_no_temperature_of_its_own_is_shown_at_1_alone(kind):
    with pytest.raises(TraitError, match="temperature must be 1; got 2"):
        SoftmaxAndTemperature(LOGITS, show=kind, temperature=2)


def test_the_fallback_tells_the_loss_and_its_slopes():
    html = SoftmaxAndTemperature(LOGITS, WORDS, show="loss", nudged=1).fallback
    shown = [float(x) for x in re.findall(r"<td>(.*?)</td>", html)[2::3]]
    assert shown == [0.5028, -0.9729, 0.2959, 0.1742]  # p - y
    assert "Correct word: piano. Loss (log loss): 3.6076" in html


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
@pytest.mark.parametrize("kind", ["draws", "scores", "nudge"])
def test_columns_keep_a_distance(show, width, logits, kind):
    t = 1 if kind == "scores" else 0.5
    widget = SoftmaxAndTemperature(
        logits, WORDS, temperature=t, n_draws=10_000, show=kind
    )
    watched, root = show(widget, width=width, height=844)
    if kind != "scores":
        open_more(root)
    assert root.evaluate(TOUCHING) == []
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("loss", ["log", "squared"])
def test_the_loss_s_columns_keep_a_distance(loss_page, width, loss):
    watched, root = loss_page(loss=loss, width=width, height=844)
    press(root, "step")
    assert root.evaluate(TOUCHING) == []
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "most"), [(390, 800), (1280, 690)])
def test_the_loss_and_its_steps_fit_a_screen(loss_page, width, most):
    _, root = loss_page(width=width, height=800)
    assert root.bounding_box()["height"] <= most


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


def test_the_steps_go_from_the_scores_to_the_probabilities(show):
    _, root = show(SoftmaxAndTemperature(LOGITS, WORDS, show="nudge"))
    open_more(root)
    cells = root.locator(".gb-steps tr td:nth-child(4)").all_inner_texts()
    exps = np.exp(np.array(LOGITS) - max(LOGITS))
    assert cells == [f"{x:.4f}" for x in (*exps, exps.sum())]
    cells = root.locator(".gb-steps tr td:nth-child(5)").all_inner_texts()
    assert cells == [*(f"{p:.4f}" for p in softmax(np.array(LOGITS))), "1.0000"]


@pytest.mark.parametrize(
    ("kind", "heads"),
    [
        ("draws", []),
        ("nudge", ["word", "z − max", "÷ T", "exp", "÷ sum"]),
    ],
)
@pytest.mark.parametrize("width", [390, 1280])
def test_more_has_only_the_steps_that_were_explained_by_then(show, kind, heads, width):
    _, root = show(SoftmaxAndTemperature(LOGITS, WORDS, show=kind), width=width)
    open_more(root)
    steps = root.locator(".gb-steps")
    shown = steps.locator("thead th").filter(visible=True).all_inner_texts()
    assert shown == heads
    for row in steps.locator("tbody tr").all():
        assert (
            row.locator("th, td").filter(visible=True).count() == max(len(heads), 1) + 1
        )
