"""The attention heat map: its rules, what it sends, its fallback, and its page."""

import re
from base64 import b64encode

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import causal_mask, scaled_dot_product_attention, softmax
from glassbox.widgets import AttentionHeatMap
from traitlets import TraitError

QUERIES, KEYS = ["a", "b", "c"], ["v", "w", "x", "y", "z"]


def example(shape=(2, 4, 3, 5), **state):
    weights = softmax(np.random.default_rng(0).normal(size=shape))
    return AttentionHeatMap(weights, QUERIES, KEYS, **state)


def largest(weights):
    return AttentionHeatMap(weights, [f"token {n}" for n in range(64)])


def sent(widget):
    """The numbers and the sums, as the page reads them."""
    packed = widget.get_state("weights")["weights"]
    kind = {8: np.uint8, 32: "<f4"}[packed["bits"]]
    values = np.frombuffer(packed["values"], kind).reshape(packed["shape"])
    sums = np.frombuffer(packed["sums"], "<f4").reshape(-1)
    return packed["bits"], values / (255 if packed["bits"] == 8 else 1), sums


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ((3, 5), "1 layer, 1 head, 3 queries, 5 keys"),
        ((4, 3, 5), "1 layer, 4 heads, 3 queries, 5 keys"),
        ((2, 4, 3, 5), "2 layers, 4 heads, 3 queries, 5 keys"),
    ],
)
def test_leading_axes_may_be_left_out(shape, words):
    assert repr(example(shape)) == f"AttentionHeatMap({words})"


def test_self_attention_needs_its_tokens_once():
    widget = AttentionHeatMap([[1, 0], [0.25, 0.75]], ["a", "b"])
    assert widget.query_tokens == widget.key_tokens == ["a", "b"]


def test_a_tensor_with_a_gradient_is_taken():
    torch = pytest.importorskip("torch")
    scores = torch.randn(3, 5, requires_grad=True, dtype=torch.bfloat16)
    weights = torch.softmax(scores, -1)
    widget = AttentionHeatMap(weights, QUERIES, KEYS)
    np.testing.assert_array_equal(widget.weights[0, 0], weights.detach().double())


def test_the_array_that_was_given_is_not_kept():
    weights = np.full((3, 5), 0.2)
    widget = AttentionHeatMap(weights, QUERIES, KEYS)
    weights[0, 0] = 7
    assert widget.weights[0, 0, 0, 0] == 0.2


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"weights": [0.5, 0.5]}, "weights must have the shape (n_queries, n_keys)"),
        ({"weights": np.zeros((1, 1, 1, 3, 5))}, "got (1, 1, 1, 3, 5)"),
        ({"weights": [["a"] * 5] * 3}, "weights must be an array of numbers; got list"),
        ({"weights": [[1, 2], [3]]}, "weights must be an array of numbers; got list"),
        ({"weights": np.full((3, 5), -0.1)}, "weights must be from 0 to 1; got -0.1"),
        ({"weights": np.full((3, 5), 1.01)}, "got 1.01 in layer 0, head 0, query 0"),
        ({"weights": np.full((3, 5), np.nan)}, "weights must be from 0 to 1; got nan"),
        ({"weights": np.zeros((13, 3, 5))}, "n_heads must be 1 to 12; got 13"),
        ({"weights": np.zeros((7, 1, 3, 5))}, "n_layers must be 1 to 6; got 7"),
        ({"weights": np.zeros((65, 5))}, "n_queries must be 1 to 64; got 65"),
        ({"weights": np.zeros((3, 65))}, "n_keys must be 1 to 64; got 65"),
        ({"weights": np.zeros((3, 0))}, "n_keys must be 1 to 64; got 0"),
        ({"weights": np.zeros((5, 3))}, "query_tokens must be 5, as weights has; got"),
        ({"key_tokens": ["x"]}, "key_tokens must be 5, as weights has; got 1"),
        ({"query_tokens": "abc"}, "query_tokens must be a list of strings; got 'abc'"),
        ({"layer": 2}, "layer must be from 0 to 1; got 2"),
        ({"head": 4}, "head must be from 0 to 3; got 4"),
        ({"head": -1}, "head must be from 0 to 3; got -1"),
        ({"head": 0.5}, "head must be a whole number; got 0.5"),
        ({"pinned": [3, 0]}, "pinned must be a query below 3 and a key below 5"),
        ({"pinned": [0, 0.5]}, "got [0.0, 0.5]"),
        ({"pinned": [1]}, "got [1.0]"),
        ({"stretch": "yes"}, "boolean"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(state, rule):
    widget = example(layer=1, head=2, pinned=[2, 4])
    before = {name: getattr(widget, name) for name in widget._state}
    with pytest.raises(TraitError, match=re.escape(rule)):
        widget.set(**state)
    for name, value in before.items():
        np.testing.assert_array_equal(getattr(widget, name), value)
    given = {"weights": before["weights"], "query_tokens": QUERIES, "key_tokens": KEYS}
    with pytest.raises(TraitError, match=re.escape(rule)):
        AttentionHeatMap(**(given | state))


def test_rows_that_do_not_sum_to_1_are_taken():
    assert AttentionHeatMap([[0.9, 0.8], [0, 0]], ["a", "b"]).weights.max() == 0.9


def test_what_float32_adds_to_1_is_taken_off():
    assert AttentionHeatMap([[np.float32(1.000001)]], ["a"]).weights.max() == 1


def test_few_numbers_travel_exactly():
    widget = example(head=3)
    bits, values, sums = sent(widget)
    assert (bits, sums.size) == (32, 0)
    # half a step of float32's 24 binary digits
    np.testing.assert_allclose(values, widget.weights, rtol=2**-24, atol=0)


@pytest.mark.parametrize("seed", range(5))
def test_many_numbers_travel_to_half_a_step_of_1_255(seed):
    rng = np.random.default_rng(seed)
    query, key = rng.normal(size=(2, 6, 12, 64, 8)) * 2
    mask = causal_mask(64) & rng.integers(2, size=(64, 64)).astype(bool)
    mask[rng.integers(64)] = False
    weights = scaled_dot_product_attention(query, key, key, mask).weights
    assert (weights.sum(-1) == 0).any()  # fully masked rows are among them
    bits, values, sums = sent(largest(weights))
    assert (bits, sums.size) == (8, 0)
    # the division by 255 in float64 is exact to some 1e-16
    np.testing.assert_allclose(values, weights, rtol=0, atol=0.5 / 255 + 1e-15)
    assert (values[weights == 0] == 0).all()


def test_sums_travel_where_they_are_neither_1_nor_0():
    weights = np.random.default_rng(1).uniform(size=(6, 12, 64, 64)) / 64
    _, _, sums = sent(largest(weights))
    # half a step of float32
    np.testing.assert_allclose(sums, weights.sum(-1).ravel(), rtol=2**-24)


def test_72_maps_of_64_tokens_weigh_400_kb_at_most_in_the_page():
    weights = softmax(np.random.default_rng(2).normal(size=(6, 12, 64, 64)))
    packed = largest(weights).get_state("weights")["weights"]
    assert sum(len(b64encode(packed[name])) for name in ("values", "sums")) <= 400_000


def test_a_new_set_may_come_with_new_tokens():
    widget = example()
    widget.set(weights=[[1, 0]], query_tokens=["q"], key_tokens=["k", "l"])
    assert repr(widget) == "AttentionHeatMap(1 layer, 1 head, 1 query, 2 keys)"


def test_the_fallback_shows_the_chosen_map():
    widget = example(layer=1, head=2)
    assert "layer 2 of 2, head 3 of 4" in widget.fallback
    for row in widget.weights[1, 2]:
        assert "".join(f"<td>{weight:.4f}</td>" for weight in row) in widget.fallback
    widget.head = 0
    assert f"<td>{widget.weights[1, 0, 2, 4]:.4f}</td>" in widget.fallback


def test_a_single_layer_is_not_counted():
    one = AttentionHeatMap(np.eye(2)[None].repeat(3, 0), ["a", "b"], head=1)
    assert "Attention weights, head 2 of 3" in one.fallback
    assert "layer" not in one.fallback


def test_the_fallback_of_many_tokens_says_where_each_looks_most():
    weights = np.zeros((64, 64))
    weights[5, 7], weights[5, 9] = 0.25, 0.75
    rows = re.findall(r"<tr>.*?</tr>", largest(weights).fallback)
    assert '<th scope="row">token 5</th><td>token 9</td><td>0.7500</td>' in rows[6]
    assert '<th scope="row">token 6</th><td>none</td><td>0</td>' in rows[7]


# ---- on a page ---------------------------------------------------------------

ENGLISH = ["I", "like", "machine", "learning", "[pad]"]
CHINESE = ["我", "喜欢", "学习", "机器", "学习", "。", "[end]"]

# Open the table, press a layer's and a head's button.
CHOOSE = """(root, actions) => {
  root.querySelector("details").open = true;
  for (const action of actions) {
    root.querySelector(`[data-action=${action}]`)?.click();
  }
}"""
# Return all that the widget then shows.
SHOWN = """(root) => {
  const widget = root.querySelector(".gb-heat");
  const field = widget.querySelector("[role=slider]");
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
  return {
    lists, size, pixels: [...pixels.data],
    weights: rows.map((row) =>
      [...row.querySelectorAll("td")].map((cell) => Number(cell.dataset.value))),
  };
}"""


def shown_of(watched, root, layer, head):
    root.evaluate(CHOOSE, [f"layer-{layer}", f"head-{head}"])
    watched.page.clock.run_for(150)  # the table follows after the picture
    return root.evaluate(SHOWN)


def translation(shape=(2, 4, 5, 7), **state):
    weights = softmax(3 * np.random.default_rng(0).normal(size=shape))
    weights[..., 4, :] = 0
    return AttentionHeatMap(weights, ENGLISH, CHINESE, **state)


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


def value(root):
    """The weight of the cell that is told, and the words below it."""
    figure = root.locator(".gb-side > div")
    exact = figure.locator(".gb-value").get_attribute("data-value")
    return float(exact), figure.locator(".gb-meaning").last.inner_text()


def kind(root):
    """What cell is told: one pointed at, the pinned one, or the map's largest."""
    return root.locator(".gb-side .gb-meaning").first.inner_text()


@pytest.mark.parametrize(
    "shape",
    [(1, 1, 3, 5), (2, 4, 5, 7), (3, 2, 12, 9), (6, 12, 33, 20), (1, 12, 64, 64)],
)
def test_every_number_is_the_python_kernel_s(show, shape):
    rng = np.random.default_rng(shape[-1])
    widgets = [widget_of(attention(rng, *shape)) for _ in range(2)]
    watched, *roots = show(*widgets, clock=True)
    for widget, root in zip(widgets, roots, strict=True):
        exact = widget.weights.size <= 25_000
        tolerance = 2**-25 if exact else 0.5 / 255  # half a step below 1
        maps = [(shape[0] - 1, shape[1] - 1), (0, 0), (0, shape[1] // 2)]
        for layer, head in maps:
            shown = shown_of(watched, root, layer, head)
            weights = widget.weights[layer, head]
            page = np.array(shown["weights"])
            np.testing.assert_allclose(page, weights, rtol=0, atol=tolerance + 1e-12)
            assert (page[weights == 0] == 0).all()
            for i, row in enumerate(shown["lists"]):
                assert row["pointed"] == page[i, i % shape[3]]
                assert f"(query {i + 1}) reads" in row["words"]
                keys, values = zip(*row["bars"], strict=True)
                assert list(values) == np.sort(page[i])[::-1][:17].tolist()
                assert len(set(keys)) == min(17, shape[3])
                assert [page[i, key] for key in keys] == list(values)
                total = weights[i].sum()
                assert row["sum"] == pytest.approx(total, abs=64 * 2**-25)
                said = "The row sums to 1.0000." if total else "Masked: all 0."
                assert row["sum_words"] == said
    assert watched.errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_colours_are_even_between_the_theme_s_ends(show, theme):
    rng = np.random.default_rng(3)
    widget = widget_of(attention(rng, 1, 2, 12, 9))
    watched, root = show(widget, theme=theme, clock=True)
    shown = shown_of(watched, root, 0, 1)
    assert shown["size"] == [12, 9]
    # twice the weight is twice as strong
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
    watched, root = show(translation())
    corner = """node => [...node.querySelectorAll("canvas")].map((canvas) =>
      [...canvas.getContext("2d").getImageData(0, 4, 1, 1).data])"""
    light = root.evaluate(corner)
    watched.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = root.evaluate(corner)
    assert light == [[253, 252, 250, 255]] * 5  # a masked row has the surface's colour
    assert dark == [[27, 30, 34, 255]] * 5
    watched.page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert root.evaluate(corner) == light


def test_rows_that_sum_to_something_else_are_named(show):
    weights = np.full((2, 3), 0.2)
    many = np.random.default_rng(4).uniform(size=(6, 2, 60, 40)) / 40
    few = AttentionHeatMap(weights, ["a", "b"], ["x", "y", "z"])
    _, root, second = show(few, widget_of(many))
    words = root.locator(".gb-side > p").last
    assert words.inner_text() == "The row sums to 0.6000, not to 1."
    words = second.locator(".gb-side > p").last.inner_text()
    assert words == f"The row sums to {many[0, 0, 0].sum():.4f}, not to 1."


def test_hovering_shows_the_cell_and_its_row(show):
    widget = translation(layer=1, head=2)
    _, root = show(widget)
    point_at(root, 2, 4)
    weight = widget.weights[1, 2, 2, 4]
    shown, words = value(root)
    assert shown == pytest.approx(weight, rel=2**-24)
    assert words == "“machine” (query 3) reads “学习” (key 5)"
    said = f"{weight:.2f}" if weight >= 0.005 else "≈0"
    assert pointed(root) == f"{words}: {said}"
    assert root.locator(".gb-map-queries [data-here]").inner_text() == "machine"
    assert root.locator(".gb-map-keys [data-here]").inner_text() == "学习"
    assert "“machine” (query 3)" in root.locator(".gb-side > p").first.inner_text()


def test_a_click_pins_until_escape_or_a_second_click(show):
    widget = translation()
    _, root = show(widget)
    point_at(root, 1, 3, act="click")
    point_at(root, 3, 5)
    assert "(query 4) reads “。”" in value(root)[1]
    assert kind(root) == "Pointed at"
    assert root.locator(".gb-map-pinned").is_visible()
    row = root.locator(".gb-side > p").first
    assert "“learning” (query 4)" in row.inner_text()  # the row pointed at
    root.locator("[data-action=head-3]").click()
    assert "“like” (query 2)" in row.inner_text()  # elsewhere, the pinned one again
    expected = widget.weights[0, 3, 1, 3]
    assert kind(root) == "Pinned"
    assert value(root)[0] == pytest.approx(expected, rel=2**-24)
    root.get_by_role("slider").press("Escape")
    assert kind(root) != "Pinned"
    assert root.locator(".gb-map-pinned").is_hidden()
    point_at(root, 2, 2, act="click")
    assert kind(root) == "Pinned"
    point_at(root, 2, 2, act="click")
    assert kind(root) == "Pointed at"
    assert root.locator(".gb-map-pinned").is_hidden()


def test_the_keyboard_reaches_every_cell_and_pins_it(show):
    watched, root = show(translation(), clock=True)
    field = root.get_by_role("slider")
    field.focus()
    seen = set()
    field.press("PageUp")  # it begins at the largest weight
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
    assert kind(root) == "Pinned"
    field.press("End")
    assert kind(root) == "Pointed at"
    row = root.locator(".gb-side > p").first
    field.press("ArrowUp")
    assert "(query 3)" in row.inner_text()  # the bars follow the keys
    field.press("ArrowDown")
    field.press("Shift+Tab")
    assert "(query 4)" in row.inner_text()
    assert "(query 4) reads “我”" in value(root)[1]  # the pinned cell again
    watched.page.clock.run_for(1000)
    said = root.get_by_role("status").inner_text()
    assert said.startswith("Pinned: “learning” (query 4) reads “我” (key 1): ")


def test_layers_and_heads_are_chosen_by_their_buttons(show):
    watched, root = show(translation(layer=1))
    names = root.get_by_role("button").all_inner_texts()
    assert names[:6] == ["layer 1", "layer 2", "head 1", "head 2", "head 3", "head 4"]
    pressed = root.locator("[aria-pressed=true]")
    assert pressed.all_inner_texts() == ["layer 2", "head 1"]
    root.get_by_role("button", name="layer 1").press("Enter")
    root.get_by_role("button", name="head 4").press("Enter")
    assert pressed.all_inner_texts() == ["layer 1", "head 4"]
    assert watched.errors == []


def test_one_map_has_no_buttons_to_choose_it(show):
    _, root = show(translation((5, 7)))
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
    assert full.inner_text() == "0.20, the largest here"
    assert root.evaluate(pixel) == [31, 92, 153, 255]  # the accent itself


def test_rounding_is_told_where_there_is_any(show):
    rng = np.random.default_rng(5)
    _, many, few = show(widget_of(attention(rng, 6, 12, 20, 20)), translation())
    note = "rounded to 1/255"
    assert many.get_by_text(note).is_visible()
    assert few.get_by_text(note).is_hidden()


def test_a_tap_points_and_pins_and_a_swipe_down_scrolls(show):
    options = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    _, root = show(translation(), **options)
    point_at(root, 3, 2, act="tap")
    assert "(query 4) reads “学习” (key 3)" in value(root)[1]
    assert kind(root) == "Pinned"
    point_at(root, 1, 4, act="tap")  # another one: the pin moves there
    assert "(query 2) reads" in value(root)[1] and "(key 5)" in value(root)[1]
    assert kind(root) == "Pinned"
    point_at(root, 1, 4, act="tap")  # the same again: it is let go
    assert root.locator(".gb-map-pinned").is_hidden()
    style = "node => getComputedStyle(node).touchAction"
    assert root.get_by_role("slider").evaluate(style) == "pan-y"


def test_tokens_are_text(show):
    tokens = ["<img src=x onerror=alert(1)>", "b"]
    watched, root = show(AttentionHeatMap([[1, 0], [0, 1]], tokens))
    root.locator("summary").click()
    assert root.locator("img").count() == 0
    point_at(root, 0, 0, (2, 2))
    assert "<img" in value(root)[1]
    assert watched.errors == []


def test_each_map_opens_at_its_largest_weight(show):
    widget = translation()
    _, root = show(widget)
    assert kind(root) == "The largest weight"
    for head in (0, 2):
        root.locator(f"[data-action=head-{head}]").click()
        weights = widget.weights[0, head]
        i, j = np.unravel_index(weights.argmax(), weights.shape)
        assert value(root)[0] == pytest.approx(weights.max(), rel=2**-24)
        assert f"(query {i + 1}) reads" in value(root)[1]
        assert f"(key {j + 1})" in pointed(root)  # the keys start there, too
        assert f"(query {i + 1})" in root.locator(".gb-side > p").first.inner_text()
        point_at(root, 2, 4)  # another head forgets it
        assert "(query 3) reads" in value(root)[1]


def test_a_pinned_cell_is_told_before_one_is_pointed_at(show):
    _, root = show(translation(pinned=[1, 3]))
    assert kind(root) == "Pinned"
    assert "(query 2) reads" in pointed(root)  # the keys start from the pinned cell
    point_at(root, 2, 4)
    assert (kind(root), "(query 3) reads" in value(root)[1]) == ("Pointed at", True)


def test_a_wide_map_has_its_numbers_below_it_and_its_weights_in_its_cells(show):
    names = list("November 21, 2026")
    weights = softmax(np.random.default_rng(2).normal(size=(4, 17)))
    _, root = show(AttentionHeatMap(weights, names[:4], names), width=820)
    field, side = root.get_by_role("slider"), root.locator(".gb-side")
    box, below = field.bounding_box(), side.bounding_box()
    assert below["y"] > box["y"] + box["height"]
    room = root.locator(".gb-heat-body").bounding_box()["width"]
    assert box["width"] > 0.9 * room
    shown = root.locator(".gb-map-numbers span").all_inner_texts()
    rounded = [f"{weight:.2f}" for weight in weights.ravel()]
    assert shown == ["≈0" if one == "0.00" else one for one in rounded]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_largest_maps_fit_and_axe_finds_no_violation(show, theme):
    rng = np.random.default_rng(6)
    large = widget_of(attention(rng, 6, 12, 64, 64))
    watched, *roots = show(translation(pinned=[1, 2]), large, theme=theme)
    for root in roots:
        root.locator("summary").click()
        root.locator("tbody").wait_for()
    point_at(roots[0], 0, 6)
    for width in (1280, 390, 360):
        watched.page.set_viewport_size({"width": width, "height": 900})
        # Its cells shrink once the new width is laid out.
        watched.page.wait_for_function(
            f"document.documentElement.scrollWidth <= {width}"
        )
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
