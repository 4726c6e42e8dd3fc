"""The widget one neuron at a time, operated on a page by keyboard and pointer."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import FeedForwardParameters, feed_forward, relu
from glassbox.widgets import OneNeuronAtATime
from glassbox.widgets.one_neuron_at_a_time import GRID, TARGETS
from widget_page import page_of

NAMES = ["w_1", "b_1", "w_2"]
NUMBERS = "all => all.map(node => Number(node.dataset.value))"


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with the widget; return it, watched, and the widget."""

    def show(*numbers, target="none", x=1.0, **options):
        path = tmp_path / "page.html"
        widget = OneNeuronAtATime(*numbers, target=target, x=x)
        path.write_text(page_of([widget]), encoding="utf-8")
        watched = open_page(path, **options)
        root = watched.page.locator(".gb-neurons")
        root.wait_for()
        return watched, root

    return show


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
def test_the_page_shows_what_the_python_kernels_give(show, target):
    rng = np.random.default_rng(3)
    w_1, b_1, w_2 = rng.normal(size=(3, 5)).round(3)
    watched, root = show(w_1, b_1, w_2, 0.25, target=target, x=-1.35)
    agrees(root, -1.35, target)
    root.locator("[data-field=x]").press("Home")
    agrees(root, -3, target)
    assert watched.errors == []


def test_the_curves_are_drawn_where_the_numbers_are(show):
    _, root = show([1, -2], [0.5, 1], [1, -0.75], 0.5, target="wave")

    def places(selector):
        path = root.locator(selector).first.get_attribute("d")
        return np.array([p.split(",") for p in path[1:].split("L")], float)

    def numbers(place):
        return place[:, 0] / 308 * 6 - 26 / 308 * 6 - 3, 3 - (place[:, 1] - 8) / 220 * 6

    xs, ys = numbers(places(".gb-sum"))
    # places are drawn to 0.01 of 340: 0.0002 in x, and a slope of 2.5 in y
    np.testing.assert_allclose(xs, [-3, -0.5, 0.5, 3], atol=2e-4)
    expected = layer([1, -2], [0.5, 1], [1, -0.75], 0.5, [-3, -0.5, 0.5, 3])
    np.testing.assert_allclose(ys, expected, atol=1e-3)
    xs, ys = numbers(places(".gb-unit"))
    np.testing.assert_allclose(ys, [0, 0, 3.5], atol=1e-3)
    xs, ys = numbers(places(".gb-target"))
    np.testing.assert_allclose(ys, 2 * np.sin(2 * GRID), atol=1e-3)


def test_typing_a_number_changes_the_sum_and_undo_brings_it_back(show):
    watched, root = show([1, -1], [0, 0], [1, 1], target="absolute", x=2)
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


def test_a_wrong_entry_is_marked_and_the_last_good_value_counts(show):
    _, root = show([1, -1], [0, 0], [1, 1], x=2)
    field = root.locator("[data-field=b_1]").nth(1)
    for wrong in ("a", "101", ""):
        field.fill(wrong)
        assert field.get_attribute("aria-invalid") == "true"
        assert "from −100 to 100. Until then 0 counts." in root.inner_text()
        assert shown(root)[0] == 2
    root.locator("[data-action=reset]").click()
    assert root.locator("[aria-invalid]").count() == 0
    assert fields(root)[1] == [0, 0]


def test_units_are_added_up_to_eight_and_removed_down_to_one(show):
    _, root = show([1, -1], [0, 0.5], [1, 3], x=2)
    click = "node => node.click()"  # eight times: the last two find it disabled
    for _ in range(8):
        root.locator("[data-action=add]").evaluate(click)
        root.page.wait_for_timeout(20)  # repainted
    assert root.locator("tbody tr").count() == 8
    assert root.locator("[data-action=add]").get_attribute("aria-disabled") == "true"
    agrees(root, 2)
    root.locator("[data-action=remove]").first.evaluate(click)
    assert fields(root)[0] == [-1, 1, 1, 1, 1, 1, 1]
    assert root.locator("[data-action=remove]").first.evaluate(
        "node => node === document.activeElement"
    )
    for _ in range(8):
        root.locator("[data-action=remove]").last.evaluate(click)
    assert fields(root)[:3] == [[-1], [0.5], [3]]
    agrees(root, 2)


def test_active_dead_and_off_units_are_told_apart_in_words(show):
    _, root = show([1, 1, 1, 0], [1, -2, -3, 1], [2, 1, 1, -1], x=1)
    words = root.locator("[data-cell=adds]").all_inner_texts()
    assert words == [
        "active: 2 · 2 = 4",
        "off: adds 0",
        "off at every x shown: adds 0",
        "active: 1 · (−1) = −1",
    ]
    assert "Active: 1, 4." in root.inner_text()
    assert "max(0, 1 · 1 − 2) = 0" in root.inner_text()
    assert "4 + 0 + 0 − 1 + 0 = 3" in root.inner_text()


@pytest.mark.parametrize(
    ("preset", "target", "error"),
    [("absolute", "absolute", 0), ("ramp", "step", None), ("bowl", "square", None)],
)
def test_a_preset_sets_units_and_target(show, preset, target, error):
    _, root = show([3], [1], [2], 4, x=0.5)
    root.locator(f"[data-action=preset-{preset}]").click()
    agrees(root, 0.5, target)
    pressed = root.locator(f"[data-action=target-{target}]")
    assert pressed.get_attribute("aria-pressed") == "true"
    assert shown(root)[1] < 0.03
    if error is not None:
        assert shown(root)[1] == error
    root.locator("[data-action=reset]").click()
    assert fields(root) == [[3], [1], [2], 4]


def test_the_line_is_made_of_two_hinges(show):
    _, root = show([3], [1], [2], x=-2.15)
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


def test_pulling_a_knee_changes_the_bias_and_is_undone_as_one(show):
    watched, root = show([2, -1], [0, -2], [1, 1])
    pull(watched, root, (-2, 0), (-1.5, 0.3), (-0.5, 0.6))
    assert fields(root)[1] == [0, -0.5]  # -0.5 = -(-1) (-0.5)
    assert root.locator("tbody tr").nth(1).get_attribute("class").strip() == (
        "gb-chosen gb-off"
    )
    agrees(root, 1)
    root.locator("[data-action=undo]").click()
    assert fields(root)[1] == [0, -2]


def test_a_press_on_a_knee_out_of_sight_chooses_it_and_a_pull_brings_it_in(show):
    watched, root = show([1, -1], [1, -4], [1, 2])
    edge = (-2.825, 0)  # the knee itself is at -4
    pull(watched, root, edge)
    assert fields(root)[1] == [1, -4]
    assert "gb-chosen" in root.locator("tbody tr").nth(1).get_attribute("class")
    assert "off at every x shown: adds 0" in root.inner_text()
    pull(watched, root, edge, (0.5, 0))
    assert fields(root)[1] == [1, 0.5]
    agrees(root, 1)


def test_pulling_the_tip_changes_the_output_weight(show):
    watched, root = show([2, -1], [0, -2], [1, 1])
    pull(watched, root, (1, 2), (1.2, 0), (1, -1))
    assert fields(root)[2] == [-0.5, 1]  # 2 · (-0.5) = -1 at x = 1
    agrees(root, 1)


def test_a_press_elsewhere_moves_x(show):
    watched, root = show([1], [0], [1])
    pull(watched, root, (-2, -2), (2.5, -1))
    assert root.locator("[data-field=x]").get_attribute("aria-valuetext") == "2.5"
    assert shown(root)[0] == 2.5


def test_a_finger_pulls_a_knee_on_a_phone(show):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    watched, root = show([1], [0], [1], x=2, **phone)
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


def test_the_keyboard_reaches_every_control_in_order(show):
    watched, root = show([1, -1], [0, 0], [1, 1])
    root.locator("[data-action=preset-hinge]").focus()
    reached = []
    for _ in range(24):
        watched.page.keyboard.press("Tab")
        data = watched.page.evaluate("({ ...document.activeElement.dataset })")
        reached.append(data.get("action") or data.get("field"))
    unit = [*NAMES, "remove"]
    assert reached[5:12] == [*(f"target-{name}" for name in ["none", *TARGETS]), "x"]
    assert reached[12:] == [*unit, *unit, "b_2", "add", "undo", "reset"]


def test_the_state_is_announced_after_a_pause(show):
    watched, root = show([1, -1], [0, 0], [1, 1])
    root.locator("[data-field=x]").press("ArrowRight")
    watched.page.wait_for_function(
        "document.querySelector('[role=status]').textContent"
        " === 'x = 1.05, y = 1.05. Active: 1.'"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    watched, root = show(
        [1, -1.25] * 4, [0.125, -2.375] * 4, [1, -100] * 4, -1.5,
        target="wave", x=-2.35, scheme=scheme, width=width,
    )  # fmt: skip
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
    assert watched.errors == []
