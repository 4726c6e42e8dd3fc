"""The widget positions, operated on a page by keyboard and pointer."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import sinusoidal_positions
from glassbox.widgets import Positions
from glassbox.widgets.positions import pairs_shown, similarities, step_angles, turned
from widget_page import page_of

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
OPEN = (
    """() => document.querySelectorAll("details").forEach((d) => { d.open = true; })"""
)


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with these widgets, their numbers unfolded; return it, the first."""

    def show(*widgets, **options):
        path = tmp_path / "page.html"
        path.write_text(page_of(widgets), encoding="utf-8")
        watched = open_page(path, **options)
        for place in watched.page.locator("main > div").all():
            place.scroll_into_view_if_needed()
        watched.page.wait_for_function(
            "n => document.querySelectorAll('.gb-positions').length === n",
            arg=len(widgets),
        )
        watched.page.evaluate(OPEN)
        watched.page.wait_for_timeout(100)  # the numbers come with the toggle event
        return watched, watched.page.locator(".gb-positions").first

    return show


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


def test_the_page_shows_what_the_python_kernels_give(show):
    rng = np.random.default_rng(8)
    states = [(8, 4, 0, 32), (128, 128, 127, 1), (9, 128, 8, 7), (128, 6, 50, 13)]
    for _ in range(4):
        n_positions = int(rng.integers(8, 129))
        d_model = 2 * int(rng.integers(2, 65))
        position = int(rng.integers(n_positions))
        states.append((n_positions, d_model, position, int(rng.integers(1, 33))))
    widgets = [Positions(n, d, position=at, steps=k) for n, d, at, k in states]
    watched, _ = show(*widgets)
    for page, state in zip(watched.page.evaluate(READ), states, strict=True):
        agrees(page, *state, component=min(7, state[1] - 1))
    assert watched.errors == []


def test_the_map_shows_each_number_s_sign_and_size(show):
    _, root = show(Positions(24, 10))
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


def test_pointing_shows_a_position_and_a_click_keeps_it(show):
    watched, root = show(Positions(16, 8, position=3, steps=2))
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


def test_the_keyboard_moves_in_the_map_and_reaches_everything(show):
    watched, root = show(Positions(30, 12, position=5, steps=4))
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
    text = "document.querySelector('[role=status]').textContent"
    watched.page.wait_for_function(f"{text}.startsWith('Position 0. Dot product 4')")
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


def test_sliders_change_the_state_and_undo_and_reset_bring_it_back(show):
    watched, root = show(Positions(64, 64, position=40))

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


def test_over_the_distance_the_strokes_of_two_positions_lie_on_each_other(show):
    watched, root = show(Positions(33, 20, position=4))
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


def test_a_new_theme_repaints_the_map(show):
    watched, root = show(Positions(12, 6))
    read = """canvas => [...canvas.getContext("2d").getImageData(0, 0, 1, 1).data]"""
    canvas = root.locator("canvas")  # PE(0, 0) = 0: the surface's colour
    light = canvas.evaluate(read)
    assert min(light[:3]) > 240
    watched.page.emulate_media(color_scheme="dark")
    watched.page.wait_for_function(
        f"({read})(document.querySelector('canvas'))[0] < 60", timeout=5000
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    watched, _ = show(Positions(), scheme=scheme, width=width)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
    assert watched.errors == []
