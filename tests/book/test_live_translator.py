"""The live translator on a page: its numbers, its keys, its words, without network."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox.models.translator import (
    LONGEST_SOURCE,
    TARGET_TOKENS,
    draw_pairs,
    new_translator,
    unseen_days,
)
from glassbox.widgets import LiveTranslator
from glassbox.widgets.live_translator.numbers import SYMBOLS, translation_steps
from widget_page import page_of

# Type a date, choose layer and head; return what each step then shows.
SHOW = """([source, layer, head]) => {
  const widget = document.querySelector(".gb-live");
  const press = (action) => widget.querySelector(`[data-action=${action}]`).click();
  const numbers = (nodes) => [...nodes].filter((node) => node.dataset.value !== "")
    .map((node) => Number(node.dataset.value));
  const field = widget.querySelector("input[type=text]");
  field.value = source;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  press(`layer-${layer}`);
  press(`head-${head}`);
  press("go-0");
  const [read, written] = widget.querySelectorAll("ol");
  const n = Number(widget.querySelector("input[type=range]").max);
  const steps = Array.from({ length: n }, () => {
    press("go-3");
    return {
      tokens: numbers(widget.querySelectorAll("[data-action^=token]")),
      cross: numbers(read.children), own: numbers(written.children),
      product: Number(widget.querySelector(".gb-sure").dataset.value),
    };
  });
  const valuesOf = (row) => row.dataset.values.split(",").map(Number);
  const maps = [...widget.querySelectorAll(".gb-grid")].map(
    (grid) => [...grid.querySelectorAll("i")].map(valuesOf));
  return { steps, maps, text: [...written.querySelectorAll("li > :first-child")]
    .map((node) => node.textContent) };
}"""


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with this widget; return the page, watched, and the widget."""

    def show(widget=None, **options):
        path = tmp_path / "page.html"
        path.write_text(page_of([widget or LiveTranslator()]), encoding="utf-8")
        watched = open_page(path, **options)
        root = watched.page.locator(".gb-live")
        root.wait_for()
        return watched, root

    return show


def act(root, *actions):
    for action in actions:
        root.locator(f"[data-action={action}]").click()


def field(root):
    return root.locator("input[type=text]")


def written(root):
    """Return the translation that the page shows; what is blank is not there."""
    cells = root.locator("ol").nth(1).locator("li:not([data-state=blank])")
    texts = cells.locator("> :first-child").all_inner_texts()
    return "".join(texts).removeprefix("start").replace("end", "$")


def expected(source, prefix="", model=None):
    steps = translation_steps(model or LiveTranslator().model, source, prefix)
    return "".join(SYMBOLS[step.token] for step in steps)


def close(page, python):
    # float64 on both sides, summed in another order through four layers
    np.testing.assert_allclose(page, np.ravel(python), rtol=0, atol=1e-10)


def check(watched, model, source, layer, head, prefix=""):
    """Compare all that the page shows of a translation with what Python computes."""
    shown = watched.page.evaluate(SHOW, [source, layer, head])
    steps = translation_steps(model, source, prefix)
    assert len(shown["steps"]) == len(steps)
    product = 1
    for page, python in zip(shown["steps"], steps, strict=True):
        product *= python.shares[python.token]
        close(page["tokens"], python.shares)
        close(page["cross"], python.cross_attention[layer][head])
        close(page["own"], python.self_attention[layer][head])
        close(page["product"], product)
    kinds = ["cross_attention", "self_attention"]
    for rows, kind in zip(shown["maps"], kinds, strict=True):
        for row, step in zip(rows, steps, strict=True):
            close(row, getattr(step, kind)[layer][head])
    tokens = [TARGET_TOKENS[step.token].strip("<>") for step in steps]
    assert shown["text"] == ["start", *tokens]


def test_the_page_shows_what_python_computes(show):
    widget = LiveTranslator()
    watched, _ = show(widget)
    rng = np.random.default_rng(11)
    sources = [source for source, _ in draw_pairs(unseen_days(), 8, rng)]
    for number, source in enumerate([*sources, "21/11/2026", "1", "零" * 32]):
        check(watched, widget.model, source, number % 2, number % 4)
    assert watched.errors == watched.foreign == []


def test_a_forced_beginning_and_another_model_show_what_python_computes(show):
    pytest.importorskip("torch")
    model = new_translator(2, d_model=12, n_heads=3, n_layers=1, norm_first=False)
    widget = LiveTranslator(model, prefix="20?5", layer=0, head=2)
    watched, root = show(widget)
    assert root.locator("[data-action^=layer]").count() == 1
    assert root.locator("[data-action^=head]").count() == 3
    check(watched, widget.model, "9/5/2034", 0, 1, "20?5")


def test_digits_appear_one_after_the_other_and_stay_when_one_looks_back(show):
    _, root = show(LiveTranslator(step=0))
    assert written(root) == ""
    assert root.locator(".gb-words").inner_text().startswith("Nothing is written")
    act(root, "go-3", "go-3", "go-3")
    assert written(root) == "202"
    act(root, "go-1", "go-1")
    assert written(root) == "202"
    assert root.locator(".gb-words").inner_text().startswith("Step 1 writes “2” (95.1")
    assert root.locator("li[data-state=now]").inner_text().startswith("2")
    act(root, "go-4")
    assert written(root) == "2026-11-21$"
    act(root, "go-3")
    assert written(root) == "2026-11-21$"
    act(root, "go-0")
    assert written(root) == ""
    root.locator("ol").nth(1).locator("li").nth(6).click()
    assert written(root) == "2026-1"
    root.locator(".gb-grid").first.locator("div").nth(4).click()
    assert root.locator(".gb-words").inner_text().startswith("Step 4 writes “6”")


def test_play_steps_on_the_readers_command_alone_and_stops_at_the_end(show):
    watched, root = show(LiveTranslator(step=9), reduced_motion="reduce")
    play = root.locator("[data-action=go-2]")
    watched.page.wait_for_timeout(1200)
    assert written(root) == "2026-11-2"
    play.click()
    assert play.get_attribute("aria-pressed") == "true"
    root.locator("[data-action=go-2][aria-pressed=false]").wait_for()
    assert written(root) == "2026-11-21$"
    play.click()
    assert written(root) == ""
    root.locator("[data-action=go-2][aria-pressed=true]").wait_for()
    play.click()
    before = written(root)
    watched.page.wait_for_timeout(1200)
    assert written(root) == before


def test_the_reader_chooses_a_token_and_decoding_goes_on_from_it(show):
    _, root = show(LiveTranslator(step=4))
    seven = root.locator("[data-action=token-10]")
    seven.click()
    assert written(root) == expected("November 21, 2026", "???7") == "2027-11-21$"
    words = root.locator(".gb-words").inner_text()
    assert words.startswith("Step 4 writes “7” (0.4 %). You chose it: the model would")
    assert "write “6” (95.2 %)" in words
    chosen = root.locator(".gb-chosen")
    assert chosen.inner_text().startswith("Chosen by you: “7” at step 4.")
    assert root.locator("li[data-yours=true]").count() == 1
    assert seven.get_attribute("aria-pressed") == "true"
    # a later choice keeps the earlier one; an earlier choice lets go of the later one
    act(root, "go-4", "go-1", "token-3")
    assert written(root) == expected("November 21, 2026", "???7?????0")
    assert "“7” at step 4, “0” at step 10." in chosen.inner_text()
    act(root, "go-0", "token-4")
    assert written(root) == expected("November 21, 2026", "1")
    act(root, "edit-0")
    assert "“7” at step 4, “0” at step 10." in chosen.inner_text()
    act(root, "edit-0")
    assert written(root) == "2027-11-21$"
    # chosen once more, or the likeliest chosen: the place is free again
    root.locator("ol").nth(1).locator("li").nth(4).click()
    act(root, "token-10")
    assert written(root) == "2026-11-21$"
    assert chosen.inner_text() == "Pick another token to write it instead."
    act(root, "token-1")
    assert written(root) == "202$"
    act(root, "edit-1")
    assert written(root) == "2026-11-21$"


def test_a_choice_is_kept_when_the_date_is_edited(show):
    watched, root = show(LiveTranslator(step=4))
    act(root, "token-10")
    field(root).fill("1/2/1999")
    assert written(root) == expected("1/2/1999", "???7") == "1997-01-02$"
    assert "“7” at step 4" in root.locator(".gb-chosen").inner_text()
    # where the model itself would write it, it is not the reader's any more
    field(root).fill("1/2/1997")
    assert "Chosen" not in root.locator(".gb-chosen").inner_text()
    act(root, "edit-0", "edit-0")
    assert field(root).input_value() == "November 21, 2026"
    assert written(root) == "2026-11-21$"
    assert root.locator("[data-action=edit-0]").get_attribute("aria-disabled") == "true"
    assert watched.errors == []


def test_examples_translate_at_one_click(show):
    watched, root = show()
    for number in range(6):
        act(root, f"examples-{number}")
        assert written(root) == "2034-09-05$"
    for number in range(3):
        act(root, f"never_seen-{number}")
        source = field(root).input_value()
        assert written(root) == expected(source)
    act(root, "edit-0")
    assert field(root).input_value() != source
    assert watched.errors == []


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "Type at least one character."),
        ("   ", "Type at least one character."),
        ("1" * 33, f"At most {LONGEST_SOURCE} characters; these are 33."),
        ("21.11.2026", "“.” (U+002E) is unknown."),
        ("２０２６", "“２” (U+FF12) is unknown."),
        ("9\N{EN DASH}5", "“\N{EN DASH}” (U+2013) is unknown."),
        ("9\N{NO-BREAK SPACE}5", "(U+00A0) is unknown."),
        ("🗓 9/5/2034", "“🗓” (U+1F5D3) is unknown."),
        ("<b>", "“<” (U+003C) is unknown."),
    ],
)
def test_a_wrong_entry_is_explained_and_the_last_good_translation_stays(
    show, typed, message
):
    watched, root = show()
    field(root).fill("9/5/2034")
    assert not root.get_by_text("Your last good date").is_visible()
    field(root).fill(typed)
    error = root.locator(".gb-error")
    assert message in error.inner_text()
    assert field(root).get_attribute("aria-invalid") == "true"
    assert root.get_by_text("Your last good date").is_visible()
    assert written(root) == "2034-09-05$"
    field(root).fill("  9/6/2034 ")
    assert written(root) == "2034-09-06$"
    assert error.inner_text() == ""
    assert field(root).get_attribute("aria-invalid") is None
    assert watched.errors == []


def test_pinyin_that_is_still_being_composed_is_not_an_error(show):
    _, root = show()
    field(root).evaluate("""input => {
      input.value = "err";
      input.dispatchEvent(new InputEvent("input", { isComposing: true }));
    }""")
    assert written(root) == "2026-11-21$"
    field(root).evaluate("""input => {
      input.value = "2034年9月5日";
      input.dispatchEvent(new InputEvent("input", { isComposing: true }));
      input.dispatchEvent(new CompositionEvent("compositionend"));
    }""")
    assert written(root) == "2034-09-05$"


@pytest.mark.parametrize("width", [390, 1280])
def test_the_keyboard_reaches_and_operates_everything(show, width):
    watched, root = show(width=width)
    keyboard = watched.page.keyboard
    focused = "document.activeElement.dataset.action ?? document.activeElement.type"
    field(root).focus()
    reached = []
    for _ in range(36):
        keyboard.press("Tab")
        reached.append(watched.page.evaluate(focused))
    names = ["examples", "never_seen", "range", "go", "layer", "head", "token", "edit"]
    order = [name.split("-")[0] for name in reached]
    assert [name for name in dict.fromkeys(order) if name in names] == names
    counts = [order.count(name) for name in names]
    assert counts == [6, 3, 1, 5, 2, 4, 13, 2]
    slider = root.locator("input[type=range]")
    slider.focus()
    for key, step in [("Home", 0), ("ArrowRight", 1), ("ArrowUp", 2), ("ArrowLeft", 1)]:
        keyboard.press(key)
        assert slider.input_value() == str(step)
    assert written(root) == "20"
    said = root.locator(".gb-words").inner_text()
    assert slider.get_attribute("aria-valuetext") == said
    root.locator("[data-action=token-4]").press("Enter")
    assert written(root) == expected("November 21, 2026", "1")
    root.locator("[data-action=head-2]").press(" ")
    pressed = root.locator("[data-action^=head][aria-pressed=true]")
    assert pressed.get_attribute("data-action") == "head-2"
    field(root).press("Control+a")
    keyboard.type("9/5/2034")
    assert written(root) == expected("9/5/2034", "1")
    act(root, "edit-0")  # a run of typing is one change
    assert field(root).input_value() == "November 21, 2026"


def test_touch_on_a_phone(show):
    _, root = show(width=390, height=844, has_touch=True, is_mobile=True)
    root.locator("ol").nth(1).locator("li").nth(4).tap()
    root.locator("[data-action=token-10]").tap()
    assert written(root) == "2027-11-21$"
    root.locator("[data-action=edit-0]").tap()
    assert written(root) == "2026-11-21$"
    # the source, the translation, the controls and the shares stand on one screen
    top = root.locator("ol").first.bounding_box()["y"]
    shares = root.locator("[data-group=token]").bounding_box()
    assert shares["y"] + shares["height"] - top < 844


def test_heights_stay_as_one_steps(show):
    watched, root = show(width=390)
    heights = set()
    act(root, "go-0")
    for _ in range(12):
        heights.add(root.evaluate("node => node.offsetHeight"))
        act(root, "go-3")
    assert len(heights) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    watched, root = show(scheme=scheme, width=width)
    for source, actions in [
        ("September 30, 2034 二〇三四年九月五日", ["go-1", "token-10"]),
        ("9", ["go-0"]),
        ("9.", []),
    ]:
        field(root).fill(source)
        act(root, *actions)
        wide = watched.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
        violations = Axe().run(watched.page).response["violations"]
        assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
    assert watched.errors == watched.foreign == []
