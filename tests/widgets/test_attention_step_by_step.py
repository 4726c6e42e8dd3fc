"""Attention, step by step: its traits, rules and fallback, and its page."""

import math
import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import causal_mask, scaled_dot_product_attention
from glassbox.widgets import AttentionStepByStep
from traitlets import TraitError

QUERY = np.array([[1, 0.5], [0, 2], [-1, 3]])  # (3, 2)
KEY = np.array([[1, 0], [0, 1], [1, -1], [2, 2], [0.5, 0]])  # (5, 2)
VALUE = np.arange(20).reshape(5, 4) / 4  # (5, 4)


@pytest.fixture
def widget():
    return AttentionStepByStep(QUERY, KEY, VALUE)


def test_the_state_is_kept_as_given(widget):
    assert widget.query == QUERY.tolist()
    assert widget.value == VALUE.tolist()
    assert repr(widget) == (
        "AttentionStepByStep(n_queries=3, n_keys=5, d_k=2, d_v=4, step=1)"
    )


def test_what_is_left_out_has_a_default(widget):
    assert widget.mask == [[True] * 5] * 3
    assert widget.tokens == ["query 1", "query 2", "query 3"]
    assert widget.key_tokens == [f"key {i}" for i in range(1, 6)]


def test_with_as_many_keys_as_queries_the_tokens_name_both():
    tokens = ["a", "b", "c"]
    widget = AttentionStepByStep(QUERY, KEY[:3], VALUE[:3], tokens=tokens)
    assert widget.key_tokens == tokens
    other = AttentionStepByStep(QUERY, KEY, VALUE, tokens=tokens)
    assert other.key_tokens[0] == "key 1"


def test_a_kernel_s_mask_is_taken():
    mask = causal_mask(3, 5, first_query=2)
    widget = AttentionStepByStep(QUERY, KEY, VALUE, mask)
    assert widget.mask == mask.tolist()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("query", [], r"query must have 1 to 5 rows and columns; got \(0,"),
        ("query", [1, 2], "query must be a matrix of finite numbers; got 1 at index 0"),
        (
            "query",
            [[1, 2], [3]],
            "query must have rows of one length; got lengths 1",
        ),
        ("query", [[1, 2]] * 6, r"query must have 1 to 5 rows and columns; got \(6, 2"),
        ("key", np.ones((5, 6)), r"key must have 1 to 5 rows and columns; got \(5, 6"),
        ("key", KEY[:, :1], "key must have d_k = 2 columns; got 1"),
        ("value", VALUE[:2], "value must have a row a key, 5; got 2"),
        ("value", VALUE * 1e4, "value must hold numbers from -1000 to 1000; got 2500"),
        (
            "query",
            QUERY + math.inf,
            "query must be a matrix of finite numbers; got in",
        ),
        ("query", [["a", "b"]] * 3, "got 'a' at index 0, 0"),
        ("mask", np.ones((3, 5)), "mask must be boolean, True = may attend; got 1.0"),
        ("mask", [[True], [True, False]], "mask must have rows of one length; got"),
        ("mask", [True, False], "mask must be boolean, True = may attend; got None"),
        ("mask", causal_mask(3), r"mask must have shape \(3, 5\); got \(3, 3\)"),
        ("tokens", ["a"], "tokens must have 3 entries; got 1"),
        ("key_tokens", ["a"], "key_tokens must have 5 entries; got 1"),
        ("step", 6, "step must be from 0 to 5; got 6"),
        ("step", -1, "step must be from 0 to 5; got -1"),
        ("step", 1.5, "step must be a whole number; got 1.5"),
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
    given = {"query": QUERY, "key": KEY, "value": VALUE}
    with pytest.raises(TraitError):
        AttentionStepByStep(**given | {name: value})


def test_the_fallback_tells_every_stage(widget):
    mask = np.array([[1, 0, 1, 0, 1], [0, 0, 0, 0, 0], [1, 1, 1, 1, 0]], bool)
    widget.mask = mask
    output, weights, scores = scaled_dot_product_attention(QUERY, KEY, VALUE, mask)
    masked = np.where(mask, scores, -np.inf)
    expected = [QUERY, KEY, VALUE, QUERY @ KEY.T, scores, masked, weights, output]
    tables = widget.fallback.split("<table>")[1:]
    assert len(tables) == 8
    for html, matrix in zip(tables, expected, strict=True):
        cells = re.findall(r"<td>(.*?)</td>", html)
        numbers = [float(cell.replace("−∞", "-inf")) for cell in cells]
        # three decimals are shown
        np.testing.assert_allclose(numbers, matrix.ravel(), rtol=0, atol=5.1e-4)
    assert "weights and output are 0: query 2." in widget.fallback


def test_labels_are_escaped_in_the_fallback(widget):
    widget.tokens = ["<b>", "猫", "c"]
    assert "<b>" not in widget.fallback
    assert "&lt;b&gt;" in widget.fallback


def test_other_shapes_are_set_together_with_all_that_depends_on_them(widget):
    widget.set(
        query=[[1, 2, 3]], key=[[0, 1, 0]], value=[[7]], mask=[[False]],
        tokens=["a"], key_tokens=["b"],
    )  # fmt: skip
    assert "n_queries=1, n_keys=1, d_k=3, d_v=1" in repr(widget)


# ---- on a page ---------------------------------------------------------------

NAMES = ["products", "scores", "masked", "weights", "output"]

# Write numbers and a mask by the widget's own controls; return what each stage shows.
SHOW = """async (widget, state) => {
  const tables = widget.querySelectorAll(".gb-given > table");
  ["query", "key", "value"].forEach((name, n) => {
    const fields = tables[n].querySelectorAll("input");
    state[name].flat().forEach((number, i) => {
      fields[i].value = number;
      fields[i].dispatchEvent(new Event("input", { bubbles: true }));
    });
  });
  for (const [i, row] of state.mask.entries()) {
    for (const [j, may] of row.entries()) {
      const node = widget.querySelector(`[data-action=mask-${i}-${j}]`);
      if (node.ariaPressed !== `${may}`) node.click();
      await null; // repainted once what runs is done
    }
  }
  const shown = {};
  for (const cell of widget.querySelectorAll("[data-stage]")) {
    (shown[cell.dataset.stage] ??= []).push(Number(cell.dataset.value));
  }
  const sentence = widget.querySelector("[data-part=sentence]").textContent;
  return { ...shown, sentence };
}"""
INDEX = "document.activeElement.dataset"


def example(mask=None, **state):
    value = [[1, 0, 2, 1], [0, 3, 1, -1], [2, 2, 0, 0], [1, 1, 4, 0.5], [0, -2, 1, 1]]
    names = {"tokens": ["the", "cat", "sat"], "key_tokens": list("vwxyz")}
    return AttentionStepByStep(QUERY, KEY, value, mask, **{"step": 5} | names | state)


def cell(root, stage, i, j):
    place = f"[data-stage={stage}][data-row='{i}'][data-column='{j}']"
    return root.locator(place)


def values(root, stage):
    cells = root.locator(f"[data-stage={stage}]")
    return cells.evaluate_all("all => all.map(cell => cell.dataset.value)")


def part(root, name):
    return root.locator(f"[data-part={name}]").inner_text()


def marks(root):
    """Which cells are outlined: [table's caption, row, column]."""
    return root.locator("[data-mark=from]").evaluate_all(
        "all => all.map(c => [c.closest('table').caption.textContent,"
        " Number(c.dataset.row), Number(c.dataset.column)])"
    )


def random_numbers(rng, *shape):
    return (rng.normal(size=shape) * 10 ** rng.uniform(-1, 2)).round(3)


def test_the_page_shows_what_the_python_kernels_give(show):
    rng = np.random.default_rng(0)
    shapes = [
        rng.integers(1, 6, size=4) for _ in range(8)
    ]  # n_queries, n_keys, d_k, d_v
    widgets = [
        AttentionStepByStep(np.zeros((n, d)), np.ones((m, d)), np.ones((m, v)), step=5)
        for n, m, d, v in shapes
    ]
    watched, *roots = show(*widgets)
    for (n, m, d, v), widget, root in zip(shapes, widgets, roots, strict=True):
        for _ in range(6):
            mask = rng.random((n, m)) < 0.6
            mask[rng.integers(n)] &= rng.random() < 0.5  # often a fully masked row
            state = {
                "query": random_numbers(rng, n, d).tolist(),
                "key": random_numbers(rng, m, d).tolist(),
                "value": random_numbers(rng, m, v).tolist(),
                "mask": mask.tolist(),
            }
            widget.set(**state)
            shown = root.evaluate(SHOW, state)
            for stage, expected in widget.stages().items():
                page = np.array(shown[stage], float).reshape(expected.shape)
                # float64 on both sides: sums in another order, scores up to 1e6
                np.testing.assert_allclose(page, expected, rtol=1e-9, atol=1e-9)
            nothing = [widget.tokens[i] for i in np.flatnonzero(~mask.any(axis=1))]
            assert ("may attend to nothing" in shown["sentence"]) == bool(nothing)
            assert ", ".join(nothing) in shown["sentence"]
    assert watched.errors == []


def test_stages_fill_one_by_one(show):
    _, root = show(example(step=0))
    for step in range(6):
        filled = [bool(values(root, name)[0]) for name in NAMES]
        assert filled == [n < step for n in range(5)]
        assert (part(root, "sum") == "") == (step == 0)
        assert part(root, "sentence").startswith(f"{step} of 5" if step else "Given")
        if step < 5:
            root.locator("[data-action=next]").click()
    assert root.locator("[data-action=next]").get_attribute("aria-disabled") == "true"
    root.locator("[data-action=back]").click()
    assert [bool(values(root, name)[0]) for name in NAMES] == [True] * 4 + [False]


def test_play_goes_through_the_steps_and_pauses(show):
    watched, root = show(example(step=3), clock=True)
    play = root.locator("[data-action=play]")
    play.click()  # at once to step 4, two seconds later to 5, the last
    assert play.inner_text() == "Pause"
    assert values(root, "weights")[0] and not values(root, "output")[0]
    watched.page.clock.run_for(1900)
    assert not values(root, "output")[0]
    watched.page.clock.run_for(200)
    assert values(root, "output")[0]
    assert play.inner_text() == "Play"
    play.click()  # from the end: again from the start
    assert values(root, "products")[0] and not values(root, "scores")[0]
    play.click()
    assert play.inner_text() == "Play"
    watched.page.clock.run_for(9000)  # longer than four steps last
    assert not values(root, "scores")[0]


def test_nothing_plays_by_itself(show):
    watched, root = show(example(step=1), clock=True)
    watched.page.clock.run_for(9000)  # longer than four steps last
    assert not values(root, "scores")[0]


@pytest.mark.parametrize(
    ("stage", "place", "made_from", "words"),
    [
        (
            "products",
            (2, 3),
            [["Q: queries", 2, 0], ["Q: queries", 2, 1],
             ["K: keys", 3, 0], ["K: keys", 3, 1]],
            "Product, sat → y: q3 · k4 = (−1) × 2 + 3 × 2 = 4",
        ),
        (
            "scores",
            (2, 3),
            [["1Q Kᵀ", 2, 3]],
            "Score, sat → y: 4 / √dk = 4 / 1.414 = 2.828",
        ),
        (
            "masked",
            (0, 3),
            [["2÷ √dk = ÷ 1.414", 0, 3], ["mask: may attend?", 0, 3]],
            "Masked score, the → y: 2.121 → −∞",
        ),
        (
            "weights",
            (0, 1),
            [["3mask: ✕ → −∞", 0, j] for j in range(5)],
            "Weight, the → w: e0.354 / (e0.707 + e0.354 + e−∞ + e−∞ + e−∞) = "
            "1.424 / 3.452 = 0.413",
        ),
        (
            "output",
            (0, 2),
            [["V: values", i, 2] for i in range(5)]
            + [["4softmax", 0, j] for j in range(5)],
            "Output, the, column 3: 0.587 × 2 + 0.413 × 1 + 0 × 0 + 0 × 4 + 0 × 1 = "
            "1.587",
        ),
    ],
)  # fmt: skip
def test_pointing_at_a_cell_shows_the_numbers_that_made_it(
    show, stage, place, made_from, words
):
    mask = [[True, True, False, False, False], [False] * 5, [True] * 5]
    _, root = show(example(mask))
    before = part(root, "sum")
    cell(root, stage, *place).hover()
    assert part(root, "sum") == words
    assert sorted(marks(root)) == sorted(made_from)
    assert cell(root, stage, *place).get_attribute("data-mark") == "chosen"
    root.locator("[data-part=sum]").hover()
    assert part(root, "sum") == before
    cell(root, stage, *place).click()
    root.locator("[data-part=sum]").hover()
    assert part(root, "sum") == words  # a click stays


def test_the_sum_s_numbers_give_the_cell_s(show):
    _, root = show(example())
    for i in range(3):
        for j in range(4):
            cell(root, "output", i, j).hover()
            terms, result = part(root, "sum").split(": ")[1].split(" = ")
            plain = terms.replace("×", "*").replace("−", "-")
            # five weights of three decimals, times at most 4, and a result of three
            assert eval(plain) == pytest.approx(
                float(result.replace("−", "-")), abs=1.1e-2
            )


def test_a_fully_masked_row_is_told_in_words(show):
    mask = [[True] * 5, [False] * 5, [True] * 5]
    _, root = show(example(mask))
    assert "cat may attend to nothing" in part(root, "sentence")
    assert values(root, "weights")[5:10] == ["0"] * 5
    assert values(root, "output")[4:8] == ["0"] * 4
    cell(root, "weights", 1, 2).click()
    assert "The row is set to 0" in part(root, "sum")


def test_large_scores_are_written_less_their_largest(show):
    _, root = show(
        AttentionStepByStep([[100, 3]], [[10, 0], [9, 1]], [[1], [2]], step=4)
    )
    cell(root, "weights", 0, 1).click()
    words = part(root, "sum")
    assert "less the row’s largest, 707.107" in words
    assert "∞" not in words


def test_the_mask_switches_between_none_causal_and_one_s_own(show):
    _, root = show(example())
    masked = lambda: [value == "-Infinity" for value in values(root, "masked")]  # noqa: E731
    press = lambda name: root.locator(f"[data-action={name}]").click()  # noqa: E731
    pressed = lambda: root.locator(  # noqa: E731
        ":is([data-action=none], [data-action=causal], [data-action=own])"
        "[aria-pressed=true]"
    ).get_attribute("data-action")
    assert pressed() == "none" and not any(masked())
    own = root.locator("[data-action=own]")
    assert own.get_attribute("aria-disabled") == "true"
    press("causal")
    assert pressed() == "causal"
    assert masked() == (~np.tri(3, 5, dtype=bool)).ravel().tolist()
    press("mask-0-0")
    assert pressed() == "own" and masked()[0]
    mine = masked()
    press("none")
    assert pressed() == "none" and not any(masked())
    press("own")
    assert masked() == mine
    press("undo")
    assert pressed() == "none"


def test_the_keyboard_reaches_and_operates_everything(show):
    watched, root = show(example())
    keyboard = watched.page.keyboard
    root.locator("input").first.focus()
    reached = set()
    for _ in range(90):
        data = watched.page.evaluate(f"({{...{INDEX}}})")
        reached.add(data.get("stage") or data.get("action"))
        keyboard.press("Tab")
    wanted = {"none", "causal", "mask-2-4", "back", "play", "undo", "reset", *NAMES}
    assert wanted <= reached
    cell(root, "weights", 0, 0).focus()
    for key in ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp"]:
        keyboard.press(key)
    data = watched.page.evaluate(f"({{...{INDEX}}})")
    assert (data["stage"], data["row"], data["column"]) == ("weights", "1", "2")
    assert part(root, "sum").startswith("Weight, cat → x:")
    keyboard.press("Tab")  # on to the next stage
    assert watched.page.evaluate(f"{INDEX}.stage") == "output"
    root.locator("input").first.focus()
    keyboard.press("ArrowUp")  # a field steps by a half
    assert values(root, "products")[0] == "1.5"
    root.locator("[data-action=mask-0-0]").focus()
    keyboard.press("Enter")
    assert values(root, "masked")[0] == "-Infinity"


def test_what_is_explained_is_announced_after_a_pause(show):
    watched, root = show(example(), clock=True)
    cell(root, "scores", 1, 1).focus()
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]")
    assert said.inner_text() == "Score, cat → w: 2 / √dk = 2 / 1.414 = 1.414"
    root.locator("[data-action=back]").click()
    watched.page.clock.run_for(1000)
    assert said.inner_text().startswith(
        "4 of 5. Each row becomes shares that sum to 1."
    )


def test_touch_chooses_a_cell_whose_sum_stays_in_sight(show):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    watched, root = show(example(), **phone)
    for stage in NAMES:
        cell(root, stage, 1, 2).tap()
        box = root.locator("[data-part=sum]").bounding_box()
        assert box["y"] + box["height"] <= 844
        assert cell(root, stage, 1, 2).get_attribute("data-mark") == "chosen"
    tops = root.locator("[role=grid]").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().top)"
    )
    assert tops == sorted(set(tops))  # one below the other, in order


@pytest.mark.parametrize("typed", ["abc", "", "1001", "-1e9", "nan"])
def test_a_bad_number_is_explained_and_the_last_good_state_kept(show, typed):
    _, root = show(example())
    before = [values(root, name) for name in NAMES]
    field = root.locator("input").first
    field.fill(typed)
    assert field.get_attribute("aria-invalid") == "true"
    assert "from −1000 to 1000" in root.locator(".gb-error:not(:empty)").inner_text()
    assert [values(root, name) for name in NAMES] == before
    root.locator("[data-action=reset]").click()
    field = root.locator("input").first
    assert field.get_attribute("aria-invalid") is None
    assert field.input_value() == "1"


def test_undo_and_reset(show):
    _, root = show(example())
    before = [values(root, name) for name in NAMES]
    root.locator("input").nth(1).fill("7")
    root.locator("[data-action=mask-1-1]").click()
    assert values(root, "output") != before[-1]
    root.locator("[data-action=undo]").click()
    root.locator("[data-action=undo]").click()
    assert [values(root, name) for name in NAMES] == before
    assert root.locator("[data-action=undo]").get_attribute("aria-disabled") == "true"
    root.locator("input").nth(30).fill("3")
    root.locator("[data-action=back]").click()
    root.locator("[data-action=reset]").click()
    assert [values(root, name) for name in NAMES] == before


def test_names_are_text(show):
    tokens = ["<img src=x onerror=alert(1)>", "机器", "d_k ^(2)"]
    mask = [[True] * 5, [True] * 5, [False] * 5]
    watched, root = show(example(mask, tokens=tokens))
    assert root.locator("img").count() == 0
    assert "d_k ^(2) may attend to nothing" in part(root, "sentence")
    assert watched.errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_largest_matrices_fit_and_axe_finds_no_violation(show, theme):
    numbers = np.arange(25).reshape(5, 5) * -1.25
    largest = AttentionStepByStep(numbers, numbers, numbers, step=5)
    mask = [[True, False, True, False, True], [False] * 5, [True] * 5]
    watched, root, _ = show(example(mask), largest, theme=theme)
    cell(root, "weights", 0, 0).click()
    for width in (1280, 390, 360):
        watched.page.set_viewport_size({"width": width, "height": 900})
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
