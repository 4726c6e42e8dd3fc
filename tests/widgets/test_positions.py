"""The widget positions: its rules, its numbers, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import sinusoidal_positions
from glassbox.widgets import Positions
from glassbox.widgets.positions import pairs_shown, similarities, step_angles, turned
from traitlets import TraitError


def test_the_state_is_kept_as_given():
    widget = Positions(np.int64(30), 12, position=np.int32(29), steps=7)
    assert (widget.n_positions, widget.position, widget.steps) == (30, 29, 7)
    assert type(widget.n_positions) is int
    assert repr(widget) == "Positions(n_positions=30, d_model=12, position=29, steps=7)"
    assert Positions(9).position == 8
    assert Positions().position == 20


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("n_positions", 7, "n_positions must be from 8 to 128; got 7"),
        ("n_positions", 129, "n_positions must be from 8 to 128; got 129"),
        ("n_positions", 8.5, "n_positions must be a whole number; got 8.5"),
        ("n_positions", "9", "n_positions must be a finite number; got '9'"),
        ("d_model", 2, "d_model must be even, from 4 to 128; got 2"),
        ("d_model", 33, "d_model must be even, from 4 to 128; got 33"),
        ("d_model", 130, "d_model must be even, from 4 to 128; got 130"),
        ("position", -1, "got position -1 and n_positions 64"),
        ("position", 64, "got position 64 and n_positions 64"),
        ("steps", 0, "steps must be from 1 to 32; got 0"),
        ("steps", 33, "steps must be from 1 to 32; got 33"),
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


def test_the_pairs_shown_run_from_the_fastest_to_the_slowest():
    assert pairs_shown(4) == [0, 1]
    assert pairs_shown(64) == [0, 10, 21, 31]


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
    assert [int(first) // 2 for first, _ in rows] == pairs_shown(16)
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
    [...widget.querySelectorAll(`[data-stems=${name}] path:not(.gb-zero, .gb-size)`)]
      .flatMap((path) => [...path.getAttribute("d").matchAll(/M(\\S+) \\S+v([^M]+)/g)])
      .map(([, x, height]) => [Number(x), -Number(height)])
      .sort(([a], [b]) => a - b);
  const ends = (svg) => [...svg.querySelectorAll(".gb-before, .gb-after")].map((path) =>
    path.getAttribute("d").split("L")[1].split(" ").map(Number));
  return {
    apart: tables[0], alike: tables[1], pairs: tables[2],
    row: strokes("row"), products: strokes("alike"),
    labels: [...widget.querySelectorAll("[data-stems=alike] text")].map((node) =>
      Number(node.textContent.replace("−", "-"))),
    dials: [...widget.querySelectorAll(".gb-dial:not([hidden])")].map((dial) => ({
      ends: ends(dial.querySelector("svg")),
      lines: [...dial.querySelectorAll("[data-words]")].map((node) =>
        Number(node.dataset.value)) })),
    worst: Number(widget.querySelector(".gb-circles + p").dataset.value),
    cell: Number(widget.querySelector("p[data-value]").dataset.value),
    words: widget.querySelector("[role=slider]").ariaValueText,
  };
})"""
# Unfold the numbers, which come with the toggle event.
OPEN = """() => Promise.all([...document.querySelectorAll("details")].map((details) =>
  new Promise((resolve) => {
    details.addEventListener("toggle", resolve, { once: true });
    details.open = true;
  })))"""


@pytest.fixture
def unfolded(show):
    """Show these widgets, their numbers unfolded; return the page and the widgets."""

    def unfolded(*widgets, **options):
        watched, *roots = show(*widgets, **options)
        watched.page.evaluate(OPEN)
        return watched, *roots

    return unfolded


def agrees(page, n_positions=64, d_model=64, position=20, steps=5, component=7):
    """Compare what the page shows with the Python kernels."""
    vectors = sinusoidal_positions(n_positions + steps, d_model)
    products = similarities(n_positions, d_model, position)
    half = d_model / 2
    places = np.arange(n_positions)
    columns = [places, places - position, products, products / half]
    close(page["alike"], np.stack(columns, axis=-1))

    starts = list(dict.fromkeys([0, position, n_positions - 1]))
    same = [vectors[start] @ vectors[start + steps] for start in starts]
    close(page["apart"], np.stack([starts, same, np.array(same) / half], axis=-1))
    assert max(same) - min(same) < 1e-11

    here, there = turned(d_model, position, steps)
    angles = step_angles(d_model)
    turns = np.stack([np.arange(d_model // 2), angles, steps * angles], axis=-1)
    close(page["pairs"], np.concatenate([turns, here, there], axis=-1))
    assert page["worst"] < 1e-12

    shown = pairs_shown(d_model)
    rounds = 2 * np.pi / angles
    expected = [[i, angles[i], steps * angles[i], rounds[i]] for i in shown]
    close([dial["lines"] for dial in page["dials"]], expected)
    for dial, i in zip(page["dials"], shown, strict=True):
        # cosine across, sine up, on a circle of radius 50 drawn to 0.01; after, before
        tips = [[50 * pair[1], -50 * pair[0]] for pair in (there[i], here[i])]
        np.testing.assert_allclose(dial["ends"], tips, atol=0.0051)

    close(page["cell"], vectors[position, component])
    assert page["words"].startswith(f"position {position}, component {component}: ")
    heights = np.array(page["row"])[:, 1]
    # heights are drawn to 0.01
    np.testing.assert_allclose(heights, 52 * vectors[position], atol=0.0051)
    high, _, low = page["labels"][:3]
    heights = np.array(page["products"])[:, 1]
    low = low if products.min() < 0 or low < 0 else 0
    np.testing.assert_allclose(heights, 104 * products / (high - low), atol=0.0051)
    assert high == half


def close(page, python):
    # sin, cos and powers may differ in their last bits
    np.testing.assert_allclose(page, python, rtol=1e-10, atol=1e-11)


def test_the_page_shows_what_the_python_kernels_give(unfolded):
    rng = np.random.default_rng(8)
    states = [(8, 4, 0, 32), (128, 128, 127, 1), (9, 128, 8, 7), (128, 6, 50, 13)]
    for _ in range(4):
        n_positions = int(rng.integers(8, 129))
        d_model = 2 * int(rng.integers(2, 65))
        position = int(rng.integers(n_positions))
        states.append((n_positions, d_model, position, int(rng.integers(1, 33))))
    widgets = [Positions(n, d, position=at, steps=k) for n, d, at, k in states]
    watched, *_ = unfolded(*widgets)
    for page, state in zip(watched.page.evaluate(READ), states, strict=True):
        agrees(page, *state, component=min(7, state[1] - 1))
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
    field = root.locator("[role=slider]")
    box = field.bounding_box()

    def at(row, column):
        return (
            box["x"] + 1 + (column + 0.5) * (box["width"] - 2) / 8,
            box["y"] + 1 + (row + 0.5) * (box["height"] - 2) / 16,
        )

    def shows(position, component):
        agrees(watched.page.evaluate(READ)[0], 16, 8, position, 2, component)

    watched.page.mouse.move(*at(9, 4))
    shows(9, 4)
    watched.page.mouse.move(5, 5)
    shows(3, 7)
    watched.page.mouse.move(*at(12, 1))
    watched.page.mouse.down()
    watched.page.mouse.up()
    watched.page.mouse.move(5, 5)
    shows(12, 1)
    root.locator("[data-action=undo]").click()
    shows(3, 1)


def test_the_keyboard_moves_in_the_map_and_reaches_everything(unfolded):
    watched, root = unfolded(Positions(30, 12, position=5, steps=4), clock=True)
    field = root.locator("[role=slider]")
    field.focus()
    for key in ["ArrowDown", "ArrowDown", "ArrowUp", "PageDown", "ArrowRight"]:
        field.press(key)
    agrees(watched.page.evaluate(READ)[0], 30, 12, 16, 4, 8)
    field.press("ArrowLeft")
    field.press("End")
    agrees(watched.page.evaluate(READ)[0], 30, 12, 29, 4, 7)
    assert field.get_attribute("aria-valuenow") == "29"
    field.press("ArrowDown")
    field.press("Home")
    agrees(watched.page.evaluate(READ)[0], 30, 12, 0, 4, 7)
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("Position 0. Dot product 4 steps on: ")
    root.locator("[data-field=n_positions]").focus()
    reached = []
    for _ in range(10):
        watched.page.keyboard.press("Tab")
        reached.append(
            watched.page.evaluate(
                """(({ dataset, role, tagName }) => dataset.action ?? dataset.field
                   ?? role ?? tagName)(document.activeElement)"""
            )
        )
    assert reached == [
        "d_model", "position", "steps", "undo", "reset", "slider", "over-position",
        "over-distance", "SUMMARY", "region",
    ]  # fmt: skip


def test_sliders_change_the_state_and_undo_and_reset_bring_it_back(unfolded):
    watched, root = unfolded(Positions(64, 64, position=40))

    def shows(*state, **options):
        agrees(watched.page.evaluate(READ)[0], *state, **options)

    root.locator("[data-field=n_positions]").fill("21")
    shows(21, 64, 20)
    root.locator("[data-field=d_model]").fill("6")
    shows(21, 6, 20, component=5)
    root.locator("[data-field=position]").fill("2")
    root.locator("[data-field=steps]").fill("32")
    shows(21, 6, 2, 32, component=5)
    for _ in range(4):
        root.locator("[data-action=undo]").click()
    shows(64, 64, 40, component=5)
    assert root.locator("[data-action=undo]").get_attribute("aria-disabled") == "true"
    root.locator("[data-field=steps]").fill("9")
    root.locator("[data-action=reset]").click()
    shows(64, 64, 40, component=5)


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
