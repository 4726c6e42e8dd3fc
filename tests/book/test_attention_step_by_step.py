"""The widget attention, step by step, operated on a page by keyboard and pointer."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox.widgets import AttentionStepByStep
from widget_page import page_of

QUERY = [[1, 0.5], [0, 2], [-1, 3]]
KEY = [[1, 0], [0, 1], [1, -1], [2, 2], [0.5, 0]]
VALUE = [[1, 0, 2, 1], [0, 3, 1, -1], [2, 2, 0, 0], [1, 1, 4, 0.5], [0, -2, 1, 1]]
NAMES = ["products", "scores", "masked", "weights", "output"]

# Write numbers and a mask by the widget's own controls; return what each stage shows.
SHOW = """async ([index, state]) => {
  const widget = document.querySelectorAll(".gb-attend")[index];
  const settled = () => new Promise((resolve) => setTimeout(resolve));
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
      await settled();
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


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with these widgets; return it, watched, and the first widget."""

    def show(*widgets, **options):
        path = tmp_path / "page.html"
        path.write_text(page_of(widgets or [example()]), encoding="utf-8")
        watched = open_page(path, **options)
        roots = watched.page.locator(".gb-attend")
        for number in range(max(len(widgets), 1)):
            watched.page.locator("main > div").nth(number).scroll_into_view_if_needed()
            roots.nth(number).wait_for()
        return watched, roots.first

    return show


def example(mask=None, **state):
    names = {"tokens": ["the", "cat", "sat"], "key_tokens": list("vwxyz")}
    return AttentionStepByStep(QUERY, KEY, VALUE, mask, **{"step": 5} | names | state)


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
    watched, _ = show(*widgets)
    for number, ((n, m, d, v), widget) in enumerate(zip(shapes, widgets, strict=True)):
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
            shown = watched.page.evaluate(SHOW, [number, state])
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
    watched, root = show(example(step=3))
    play = root.locator("[data-action=play]")
    play.click()  # at once to step 4, two seconds later to 5, the last
    assert play.inner_text() == "Pause"
    assert values(root, "weights")[0] and not values(root, "output")[0]
    watched.page.wait_for_function(
        "document.querySelector('[data-stage=output]').dataset.value"
    )
    assert play.inner_text() == "Play"
    play.click()  # from the end: again from the start
    assert values(root, "products")[0] and not values(root, "scores")[0]
    play.click()
    assert play.inner_text() == "Play"
    watched.page.wait_for_timeout(2200)  # longer than a step lasts
    assert not values(root, "scores")[0]


def test_nothing_plays_by_itself(show):
    watched, root = show(example(step=1))
    watched.page.wait_for_timeout(2200)  # longer than a step lasts
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
    watched, root = show(example())
    cell(root, "scores", 1, 1).focus()
    watched.page.wait_for_function(
        "document.querySelector('[role=status]').textContent.startsWith('Score, cat')"
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


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    numbers = np.arange(25).reshape(5, 5) * -1.25
    largest = AttentionStepByStep(numbers, numbers, numbers, step=5)
    mask = [[True, False, True, False, True], [False] * 5, [True] * 5]
    watched, root = show(example(mask), largest, scheme=scheme, width=width)
    cell(root, "weights", 0, 0).click()
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
