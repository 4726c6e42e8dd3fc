"""The widget splitting heads: its rules, its stages, its fallback, and its page."""

import math
import re

import numpy as np
import pytest
from glassbox import multi_head_attention, split_heads
from glassbox.kernels.position_wise import linear
from glassbox.widgets import SplittingHeads
from glassbox.widgets.splitting_heads.numbers import names_of
from traitlets import TraitError

# The chapter's sentence: features verb, caller, called, name.
X = [[0, 1, 0, 3], [1, 0, 0, 0], [0, 0, 1, 5]]
MATRICES = {
    "w_q": [[6, 0, 0, 6], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]],
    "w_k": [[0, 0, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0]],
    "w_v": [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [1, 0, 1, 0]],
}
NAMES = {
    "tokens": ["Mia", "calls", "Ben"],
    "features": ["verb", "caller", "called", "name"],
}
SWAP = np.eye(4)[[0, 2, 1, 3]]
MIX = [[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, -1], [0, 0, 0, 0]]  # the chapter's


def chapter(**state):
    return SplittingHeads(**{"x": X, **MATRICES, **NAMES, **state})


def drawn(n, d_model, seed=0, **state):
    """Return a widget with random numbers and a w_o."""
    rng = np.random.default_rng(seed)
    x, *matrices = (rng.normal(size=size).round(2) for size in sizes(n, d_model))
    return SplittingHeads(x, *matrices, **state)


def sizes(n, d_model):
    return [(n, d_model), *[(d_model, d_model)] * 4]


@pytest.fixture
def widget():
    return drawn(3, 6, n_heads=2, tokens=["tea", "<b>", "牛奶"])


# ---- its rules ---------------------------------------------------------------


def test_the_state_is_kept_as_given():
    widget = chapter(n_heads=2, w_o=SWAP)
    assert widget.x == X
    assert {name: getattr(widget, name) for name in MATRICES} == MATRICES
    assert widget.w_o == SWAP.tolist()
    assert (widget.tokens, widget.features) == tuple(NAMES.values())
    assert repr(widget) == "SplittingHeads((3, 4), n_heads=2)"


def test_what_is_left_out_has_a_default():
    widget = SplittingHeads(X, **MATRICES)
    assert (widget.tokens, widget.features, widget.w_o) == (["a", "b", "c"], [], [])
    assert (widget.n_heads, widget.token, widget.query) == (1, 1, [])
    assert widget.transpose is True
    assert drawn(1, 2).token == 0


def test_a_tensor_and_numpy_numbers_are_taken():
    torch = pytest.importorskip("torch")
    widget = chapter(x=torch.tensor(X), n_heads=np.int64(2), token=np.int8(2))
    assert widget.x == X
    assert {type(i) for i in (widget.n_heads, widget.token)} == {int}


SHAPE = r"must have the shape \(6, 6\), as d_model is 6; got "


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("x", [1, 2, 3], "x must be a matrix of finite numbers; got 1 at index 0"),
        ("x", [[1, 2], [3]], "x must have rows of one length; got lengths 1, 2"),
        ("x", [], "x must have 1 to 4 tokens; got 0"),
        ("x", [[]], "x must have 2 to 8 numbers per token; got 0"),
        ("x", np.full((3, 6), math.nan), "of finite numbers; got nan at index 0, 0"),
        ("x", np.full((3, 6), 101), "x must hold numbers from -100 to 100; got 101"),
        ("x", np.ones((5, 6)), "x must have 1 to 4 tokens; got 5"),
        ("x", np.ones((3, 10)), "x must have 2 to 8 numbers per token; got 10"),
        ("w_q", np.ones((6, 5)), "w_q " + SHAPE + r"\(6, 5\)"),
        ("w_k", np.ones((4, 4)), "w_k " + SHAPE + r"\(4, 4\)"),
        ("w_v", [], "w_v " + SHAPE + r"\(0,\)"),
        ("w_o", np.ones((5, 6)), "w_o " + SHAPE + r"\(5, 6\)"),
        ("w_v", [[101] * 6] * 6, "w_v must hold numbers from -100 to 100; got 101"),
        ("n_heads", 4, "n_heads must be 1 to 4 and divide d_model = 6; got 4"),
        ("n_heads", 6, "n_heads must be 1 to 4 and divide d_model = 6; got 6"),
        ("n_heads", 0, "n_heads must be 1 to 4"),
        ("n_heads", 1.5, "n_heads must be a whole number; got 1.5"),
        ("tokens", ["a", "b"], "tokens must have 3 entries; got 2"),
        ("features", ["a", "b"], "features must have 6 entries or none; got 2"),
        ("token", 3, "token must be from 0 to 2; got 3"),
        ("query", [1, 2], "query must have 6 entries or none; got 2"),
        ("transpose", "no", "boolean"),
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
    names = ("x", "w_q", "w_k", "w_v", "w_o", "n_heads")
    given = {one: getattr(widget, one) for one in names} | {name: value}
    with pytest.raises(TraitError, match=message):
        SplittingHeads(**given)


# ---- its numbers -------------------------------------------------------------


def test_the_chapters_blend_becomes_two_names():
    one, two = (chapter(n_heads=n).stages()["merged"][1] for n in (1, 2))
    # to the two decimals that the chapter shows
    np.testing.assert_allclose(one, [3.90, 0.49, 3.90, 0.49], rtol=0, atol=0.005)
    np.testing.assert_allclose(two, [2.99, 0.97, 4.90, 0.97], rtol=0, atol=0.005)


@pytest.mark.parametrize("n_heads", [1, 2, 3])
def test_the_stages_are_those_of_multi_head_attention(widget, n_heads):
    widget.n_heads = n_heads
    x, stages, p = np.array(widget.x), widget.stages(), widget.parameters()
    expected = multi_head_attention(x, x, x, p)
    # float64, and the same kernels in the same order
    np.testing.assert_allclose(stages["output"], expected.output, rtol=1e-12)
    np.testing.assert_allclose(stages["weights"], expected.weights, rtol=1e-12)
    np.testing.assert_array_equal(stages["key"], linear(x, p.w_k))


def test_a_query_of_ones_own_takes_the_place_of_the_tokens():
    right = chapter(n_heads=2).stages()
    asked = chapter(n_heads=2, token=0, query=[6, 0, 0, 6]).stages()
    np.testing.assert_array_equal(asked["merged"][0], right["merged"][1])
    np.testing.assert_array_equal(asked["merged"][1:], right["merged"][1:])


def test_the_mistake_cuts_in_reading_order(widget):
    right = widget.stages()
    widget.transpose = False
    wrong = widget.stages()
    assert abs(wrong["output"] - right["output"]).max() > 0.1
    assert repr(widget) == "SplittingHeads((3, 6), n_heads=2, transpose=False)"
    assert "The transpose is left out" in widget.fallback


def test_a_column_has_the_name_of_the_one_feature_that_it_reads():
    names = NAMES["features"]
    assert names_of(names, MATRICES["w_v"]) == ["name", "caller", "name", "called"]
    assert names_of(names, MATRICES["w_q"]) == [""] * 4  # two columns read nothing
    assert names_of(names, np.ones((4, 4))) == [""] * 4
    assert names_of([], MATRICES["w_v"]) == [""] * 4


# ---- its fallback ------------------------------------------------------------


def test_the_fallback_holds_the_kernels_numbers(widget):
    widget.set(token=2, n_heads=3)
    stages = widget.stages()
    assert widget.fallback.count("weight in head") == 3
    rows = re.findall(r"<tr><th scope=\"row\">.*?</tr>", widget.fallback)
    shown = [[float(w) for w in re.findall(r"<td>(\d\.\d{4})</td>", r)] for r in rows]
    weights = stages["weights"][:, 2].T
    # four decimals are shown
    np.testing.assert_allclose(shown, weights, rtol=0, atol=5.1e-5)
    text = " ".join(f"{y:.4f}" for y in stages["output"][2])
    assert (f"After W^O: {text}." in widget.fallback) == bool(widget.w_o)
    assert "After W^O" not in chapter().fallback  # it has none


def test_the_fallback_shows_the_cut():
    html = chapter(n_heads=2).fallback
    assert "calls asks with 2 heads. Its query: 6 0 | 0 6" in html
    assert "Answer for calls: 2.9860 0.9721 | 4.9022 0.9721." in html
    assert "The numbers of a value: name caller | name called." in html
    assert "Its query: 6 0 0 6" in chapter().fallback


def test_tokens_are_escaped_in_the_fallback(widget):
    assert "<b>" not in widget.fallback
    assert "&lt;b&gt;" in widget.fallback


def test_an_x_of_another_shape_is_set_with_all_that_depends_on_it(widget):
    square = dict.fromkeys(("w_q", "w_k", "w_v"), np.eye(8))
    widget.set(x=np.eye(2, 8), tokens=["a", "b"], n_heads=4, w_o=[], **square)
    assert widget.stages()["weights"].shape == (4, 2, 2)


# ---- on a page ---------------------------------------------------------------

# Bring a widget into a state by its own controls; return the numbers that it shows.
SHOW = """async ([index, states]) => {
  const widget = document.querySelectorAll(".gb-splitting")[index];
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  const button = (action) => widget.querySelector(`[data-action="${action}"]`);
  const write = (fields, values) => values.forEach((value, i) => {
    fields[i].value = value;
    fields[i].dispatchEvent(new Event("input", { bubbles: true }));
  });
  const all = (selector) => [...widget.querySelectorAll(selector)];
  const values = (part) =>
    all(`.gb-lanes [data-part=${part}] td[data-value]`).map((c) => +c.dataset.value);
  const shown = [];
  for (const state of states) {
    button(`n_heads-${state.n_heads}`).click();
    button(`token-${state.token}`).click();
    if (button("transpose-false").ariaPressed === "true")
      button("transpose-false").click();
    await settled();
    write(all(".gb-given input"), state.x.flat());
    await settled();
    if (state.query.length) write(all("[data-part=query] input"), state.query);
    if (!state.transpose) button("transpose-false").click();
    await settled();
    shown.push({
      ...Object.fromEntries(["query", "keys", "weights", "values", "answer"].map(
        (part) => [part, values(part)])),
      off: Number(widget.querySelector(".gb-symptom").dataset.value),
      symptom: widget.querySelector(".gb-symptom").textContent,
    });
  }
  return shown;
}"""


def cut(rows, n_heads, transpose):
    """Return rows with the heads' pieces side by side, as the page shows them."""
    n, d_model = rows.shape
    heads = rows.reshape(n_heads, n, -1)
    heads = split_heads(rows, n_heads) if transpose else heads
    return heads.swapaxes(0, 1).reshape(n, d_model)


def press(root, *actions):
    for action in actions:
        root.locator(f"[data-action='{action}']").click()


def answers(root):
    return root.locator("[data-part=answer] .gb-number").all_inner_texts()


def test_the_page_shows_what_the_python_kernels_give(show):
    rng = np.random.default_rng(0)
    all_sizes = [(3, 4), (1, 2), (4, 8), (2, 6), (3, 5), (4, 3)]
    widgets = [drawn(*size, seed) for seed, size in enumerate(all_sizes)]
    watched, *_ = show(*widgets)
    for number, (n, d_model) in enumerate(all_sizes):
        states = []
        for _ in range(6):
            divisors = [h for h in (1, 2, 3, 4) if d_model % h == 0]
            scale = 10 ** rng.uniform(-1, 1.3)
            x = (rng.normal(size=(n, d_model)) * scale).round(3).clip(-100, 100)
            query = rng.normal(size=d_model).round(2).tolist()
            states.append({
                "x": x.tolist(),
                "n_heads": int(rng.choice(divisors)),
                "token": int(rng.integers(n)),
                "transpose": bool(rng.random() < 0.6),
                "query": query if rng.random() < 0.5 else [],
            })  # fmt: skip
        shown = watched.page.evaluate(SHOW, [number, states])
        for state, found in zip(states, shown, strict=True):
            widget = widgets[number]
            widget.set(**state)
            stages, token = widget.stages(), state["token"]
            way = state["n_heads"], state["transpose"]
            expected = {
                "query": cut(stages["query"], *way)[token],
                "keys": cut(stages["key"], *way).ravel(),
                "weights": stages["weights"][:, token].T.ravel(),
                "values": cut(stages["value"], *way).ravel(),
                "answer": stages["merged"][token],
            }
            for part, numbers in expected.items():
                # float64 on both sides; sums in another order differ in the last
                # bits, which the softmax of large scores enlarges
                np.testing.assert_allclose(found[part], numbers, rtol=1e-9, atol=1e-9)
            if not state["transpose"]:
                widget.transpose = True
                off = abs(widget.stages()["merged"] - stages["merged"]).max()
                assert found["off"] == pytest.approx(off, abs=1e-9)
                nothing = n == 1 or state["n_heads"] == 1
                assert ("nothing to mix up" in found["symptom"]) == nothing
    assert watched.errors == []


PLACES = """root => [...root.querySelectorAll(
  ".gb-lanes :is([data-part=query] input, .gb-number)",
)].map((one) => {
  const { left, top, width } = one.closest("td").getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top)];
})"""


@pytest.mark.parametrize(("width", "most"), [(722, 560), (390, 680)])
def test_a_second_head_parts_the_blend_and_moves_no_number(show, width, most):
    watched, root = show(chapter(w_o=MIX), width=width, height=800)
    watched.page.add_style_tag(content="body { margin: 0 16px; font-family: Arial }")
    assert root.bounding_box()["height"] <= most
    assert answers(root) == ["3.90", "0.49", "3.90", "0.49"]
    assert "a blend of Mia and Ben" in root.inner_text()
    before = root.evaluate(PLACES)
    press(root, "n_heads-2")
    assert answers(root) == ["2.99", "0.97", "4.90", "0.97"]
    assert "almost only Mia" in root.inner_text()
    assert "almost only Ben" in root.inner_text()
    assert root.evaluate(PLACES) == before
    assert root.bounding_box()["height"] <= most


def test_heads_are_counted_from_one(show):
    _, root = show(chapter(n_heads=2))
    heads = root.locator("thead th[data-head] > span:first-child")
    assert heads.all_inner_texts() == ["head 1", "head 2"]
    press(root, "n_heads-4")
    assert heads.all_inner_texts()[-1] == "head 4"
    assert not root.locator("[data-action=n_heads-3]").is_visible()  # 4 / 3


def test_columns_have_the_names_of_their_features(show):
    _, root = show(chapter())
    rows = root.locator("[data-head]").locator("xpath=ancestor::tr[@class='gb-names']")
    names = [row.locator("[data-head]").all_inner_texts() for row in rows.all()]
    assert ["name", "caller", "name", "called"] in names
    # Above the query, too, even where it asks for nothing.
    assert names[0] == ["caller", "called"] * 2


def test_the_focus_covers_no_name_above_a_query(show):
    _, root = show(chapter())
    field = root.locator("[data-field=query-3]")
    field.focus()
    offset = field.evaluate("node => parseFloat(getComputedStyle(node).outlineOffset)")
    assert offset <= -2
    top = field.bounding_box()["y"]
    name = root.locator(".gb-names td span").nth(3)
    assert name.inner_text() == "called"
    box = name.bounding_box()
    assert box["y"] + box["height"] <= top + 1


# ---- its challenge -----------------------------------------------------------


def goal_of(root):
    """Return which wanted numbers are found, and what is said of it.

    Rows of numbers are held together by spaces that do not break: here they are plain.
    """
    found = root.locator(".gb-goal li").evaluate_all(
        "all => all.map(li => 'found' in li.dataset)"
    )
    said = root.locator(".gb-goal > p").last.inner_text()
    return found, said.replace("\u00a0", " ")


def ask(root, *queries):
    for query in queries:
        for j, number in enumerate(query.split()):
            root.locator(f"[data-field=query-{j}]").fill(number)


@pytest.mark.parametrize("goal", [[3], [3, 5, 3], [3, 101]])
def test_a_goal_has_a_number_for_each_name_that_is_brought_back(goal):
    with pytest.raises(TraitError, match="goal must h"):
        chapter(goal=goal)
    with pytest.raises(TraitError, match="goal must have 0 entries"):
        SplittingHeads(X, **MATRICES, goal=[3, 5])


def test_the_goal_is_told_on_paper_and_without_one_nothing_is(show):
    assert "can a query find 3 and 5?" in chapter(goal=[3, 5]).fallback
    assert "Challenge" not in chapter().fallback
    _, root = show(chapter())
    assert root.locator(".gb-goal").is_hidden()


def test_one_head_reaches_either_number_and_the_reason_comes_after_a_few(show):
    _, root = show(chapter(goal=[3, 5]))
    start = "Click a number of the query above and type another."
    assert goal_of(root) == ([False, False], start)
    ask(root, "60 0 0 0")
    assert goal_of(root)[0] == [True, False]
    press(root, "reset")
    ask(root, "0 0 0 60")
    assert goal_of(root)[0] == [False, True]
    ask(root, "60 0 0 60")
    found, said = goal_of(root)
    assert found == [False, False]
    assert "both names come out of the same blend" in said and "2 heads" in said
    press(root, "reset", "n_heads-2")
    assert goal_of(root) == (
        [True, True], "Solved: each number comes from a head of its own."
    )  # fmt: skip


def test_a_wanted_number_is_shown_as_the_sum_that_it_is(show):
    _, root = show(chapter(goal=[3, 5]))
    sums = [text.replace("\u00a0", " ") for text in sums_of(root)]
    assert sums == [
        f"number {n} = 0.488 · 3 + 0.024 · 0 + 0.488 · 5 = 3.90, wanted {wanted}"
        for n, wanted in ((1, 3), (3, 5))
    ]
    # as the kernel has them, to the three and two decimals shown
    stages = chapter().stages()
    np.testing.assert_allclose(
        stages["weights"][0, 1], [0.488, 0.024, 0.488], atol=0.0005
    )
    assert f"{stages['merged'][1, 0]:.2f}" == "3.90"
    press(root, "n_heads-2")
    assert "0.014\u00a0·\u00a03 + 0.014\u00a0·\u00a00 + 0.972" in sums_of(root)[1]


def sums_of(root):
    return root.locator(".gb-goal li").all_inner_texts()


@pytest.mark.parametrize(
    ("n_heads", "query", "said"),
    [
        (1, "60 0 0 0", "Head 1 asks for Mia: 60 0 0 0 times 1 0 1 0, ÷ √4, is 30.00."
         " Ben’s key 0 1 0 1 gives 0.00."),
        (1, "9 0 0 9", "In head 1, Mia and Ben both score 4.50, so they get equal"),
        (2, "0 6 0 6", "Wrong number in head 1: 0 6 fits Ben’s key 0 1, but Mia’s key"
         " is 1 0."),
        (2, "6 0 6 0", "Wrong number in head 2: 6 0 fits Mia’s key 1 0, but Ben’s key"),
        (2, "-6 0 0 6", "Wrong sign in head 1: −6 0 times Mia’s key 1 0, ÷ √2, is"
         " −4.24, below the 0.00 of "),
        (2, "1 0 0 6", "In head 1, Mia leads calls by too little, 0.71 to 0.00."),
        (2, "6 0 0 0", "Head 2 asks 0 0, so every score is 0.00, all weights"),
        (2, "6 6 0 6", "In head 1, Mia and Ben both score 4.24"),
        (4, "6 0 9 6", "Head 3 asks for Mia: 9 times 1, ÷ √1, is 9.00. Ben’s key 0"),
        (4, "6 0 0 6", "Head 3 asks 0, so every score is 0.00"),
    ],
)  # fmt: skip
def test_a_query_hears_what_is_wrong_with_it(show, n_heads, query, said):
    numbers = list(map(float, query.split()))
    _, root = show(chapter(goal=[3, 5], n_heads=n_heads, query=numbers))
    assert goal_of(root)[1].startswith(said)


def test_no_query_of_one_head_finds_both():
    rng = np.random.default_rng(0)
    for query in rng.uniform(-100, 100, size=(500, 4)):
        found = chapter(query=query.tolist()).stages()["merged"][1]
        assert found[0] == found[2]


def test_four_heads_are_too_narrow_for_the_second_name(show):
    _, root = show(chapter(goal=[3, 5], n_heads=4))
    ask(root, "9 0 9 9")  # three queries, as each number counts when it is typed
    found, said = goal_of(root)
    assert found == [True, False]
    assert said.startswith("In head 3, Ben and calls have the same key")


def test_the_task_asks_only_for_what_can_be_done_and_says_how_near(show):
    _, root = show(chapter(goal=[3, 5]))
    task = root.locator(".gb-goal > p").first
    near = "Anything within 0.2 counts: 4.90 is taken as 5."
    for n, asked in (
        (1, "with 1 head, can any query find 3 and 5?"),
        (2, "with 2 heads, type a query that finds 3 and 5."),
        (4, "with 4 heads, change the query or a key so that you find 3 and 5."),
    ):
        press(root, f"n_heads-{n}")
        assert task.inner_text() == f"Challenge: {asked} {near}"


def test_values_that_fit_one_sentence_are_put_to_the_swap(show):
    watched, root = show(chapter(goal=[3, 5]))
    root.locator("summary").click()
    for column, value in ((1, "0.77"), (3, "1.283")):
        name = f"W^V, row name, column {column}"
        root.get_by_label(name, exact=True).fill(value)
    assert answers(root)[::2] == ["3.01", "5.01"]
    said = "Right for 3 and 5. Now press “swap caller and called”: does it still hold?"
    assert goal_of(root) == ([], said)
    press(root, "swap")
    assert answers(root)[::2] == ["3.01", "5.01"]  # the caller is 5 now
    assert goal_of(root)[1].startswith("The roles have changed, but it still finds")
    press(root, "swap", "n_heads-2")
    assert "press Reset" in goal_of(root)[1].replace("Press", "press")
    press(root, "n_heads-1")
    root.get_by_label("W^V, row name, column 1", exact=True).fill("2")
    assert goal_of(root)[1].startswith("The challenge waits")
    assert watched.errors == []


# A key of head 3, by the roles, a query, and what it cannot find.
KEYS = [
    ((0, 1), "9", "in head 3, Mia and calls now have the same key, 0, so no query"),
    ((1, -1), "-9", "in head 3, the key of calls, 0, lies between the −1 of Ben and the"
     " 1 of Mia, so no query finds calls alone."),
]  # fmt: skip


@pytest.mark.parametrize(("key", "query", "said"), KEYS)
def test_another_key_solves_the_challenge_and_its_price_is_told(show, key, query, said):
    watched, root = show(chapter(goal=[3, 5], n_heads=4))
    root.locator("summary").click()
    for role, number in zip(("caller", "called"), key, strict=True):
        label = f"W^K, row {role}, column 3"
        root.get_by_label(label, exact=True).fill(f"{number}")
    root.locator("[data-field=query-2]").fill(query)
    assert goal_of(root)[0] == [True, True]
    assert goal_of(root)[1].startswith("Solved, by another key.")
    assert said in goal_of(root)[1]
    # The kernel finds Ben, and with no query the token that is said to be lost.
    w_k = np.array(MATRICES["w_k"])
    w_k[1:3, 2] = key
    matrices = {**MATRICES, "w_k": w_k}
    names = [
        chapter(n_heads=4, **matrices, query=[6, 0, q, 6]).stages()["merged"][1, 2]
        for q in range(-100, 101)
    ]
    assert max(names) == pytest.approx(5, abs=0.01) and min(names) > 0.9
    assert watched.errors == []


def test_the_key_that_is_too_narrow_stands_beside_its_challenge(show):
    watched, root = show(chapter(goal=[3, 5], n_heads=4, query=[6, 0, -9, 6]))
    fields = root.locator(".gb-column input")
    assert [field.input_value() for field in fields.all()] == ["0", "1", "0", "0"]
    root.get_by_label("Key of head 3, called").fill("-1")
    assert goal_of(root)[0] == [True, True]
    assert goal_of(root)[1].startswith("Solved, by another key.")
    root.locator("summary").click()
    same = root.get_by_label("W^K, row called, column 3", exact=True)
    assert same.input_value() == "−1"
    press(root, "undo")
    assert fields.nth(2).input_value() == "0" and goal_of(root)[0] == [True, False]
    same.fill("2")
    assert fields.nth(2).input_value() == "2"
    press(root, "n_heads-2")
    assert not fields.first.is_visible()
    press(root, "reset")
    assert fields.nth(2).input_value() == "0"
    assert watched.errors == []


def test_another_key_that_finds_nothing_hears_why(show):
    _, root = show(chapter(goal=[3, 5], n_heads=4))
    root.locator("summary").click()
    root.get_by_label("W^K, row called, column 3", exact=True).fill("1")
    ask(root, "6 0 9 6")
    found, said = goal_of(root)
    assert found == [True, False]
    assert said.startswith("In head 3, Ben and Mia both score 9.00")


def test_a_typed_query_is_said_to_stand_in_place_of_the_matrix_s(show):
    _, root = show(chapter())
    root.locator("summary").click()
    assert root.locator(".gb-typed").is_hidden()
    ask(root, "1 0 0 6")
    assert "in place of x WQ" in root.locator(".gb-typed").inner_text()
    press(root, "reset")
    assert root.locator(".gb-typed").is_hidden()


def test_a_challenge_counts_for_the_given_names_alone(show):
    watched, root = show(chapter(goal=[3, 5], n_heads=2))
    root.locator("summary").click()
    press(root, "swap")
    found, said = goal_of(root)
    assert not found and said.endswith("Press Reset to go back to it.")
    press(root, "reset")
    assert goal_of(root)[0] == [True, True]
    assert watched.errors == []


def test_the_reader_asks_another_question_and_takes_it_back(show):
    watched, root = show(chapter(n_heads=2))
    root.locator("[data-field=query-0]").fill("0")
    root.locator("[data-field=query-1]").fill("6")
    assert answers(root)[::2] == ["4.90", "4.90"]  # now head 1 looks for who is called
    root.locator("summary").click()
    press(root, "token-0")
    assert answers(root) == ["2.67", "0.33", "2.67", "0.33"]
    press(root, "undo", "undo", "undo")
    assert answers(root)[::2] == ["2.99", "4.90"]
    root.locator("[data-field=query-0]").fill("101")
    assert "−100 to 100" in root.inner_text()
    assert answers(root)[::2] == ["2.99", "4.90"]
    press(root, "reset")
    assert root.locator("[data-field=query-0]").input_value() == "6"
    assert watched.errors == []


def test_another_name_is_found_as_well(show):
    _, root = show(chapter(n_heads=2))
    root.locator("summary").click()
    root.get_by_label("x, row Ben, column name").fill("9")
    assert answers(root)[::2] == ["3.04", "8.79"]
    root.get_by_label("x, row calls, column verb").fill("0")  # it asks nothing then
    assert answers(root)[::2] == ["4.00", "4.00"]


def test_a_query_of_one_s_own_stays_when_a_name_changes(show):
    _, root = show(chapter(n_heads=2))
    root.locator("[data-field=query-1]").fill("6")
    root.locator("summary").click()
    root.get_by_label("x, row Ben, column name").fill("9")
    assert root.locator("[data-field=query-1]").input_value() == "6"
    press(root, "swap")
    assert root.locator("[data-field=query-1]").input_value() == "6"


def test_a_longer_verdict_moves_no_number(show):
    for width in (722, 390):
        _, root = show(chapter(n_heads=2), width=width, height=800)
        before = root.evaluate(PLACES)
        root.locator("[data-field=query-2]").fill("6")
        assert "a blend of Mia and Ben" in root.inner_text()
        assert root.evaluate(PLACES) == before


def test_the_projections_can_be_changed_and_taken_back(show):
    watched, root = show(chapter(n_heads=2, w_o=MIX))
    root.locator("summary").click()
    changes = {
        ("W^Q", "verb", "1"): ("w_q", 0, 0, 0),  # head 1 asks nothing
        ("W^K", "called", "1"): ("w_k", 2, 0, 1),  # Ben looks like the caller too
        ("W^V", "name", "1"): ("w_v", 3, 0, 2),  # names arrive twice as large
    }
    before = answers(root)
    for (matrix, row, column), (name, i, j, value) in changes.items():
        label = f"{matrix}, row {row}, column {column}"
        root.get_by_label(label, exact=True).fill(f"{value}")
        matrices = {**MATRICES, "w_o": MIX}
        changed = np.array(matrices[name])
        changed[i, j] = value
        expected = chapter(n_heads=2, **matrices | {name: changed}).stages()
        assert answers(root) == [f"{x:.2f}" for x in expected["merged"][1]]
        press(root, "undo")
        assert answers(root) == before
    assert watched.errors == []


def test_a_new_projection_takes_the_place_of_a_query_of_one_s_own(show):
    _, root = show(chapter(n_heads=2))
    root.locator("[data-field=query-1]").fill("6")
    root.locator("summary").click()
    root.get_by_label("W^Q, row verb, column 1", exact=True).fill("5")
    fields = root.locator("[data-part=query] input")
    assert [one.input_value() for one in fields.all()] == ["5", "0", "0", "6"]


@pytest.mark.parametrize("width", [722, 390])
def test_four_heads_verdicts_stay_in_their_columns(show, width):
    watched, root = show(chapter(n_heads=4), width=width, height=800)
    watched.page.add_style_tag(content="body { margin: 0 16px; font-family: Arial }")
    for query in (["6", "0", "0", "6"], ["6", "6", "6", "6"], ["0", "0", "-6", "-6"]):
        for j, number in enumerate(query):
            root.locator(f"[data-field=query-{j}]").fill(number)
        over = root.evaluate("""root => [...root.querySelectorAll("thead th")].filter(
          (th) => th.scrollWidth > th.clientWidth + 1 || [...th.children].some((one) =>
            one.getBoundingClientRect().bottom > th.getBoundingClientRect().bottom + 1
            || one.getBoundingClientRect().top < th.getBoundingClientRect().top - 1)
        ).map((th) => th.textContent)""")
        assert over == []


def test_the_last_matrix_mixes_the_answers_and_can_be_changed(show):
    watched, root = show(chapter(n_heads=1, w_o=MIX))
    cells = root.locator("[data-part=output] td")
    assert not cells.first.is_visible()  # it is shown with what changes it
    root.locator("summary").click()
    assert cells.first.is_visible()
    assert [text.split() for text in cells.all_inner_texts()] == [
        ["3.90", "#1"], ["0.49", "#2"], ["3.90", "#3"], ["0.00", "#1", "−", "#3"],
    ]  # fmt: skip
    press(root, "n_heads-2")
    assert cells.nth(3).inner_text().split()[0] == "−1.92"
    root.get_by_label("W^O, row #3, column 4").fill("1")
    assert cells.nth(3).inner_text().split() == ["7.89", "#1", "+", "#3"]
    root.get_by_label("W^O, row #3, column 4").fill("0.5")
    assert cells.nth(3).inner_text().split() == ["5.44", "#1", "+", "0.5·#3"]
    press(root, "undo")
    assert cells.nth(3).inner_text().split()[0] in ("7.89", "−1.92")
    assert watched.errors == []


def test_keys_and_values_are_shown_when_asked_for(show):
    watched, root = show(chapter(n_heads=2))
    parts = [root.locator(f"[data-part={part}]") for part in ("keys", "values")]
    assert not any(part.is_visible() for part in parts)
    press(root, "every-row")
    assert all(part.is_visible() for part in parts)
    press(root, "n_heads-1")
    assert all(part.is_visible() for part in parts)
    press(root, "reset")  # as it was at first
    assert not any(part.is_visible() for part in parts)
    assert watched.errors == []


def test_a_challenge_shows_keys_and_values_from_the_start(show):
    _, root = show(chapter(goal=[3, 5]))
    rows = root.locator("[data-action=every-row]")
    assert rows.get_attribute("aria-pressed") == "true"
    assert root.locator("[data-part=keys]").is_visible()
    rows.click()
    assert root.locator("[data-part=keys]").is_hidden()
    assert rows.get_attribute("aria-pressed") == "false"


def test_without_a_last_matrix_its_row_is_left_out(show):
    _, root = show(chapter())
    assert root.locator("[data-part=output]").count() == 0


def test_the_roles_change_places_at_a_press(show):
    watched, root = show(chapter(n_heads=2, w_o=MIX))
    swap = root.locator("[data-action=swap]")
    assert swap.inner_text() == "swap caller and called"
    swap.click()  # it stands above the table, not in the fold
    root.locator("summary").click()
    assert answers(root)[::2] == ["4.90", "2.99"]
    assert root.get_by_label("x, row Mia, column called").input_value() == "1"
    assert swap.get_attribute("aria-pressed") == "true"
    press(root, "undo")
    assert answers(root)[::2] == ["2.99", "4.90"]
    assert swap.get_attribute("aria-pressed") == "false"
    assert watched.errors == []


def test_scores_are_named_only_where_they_are_shown(show):
    _, root = show(chapter(n_heads=4))
    note = root.locator("[data-part=weights] .gb-beside")
    assert "score = query" in note.inner_text()
    assert root.locator(".gb-score").first.is_visible()
    _, root = show(chapter(n_heads=4), width=390)
    note = root.locator("[data-part=weights] tr.gb-above")
    assert "score" not in note.inner_text()
    assert not root.locator(".gb-score").first.is_visible()
    press(root, "n_heads-2")
    assert "score = query" in note.inner_text().replace("\u00a0", " ")
    assert root.locator(".gb-score").first.is_visible()


def test_names_above_the_query_stay_where_one_key_is_changed(show):
    _, root = show(chapter(n_heads=4, goal=[3, 5]))
    names = root.locator("[data-part=query] .gb-names td[data-head]")
    assert names.all_inner_texts() == ["caller", "called", "caller", "called"]
    before = root.evaluate(PLACES)
    root.get_by_label("Key of head 3, called").fill("2")
    assert names.all_inner_texts() == ["caller", "called", "", "called"]
    assert root.evaluate(PLACES) == before


def test_under_the_wrong_cut_the_query_s_numbers_are_level(show):
    _, root = show(chapter(n_heads=2))
    press(root, "transpose-false")
    fields = root.locator("[data-part=query] input")
    assert len({round(field.bounding_box()["y"]) for field in fields.all()}) == 1
    whose = root.locator("[data-part=query] small")
    assert whose.all_inner_texts() == ["Mia", "Mia", "Ben", "Ben"]


def test_parts_of_a_number_too_large_are_not_asked(show):
    _, root = show(chapter(n_heads=2))
    field = root.locator("[data-field=query-0]")
    field.click()
    field.press_sequentially("999999")
    assert "−100 to 100" in root.inner_text()
    assert field.input_value() == "999999"
    assert answers(root)[::2] == ["2.99", "4.90"]  # those of the 6 before
    field.fill("60")
    field.click()
    field.press("End")
    field.press("0")
    assert "−100 to 100" in root.inner_text()
    assert answers(root)[::2] == ["3.00", "4.90"]  # those of 60
    field.fill("6")
    field.press("ArrowUp")
    assert field.input_value() == "7"
    field.fill("100")
    field.press("ArrowUp")
    assert "−100 to 100" in root.inner_text()
    weight = root.locator("[data-part=weights] td[data-head='0']").first
    assert float(weight.get_attribute("data-value")) == pytest.approx(1, abs=1e-9)


def test_the_wrong_cut_mixes_tokens_in_a_head(show):
    _, root = show(chapter(n_heads=2))
    whose = root.locator("[data-part=keys] [data-head='0'] small")
    symptom = root.locator(".gb-symptom")
    assert whose.count() == 0 and not symptom.is_visible()
    press(root, "transpose-false")
    assert whose.all_inner_texts() == ["Mia", "Mia", "calls"]
    text = symptom.inner_text()
    assert "Row 2, where calls should ask, holds pieces of Mia and Ben." in text
    found = "2.00 0.33 3.33 0.33 instead of 2.99 0.97 4.90 0.97."
    assert text.replace("\u00a0", " ").endswith(f"So it finds {found}")
    assert "the shape (2, 3, 2) is right" in text
    assert "head 1 holds Mia, Mia, calls, and head 2 holds calls, Ben, Ben" in text
    assert "Mia" not in root.locator("[data-part=keys] .gb-token").first.inner_text()
    press(root, "n_heads-4")
    first = root.locator("thead th[data-head='0']")
    assert "only Mia" in first.inner_text()  # three of her four numbers
    press(root, "n_heads-1")
    assert "nothing to mix up" in symptom.inner_text()
    press(root, "transpose-false")
    assert answers(root)[::2] == ["3.90", "3.90"]
    mistake = root.locator("[data-action=transpose-false]")
    assert not mistake.is_visible()  # one head has nothing to mix up
    press(root, "n_heads-4")
    assert mistake.is_visible()


def test_the_swap_is_read_as_the_other_sentence(show):
    _, root = show(chapter(n_heads=2))
    said = root.locator("thead td").first
    assert said.inner_text() == "Mia calls Ben"
    press(root, "swap")
    assert said.inner_text() == "Ben calls Mia"
    _, root = show(SplittingHeads(X, **MATRICES))  # without roles
    assert root.locator("thead td").first.inner_text() == ""


@pytest.mark.parametrize(("width", "n_heads"), [(722, 1), (722, 2), (722, 4), (390, 2)])
def test_a_large_score_keeps_clear_of_bar_and_weight(show, width, n_heads):
    state = {"query": [-60, -60, -60, -60], "n_heads": n_heads}
    w_k = [[0] * 4, [2, 0, 2, 0], [0, 2, 0, 2], [0] * 4]
    _, root = show(chapter(w_k=w_k, **state), width=width)
    for cell in root.locator(".gb-weight").all():
        ends = cell.evaluate("""cell => {
          const range = document.createRange();
          range.selectNodeContents(cell.children[0]);
          const right = range.getBoundingClientRect().right;
          return [1, 2].map((i) => cell.children[i].getBoundingClientRect())
            .filter((box) => box.top < range.getBoundingClientRect().bottom)
            .map((box) => box.left - right);
        }""")
        assert min(ends) >= 2
