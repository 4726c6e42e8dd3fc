"""The widget splitting heads: its rules, its stages, its fallback, and its page."""

import math
import re
from itertools import product

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import merge_heads, multi_head_attention, softmax, split_heads
from glassbox.kernels.position_wise import linear
from glassbox.machine.parameters import AttentionParameters
from glassbox.widgets import SplittingHeads
from glassbox.widgets.splitting_heads.numbers import draw_weights
from traitlets import TraitError

X = np.array(
    [[1, 0, 2, -1, 0.5, 3], [0, 1.5, 1, 0, -2, 1], [2, 1, 0, 1, 1, -1]]
)  # (3, 6)


@pytest.fixture
def widget():
    return SplittingHeads(X, 2, seed=4, tokens=["tea", "<b>", "牛奶"])


def test_the_state_is_kept_as_given(widget):
    assert widget.x == X.tolist()
    assert (widget.n_heads, widget.seed) == (2, 4)
    assert widget.tokens == ["tea", "<b>", "牛奶"]
    assert (widget.projection, widget.transpose) == ("query", True)
    assert repr(widget) == "SplittingHeads((3, 6), n_heads=2, seed=4)"


def test_what_is_left_out_has_a_default():
    widget = SplittingHeads(X[:1])
    assert (widget.tokens, widget.n_heads, widget.seed) == (["a"], 2, 0)
    assert (widget.stage, widget.place) == ("projection", [0, 0, 5])
    assert SplittingHeads(X).place == [0, 1, 5]


def test_a_tensor_and_numpy_numbers_are_taken():
    torch = pytest.importorskip("torch")
    widget = SplittingHeads(torch.tensor(X), np.int64(3), place=np.array([0, 2, 1]))
    assert widget.x == X.tolist()
    assert (widget.n_heads, widget.place) == (3, [0, 2, 1])
    assert {type(i) for i in [widget.n_heads, *widget.place]} == {int}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("x", [1, 2, 3], "x must be a matrix of finite numbers; got 1 at index 0"),
        ("x", [[1, 2], [3]], "x must have rows of one length; got lengths 1, 2"),
        ("x", [], "x must have 1 to 4 tokens; got 0"),
        ("x", [[]], "x must have 2 to 8 numbers a token; got 0"),
        ("x", X * math.nan, "matrix of finite numbers; got nan at index 0, 0"),
        ("x", X * 1000, "x must hold numbers from -100 to 100; got 1000"),
        ("x", np.ones((5, 6)), "x must have 1 to 4 tokens; got 5"),
        ("x", np.ones((3, 10)), "x must have 2 to 8 numbers a token; got 10"),
        ("x", np.ones((3, 1)), "x must have 2 to 8 numbers a token; got 1"),
        ("n_heads", 4, "n_heads must be 1 to 4 and divide d_model = 6; got 4"),
        ("n_heads", 6, "n_heads must be 1 to 4 and divide d_model = 6; got 6"),
        ("n_heads", 0, "n_heads must be 1 to 4"),
        ("n_heads", 1.5, "n_heads must be a whole number; got 1.5"),
        ("seed", 1000, "seed must be from 0 to 999; got 1000"),
        ("seed", -1, "seed must be from 0 to 999; got -1"),
        ("tokens", ["a", "b"], "tokens must have 3 entries; got 2"),
        ("projection", "values", "'query', 'key', 'value'"),
        ("transpose", "no", "boolean"),
        ("stage", "scores", "'x', 'w_in'"),
        ("place", [0, 3, 0], r"in projection, of shape \(1, 3, 6\); got \[0, 3, 0\]"),
        ("place", [1, 0, 0], r"place must lie in projection"),
        ("place", [0, 0], "place must be a head, a row and a column"),
        ("place", [0, -1, 0], "place must be a head, a row and a column"),
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
    given = {"x": X, "n_heads": 2} | {name: value}
    with pytest.raises(TraitError, match=message):
        SplittingHeads(**given)


@pytest.mark.parametrize(
    ("stage", "place"),
    [("head", [2, 0, 0]), ("weights", [0, 0, 3]), ("found", [1, 0, 3]),
     ("w_in", [0, 6, 0]), ("merged", [1, 0, 0])],
)  # fmt: skip
def test_a_place_outside_of_its_stage_is_refused(widget, stage, place):
    with pytest.raises(TraitError, match=f"place must lie in {stage}, of shape"):
        widget.set(stage=stage, place=place)
    assert widget.stage == "projection"


@pytest.mark.parametrize("d_model", [2, 5, 8])
def test_the_weights_are_drawn_with_two_decimals_and_the_variance_said(d_model):
    drawn = np.array([draw_weights(seed, d_model) for seed in range(300)])
    assert drawn.shape == (300, 4, d_model, d_model)
    np.testing.assert_array_equal(drawn, drawn.round(2))
    # 4800 numbers and more: the mean and the variance are within 5 standard errors
    assert abs(drawn.mean()) < 5 / math.sqrt(d_model * drawn.size)
    assert drawn.var() == pytest.approx(1 / d_model, rel=0.07)
    assert abs(drawn).max() <= math.sqrt(3 / d_model) + 0.005


@pytest.mark.parametrize("n_heads", [1, 2, 3])
def test_the_stages_are_those_of_multi_head_attention(widget, n_heads):
    widget.n_heads = n_heads
    stages, p = widget.stages(), widget.parameters()
    expected = multi_head_attention(X, X, X, p)
    # float64, and the same kernels in the same order
    np.testing.assert_allclose(stages["output"][0], expected.output, rtol=1e-12)
    np.testing.assert_allclose(stages["weights"], expected.weights, rtol=1e-12)
    query = split_heads(linear(X, p.w_q), n_heads)
    np.testing.assert_array_equal(stages["head"], query)


def test_the_mistake_cuts_in_reading_order(widget):
    widget.transpose = False
    right = SplittingHeads(X, 2, seed=4).stages()
    wrong = widget.stages()
    np.testing.assert_array_equal(wrong["head"].ravel(), right["projection"].ravel())
    assert wrong["head"].shape == right["head"].shape
    assert abs(wrong["output"] - right["output"]).max() > 0.1
    assert repr(widget).endswith("transpose=False)")
    assert "The transpose is left out" in widget.fallback


def test_the_fallback_holds_the_kernels_numbers(widget):
    widget.set(stage="weights", place=[1, 2, 0])
    stages = widget.stages()
    tables = re.findall(
        r"<caption>(.*?)</caption>.*?<tbody>(.*?)</tbody>", widget.fallback
    )
    found = {
        caption: [float(number) for number in re.findall(r"<td>([-.\d]+)", body)]
        for caption, body in tables
    }
    assert list(found) == [
        "x (3, 6)", "Q (3, 6)", "head 0: Q (3, 3)", "head 0: weights (3, 3)",
        "head 1: Q (3, 3)", "head 1: weights (3, 3)", "merged (3, 6)", "output (3, 6)",
    ]  # fmt: skip
    # four decimals are shown
    close = {"rtol": 0, "atol": 5.1e-5}
    np.testing.assert_allclose(found["Q (3, 6)"], stages["projection"].ravel(), **close)
    weights = found["head 1: weights (3, 3)"]
    np.testing.assert_allclose(weights, stages["weights"][1].ravel(), **close)
    np.testing.assert_allclose(
        found["output (3, 6)"], stages["output"].ravel(), **close
    )
    chosen = f"row 2, column 0: {stages['weights'][1, 2, 0]:.4f}"
    assert chosen in widget.fallback


def test_tokens_are_escaped_in_the_fallback(widget):
    assert "<b>" not in widget.fallback
    assert "&lt;b&gt;" in widget.fallback


def test_an_x_of_another_shape_is_set_with_all_that_depends_on_it(widget):
    widget.set(x=np.eye(2, 8), tokens=["a", "b"], n_heads=4)
    assert widget.stages()["head"].shape == (4, 2, 2)


# ---- on a page ---------------------------------------------------------------

PAGE_X = [[1, 0.3, 2, -1], [0.4, 1.5, 1, 0.2], [2, 1, -0.7, 1.2]]
TOKENS = ["tea", "with", "milk"]
LETTERS = {"query": "Q", "key": "K", "value": "V"}
COPIES = {"projection": "head", "head": "projection", "found": "merged"}
COPIES["merged"] = "found"

# Bring a widget into a state by its own controls; return the numbers that it shows.
SHOW = """async ([index, states]) => {
  const widget = document.querySelectorAll(".gb-splitting")[index];
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const button = (action) => widget.querySelector(`[data-action="${action}"]`);
  const shown = [];
  for (const state of states) {
    button(`n_heads-${state.n_heads}`).click();
    button(`projection-${state.projection}`).click();
    const wrong = button("transpose-false");
    await settled();
    if ((wrong.ariaPressed === "true") === state.transpose) wrong.click();
    for (let i = 0; i < state.more_weights; i++) button("seed").click();
    await settled();
    for (const [i, row] of state.x.entries()) {
      for (const [j, value] of row.entries()) {
        const field = widget.querySelector(`[data-cell="x,0,${i},${j}"] input`);
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
    await settled();
    const cells = [...widget.querySelectorAll("[data-cell]")];
    shown.push({
      cells: Object.fromEntries(
        cells.map((c) => [c.dataset.cell, Number(c.dataset.value)])),
      off: Number(widget.querySelector(".gb-symptom").dataset.value),
      symptom: widget.querySelector(".gb-symptom").textContent,
    });
  }
  return shown;
}"""

# Follow each number in turn; return all marks, and what is said.
FOLLOW = """async ([index, starts]) => {
  const widget = document.querySelectorAll(".gb-splitting")[index];
  const one = (key) => widget.querySelector(`[data-cell="${key}"]`);
  const followed = {};
  for (const start of starts ?? [...widget.querySelectorAll("[data-cell]")].map(
    (cell) => cell.dataset.cell)) {
    (one(start).querySelector("input") ?? one(start)).focus();
    await new Promise((resolve) => setTimeout(resolve));
    const cells = [...widget.querySelectorAll("[data-cell]")];
    followed[start] = {
      marks: Object.fromEntries(cells.map((c) => [c.dataset.cell, c.dataset.flow])),
      values: Object.fromEntries(
        cells.map((c) => [c.dataset.cell, Number(c.dataset.value)])),
      words: [...widget.querySelectorAll(".gb-trace p")].map((p) => p.textContent),
    };
  }
  return followed;
}"""


@pytest.fixture
def page(show):
    """A page with these widgets, or the example: the page, watched, and the first."""

    def page(*widgets, **options):
        watched, *roots = show(*(widgets or [example()]), **options)
        return watched, roots[0]

    return page


def example(**state):
    return SplittingHeads(PAGE_X, tokens=TOKENS, **state)


def by_place(stages):
    """Return all numbers by "stage,head,row,column", as the page names its cells."""
    return {
        ",".join([stage, *map(str, place)]): value
        for stage, array in stages.items()
        for place, value in np.ndenumerate(array)
    }


def forward(x, parameters, projection, transpose, bump=None):
    """Compute every stage; add 0.5 to the number bump, where it is made."""
    stages = {}

    def made(stage, array):
        array = np.array(array, dtype=float)
        array = array if array.ndim == 3 else array[None]
        if bump and bump.split(",")[0] == stage:
            array[tuple(map(int, bump.split(",")[1:]))] += 0.5
        stages[stage] = array
        return array if stage in ("head", "weights", "found") else array[0]

    p = parameters
    x = made("x", x)
    w = {"query": p.w_q, "key": p.w_k, "value": p.w_v}
    w[projection] = made("w_in", w[projection])
    heads = {}
    for name in w:
        y = x @ w[name]
        y = made("projection", y) if name == projection else y
        shape = p.n_heads, len(x), -1
        heads[name] = split_heads(y, p.n_heads) if transpose else y.reshape(shape)
    heads[projection] = made("head", heads[projection])
    scores = heads["query"] @ heads["key"].mT / np.sqrt(heads["key"].shape[-1])
    weights = made("weights", softmax(scores))
    merged = made("merged", merge_heads(made("found", weights @ heads["value"])))
    made("output", merged @ made("w_o", p.w_o))
    return by_place(stages)


def test_the_page_shows_what_the_python_kernels_give(page):
    rng = np.random.default_rng(0)
    sizes = [(3, 4), (1, 2), (4, 8), (2, 6), (3, 5), (3, 8), (4, 3), (2, 8)]
    widgets = [
        SplittingHeads(rng.normal(size=size).round(2), 1, seed=seed)
        for seed, size in enumerate(sizes)
    ]
    watched, _ = page(*widgets)
    for number, (n, d_model) in enumerate(sizes):
        seed, states = number, []
        for _ in range(6):
            divisors = [h for h in (1, 2, 3, 4) if d_model % h == 0]
            states.append({
                "x": (rng.normal(size=(n, d_model)) * 10 ** rng.uniform(-1, 1.3))
                .round(3).clip(-100, 100).tolist(),
                "n_heads": int(rng.choice(divisors)),
                "projection": str(rng.choice(list(LETTERS))),
                "transpose": bool(rng.random() < 0.5),
                "more_weights": int(rng.integers(3)),
            })  # fmt: skip
        shown = watched.page.evaluate(SHOW, [number, states])
        for state, found in zip(states, shown, strict=True):
            seed += state["more_weights"]
            x, n_heads = np.array(state["x"]), state["n_heads"]
            p = AttentionParameters(n_heads, *draw_weights(seed, d_model))
            way = state["projection"], state["transpose"]
            expected = forward(x, p, *way)
            assert found["cells"].keys() == expected.keys()
            np.testing.assert_allclose(
                [found["cells"][key] for key in expected],
                list(expected.values()),
                # float64 on both sides; sums in another order differ in the last
                # bits, which the softmax of large scores enlarges
                rtol=1e-9,
                atol=1e-9,
            )
            right = multi_head_attention(x, x, x, p).output
            output = [value for key, value in expected.items() if key[:2] == "ou"]
            off = abs(np.array(output).reshape(right.shape) - right).max()
            if state["transpose"]:
                assert off == pytest.approx(0, abs=1e-9)
            else:
                assert found["off"] == pytest.approx(off, abs=1e-9)
                nothing = n == 1 or n_heads == 1
                assert ("nothing to mix up" in found["symptom"]) == nothing
                assert (off < 1e-9) == nothing
    assert watched.errors == []


@pytest.mark.parametrize("transpose", [True, False])
@pytest.mark.parametrize("projection", list(LETTERS))
def test_a_mark_says_what_a_change_would_reach(page, projection, transpose):
    widget = example(projection=projection, transpose=transpose, seed=1)
    p = widget.parameters()
    assert all(w.all() for w in (p.w_q, p.w_k, p.w_v, p.w_o))  # a 0 would cut a way
    run = forward(PAGE_X, p, projection, transpose)
    changed = {}
    for bump in run:
        after = forward(PAGE_X, p, projection, transpose, bump)
        changed[bump] = {key for key in run if abs(after[key] - run[key]) > 1e-12}
    watched, _ = page(widget)
    followed = watched.page.evaluate(FOLLOW, [0, None])
    assert followed.keys() == run.keys()
    for start, key in product(run, run):
        mark = followed[start]["marks"][key]
        downstream, upstream = key in changed[start], start in changed[key]
        if start == key:
            assert mark == "here"
        elif mark == "same":
            assert downstream != upstream
            assert COPIES[start.split(",")[0]] == key.split(",")[0]
            assert followed[start]["values"][key] == followed[start]["values"][start]
        else:
            expected = "to" if downstream else "from" if upstream else ""
            assert mark == expected, (start, key)
    for start, found in followed.items():
        copies = list(found["marks"].values()).count("same")
        assert copies == (start.split(",")[0] in COPIES)
    assert watched.errors == []


WAYS = [
    ({}, "projection,0,1,3", "Column 3 = head 1 × d_head 2 + 1: heads[1][1][1], the "
     "row stays."),
    ({}, "head,1,1,1", "Column 3 = head 1 × d_head 2 + 1: heads[1][1][1], the row "
     "stays."),
    ({}, "projection,0,1,3", "It sets row 1 of head 1’s weights."),
    ({}, "weights,1,2,0", "What “milk” takes of “tea” in head 1. By the softmax each "
     "row sums to 1."),
    ({}, "found,1,0,1", "Column 3 = head 1 × d_head 2 + 1. Then w_o mixes all of "
     "row 0."),
    ({}, "merged,0,2,0", "Column 0 = head 0 × d_head 2 + 0. Then w_o mixes all of "
     "row 2."),
    ({"projection": "key"}, "head,0,2,1", "By column 2 of head 0’s scores it moves all "
     "of its weights."),
    ({"projection": "value"}, "head,0,2,1", "It is mixed into every row, by column 2 "
     "of head 0’s weights."),
    ({"n_heads": 4}, "head,2,0,0", "Column 2 = head 2 × d_head 1 + 0: heads[2][0][0], "
     "the row stays."),
    ({"transpose": False}, "projection,0,0,2", "In reading order number 2 = (head 0 × "
     "3 + row 1) × d_head 2 + 0: heads[0][1][0], the row of “with”!"),
    ({"transpose": False}, "head,1,0,1", "In reading order number 7 = (head 1 × 3 + "
     "row 0) × d_head 2 + 1: heads[1][0][1], the row of “tea”!"),
    ({"transpose": False}, "weights,0,2,1", "What “with” takes of “tea” in head 0. By "
     "the softmax each row sums to 1."),
]  # fmt: skip


def test_the_way_of_a_number_is_written_out(page):
    states = [dict(items) for items in {tuple(state.items()) for state, _, _ in WAYS}]
    watched, _ = page(*(example(**state) for state in states))
    for state, start, words in WAYS:
        found = watched.page.evaluate(FOLLOW, [states.index(state), [start]])
        assert words in found[start]["words"]


def test_the_sum_written_out_gives_the_number(page):
    watched, _ = page(example())
    names = {
        "projection,0,2,1": "Q[2][1]",
        "merged,0,1,2": "merged[1][2]",
        "output,0,0,3": "output[0][3]",
    }
    followed = watched.page.evaluate(FOLLOW, [0, list(names)])
    for start, name in names.items():
        title, terms, *_ = followed[start]["words"]
        assert title.startswith(f"{name} = ")
        numbers = terms.replace("−", "-").split(" = ")[-1].split(" + ")
        total = sum(float(a) * float(b) for a, b in (t.split(" × ") for t in numbers))
        # four products at most, of factors rounded to 0.005 and at most 3 in size
        exact = followed[start]["values"][start]
        assert total == pytest.approx(exact, abs=4 * 2 * 3 * 0.005)


def test_the_wrong_cut_mixes_tokens_in_a_head(page):
    _, root = page(example())
    rows = root.get_by_role("group", name="head 0", exact=True).get_by_role("rowheader")
    assert rows.all_inner_texts()[:3] == ["0 tea", "1 with", "2 milk"]
    assert not root.locator(".gb-symptom").is_visible()
    root.locator("[data-action=transpose-false]").click()
    assert rows.all_inner_texts()[:3] == ["0 tea", "1 tea", "2 with"]
    symptom = root.locator(".gb-symptom").inner_text()
    assert "(2, 3, 2) is the right shape" in symptom
    assert "head 0 holds tea, tea, with; head 1 holds with, milk, milk" in symptom
    # what the symptom promises: another "milk", the same head 0
    head = "cells => cells.map(cell => cell.dataset.value)"
    cells = root.locator("[data-cell^='found,0,']")
    before = cells.evaluate_all(head)
    output = root.locator("[data-cell^=output]").evaluate_all(head)
    root.locator("[data-cell='x,0,2,1'] input").fill("9")
    assert cells.evaluate_all(head) == before
    assert root.locator("[data-cell^=output]").evaluate_all(head) != output


def test_the_number_followed_in_a_head_is_followed_through_a_new_cut(page):
    _, root = page(example(stage="head", place=[1, 1, 1]))
    here = root.locator("[data-flow=here]")
    same = root.locator("[data-flow=same]")
    value = here.get_attribute("data-value")
    root.locator("[data-action=transpose-false]").click()
    assert here.get_attribute("data-cell") == "projection,0,1,3"
    assert same.get_attribute("data-cell") == "head,1,0,1"
    root.locator("[data-action=n_heads-4]").click()
    assert same.get_attribute("data-cell") == "head,2,1,0"
    assert here.get_attribute("data-value") == value
    assert same.get_attribute("data-value") == value


def test_arrow_keys_walk_a_matrix_and_follow(page):
    watched, root = page(clock=True)
    keyboard = watched.page.keyboard
    root.locator("[data-cell='weights,1,0,0']").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight",
                "ArrowRight", "ArrowLeft", "ArrowUp"):  # fmt: skip
        keyboard.press(key)
    assert (
        watched.page.evaluate("document.activeElement.dataset.cell") == "weights,1,1,1"
    )
    assert (
        root.locator("[data-flow=here]").get_attribute("data-cell") == "weights,1,1,1"
    )
    shown = root.locator(".gb-trace p").all_inner_texts()
    assert shown[0].startswith("weights[1][1][1] = ")
    watched.page.clock.run_for(1000)
    assert root.locator("[role=status]").inner_text() == " ".join(shown)


def test_tab_reaches_every_control_and_every_matrix(page):
    watched, root = page()
    root.locator("[data-action=n_heads-1]").focus()
    reached = set()
    what = """[document.activeElement].map(({ dataset, ariaLabel }) =>
      dataset.action ?? dataset.cell ?? `${ariaLabel}`)[0]"""
    for _ in range(40):
        reached.add(watched.page.evaluate(what))
        watched.page.keyboard.press("Tab")
    assert {
        "n_heads-1", "n_heads-2", "n_heads-4", "projection-query", "projection-key",
        "projection-value", "transpose-false", "seed", "undo", "reset",
        "x[0][0]", "x[2][3]", "w_in,0,0,0", "projection,0,0,0", "head,0,0,0",
        "weights,1,0,0", "found,1,0,0", "merged,0,0,0", "w_o,0,0,0", "output,0,0,0",
    } <= reached  # fmt: skip


def test_touch_follows_a_number(page):
    _, root = page(width=390, height=844, has_touch=True, is_mobile=True)
    root.locator("[data-cell='merged,0,2,1']").tap()
    assert root.locator("[data-flow=here]").get_attribute("data-cell") == "merged,0,2,1"
    assert root.locator("[data-flow=same]").get_attribute("data-cell") == "found,0,2,1"


@pytest.mark.parametrize("typed", ["abc", "", "101", "-100.5", "nan"])
def test_a_bad_entry_is_explained_and_the_last_good_state_kept(page, typed):
    _, root = page()
    values = "all => all.map(cell => cell.dataset.value)"
    before = root.locator("[data-cell]").evaluate_all(values)
    field = root.locator("[data-cell='x,0,1,1'] input")
    field.fill(typed)
    assert field.get_attribute("aria-invalid") == "true"
    assert "from −100 to 100" in root.locator(".gb-error:visible").inner_text()
    assert root.locator("[data-cell]").evaluate_all(values) == before
    root.locator("[data-action=reset]").click()
    assert field.get_attribute("aria-invalid") is None
    assert field.input_value() == "1.5"


def test_undo_and_reset_bring_the_numbers_back(page):
    _, root = page()
    values = "all => all.map(cell => cell.dataset.value)"
    cells = root.locator("[data-cell]")
    undo = root.locator("[data-action=undo]")
    before = cells.evaluate_all(values)
    assert undo.get_attribute("aria-disabled") == "true"
    root.locator("[data-action=seed]").click()
    assert cells.evaluate_all(values) != before
    undo.click()
    assert cells.evaluate_all(values) == before
    root.locator("[data-action=n_heads-4]").click()
    root.locator("[data-action=projection-value]").click()
    root.locator("[data-cell='x,0,0,0'] input").fill("7")
    root.locator("[data-action=transpose-false]").click()
    root.locator("[data-action=reset]").click()
    assert cells.evaluate_all(values) == before
    assert (
        root.locator("[data-flow=here]").get_attribute("data-cell")
        == "projection,0,1,3"
    )


def test_only_divisors_of_d_model_are_offered(page):
    _, root = page(SplittingHeads(np.ones((2, 6)), 3))
    offered = root.locator("[data-action^=n_heads]:visible").all_inner_texts()
    assert offered == ["1", "2", "3"]


def test_tokens_are_text(page):
    tokens = ["<img src=x onerror=alert(1)>", "机器", "c"]
    watched, root = page(SplittingHeads(PAGE_X, tokens=tokens, transpose=False))
    assert root.locator("img").count() == 0
    assert "机器" in root.locator(".gb-symptom").inner_text()
    assert watched.errors == []


def test_the_largest_and_the_mistaken_fit_a_phone_and_axe_finds_nothing(page):
    x = np.random.default_rng(0).normal(size=(4, 8)).round(1)
    names = ["I", "like", "studying", "machine"]
    largest = SplittingHeads(x, 4, tokens=names, stage="weights", place=[2, 1, 0])
    watched, _ = page(example(transpose=False), largest, width=360)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert Axe().run(watched.page).response["violations"] == []
