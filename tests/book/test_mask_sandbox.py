"""The mask sandbox, operated on a page by keyboard and pointer."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import causal_mask, padding_mask, softmax
from glassbox.widgets import MaskSandbox
from widget_page import page_of

SCORES = np.array(
    [[0.1, -0.1, 0.6, 0.1], [1.3, 0.9, -0.7, -1.3], [-2.3, 0, -1.2, -0.7], [4, 1, 0, 1]]
)
VALUES = np.array([[1, 0], [2, -1.5], [-0.5, 3], [9, 9]])  # (4, 2)
TOKENS = ["the", "cat", "sat", "[pad]"]
USES = [("before", "-inf"), ("before", "-1e9"), ("after", "-inf")]
SWITCHES = ["causal", "hide_padding", "inverted"]

# Bring a widget into a state by its own controls; return what it then shows.
SHOW = """async ([index, states]) => {
  const widget = document.querySelectorAll(".gb-sandbox")[index];
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const button = (action) => widget.querySelector(`[data-action=${action}]`);
  const press = async (action, on) => {
    if (button(action).ariaPressed !== `${on}`) button(action).click();
    await settled();
  };
  const data = (selector, name) =>
    [...widget.querySelectorAll(selector)].map((node) => node.dataset[name]);
  const shown = [];
  for (const state of states) {
    button("right").click();
    await settled();
    for (const name of ["causal", "hide_padding", "inverted"]) {
      await press(name, state[name]);
    }
    await press(`use${state.use}`, true);
    const slider = widget.querySelector("input");
    slider.value = state.n_padding;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await settled();
    for (const row of state.rows) button(`row${row}`).click(), await settled();
    for (const cell of state.cells) {
      widget.querySelector(`[data-cell="${cell}"]`).click();
      await settled();
    }
    if (state.poked !== null) await press(`poke${state.poked}`, true);
    const verdicts = {};
    for (const node of widget.querySelectorAll("[data-verdict]")) {
      const chips = [...node.querySelectorAll("[data-value]")];
      verdicts[node.dataset.verdict] = {
        state: node.dataset.state, text: node.textContent,
        values: chips.map((chip) => chip.dataset.value),
        chips: chips.map((chip) => chip.textContent),
      };
    }
    shown.push({
      mask: data("[data-cell]", "mask"),
      scores: data("[data-cell] span", "value"),
      weights: data("[data-forbidden]", "value"),
      forbidden: data("[data-forbidden]", "forbidden"),
      leak: data("[data-forbidden]", "leak"),
      sums: data("[data-one]", "value"),
      one: data("[data-one]", "one"),
      outputs: data("td > [data-value]:not([data-leak])", "value"),
      moves: data("b[data-leak]", "value"),
      wrong: data("b[data-leak]", "leak"),
      code: widget.querySelector("pre").textContent,
      answers: widget.querySelector(".gb-answers").hidden
        ? [] : data("[data-answer]", "value"),
      verdicts,
    });
  }
  return shown;
}"""


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with these widgets; return it, watched, and the first widget."""

    def show(*widgets, **options):
        path = tmp_path / "page.html"
        path.write_text(page_of(widgets or [example()]), encoding="utf-8")
        watched = open_page(path, **options)
        roots = watched.page.locator(".gb-sandbox")
        for number in range(max(len(widgets), 1)):
            watched.page.locator("main > div").nth(number).scroll_into_view_if_needed()
            roots.nth(number).wait_for()
        return watched, roots.first

    return show


def example(**state):
    return MaskSandbox(
        SCORES, **{"values": VALUES, "tokens": TOKENS, "n_padding": 1} | state
    )


def shown_after(watched, **state):
    """Bring the page's first widget into a state; return what it shows."""
    given = {name: name != "inverted" for name in SWITCHES}
    given |= {"use": 0, "n_padding": 1, "rows": [], "cells": [], "poked": None}
    return watched.page.evaluate(SHOW, [0, [given | state]])[0]


def random_widget(rng):
    n = rng.integers(2, 7)
    values = rng.normal(size=(n, rng.integers(1, 4))) if rng.integers(4) else None
    return MaskSandbox((rng.normal(size=(n, n)) * 10 ** rng.uniform(-1, 1)), values)


def random_state(rng, n):
    state = {name: bool(rng.integers(2)) for name in SWITCHES}
    rows = rng.choice(n, size=rng.integers(2), replace=False).tolist()
    cells = rng.integers(n, size=(rng.integers(4), 2)).tolist()
    return state | {
        "use": int(rng.integers(3)),
        "n_padding": int(rng.integers(n + 1)),
        "rows": rows,
        "cells": [f"{i},{j}" for i, j in cells],
        "poked": None if rng.integers(2) else int(rng.integers(n)),
    }


def expected_mask(state, n):
    mask = np.ones((n, n), bool)
    if state["causal"]:
        mask &= causal_mask(n)
    if state["hide_padding"]:
        mask &= padding_mask([n - state["n_padding"]], n)[0]
    mask ^= state["inverted"]
    for row in state["rows"]:
        if mask[row].any():
            mask[row] = False
    for cell in state["cells"]:
        i, j = (int(digit) for digit in cell.split(","))
        mask[i, j] ^= True
    return mask


def look_up(scores, values, mask, state):
    """Weights and output, or the weights again where there are no values."""
    when, fill = USES[state["use"]]
    if when == "after":
        weights = softmax(scores) * mask
    else:
        weights = softmax(np.where(mask, scores, float(fill)))
    return weights, weights @ values if values.size else weights


def poke(scores, values, token):
    scores, values = scores.copy(), values.copy()
    scores[:, token] += 1
    values[token : token + 1] += 1  # nothing, where there are no values
    return scores, values


def numbers(shown, name):
    return np.array([float(x) for x in shown[name]])


def flags(shown, name):
    return np.array([x == "true" for x in shown[name]])


def test_the_page_shows_what_the_python_kernels_give(show):
    rng = np.random.default_rng(0)
    widgets = [random_widget(rng) for _ in range(10)]
    watched, _ = show(*widgets)
    seen = set()
    for number, widget in enumerate(widgets):
        scores, values = np.array(widget.scores), np.array(widget.values)
        n = len(scores)
        states = [random_state(rng, n) for _ in range(12)]
        for state, shown in zip(
            states, watched.page.evaluate(SHOW, [number, states]), strict=True
        ):
            mask = expected_mask(state, n)
            seen.add((state["use"], bool(mask.any(axis=1).all())))
            check(scores, values, mask, state, shown)
    assert len(seen) == 6  # each use of the mask with and without an empty row
    assert watched.errors == []


def check(scores, values, mask, state, shown):
    n, poked = len(scores), state["poked"]
    before = look_up(scores, values, mask, state)
    now = (scores, values) if poked is None else poke(scores, values, poked)
    weights, output = look_up(*now, mask, state)
    real = np.arange(n) < n - state["n_padding"]
    allowed = causal_mask(n) & real
    leak = (weights != 0) & ~allowed
    assert (flags(shown, "mask") == mask.ravel()).all()
    assert (flags(shown, "forbidden") == ~allowed.ravel()).all()
    assert (flags(shown, "leak") == leak.ravel()).all()
    # float64 on both sides; exp and sums may differ in the last bits
    close = {"rtol": 1e-12, "atol": 1e-12}
    np.testing.assert_allclose(numbers(shown, "scores"), now[0].ravel(), **close)
    np.testing.assert_allclose(numbers(shown, "weights"), weights.ravel(), **close)
    sums = weights.sum(axis=1)
    np.testing.assert_allclose(numbers(shown, "sums"), sums, **close)
    wrong = np.abs(sums - 1) > 1e-9
    assert (flags(shown, "one") == ~wrong).all()
    if values.size:
        both = np.stack([output, now[1]], axis=-1)  # each output, and its own value
        np.testing.assert_allclose(numbers(shown, "outputs"), both.ravel(), **close)
    if poked is not None:
        moves = np.abs(output - before[1]).max(axis=1)
        np.testing.assert_allclose(numbers(shown, "moves"), moves, **close)
        must_not = moves.astype(bool) & ~allowed[:, poked]
        assert (flags(shown, "wrong") == must_not).all()

    verdicts = shown["verdicts"]
    future = (weights != 0) & ~causal_mask(n)
    padding = (weights != 0) & ~real
    for name, values_shown in [
        ("future", weights[future]),
        ("padding", weights[padding]),
        ("sums", sums[wrong]),
    ]:
        found = [float(x) for x in verdicts[name]["values"]]
        np.testing.assert_allclose(found, values_shown, **close)
    empty = np.flatnonzero(~mask.any(axis=1))
    assert [int(i) for i in verdicts["empty"]["values"]] == empty.tolist()
    reach = []
    for token in range(n):
        _, after = look_up(*poke(scores, values, token), mask, state)
        moved = (after != before[1]).any(axis=1) & ~allowed[:, token]
        if moved.any():
            reach.append(",".join(map(str, [token, *np.flatnonzero(moved)])))
    assert verdicts["reach"]["values"] == reach
    assert verdicts["padding"]["state"] == (
        "none" if real.all() else "bad" if padding.any() else "good"
    )
    for name in ("future", "sums", "reach", "empty"):
        assert verdicts[name]["state"] == (
            "bad" if verdicts[name]["values"] else "good"
        )

    if empty.size and state["use"] == 0:
        assert shown["answers"] == ["NaN", "0", "0", "NaN"]
    else:
        assert shown["answers"] == []
    run_as_python(shown["code"], now, mask, weights, output)


def run_as_python(code, now, mask, weights, output):
    """The lines on the page, run with this book's kernels, give the page's numbers."""
    names = {"np": np, "causal_mask": causal_mask, "padding_mask": padding_mask}
    names |= {"softmax": softmax, "scores": now[0], "values": now[1]}
    exec(code, names)
    assert (names["mask"] == mask).all()
    assert (names["weights"] == weights).all()
    assert ("output" in names) == bool(now[1].size)
    assert (names.get("output", weights) == output).all()


@pytest.mark.parametrize(
    ("action", "bad", "text"),
    [
        ("right", [], "No query sees its future."),
        ("triu", ["future", "sums", "reach", "empty"], "cat sees sat: 0.65"),
        ("after", ["sums", "reach"], "cat moves the"),
        ("finite", ["future", "padding", "reach", "empty"], "sat sees [pad]: 0.25"),
        ("forgotten", ["padding", "reach"], "[pad] sees [pad]: 0.04"),
        ("row", ["sums", "empty"], "sat may attend to nothing"),
    ],
)
def test_the_classic_cases_are_told_by_name(show, action, bad, text):
    _, root = show(example(causal=False, inverted=True, poked=1))
    root.locator(f"[data-action={action}]").click()
    states = root.locator("[data-verdict]").evaluate_all(
        "all => all.filter((li) => li.dataset.state === 'bad')"
        ".map((li) => li.dataset.verdict)"
    )
    assert states == bad
    assert text in root.inner_text()
    assert root.locator("[data-action^=poke][aria-pressed=true]").count() == 0


def test_the_widespread_triu_snippet_is_the_inverted_preset(show):
    watched, root = show()
    root.locator("[data-action=triu]").click()
    mask = root.locator("[data-cell]").evaluate_all(
        "all => all.map((cell) => cell.dataset.mask === 'true')"
    )
    assert mask == np.triu(np.ones((4, 4)), k=1).astype(bool).ravel().tolist()
    assert root.locator("[data-answer=hand] td").inner_text() == "nan"
    assert "mask = ~mask" in root.locator("pre").inner_text()


def test_without_the_causal_rule_an_encoder_is_told_apart(show):
    _, root = show(example(causal=False))
    words = root.locator("[data-verdict=future]").inner_text()
    assert "Fine in an encoder, a leak in a decoder" in words
    assert "the sees cat: " in words


def test_the_right_mask_moves_nothing_by_a_bit_and_zeros_after_do(show):
    watched, _ = show()
    right = shown_after(watched, poked=2)
    assert numbers(right, "moves")[:2].tolist() == [0, 0]
    assert numbers(right, "moves")[2:].min() > 0
    after = shown_after(watched, poked=2, use=2)
    assert not flags(after, "leak").any()
    assert numbers(after, "moves")[:2].min() > 0
    assert flags(after, "wrong").tolist() == [True, True, False, False]


def test_the_keyboard_reaches_every_cell_and_turns_it(show):
    watched, root = show()
    keyboard = watched.page.keyboard
    root.locator("[data-cell][tabindex='0']").focus()
    focused = "document.activeElement.dataset.cell"
    seen = {watched.page.evaluate(focused)}
    for row in range(4):
        for _ in range(3):
            keyboard.press("ArrowRight" if row % 2 == 0 else "ArrowLeft")
            seen.add(watched.page.evaluate(focused))
        keyboard.press("ArrowDown")
        seen.add(watched.page.evaluate(focused))
    assert seen == {f"{i},{j}" for i in range(4) for j in range(4)}
    assert root.locator("[data-cell][tabindex='0']").count() == 1
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight"):
        keyboard.press(key)
    assert watched.page.evaluate(focused) == "0,2"
    cell = root.locator("[data-cell='0,2']")
    assert cell.get_attribute("aria-label") == "the to sat: score 0.60, hidden"
    keyboard.press("Space")
    assert cell.get_attribute("aria-label") == (
        "the to sat: score 0.60, may attend, by hand"
    )
    assert "the sees sat: " in root.locator("[data-verdict=future]").inner_text()
    keyboard.press("Enter")
    assert cell.get_attribute("data-hand") == "false"
    assert watched.page.evaluate(focused) == "0,2"


def test_tab_reaches_every_control(show):
    watched, root = show()
    root.locator("[data-action=right]").focus()
    what = """() => {
      const { dataset, tagName } = document.activeElement;
      return dataset.action ?? (dataset.cell ? "cell" : tagName);
    }"""
    reached = set()
    for _ in range(30):
        reached.add(watched.page.evaluate(what))
        watched.page.keyboard.press("Tab")
    assert {"right", "triu", "after", "finite", "forgotten", "row", *SWITCHES, "use0",
            "use1", "use2", "INPUT", "cell", "row0", "row3", "reset", "poke0", "poke3",
            "PRE"} <= reached  # fmt: skip


def test_touch_turns_a_cell_and_pokes(show):
    _, root = show(width=390, height=844, has_touch=True, is_mobile=True)
    root.locator("[data-cell='1,2']").tap()
    assert root.locator("[data-cell='1,2']").get_attribute("data-mask") == "true"
    root.locator("[data-action=poke2]").tap()
    assert root.locator("b[data-leak=true]").count() == 1


def test_a_row_is_hidden_and_given_back_to_the_rules(show):
    _, root = show()
    root.locator("[data-cell='2,3']").click()
    root.locator("[data-action=row2]").click()
    masks = "all => all.map((cell) => cell.dataset.mask)"
    row = root.locator("[data-cell^='2,']")
    assert row.evaluate_all(masks) == ["false"] * 4
    root.locator("[data-action=causal]").click()  # a hand holds whatever the rules say
    assert row.evaluate_all(masks) == ["false"] * 4
    root.locator("[data-action=row2]").click()
    assert row.evaluate_all(masks) == ["true", "true", "true", "false"]


def test_undo_and_reset_bring_back_what_was(show):
    _, root = show()
    values = "all => all.map((cell) => cell.dataset.value)"
    weights = root.locator("[data-forbidden]")
    before = weights.evaluate_all(values)
    undo = root.locator("[data-action=undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    root.locator("[data-cell='0,1']").click()
    between = weights.evaluate_all(values)
    root.locator("[data-action=finite]").click()
    undo.click()
    assert weights.evaluate_all(values) == between
    undo.click()
    assert weights.evaluate_all(values) == before
    for action in ("triu", "poke1", "row0", "use2"):
        root.locator(f"[data-action={action}]").click()
    root.locator("[data-action=reset]").click()
    assert weights.evaluate_all(values) == before
    assert root.locator("input").input_value() == "1"


def test_a_tiny_leak_is_never_shown_as_0(show):
    scores = np.zeros((3, 3))
    scores[0, 2] = -12  # a share of 3e-6
    _, root = show(MaskSandbox(scores, causal=False))
    cell = root.locator("[data-leak=true]").nth(1)
    assert cell.inner_text() == "≈0"
    assert float(cell.get_attribute("data-value")) == softmax(scores)[0, 2]


def test_labels_are_text(show):
    tokens = ["<img src=x onerror=alert(1)>", "机器", "c"]
    watched, root = show(MaskSandbox(SCORES[:3, :3], tokens=tokens, causal=False))
    assert root.locator("img").count() == 0
    assert "机器" in root.locator("[data-cell='1,0']").get_attribute("aria-label")
    assert watched.errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    rng = np.random.default_rng(1)
    largest = MaskSandbox(
        rng.normal(size=(6, 6)), rng.normal(size=(6, 3)), n_padding=2, inverted=True,
        tokens=["the", "transformer", "attends", "to", "padding", "[pad]"], poked=3,
    )  # fmt: skip
    hand = [[None] * 4, [None] * 4, [False] * 4, [True] * 4]
    watched, _ = show(largest, example(by_hand=hand), scheme=scheme, width=width)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
