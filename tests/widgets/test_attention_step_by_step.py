"""Attention, step by step: its traits, rules and fallback, and its page."""

import math
import re
from functools import partial

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import scaled_dot_product_attention, softmax
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
    assert repr(widget) == ("AttentionStepByStep(n_queries=3, n_keys=5, d_k=2, d_v=4)")


def test_what_is_left_out_has_a_default(widget):
    assert widget.tokens == ["query 1", "query 2", "query 3"]
    assert widget.key_tokens == [f"key {i}" for i in range(1, 6)]
    assert (widget.features, widget.value_features, widget.chosen) == ([], [], 0)


def test_with_as_many_keys_as_queries_the_tokens_name_both():
    tokens = ["a", "b", "c"]
    widget = AttentionStepByStep(QUERY, KEY[:3], VALUE[:3], tokens=tokens)
    assert widget.key_tokens == tokens
    other = AttentionStepByStep(QUERY, KEY, VALUE, tokens=tokens)
    assert other.key_tokens[0] == "key 1"


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
        ("tokens", ["a"], "tokens must have 3 entries; got 1"),
        ("key_tokens", ["a"], "key_tokens must have 5 entries; got 1"),
        ("features", ["a"], "features must have 2 entries; got 1"),
        ("value_features", ["a"], "value_features must have 4 entries; got 1"),
        ("chosen", 3, "chosen must be from 0 to 2; got 3"),
        ("chosen", -1, "chosen must be from 0 to 2; got -1"),
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
    output, weights, scores = scaled_dot_product_attention(QUERY, KEY, VALUE)
    expected = [QUERY, KEY, VALUE, QUERY @ KEY.T, scores, weights, output]
    tables = widget.fallback.split("<table>")[1:]
    assert len(tables) == 7
    for html, matrix in zip(tables, expected, strict=True):
        cells = re.findall(r"<td>(.*?)</td>", html)
        numbers = [float(cell) for cell in cells]
        # three decimals are shown
        np.testing.assert_allclose(numbers, matrix.ravel(), rtol=0, atol=5.1e-4)


def test_the_columns_names_head_them_in_the_fallback(widget):
    widget.set(features=["person", "thing"], value_features=["hot", "hard", "x", "y"])
    assert widget.fallback.count('<th scope="col">person</th>') == 2  # queries, keys
    assert widget.fallback.count('<th scope="col">hard</th>') == 2  # values, output
    assert "column 1" not in widget.fallback


def test_labels_are_escaped_in_the_fallback(widget):
    widget.tokens = ["<b>", "猫", "c"]
    assert "<b>" not in widget.fallback
    assert "&lt;b&gt;" in widget.fallback


def test_other_shapes_are_set_together_with_all_that_depends_on_them(widget):
    widget.set(
        query=[[1, 2, 3]], key=[[0, 1, 0]], value=[[7]],
        tokens=["a"], key_tokens=["b"],
    )  # fmt: skip
    assert "n_queries=1, n_keys=1, d_k=3, d_v=1" in repr(widget)


# ---- on a page ---------------------------------------------------------------

NAMES = ["products", "scores", "weights", "output"]

# What each stage shows.
SHOWN = """(widget) => {
  const shown = {};
  for (const cell of widget.querySelectorAll("[data-stage]")) {
    (shown[cell.dataset.stage] ??= []).push(Number(cell.dataset.value));
  }
  return shown;
}"""
LOOK = """widget => Object.fromEntries([...widget.querySelectorAll("[data-look]")].map(
  (cell) => [cell.dataset.look, Number(cell.dataset.value)]))"""
INDEX = "document.activeElement.dataset"


@pytest.fixture
def show(show):
    """Open a page with widgets, and in them "More": every step, every query."""

    def opened(*widgets, more=True, **options):
        watched, *roots = show(*widgets, **options)
        for root in roots if more else []:
            root.locator("details").evaluate("node => { node.open = true; }")
        return watched, *roots

    return opened


@pytest.fixture
def show_first(show):
    """The same as a reader finds it: "More" is closed."""
    return partial(show, more=False)


def example(**state):
    value = [[1, 0, 2, 1], [0, 3, 1, -1], [2, 2, 0, 0], [1, 1, 4, 0.5], [0, -2, 1, 1]]
    names = {"tokens": ["the", "cat", "sat"], "key_tokens": list("vwxyz")}
    return AttentionStepByStep(QUERY, KEY, value, **names | state)


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
    widgets = []
    for _ in range(24):
        n, m, d, v = rng.integers(1, 6, size=4)  # n_queries, n_keys, d_k, d_v
        sizes = (n, d), (m, d), (m, v)
        given = (random_numbers(rng, *size) for size in sizes)
        widgets.append(AttentionStepByStep(*given))
    watched, *roots = show(*widgets)
    for widget, root in zip(widgets, roots, strict=True):
        shown = root.evaluate(SHOWN)
        for stage, expected in widget.stages().items():
            page = np.array(shown[stage], float).reshape(expected.shape)
            # float64 on both sides: sums in another order, scores up to 1e6
            np.testing.assert_allclose(page, expected, rtol=1e-9, atol=1e-9)
    assert watched.errors == []


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("columns", [False, True])
def test_every_way_to_soften_and_ask_shows_what_python_gives(show, columns, alone):
    widget = tea(view="steps")
    widget.set(columns=columns, alone=alone)
    _, root = show(widget, more=False)
    n_rows = 1 if alone else 2
    scores = np.array([[-1, 1, 3], [2, 2, 0]])[:n_rows]
    weights = widget.stages()["weights"]
    expected = softmax(scores, axis=0 if columns else 1)
    np.testing.assert_allclose(weights, expected, rtol=1e-12)
    for stage, matrix in widget.stages().items():
        page = [float(x) for x in values(root, stage) if x is not None]
        np.testing.assert_allclose(page, matrix.ravel(), rtol=1e-12, atol=1e-12)
    sums = [f"{total:.2f}".removesuffix(".00") for total in weights.sum(axis=1)]
    told = part(root, "sentence")
    assert told.startswith("A mistake") == columns
    for total in sums if columns else []:
        assert f"{total} for" in told


def tables(root):
    return root.locator(".gb-flow table:visible").evaluate_all(
        "all => all.map(table => table.dataset.partOf)"
    )


def test_all_tables_stand_together_with_signs_between_them(show):
    _, root = show(example())
    order = ["query", "key", "products", "scores", "weights", "value", "output"]
    assert tables(root) == order
    signs = " ".join(root.locator(".gb-sign:visible").all_inner_texts())
    assert signs == "× = ÷ 1.414 = softmax → × ="
    assert part(root, "sum").startswith("Tap any result to see what made it")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_second_query_can_be_left_out_and_the_first_row_stays(show_first, width):
    _, root = show_first(tea(view="steps"), width=width)
    asks = root.get_by_label("filled asks too")
    cell(root, "weights", 1, 2).click()
    height, first = root.bounding_box()["height"], values(root, "weights")[:3]
    asks.press("Space")
    assert not asks.is_checked()
    assert part(root, "sum").startswith("Tap any result to see what made it")
    for name in ("products", "scores", "weights", "output"):
        seen = [cell(root, name, i, 1).is_visible() for i in (0, 1)]
        assert seen == [True, False]
    assert values(root, "weights")[:3] == first
    value = root.locator("table[data-part-of=value] td[data-row]")
    assert [one.is_visible() for one in value.all()] == [True] * 6
    assert abs(root.bounding_box()["height"] - height) <= 1
    asks.click()
    assert cell(root, "weights", 1, 2).is_visible()
    assert values(root, "weights")[:3] == first


@pytest.mark.parametrize("width", [390, 1280])
def test_a_softmax_down_the_columns_shows_its_symptom(show_first, width):
    _, root = show_first(tea(view="steps"), width=width)
    cell(root, "weights", 0, 2).click()
    height, first = root.bounding_box()["height"], values(root, "weights")
    root.locator("[data-action=softmax-columns]").click()
    told = "A mistake: the weights add up to"
    assert part(root, "sentence") == f"{told} 1.27 for “it” and 1.73 for “filled”."
    words = "Weight, it → tea: e3 / (e3 + e0) ≈ 20.086 / 21.086 ≈ 0.953"
    assert part(root, "sum") == words
    assert sorted(marks(root)) == [["scores", 0, 2], ["scores", 1, 2]]
    root.get_by_label("filled asks too").click()  # now it matters for the other
    assert values(root, "weights")[:3] == ["1", "1", "1"]
    assert part(root, "sentence") == f"{told} 3 for “it”."
    assert abs(root.bounding_box()["height"] - height) <= 1
    for _ in range(2):
        root.locator("[data-action=undo]").click()
    assert values(root, "weights") == first
    assert part(root, "sentence").endswith("so its weights add up to 1.")


def test_only_a_second_query_can_be_left_out(show_first):
    _, root = show_first(example(view="steps"))
    assert root.get_by_role("checkbox").is_hidden()
    _, root = show_first(tea())
    assert root.get_by_role("checkbox").is_hidden()  # under "More"


def test_each_color_has_one_meaning_and_a_negative_number_is_striped(show):
    watched, root = show(tea())
    look = "(cell) => { const s = getComputedStyle(cell);"
    look += " return [s.backgroundColor, s.backgroundImage !== 'none']; }"

    def cell_of(name, i, j):
        place = f"[data-part-of={name}] td[data-row='{i}'][data-column='{j}']"
        return root.locator(place).evaluate(look)

    assert cell_of("key", 0, 0)[0] == cell_of("key", 1, 0)[0]  # 2 and −2: one color
    assert not cell_of("key", 0, 0)[1] and cell_of("key", 1, 0)[1]
    assert cell_of("query", 0, 2)[0] != cell_of("key", 0, 0)[0]


@pytest.mark.parametrize(
    ("stage", "place", "made_from", "words"),
    [
        (
            "products",
            (2, 3),
            [["Q: queries", 2, 0], ["Q: queries", 2, 1],
             ["Kᵀ: keys", 0, 3], ["Kᵀ: keys", 1, 3]],
            "Dot product, sat → y: q · k = (−1) × 2 + 3 × 2 = 4",
        ),
        (
            "scores",
            (2, 3),
            [["dot products", 2, 3]],
            "Score, sat → y: 4 / √dk ≈ 4 / 1.414 ≈ 2.828",
        ),
        (
            "weights",
            (0, 1),
            [["scores", 0, j] for j in range(5)],
            "Weight, the → w: e0.354 / (e0.707 + e0.354 + e0.354 + e2.121 + e0.354) ≈ "
            "1.424 / 14.643 ≈ 0.097",
        ),
        (
            "output",
            (0, 2),
            [["V: values", i, 2] for i in range(5)]
            + [["weights", 0, j] for j in range(5)],
            "Output, the, column 3: 0.1385 × 2 + 0.0973 × 1 + 0.0973 × 0 + 0.5697 × 4 "
            "+ 0.0973 × 1 ≈ 2.75",
        ),
    ],
)  # fmt: skip
def test_pointing_at_a_cell_shows_the_numbers_that_made_it(
    show, stage, place, made_from, words
):
    _, root = show(example())
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
            terms, result = part(root, "sum").split(": ")[1].split(" ≈ ")
            plain = terms.replace("×", "*").replace("−", "-")
            # five weights of four decimals, times at most 4, and a result of three
            assert eval(plain) == pytest.approx(
                float(result.replace("−", "-")), abs=1.5e-3
            )


def test_large_scores_are_written_less_their_largest(show):
    _, root = show(AttentionStepByStep([[100, 3]], [[10, 0], [9, 1]], [[1], [2]]))
    cell(root, "weights", 0, 1).click()
    words = part(root, "sum")
    assert "less the largest, 707.107" in words
    assert "∞" not in words


def test_what_is_typed_into_a_field_just_clicked_replaces_its_number(show_first):
    watched, root = show_first(example())
    field = root.locator(".gb-query input").first
    field.click()
    watched.page.keyboard.type("−4")
    assert field.input_value() == "−4"
    field.press("End")
    field.click()  # the second click puts the caret: what is typed is put in
    watched.page.keyboard.press("End")
    watched.page.keyboard.type("5")
    assert field.input_value() == "−45"


def test_a_negative_number_has_a_minus_sign(show_first):
    _, root = show_first(example())
    field = root.locator(".gb-key input").first
    field.fill("-2")
    field.press("ArrowDown")
    assert field.input_value() == "−2.5"


def test_the_keyboard_reaches_and_operates_everything(show):
    watched, root = show(example())
    keyboard = watched.page.keyboard
    root.locator("input").first.focus()
    reached = set()
    for _ in range(140):
        data = watched.page.evaluate(f"({{...{INDEX}}})")
        reached.add(data.get("stage") or data.get("action"))
        keyboard.press("Tab")
    assert {"softmax-columns", "undo", "reset", *NAMES} <= reached
    cell(root, "output", 0, 0).focus()
    for key in ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp"]:
        keyboard.press(key)
    data = watched.page.evaluate(f"({{...{INDEX}}})")
    assert (data["stage"], data["row"], data["column"]) == ("output", "1", "2")
    assert part(root, "sum").startswith("Output, cat, column 3:")
    root.locator("input").first.focus()
    keyboard.press("ArrowUp")  # a field steps by a half
    assert values(root, "products")[0] == "1.5"


def test_what_is_explained_is_announced_after_a_pause(show):
    watched, root = show(example(), clock=True)
    cell(root, "scores", 1, 1).focus()
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]")
    assert said.inner_text() == "Score, cat → w: 2 / √dk ≈ 2 / 1.414 ≈ 1.414"
    root.locator("[data-action=softmax-columns]").click()
    watched.page.clock.run_for(1000)
    assert said.inner_text().startswith("A mistake: the weights add up to")


def test_touch_chooses_a_cell(show):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    _, root = show(example(), **phone)
    for stage in NAMES:
        cell(root, stage, 1, 2).tap()
        assert cell(root, stage, 1, 2).get_attribute("data-mark") == "chosen"


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
    root.locator("input").nth(3).fill("−2")
    assert values(root, "output") != before[-1]
    root.locator("[data-action=undo]").click()
    root.locator("[data-action=undo]").click()
    assert [values(root, name) for name in NAMES] == before
    assert root.locator("[data-action=undo]").get_attribute("aria-disabled") == "true"
    root.locator("input").nth(30).fill("3")
    root.locator("[data-action=softmax-columns]").click()
    root.locator("[data-action=reset]").click()
    assert [values(root, name) for name in NAMES] == before


def test_names_are_text(show):
    tokens = ["<img src=x onerror=alert(1)>", "机器", "d_k ^(2)"]
    watched, root = show(example(tokens=tokens, chosen=2))
    assert root.locator("img").count() == 0
    assert part(root, "headline").startswith("d_k ^(2) attends most to")
    assert watched.errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_largest_matrices_fit_and_axe_finds_no_violation(show, theme):
    numbers = np.arange(25).reshape(5, 5) * -1.25
    largest = AttentionStepByStep(numbers, numbers, numbers)
    watched, root, _ = show(example(), largest, theme=theme)
    cell(root, "weights", 0, 0).click()
    for width in (1280, 390, 360):
        watched.page.set_viewport_size({"width": width, "height": 900})
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []


# ---- the lookup of one query ------------------------------------------------


def tea(**state):
    """The chapter's own numbers: what does "it" stand for?"""
    return AttentionStepByStep(
        [[0, 1, 2, 0], [2, 0, 0, 2]],
        [[2, -2, 0, 0], [0, 2, 0, 2], [0, 2, 2, 0]],
        [[6, 2], [2, 10], [10, 0]],
        tokens=["it", "filled"],
        key_tokens=["she", "cup", "tea"],
        features=["person", "thing", "drink", "hold"],
        value_features=["hot", "hard"],
        **state,
    )


def looked_up(root):
    return root.evaluate(LOOK)


def expected_of(query, key, value):
    rows = np.array([query]), np.array(key), np.array(value)
    output, weights, scores = scaled_dot_product_attention(*rows)
    named = {"scores": scores[0], "weights": weights[0], "output": output[0]}
    return {f"{name} {j}": x for name, row in named.items() for j, x in enumerate(row)}


def close(page, python):
    # float64 on both sides: sums in another order
    assert page == pytest.approx(python, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(("width", "limit"), [(1280, 640), (390, 800)])
def test_all_steps_fit_one_screen_with_what_controls_them(show_first, width, limit):
    watched, root = show_first(tea(view="steps"), width=width, height=844)
    watched.page.add_style_tag(content="main { max-width: 690px; margin: auto }")
    assert root.bounding_box()["height"] <= limit
    answer, flow = (root.locator(at) for at in ("[data-part=sum]", ".gb-flow"))
    assert answer.bounding_box()["y"] < flow.bounding_box()["y"]


def test_it_opens_calm_at_the_first_query_s_output(show_first):
    watched, root = show_first(tea())
    given = tea()
    close(looked_up(root), expected_of(given.query[0], given.key, given.value))
    assert part(root, "headline") == "it attends most to tea: weight 0.867."
    assert (
        root.locator(".gb-legend").inner_text().startswith("query: what a word looks")
    )
    told = "Output, it, hot: 0.0159 × 6 + 0.1173 × 2 + 0.8668 × 10 ≈ 8.998"
    assert part(root, "look-sum") == told  # no empty strip below the lookup
    assert root.locator("[data-made]").count() == 0
    root.locator("[data-look='output 0']").hover()
    assert part(root, "look-sum") == (
        "Output, it, hot: 0.0159 × 6 + 0.1173 × 2 + 0.8668 × 10 ≈ 8.998"
    )
    assert root.locator(".gb-names").inner_text().split() == given.features
    assert not root.locator("details").evaluate("node => node.open")
    assert watched.errors == []


def test_a_key_four_times_as_long_gets_four_times_the_score(show_first):
    _, root = show_first(tea())
    for feature in ("thing", "hold"):
        root.get_by_label(f"K: keys, cup, {feature}").first.fill("8")
    key = [[2, -2, 0, 0], [0, 8, 0, 8], [0, 2, 2, 0]]
    close(looked_up(root), expected_of(tea().query[0], key, tea().value))
    assert part(root, "headline") == "it attends most to cup: weight 0.727."
    for _ in range(2):
        root.locator("[data-action=undo]").click()
    assert part(root, "headline") == "it attends most to tea: weight 0.867."


def test_a_rounded_weight_makes_a_sum_that_is_only_about_right(show_first):
    # scores 1 and 3 for the keys 1 and 3 of d_k = 1; a value that gives a whole number
    _, root = show_first(AttentionStepByStep([[1]], [[1], [3]], [[6], [6]]))
    root.locator("[data-look='output 0']").hover()
    assert part(root, "look-sum").endswith("0.1192 × 6 + 0.8808 × 6 ≈ 6")


def test_what_was_typed_reads_like_the_other_numbers_once_it_is_left(show_first):
    _, root = show_first(tea(chosen=1))
    hold = root.get_by_label("Q: queries, filled, hold").first
    hold.fill("-5")
    assert hold.input_value() == "-5"  # nothing moves under the caret
    hold.blur()
    assert hold.input_value() == "−5"
    weights = root.locator(".gb-weight > span").all_inner_texts()
    assert weights == ["0.880", "0.001", "0.119"]
    root.locator("[data-look='scores 0']").click()
    assert part(root, "look-sum").endswith("+ (−5) × 0 = 4; 4 / 2 = 2")


def test_another_query_looks_up_and_its_numbers_are_edited(show_first):
    _, root = show_first(tea())
    root.locator("[data-action=chosen-1]").click()
    given = tea()
    close(looked_up(root), expected_of(given.query[1], given.key, given.value))
    told = "filled attends most to she and cup: weight 0.468 each."
    assert part(root, "headline") == told
    for name in given.features:
        root.get_by_label(f"Q: queries, filled, {name}").first.fill("0")
    assert part(root, "headline") == (
        "filled attends to all keys alike: weight 0.333 each."
    )
    root.get_by_label("K: keys, she, person").first.fill("-3")
    root.get_by_label("V: values, cup, hard").first.fill("1")
    value = [[6, 2], [2, 1], [10, 0]]
    close(looked_up(root), expected_of([0, 0, 0, 0], given.key, value))


@pytest.mark.parametrize(
    ("place", "words", "n_marked"),
    [
        (
            "scores 1",
            "Score, it → cup: q · k = 0 × 0 + 1 × 2 + 2 × 0 + 0 × 2 = 2; 2 / 2 = 1",
            8,
        ),
        (
            "scores 2",
            "Score, it → tea: q · k = 0 × 0 + 1 × 2 + 2 × 2 + 0 × 0 = 6; 6 / 2 = 3",
            8,
        ),
        (
            "weights 1",
            "Weight, it → cup: e1 / (e−1 + e1 + e3) ≈ 2.718 / 23.172 ≈ 0.117",
            3,
        ),
        (
            "output 1",
            "Output, it, hard: 0.0159 × 2 + 0.1173 × 10 + 0.8668 × 0 ≈ 1.205",
            6,
        ),
    ],
)
def test_every_result_of_the_look_up_says_what_made_it(
    show_first, place, words, n_marked
):
    _, root = show_first(tea())
    before = part(root, "look-sum")
    root.locator(f"[data-look='{place}']").hover()
    assert part(root, "look-sum") == words
    assert root.locator("[data-made=from]").count() == n_marked
    root.locator("[data-action=reset]").hover()
    assert part(root, "look-sum") == before
    root.locator(f"[data-look='{place}']").focus()
    assert part(root, "look-sum") == words


def test_what_another_query_finds_is_announced(show_first):
    watched, root = show_first(tea(), clock=True)
    root.locator("[data-action=chosen-1]").click()
    watched.page.clock.run_for(1000)
    assert root.locator("[role=status]").inner_text() == (
        "filled attends most to she and cup: weight 0.468 each. "
        "Output: hot 4.38, hard 5.62."
    )


@pytest.mark.parametrize(
    ("width", "limit", "whole"), [(1280, 560, True), (390, 560, False)]
)
def test_the_look_up_fits_one_screen(show_first, width, limit, whole):
    watched, root = show_first(tea(), width=width, height=844)
    watched.page.add_style_tag(content="main { max-width: 690px; margin: auto }")
    top = root.bounding_box()["y"]
    last = root if whole else root.locator("[data-look='output 1']")
    box = last.bounding_box()
    assert box["y"] + box["height"] - top <= limit
    # no number is cut off
    cut = "all => all.filter(n => n.scrollWidth > n.clientWidth + 1).length"
    assert root.locator("[data-look], .gb-look input").evaluate_all(cut) == 0


@pytest.mark.parametrize(("width", "form"), [(390, "_short"), (1280, "")])
def test_what_can_be_tapped_is_said_at_every_width(show_first, width, form):
    _, root = show_first(tea(), width=width)
    about = root.locator(".gb-look ~ .gb-meaning")
    assert about.inner_text().startswith(tea().words["look"][f"type{form}"])
    hows = root.locator(".gb-hows")
    assert hows.is_visible() == (width == 390)
    told = "score: dot product ÷ 2; weight: softmax of the scores"
    assert hows.text_content() == told
    height = root.bounding_box()["height"]
    for place in ("scores 1", "weights 1", "output 1"):
        root.locator(f"[data-look='{place}']").hover()
        assert abs(root.bounding_box()["height"] - height) <= 1
    root.locator("[data-look='scores 1']").hover()
    assert about.inner_text() == tea().words["look"]["shades"]


@pytest.mark.parametrize("which", [0, 3, 4, 8, 9])
@pytest.mark.parametrize("width", [390, 1280])
def test_what_is_wrong_with_a_number_is_said_where_it_covers_nothing(
    show_first, which, width
):
    watched, root = show_first(tea(), width=width, height=844)
    field = root.locator(".gb-look input").nth(which)
    height = root.bounding_box()["height"]
    field.fill("abc")
    assert abs(root.bounding_box()["height"] - height) <= 1  # the page stays put
    said = root.locator("[data-part=wrong]")
    assert "from −1000 to 1000" in said.inner_text()
    box = said.bounding_box()
    assert 0 <= box["x"] and box["x"] + box["width"] <= width
    tall = "all => Math.max(...all.map(n => n.getBoundingClientRect().height))"
    assert root.locator(".gb-error").evaluate_all(tall) <= 1  # for screen readers
    parts = root.locator(".gb-look :is(input, button, .gb-headline)").all()
    for other in [one.bounding_box() for one in parts if one.is_visible()]:
        right, far = (one["x"] + one["width"] for one in (box, other))
        below, bottom = (one["y"] + one["height"] - 1 for one in (box, other))
        apart = other["x"] >= right or box["x"] >= far
        apart = apart or other["y"] >= below or box["y"] >= bottom
        assert apart
    field.press("Escape")
    assert not said.is_visible()


@pytest.mark.parametrize("view", ["lookup", "steps"])
def test_a_view_shows_the_lookup_or_the_steps_alone(show, view):
    watched, root = show(tea(view=view), more=False)
    assert root.locator("details").count() == 0
    assert root.locator(".gb-look").count() == (view == "lookup")
    assert root.locator(".gb-flow").count() == (view == "steps")
    if view == "steps":
        root.locator("[data-action=softmax-columns]").click()
    else:
        root.locator("[data-action=chosen-1]").click()
    root.locator("[data-action=undo]").click()
    undo = root.locator("[data-action=undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    assert watched.errors == []
