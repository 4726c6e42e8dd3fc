"""The widget layer costs, operated on a page by keyboard and pointer."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox.widgets import LayerCosts
from glassbox.widgets.layer_costs import LAYERS, LENGTHS, WIDTHS, costs
from widget_page import page_of

# Type each state into the fields; return the table's numbers.
SHOW = """async (states) => {
  const widget = document.querySelector(".gb-costs");
  const shown = [];
  for (const state of states) {
    for (const [name, value] of Object.entries(state)) {
      const field = widget.querySelector(`[data-field=${name}]`);
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    await new Promise((resolve) => setTimeout(resolve));
    shown.push([...widget.querySelectorAll("tbody tr")].map((row) =>
      [...row.cells].slice(1).map((cell) => Number(cell.dataset.value))));
  }
  return shown;
}"""
NAMES = ["n", "d", "kernel_width", "neighbourhood"]


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with the widget; return it, watched, and the widget."""

    def show(n=50, d=512, *, state=None, **options):
        path = tmp_path / "page.html"
        path.write_text(page_of([LayerCosts(n, d, **state or {})]), encoding="utf-8")
        watched = open_page(path, **options)
        root = watched.page.locator(".gb-costs")
        root.wait_for()
        return watched, root

    return show


def table(root):
    read = (
        "all => all.map(r => [...r.cells].slice(1).map(c => Number(c.dataset.value)))"
    )
    return root.locator("tbody tr").evaluate_all(read)


def agrees(page, n, d, k=3, r=16):
    found = costs(n, d, k, r)
    # whole numbers are exact; logarithms and quotients may differ in the last bits
    np.testing.assert_allclose(page, [found[layer] for layer in LAYERS], rtol=1e-14)


def words(root, name):
    return root.locator(f"[data-words={name}]").inner_text()


def test_the_page_shows_what_python_computes(show):
    rng = np.random.default_rng(0)
    states = [
        {
            "n": round(65_536 ** rng.uniform()),
            "d": round(8 * 2_048 ** rng.uniform()),
            "kernel_width": int(rng.integers(2, 32)),
            "neighbourhood": round(65_536 ** rng.uniform()),
        }
        for _ in range(40)
    ]
    states += [dict(zip(NAMES, (1, 8, 2, 1), strict=True))]
    states += [dict(zip(NAMES, (65_536, 16_384, 31, 65_536), strict=True))]
    watched, _ = show()
    for state, page in zip(states, watched.page.evaluate(SHOW, states), strict=True):
        agrees(page, *state.values())
    assert watched.errors == []


@pytest.mark.parametrize(
    ("n", "d", "part"),
    [
        (50, 512, "n is less than d: self-attention needs fewer operations"),
        (512, 512, "n = d: self-attention and a recurrent layer need as many"),
        (4_096, 512, "n is more than d: self-attention needs more operations"),
    ],
)
def test_the_verdict_turns_at_n_equal_d(show, n, d, part):
    _, root = show(n, d)
    assert part in words(root, "verdict")
    if n != d:
        ratio = words(root, "verdict").split("=")[1].strip().rstrip(".")
        assert float(ratio) == pytest.approx(max(n / d, d / n), abs=0.05)


def test_a_neighbourhood_wider_than_the_sequence_is_full_self_attention(show):
    _, root = show(100, 64, state={"neighbourhood": 2_000})
    own, *_, restricted = table(root)
    assert own == restricted
    assert "It is full self-attention." in words(root, "restricted")
    root.locator("[data-field=neighbourhood]").fill("25")
    assert table(root)[3] == [25 * 100 * 64, 1, 4]
    assert "about n\u00a0/\u00a0r\u00a0=\u00a04 layers away" in words(
        root, "restricted"
    )


def test_contiguous_kernels_need_more_layers_than_dilated_ones(show):
    _, root = show(81, 64)
    assert table(root)[2][2] == pytest.approx(4, rel=1e-14)
    assert "Of contiguous ones it is n\u00a0/\u00a0k\u00a0=\u00a027." in words(
        root, "dilated"
    )


@pytest.mark.parametrize(("d", "k", "r"), [(512, 3, 16), (8, 31, 1), (16_384, 2, 900)])
def test_the_lines_go_through_the_costs_and_the_crossing_is_at_n_equal_d(show, d, k, r):
    _, root = show(300, d, state={"kernel_width": k, "neighbourhood": r})
    lines = root.locator(".gb-line")
    places, expected = [], []
    for layer, line in zip(LAYERS, lines.all(), strict=True):
        path = line.get_attribute("d")
        places += [p.split() for p in path[1:].split("L")]
        ends = sorted({1, r, 65_536}) if r > 1 else [1, 1, 65_536]
        expected += [(np.log(n), np.log(costs(n, d, k, r)[layer][0])) for n in ends]
    dots = root.locator("circle:not(.gb-ring)").all()
    for layer, dot in zip(LAYERS, dots, strict=True):
        places.append([dot.get_attribute("cx"), dot.get_attribute("cy")])
        expected.append((np.log(300), np.log(costs(300, d, k, r)[layer][0])))
    ring = root.locator(".gb-ring")
    places.append([ring.get_attribute("cx"), ring.get_attribute("cy")])
    expected.append((np.log(d), np.log(costs(d, d, k, r)["recurrent"][0])))
    places, expected = np.array(places, float), np.array(expected)
    for axis in (0, 1):
        slope, start = np.polyfit(expected[:, axis], places[:, axis], 1)
        # places are not rounded: a straight map of the logarithms but for the fit
        fitted = slope * expected[:, axis] + start
        np.testing.assert_allclose(fitted, places[:, axis], atol=1e-8)
        assert slope * (1 - 2 * axis) > 0  # longer to the right, dearer above
    dashes = lines.evaluate_all(
        "all => all.map(line => getComputedStyle(line).strokeDasharray)"
    )
    assert len(set(dashes)) == 4  # told apart without colour


@pytest.mark.parametrize("d", [8, 512, 16_384])
def test_the_lines_names_do_not_overlap(show, d):
    _, root = show(50, d, state={"kernel_width": 2, "neighbourhood": 16})
    names = root.locator("text[class^='gb-']:not(.gb-end, .gb-here)")
    assert names.count() == 4
    boxes = sorted((box["y"], box["height"]) for box in map(box_of, names.all()))
    for (upper, height), (lower, _) in zip(boxes, boxes[1:], strict=False):
        assert lower - upper > 0.6 * height


def box_of(locator):
    return locator.bounding_box()


def test_sliders_fields_and_buttons_change_n_and_d(show):
    _, root = show()
    root.locator("[data-field=n-slider]").fill("40")
    root.locator("[data-field=d-slider]").fill("0")
    agrees(table(root), LENGTHS[40], WIDTHS[0])
    assert root.locator("[data-field=n]").input_value() == str(LENGTHS[40])
    root.locator("[data-action=undo]").click()
    agrees(table(root), LENGTHS[40], 512)
    root.locator("[data-action=same]").click()
    agrees(table(root), 512, 512)
    root.locator("[data-action=reset]").click()
    agrees(table(root), 50, 512)
    root.locator("[data-field=n]").fill("777")
    agrees(table(root), 777, 512)
    assert (
        root.locator("[data-field=n-slider]").get_attribute("aria-valuetext") == "777"
    )


def test_the_picture_is_pressed_to_move_n(show):
    watched, root = show()
    box = root.locator("svg").bounding_box()
    scale = box["width"] / 380
    # the middle of the axis from 1 to 65,536 is 256
    watched.page.mouse.move(box["x"] + 160 * scale, box["y"] + 120 * scale)
    watched.page.mouse.down()
    watched.page.mouse.up()
    n = int(root.locator("[data-field=n]").input_value())
    assert n == pytest.approx(256, rel=0.03)  # a pixel is 4 %
    agrees(table(root), n, 512)


@pytest.mark.parametrize("typed", ["0", "65537", "2.5", "abc", "", "1,000"])
def test_a_wrong_entry_is_explained_and_the_last_good_one_kept(show, typed):
    _, root = show()
    field = root.locator("[data-field=n]")
    field.fill(typed)
    assert field.get_attribute("aria-invalid") == "true"
    message = root.locator(".gb-error").first.inner_text()
    assert message == "A whole number from 1 to 65536. Until then 50 counts."
    agrees(table(root), 50, 512)
    root.locator("[data-field=n-slider]").fill(str(LENGTHS.index(4)))
    assert field.get_attribute("aria-invalid") is None
    agrees(table(root), 4, 512)


def test_the_keyboard_reaches_and_operates_everything(show):
    watched, root = show()
    keyboard = watched.page.keyboard
    root.locator("[data-field=n]").focus()
    keyboard.press("ArrowUp")
    what = (
        "document.activeElement.dataset.field ?? document.activeElement.dataset.action"
    )
    reached = []
    for _ in range(8):
        keyboard.press("Tab")
        reached.append(watched.page.evaluate(what))
        if reached[-1] == "d-slider":
            keyboard.press("Home")
    assert reached == [
        "n-slider", "d", "d-slider", "kernel_width", "neighbourhood",
        "same", "undo", "reset",
    ]  # fmt: skip
    agrees(table(root), 51, 8)
    watched.page.wait_for_function(
        "document.querySelector('[role=status]').textContent.startsWith('n = 51, d')"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    watched, root = show(65_536, 16_384, scheme=scheme, width=width)
    root.locator("[data-field=kernel_width]").fill("99")  # with a message, too
    watched.page.add_style_tag(content="body { font-family: sans-serif }")  # a wide one
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    cells = root.locator("td, tbody th").evaluate_all(
        "all => all.map(cell => cell.scrollWidth - cell.clientWidth)"
    )
    assert max(cells) <= 0  # no number runs out of its cell
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
    assert watched.errors == []
