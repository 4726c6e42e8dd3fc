"""The key-value cache: its rules, its counts, its fallback, and its page."""

import re

import pytest
from glassbox.widgets import KeyValueCache
from glassbox.widgets.key_value_cache import SENTENCE
from glassbox.widgets.key_value_cache.numbers import (
    AGAIN,
    KEPT,
    NEW,
    computed,
    count_kinds,
    row_kinds,
)
from traitlets import TraitError

KINDS = (NEW, AGAIN, KEPT)


# ---- its numbers ---------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 7, 10, 13])
def test_without_a_cache_n_steps_compute_a_triangle_and_with_it_a_line(n):
    plain, kept = count_kinds(n, False), count_kinds(n, True)
    assert computed(plain) == n * (n + 1) // 2 and plain[KEPT] == 0
    assert computed(kept) == n and kept[AGAIN] == 0
    # nothing else is read: what is kept stands where it was computed again
    assert kept[KEPT] == plain[AGAIN] and plain[NEW] == kept[NEW] == n
    assert [len(row_kinds(step, True)) for step in (1, n)] == [1, n]


# ---- its rules -----------------------------------------------------------------------


def test_it_opens_where_the_switch_turns_21_into_6():
    widget = KeyValueCache()
    assert (widget.written, widget.keep) == (6, False)
    assert computed(count_kinds(6, False)) == 21 and computed(count_kinds(6, True)) == 6
    assert repr(widget) == "KeyValueCache(written=6, keep=False)"
    assert len(widget.tokens) == 13


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("tokens", ["a"], "tokens must be 2 to 13 tokens; got 1"),
        ("tokens", ["a"] * 14, "tokens must be 2 to 13 tokens; got 14"),
        ("tokens", "the", "tokens must be a list of strings; got 'the'"),
        ("tokens", ["a", ""], "a token must have 1 to 8 characters; got ''"),
        ("tokens", ["a", "b"], "written must be at most 2, the number of tokens"),
        ("written", 0, "written must be from 1 to 13; got 0"),
        ("written", 2.5, "written must be a whole number; got 2.5"),
        ("keep", "yes", "keep"),
        ("compared", "no", "compared"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = KeyValueCache()
    before = [getattr(widget, one) for one in (*widget._state, "fallback")]
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert [getattr(widget, one) for one in (*widget._state, "fallback")] == before
    with pytest.raises(TraitError):
        KeyValueCache(**{name: value})


@pytest.mark.parametrize("keep", [False, True])
def test_the_fallback_has_a_row_per_step_and_both_totals(keep):
    text = KeyValueCache(["ab", "cd", "ef", "g"], written=3, keep=keep).fallback
    rows = re.findall(r"<tr><th scope=\"row\">(.*?)</th>(.*?)</tr>", text)
    assert [name for name, _ in rows] == ["1: ab", "2: cd", "3: ef"]
    cells = [re.findall("<td>(.*?)</td>", row) for _, row in rows]
    for step, row in enumerate(cells, start=1):
        kinds = row_kinds(step, keep)
        so_far = computed(count_kinds(step, keep))
        assert row == [f"{n}" for n in (*map(kinds.count, KINDS), so_far)]
    assert "3 tokens: 6 keys computed without a cache, 3 with it." in text


# ---- its page ------------------------------------------------------------------------

# Each step's cells, and what the script's functions give for the same.
CELLS = """root => [...root.querySelectorAll(".gb-triangle i[data-kind]")].reduce(
  (rows, one) => {
    const [row, column] = one.style.gridArea.split(" / ").map(Number);
    (rows[row - 1] ??= [])[column - 2] = one.dataset.kind;
    return rows;
  }, [])"""
VALUES = (
    "root => [...root.querySelectorAll('{}')].map(one => Number(one.dataset.value))"
)
SCRIPT = """async ([source, states]) => {
  const { computed, countKinds, rowKinds } =
    await import("data:text/javascript," + encodeURIComponent(source));
  return {
    rows: states.map(([step, keep]) => rowKinds(step, keep)),
    counts: states.map(([step, keep]) => countKinds(step, keep)),
    computed: states.map(([step, keep]) => computed(countKinds(step, keep))),
  };
}"""


@pytest.mark.browser
def test_the_page_counts_as_python_does(browser):
    source = (KeyValueCache._folder / "numbers.js").read_text(encoding="utf-8")
    states = [[step, keep] for step in range(1, 14) for keep in (False, True)]
    page = browser.new_page()
    found = page.evaluate(SCRIPT, [source, states])
    page.close()
    assert found["rows"] == [row_kinds(*state) for state in states]
    counts = [count_kinds(*state) for state in states]
    assert found["counts"] == [{kind: one[kind] for kind in KINDS} for one in counts]
    assert found["computed"] == [computed(one) for one in counts]


def right_cells(n, written, keep):
    rows = [row_kinds(step, keep) for step in range(1, written + 1)]
    return rows + [["none"] * step for step in range(written + 1, n + 1)]


@pytest.mark.browser
@pytest.mark.parametrize("keep", [False, True])
def test_each_press_writes_a_row_and_the_numbers_are_those_of_its_cells(show, keep):
    watched, root = show(
        KeyValueCache(SENTENCE.split()[:9], written=1, keep=keep, compared=True)
    )
    write = root.locator("[data-action=write]")
    for written in range(1, 10):
        assert root.evaluate(CELLS) == right_cells(9, written, keep)
        counts = count_kinds(written, keep)
        shown = root.evaluate(VALUES.format(".gb-legend [data-value]"))
        assert shown == [counts[kind] for kind in KINDS]
        sums = root.evaluate(VALUES.format(".gb-sums b"))
        both = [computed(count_kinds(written, kept)) for kept in (False, True)]
        assert sums == both
        line = root.locator(".gb-line").inner_text()
        now, other = both[keep], both[not keep]
        row = len([kind for kind in row_kinds(written, keep) if kind != KEPT])
        assert [int(n) for n in re.findall(r"\d+", line)] == [
            written, row, row, now, other,
        ]  # fmt: skip
        assert write.get_attribute("aria-disabled") == f"{written == 9}".lower()
        write.dispatch_event("click")  # the last one too, where it is disabled
    assert root.evaluate(CELLS) == right_cells(9, 9, keep)  # the last press did nothing
    words = root.locator(".gb-triangle span:visible").all_inner_texts()
    assert words == SENTENCE.split()[:9]
    assert watched.errors == []


@pytest.mark.browser
def test_the_first_press_of_the_switch_turns_21_into_6(show):
    watched, root = show(KeyValueCache(), clock=True)
    line, switch = root.locator(".gb-line"), root.locator("[data-action=keep]")
    assert (
        line.inner_text() == "Step 6 computed 6 keys and 6 values; 21 of each so far."
    )
    read = " ".join(root.locator(".gb-cache").inner_text().split())
    assert "with the cache ?" in read and "computed, new" in read
    told = set(re.findall(r"\d+", read.partition("Each row")[0]))
    assert told == {"6", "21"}  # the step, its keys, and all keys so far
    assert switch.get_attribute("aria-pressed") == "false"
    switch.click()
    after = (
        "Step 6 computed 1 key and 1 value; 6 of each so far. Without the cache: 21."
    )
    assert line.inner_text() == after
    assert switch.get_attribute("aria-pressed") == "true"
    watched.page.clock.run_for(1000)
    assert root.locator("[role=status]").inner_text() == after
    sums = root.locator(".gb-sums li")
    assert [one.split("\n")[-1] for one in sums.all_inner_texts()] == [
        "1 + 2 + 3 + 4 + 5 + 6 = 21",
        "1 + 1 + 1 + 1 + 1 + 1 = 6",
    ]
    root.locator("[data-action=undo]").click()
    assert switch.get_attribute("aria-pressed") == "false"


@pytest.mark.browser
def test_each_kind_of_cell_looks_different_without_its_color(show):
    _, root = show(KeyValueCache(written=4))
    look = """(one) => {
      const { backgroundImage, backgroundColor } = getComputedStyle(one);
      const solid = backgroundColor !== "rgba(0, 0, 0, 0)";
      return `${backgroundImage.split("(")[0]} ${solid}`;
    }"""
    looks = [
        root.locator(f".gb-legend [data-kind={kind}]").evaluate(look) for kind in KINDS
    ]
    assert len(set(looks)) == 3
    shown = root.locator(".gb-triangle [data-kind=again]").first.evaluate(look)
    assert shown == looks[1]


@pytest.mark.browser
def test_the_arrow_keys_go_where_they_point_and_a_press_on_a_row_goes_there(show):
    watched, root = show(KeyValueCache(), width=390, height=844, has_touch=True)
    steps = root.locator(".gb-triangle")
    steps.focus()
    for key, step in [
        ("ArrowLeft", 5), ("ArrowDown", 6), ("End", 13), ("ArrowRight", 13),
        ("ArrowUp", 12), ("Home", 1), ("ArrowLeft", 1), ("ArrowUp", 1),
    ]:  # fmt: skip
        watched.page.keyboard.press(key)
        assert steps.get_attribute("aria-valuenow") == f"{step}"
        line = root.locator(".gb-line").inner_text()
        assert line.startswith(f"Step {step} ")
        assert steps.get_attribute("aria-valuetext") == line
    box = steps.bounding_box()
    for step in (13, 4, 1):
        steps.tap(position={"x": 30, "y": box["height"] * (step - 0.5) / 13})
        assert steps.get_attribute("aria-valuenow") == f"{step}"


@pytest.mark.browser
@pytest.mark.parametrize(("width", "most"), [(1280, 430), (390, 520)])
def test_it_is_no_higher_than_a_first_screen_allows(show, width, most):
    for written in (6, 13):
        _, root = show(KeyValueCache(written=written), width=width, height=844)
        assert root.locator(".gb-cache").bounding_box()["height"] <= most


@pytest.mark.browser
def test_tokens_enter_the_page_as_text(show):
    watched, root = show(KeyValueCache(["<b>x</b>", "机器"], written=2))
    words = root.locator(".gb-triangle span").all_inner_texts()
    assert words == ["<b>x</b>", "机器"]
    assert watched.errors == []
