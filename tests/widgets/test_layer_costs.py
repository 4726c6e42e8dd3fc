"""The widget layer costs: its rules, its counts, its fallback, its page."""

import math
import re

import numpy as np
import pytest
from glassbox.widgets import LayerCosts
from glassbox.widgets.layer_costs import LAYERS, LENGTHS, PICTURES, WIDTHS, costs
from traitlets import TraitError


def test_the_state_is_kept_as_given():
    widget = LayerCosts(np.int64(70), 300, kernel_width=5, neighborhood=12)
    state = widget.n, widget.d, widget.kernel_width, widget.neighborhood
    assert state == (70, 300, 5, 12)
    assert repr(widget) == "LayerCosts(n=70, d=300, kernel_width=5, neighborhood=12)"


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("n", 0, "n must be from 1 to 65536; got 0"),
        ("n", 65_537, "n must be from 1 to 65536; got 65537"),
        ("n", 2.5, "n must be a whole number; got 2.5"),
        ("d", 7, "d must be from 8 to 16384; got 7"),
        ("d", 16_385, "d must be from 8 to 16384; got 16385"),
        ("d", "512", "d must be a finite number; got '512'"),
        ("kernel_width", 1, "kernel_width must be from 2 to 31; got 1"),
        ("kernel_width", 32, "kernel_width must be from 2 to 31; got 32"),
        ("neighborhood", 0, "neighborhood must be from 1 to 65536; got 0"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = LayerCosts(70, 300)
    fallback = widget.fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert (widget.n, widget.d, widget.fallback) == (70, 300, fallback)
    with pytest.raises(TraitError, match=re.escape(rule)):
        LayerCosts(**{name: value})


def test_the_sliders_hold_the_powers_of_two_and_rise():
    assert set(2 ** np.arange(17)) <= set(LENGTHS)
    assert set(2 ** np.arange(3, 15)) <= set(WIDTHS)
    assert (LENGTHS[0], LENGTHS[-1], WIDTHS[0], WIDTHS[-1]) == (1, 65_536, 8, 16_384)
    assert (np.diff(LENGTHS) > 0).all()
    assert (np.diff(WIDTHS) > 0).all()


def test_the_counts_come_out_by_hand():
    assert costs(n=81, d=10, k=3, r=27) == {
        "self_attention": (32_400 + 131_220, 1, 1),
        "recurrent": (16_200, 81, 81),
        "lstm": (64_800, 81, 81),
        "convolutional": (24_300, 1, pytest.approx(4, rel=1e-15)),  # 3^4 = 81
        "restricted": (32_400 + 43_740, 1, 3),
    }


def test_attention_s_multiplications_are_those_of_its_matrix_products():
    class Counted(np.ndarray):
        total = 0

        def __matmul__(self, other):
            Counted.total += self.size * other.shape[-1]
            return np.asarray(self).__matmul__(np.asarray(other)).view(Counted)

    x = np.ones((50, 512)).view(Counted)
    w_q, w_k, w_v, w_o = np.full((4, 512, 512), 1e-3).view(Counted)
    weights = (x @ w_q) @ (x @ w_k).T  # the softmax multiplies next to nothing
    weights @ (x @ w_v) @ w_o
    assert costs(50, 512, 3, 16)["self_attention"][0] == Counted.total == 54_988_800


@pytest.mark.parametrize(("n", "d"), [(1, 8), (50, 512), (1024, 512), (65_536, 16_384)])
def test_attention_costs_more_than_a_plain_recurrence_and_ties_with_an_lstm(n, d):
    found = costs(n, d, 3, 16)
    own, plain, lstm = (found[name][0] for name in LAYERS[:3])
    assert own > 2 * plain
    assert (own < lstm, own == lstm) == (n < 2 * d, n == 2 * d)


@pytest.mark.parametrize("n", [1, 15, 16, 17, 4_000])
def test_restricted_attention_is_never_more_than_full(n):
    found = costs(n, 64, 3, 16)
    full, restricted = found["self_attention"], found["restricted"]
    assert restricted[0] <= full[0]
    assert (restricted == full) == (n <= 16)
    assert restricted[2] == max(1, n / 16)


def test_a_path_takes_one_layer_at_least():
    for n in (1, 2, 3):
        assert costs(n, 8, 5, 7)["convolutional"][2] == 1
    assert costs(26, 8, 5, 7)["convolutional"][2] == pytest.approx(math.log(26, 5))


def test_every_number_is_exact_as_the_page_computes_it():
    largest = costs(65_536, 16_384, 31, 65_536)
    assert max(largest[layer][0] for layer in LAYERS) < 2**53


def test_the_fallback_tells_the_table():
    widget = LayerCosts(1_000, 64, kernel_width=4, neighborhood=10)
    for layer, (operations, steps, path) in costs(1_000, 64, 4, 10).items():
        row = next(r for r in widget.fallback.split("<tr>") if name_of(layer) in r)
        assert f"= {operations:,}</td>" in row
        assert f": {steps:,}</td>" in row
        assert f": {path:,.1f}</td>" in row
    assert "those without gaps need n\u00a0/\u00a0w, here 250.0." in widget.fallback
    assert "is full self-attention" not in widget.fallback
    widget.n = 10
    assert "restricted self-attention is full self-attention" in widget.fallback


def name_of(layer):
    """Return the row's heading in the fallback."""
    shown = {
        "self_attention": "self-attention",
        "recurrent": "plain recurrent",
        "lstm": "LSTM",
        "convolutional": "convolution",
        "restricted": "self-attention, restricted",
    }
    return f">{shown.get(layer, layer)}</th>"


# ---- on a page ---------------------------------------------------------------

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
NAMES = ["n", "d", "kernel_width", "neighborhood"]


@pytest.fixture
def page(show):
    """A page with the widget alone: the page, watched, and the widget's element."""

    def page(n=50, d=512, *, state=None, **options):
        watched, root = show(LayerCosts(n, d, **(state or {})), **options)
        root.locator("summary").click()
        return watched, root

    return page


def table(root):
    read = (
        "all => all.map(r => [...r.cells].slice(1).map(c => Number(c.dataset.value)))"
    )
    return root.locator("tbody tr").evaluate_all(read)


def agrees(shown, n, d, k=3, r=16):
    found = costs(n, d, k, r)
    # whole numbers are exact; logarithms and quotients may differ in the last bits
    np.testing.assert_allclose(shown, [found[layer] for layer in LAYERS], rtol=1e-14)


def words(root, name):
    return root.locator(f"[data-words={name}]").inner_text()


def test_the_page_shows_what_python_computes(page):
    rng = np.random.default_rng(0)
    states = [
        {
            "n": round(65_536 ** rng.uniform()),
            "d": round(8 * 2_048 ** rng.uniform()),
            "kernel_width": int(rng.integers(2, 32)),
            "neighborhood": round(65_536 ** rng.uniform()),
        }
        for _ in range(40)
    ]
    states += [dict(zip(NAMES, (1, 8, 2, 1), strict=True))]
    states += [dict(zip(NAMES, (65_536, 16_384, 31, 65_536), strict=True))]
    watched, _ = page()
    for state, shown in zip(states, watched.page.evaluate(SHOW, states), strict=True):
        agrees(shown, *state.values())
    assert watched.errors == []


@pytest.mark.parametrize(("n", "d"), [(50, 512), (1_024, 512), (4_096, 512)])
def test_the_verdict_tells_what_the_chosen_view_shows(page, n, d):
    _, root = page(n, d)
    plain, lstm = re.findall(r"([\d.]+) times", words(root, "verdict"))
    assert float(plain) == pytest.approx(2 + n / d, abs=0.005)
    assert float(lstm) == pytest.approx(1 / 2 + n / (4 * d), abs=0.005)
    root.locator("[data-action=shown-steps]").click()
    assert f"an LSTM take {n:,}," in words(root, "verdict")


def test_a_neighborhood_wider_than_the_sequence_is_full_self_attention(page):
    _, root = page(100, 64, state={"neighborhood": 2_000})
    own, *_, restricted = table(root)
    assert own == restricted
    assert "It is full self-attention." in words(root, "restricted")
    root.locator("[data-field=neighborhood]").fill("25")
    assert table(root)[4] == [4 * 100 * 64**2 + 2 * 25 * 100 * 64, 1, 4]
    assert "about n\u00a0/\u00a0r\u00a0=\u00a04 layers away" in words(
        root, "restricted"
    )


def test_contiguous_kernels_need_more_layers_than_dilated_ones(page):
    _, root = page(81, 64)
    assert table(root)[3][2] == pytest.approx(4, rel=1e-14)
    assert "without gaps it is n\u00a0/\u00a0w\u00a0=\u00a027." in words(
        root, "dilated"
    )


@pytest.mark.parametrize("shown", PICTURES)
@pytest.mark.parametrize(("d", "k", "r"), [(512, 3, 16), (8, 31, 1), (16_384, 2, 900)])
def test_the_lines_go_through_the_costs(page, d, k, r, shown):
    state = {"kernel_width": k, "neighborhood": r, "shown": shown}
    _, root = page(300, d, state=state)

    def expected(n, layer):
        found = costs(n, d, k, r)[layer][PICTURES.index(shown)]
        per_token = n * d * d if shown == "operations" else 1
        return np.log(n), np.log(found / per_token)

    places, logs = [], []
    for layer, line in zip(LAYERS, root.locator(".gb-line").all(), strict=True):
        points = [p.split() for p in line.get_attribute("d")[1:].split("L")]
        lengths = sorted([*LENGTHS, r])
        assert len(points) == len(lengths)
        places += points
        logs += [expected(n, layer) for n in lengths]
    dots = root.locator("circle:not(.gb-ring)").all()
    for layer, dot in zip(LAYERS, dots, strict=True):
        places.append([dot.get_attribute("cx"), dot.get_attribute("cy")])
        logs.append(expected(300, layer))
    ring = root.locator(".gb-ring")
    if shown == "operations":  # where attention costs as much as an LSTM
        places.append([ring.get_attribute("cx"), ring.get_attribute("cy")])
        logs.append(expected(2 * d, "lstm"))
    assert ring.is_visible() == (shown == "operations")
    places, logs = np.array(places, float), np.array(logs)
    for axis in (0, 1):
        slope, start = np.polyfit(logs[:, axis], places[:, axis], 1)
        # places are not rounded: a straight map of the logarithms but for the fit
        fitted = slope * logs[:, axis] + start
        np.testing.assert_allclose(fitted, places[:, axis], atol=1e-8)
        assert slope * (1 - 2 * axis) > 0  # longer to the right, more above
    dashes = root.locator(".gb-line").evaluate_all(
        "all => all.map(line => getComputedStyle(line).strokeDasharray)"
    )
    assert len(set(dashes)) == 5  # told apart without color


@pytest.mark.parametrize("shown", PICTURES)
@pytest.mark.parametrize("width", [360, 1280])
def test_no_words_of_the_picture_are_cut(show, shown, width):
    watched, root = show(LayerCosts(50, 8, shown=shown), width=width)
    watched.page.add_style_tag(content="text { font-family: sans-serif }")  # a wide one
    edges = root.locator("svg text:visible").evaluate_all(
        """all => all.map(text => [
          text.getBBox().x,
          text.getBBox().x + text.getBBox().width
            - text.ownerSVGElement.viewBox.baseVal.width
        ])"""
    )
    left, right = np.transpose(edges)
    assert left.min() >= 0
    assert right.max() <= 0


def lines_drawn(root):
    drawn = "all => all.filter(l => getComputedStyle(l).display !== 'none').length"
    return root.locator(".gb-line").evaluate_all(drawn)


def test_convolution_and_restricted_attention_stand_under_more(show):
    _, root = show(LayerCosts())
    assert root.locator("tbody th:visible").all_inner_texts() == [
        "self-attention", "plain recurrent", "LSTM",
    ]  # fmt: skip
    assert lines_drawn(root) == 3
    root.locator("summary").click()
    assert root.locator("tbody th:visible").count() == 5
    assert lines_drawn(root) == 5


@pytest.mark.parametrize("shown", PICTURES)
@pytest.mark.parametrize("d", [8, 512, 16_384])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_highest_line_ends_near_the_upper_edge(show, d, shown, width):
    _, root = show(LayerCosts(50, d, shown=shown), width=width)
    lines = root.locator(".gb-line").all()[:3]
    ends = [float(x.get_attribute("d").split()[-1]) for x in lines]
    assert 32 <= min(ends) < 32 + 168 / 2  # in the upper half
    box = root.locator("svg").bounding_box()
    assert box["width"] == pytest.approx(root.bounding_box()["width"], abs=60)
    view = float(root.locator("svg").get_attribute("viewBox").split()[2])
    assert box["width"] == pytest.approx(view, abs=1)  # words keep their size


# The chart places its names once it knows its size.
APART = """(root) => {
  const names = root.querySelectorAll("text[class^='gb-']:not(.gb-end, .gb-here)");
  const boxes = [...names].map((name) => name.getBoundingClientRect());
  boxes.sort((a, b) => a.y - b.y);
  const isClear = (box, i) => box.y - boxes[i].y > 0.6 * boxes[i].height;
  return boxes.length === 5 && boxes.slice(1).every(isClear);
}"""


@pytest.mark.parametrize("d", [8, 512, 16_384])
def test_the_lines_names_do_not_overlap(page, d):
    _, root = page(50, d, state={"kernel_width": 2, "neighborhood": 16})
    root.page.wait_for_function(APART, arg=root.element_handle())


def test_sliders_fields_and_buttons_change_n_and_d(page):
    _, root = page()
    root.locator("[data-field=n-slider]").fill("40")
    root.locator("[data-field=d-slider]").fill("0")
    agrees(table(root), LENGTHS[40], WIDTHS[0])
    assert root.locator("[data-field=n]").input_value() == str(LENGTHS[40])
    root.locator("[data-action=undo]").click()
    agrees(table(root), LENGTHS[40], 512)
    root.locator("[data-action=reset]").click()
    agrees(table(root), 50, 512)
    root.locator("[data-field=n]").fill("777")
    agrees(table(root), 777, 512)
    assert (
        root.locator("[data-field=n-slider]").get_attribute("aria-valuetext") == "777"
    )


def test_the_picture_is_pressed_to_move_n(page):
    watched, root = page()
    box = root.locator("svg").bounding_box()
    line = root.locator(".gb-line").first.get_attribute("d")
    first, *_, last = (float(place.split()[0]) for place in line[1:].split("L"))
    # the middle of the axis from 1 to 65,536 is 256
    watched.page.mouse.move(box["x"] + (first + last) / 2, box["y"] + 120)
    watched.page.mouse.down()
    watched.page.mouse.up()
    n = int(root.locator("[data-field=n]").input_value())
    assert n == pytest.approx(256, rel=0.03)  # a pixel is 4 %
    agrees(table(root), n, 512)


@pytest.mark.parametrize("typed", ["0", "65537", "2.5", "abc", "", "65,537", "1,5"])
def test_a_wrong_entry_is_explained_and_the_last_good_one_kept(page, typed):
    _, root = page()
    field = root.locator("[data-field=n]")
    field.fill(typed)
    assert field.get_attribute("aria-invalid") == "true"
    message = root.locator(".gb-error").first.inner_text()
    assert message == "A whole number from 1 to 65,536. Still using 50."
    agrees(table(root), 50, 512)
    root.locator("[data-field=n-slider]").fill(str(LENGTHS.index(4)))
    assert field.get_attribute("aria-invalid") is None
    agrees(table(root), 4, 512)


def test_a_wrong_entry_s_message_covers_no_slider(page):
    _, root = page()
    field = root.locator("[data-field=n]")
    field.fill("0")
    message = root.locator(".gb-error:visible").bounding_box()
    dial = root.locator("[data-field=n-slider]").bounding_box()
    assert message["y"] >= dial["y"] + dial["height"]


def test_the_two_heads_do_not_lie_on_each_other(page):
    _, root = page()
    field, here = root.locator("[data-field=n]"), root.locator(".gb-here")
    field.fill("1024")  # 2d: one head says both
    assert here.text_content() == ""
    field.fill("1025")
    meeting = root.locator("text", has_text="2d = 1,024").bounding_box()
    assert here.bounding_box()["y"] >= meeting["y"] + meeting["height"]


def test_a_number_may_be_typed_with_its_comma(page):
    _, root = page()
    root.locator("[data-field=n]").fill("1,024")
    agrees(table(root), 1024, 512)
    root.locator("[data-field=neighborhood]").fill("2,048")
    agrees(table(root), 1024, 512, r=2048)


@pytest.mark.parametrize("width", [360, 1280])
def test_a_message_covers_nothing_that_can_be_pressed(page, width):
    _, root = page(width=width)
    for name in NAMES:
        root.locator(f"[data-field={name}]").fill("abc")
    pressed = "button:visible, input:visible, summary"
    for bubble in root.locator(".gb-error").all():
        one = bubble.bounding_box()
        for part in root.locator(pressed).all():
            other = part.bounding_box()
            apart = (
                one["x"] + one["width"] <= other["x"]
                or other["x"] + other["width"] <= one["x"]
                or one["y"] + one["height"] <= other["y"]
                or other["y"] + other["height"] <= one["y"]
            )
            assert apart, (bubble.inner_text(), part.get_attribute("data-action"))


def test_the_keyboard_reaches_and_operates_everything(page):
    watched, root = page(clock=True)
    keyboard = watched.page.keyboard
    root.locator("[data-field=n]").focus()
    keyboard.press("ArrowUp")
    what = (
        "document.activeElement.dataset.field ?? document.activeElement.dataset.action"
    )
    reached = []
    for _ in range(9):
        keyboard.press("Tab")
        reached.append(watched.page.evaluate(what))
        if reached[-1] == "d-slider":
            keyboard.press("Home")
    assert reached == [
        "n-slider", "d", "d-slider", "shown-operations", "shown-steps", "undo",
        "reset", None, "kernel_width",
    ]  # fmt: skip
    agrees(table(root), 51, 8)
    watched.page.clock.run_for(1000)
    assert root.locator("[role=status]").inner_text() == (
        "n = 51, d = 8: self-attention 54,672, plain recurrent 6,528 multiplications."
    )


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_longest_numbers_and_a_message_fit(page, width):
    watched, root = page(65_536, 16_384, width=width)
    root.locator("[data-field=kernel_width]").fill("99")  # with a message, too
    watched.page.add_style_tag(content="body { font-family: sans-serif }")  # a wide one
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    cells = root.locator("td, tbody th").evaluate_all(
        "all => all.map(cell => cell.scrollWidth - cell.clientWidth)"
    )
    assert max(cells) <= 0  # no number runs out of its cell
    assert watched.errors == []
