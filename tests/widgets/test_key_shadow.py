"""Key shadow: its rules, its numbers, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import softmax
from glassbox.widgets import KeyShadow
from glassbox.widgets.key_shadow import KEYS, LENGTH, LOUD, measure
from traitlets import TraitError

IT = np.array([0, 1, 2, 0])
VECTORS = np.array([[2, -2, 0, 0], [0, 2, 0, 2], [0, 2, 2, 0]])  # she, cup, tea


def test_it_opens_with_the_chapter_s_numbers_and_cup_four_times_as_long():
    assert KeyShadow().tips == LOUD
    assert measure(LOUD)["dot"] == pytest.approx([-2, 8, 6], rel=1e-12)  # one rounding
    found = measure(KEYS)
    dots = VECTORS @ IT
    close(found["dot"], dots)
    close(found["length"], np.linalg.norm(VECTORS, axis=1))
    close(found["weight"], softmax(dots / 2))
    assert [round(weight, 4) for weight in found["weight"]] == [0.0159, 0.1173, 0.8668]
    assert [round(angle) for angle in found["angle"]] == [108, 72, 18]


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"tips": [[1, 1]]}, "tips must be three pairs [up, right]; got"),
        ({"tips": [[1, 1, 1]] * 3}, "tips must be three pairs [up, right]; got"),
        ({"tips": []}, "tips must be three pairs [up, right]; got []"),
        ({"tips": [[1, 1], [1, -1], [1, 1]]}, "0 to 11 to the right; got [1.0, -1.0]"),
        ({"tips": [[1, 1], [-5, 1], [1, 1]]}, "-2.5 to 4 up"),
        ({"tips": [[1, 1], [0, 0.2], [1, 1]]}, "a key must be at least 0.25 long"),
        ({"query": [1]}, "query must be a pair [up, right]; got [1.0]"),
        ({"query": [3, 3]}, "0.25 to 2.5 long and not to the left; got [3.0, 3.0]"),
        ({"query": [0.1, 0]}, "0.25 to 2.5 long and not to the left; got [0.1, 0.0]"),
        ({"query": [1, -1]}, "0.25 to 2.5 long and not to the left; got [1.0, -1.0]"),
        ({"selected": 3}, "selected must be from 0 to 2; got 3"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(state, rule):
    widget = KeyShadow()
    before = widget.fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        widget.set(**state)
    assert (widget.tips, widget.selected, widget.fallback) == (LOUD, 1, before)
    with pytest.raises(TraitError, match=re.escape(rule)):
        KeyShadow(**state)


def test_a_turned_query_finds_another_key():
    """Tea at first, cup from 45 degrees on, she from 90: the keys have not moved."""
    turns = np.radians([0, 44, 46, 89, 91, 180])
    queries = [(LENGTH * np.cos(turn), LENGTH * np.sin(turn)) for turn in turns]
    best = [int(measure(KEYS, query)["weight"].argmax()) for query in queries]
    assert best == [2, 2, 1, 1, 0, 0]
    shadows = measure(KEYS, [0, 3])["shadow"]
    assert shadows[0] == pytest.approx(shadows[1], rel=1e-12)


def test_the_fallback_tells_the_numbers():
    rows = re.findall(
        r"<tr><th scope=\"row\">(\w+)</th>(.*?)</tr>", KeyShadow(KEYS).fallback
    )
    cells = {name: re.findall("<td>(.*?)</td>", row) for name, row in rows}
    assert cells["cup"] == ["2.83", "72°", "0.32", "0.89", "2.00", "1.00", "0.1173"]
    assert cells["she"][-3:] == ["-2.00", "-1.00", "0.0159"]
    assert cells["tea"][-3:] == ["6.00", "3.00", "0.8668"]


# Of the picture: where arrows start, how long a 1 is, and how wide it is.
X, Y, UNIT, WIDTH = 124, 282.4, 34, 564
SIDES = 14, 32, 50  # how far beside the query's line each key's shadow is


# ---- on a page ---------------------------------------------------------------


def close(found, expected):
    # one rounding per step on either side
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def numbers(root):
    """Return the table's shadows, dot products and weights."""
    cells = "all => all.map(node => Number(node.dataset.value))"
    return np.array(root.locator("td").evaluate_all(cells)).reshape(3, 3).T


def shows(root, keys, query=(LENGTH, 0)):
    found = measure(keys, query)
    close(numbers(root), [found[name] for name in ("shadow", "dot", "weight")])


@pytest.mark.parametrize("keys", [KEYS, [[-2.5, 0], [4, 11], [0, 0.25]]])
@pytest.mark.parametrize("query", [(LENGTH, 0), (-1, 2.25), (0, 0.25), (-2.5, 0)])
def test_the_page_shows_python_s_numbers(show, keys, query):
    watched, root = show(KeyShadow(keys, query=query))
    shows(root, keys, query)
    angle, tip = measure(keys, query)["angle"][1], root.locator("[data-of=key-1]")
    assert tip.get_attribute("aria-valuetext").endswith(f"angle {angle:.0f}°")
    assert watched.errors == []


def test_it_says_how_the_dot_product_comes_about(show):
    _, root = show(KeyShadow(KEYS))
    words = root.locator(".gb-read").inner_text()
    told = "cup: shadow 0.89 × query 2.24 = dot product 2.00"
    assert " ".join(words.split()) == told


def test_cup_four_times_as_long_wins_and_at_its_own_length_tea(show):
    _, root = show(KeyShadow())
    shows(root, LOUD)
    assert numbers(root)[2].argmax() == 1  # cup wins by its length alone
    once, four = (root.locator(f"[data-action=cup-{times}]") for times in (1, 4))
    assert [one.get_attribute("aria-pressed") for one in (once, four)] == [
        *("false", "true")
    ]
    once.click()
    shows(root, KEYS)
    assert numbers(root)[2].argmax() == 2
    assert [one.get_attribute("aria-pressed") for one in (once, four)] == [
        *("true", "false")
    ]
    root.locator("[data-action=key-0]").click()
    four.click()
    shows(root, LOUD)
    assert root.locator("[data-action=key-1]").get_attribute("aria-pressed") == "true"
    undo = root.locator("[data-action=undo]")
    for _ in range(2):
        undo.click()
    shows(root, KEYS)
    undo.click()
    assert undo.get_attribute("aria-disabled") == "true"
    four.click()  # it is as long already
    assert undo.get_attribute("aria-disabled") == "true"


def test_a_cup_that_was_moved_is_neither_once_nor_four_times_as_long(show):
    _, root = show(KeyShadow([KEYS[0], [1, 1], KEYS[2]]))
    pressed = root.locator("[data-action^=cup-][aria-pressed=true]")
    assert pressed.count() == 0
    root.locator("[data-action=cup-1]").click()
    shows(root, KEYS)


@pytest.mark.parametrize("width", [390, 1280])
def test_the_longest_bar_of_a_weight_is_long_enough_to_compare(show, width):
    watched, root = show(KeyShadow(KEYS), width=width)
    watched.page.add_style_tag(content="main { max-width: 690px; margin: auto }")
    font, padding = 16, 5  # of a cell; what is left for the number, in em
    wide = root.locator("td").last.bounding_box()["width"] - padding * font
    assert wide >= 60
    letters = root.locator(".gb-plane text").first
    size = "t => t.getBoundingClientRect().height"
    assert letters.evaluate(size) >= 12


def test_arrow_keys_turn_and_stretch_the_selected_key(show):
    watched, root = show(KeyShadow(KEYS))
    root.locator("[data-of=key-1]").focus()
    for _ in range(4):  # 75°, 80°, 85°, 90°
        watched.page.keyboard.press("ArrowRight")
    assert numbers(root)[1][1] == 0
    watched.page.keyboard.press("ArrowUp")
    told = root.locator("[data-of=key-1]").get_attribute("aria-valuetext")
    assert "length 3.08, angle 90°" in told
    for _ in range(40):
        watched.page.keyboard.press("ArrowRight")
    for _ in range(60):
        watched.page.keyboard.press("ArrowUp")
    shows(root, [KEYS[0], [-2.5, 0], KEYS[2]])
    root.locator("[data-action=undo]").click()
    shows(root, KEYS)
    assert watched.errors == []


def test_arrow_keys_turn_and_stretch_the_query(show):
    watched, root = show(KeyShadow(KEYS))
    root.locator("[data-of=query]").focus()
    for _ in range(20):
        watched.page.keyboard.press("ArrowRight")
    turn = np.radians(100)
    query = LENGTH * np.cos(turn), LENGTH * np.sin(turn)
    assert numbers(root)[2].argmax() == 0  # she wins
    # tips are kept to a millionth
    expected = measure(KEYS, query)["shadow"]
    np.testing.assert_allclose(numbers(root)[0], expected, rtol=0, atol=1e-5)
    for _ in range(60):
        watched.page.keyboard.press("ArrowUp")
    assert "query 2.50 =" in root.locator(".gb-read").inner_text()
    root.locator("[data-action=undo]").click()
    shows(root, KEYS)
    assert watched.errors == []


@pytest.mark.parametrize("phone", [False, True])
def test_the_query_s_tip_follows_the_pointer_and_is_never_too_long(show, phone):
    watched, root = show(KeyShadow(KEYS), **({"width": 390} if phone else {}))
    box, at = (
        root.locator(name).bounding_box() for name in (".gb-plane", "[data-of=query]")
    )
    scale, mouse = box["width"] / WIDTH, watched.page.mouse
    mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    mouse.down()
    mouse.move(box["x"] + scale * (X + UNIT * 2), box["y"] + scale * (Y + UNIT * 1))
    shows(root, KEYS, [-1, 2])
    assert numbers(root)[2].argmax() == 0
    mouse.move(box["x"] + 2 * box["width"], box["y"] + scale * Y)
    mouse.up()
    assert "query 2.50 =" in root.locator(".gb-read").inner_text()
    pressed = root.locator("[data-action=key-1]").get_attribute("aria-pressed")
    assert pressed == "true"  # the shadow drawn is still that of cup
    assert watched.errors == []


@pytest.mark.parametrize("query", [(LENGTH, 0), (-1, 2.25), (1, 2)])
def test_each_key_has_a_shadow_of_its_own_beside_the_query_s_line(show, query):
    _, root = show(KeyShadow(KEYS, query=query))
    draws = "all => all.map(one => one.getAttribute('d'))"
    falls, bands = (
        root.locator(name).evaluate_all(draws) for name in (".gb-drop", ".gb-band")
    )
    along = np.array(query) / np.hypot(*query)  # (up, right)
    beside = np.array([along[1], -along[0]]) * (1 if along[0] >= 0 else -1)
    for i, side in enumerate(SIDES):
        up, right = along * (along @ np.array(KEYS[i])) + beside * side / UNIT
        for path in (falls[i], bands[i]):
            end = [float(x) for x in path.split("L")[1].split()]
            close(end, [X + UNIT * right, Y - UNIT * up])


def test_the_tab_key_reaches_every_tip_and_arrow_keys_choose_its_key(show):
    watched, root = show(KeyShadow(KEYS))
    reached = []
    root.locator("[data-of=key-0]").focus()
    for _ in range(4):
        reached.append(watched.page.evaluate("document.activeElement.dataset.of"))
        watched.page.keyboard.press("Tab")
    assert reached == ["key-0", "key-1", "key-2", "query"]
    root.locator("[data-of=key-2]").focus()
    watched.page.keyboard.press("ArrowUp")
    assert root.locator(".gb-read").inner_text().startswith("tea: shadow 2.92")
    root.locator("[data-action=undo]").click()
    shows(root, KEYS)
    pressed = root.locator("[data-action=key-1]").get_attribute("aria-pressed")
    assert pressed == "true"


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("turn", [0, 30, 60, 75, 90, 95, 120, 180])
def test_no_word_in_the_picture_covers_another_or_the_tip_of_the_query(
    show, width, turn
):
    at = np.radians(turn)
    query = LENGTH * np.cos(at), max(0, LENGTH * np.sin(at))
    _, root = show(KeyShadow(KEYS, query=query), width=width)
    place = "one => {const b = one.getBBox(); return [b.x, b.y, b.width, b.height]}"
    words = root.locator(".gb-plane text")
    boxes = words.evaluate_all(f"all => all.map({place})")
    assert len(boxes) == 7
    tip = [X + UNIT * query[1] - 6, Y - UNIT * query[0] - 6, 12, 12]
    for i, a in enumerate(boxes):
        for b in [*boxes[i + 1 :], tip]:
            wide, high = (
                min(a[n] + a[n + 2], b[n] + b[n + 2]) - max(a[n], b[n]) for n in (0, 1)
            )
            assert min(wide, high - 6) <= 0  # of a line, 6 at least are empty


@pytest.mark.parametrize("turn", [0, 20, 36, 40, 72, 90, 110, 130])
def test_the_longest_shadow_stays_in_the_picture_with_its_number(show, turn):
    at = np.radians(turn)
    query = LENGTH * np.cos(at), LENGTH * np.sin(at)
    _, root = show(KeyShadow(query=query))
    size = root.locator(".gb-size").nth(1)
    assert size.inner_html() == f"cup {measure(LOUD, query)['shadow'][1]:.2f}".replace(
        "-", "−"
    )
    outer = root.locator(".gb-plane").bounding_box()
    for inner in (
        one.bounding_box() for one in root.locator(".gb-size, .gb-band").all()
    ):
        for start, long in (("x", "width"), ("y", "height")):
            assert outer[start] <= inner[start] + 0.5
            assert inner[start] + inner[long] <= outer[start] + outer[long] + 0.5


def test_the_query_s_tip_says_its_direction(show):
    watched, root = show(KeyShadow(KEYS))
    tip = root.locator("[data-of=query]")
    tip.focus()
    watched.page.keyboard.press("ArrowRight")
    told = "query: length 2.24, turned 5° to the right"
    assert tip.get_attribute("aria-valuetext") == told


ARROWS = ".gb-key path:first-child"


def test_the_other_arrows_stay_while_one_becomes_four_times_as_long(show):
    _, root = show(KeyShadow(KEYS))
    arrows = root.locator(ARROWS).evaluate_all
    before = arrows("all => all.map(one => one.getAttribute('d'))")
    root.locator("[data-action=cup-4]").click()
    after = arrows("all => all.map(one => one.getAttribute('d'))")
    assert [old == new for old, new in zip(before, after, strict=True)] == [
        *(True, False, True)
    ]


def test_a_tip_follows_the_pointer_to_the_edge_in_one_drag(show):
    watched, root = show(KeyShadow(KEYS))
    tip, box = root.locator("[data-of=key-1]"), root.locator(".gb-plane").bounding_box()
    at = tip.bounding_box()
    mouse = watched.page.mouse
    mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
    mouse.down()
    mouse.move(box["x"] + 2 * box["width"], at["y"] + at["height"] / 2)
    shows(root, [KEYS[0], [0.9, 11], KEYS[2]])
    mouse.up()
    shows(root, [KEYS[0], [0.9, 11], KEYS[2]])


def test_a_press_beside_all_tips_moves_nothing(show):
    watched, root = show(KeyShadow(KEYS))
    box = root.locator(".gb-plane").bounding_box()
    mouse = watched.page.mouse
    mouse.move(box["x"] + 0.8 * box["width"], box["y"] + 0.2 * box["height"])
    mouse.down()
    mouse.move(box["x"] + 0.6 * box["width"], box["y"] + 0.3 * box["height"])
    mouse.up()
    shows(root, KEYS)
    assert root.locator("[data-action=key-1]").get_attribute("aria-pressed") == "true"


def test_a_tip_is_dragged_and_another_is_taken_by_pressing_it(show):
    watched, root = show(KeyShadow(KEYS), width=390, height=844)
    box = root.locator(".gb-plane").bounding_box()
    scale = box["width"] / WIDTH

    def place(along, across):
        return (
            box["x"] + scale * (X + UNIT * across),
            box["y"] + scale * (Y - UNIT * along),
        )

    mouse = watched.page.mouse
    mouse.move(*place(*KEYS[1]))
    mouse.down()
    mouse.move(*place(2.5, 1.5))
    mouse.up()
    shows(root, [KEYS[0], [2.5, 1.5], KEYS[2]])
    mouse.click(*place(*np.array(KEYS[0])))
    pressed = root.locator("[data-action=key-0]")
    assert pressed.get_attribute("aria-pressed") == "true"
    shows(root, [KEYS[0], [2.5, 1.5], KEYS[2]])
    mouse.move(*place(-30, 0))
    assert watched.errors == []
