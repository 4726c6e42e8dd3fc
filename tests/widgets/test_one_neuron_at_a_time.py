"""The widget one neuron at a time: its rules, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import FeedForwardParameters, feed_forward, relu
from glassbox.widgets import OneNeuronAtATime
from glassbox.widgets.one_neuron_at_a_time import GRID, TARGETS, best_second_layer
from traitlets import TraitError

TENT = ([1, 1, 1], [1, 0, -1], [2, -4, 2])


def test_the_state_is_kept_as_given():
    widget = OneNeuronAtATime(np.array([1, -2]), (0.5, 1), [3, 4], 2, target="wave")
    assert widget.w_1 == [1, -2] and widget.b_1 == [0.5, 1] and widget.w_2 == [3, 4]
    assert (widget.b_2, widget.x, type(widget.b_2)) == (2, 1, float)
    assert repr(widget) == (
        "OneNeuronAtATime(w_1=[1, -2], b_1=[0.5, 1], w_2=[3, 4], b_2=2, target='wave')"
    )


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("w_1", [], "w_1 must have 1 to 8 numbers; got 0"),
        ("b_1", [1] * 9, "b_1 must have 1 to 8 numbers; got 9"),
        ("w_2", [1, 2], "got {'w_1': 3, 'b_1': 3, 'w_2': 2}"),
        (
            "w_1",
            [1, 101, 0],
            "w_1 must hold numbers from -100 to 100; got 101 at",
        ),
        ("b_1", [1, float("nan"), 0], "finite numbers; got nan at index 1"),
        ("w_2", "123", "w_2 must be a list of finite numbers; got '123'"),
        ("b_2", -101, "b_2 must be from -100 to 100; got -101"),
        ("b_2", None, "b_2 must be a finite number; got None"),
        ("x", 3.05, "x must be from -3 to 3; got 3.05"),
        ("target", "cube", "target"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = OneNeuronAtATime(*TENT)
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    after = {trait: getattr(widget, trait) for trait in before}
    assert after == before


def test_units_come_and_go_when_all_their_numbers_are_set_at_once():
    widget = OneNeuronAtATime(*TENT)
    widget.set(w_1=[1, 2], b_1=[0, 1], w_2=[5, 6])
    assert widget.w_1 == [1, 2]
    with pytest.raises(TraitError, match="the same length"):
        widget.set(w_1=[1, 2, 3])
    assert widget.w_1 == [1, 2]


def test_the_curve_is_the_sum_of_hinges():
    rng = np.random.default_rng(0)
    w_1, b_1, w_2 = rng.normal(size=(3, 5))
    xs = rng.uniform(-3, 3, size=7)
    expected = [
        0.5 + sum(w * max(0, x * a + b) for a, b, w in zip(w_1, b_1, w_2, strict=True))
        for x in xs
    ]
    found = OneNeuronAtATime(w_1, b_1, w_2, 0.5).curve(xs)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)  # sums reordered


def test_the_targets_are_what_the_docstring_says():
    xs = np.array([-3, -0.5, -0.05, 0, 0.25, 2])
    expected = {
        "absolute": [3, 0.5, 0.05, 0, 0.25, 2],
        "tent": [0, 1, 1.9, 2, 1.5, 0],
        "step": [0, 0, 0, 1, 1, 1],
        "square": [3, 1 / 12, 0.0025 / 3, 0, 0.0625 / 3, 4 / 3],
        "wave": 2 * np.sin(2 * xs),
    }
    assert set(expected) == set(TARGETS)
    for name, values in expected.items():
        np.testing.assert_allclose(TARGETS[name](xs), values, rtol=0, atol=1e-15)
    np.testing.assert_allclose(GRID, np.linspace(-3, 3, 121), rtol=0, atol=1e-15)


def test_three_units_make_the_tent_of_the_exercise():
    widget = OneNeuronAtATime(*TENT, target="tent", x=0.5)
    assert "Mean squared error against tent: 0.0000." in widget.fallback
    assert "At x = 0.5 the sum, with b_2 = 0, is 1." in widget.fallback


def test_the_fallback_tells_each_unit_s_numbers_and_the_error():
    widget = OneNeuronAtATime([1, -1], [0.5, 1], [3, 4], 2, target="absolute", x=2)
    rows = re.findall(r'<th scope="row">(\d)</th>(.*?)</tr>', widget.fallback)
    cells = [[float(c) for c in re.findall("<td>(.*?)</td>", row)] for _, row in rows]
    assert cells == [[1, 0.5, 3, 2.5, 2.5, 7.5], [-1, 1, 4, -1, 0, 0]]
    assert "is 9.5." in widget.fallback
    gaps = widget.curve(GRID) - np.abs(GRID)
    assert f"absolute: {(gaps**2).mean():.4f}." in widget.fallback
    widget.target = "none"
    assert "error" not in widget.fallback


# ---- on a page ---------------------------------------------------------------

NAMES = ["w_1", "b_1", "w_2"]
NUMBERS = "all => all.map(node => Number(node.dataset.value))"


@pytest.fixture
def page(show):
    """Show the widget with these numbers: the page, watched, and its element."""

    def page(*numbers, target="none", x=1.0, **options):
        return show(OneNeuronAtATime(*numbers, target=target, x=x), **options)

    return page


def layer(w_1, b_1, w_2, b_2, xs):
    """Return the library's output for each x."""
    parameters = FeedForwardParameters(
        np.array([w_1]), np.array(b_1), np.array(w_2)[:, None], np.array([b_2])
    )
    return feed_forward(np.array(xs)[:, None], parameters)[:, 0]


def fields(root):
    """Return the numbers in the fields: three lists, and b_2."""
    read = "all => all.map(input => Number(input.value))"
    lists = [
        root.locator(f"tbody [data-field={name}]").evaluate_all(read) for name in NAMES
    ]
    return [*lists, float(root.locator("[data-field=b_2]").input_value())]


def shown(root):
    """Return y and the error, as data."""
    return root.locator(".gb-value").evaluate_all(NUMBERS)


def agrees(root, x, target=None):
    w_1, b_1, w_2, b_2 = fields(root)
    hidden = relu(x * np.array(w_1) + np.array(b_1))
    found = root.locator("[data-cell=hidden]").evaluate_all(NUMBERS)
    # 1e-12: the same products, in the same precision
    np.testing.assert_allclose(found, hidden, rtol=0, atol=1e-12)
    found = root.locator("[data-cell=adds]").evaluate_all(NUMBERS)
    np.testing.assert_allclose(found, hidden * w_2, rtol=0, atol=1e-12)
    y, error = shown(root)
    assert y == pytest.approx(layer(w_1, b_1, w_2, b_2, [x])[0], abs=1e-12)
    if target:
        gaps = layer(w_1, b_1, w_2, b_2, GRID) - TARGETS[target](GRID)
        # sums of 121 squares; Python's sine and the page's may differ in a last bit
        assert error == pytest.approx((gaps**2).mean(), rel=1e-12, abs=1e-24)


@pytest.mark.parametrize("target", TARGETS)
def test_the_page_shows_what_the_python_kernels_give(page, target):
    rng = np.random.default_rng(3)
    w_1, b_1, w_2 = rng.normal(size=(3, 5)).round(3)
    watched, root = page(w_1, b_1, w_2, 0.25, target=target, x=-1.35)
    agrees(root, -1.35, target)
    root.locator("[data-field=x]").press("Home")
    agrees(root, -3, target)
    assert watched.errors == []


def test_the_curves_are_drawn_where_the_numbers_are(page):
    _, root = page([1, -2], [0.5, 1], [1, -0.75], 0.5, target="wave")

    def places(selector):
        path = root.locator(selector).first.get_attribute("d")
        return np.array([p.split() for p in path[1:].split("L")], float)

    def numbers(place):
        return place[:, 0] / 308 * 6 - 26 / 308 * 6 - 3, 3 - (place[:, 1] - 8) / 220 * 6

    xs, ys = numbers(places(".gb-sum"))
    # places are drawn to 0.01 of 340: 0.0002 in x, and a slope of 2.5 in y
    np.testing.assert_allclose(xs, [-3, -0.5, 0.5, 3], atol=2e-4)
    expected = layer([1, -2], [0.5, 1], [1, -0.75], 0.5, [-3, -0.5, 0.5, 3])
    np.testing.assert_allclose(ys, expected, atol=1e-3)
    xs, ys = numbers(places(".gb-unit"))
    np.testing.assert_allclose(xs, [-0.5, 3], atol=2e-4)
    np.testing.assert_allclose(ys, [0, 3.5], atol=1e-3)  # where it is active
    xs, ys = numbers(places(".gb-picture .gb-off"))
    np.testing.assert_allclose(xs, [-3, -0.5], atol=2e-4)
    np.testing.assert_allclose(ys, [0, 0], atol=1e-3)
    xs, ys = numbers(places(".gb-target"))
    np.testing.assert_allclose(ys, 2 * np.sin(2 * GRID), atol=1e-3)


def test_typing_a_number_changes_the_sum_and_undo_brings_it_back(page):
    watched, root = page([1, -1], [0, 0], [1, 1], target="absolute", x=2)
    assert shown(root) == [2, 0]
    field = root.locator("[data-field=w_2]").first
    field.fill("2.5")
    agrees(root, 2, "absolute")
    assert shown(root)[0] == 5
    field.press("ArrowUp")
    assert fields(root)[2] == [2.75, 1]
    root.locator("[data-action=undo]").click()
    assert fields(root)[2] == [1, 1]
    assert shown(root) == [2, 0]


def test_a_wrong_entry_is_marked_and_the_last_good_value_counts(page):
    _, root = page([1, -1], [0, 0], [1, 1], x=2)
    field = root.locator("[data-field=b_1]").nth(1)
    for wrong in ("a", "101", ""):
        field.fill(wrong)
        assert field.get_attribute("aria-invalid") == "true"
        assert "from −100 to 100. Until then 0 counts." in root.inner_text()
        assert shown(root)[0] == 2
    root.locator("[data-action=reset]").click()
    assert root.locator("[aria-invalid]").count() == 0
    assert fields(root)[1] == [0, 0]


def test_units_are_added_up_to_eight_and_removed_down_to_one(page):
    _, root = page([1, -1], [0, 0.5], [1, 3], x=2)
    click = "node => node.click()"  # eight times: the last two find it disabled
    for _ in range(8):
        root.locator("[data-action=add]").evaluate(click)
    assert root.locator("tbody tr").count() == 8
    assert root.locator("[data-action=add]").get_attribute("aria-disabled") == "true"
    agrees(root, 2)
    root.locator("[data-action=remove]").first.evaluate(click)
    assert fields(root)[0] == [-1, 1, 1, 1, 1, 1, 1]
    assert fields(root)[2] == [3, 0, 0, 0, 0, 0, 0]
    assert root.locator("[data-action=remove]").first.evaluate(
        "node => node === document.activeElement"
    )
    for _ in range(8):
        root.locator("[data-action=remove]").last.evaluate(click)
    assert fields(root)[:3] == [[-1], [0.5], [3]]
    agrees(root, 2)


def test_a_new_unit_is_silent_and_bends_where_no_other_does(page):
    _, root = page([1, -1], [0, 0], [1, 1], target="wave", x=2)
    before = shown(root)
    for _ in range(6):
        root.locator("[data-action=add]").click()
    assert shown(root) == before
    assert fields(root)[1] == [0, 0, 1.5, -1.5, 2.25, 0.75, -0.75, -2.25]


def test_the_best_second_layer_for_eight_units_comes_near_the_wave(page):
    _, root = page([1, -1], [0, 0], [1, 1], target="wave", x=2)
    for _ in range(6):
        root.locator("[data-action=add]").click()
    root.locator("[data-action=best]").click()
    agrees(root, 2, "wave")
    w_1, b_1, *found = fields(root)
    w_2, b_2 = best_second_layer(w_1, b_1, "wave")
    # as pulled and typed: four decimals
    np.testing.assert_allclose([*found[0], found[1]], [*w_2, b_2], rtol=0, atol=6e-5)
    assert f"{shown(root)[1]:.4f}" == "0.0227"
    root.locator("[data-action=undo]").click()
    assert fields(root)[2] == [1, 1, 0, 0, 0, 0, 0, 0]


def test_without_a_target_nothing_is_best(page):
    _, root = page([1, -1], [0, 0], [1, 1])
    best = root.locator("[data-action=best]")
    assert best.get_attribute("aria-disabled") == "true"
    root.locator("[data-action=target-tent]").click()
    assert best.get_attribute("aria-disabled") == "false"


def test_active_dead_and_off_units_are_told_apart_in_words(page):
    _, root = page([1, 1, 1, 0], [1, -2, -3, 1], [2, 1, 1, -1], x=1)
    words = root.locator("[data-cell=adds]").all_inner_texts()
    assert words == [
        "active: 2 · 2 = 4",
        "off: adds 0",
        "off at every x shown: adds 0",
        "active: 1 · (−1) = −1",
    ]
    assert "Active: 1, 4." in root.inner_text()
    assert "max(0, 1 · 1 − 2) = 0" in root.inner_text()
    assert "4 − 1 + 0 = 3" in root.inner_text()


def test_a_preset_sets_units_and_target(page):
    _, root = page([3], [1], [2], 4, x=0.5)
    root.locator("[data-action=preset-absolute]").click()
    agrees(root, 0.5, "absolute")
    pressed = root.locator("[data-action=target-absolute]")
    assert pressed.get_attribute("aria-pressed") == "true"
    assert shown(root)[1] == 0
    root.locator("[data-action=reset]").click()
    assert fields(root) == [[3], [1], [2], 4]


def test_the_line_is_made_of_two_hinges(page):
    _, root = page([3], [1], [2], x=-2.15)
    root.locator("[data-action=preset-line]").click()
    assert shown(root)[0] == -2.15


def at(root, x, y):
    """Return where on the screen a point of the picture is."""
    box = root.locator(".gb-picture").bounding_box()
    scale = box["width"] / 340
    return (
        box["x"] + scale * (26 + (x + 3) / 6 * 308),
        box["y"] + scale * (8 + (3 - y) / 6 * 220),
    )


def pull(watched, root, start, *stops):
    mouse = watched.page.mouse
    root.locator(".gb-picture").scroll_into_view_if_needed()
    mouse.move(*at(root, *start))
    mouse.down()
    for stop in stops:
        mouse.move(*at(root, *stop))
    mouse.up()


def test_pulling_a_knee_changes_the_bias_and_is_undone_as_one(page):
    watched, root = page([2, -1], [0, -2], [1, 1])
    pull(watched, root, (-2, 0), (-1.5, 0.3), (-0.5, 0.6))
    assert fields(root)[1] == [0, -0.5]  # -0.5 = -(-1) (-0.5)
    look = root.locator("tbody tr").nth(1).get_attribute("class")
    assert set(look.split()) == {"gb-chosen", "gb-off"}
    agrees(root, 1)
    root.locator("[data-action=undo]").click()
    assert fields(root)[1] == [0, -2]


def test_a_press_on_a_knee_out_of_sight_chooses_it_and_a_pull_brings_it_in(page):
    watched, root = page([1, -1], [1, -4], [1, 2])
    edge = (-2.825, 0)  # the knee itself is at -4
    pull(watched, root, edge)
    assert fields(root)[1] == [1, -4]
    assert "gb-chosen" in root.locator("tbody tr").nth(1).get_attribute("class")
    assert "off at every x shown: adds 0" in root.inner_text()
    pull(watched, root, edge, (0.5, 0))
    assert fields(root)[1] == [1, 0.5]
    agrees(root, 1)


def test_pulling_the_tip_changes_the_output_weight(page):
    watched, root = page([2, -1], [0, -2], [1, 1])
    pull(watched, root, (1, 2), (1.2, 0), (1, -1))
    assert fields(root)[2] == [-0.5, 1]  # 2 · (-0.5) = -1 at x = 1
    agrees(root, 1)


def test_a_press_elsewhere_moves_x(page):
    watched, root = page([1], [0], [1])
    pull(watched, root, (-2, -2), (2.5, -1))
    assert root.locator("[data-field=x]").get_attribute("aria-valuetext") == "2.5"
    assert shown(root)[0] == 2.5


def test_a_finger_pulls_a_knee_on_a_phone(page):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    watched, root = page([1], [0], [1], x=2, **phone)
    root.locator(".gb-picture").scroll_into_view_if_needed()
    session = watched.page.context.new_cdp_session(watched.page)
    for kind, place in [
        ("touchStart", (0.1, -0.1)), ("touchMove", (0.6, 0)), ("touchMove", (1, 0)),
        ("touchEnd", None),
    ]:  # fmt: skip
        points = (
            [] if place is None else [dict(zip("xy", at(root, *place), strict=True))]
        )
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert fields(root)[1] == [-1]
    agrees(root, 2)


def test_the_keyboard_reaches_every_control_in_order(page):
    watched, root = page([1, -1], [0, 0], [1, 1])
    root.locator("[data-action=preset-hinge]").focus()
    reached = []
    for _ in range(23):
        watched.page.keyboard.press("Tab")
        data = watched.page.evaluate("({ ...document.activeElement.dataset })")
        reached.append(data.get("action") or data.get("field"))
    unit = [*NAMES, "remove"]
    assert reached[3:10] == [*(f"target-{name}" for name in ["none", *TARGETS]), "x"]
    assert reached[10:] == ["b_2", "add", "best", "undo", "reset", *unit, *unit]


def test_the_state_is_announced_after_a_pause(page):
    watched, root = page([1, -1], [0, 0], [1, 1], clock=True)
    root.locator("[data-field=x]").press("ArrowRight")
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said == "2 units: x = 1.05, y = 1.05. Active: 1."
    words = root.locator(".gb-picture").get_attribute("aria-label")
    assert words.startswith("Curves of 2 ReLU units and of their sum")
    assert words.endswith("x and y from −3 to 3. x = 1.05, y = 1.05. Active: 1.")


def test_one_unit_is_not_spoken_of_as_many(page):
    _, root = page([1], [0], [1])
    words = root.locator(".gb-picture").get_attribute("aria-label")
    assert words.startswith("Curves of 1 ReLU unit and of the sum, ")


def test_a_wrong_entry_does_not_outlive_what_it_was_about(page):
    _, root = page([1, -1], [0, 0], [1, 1])
    for action in ("preset-line", "remove", "undo"):
        root.locator("[data-field=w_1]").first.fill("wrong")
        assert root.locator("[aria-invalid]").count() == 1
        root.locator(f"[data-action={action}]").first.click()
        assert root.locator("[aria-invalid]").count() == 0


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_eight_units_with_long_numbers_fit(page, width):
    watched, _ = page(
        [1, -1.25] * 4, [0.125, -2.375] * 4, [1, -100] * 4, -1.5,
        target="wave", x=-2.35, width=width,
    )  # fmt: skip
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert watched.errors == []


@pytest.mark.parametrize("width", [390, 1280])
def test_the_buttons_stay_where_they_are_while_units_are_added(page, width):
    watched, root = page([1, -1], [0, 0], [1, 1], target="wave", width=width)
    column = "node => { node.style.maxWidth = '688px'; }"  # as wide as a chapter's text
    watched.page.locator("main").evaluate(column)
    add = root.locator("[data-action=add]")
    before = add.bounding_box()
    for _ in range(6):
        add.evaluate("node => node.click()")
    assert root.locator("tbody tr").count() == 8
    assert add.bounding_box() == before
    if width == 1280:
        assert root.bounding_box()["height"] <= 800


def test_the_tip_of_the_chosen_unit_hides_no_knee(page):
    _, root = page([1, 1, 1], [1, 0, -1], [0, 0, 0])
    places = "all => all.map(node => node.getAttribute('transform').slice(10, -1))"
    knees = root.locator(".gb-knee").evaluate_all(places)
    (tip,) = root.locator(".gb-tip").evaluate_all(places)
    gaps = [float(tip.split()[0]) - float(knee.split()[0]) for knee in knees]
    assert min(map(abs, gaps)) > 16  # a knee and the tip are 17 and 12 wide


@pytest.mark.parametrize("name", NAMES)
def test_what_is_wrong_with_a_number_is_read_whole_on_a_phone(page, name):
    _, root = page([1, -1], [0, 0], [1, 1], width=390)
    field = root.locator(f"[data-field={name}]").last
    field.fill("wrong")
    told = field.locator("xpath=..").locator(".gb-error").bounding_box()
    assert told["x"] >= 0 and told["x"] + told["width"] <= 390
