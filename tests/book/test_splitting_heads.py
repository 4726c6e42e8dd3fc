"""The widget splitting heads, operated on a page by keyboard, pointer and touch."""

from itertools import product

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import merge_heads, multi_head_attention, softmax, split_heads
from glassbox.machine.parameters import AttentionParameters
from glassbox.widgets import SplittingHeads
from glassbox.widgets.splitting_heads.numbers import draw_weights
from widget_page import page_of

X = [[1, 0.3, 2, -1], [0.4, 1.5, 1, 0.2], [2, 1, -0.7, 1.2]]
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
      words: [...widget.querySelectorAll("[role=status] p")].map((p) => p.textContent),
    };
  }
  return followed;
}"""


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with these widgets; return it, watched, and the first widget."""

    def show(*widgets, **options):
        path = tmp_path / "page.html"
        path.write_text(page_of(widgets or [example()]), encoding="utf-8")
        watched = open_page(path, **options)
        roots = watched.page.locator(".gb-splitting")
        for number in range(max(len(widgets), 1)):
            watched.page.locator("main > div").nth(number).scroll_into_view_if_needed()
            roots.nth(number).wait_for()
        return watched, roots.first

    return show


def example(**state):
    return SplittingHeads(X, tokens=TOKENS, **state)


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


def test_the_page_shows_what_the_python_kernels_give(show):
    rng = np.random.default_rng(0)
    sizes = [(3, 4), (1, 2), (4, 8), (2, 6), (3, 5), (3, 8), (4, 3), (2, 8)]
    widgets = [
        SplittingHeads(rng.normal(size=size).round(2), 1, seed=seed)
        for seed, size in enumerate(sizes)
    ]
    watched, _ = show(*widgets)
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
def test_a_mark_says_what_a_change_would_reach(show, projection, transpose):
    widget = example(projection=projection, transpose=transpose, seed=1)
    p = widget.parameters()
    assert all(w.all() for w in (p.w_q, p.w_k, p.w_v, p.w_o))  # a 0 would cut a way
    run = forward(X, p, projection, transpose)
    changed = {}
    for bump in run:
        after = forward(X, p, projection, transpose, bump)
        changed[bump] = {key for key in run if abs(after[key] - run[key]) > 1e-12}
    watched, _ = show(widget)
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


def test_the_way_of_a_number_is_written_out(show):
    states = [dict(items) for items in {tuple(state.items()) for state, _, _ in WAYS}]
    watched, _ = show(*(example(**state) for state in states))
    for state, start, words in WAYS:
        found = watched.page.evaluate(FOLLOW, [states.index(state), [start]])
        assert words in found[start]["words"]


def test_the_sum_written_out_gives_the_number(show):
    watched, _ = show(example())
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


def test_the_wrong_cut_mixes_tokens_in_a_head(show):
    _, root = show(example())
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


def test_the_number_followed_in_a_head_is_followed_through_a_new_cut(show):
    _, root = show(example(stage="head", place=[1, 1, 1]))
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


def test_arrow_keys_walk_a_matrix_and_follow(show):
    watched, root = show()
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
    assert root.locator("[role=status]").inner_text().startswith("weights[1][1][1] = ")


def test_tab_reaches_every_control_and_every_matrix(show):
    watched, root = show()
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


def test_touch_follows_a_number(show):
    _, root = show(width=390, height=844, has_touch=True, is_mobile=True)
    root.locator("[data-cell='merged,0,2,1']").tap()
    assert root.locator("[data-flow=here]").get_attribute("data-cell") == "merged,0,2,1"
    assert root.locator("[data-flow=same]").get_attribute("data-cell") == "found,0,2,1"


@pytest.mark.parametrize("typed", ["abc", "", "101", "-100.5", "nan"])
def test_a_bad_entry_is_explained_and_the_last_good_state_kept(show, typed):
    _, root = show()
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


def test_undo_and_reset_bring_the_numbers_back(show):
    _, root = show()
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


def test_only_divisors_of_d_model_are_offered(show):
    _, root = show(SplittingHeads(np.ones((2, 6)), 3))
    offered = root.locator("[data-action^=n_heads]:visible").all_inner_texts()
    assert offered == ["1", "2", "3"]


def test_tokens_are_text(show):
    tokens = ["<img src=x onerror=alert(1)>", "机器", "c"]
    watched, root = show(SplittingHeads(X, tokens=tokens, transpose=False))
    assert root.locator("img").count() == 0
    assert "机器" in root.locator(".gb-symptom").inner_text()
    assert watched.errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    x = np.random.default_rng(0).normal(size=(4, 8)).round(1)
    names = ["I", "like", "studying", "machine"]
    largest = SplittingHeads(x, 4, tokens=names, stage="weights", place=[2, 1, 0])
    watched, _ = show(example(transpose=False), largest, scheme=scheme, width=width)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
