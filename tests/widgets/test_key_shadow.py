"""Key shadow: its rules, its numbers, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import scaled_dot_product_attention
from glassbox.widgets import KeyShadow
from glassbox.widgets.key_shadow import FIGURES, KEYS, QUERIES, measure
from traitlets import TraitError

ONCE = KEYS.tolist()
LOUD = (KEYS * [[1], [4], [1]]).tolist()  # cup four times as long
MIXED = (KEYS * [[4], [2.5], [1.25]]).tolist()
REACH, X, Y = 252, 135, 284  # of the picture: the longest key, where arrows start
WIDTH = 396


def test_it_opens_with_the_chapter_s_keys_and_a_long_cup_would_win():
    assert KeyShadow().key == ONCE
    assert measure(LOUD)["dot"].tolist() == [-2, 8, 6]
    assert measure(LOUD)["weight"].argmax() == 1
    assert measure(ONCE)["weight"].argmax() == 2


@pytest.mark.parametrize("asks", [0, 1])
@pytest.mark.parametrize("key", [ONCE, LOUD, MIXED])
def test_its_scores_and_weights_are_those_of_attention(key, asks):
    query = QUERIES[asks]
    look = scaled_dot_product_attention(query[None], np.array(key), KEYS)
    found = measure(key, asks)
    close(found["score"], look.scores[0])
    close(found["weight"], look.weights[0])
    close(np.cos(np.radians(found["angle"])), found["cosine"])
    close(found["length"] * found["cosine"], found["shadow"])
    close(found["shadow"] * found["query"], key @ query)


@pytest.mark.parametrize(
    ("key", "rule"),
    [
        (ONCE[:2], "key must have shape (3, 4); got (2, 4)"),
        ([*ONCE[:2], [0, 1, 1, 0]], "rows from 1 to 4 times √8 long; got 0.5 times"),
        ([*ONCE[:2], [0, 10, 10, 0]], "rows from 1 to 4 times √8 long; got 5 times"),
        ("long", "key must be a matrix of finite numbers; got 'long'"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(key, rule):
    widget = KeyShadow()
    before = widget.fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        widget.key = key
    assert (widget.key, widget.fallback) == (ONCE, before)
    with pytest.raises(TraitError, match=re.escape(rule)):
        KeyShadow(key)


def test_the_fallback_tells_the_numbers():
    row = r"<tr><th scope=\"row\">(\w+)</th>(.*?)</tr>"
    rows = re.findall(row, KeyShadow(ONCE).fallback)
    cells = {name: re.findall("<td>(.*?)</td>", row) for name, row in rows}
    told = ["72°", "2.83", "0.32", "0.89", "2.24", "2.00", "1.00", "0.1173"]
    assert cells["cup"] == told
    assert cells["she"][-3:] == ["-2.00", "-1.00", "0.0159"]
    assert cells["tea"][-3:] == ["6.00", "3.00", "0.8668"]
    assert "the query filled" in KeyShadow(ONCE, asks=1).fallback


# ---- on a page ---------------------------------------------------------------


def close(found, expected):
    # one rounding per step on either side
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def figures(root):
    """Return what the table shows: for each figure its three numbers."""
    cells = "all => all.map(node => Number(node.dataset.value))"
    found = root.locator("[data-figure]").evaluate_all(cells)
    return dict(zip(FIGURES, np.array(found).reshape(-1, 3), strict=True))


def shows(root, key, asks=0):
    found, expected = figures(root), measure(key, asks)
    for name in FIGURES:
        # an arc cosine near ±1 loses half of the digits
        tolerance = 1e-6 if name == "angle" else 1e-12
        np.testing.assert_allclose(
            found[name], expected[name], rtol=tolerance, atol=tolerance
        )


def wins(name, weight):
    return f"{name} reaches farthest along the query and wins: weight {weight}."


def told(root):
    return [root.locator(f"[data-part={one}]").inner_text() for one in PARTS]


PARTS = ("outcome", "changed")


@pytest.mark.parametrize("asks", [0, 1])
@pytest.mark.parametrize("key", [ONCE, LOUD, MIXED])
def test_the_page_shows_python_s_numbers(show, key, asks):
    watched, root = show(KeyShadow(key, asks))
    shows(root, key, asks)
    assert watched.errors == []


@pytest.mark.parametrize("asks", [0, 1])
@pytest.mark.parametrize("key", [ONCE, LOUD, MIXED])
def test_the_picture_keeps_lengths_angles_and_shadows(show, key, asks):
    """Of each key in its plane with the query nothing is foreshortened."""
    _, root = show(KeyShadow(key, asks))
    found = measure(key, asks)
    unit = REACH / (4 * 8**0.5)  # one scale for every length
    arrow = root.locator(".gb-query").get_attribute("d").split("H")[1].split("M")[0]
    query = np.array([float(arrow) - X, 0]) / unit
    close(query[0], np.linalg.norm(QUERIES[asks]))
    for i in range(3):
        path = root.locator(".gb-key").nth(i).get_attribute("d").split("L")[1]
        x, y = (float(number) for number in path.split())
        vector = np.array([x - X, Y - y]) / unit
        close(np.hypot(*vector), found["length"][i])
        close(vector @ query, found["dot"][i])
        head = root.locator(".gb-head").nth(i).get_attribute("transform")
        close([float(n) for n in re.findall(r"[-\d.e]+", head)[-2:]], [x, y])
        band = root.locator(".gb-band").nth(i).get_attribute("d").split("H")[1]
        close((float(band) - X) / unit, found["shadow"][i])
    ticks = root.locator(".gb-axis").get_attribute("d").split("M")[2:]
    at = [float(tick.split(" ")[0]) for tick in ticks]
    close(np.diff(at), unit)
    assert any(abs(x - X) < 1e-9 for x in at)
    ends = root.locator(".gb-end").all_text_contents()
    # the whole units of 4 times √8, of 2 times to the left, and what the arcs say
    assert ends == ["−5", "11", "× 1", "× 2", "× 3", "× 4"]
    behind = root.locator(".gb-band").evaluate_all(
        "all => all.map(band => getComputedStyle(band).strokeDasharray !== 'none')"
    )
    assert behind == (found["shadow"] < -1e-9).tolist()


@pytest.mark.parametrize("width", [390, 1280])
def test_no_name_covers_another_as_one_key_turns_past_the_rest(show, width):
    _, root = show(KeyShadow(ONCE), width=width)
    head = root.locator("[data-field=angle-0]")
    head.press("Home")
    for _ in range(36):
        head.press("ArrowUp")
        boxes = [one.bounding_box() for one in root.locator(".gb-name").all()]
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                aside = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"]
                # a box is a third higher than its letters, and has a rim
                assert aside or abs(a["y"] - b["y"]) >= 0.65 * a["height"]


def test_nothing_but_its_own_arrow_moves_while_a_key_grows(show):
    """One scale for all lengths: the picture never shrinks under the reader's hand."""
    _, root = show(KeyShadow())
    cup, arrows = root.locator("[data-field=times-1]"), root.locator(".gb-key").all()
    drawn = []
    for _ in range(12):  # 1.25, 1.5, … 4
        cup.press("ArrowRight")
        drawn.append([arrow.get_attribute("d") for arrow in arrows])
    she, grown, tea = (set(one) for one in zip(*drawn, strict=True))
    assert (len(she), len(grown), len(tea)) == (1, 12, 1)
    shows(root, LOUD)


def test_the_sliders_answer_to_keys_and_undo_brings_back(show):
    watched, root = show(KeyShadow(LOUD))
    cup = root.locator("[data-field=times-1]")
    cup.press("Home")
    shows(root, ONCE)
    assert told(root)[0] == wins("tea", "0.8668")
    assert cup.get_attribute("aria-valuetext") == "× 1"
    root.locator("[data-action=undo]").click()
    shows(root, LOUD)
    assert told(root)[0] == wins("cup", "0.7275")
    root.locator("[data-field=times-0]").press("ArrowRight")
    shows(root, [[2.5, -2.5, 0, 0], *LOUD[1:]])
    root.locator("[data-action=reset]").click()
    shows(root, LOUD)
    assert watched.errors == []


@pytest.mark.parametrize("asks", [0, 1])
def test_arrow_keys_turn_a_key_in_its_plane_and_keep_its_length(show, asks):
    _, root = show(KeyShadow(ONCE, asks))
    head = root.locator("[data-field=angle-1]")
    before = figures(root)
    first = np.ceil(before["angle"][1] / 5 - 1 - 1e-6) * 5
    for press, angle in (
        ("ArrowDown", first),
        ("ArrowRight", first - 5),
        ("ArrowUp", first),
        ("ArrowLeft", first + 5),
        ("End", 180),
        ("Home", 0),  # from one end of the line to the other
        ("ArrowUp", 5),
    ):
        head.press(press)
        found = figures(root)
        assert head.get_attribute("aria-valuetext") == f"{angle:.0f}°"
        assert head.get_attribute("aria-valuenow") == f"{angle:.0f}"
        close(found["length"], before["length"])
        shadow = before["length"][1] * np.cos(np.radians(angle))
        close(found["shadow"][1], shadow)
        for i in (0, 2):  # the others stay as they are
            close(found["shadow"][i], before["shadow"][i])
    root.locator("[data-action=undo]").click()  # a run of turns is one change
    shows(root, ONCE, asks)


def test_a_long_key_turns_and_grows_only_as_far_as_the_picture_reaches(show):
    _, root = show(KeyShadow(LOUD))
    cup, times = (root.locator(f"[data-field={x}]") for x in ("angle-1", "times-1"))
    cup.press("End")
    assert figures(root)["angle"][1] == pytest.approx(120)  # its cosine is −1/2
    times.press("Home")
    cup.press("End")
    assert figures(root)["angle"][1] == pytest.approx(180)
    times.press("End")
    assert figures(root)["length"][1] == pytest.approx(2 * 8**0.5)
    assert times.get_attribute("aria-valuetext") == "× 2"
    assert times.input_value() == "2"


def test_turning_is_told_ahead_across_and_behind(show):
    watched, root = show(KeyShadow(ONCE), clock=True)
    head = root.locator("[data-field=angle-2]")
    head.press("Home")
    assert told(root) == [
        "tea reaches farthest along the query and wins: weight 0.8845.",
        "tea at 0°: the shadow is 2.83.",
    ]
    for _ in range(18):
        head.press("ArrowUp")
    assert told(root) == [
        "cup reaches farthest along the query and wins: weight 0.6652.",
        "tea at 90°: no shadow, so the dot product is 0.",
    ]
    head.press("ArrowUp")
    behind = "tea at 95°: the shadow falls behind and counts as negative, −0.25."
    assert told(root)[1] == behind
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said == " ".join(reversed(told(root)))
    root.locator("[data-action=reset]").click()
    rule = "The dot product is the shadow times the length of the query."
    assert told(root)[1] == rule


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("width", [1280, 390])
def test_the_mouse_turns_the_key_whose_head_it_takes(show, width):
    watched, root = show(KeyShadow(LOUD), width=width, height=844)
    mouse, picture = watched.page.mouse, root.locator(".gb-fan")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    x, y = (box["x"] + X * box["width"] / WIDTH, box["y"] + Y * box["width"] / WIDTH)
    mouse.move(*middle(root.locator("[data-field=angle-0] circle").last))
    mouse.down()
    mouse.move(x + 60, y - 60)
    mouse.move(x, y - 90)
    mouse.up()
    found = figures(root)
    close(found["angle"][0], 90)
    close(found["length"], measure(LOUD)["length"])
    close(found["shadow"][1:], measure(LOUD)["shadow"][1:])
    mouse.move(x + 90, y)  # let go: it turns no further
    close(figures(root)["angle"][0], 90)
    mouse.move(x - 100, y - 100)  # where no head is, nothing is taken hold of
    mouse.down()
    mouse.move(x + 50, y - 20)
    mouse.up()
    close(figures(root)["angle"][0], 90)
    root.locator("[data-action=undo]").click()
    shows(root, LOUD)


def test_a_finger_turns_a_key_and_the_page_does_not_scroll_under_it(show):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    watched, root = show(KeyShadow(LOUD), **phone)
    page = watched.page
    page.add_style_tag(content="main { padding-bottom: 2000px }")
    root.locator(".gb-fan").scroll_into_view_if_needed()
    x, y = middle(root.locator("[data-field=angle-1] circle").last)
    start = page.evaluate("scrollY")
    session = page.context.new_cdp_session(page)

    def touch(kind, *places):
        points = [{"x": a, "y": b} for a, b in places]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (x, y))
    for step in range(1, 9):
        touch("touchMove", (x + 8 * step, y + 12 * step))
    touch("touchEnd")
    cup = "root => Number(root.querySelector('[data-field=angle-1]').ariaValueNow)"
    page.wait_for_function(f"root => ({cup})(root) < 50", arg=root.element_handle())
    angle = figures(root)["angle"]
    close(angle[[0, 2]], measure(LOUD)["angle"][[0, 2]])
    assert page.evaluate("scrollY") == start


def test_another_query_stands_at_other_angles_to_the_same_keys(show):
    _, root = show(KeyShadow(ONCE))
    root.locator("[data-action=asks-1]").click()
    shows(root, ONCE, asks=1)
    assert told(root) == [
        "she and cup reach equally far along the query: weight 0.4683 each.",
        "The same keys stand at other angles to filled: she 60°, cup 60°, tea 90°.",
    ]
    names = root.locator(".gb-name").all()
    first, second = (name.bounding_box() for name in names[:2])  # on one another
    assert abs(first["y"] - second["y"]) >= 0.65 * first["height"]


@pytest.mark.parametrize(("width", "limit"), [(1280, 500), (390, 800)])
@pytest.mark.parametrize("press", ["Home", "End", None])
def test_it_fits_one_screen_and_its_picture_stays_inside(show, width, limit, press):
    loud = (4 * KEYS).tolist()
    watched, root = show(KeyShadow(loud), width=width, height=844)
    watched.page.add_style_tag(content="main { max-width: 690px; margin: auto }")
    for i in range(3 if press else 0):
        root.locator(f"[data-field=angle-{i}]").press(press)
    assert root.bounding_box()["height"] <= limit
    outer = root.bounding_box()
    for part in root.locator("path, text, .gb-head").all():
        inner = part.bounding_box()
        for start, long in (("x", "width"), ("y", "height")):
            assert outer[start] <= inner[start]
            assert inner[start] + inner[long] <= outer[start] + outer[long]


def test_on_a_phone_undo_and_reset_stand_side_by_side(show):
    _, root = show(KeyShadow(), width=390, height=844)
    undo, reset = (
        root.locator(f"[data-action={name}]").bounding_box()
        for name in ("undo", "reset")
    )
    assert undo["y"] == reset["y"]
