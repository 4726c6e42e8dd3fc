"""The widget one context or many: its rules, its fallback, and its page."""

import math
import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox.widgets import OneContextOrMany
from glassbox.widgets.one_context_or_many import count_different
from traitlets import TraitError

WEIGHTS = np.array([[0.7, 0.2, 0.1], [0.1, 0.3, 0.6]])  # (2, 3)
SOURCE = ["我", "<b>", "学习"]
TARGET = ["I", "study"]
VALUES = np.array([[1, 0], [0.5, 2], [-1, 4]])


@pytest.fixture
def widget():
    return OneContextOrMany(WEIGHTS, SOURCE, TARGET, values=VALUES)


def test_the_state_is_kept_as_given(widget):
    assert widget.weights == WEIGHTS.tolist()
    assert widget.values == VALUES.tolist()
    assert (widget.source, widget.target) == (SOURCE, TARGET)
    assert (widget.illustrative, widget.target_index, widget.one_context) == (
        False,
        0,
        False,
    )
    assert OneContextOrMany(WEIGHTS, SOURCE, TARGET).values is None


def test_a_tensor_and_single_characters_are_taken():
    torch = pytest.importorskip("torch")
    widget = OneContextOrMany(torch.tensor(WEIGHTS), list("学 习"), ["2", "0"])
    assert widget.weights == WEIGHTS.tolist()
    assert widget.source == ["学", " ", "习"]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("weights", [0.5, 0.5], "weights must be a matrix"),
        ("weights", [[1, 0], [1]], "must have rows of one length; got lengths 1, 2"),
        ("weights", [], r"have the shape \(2, 3\); got \(0,\)"),
        ("weights", [[], []], r"have the shape \(2, 3\); got \(2, 0\)"),
        (
            "weights",
            WEIGHTS * math.nan,
            "matrix of finite numbers; got nan at index 0, 0",
        ),
        ("weights", WEIGHTS[:, :2], r"have the shape \(2, 3\); got \(2, 2\)"),
        ("weights", WEIGHTS.T, r"have the shape \(2, 3\); got \(3, 2\)"),
        ("weights", [[1.1, -0.1, 0], [1, 0, 0]], "be at least 0; got -0.1"),
        (
            "weights",
            [[0.2, 0.3, 0.5], [0.3, 0.4, 0.6]],
            "sum to 1, within 1e-06; got 1.3 in row 1",
        ),
        (
            "weights",
            [[0.2, 0.3, 0.500002], [0.3, 0.4, 0.3]],
            "got 1.000002 in row 0",
        ),
        ("source", ["a", "b"], r"weights must have the shape \(2, 2\); got \(2, 3\)"),
        ("source", ["a", "", "c"], "source must not hold an empty word"),
        ("source", [1, 2, 3], "source must be a list of strings"),
        ("target", [], "target must have 1 to 24 words; got 0"),
        ("target", ["w"] * 25, "target must have 1 to 24 words; got 25"),
        ("values", VALUES[:2], "values must have 3 rows, one a source word; got 2"),
        ("values", np.ones((3, 9)), "values must be 1 to 8 wide; got 9"),
        ("values", [[], [], []], "values must be 1 to 8 wide; got 0"),
        ("values", VALUES * 1e6, r"from -1e\+06 to 1e\+06; got"),
        ("illustrative", "yes", "illustrative"),
        ("target_index", 2, "target_index must be below 2; got 2"),
        ("target_index", -1, "target_index must be from 0 to 23; got -1"),
        ("target_index", 0.5, "target_index must be a whole number; got 0.5"),
        ("one_context", "all", "one_context"),
    ],
)
def test_a_wrong_value_is_refused_and_the_last_good_state_stays(
    widget, name, value, message
):
    before, fallback = getattr(widget, name), widget.fallback
    with pytest.raises(TraitError, match=message):
        setattr(widget, name, value)
    assert getattr(widget, name) == before
    assert widget.fallback == fallback
    good = {"weights": WEIGHTS, "source": SOURCE, "target": TARGET, "values": VALUES}
    with pytest.raises(TraitError, match=message):
        OneContextOrMany(**good | {name: value})


def test_a_sum_within_the_tolerance_is_taken():
    rounded = OneContextOrMany([[0.3333334, 0.3333334, 0.3333334]], SOURCE, ["I"])
    assert sum(rounded.weights[0]) == pytest.approx(1, abs=1e-6)


def test_words_and_weights_of_another_size_are_set_together(widget):
    widget.set(weights=[[0.5, 0.5]], source=["a", "b"], target=["c"], values=None)
    assert widget.fallback.count("<tr>") == 2


def test_contexts_are_the_shares_times_the_values(widget):
    own, one = widget.contexts()
    expected = [
        [0.7 * 1 + 0.2 * 0.5 - 0.1, 0.2 * 2 + 0.1 * 4],
        [0.1 * 1 + 0.3 * 0.5 - 0.6, 0.3 * 2 + 0.6 * 4],
    ]
    # sums of three terms in another order
    np.testing.assert_allclose(own, expected, rtol=0, atol=1e-15)
    np.testing.assert_allclose(one, [0.5 / 3, 2], rtol=0, atol=1e-15)
    widget.values = None
    own, one = widget.contexts()
    np.testing.assert_array_equal(own, WEIGHTS)
    np.testing.assert_array_equal(one, [1 / 3] * 3)


def test_equal_contexts_count_once():
    assert count_different(np.array([[1, 2], [1, 2 + 1e-12], [1, 2.1], [1, 2]])) == 2


@pytest.mark.parametrize("values", [VALUES, None])
@pytest.mark.parametrize("one_context", [False, True])
def test_repr_and_fallback_tell_shares_distances_and_count(values, one_context):
    widget = OneContextOrMany(
        WEIGHTS, SOURCE, TARGET, values=values, target_index=1, one_context=one_context
    )
    whose = "one context for all" if one_context else "own context of 'study'"
    name = f"OneContextOrMany(2 output words, 3 source words, {whose})"
    assert repr(widget) == name
    cells = re.findall(r"<td>([-.\d]+)</td>", widget.fallback)
    shown = np.array(cells, float).reshape(2, 4)
    shares = np.full((2, 3), 1 / 3) if one_context else WEIGHTS
    # two decimals of a share are shown, three of a distance
    np.testing.assert_allclose(shown[:, :3], shares, rtol=0, atol=5.1e-3)
    lost = np.abs(WEIGHTS - 1 / 3).sum(-1) / 2
    if values is not None:
        lost = np.linalg.norm(WEIGHTS @ VALUES - VALUES.mean(0), axis=-1)
    np.testing.assert_allclose(shown[:, 3], lost, rtol=0, atol=5.1e-4)
    count = 1 if one_context else 2
    assert f"Different contexts: {count} for 2 output words." in widget.fallback


def test_only_made_up_weights_are_called_so(widget):
    assert "Chosen by hand" not in widget.fallback
    widget.illustrative = True
    assert "Chosen by hand" in widget.fallback


def test_words_are_escaped_in_the_fallback(widget):
    assert "<b>" not in widget.fallback
    assert "&lt;b&gt;" in widget.fallback


# ---- on a page ---------------------------------------------------------------

SENTENCE = ["我", "喜欢", "学习", "机器", "学习"]
WORDS = ["I", "like", "studying"]
SHARES = np.array(
    [
        [0.9, 0.04, 0.03, 0.02, 0.01],
        [0.1, 0.7, 0.1, 0.06, 0.04],
        [0, 0.1, 0.5, 0.1, 0.3],
    ]
)
VECTORS = np.array([[1, -0.5], [0, 2], [0.25, 0.5], [-1, 3], [0.25, 0.5]])

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
      shares: numbers(".gb-picture li b"), strips: numbers(".gb-strip i"),
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
PICTURE = """root => [...root.querySelectorAll(".gb-picture li, .gb-share")].map(
  (node) => node.textContent + node.getAttribute("d") + node.style.strokeWidth
).join()"""


def example(**state):
    return OneContextOrMany(SHARES, SENTENCE, WORDS, **{"values": VECTORS} | state)


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
    watched, *_ = show(*widgets)
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
            close(page["lost"], 0 * lost if one else lost)
            close(page["own_lost"], 0 if one else lost[at])
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
        pictures.add(root.evaluate(PICTURE))
    assert len(pictures) == 4


NAMES = {"glosses": ["I", "like", "study", "machine", "study"], "features": ["a", "b"]}


def test_side_by_side_only_the_picture_with_own_contexts_changes(show):
    watched, root = show(example(side_by_side=True, one_context=True, **NAMES))
    one, own = root.locator(".gb-panel").all()
    assert one.locator(".gb-title").inner_text().startswith("One for all")
    shared, each = set(), set()
    for number in range(3):
        action = "target" if number % 2 else "all-target"  # either picture hears it
        root.locator(f"[data-action={action}-{number}]").click()
        shared.add(one.evaluate(PICTURE))
        each.add(own.evaluate(PICTURE))
        numbers = "all => all.map((node) => Number(node.dataset.value))"
        context = own.locator(".gb-arrives b").evaluate_all(numbers)
        close(context, (SHARES @ VECTORS)[number])
        mean = one.locator(".gb-arrives b").evaluate_all(numbers)
        close(mean, VECTORS.mean(axis=0))
    assert (len(shared), len(each)) == (1, 3)
    assert root.locator("[data-action=one-true]:visible").count() == 0
    assert watched.errors == []


def test_glosses_stand_with_the_words_and_features_over_the_numbers(show):
    widget = example(side_by_side=True, **NAMES)
    _, root = show(widget)
    first = root.locator(".gb-panel").first
    words = first.locator(".gb-word").all_inner_texts()
    # 学习 comes twice: its place tells which
    assert [word.split() for word in words][2:] == [
        ["学习₃", "study"],
        ["机器", "machine"],
        ["学习₅", "study"],
    ]
    assert first.locator(".gb-arrives span").all_inner_texts() == ["a", "b"]
    root.locator("[data-action=target-2]").click()
    verdict = root.locator("[data-words=verdict]").inner_text()
    assert "a mix of “学习₃ (study)” 0.500, “学习₅ (study)” 0.300" in verdict
    assert '<th scope="col">学习 (study)</th>' in widget.fallback
    assert "one context for all beside the own context of 'I'" in repr(widget)


def test_a_changed_query_changes_its_own_context_alone(show):
    queries = np.array([[1, 0], [0, 2], [2, 1]])
    watched, root = show(example(side_by_side=True, queries=queries, **NAMES))
    one, own = root.locator(".gb-panel").all()
    root.locator("[data-action=target-1]").click()
    rows = own.locator(".gb-picture li > small").all_inner_texts()
    assert rows == ["(1, −0.5)", "(0, 2)", "(0.25, 0.5)", "(−1, 3)", "(0.25, 0.5)"]
    assert one.locator(".gb-picture li > small").count() == 0
    before, shared = own.evaluate(PICTURE), one.evaluate(PICTURE)
    field = root.locator("[data-field=query-0]")
    field.fill("-1.5")
    weights = np.exp(VECTORS @ [-1.5, 2] / np.sqrt(2))
    weights /= weights.sum()
    numbers = "all => all.map((node) => Number(node.dataset.value))"
    close(own.locator(".gb-picture li b").evaluate_all(numbers), weights)
    close(own.locator(".gb-arrives b").evaluate_all(numbers), weights @ VECTORS)
    assert one.evaluate(PICTURE) == shared
    root.locator("[data-action=undo]").click()
    assert own.evaluate(PICTURE) == before
    assert field.input_value() == "0"
    field.fill("many")
    assert field.get_attribute("aria-invalid") == "true"
    assert own.evaluate(PICTURE) == before
    assert watched.errors == []


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("queries", [[1, 0]], r"queries must have the shape \(2, 2\)"),
        ("glosses", ["one"], "glosses must be 3 or none; got 1"),
        ("features", ["a", "b", "c"], "features must be 2 or none; got 3"),
        ("side_by_side", "yes", "side_by_side"),
    ],
)
def test_names_must_fit_what_they_name(widget, name, value, message):
    with pytest.raises(TraitError, match=message):
        setattr(widget, name, value)


def test_words_with_the_same_context_are_counted_once(show):
    _, root = show(OneContextOrMany(SHARES[[0, 1, 0]], SENTENCE, WORDS))
    assert root.locator(".gb-count").get_attribute("data-value") == "2"
    # 学习 stands twice and has the same value: other shares, the same context
    shares = [[0, 0, 0.8, 0.2, 0], [0, 0, 0.3, 0.2, 0.5], [0, 1, 0, 0, 0]]
    _, root = show(OneContextOrMany(shares, SENTENCE, WORDS, values=VECTORS))
    assert root.locator(".gb-count").get_attribute("data-value") == "2"


def test_the_label_is_there_for_made_up_weights_alone(show):
    _, root = show(example(illustrative=True))
    assert root.locator(".gb-made-up").is_visible()
    assert root.locator(".gb-made-up").inner_text() == "Chosen by hand"
    _, root = show(example())
    assert not root.locator(".gb-made-up").is_visible()


def test_the_keyboard_reaches_and_operates_everything(show):
    watched, root = show(example(), clock=True)
    keyboard = watched.page.keyboard
    focused = (
        "document.activeElement.dataset.action ?? document.activeElement.className"
    )
    root.locator("summary").click()
    root.locator("[data-action=one-false]").focus()
    reached = []
    for _ in range(6):
        keyboard.press("Tab")
        reached.append(watched.page.evaluate(focused))
    assert reached == ["one-true", "target-0", "", "gb-sum", "undo", "reset"]
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
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("studying. 1 context for 3 output words. ")


def test_undo_and_reset_bring_the_earlier_state_back(show):
    _, root = show(example(target_index=1))
    shares = "all => all.map(node => Number(node.dataset.value))"
    numbers = root.locator(".gb-picture li b")
    undo = root.locator("[data-action=undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    root.locator("[data-action=target-2]").click()
    root.locator("[data-action=one-true]").click()
    undo.click()
    close(numbers.evaluate_all(shares), SHARES[2])
    undo.click()
    close(numbers.evaluate_all(shares), SHARES[1])
    assert undo.get_attribute("aria-disabled") == "true"
    root.locator("[data-action=one-true]").click()
    root.locator("[data-action=reset]").click()
    close(numbers.evaluate_all(shares), SHARES[1])


def test_touch_chooses_a_word(show):
    _, root = show(example(), width=390, height=844, has_touch=True, is_mobile=True)
    root.locator("[data-action=target-1]").tap()
    assert "c₂" in root.locator("[data-words=verdict]").inner_text()


def test_on_a_phone_the_query_and_both_results_are_in_view_together(show):
    queries = np.ones((5, 4))
    values = np.eye(5, 4)
    names = {"glosses": ["I", "like", "study", "machine", "study"]}
    names["features"] = ["person", "feeling", "study", "machine"]
    five = [*WORDS, "machine", "learning"]
    state = {"side_by_side": True, "values": values, "queries": queries}
    widget = OneContextOrMany(np.full((5, 5), 0.2), SENTENCE, five, **state, **names)
    _, root = show(widget, width=390, height=844)
    top = root.bounding_box()["y"]
    last = root.locator(".gb-arrives").last.bounding_box()
    assert last["y"] + last["height"] - top < 700  # less the page's own bar
    for word in root.locator(".gb-word").all():
        assert word.evaluate("node => node.scrollWidth <= node.clientWidth")
    sizes = "all => all.map((node) => parseFloat(getComputedStyle(node).fontSize))"
    small = ".gb-word small, .gb-arrives span, .gb-asks li > span"
    assert min(root.locator(small).evaluate_all(sizes)) >= 14


def test_words_are_text_and_a_space_is_visible(show):
    words = ["<img src=x onerror=alert(1)>", " "]
    watched, root = show(OneContextOrMany([[0.4, 0.6]], words, ["🙂"]))
    assert root.locator("img").count() == 0
    assert root.locator(".gb-word").all_inner_texts() == [words[0], "␣"]
    assert root.locator(".gb-count").inner_text() == "1 context for 1 output word"
    assert watched.errors == []


def test_the_largest_fits_a_phone_and_axe_finds_no_violation(show):
    rng = np.random.default_rng(1)
    largest = OneContextOrMany(
        rng.dirichlet(np.full(24, 0.3), size=24),
        [f"a rather long word {n}" for n in range(24)],
        [f"another long word {n}" for n in range(24)],
        values=rng.normal(size=(24, 8)),
    )
    watched, *_ = show(largest, example(one_context=True))
    for width in (1280, 390, 360):
        watched.page.set_viewport_size({"width": width, "height": 844})
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
        violations = Axe().run(watched.page).response["violations"]
        assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
    assert watched.errors == []
