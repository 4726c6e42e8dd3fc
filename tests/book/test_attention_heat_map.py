"""The attention heat map, operated on a page by keyboard and pointer."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import scaled_dot_product_attention, softmax
from glassbox.widgets import AttentionHeatMap
from widget_page import page_of

QUERIES = ["I", "like", "machine", "learning", "[pad]"]
KEYS = ["我", "喜欢", "学习", "机器", "学习", "。", "[end]"]

# Press a layer's and a head's button; return all that the widget then shows.
SHOW = """async ([index, maps]) => {
  const widget = document.querySelectorAll(".gb-heat")[index];
  const settled = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const field = widget.querySelector("[role=slider]");
  widget.querySelector("details").open = true;
  const shown = [];
  for (const [layer, head] of maps) {
    for (const action of [`layer-${layer}`, `head-${head}`]) {
      widget.querySelector(`[data-action=${action}]`)?.click();
    }
    await settled(150); // the table follows after the picture
    const { left, top, width, height } = field.getBoundingClientRect();
    const rows = [...widget.querySelectorAll("tbody tr")];
    const n_keys = rows[0].querySelectorAll("td").length;
    const lists = rows.map((_, i) => {
      for (const key of [i % 2 ? 0 : n_keys - 1, i % n_keys]) {
        field.dispatchEvent(new PointerEvent("pointermove", {
          clientX: left + (width * (key + 0.5)) / n_keys,
          clientY: top + (height * (i + 0.5)) / rows.length,
        }));
      }
      return {
        pointed: Number(widget.querySelector(".gb-value").dataset.value),
        words: field.getAttribute("aria-valuetext"),
        bars: [...widget.querySelectorAll("ol li:not([hidden])")].map((bar) =>
          [Number(bar.dataset.key), Number(bar.dataset.value)]),
        sum: Number(widget.querySelector(".gb-side > p:last-child").dataset.value),
        sum_words: widget.querySelector(".gb-side > p:last-child").textContent,
      };
    });
    const canvas = widget.querySelector(".gb-map canvas");
    const size = [canvas.height, canvas.width];
    const pixels = canvas.getContext("2d").getImageData(0, 0, size[1], size[0]);
    shown.push({
      lists, size, pixels: [...pixels.data],
      weights: rows.map((row) =>
        [...row.querySelectorAll("td")].map((cell) => Number(cell.dataset.value))),
    });
  }
  return shown;
}"""


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with these widgets; return it, watched, and the first widget."""

    def show(*widgets, **options):
        path = tmp_path / "page.html"
        path.write_text(page_of(widgets), encoding="utf-8")
        watched = open_page(path, **options)
        roots = watched.page.locator(".gb-heat")
        for number in range(len(widgets)):
            watched.page.locator("main > div").nth(number).scroll_into_view_if_needed()
            roots.nth(number).wait_for()
        return watched, roots.first

    return show


def example(shape=(2, 4, 5, 7), **state):
    weights = softmax(3 * np.random.default_rng(0).normal(size=shape))
    weights[..., 4, :] = 0
    return AttentionHeatMap(weights, QUERIES, KEYS, **state)


def attention(rng, n_layers, n_heads, n_queries, n_keys):
    """Weights under a random mask with a fully masked row."""
    query = 2 * rng.normal(size=(n_layers, n_heads, n_queries, 6))
    key = rng.normal(size=(n_layers, n_heads, n_keys, 6))
    mask = rng.integers(3, size=(n_queries, n_keys)) > 0
    mask[rng.integers(n_queries)] = False
    return scaled_dot_product_attention(query, key, key, mask).weights


def widget_of(weights):
    n_queries, n_keys = weights.shape[-2:]
    queries, keys = (
        [f"{name}{n}" for n in range(size)]
        for name, size in (("q", n_queries), ("k", n_keys))
    )
    return AttentionHeatMap(weights, queries, keys)


def point_at(root, i, j, size=(5, 7), act="hover"):
    """Move the pointer to a cell, or click or tap it."""
    field = root.get_by_role("slider")
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    x = 1 + (j + 0.5) * (box["width"] - 2) / size[1]
    y = 1 + (i + 0.5) * (box["height"] - 2) / size[0]
    getattr(field, act)(position={"x": x, "y": y})


def pointed(root):
    return root.get_by_role("slider").get_attribute("aria-valuetext")


def value(root, number=0):
    """The pointed or the pinned cell's weight, and the words below it."""
    figure = root.locator(".gb-side > div").nth(number)
    exact = figure.locator(".gb-value").get_attribute("data-value")
    return exact and float(exact), figure.locator(".gb-meaning").last.inner_text()


@pytest.mark.parametrize(
    "shape",
    [(1, 1, 3, 5), (2, 4, 5, 7), (3, 2, 12, 9), (6, 12, 33, 20), (1, 12, 64, 64)],
)
def test_every_number_is_the_python_kernel_s(show, shape):
    rng = np.random.default_rng(shape[-1])
    widgets = [widget_of(attention(rng, *shape)) for _ in range(2)]
    watched, _ = show(*widgets)
    for number, widget in enumerate(widgets):
        exact = widget.weights.size <= 25_000
        tolerance = 2**-25 if exact else 0.5 / 255  # half a step below 1
        maps = [[shape[0] - 1, shape[1] - 1], [0, 0], [0, shape[1] // 2]]
        for (layer, head), shown in zip(
            maps, watched.page.evaluate(SHOW, [number, maps]), strict=True
        ):
            weights = widget.weights[layer, head]
            page = np.array(shown["weights"])
            np.testing.assert_allclose(page, weights, rtol=0, atol=tolerance + 1e-12)
            assert (page[weights == 0] == 0).all()
            for i, row in enumerate(shown["lists"]):
                assert row["pointed"] == page[i, i % shape[3]]
                assert f"(query {i + 1}) reads" in row["words"]
                keys, values = zip(*row["bars"], strict=True)
                assert list(values) == np.sort(page[i])[::-1][:8].tolist()
                assert len(set(keys)) == min(8, shape[3])
                assert [page[i, key] for key in keys] == list(values)
                total = weights[i].sum()
                assert row["sum"] == pytest.approx(total, abs=64 * 2**-25)
                said = "The row sums to 1.0000." if total else "Masked: all 0."
                assert row["sum_words"] == said
    assert watched.errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_colours_are_even_between_the_theme_s_ends(show, scheme):
    rng = np.random.default_rng(3)
    widget = widget_of(attention(rng, 1, 2, 12, 9))
    watched, _ = show(widget, scheme=scheme)
    [shown] = watched.page.evaluate(SHOW, [0, [[0, 1]]])
    assert shown["size"] == [12, 9]
    parts = np.round(255 * widget.weights[0, 1]).astype(int).ravel().tolist()
    # The browser's own mix of the same two colours.
    mixed = watched.page.evaluate(
        """(parts) => {
          const make = (tag) => document.createElement(tag);
          const probe = document.querySelector(".gb").appendChild(make("i"));
          const context = make("canvas").getContext("2d");
          return parts.map((part) => {
            probe.style.color = `color-mix(in oklab, var(--gb-accent) ${part / 2.55}%,
              var(--gb-surface))`;
            context.fillStyle = getComputedStyle(probe).color;
            context.fillRect(0, 0, 1, 1);
            return [...context.getImageData(0, 0, 1, 1).data];
          });
        }""",
        parts,
    )
    pixels = np.array(shown["pixels"]).reshape(-1, 4)
    # a rounding to whole numbers on either side
    np.testing.assert_allclose(pixels, mixed, rtol=0, atol=1)


def test_the_map_follows_the_theme(show):
    watched, root = show(example())
    corner = """node => [...node.querySelectorAll("canvas")].map((canvas) =>
      [...canvas.getContext("2d").getImageData(0, 4, 1, 1).data])"""
    light = root.evaluate(corner)
    watched.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    watched.page.wait_for_timeout(50)
    dark = root.evaluate(corner)
    assert light == [[253, 252, 250, 255]] * 5  # a masked row has the surface's colour
    assert dark == [[27, 30, 34, 255]] * 5
    watched.page.evaluate("document.documentElement.dataset.theme = 'light'")
    watched.page.wait_for_timeout(50)
    assert root.evaluate(corner) == light


def test_rows_that_sum_to_something_else_are_named(show):
    weights = np.full((2, 3), 0.2)
    many = np.random.default_rng(4).uniform(size=(6, 2, 60, 40)) / 40
    watched, root = show(
        AttentionHeatMap(weights, ["a", "b"], ["x", "y", "z"]), widget_of(many)
    )
    words = root.locator(".gb-side > p").last
    assert words.inner_text() == "The row sums to 0.6000, not to 1."
    second = watched.page.locator(".gb-heat").last
    words = second.locator(".gb-side > p").last.inner_text()
    assert words == f"The row sums to {many[0, 0, 0].sum():.4f}, not to 1."


def test_hovering_shows_the_cell_and_its_row(show):
    widget = example(layer=1, head=2)
    _, root = show(widget)
    point_at(root, 2, 4)
    weight = widget.weights[1, 2, 2, 4]
    shown, words = value(root)
    assert shown == pytest.approx(weight, rel=2**-24)
    assert words == "“machine” (query 3) reads “学习” (key 5)"
    assert pointed(root) == f"{words}: {weight:.4f}"
    assert root.locator(".gb-map-queries [data-here]").inner_text() == "machine"
    assert root.locator(".gb-map-keys [data-here]").inner_text() == "学习"
    assert "“machine” (query 3)" in root.locator(".gb-side > p").first.inner_text()


def test_a_click_pins_until_escape_or_a_second_click(show):
    widget = example()
    _, root = show(widget)
    point_at(root, 1, 3, act="click")
    point_at(root, 3, 5)
    assert "(query 4) reads “。”" in value(root)[1]
    assert "(query 2) reads “机器”" in value(root, 1)[1]
    assert "“like” (query 2)" in root.locator(".gb-side > p").first.inner_text()
    root.locator("[data-action=head-3]").click()
    expected = widget.weights[0, 3, 1, 3]
    assert value(root, 1)[0] == pytest.approx(expected, rel=2**-24)
    root.get_by_role("slider").press("Escape")
    assert not value(root, 1)[0]
    point_at(root, 2, 2, act="click")
    point_at(root, 2, 2, act="click")
    assert not value(root, 1)[0]
    assert root.locator(".gb-map-pinned").is_hidden()


def test_the_keyboard_reaches_every_cell_and_pins_it(show):
    watched, root = show(example())
    field = root.get_by_role("slider")
    field.focus()
    seen = set()
    for _ in range(5):
        field.press("Home")
        for _ in range(7):
            seen.add(field.get_attribute("aria-valuenow"))
            watched.page.keyboard.press("ArrowRight")
        watched.page.keyboard.press("ArrowDown")
    assert seen == {str(n) for n in range(35)}
    field.press("PageUp")
    assert "(query 1) reads “[end]” (key 7)" in pointed(root)
    field.press("PageDown")
    field.press("Home")
    field.press("ArrowRight")
    field.press("ArrowUp")
    field.press("ArrowLeft")
    assert "(query 4) reads “我” (key 1)" in pointed(root)
    field.press("Enter")
    field.press("End")
    assert "(query 4) reads “我”" in value(root, 1)[1]
    status = root.get_by_role("status")
    watched.page.wait_for_function(
        "node => node.textContent.startsWith('Pinned: “learning”')",
        arg=status.element_handle(),
    )


def test_layers_and_heads_are_chosen_by_their_buttons(show):
    watched, root = show(example(layer=1))
    names = root.get_by_role("button").all_inner_texts()
    assert names[:6] == ["layer 1", "layer 2", "head 1", "head 2", "head 3", "head 4"]
    pressed = root.locator("[aria-pressed=true]")
    assert pressed.all_inner_texts() == ["layer 2", "head 1"]
    root.get_by_role("button", name="layer 1").press("Enter")
    root.get_by_role("button", name="head 4").press("Enter")
    assert pressed.all_inner_texts() == ["layer 1", "head 4"]
    assert watched.errors == []


def test_one_map_has_no_buttons_to_choose_it(show):
    _, root = show(example((5, 7)))
    assert root.locator("[data-action^=layer], [data-action^=head]").count() == 2
    for one in root.locator("[data-action^=layer], [data-action^=head]").all():
        assert one.is_hidden()


def test_stretched_colours_say_what_they_mean(show):
    _, root = show(AttentionHeatMap([[0.1, 0.15], [0.05, 0.2]], ["a", "b"]))
    full = root.locator(".gb-legend > span").last
    pixel = """node => [...node.querySelector(".gb-map canvas").getContext("2d")
      .getImageData(1, 1, 1, 1).data]"""
    assert full.inner_text() == "1"
    root.locator("[data-action=stretch]").click()
    assert full.inner_text() == "0.2000, the largest here"
    assert root.evaluate(pixel) == [31, 92, 153, 255]  # the accent itself


def test_rounding_is_told_where_there_is_any(show):
    rng = np.random.default_rng(5)
    watched, root = show(widget_of(attention(rng, 6, 12, 20, 20)), example())
    note = "rounded to 1/255"
    assert root.get_by_text(note).is_visible()
    assert watched.page.locator(".gb-heat").last.get_by_text(note).is_hidden()


def test_a_tap_points_and_pins_and_a_swipe_down_scrolls(show):
    options = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    _, root = show(example(), **options)
    point_at(root, 3, 2, act="tap")
    assert "(query 4) reads “学习” (key 3)" in value(root)[1]
    assert value(root, 1)[1] == value(root)[1]
    style = "node => getComputedStyle(node).touchAction"
    assert root.get_by_role("slider").evaluate(style) == "pan-y"


def test_tokens_are_text(show):
    tokens = ["<img src=x onerror=alert(1)>", "b"]
    watched, root = show(AttentionHeatMap([[1, 0], [0, 1]], tokens))
    root.locator("summary").click()
    assert root.locator("img").count() == 0
    assert "<img" in value(root)[1]
    assert watched.errors == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    rng = np.random.default_rng(6)
    large = widget_of(attention(rng, 6, 12, 64, 64))
    watched, root = show(example(pinned=[1, 2]), large, scheme=scheme, width=width)
    for summary in watched.page.locator("summary").all():
        summary.click()
    point_at(root, 0, 6)
    watched.page.locator("tbody").last.wait_for()
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []


def test_a_cell_of_a_large_map_can_be_hit_on_a_phone(show):
    rng = np.random.default_rng(7)
    _, root = show(widget_of(attention(rng, 6, 12, 64, 64)), width=360)
    box = root.get_by_role("slider").bounding_box()
    assert box["width"] / 64 >= 4
    for i, j in [(0, 0), (17, 42), (63, 63)]:
        point_at(root, i, j, (64, 64))
        assert f"“q{i}” (query {i + 1}) reads “k{j}” (key {j + 1})" in pointed(root)
