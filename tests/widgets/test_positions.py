"""The widget positions: its rules, its numbers, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import sinusoidal_positions
from glassbox.widgets import Positions
from glassbox.widgets.positions.numbers import (
    pairs_shown,
    position_table,
    similarities,
    step_angles,
    turned,
)
from traitlets import TraitError


def test_the_state_is_kept_as_given():
    widget = Positions(np.int64(30), 12, position=np.int32(29), steps=7)
    assert (widget.n_positions, widget.position, widget.steps) == (30, 29, 7)
    assert type(widget.n_positions) is int
    told = "n_positions=30, d_model=12, position=29, steps=7, base=10000"
    assert repr(widget) == f"Positions({told})"
    assert (widget.pair, widget.base, widget.over) == (10, 10_000, "position")
    assert Positions(9).position == 8
    assert Positions().position == 20


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("n_positions", 7, "n_positions must be from 8 to 128; got 7"),
        ("n_positions", 129, "n_positions must be from 8 to 128; got 129"),
        ("n_positions", 8.5, "n_positions must be a whole number; got 8.5"),
        ("n_positions", "9", "n_positions must be a finite number; got '9'"),
        ("d_model", 0, "d_model must be even, from 2 to 128; got 0"),
        ("d_model", 33, "d_model must be even, from 2 to 128; got 33"),
        ("d_model", 130, "d_model must be even, from 2 to 128; got 130"),
        ("position", -1, "got position -1 and n_positions 64"),
        ("position", 64, "got position 64 and n_positions 64"),
        ("steps", -21, "got steps -21, position 20 and n_positions 64"),
        ("steps", 64, "steps must be from -position to n_positions - 1; got steps 64"),
        ("pair", 64, "pair must be from 0 to 63; got 64"),
        ("base", 7, "10"),
        ("over", "time", "'position'"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = Positions()
    kept = [getattr(widget, name) for name in widget._state]
    fallback = widget.fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert [getattr(widget, name) for name in widget._state] == kept
    assert widget.fallback == fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        Positions(**{name: value})


def test_fewer_positions_must_leave_the_chosen_one():
    widget = Positions(64, position=40)
    with pytest.raises(TraitError, match="got position 40 and n_positions 30"):
        widget.n_positions = 30
    assert (widget.n_positions, widget.position) == (64, 40)
    widget.set(n_positions=30, position=29)
    assert (widget.n_positions, widget.position) == (30, 29)


def test_the_base_is_the_kernel_s_unless_another_is_given():
    np.testing.assert_array_equal(position_table(20, 12), sinusoidal_positions(20, 12))
    other = position_table(20, 12, 10)
    angles = np.arange(20) / 10 ** (4 / 12)  # pair 2
    np.testing.assert_allclose(other[:, 4], np.sin(angles), rtol=0, atol=1e-14)
    np.testing.assert_allclose(other[:, 5], np.cos(angles), rtol=0, atol=1e-14)


@pytest.mark.parametrize("d_model", [4, 10, 64])
def test_products_depend_on_the_distance_alone(d_model):
    at_3, at_11 = similarities(40, d_model, 3), similarities(40, d_model, 11)
    # products of d numbers of size 1: a few ulps each
    np.testing.assert_allclose(at_3[:30], at_11[8:38], rtol=0, atol=1e-12)
    assert at_3[3] == pytest.approx(d_model / 2, abs=1e-12)
    by_distance = np.cos(np.arange(37)[:, None] * step_angles(d_model)).sum(axis=-1)
    np.testing.assert_allclose(at_3[3:], by_distance, rtol=0, atol=1e-12)


def test_each_pair_turns_by_its_angle_times_the_steps():
    here, there = turned(14, 9, 6)
    vectors = sinusoidal_positions(16, 14)
    np.testing.assert_array_equal(here.ravel(), vectors[9])
    np.testing.assert_array_equal(there.ravel(), vectors[15])
    turns = np.exp(1j * 6 * step_angles(14))  # cosine + i sine turns
    expected = (here[:, 1] + 1j * here[:, 0]) * turns
    np.testing.assert_allclose(there[:, 1] + 1j * there[:, 0], expected, atol=1e-14)


def test_the_pairs_shown_are_the_fastest_the_chosen_and_the_slowest():
    assert pairs_shown(2, 10) == [0]
    assert pairs_shown(4, 10) == [0, 1]
    assert pairs_shown(64, 10) == [0, 10, 31]
    assert pairs_shown(64, 0) == [0, 31]
    assert pairs_shown(128, 62) == [0, 62, 63]


def test_a_turn_back_is_a_turn_by_fewer_steps_than_none():
    here, there = turned(14, 9, -4)
    vectors = sinusoidal_positions(10, 14)
    np.testing.assert_array_equal(here.ravel(), vectors[9])
    np.testing.assert_array_equal(there.ravel(), vectors[5])


def test_the_fallback_tells_similarities_and_turns():
    widget = Positions(24, 16, position=5, steps=3)
    alike, turns = widget.fallback.split("</table>")[:2]
    rows = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', alike)
    products = similarities(24, 16, 5)
    assert [int(place) for place, _ in rows] == [1, 3, 4, 5, 6, 7, 9, 13, 21]
    for place, cells in rows:
        distance, product, cosine = re.findall(r"<td>(.*?)</td>", cells)
        assert int(distance) == int(place) - 5
        # four decimals are shown
        assert float(product) == pytest.approx(products[int(place)], abs=5.1e-5)
        assert float(cosine) == pytest.approx(products[int(place)] / 8, abs=5.1e-5)
    here, there = turned(16, 5, 3)
    rows = re.findall(r'<th scope="row">(\d+), \d+</th>(.*?)</tr>', turns)
    assert [int(first) // 2 for first, _ in rows] == pairs_shown(16, 10)
    for first, cells in rows:
        i = int(first) // 2
        cells = re.findall(r"<td>(.*?)</td>", cells)
        shown = [float(number) for cell in cells for number in cell.split(", ")]
        angle = step_angles(16)[i]
        expected = [angle, 3 * angle, *here[i], *there[i]]
        np.testing.assert_allclose(shown, expected, atol=5.1e-5)
    widget.steps = 4
    assert "PE(9)" in widget.fallback


# ---- on a page ---------------------------------------------------------------

# What the widgets show, exactly.
READ = """() => [...document.querySelectorAll(".gb-positions")].map((widget) => {
  const rows = (table) => [...table.querySelectorAll("tbody tr")].map((row) =>
    [...row.cells].map((cell) => cell.dataset.value.split(",").map(Number)).flat());
  const tables = [...widget.querySelectorAll("table")].map(rows);
  const strokes = (name) =>
    [...widget.querySelectorAll(`[data-stems=${name}] path`)]
      .filter((path) => !path.matches(".gb-zero, .gb-size, .gb-flag"))
      .flatMap((path) => [...path.getAttribute("d").matchAll(/M(\\S+) \\S+v([^M]+)/g)])
      .map(([, x, height]) => [Number(x), -Number(height)])
      .sort(([a], [b]) => a - b);
  const ends = (svg) => [...svg.querySelectorAll(".gb-before, .gb-after")].map((path) =>
    path.getAttribute("d").split("L")[1].split(" ").map(Number));
  return {
    apart: tables[0], alike: tables[1], pairs: tables[2],
    products: strokes("alike"),
    flag: widget.querySelector("text.gb-flag").textContent,
    alike_words: widget.querySelector("[data-stems=alike]").ariaValueText,
    labels: [...widget.querySelectorAll("[data-stems=alike] text")].slice(0, 5)
      .map((node) => Number(node.textContent.replace("−", "-"))),
    dials: [...widget.querySelectorAll(".gb-dial:not([hidden])")].map((dial) => ({
      ends: ends(dial.querySelector("svg")),
      lines: [...dial.querySelectorAll("[data-words]")].map((node) =>
        Number(node.dataset.value)) })),
    worst: Number(widget.querySelector("[data-words=turned]").dataset.value),
    cell: Number(widget.querySelector("p[data-value]").dataset.value),
    words: widget.querySelector(".gb-signed").ariaValueText,
  };
})"""


def agrees(
    page,
    n_positions=64,
    d_model=64,
    position=20,
    steps=5,
    component=20,
    pair=10,
    base=10_000,
):
    """Compare what the page shows with the Python kernels."""
    vectors = position_table(n_positions + abs(steps), d_model, base)
    products = similarities(n_positions, d_model, position, base)
    half = d_model / 2
    places = np.arange(n_positions)
    columns = [places, places - position, products, products / half]
    close(page["alike"], np.stack(columns, axis=-1))

    earlier = min(position, position + steps)
    starts = list(dict.fromkeys([0, earlier, n_positions - 1]))
    same = [vectors[start] @ vectors[start + abs(steps)] for start in starts]
    close(page["apart"], np.stack([starts, same, np.array(same) / half], axis=-1))
    assert max(same) - min(same) < 1e-11

    here, there = turned(d_model, position, steps, base)
    angles = step_angles(d_model, base)
    turns = np.stack([np.arange(d_model // 2), angles, steps * angles], axis=-1)
    close(page["pairs"], np.concatenate([turns, here, there], axis=-1))
    assert page["worst"] < 1e-12

    shown = pairs_shown(d_model, pair)
    rounds = 2 * np.pi / angles
    expected = [[i, steps * angles[i], rounds[i]] for i in shown]
    close([dial["lines"] for dial in page["dials"]], expected)
    for dial, i in zip(page["dials"], shown, strict=True):
        # cosine across, sine up, on a circle of radius 50 drawn to 0.01; after, before
        tips = [[50 * pair[1], -50 * pair[0]] for pair in (there[i], here[i])]
        np.testing.assert_allclose(dial["ends"], tips, atol=0.0051)

    close(page["cell"], vectors[position, component])
    assert page["words"].startswith(f"position {position}, column {component}: ")
    told = f"position {position + steps}: {vectors[position] @ there.ravel():.4f}"
    told = told.replace("-", "−")
    assert page["alike_words"] == f"{told} of {d_model // 2}"
    assert page["flag"] == (told if position + steps < n_positions else "")
    high, _, low = page["labels"][:3]
    heights = np.array(page["products"])[:, 1]
    # heights are drawn to 0.01
    low = low if products.min() < 0 or low < 0 else 0
    np.testing.assert_allclose(heights, 104 * products / (high - low), atol=0.0051)
    assert high == half


def close(page, python):
    # sin, cos and powers may differ in their last bits
    np.testing.assert_allclose(page, python, rtol=1e-10, atol=1e-11)


def test_the_page_shows_what_the_python_kernels_give(unfolded):
    rng = np.random.default_rng(8)
    states = [
        (8, 4, 0, 7),
        (64, 64, 0, 44),
        (30, 10, 20, -17),
        (45, 2, 44, 1),
        (128, 128, 127, 1),
        (9, 128, 8, 7),
        (128, 6, 50, 13),
    ]
    for _ in range(4):
        n_positions = int(rng.integers(8, 129))
        d_model = 2 * int(rng.integers(2, 65))
        position = int(rng.integers(n_positions))
        steps = int(rng.integers(-position, n_positions))
        states.append((n_positions, d_model, position, steps))
    bases = [10, 1_000, 10_000] * 4
    states = [(*state, base) for state, base in zip(states, bases, strict=False)]
    widgets = [
        Positions(n, d, position=at, steps=k, base=base) for n, d, at, k, base in states
    ]
    watched, *_ = unfolded(*widgets)
    for page, (*state, base) in zip(watched.page.evaluate(READ), states, strict=True):
        component = min(20, state[1] - 2)
        agrees(page, *state, component=component, base=base)
    assert watched.errors == []


def test_the_map_shows_each_number_s_sign_and_size(unfolded):
    _, root = unfolded(Positions(24, 10))
    shown = root.locator("canvas").evaluate(
        """canvas => [...canvas.getContext("2d")
             .getImageData(0, 0, canvas.width, canvas.height).data]"""
    )
    red, _, blue, alpha = np.reshape(shown, (24, 10, 4)).transpose(2, 0, 1).astype(int)
    vectors = sinusoidal_positions(24, 10)
    assert (alpha == 255).all()
    # blue above zero, orange below; the surface itself is a little warmer than white
    clear = abs(vectors) > 0.1
    assert ((blue - red > 0) == (vectors > 0))[clear].all()
    strength = abs(blue - red)
    for sign in (vectors > 0.1, vectors < -0.1):
        order = np.argsort(abs(vectors[sign]))
        # colours are rounded to whole numbers, and steps to one of 256
        assert (np.diff(strength[sign][order]) >= -3).all()


def test_pointing_shows_a_position_and_a_click_keeps_it(unfolded):
    watched, root = unfolded(Positions(16, 8, position=3, steps=2))
    field = root.locator(".gb-signed")
    box = field.bounding_box()

    def at(row, column):
        return (
            box["x"] + 1 + (column + 0.5) * (box["width"] - 2) / 8,
            box["y"] + 1 + (row + 0.5) * (box["height"] - 2) / 16,
        )

    def shows(position, component, pair=3):
        agrees(watched.page.evaluate(READ)[0], 16, 8, position, 2, component, pair)

    watched.page.mouse.move(*at(9, 4))
    shows(9, 4)
    watched.page.mouse.move(5, 5)
    shows(3, 6)
    watched.page.mouse.move(*at(12, 1))
    watched.page.mouse.down()
    watched.page.mouse.up()
    watched.page.mouse.move(5, 5)
    shows(12, 1, pair=0)
    root.locator("[data-action=undo]").click()
    shows(3, 7)


def test_pointing_at_a_bar_turns_the_hands_and_a_click_keeps_them_there(unfolded):
    watched, root = unfolded(Positions(16, 8, position=3, steps=2))
    bars = root.locator("[data-stems=alike]")

    def point(other):
        bars.scroll_into_view_if_needed()
        box = bars.bounding_box()
        x = (36 + (other + 0.5) * 298 / 16) / 340  # of the chart's width
        watched.page.mouse.move(box["x"] + x * box["width"], box["y"] + 30)

    def shows(steps):
        agrees(watched.page.evaluate(READ)[0], 16, 8, 3, steps, 6, 3)

    point(12)
    shows(9)
    watched.page.mouse.move(5, 5)
    shows(2)
    point(0)
    watched.page.mouse.down()
    watched.page.mouse.up()
    watched.page.mouse.move(5, 5)
    shows(-3)
    assert root.locator("[data-field=steps]").input_value() == "-3"
    # An earlier position leaves less room to go back.
    root.locator("[data-field=position]").fill("1")
    agrees(watched.page.evaluate(READ)[0], 16, 8, 1, -1, 6, 3)
    for _ in range(2):
        root.locator("[data-action=undo]").click()
    shows(2)
    bars.focus()
    for key in ["ArrowRight", "ArrowUp", "ArrowLeft", "PageUp", "Home", "ArrowRight"]:
        bars.press(key)
    shows(-2)
    bars.press("End")
    shows(12)
    assert bars.get_attribute("aria-valuenow") == "15"


def test_a_base_and_a_middle_clock_are_chosen(unfolded):
    watched, root = unfolded(Positions(64, 64, position=4))
    for base in ("10", "1000"):
        root.locator(f"[data-action=base-{base}]").click()
        page = watched.page.evaluate(READ)[0]
        agrees(page, position=4, base=int(base))
    root.locator("[data-field=pair]").fill("30")
    page = watched.page.evaluate(READ)[0]
    agrees(page, position=4, base=1000, pair=30, component=60)
    root.locator("[data-field=pair]").fill("31")
    page = watched.page.evaluate(READ)[0]
    agrees(page, position=4, base=1000, pair=31, component=62)


def test_the_keyboard_moves_in_the_map_and_reaches_everything(unfolded):
    watched, root = unfolded(Positions(30, 12, position=5, steps=4), clock=True)
    field = root.locator(".gb-signed")
    field.focus()
    for key in ["ArrowDown", "ArrowDown", "ArrowUp", "PageDown", "ArrowLeft"]:
        field.press(key)
    agrees(watched.page.evaluate(READ)[0], 30, 12, 16, 4, 9, 4)
    field.press("ArrowLeft")
    field.press("End")
    agrees(watched.page.evaluate(READ)[0], 30, 12, 29, 4, 8, 4)
    assert field.get_attribute("aria-valuenow") == "29"
    field.press("ArrowDown")
    field.press("Home")
    agrees(watched.page.evaluate(READ)[0], 30, 12, 0, 4, 8, 4)
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("Position 0. Dot product 4 steps on: ")
    root.locator("[data-field=position]").focus()
    reached = []
    for _ in range(13):
        watched.page.keyboard.press("Tab")
        reached.append(
            watched.page.evaluate(
                """(({ dataset, role, tagName }) => dataset.action ?? dataset.field
                   ?? role ?? tagName)(document.activeElement)"""
            )
        )
    assert reached == [
        "steps", "d_model", "pair", "base-10", "base-1000", "base-10000", "slider",
        "over-position", "over-distance", "undo", "reset", "slider", "SUMMARY",
    ]  # fmt: skip


def test_sliders_change_the_state_and_undo_and_reset_bring_it_back(unfolded):
    watched, root = unfolded(Positions(64, 64, position=40))

    def shows(*state, **options):
        agrees(watched.page.evaluate(READ)[0], *state, **options)

    root.locator("[data-field=d_model]").fill("6")
    shows(64, 6, 40, component=4)
    root.locator("[data-field=position]").fill("2")
    root.locator("[data-field=steps]").fill("63")
    shows(64, 6, 2, 63, component=4)
    for _ in range(3):
        root.locator("[data-action=undo]").click()
    shows(64, 64, 40)
    assert root.locator("[data-action=undo]").get_attribute("aria-disabled") == "true"
    root.locator("[data-field=steps]").fill("9")
    root.locator("[data-action=reset]").click()
    shows(64, 64, 40)


def test_over_the_distance_the_strokes_of_two_positions_lie_on_each_other(unfolded):
    watched, root = unfolded(Positions(33, 20, position=4))
    root.locator("[data-action=over-distance]").click()
    assert watched.page.evaluate(READ)[0]["labels"][3:] == [-32, 32]

    def by_place():
        return {f"{x:.2f}": y for x, y in watched.page.evaluate(READ)[0]["products"]}

    at_4 = by_place()
    root.locator("[data-field=position]").fill("19")
    at_19 = by_place()
    common = at_4.keys() & at_19.keys()
    assert len(common) == 18  # distances from -4 to 13
    assert all(abs(at_4[x] - at_19[x]) <= 0.0101 for x in common)


@pytest.mark.parametrize("chosen_by", ["the page", "the system"])
def test_a_new_theme_repaints_the_map(show, chosen_by):
    theme = "light" if chosen_by == "the page" else ""
    watched, root = show(Positions(12, 6), theme=theme)
    read = """canvas => [...canvas.getContext("2d").getImageData(0, 0, 1, 1).data]"""
    canvas = root.locator("canvas")  # PE(0, 0) = 0: the surface's colour
    light = canvas.evaluate(read)
    assert min(light[:3]) > 240
    if chosen_by == "the page":
        watched.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    else:
        watched.page.emulate_media(color_scheme="dark")
    watched.page.wait_for_function(
        f"({read})(document.querySelector('canvas'))[0] < 60", timeout=5000
    )
