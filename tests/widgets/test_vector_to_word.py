"""Vector to word: its rules, its numbers, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import softmax
from glassbox.widgets import VectorToWord
from glassbox.widgets.vector_to_word import ROWS, WORDS
from traitlets import TraitError


def test_glass_lies_between_and_no_vector_brings_its_surprise_below_ln_3():
    rng = np.random.default_rng(0)
    for vector in rng.uniform(-3, 3, size=(200, 2)):
        assert VectorToWord(vector).surprise() > np.log(3)
        for word in WORDS[:2] + WORDS[3:]:
            assert VectorToWord(vector, word=word).surprise() > 0
    for word, vector in (("cup", [3, 3]), ("mug", [3, -3]), ("piano", [-3, 3])):
        assert VectorToWord(vector, word=word).surprise() < 0.1
    out = VectorToWord([3, 0], rows=[*ROWS[:2], (2, 0), ROWS[3]])
    assert out.surprise() < 0.1


def test_the_pencil_s_numbers():
    widget = VectorToWord([2, 1])
    assert widget.logits().tolist() == [3, 1, 2, -1]
    assert round(widget.surprise(), 2) == 1.42


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("vector", [1, 2, 3], "vector must have 2 numbers; got 3"),
        ("vector", [1, 4], "vector must hold numbers from -3 to 3; got 4"),
        ("rows", [[1, 2]], "rows must be 4 pairs of numbers; got shape (1, 2)"),
        ("rows", [[1]] * 4, "rows must be 4 pairs of numbers; got shape (4, 1)"),
        ("word", "tea", "word"),
        ("moves", "all", "moves"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = VectorToWord()
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert {trait: getattr(widget, trait) for trait in before} == before


def test_the_fallback_tells_rows_logits_probabilities_and_the_surprise():
    fallback = VectorToWord([2, 1]).fallback
    rows = dict(re.findall(r'<th scope="row">(\w+)</th>(.*?)</tr>', fallback))
    cells = re.findall("<td>(.*?)</td>", rows["glass"])
    assert cells == ["[1, 0]", "2", "0.2418"]
    assert "The surprise is 1.4197 nats if glass comes next." in fallback


# ---- on a page ---------------------------------------------------------------


def numbers(root, selector):
    read = "all => all.map(node => Number(node.dataset.value))"
    return np.array(root.locator(selector).evaluate_all(read))


def agrees(root, widget):
    shown = numbers(root, "tbody td[data-value]").reshape(4, 2)
    logits = widget.logits()
    # 1e-12: the same products, summed in the same order or nearly so
    close = {"rtol": 0, "atol": 1e-12}
    np.testing.assert_allclose(shown, np.c_[logits, softmax(logits)], **close)
    np.testing.assert_allclose(numbers(root, ".gb-value"), [widget.surprise()], **close)


def test_the_page_shows_what_the_python_kernels_give(show):
    rng = np.random.default_rng(0)
    for word in WORDS:
        vector, rows = rng.uniform(-3, 3, 2).round(2), rng.uniform(-3, 3, (4, 2))
        widget = VectorToWord(vector, rows=rows.round(2), word=word)
        watched, root = show(widget)
        agrees(root, widget)
    assert watched.errors == []


def led(root):
    """Give the corners of the place where the word leads, in the plane's numbers."""
    path = root.locator(".gb-ground path").get_attribute("d")
    x, y = np.array(re.findall(r"[\d.]+", path), float).reshape(-1, 2).T
    return np.c_[(x - 10) / 42 - 3, 3 - (y - 10) / 42]


def is_inside(corners, places):
    """Tell which places lie in a convex polygon, whichever way it runs around."""
    edges = np.roll(corners, -1, axis=0) - corners
    away = places[:, None] - corners
    turns = edges[:, 0] * away[..., 1] - edges[:, 1] * away[..., 0]
    return (turns > 0).all(axis=1) | (turns < 0).all(axis=1)


def test_the_puzzle_is_solved_by_a_row_not_by_the_vector(show):
    watched, root = show(VectorToWord())
    assert not led(root).size and "nowhere yet" in root.inner_text()
    for place, value in enumerate((3, 0)):
        root.locator(f"[data-field=vector-{place}]").fill(f"{value}")
    agrees(root, VectorToWord([3, 0]))
    assert "glass shares the first place" in root.inner_text()
    root.locator("[data-field=row-2-0]").fill("2")
    moved = VectorToWord([3, 0], rows=[*ROWS[:2], (2, 0), ROWS[3]])
    agrees(root, moved)
    assert "nowhere yet" not in root.inner_text()
    assert led(root).size and "The likeliest word is glass" in root.inner_text()
    root.locator("[data-action=undo]").click()
    agrees(root, VectorToWord([3, 0]))
    root.locator("[data-action=word-cup]").click()
    agrees(root, VectorToWord([3, 0], word="cup"))
    root.locator("[data-action=reset]").click()
    agrees(root, VectorToWord())
    assert watched.errors == []


@pytest.mark.parametrize("word", WORDS)
def test_the_ground_is_where_the_word_leads(show, word):
    drawn = np.random.default_rng(WORDS.index(word)).uniform(-3, 3, (3, 4, 2)).round(2)
    tables = [np.array(ROWS), *drawn, np.array([*ROWS[:2], (2, 0), ROWS[3]])]
    tables.append(np.tile(ROWS[0], (4, 1)))  # all rows equal: nothing leads
    _, *roots = show(*(VectorToWord(rows=rows, word=word) for rows in tables))
    line = np.linspace(-2.99, 2.99, 60)
    places = np.array([[a, b] for a in line for b in line])
    for rows, root in zip(tables, roots, strict=True):
        logits = places @ rows.T
        mine = logits[:, WORDS.index(word)]
        lead = mine - np.delete(logits, WORDS.index(word), axis=1).max(axis=1)
        corners = led(root)
        found = is_inside(corners, places) if corners.size else np.zeros(len(places))
        sure = abs(lead) > 0.01  # corners are drawn to a hundredth of a pixel
        np.testing.assert_array_equal(found[sure], (lead > 0)[sure])


def test_the_other_words_share_what_the_chosen_word_does_not_lead(show):
    _, *roots = show(VectorToWord(), VectorToWord(word="cup"))
    square = 252**2  # of the picture's pixels
    for root in roots:
        areas = []
        for one in root.locator(".gb-shares path").all():
            found = re.findall(r"[\d.]+", one.get_attribute("d"))
            x, y = np.array(found, float).reshape(-1, 2).T
            turned = np.roll(x, -1) * y - np.roll(y, -1) * x
            areas.append(abs(turned.sum()) / 2)
        # corners are drawn to a hundredth of a pixel
        np.testing.assert_allclose(sum(areas), square, rtol=1e-3)
        assert areas[WORDS.index("glass")] == 0
        assert (np.delete(areas, 2) > square / 5).all()


def test_a_probability_is_never_told_as_0_or_1(show):
    _, root = show(VectorToWord([3, 3], word="cup", rows=[[3, 3], *ROWS[1:]]))
    told = root.locator("tbody td[data-value]:nth-child(4)").all_inner_texts()
    assert told == [">0.9999", *3 * ["<0.0001"]]


def drag(watched, root, *places):
    box = root.locator(".gb-plane").bounding_box()
    scale = box["width"] / 272
    for number, (first, second) in enumerate(places):
        x, y = 10 + (first + 3) * 42, 10 + (3 - second) * 42
        watched.page.mouse.move(box["x"] + scale * x, box["y"] + scale * y)
        if number == 0:
            watched.page.mouse.down()
    watched.page.mouse.up()


def test_a_word_s_point_is_dragged_and_a_press_alone_changes_nothing(show):
    rows = [*ROWS[:2], (1.1, 0.1), ROWS[3]]
    watched, root = show(VectorToWord(rows=rows))
    drag(watched, root, (1.1, 0.1))
    agrees(root, VectorToWord(rows=rows))
    assert root.locator("[data-action=undo]").get_attribute("aria-disabled") == "true"
    drag(watched, root, (1.1, 0.1), (1.5, 0), (2, 0.25))
    agrees(root, VectorToWord(rows=[*ROWS[:2], (2, 0.25), ROWS[3]]))
    assert root.locator("[data-field=row-2-1]").input_value() == "0.25"
    root.locator("[data-action=undo]").click()
    agrees(root, VectorToWord(rows=rows))


def test_the_vector_lies_above_a_word_s_point_at_the_same_place(show):
    watched, root = show(VectorToWord([1, 1]))
    drag(watched, root, (1, 1), (2, 2))
    agrees(root, VectorToWord([2, 2]))


def test_the_vector_is_dragged_and_one_undo_takes_it_back(show):
    watched, root = show(VectorToWord())
    drag(watched, root, (1, 2), (1.5, 1.5), (2, 1))
    agrees(root, VectorToWord([2, 1]))
    root.locator("[data-action=undo]").click()
    agrees(root, VectorToWord())


def trained(widget, rate=0.25):
    """Take one step against the loss's slope, in the rows and in the vector."""
    h, rows = np.array(widget.vector), np.array(widget.rows)
    slope = softmax(rows @ h) - np.eye(4)[WORDS.index(widget.word)]
    moved = h - rate * slope @ rows, rows - rate * np.outer(slope, h)
    vector, rows = (x.clip(-3, 3).round(2) + 0.0 for x in moved)
    return VectorToWord(vector, rows=rows, word=widget.word)


def test_a_step_moves_vector_and_rows_against_the_slope_and_costs_less(show):
    for word in ("glass", "mug"):
        watched, root = show(VectorToWord(word=word))
        widget = VectorToWord(word=word)
        for _ in range(8):
            button = root.locator("[data-action=step]")
            assert button.inner_text() == "One step"
            button.press("Enter")
            before, widget = widget, trained(widget)
            assert widget.surprise() < before.surprise()
            agrees(root, widget)
        assert widget.vector != before.vector and widget.surprise() < 1
        root.locator("[data-action=undo]").click()
        agrees(root, before)
        assert watched.errors == []


def test_a_step_moves_what_the_reader_chose_and_nothing_else(show):
    for moves in ("rows", "vector"):
        watched, root = show(VectorToWord())
        root.locator(f"[data-action=moves-{moves}]").click()
        root.locator("[data-action=step]").click()
        both = trained(VectorToWord())
        kept = VectorToWord(**{moves: getattr(both, moves)})
        assert kept.surprise() < VectorToWord().surprise()
        agrees(root, kept)
        assert watched.errors == []


def test_the_logit_is_the_shadow_times_the_length_of_the_vector(show):
    rng = np.random.default_rng(3)
    for word in WORDS:
        vector, rows = rng.uniform(-3, 3, 2).round(2), rng.uniform(-3, 3, (4, 2))
        widget = VectorToWord(vector, rows=rows.round(2), word=word)
        _, root = show(widget)
        told = root.locator("[data-values]").get_attribute("data-values")
        shadow, length, logit = map(float, told.split())
        expected = widget.logits()[WORDS.index(word)]
        assert shadow * length == pytest.approx(expected, abs=1e-12)  # a few roundings
        assert logit == pytest.approx(expected, abs=1e-12)
        assert length == pytest.approx(np.hypot(*vector), abs=1e-12)
        path = root.locator(".gb-shadow").get_attribute("d")
        x, y = np.array(re.findall(r"[\d.]+", path), float).reshape(-1, 2).T
        drawn = np.hypot(x[1] - x[0], y[1] - y[0]) / 42
        assert drawn == pytest.approx(abs(shadow), abs=1e-3)  # hundredths of a pixel


def test_a_vector_of_0_casts_no_shadow_and_draws_no_line(show):
    watched, root = show(VectorToWord([0, 0]))
    assert root.locator("[data-values]").get_attribute("data-values") == "0 0 0"
    assert "NaN" not in root.locator(".gb-plane").evaluate("node => node.outerHTML")
    assert watched.errors == []


def test_steps_leave_a_trail_that_undo_shortens_and_a_drag_ends(show):
    watched, root = show(VectorToWord())

    def rings():
        path = root.locator(".gb-trail").get_attribute("d")
        return len(re.findall("a3", path)) // 2

    step = root.locator("[data-action=step]")
    for n in (1, 2, 3):
        step.click()
        assert rings() == 5 * n  # of the vector and the four words
    root.locator("[data-action=undo]").click()
    assert rings() == 10
    drag(watched, root, (-1, 2), (-2, 2))
    assert rings() == 0
    step.click()
    assert rings() == 5
    root.locator("[data-action=reset]").click()
    assert rings() == 0


@pytest.mark.parametrize("width", [860, 390])
def test_nothing_below_moves_when_a_step_is_taken(show, width):
    _, root = show(VectorToWord(), width=width)
    boxes = (
        "all => all.map(node => Object.values(node.getBoundingClientRect().toJSON()))"
    )
    still = root.locator("thead th, tbody td.gb-row, [data-action], .gb-plane")
    before = still.evaluate_all(boxes), root.bounding_box()
    for _ in range(3):
        root.locator("[data-action=step]").click()
        assert (still.evaluate_all(boxes), root.bounding_box()) == before


def test_no_name_lies_on_the_vector_s_line(show):
    """Of those that have room: where a point itself lies on it, any side is crossed."""
    _, root = show(VectorToWord())
    step = root.locator("[data-action=step]")
    for _ in range(4):
        boxes = root.locator(".gb-point text").evaluate_all(
            "all => all.map(one => { const b = one.getBBox();"
            " return [b.x, b.y + 3, b.x + b.width, b.y + b.height - 3]; })"
        )
        path = root.locator("path.gb-line").get_attribute("d")
        ends = np.array(re.findall(r"[\d.]+", path), float).reshape(2, 2)
        along = ends[0] + np.linspace(0, 1, 200)[:, None] * (ends[1] - ends[0])
        for left, top, right, bottom in boxes:
            x, y = along.T
            on = (left < x) & (x < right) & (top < y) & (y < bottom)
            assert not on.any()
        step.click()


def test_a_step_stays_within_the_plane(show):
    widget = VectorToWord([3, 3], word="mug", rows=[*ROWS[:1], (3, -3), *ROWS[2:]])
    _, root = show(widget)
    root.locator("[data-action=step]").click()
    agrees(root, trained(widget))
    assert root.locator("[data-field=row-1-0]").input_value() == "3"


def test_a_wrong_entry_is_marked_and_forgotten_by_reset(show):
    _, root = show(VectorToWord())
    for name in ("vector-0", "row-3-1"):
        field = root.locator(f"[data-field={name}]")
        for wrong in ("a", "3.1"):
            field.fill(wrong)
            assert field.get_attribute("aria-invalid") == "true"
            assert "from −3 to 3" in root.inner_text()
            agrees(root, VectorToWord())
    root.locator("[data-action=reset]").click()
    assert root.locator("[aria-invalid]").count() == 0


def test_the_keyboard_steps_and_the_surprise_is_announced(show):
    watched, root = show(VectorToWord(), clock=True)
    root.locator("[data-field=vector-0]").focus()
    watched.page.keyboard.press("ArrowUp")
    watched.page.clock.run_for(1000)
    expected = VectorToWord([1.5, 2]).surprise()
    said = root.locator("[role=status]").inner_text()
    assert said == f"The surprise is {expected:.4f} nats if glass comes next."
    assert said in root.locator(".gb-plane").get_attribute("aria-label")


@pytest.mark.parametrize("width", [860, 390])
def test_a_field_has_room_for_two_decimals(show, width):
    _, root = show(VectorToWord(), width=width)
    for _ in range(4):
        root.locator("[data-action=step]").click()
    fields = root.locator("input[data-field]")
    assert (
        fields.evaluate_all(
            "all => all.filter(x => x.scrollWidth > x.clientWidth).map(x => x.value)"
        )
        == []
    )
