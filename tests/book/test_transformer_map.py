"""The map in a browser: every part's numbers, by mouse and by keyboard."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox.widgets import TransformerMap
from glassbox.widgets.transformer_map.facts import (
    PARTS,
    PRESETS,
    copies,
    count,
    count_all,
    parts_of,
)
from widget_page import page_of

NEAR = {  # who gives to and takes from cross-attention, post-norm
    "memory",
    "decoder_norm_1",
    "decoder_norm_2",
}


@pytest.fixture
def map_page(open_page, tmp_path):
    """Open a page with the map on it; return it, watched, and the map's root."""

    def map_page(page=None, **settings):
        path = tmp_path / "page.html"
        path.write_text(page_of([TransformerMap(**settings)]), encoding="utf-8")
        watched = open_page(path, **(page or {}))
        watched.page.wait_for_selector(".gb-machine")
        return watched, watched.page.locator(".gb-machine")

    return map_page


def button(root, name):
    return root.locator(f"[data-action={name}]")


def selected(root):
    pressed = root.locator(".gb-part[aria-pressed=true]")
    assert pressed.count() == 1
    return pressed.get_attribute("data-action")


def shown_count(root, which):
    found = root.locator(f"[data-count={which}]")
    return int(found.get_attribute("data-value")) if found.count() else None


def written(root, which):
    """The number as a reader sees it."""
    text = root.locator(f"[data-count={which}]").inner_text()
    return int(text.replace(",", ""))


def state_of(**settings):
    widget = TransformerMap(**settings)
    return {name: getattr(widget, name) for name in widget._state}


SETTINGS = [
    {},
    PRESETS["big"] | {"n_source": 7, "n_target": 3},
    PRESETS["small"],
    {"d_model": 30, "n_heads": 5, "d_ff": 77, "n_layers": 1, "vocabulary_size": 101},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=["base", "big", "small", "odd"])
def test_every_part_shows_python_s_shapes_and_counts(map_page, settings):
    _, root = map_page(part="source_tokens", **settings)
    state = state_of(**settings)
    sizes = state | {"d_head": state["d_model"] // state["n_heads"]}
    walked = []
    for place, part in enumerate(parts_of(state), 1):
        walked.append(selected(root))
        assert walked[-1] == part
        for row, axes in PARTS[part]["shapes"].items():
            numbers = root.locator(f"[data-row={row}]").get_attribute("data-value")
            assert [int(n) for n in numbers.split()] == [sizes[axis] for axis in axes]
        each, times = count(part, state), copies(part, state)
        assert (shown_count(root, "each") or 0) == each
        if each:
            assert written(root, "each") == each
        every = each * times if each and times > 1 else None
        assert shown_count(root, "all") == every
        words = root.locator(".gb-summary").inner_text()
        assert f"Part {place} of {len(parts_of(state))}" in words
        assert "undefined" not in root.inner_text()
        assert "NaN" not in root.inner_text()
        assert len(root.locator(".gb-summary p").last.inner_text().split()) > 8
        kernels = root.locator("[data-fact=kernel] code").all_inner_texts()
        expected = PARTS[part].get("kernels", [])
        assert kernels == [f"from glassbox import {name}" for name in expected]
        if part != "softmax":
            button(root, "next").click()
    assert button(root, "next").get_attribute("aria-disabled") == "true"
    for name, tied in [("tied", True), ("untied", False)]:
        assert shown_count(root, name) == count_all(state, tied)
        assert written(root, name) == count_all(state, tied)


def test_the_shares_add_up_to_the_whole(map_page):
    _, root = map_page()
    kinds = root.locator("[data-kind]").all()
    values = [int(kind.get_attribute("data-value")) for kind in kinds]
    assert sum(values) == shown_count(root, "tied")
    percent = [float(kind.inner_text().removesuffix(" %")) for kind in kinds]
    for value, words in zip(values, percent, strict=True):
        # one decimal is shown
        assert words == pytest.approx(100 * value / sum(values), abs=0.051)


def test_a_part_is_selected_by_mouse_and_shows_where_data_comes_from_and_goes(
    map_page,
):
    _, root = map_page()
    button(root, "cross_attention").click()
    assert selected(root) == "cross_attention"
    near = root.locator(".gb-near").all()
    assert {one.get_attribute("data-action") for one in near} == NEAR
    sources = root.locator("[data-fact=from] button").all()
    names = [one.get_attribute("data-action") for one in sources]
    assert names == ["go-decoder_norm_1", "go-memory"]
    button(root, "go-memory").click()
    assert selected(root) == "memory"
    assert root.locator(".gb-name").inner_text() == "Memory"


def test_the_keyboard_follows_the_data(map_page):
    watched, root = map_page(part="source_tokens")
    keyboard = watched.page.keyboard
    keyboard.press("Tab")  # one stop for the whole drawing: the selected part
    focused = "document.activeElement.dataset.action"
    for part in parts_of(state_of()):
        assert watched.page.evaluate(focused) == part
        assert selected(root) == part
        keyboard.press("ArrowUp")
    assert selected(root) == "softmax"
    keyboard.press("ArrowDown")
    assert watched.page.evaluate(focused) == selected(root) == "linear"
    keyboard.press("Home")
    assert watched.page.evaluate(focused) == selected(root) == "source_tokens"
    keyboard.press("ArrowLeft")
    assert selected(root) == "source_tokens"
    keyboard.press("End")
    assert selected(root) == "softmax"
    keyboard.press("Tab")
    assert watched.page.evaluate(focused) == "previous"
    keyboard.press("Enter")
    assert selected(root) == "linear"


def test_pre_norm_moves_each_norm_below_its_sub_layer(map_page):
    _, root = map_page()

    def height(part):
        return button(root, part).bounding_box()["y"]

    pairs = [
        ("encoder_self_attention", "encoder_norm_1"),
        ("encoder_feed_forward", "encoder_norm_2"),
        ("masked_self_attention", "decoder_norm_1"),
        ("cross_attention", "decoder_norm_2"),
        ("decoder_feed_forward", "decoder_norm_3"),
    ]
    assert all(height(norm) < height(sublayer) for sublayer, norm in pairs)
    assert button(root, "encoder_final_norm").count() == 0
    button(root, "pre").click()
    assert all(height(norm) > height(sublayer) for sublayer, norm in pairs)
    assert root.locator(".gb-sum").count() == 5
    assert height("linear") < height("decoder_final_norm")
    assert height("decoder_final_norm") < height("decoder_feed_forward")
    assert shown_count(root, "tied") == count_all(state_of(norm="pre"), tied=True)
    button(root, "decoder_final_norm").click()
    button(root, "post").click()  # where no such part stands
    assert selected(root) == "linear"


def test_presets_set_the_sizes_and_undo_and_reset_take_them_back(map_page):
    _, root = map_page(n_layers=3)
    first = shown_count(root, "tied")
    for name in ("big", "small", "base"):
        button(root, name).click()
        assert button(root, name).get_attribute("aria-pressed") == "true"
        state = state_of(**PRESETS[name])
        assert shown_count(root, "tied") == count_all(state, tied=True)
    button(root, "undo").click()
    assert button(root, "small").get_attribute("aria-pressed") == "true"
    button(root, "reset").click()
    assert shown_count(root, "tied") == first
    button(root, "pytorch").click()
    state = state_of(n_layers=3, form="pytorch")
    assert shown_count(root, "tied") == count_all(state, tied=True)
    assert "biases" in root.inner_text()


@pytest.mark.parametrize(
    ("field", "entry", "rule"),
    [
        ("d_model", "500", "500 is not by 8"),
        ("n_heads", "7", "512 is not by 7"),
        ("d_ff", "2.5", "d_ff must be a whole number from 1 to 65,536"),
        ("n_layers", "0", "n_layers must be a whole number from 1 to 128"),
        ("vocabulary_size", "many", "vocabulary_size must be a whole number"),
    ],
)
def test_a_wrong_entry_is_explained_and_the_last_good_value_kept(
    map_page, field, entry, rule
):
    _, root = map_page()
    before = shown_count(root, "tied")
    place = root.locator(f"[data-field={field}]")
    place.fill(entry)
    assert place.get_attribute("aria-invalid") == "true"
    assert rule in root.locator(".gb-error:visible").inner_text()
    assert shown_count(root, "tied") == before
    place.press("Escape")
    assert place.get_attribute("aria-invalid") is None


def test_a_size_is_typed_or_stepped_and_everything_follows(map_page):
    _, root = map_page(part="decoder_feed_forward")
    root.locator("[data-field=d_ff]").fill("１０００")  # full-width digits too
    root.locator("[data-field=n_layers]").press("ArrowDown")
    state = state_of(d_ff=1000, n_layers=5)
    assert shown_count(root, "each") == count("decoder_feed_forward", state)
    assert shown_count(root, "tied") == count_all(state, tied=True)
    assert "Encoder × 5" in root.locator("svg").text_content()
    assert "widen to 1000" in root.locator(".gb-summary").inner_text()


def test_the_part_is_announced_after_a_pause(map_page):
    watched, root = map_page()
    button(root, "memory").click()
    watched.page.wait_for_function(
        "() => document.querySelector('[role=status]').textContent.startsWith('Memory')"
    )


def test_on_a_phone_the_words_stay_in_sight_while_the_map_is(map_page):
    watched, root = map_page({"width": 390, "height": 640})
    part = button(root, "softmax")
    part.scroll_into_view_if_needed()
    part.click()
    words = root.locator(".gb-summary").bounding_box()
    assert words["y"] + words["height"] <= 640
    assert words["y"] > part.bounding_box()["y"]
    boxes = [one.bounding_box() for one in root.locator(".gb-part").all()]
    # a finger's 24 px; less a rounding of the layout
    assert min(box["height"] for box in boxes) >= 22.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_it_is_accessible_and_fits_the_screen(map_page, scheme, width, norm):
    watched, root = map_page(
        {"width": width, "scheme": scheme}, norm=norm, part="cross_attention"
    )
    results = Axe().run(watched.page)
    assert results.response["violations"] == []
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert watched.errors == []
    assert watched.foreign == []


def test_the_front_page_shows_the_whole_map_on_its_first_screen(book, open_page):
    page = open_page(book / "chapters" / "index.html", height=800).page
    page.wait_for_selector(".gb-machine")
    drawing = page.locator(".gb-drawing").bounding_box()
    assert drawing["y"] + drawing["height"] <= 800
    panel = page.locator(".gb-summary").bounding_box()
    assert panel["x"] > drawing["x"] + drawing["width"]


def test_the_front_page_links_each_part_to_its_chapters_that_stand(book, open_page):
    page = open_page(book / "chapters" / "index.html").page
    page.wait_for_selector(".gb-machine")
    root = page.locator(".gb-machine")
    linked = 0
    for part in parts_of(state_of()):
        button(root, part).click()
        links = root.locator("[data-fact=chapter] a").all()
        hrefs = [link.evaluate("a => a.href") for link in links]
        standing = [
            slug
            for slug in PARTS[part]["chapters"]
            if (book / "chapters" / f"{slug}.html").exists()
        ]
        places = [f"{(book / 'chapters').as_uri()}/{slug}.html" for slug in standing]
        assert hrefs == places, part
        others = root.locator("[data-fact=chapter] > span").all_inner_texts()
        assert sorted(others + standing) == sorted(PARTS[part]["chapters"])
        assert all(re.search(r"\w \w", link.inner_text()) for link in links)
        linked += len(links)
    assert linked > len(PARTS) / 2
