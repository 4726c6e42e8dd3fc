"""The live translator: its rules, its numbers, its fallback, and its page."""

import json
import math
import re
from dataclasses import replace

import numpy as np
import pytest
from glassbox.machine.parameters import LanguageModelParameters, map_arrays
from glassbox.models.translator import (
    LONGEST_SOURCE,
    SOURCE_TOKENS,
    TARGET_TOKENS,
    draw_pairs,
    load_translator,
    new_translator,
    translate,
    translate_without,
    unseen_days,
)
from glassbox.widgets import LiveTranslator
from glassbox.widgets.live_translator.numbers import (
    EXAMPLE_DAY,
    MOST_NUMBERS,
    SYMBOLS,
    packed,
    translation_steps,
)
from traitlets import TraitError

SHIPPED = load_translator()


@pytest.fixture
def widget():
    return LiveTranslator(SHIPPED, source="9/5/2034", prefix="203", step=3, head=1)


@pytest.fixture
def small():
    """An untrained translator of NumPy arrays with one layer and two heads."""
    pytest.importorskip("torch")
    model = new_translator(1, d_model=8, n_heads=2, n_layers=1, d_ff=6)
    return map_arrays(model, lambda x: x.detach().double().numpy())


def test_the_state_is_kept_as_given(widget):
    state = {name: getattr(widget, name) for name in widget._state if name != "model"}
    wanted = {"source": "9/5/2034", "prefix": "203", "step": 3, "layer": 1, "head": 1}
    less = {"hidden": [], "off": [], "encoder_too": False}
    assert state == wanted | {"show": "all"} | less
    name = "LiveTranslator(source='9/5/2034', prefix='203', step=3, layer=1, head=1)"
    assert repr(widget) == name
    assert LiveTranslator().source == "November 21, 2026"
    assert LiveTranslator().step is None


def test_white_space_at_the_ends_is_dropped():
    assert LiveTranslator(SHIPPED, source=" \t9/5/2034 \n").source == "9/5/2034"


def test_the_model_is_rounded_to_half_precision_and_travels_as_two_bytes_a_number(
    small,
):
    widget = LiveTranslator(small, layer=0)
    halved = widget.model.source_table
    np.testing.assert_array_equal(halved, small.source_table.astype(np.float16))
    assert halved.dtype == np.float64
    assert not np.array_equal(halved, small.source_table)
    sent = packed(widget.model, widget)
    structure = json.loads(sent["structure"])
    numbers = np.frombuffer(sent["values"], dtype="<f2")
    place = structure["transformer"]["decoder"]["layers"][0]["feed_forward"]["w_2"]
    assert place["shape"] == [6, 8]
    w_2 = numbers[place["start"] : place["start"] + 48].reshape(6, 8)
    layer = widget.model.transformer.decoder.layers[0]
    np.testing.assert_array_equal(w_2, layer.feed_forward.w_2)
    assert structure["output_bias"] is None
    assert sent["source_tokens"] == list(SOURCE_TOKENS)


def test_a_torch_model_that_wants_a_gradient_is_taken():
    torch = pytest.importorskip("torch")
    widget = LiveTranslator(new_translator(0), source="9/5/2034")
    assert isinstance(widget.model.target_table, np.ndarray)
    assert not isinstance(widget.model.target_table, torch.Tensor)


def test_the_shipped_model_weighs_little_in_the_page():
    sent = packed(SHIPPED, None)
    assert 4 * len(sent["values"]) / 3 <= 125_000  # bytes, in base64
    assert len(sent["structure"]) <= 10_000


@pytest.mark.parametrize("prefix", ["", "2", "2027", "-9-9", "20341111111"])
def test_the_steps_are_those_of_translate(prefix):
    wanted = translate(SHIPPED, "9/5/2034", prefix=prefix)
    steps = translation_steps(SHIPPED, "9/5/2034", prefix)
    assert tuple(TARGET_TOKENS[step.token] for step in steps) == wanted.tokens
    for i, step in enumerate(steps):
        np.testing.assert_array_equal(step.logits, wanted.logits[i])
        cross = wanted.cross_attention[:, :, i]
        np.testing.assert_array_equal(np.array(step.cross_attention), cross)
        own = wanted.decoder_attention[:, :, i, : i + 1]
        np.testing.assert_array_equal(np.array(step.self_attention), own)


def test_a_prefix_may_leave_places_free_and_name_start_and_end():
    def written(prefix):
        steps = translation_steps(SHIPPED, "9/5/2034", prefix)
        return "".join(SYMBOLS[step.token] for step in steps)

    assert written("") == written("????????????") == "2034-09-05$"
    assert written("???9")[:5] == "2039-"
    assert written("20$") == "20$"
    assert written("^")[0] == "^"
    assert written("-" * 12) == "-" * 12


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("model", None, "model must be TokenModelParameters; got NoneType"),
        ("model", {"a": 1}, "model must be TokenModelParameters; got dict"),
        (
            "model",
            LanguageModelParameters(np.ones((13, 2)), None),
            "must be TokenModelParameters; got LanguageModelParameters",
        ),
        ("source", "", "source must have 1 to 32 characters; got 0"),
        ("source", " \n ", "source must have 1 to 32 characters; got 0"),
        ("source", "1" * 33, "source must have 1 to 32 characters; got 33"),
        ("source", "21.11.2026", "that the six formats use; got '.'"),
        (
            "source",
            "２０３４年",
            "that the six formats use; got '２', '０', '３', '４'",
        ),
        ("source", "9\N{EN DASH}5", "that the six formats use; got '\N{EN DASH}'"),
        ("source", 20340905, "source"),
        ("prefix", "2O", r"\$ for <end>; got 'O'"),
        ("prefix", "?" * 13, "prefix must have at most 12 signs; got 13"),
        ("prefix", 2027, "prefix"),
        ("step", 13, "step must be from 0 to 12; got 13"),
        ("step", -1, "step must be from 0 to 12; got -1"),
        ("step", 1.5, "step must be a whole number; got 1.5"),
        ("step", "all", "step must be a finite number; got 'all'"),
        ("layer", 2, "layer must be from 0 to 1; got 2"),
        ("layer", -1, "layer must be from 0 to 1; got -1"),
        ("head", 4, "head must be from 0 to 3; got 4"),
        ("hidden", [8], "places of the source, from 0 to 7; got 8"),
        ("hidden", [-1], "hidden must be places from 0 to 31; got -1"),
        ("hidden", [1.5], r"hidden must be a list of whole numbers; got \[1.5\]"),
        ("hidden", "1", "hidden must be a list of whole numbers; got '1'"),
        ("off", [[2, 0]], r"off must name heads of the decoder's layers; got \[2, 0\]"),
        ("off", [[0, 4]], r"off must name heads of the decoder's layers; got \[0, 4\]"),
        ("off", [1], r"off must be a list of \[layer, head\], counted from 0; got"),
        ("off", [[0, -1]], r"off must be a list of \[layer, head\], counted from 0"),
        ("off", 3, r"off must be a list of \[layer, head\], counted from 0; got 3"),
        ("encoder_too", "yes", "encoder_too"),
    ],
)
def test_a_wrong_value_is_refused_and_the_last_good_state_stays(
    widget, name, value, message
):
    before, fallback = getattr(widget, name), widget.fallback
    with pytest.raises(TraitError, match=message):
        setattr(widget, name, value)
    assert getattr(widget, name) is before
    assert widget.fallback == fallback
    if value is not None:
        with pytest.raises(TraitError, match=message):
            LiveTranslator(**{"model": SHIPPED, "source": "9/5/2034", name: value})


def test_a_model_that_does_not_fit_is_refused(widget, small):
    rows = len(SOURCE_TOKENS)
    large = np.full_like(small.target_table, 7e4)
    wide = np.zeros((8, MOST_NUMBERS // 8 + 1))
    decoder = small.transformer.decoder
    layer = replace(decoder.layers[0], cross_attention=None)
    broken = replace(decoder, layers=(layer,))
    for change, message in [
        ({"source_table": small.source_table[1:]}, f"{rows} rows.*; got {rows - 1}"),
        ({"target_table": np.ones((14, 8))}, "target table of 13 rows.*; got 14"),
        ({"target_table": large}, "at most 65,504 in size; got 70000"),
        ({"target_table": large * math.nan}, "finite numbers.*; got nan"),
        ({"output_bias": wide}, "at most 200,000 numbers; got 20"),
        ({"target_table": small.target_table[:, :6]}, "parts that fit.*; got: "),
        (
            {"transformer": replace(small.transformer, decoder=broken)},
            "parts that fit.*; got: ",
        ),
    ]:
        before = widget.model
        with pytest.raises(TraitError, match=message):
            widget.model = replace(small, **change)
        assert widget.model is before


def test_layer_and_head_follow_the_model(small):
    with pytest.raises(TraitError, match="layer must be from 0 to 0; got 1"):
        LiveTranslator(small)
    widget = LiveTranslator(small, layer=0, head=1)
    with pytest.raises(TraitError, match="head must be from 0 to 1; got 2"):
        widget.head = 2
    widget.set(model=SHIPPED, head=3)
    assert (widget.head, widget.model.source_table.shape[1]) == (3, 32)


def test_the_fallback_tells_tokens_shares_and_attention(widget):
    cells = re.findall(r"<td>([^<]*)</td>", widget.fallback)
    rows = np.array(cells).reshape(3, 4)
    found = translate(SHIPPED, "9/5/2034", prefix="203")
    assert rows[:, 0].tolist() == ["2", "0", "3"]
    shares = np.exp(found.logits) / np.exp(found.logits).sum(-1, keepdims=True)
    for i, (token, row) in enumerate(zip(found.tokens[:3], rows, strict=True)):
        # one decimal of a percentage, two of a weight are shown
        share = shares[i, TARGET_TOKENS.index(token)]
        assert float(row[1].rstrip("%")) == pytest.approx(100 * share, abs=0.051)
        cross = found.cross_attention[1, 1, i]
        assert row[2].startswith(f"{'9/5/2034'[cross.argmax()]} (character ")
        assert float(row[2].split()[-1]) == pytest.approx(cross.max(), abs=0.0051)
    assert rows[0, 3] == "&lt;start&gt; 1.00"
    assert "<p>203: 3 of 11 steps. " in widget.fallback


def test_the_fallback_names_what_was_chosen_and_what_the_model_would_write():
    widget = LiveTranslator(SHIPPED, source="9/5/2034", prefix="???9")
    assert "<td>9 (chosen; the model would write 4, 9" in widget.fallback
    assert "the least sure step is 4." in widget.fallback
    assert "<p>2039-09-05: 11 of 11 steps. " in widget.fallback
    widget.step = 0
    assert "<p>Nothing: 0 of 11 steps.</p>" in widget.fallback


def test_the_examples_are_days_that_training_never_draws():
    assert EXAMPLE_DAY in unseen_days()
    sent = packed(SHIPPED, None)
    assert len(sent["examples"]) == 6
    for source in sent["examples"]:
        assert translate(SHIPPED, source).text == "2034-09-05"
    for source in sent["never_seen"]:
        LiveTranslator(SHIPPED, source=source)


# ---- on a page ---------------------------------------------------------------

# Type a date, choose layer and head; return what each step then shows.
SHOW = """async ([source, layer, head]) => {
  const widget = document.querySelector(".gb-live");
  const press = async (action) => {
    widget.querySelector(`[data-action=${action}]`).click();
    await new Promise((resolve) => setTimeout(resolve)); // it paints before that
  };
  const numbers = (nodes) => [...nodes].filter((node) => node.dataset.value !== "")
    .map((node) => Number(node.dataset.value));
  const field = widget.querySelector("input[type=text]");
  field.value = source;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await press(`layer-${layer}`);
  await press(`head-${head}`);
  await press("go-0");
  const [read, written] = widget.querySelectorAll("ol");
  const n = Number(widget.querySelector("input[type=range]").max);
  const steps = [];
  while (steps.length < n) {
    await press("go-3");
    steps.push({
      tokens: numbers(widget.querySelectorAll("[data-action^=token]")),
      cross: numbers(read.children), own: numbers(written.children),
      product: Number(widget.querySelector(".gb-sure").dataset.value),
    });
  }
  return { steps, text: [...written.querySelectorAll("li > :first-child")]
    .map((node) => node.textContent) };
}"""


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
    steps = translation_steps(model or SHIPPED, source, prefix)
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
    tokens = [TARGET_TOKENS[step.token].strip("<>") for step in steps]
    assert shown["text"] == ["start", *tokens]


def test_the_page_shows_what_python_computes(show):
    widget = LiveTranslator(SHIPPED)
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
    check(watched, widget.model, widget.source, 0, 1, "20?5")


def test_digits_appear_one_after_the_other_and_stay_when_one_looks_back(show):
    _, root = show(LiveTranslator(SHIPPED, step=0))
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
    root.locator("ol").nth(1).locator("li").nth(4).click()
    assert root.locator(".gb-words").inner_text().startswith("Step 4 writes “6”")


def test_play_steps_on_the_readers_command_alone_and_stops_at_the_end(show):
    widget = LiveTranslator(SHIPPED, step=9)
    watched, root = show(widget, clock=True, reduced_motion="reduce")
    play, clock = root.locator("[data-action=go-2]"), watched.page.clock
    clock.run_for(5000)
    assert written(root) == "2026-11-2"
    play.click()
    assert play.get_attribute("aria-pressed") == "true"
    clock.run_for(1800)
    assert written(root) == "2026-11-21$"
    clock.run_for(900)
    assert play.get_attribute("aria-pressed") == "false"
    play.click()
    assert written(root) == ""
    clock.run_for(1800)
    assert written(root) == "20"
    play.click()
    clock.run_for(5000)
    assert written(root) == "20"


@pytest.mark.parametrize(
    "action",
    ["go-0", "go-1", "go-3", "go-4", "token-4", "token-2", "examples-2"]
    + ["never_seen-1", "undo", "reset", "type", "type wrong", "slide"],
)
def test_play_stops_at_any_action_of_the_reader(show, action):
    watched, root = show(LiveTranslator(SHIPPED, step=0), clock=True)
    field(root).fill("9/5/2034")  # for undo
    act(root, "go-0", "go-2")
    watched.page.clock.run_for(1000)
    if action.startswith("type"):
        field(root).fill("9/6/2034" if action == "type" else "9.")
    elif action == "slide":
        root.locator("input[type=range]").press("ArrowRight")
    else:
        act(root, action)
    play = root.locator("[data-action=go-2]")
    assert play.get_attribute("aria-pressed") == "false"
    at = root.locator("input[type=range]").input_value()
    watched.page.clock.run_for(5000)
    assert root.locator("input[type=range]").input_value() == at
    assert watched.errors == []


def test_a_widget_that_is_taken_away_plays_no_more(show):
    script = """
      const { setInterval: set, clearInterval: clear } = globalThis;
      globalThis.playing = new Set();
      globalThis.setInterval = (...all) => {
        const id = set(...all);
        playing.add(id);
        return id;
      };
      globalThis.clearInterval = (id) => (playing.delete(id), clear(id));
    """
    watched, root = show(LiveTranslator(SHIPPED, step=0), script=script)
    before = watched.page.evaluate("playing.size")
    act(root, "go-2")
    assert watched.page.evaluate("playing.size") == before + 1
    watched.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert watched.page.evaluate("playing.size") == before
    assert watched.errors == []


def test_the_reader_chooses_a_token_and_decoding_goes_on_from_it(show):
    _, root = show(LiveTranslator(SHIPPED, step=4))
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
    act(root, "undo")
    assert "“7” at step 4, “0” at step 10." in chosen.inner_text()
    act(root, "undo")
    assert written(root) == "2027-11-21$"
    # chosen once more, or the likeliest chosen: the place is free again
    root.locator("ol").nth(1).locator("li").nth(4).click()
    act(root, "token-10")
    assert written(root) == "2026-11-21$"
    assert chosen.inner_text() == "Pick another token to write it instead."
    act(root, "token-1")
    assert written(root) == "202$"
    act(root, "reset")
    assert written(root) == "2026-11-21$"


def test_another_date_lets_go_of_a_choice_and_undo_brings_it_back(show):
    watched, root = show(LiveTranslator(SHIPPED, step=4))
    chosen = root.locator(".gb-chosen")
    for other in ("typed", "picked"):
        act(root, "token-10")
        field(root).press("End")
        field(root).press("Space")  # the same date
        assert chosen.inner_text().startswith("Chosen by you: “7” at step 4.")
        if other == "typed":
            field(root).fill("1/2/1999")
            assert written(root) == "1999-01-02$"
        else:
            act(root, "never_seen-0")
            assert written(root) == expected("November 21 2026")
        assert "Chosen" not in chosen.inner_text()
        act(root, "undo")
        assert written(root) == "2027-11-21$"
        act(root, "undo")
    assert field(root).input_value() == "November 21, 2026"
    assert written(root) == "2026-11-21$"
    assert root.locator("[data-action=undo]").get_attribute("aria-disabled") == "true"
    assert watched.errors == []


def test_examples_translate_at_one_click(show):
    watched, root = show(LiveTranslator(SHIPPED))
    for number in range(6):
        act(root, f"examples-{number}")
        assert written(root) == "2034-09-05$"
    for number in range(3):
        act(root, f"never_seen-{number}")
        source = field(root).input_value()
        assert written(root) == expected(source)
    act(root, "undo")
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
    watched, root = show(LiveTranslator(SHIPPED))
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


def test_a_date_typed_sign_by_sign_that_fails_goes_back_to_the_last_whole_date(show):
    watched, root = show(LiveTranslator(SHIPPED))
    typed = field(root)
    typed.fill("")
    typed.press_sequentially("21.11.2026")
    assert typed.input_value() == "21.11.2026"
    assert "“.” (U+002E) is unknown." in root.locator(".gb-error").inner_text()
    assert root.get_by_text("Your last good date").is_visible()
    assert written(root) == "2026-11-21$"
    typed.fill("2034年9月5日")
    typed.fill("20")
    assert written(root) == expected("20")
    typed.fill("20.")
    assert written(root) == "2034-09-05$"
    act(root, "reset")
    assert typed.input_value() == "November 21, 2026"
    assert typed.get_attribute("aria-invalid") is None
    assert watched.errors == []


@pytest.mark.parametrize("width", [390, 1280])
def test_an_explanation_covers_no_format(show, width):
    _, root = show(LiveTranslator(SHIPPED), width=width)
    field(root).fill("21.11.2026")
    error = root.locator(".gb-error").bounding_box()
    below = root.locator("[data-action=examples-0]").bounding_box()
    assert error["y"] + error["height"] <= below["y"]
    field(root).fill("21/11/2026")
    assert not root.locator(".gb-error").is_visible()


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_writing_has_other_formats_in_sight_and_digits_to_pick_in_its_fold(show, width):
    widget = LiveTranslator(SHIPPED, step=4, show="writing")
    watched, root = show(widget, width=width)
    assert written(root) == "2026"
    assert root.locator("[data-action^=hide]").count() == 0
    act(root, "never_seen-0")
    assert written(root) == "2062-11-21$"  # the chapter tells it
    assert not root.locator("[data-action=token-10]").is_visible()
    root.locator("summary").click()
    act(root, "token-10")  # step 4 is still looked at
    assert written(root)[:4] == expected("November 21 2026")[:3] + "7"
    act(root, "examples-0", "undo", "reset")
    assert written(root) == "2026"  # as it opened
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert watched.errors == watched.foreign == []


def test_pinyin_that_is_still_being_composed_is_not_an_error(show):
    _, root = show(LiveTranslator(SHIPPED))
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
    watched, root = show(LiveTranslator(SHIPPED), width=width)
    keyboard = watched.page.keyboard
    focused = "document.activeElement.dataset.action ?? document.activeElement.type"
    field(root).focus()
    reached = []
    for _ in range(37):
        keyboard.press("Tab")
        reached.append(watched.page.evaluate(focused))
    names = ["examples", "never_seen", "range", "go", "layer", "head", "token"]
    names += ["undo", "reset"]
    order = [name.split("-")[0] for name in reached]
    assert [name for name in dict.fromkeys(order) if name in names] == names
    counts = [order.count(name) for name in names]
    assert counts == [6, 4, 1, 5, 2, 4, 13, 1, 1]
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
    assert written(root) == expected("9/5/2034")
    act(root, "undo")  # a run of typing is one change
    assert field(root).input_value() == "November 21, 2026"


def test_touch_on_a_phone(show):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    _, root = show(LiveTranslator(SHIPPED), **phone)
    root.locator("ol").nth(1).locator("li").nth(4).tap()
    root.locator("[data-action=token-10]").tap()
    assert written(root) == "2027-11-21$"
    root.locator("[data-action=undo]").tap()
    assert written(root) == "2026-11-21$"
    # the source, the translation, the controls and the shares stand on one screen
    top = root.locator("ol").first.bounding_box()["y"]
    shares = root.locator("[data-group=token]").bounding_box()
    assert shares["y"] + shares["height"] - top < 844


def test_heights_stay_as_one_steps(show):
    watched, root = show(LiveTranslator(SHIPPED), width=390)
    heights = set()
    act(root, "go-0")
    for _ in range(12):
        heights.add(root.evaluate("node => node.offsetHeight"))
        act(root, "go-3")
    assert len(heights) == 1


@pytest.mark.parametrize("width", [360, 390])
def test_the_longest_source_and_a_wrong_one_fit_a_phone(show, width):
    watched, root = show(LiveTranslator(SHIPPED), width=width)
    for source, actions in [
        ("September 30, 2034 二〇三四年九月五日", ["go-1", "token-10"]),
        ("9", ["go-0"]),
        ("9.", []),
    ]:
        field(root).fill(source)
        act(root, *actions)
        wide = watched.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
    assert watched.errors == watched.foreign == []


def test_what_a_step_does_is_announced_once_the_reader_pauses(show):
    watched, root = show(LiveTranslator(SHIPPED, step=4), clock=True)
    status = root.locator("[role=status]")
    watched.page.clock.run_for(1000)
    assert status.inner_text() == ""  # nothing by itself
    act(root, "go-0", "go-3")
    assert status.inner_text() == ""
    watched.page.clock.run_for(1000)
    assert status.inner_text() == root.locator(".gb-words").inner_text()
    assert status.inner_text().startswith("Step 1 writes “2” (95.1 %). It looks most")


def test_undo_takes_back_what_was_done_and_leaves_what_is_looked_at(show):
    _, root = show(LiveTranslator(SHIPPED, step=4))
    act(root, "go-1", "go-3", "head-2")
    assert root.locator("[data-action=undo]").get_attribute("aria-disabled") == "true"
    act(root, "token-10", "go-4", "head-3", "undo")
    assert written(root) == "2026-11-21$"
    pressed = root.locator("[data-action^=head][aria-pressed=true]")
    assert pressed.get_attribute("data-action") == "head-3"
    assert root.locator("input[type=range]").input_value() == "11"
    act(root, "token-3", "reset")
    assert pressed.get_attribute("data-action") == "head-0"
    assert root.locator("input[type=range]").input_value() == "4"
    act(root, "undo")
    assert written(root) == expected("November 21, 2026", "??????????0")
    assert pressed.get_attribute("data-action") == "head-3"


# ---- reading: the source alone, the rest folded ------------------------------


def reading(**state):
    return LiveTranslator(SHIPPED, source="21 Nov 2026", show="reading", **state)


def test_what_is_shown_is_all_or_reading():
    assert LiveTranslator(SHIPPED).show == "all"
    assert reading().show == "reading"
    assert LiveTranslator(SHIPPED, show="writing").show == "writing"
    with pytest.raises(TraitError, match="show"):
        LiveTranslator(SHIPPED, show="most")


def test_reading_draws_a_band_for_each_weight_as_wide_as_it_is(show):
    _, root = show(reading(step=4))
    act(root, "go-3", "go-3")
    words = root.locator(".gb-words").inner_text()
    assert words.startswith(
        "Step 6 writes “1” (94.5 %). It reads “v” most, character 6"
    )
    assert "with weight 0.89 (layer 2, head 1)" in words
    weights = translation_steps(reading().model, "21 Nov 2026")[5].cross_attention[1][0]
    outline = root.locator(".gb-bands path").get_attribute("d")
    bands = [np.array(re.findall(r"-?[\d.]+", band), float)
             for band in outline.split("Z") if band]  # fmt: skip
    seen = np.flatnonzero(weights >= 0.005)
    assert len(bands) == len(seen) >= 3
    for band, j in zip(bands, seen, strict=True):
        left, right, foot = band[0], band[-2], (band[6], band[8])
        # float64, written as decimals
        assert right - left == pytest.approx(0.84 * weights[j], abs=1e-9)
        assert (left + right) / 2 == pytest.approx(j + 0.5)
        assert foot[1] - foot[0] == pytest.approx(right - left)
        assert 6 < foot[0] < foot[1] < 7  # below its cell stands step 6


def test_reading_folds_the_rest_which_works_when_it_is_open(show):
    _, root = show(reading(step=3))
    more = root.locator("details.gb-more:not(.gb-away)")
    assert more.get_attribute("open") is None
    assert not root.locator("[data-action=token-8]").is_visible()
    assert root.locator("ol").nth(1).locator("small").all_inner_texts() == [""] * 12
    more.locator("summary").click()
    act(root, "token-8", "go-3")
    assert written(root) == "2056-11-21$"
    act(root, "layer-0", "head-2")
    assert "(layer 1, head 3)" in root.locator(".gb-words").inner_text()
    act(root, "undo")
    assert written(root) == "2026-11-21$"


def test_reset_leaves_unwritten_what_reading_began_without(show):
    _, root = show(reading(step=4))
    assert written(root) == "2026"
    act(root, "go-3", "reset")
    assert written(root) == "2026"
    field(root).fill("9/5/2034")
    assert written(root) == "2034-09-05$"
    act(root, "reset")
    assert written(root) == "2026"


def tops(root):
    """Where each band begins, in heights of their picture, and its cell's place."""
    outline = root.locator(".gb-bands path").get_attribute("d")
    return [tuple(map(float, re.findall(r"-?[\d.]+", band)[:2]))
            for band in outline.split("Z") if band]  # fmt: skip


@pytest.mark.parametrize("width", [390, 1280])
def test_the_longest_date_stands_in_one_row_and_each_band_begins_at_its_cell(
    show, width
):
    _, root = show(reading(step=4), width=width)
    field(root).fill("September 21, 2026")
    cells = [
        cell.bounding_box() for cell in root.locator("ol").first.locator("li").all()
    ]
    assert len({box["y"] for box in cells}) == 1
    assert all(top == 0 for _, top in tops(root))
    field(root).fill("2" * 30)
    cells = [
        cell.bounding_box() for cell in root.locator("ol").first.locator("li").all()
    ]
    picture = root.locator(".gb-bands").bounding_box()
    begins = {picture["y"] + top * picture["height"] for _, top in tops(root)}
    ends = {box["y"] + box["height"] for box in cells}
    assert sorted(begins) == pytest.approx(sorted(ends), abs=1)


@pytest.mark.parametrize("width", [360, 390])
def test_reading_fits_a_phone_and_keeps_its_height(show, width):
    watched, root = show(reading(step=0), width=width)
    heights = set()
    for _ in range(12):
        heights.add(root.evaluate("node => node.offsetHeight"))
        act(root, "go-3")
    assert len(heights) == 1
    root.locator("details").evaluate_all("all => all.forEach(d => d.open = true)")
    field(root).fill("September 30, 2034 二〇三四年九月五日")
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert watched.errors == watched.foreign == []


# ---- what the reader takes away ----------------------------------------------


def test_what_is_taken_away_comes_once_and_in_order():
    widget = reading(hidden=(5, 3, 5), off=np.array([[1, 1], [0, 2], [1, 1]]))
    assert (widget.hidden, widget.off) == ([3, 5], [[0, 2], [1, 1]])
    with pytest.raises(TraitError, match="from 0 to 3; got 5"):
        widget.source = "2026"
    widget.set(source="2026", hidden=[])
    assert (widget.source, widget.hidden) == ("2026", [])


@pytest.mark.parametrize("encoder_too", [False, True])
@pytest.mark.parametrize("hidden", [[], [5], [4, 5], [3, 4, 5], [10]])
def test_the_steps_without_characters_are_those_of_translate_without(
    hidden, encoder_too
):
    date = "21 Nov 2026"
    steps = translation_steps(SHIPPED, date, "", hidden, (), encoder_too)
    text = "".join(SYMBOLS[step.token] for step in steps).rstrip("$")
    assert text == translate_without(SHIPPED, date, hidden, encoder_too=encoder_too)
    for step in steps:
        assert not np.array(step.cross_attention)[..., hidden].any()


def test_the_fallback_names_what_is_taken_away():
    assert "Taken away" not in reading().fallback
    widget = reading(hidden=[5], off=[[1, 0]])
    told = (
        "<p>Taken away: characters v (6), hidden from cross-attention; heads 2.1.</p>"
    )
    assert told in widget.fallback
    widget.set(hidden=[], encoder_too=True)
    assert "characters none, hidden from cross-attention and the" in widget.fallback


def verdict(root):
    return root.locator(".gb-verdict").inner_text()


def test_a_character_is_hidden_and_comes_back_with_the_same_key(show):
    watched, root = show(reading(step=6))
    assert not root.locator(".gb-verdict").is_visible()
    character = root.locator("[data-action=hide-5]")
    character.press("Enter")
    assert verdict(root) == "Without “v” it still writes 2026-11-21."
    assert character.get_attribute("aria-pressed") == "true"
    assert watched.page.evaluate("document.activeElement.dataset.action") == "hide-5"
    steps = translation_steps(reading().model, "21 Nov 2026", "", [5])
    weights = steps[5].cross_attention[1][0]
    shown = (
        root.locator("ol")
        .first.locator("li")
        .evaluate_all("all => all.map(one => Number(one.dataset.value))")
    )
    close(shown, weights)
    assert weights[3].round(2) == 0.58  # the chapter tells it
    act(root, "hide-4", "hide-3")
    told = "Without “v”, “o”, “N” it writes 2026-00-21 instead of 2026-11-21."
    assert verdict(root) == told
    assert root.locator("li[data-changed=true]").all_inner_texts() == ["0", "0"]
    act(root, "encoder-too")
    assert "2026-02-21 instead" in verdict(root)
    character.press(" ")
    assert character.get_attribute("aria-pressed") == "false"
    act(root, "reset")
    assert root.locator("[data-action^=hide][aria-pressed=true]").count() == 0
    assert verdict(root) == "Nothing is taken away: 2026-11-21."


def test_heads_are_switched_off_and_undone_one_by_one(show):
    _, root = show(reading(step=6))
    root.get_by_text("Take away characters or heads").click()
    assert root.locator("[data-action^=off]").count() == 8
    act(root, "off-1-0")
    assert verdict(root) == "Without head 2.1 it still writes 2026-11-21."
    assert root.locator(".gb-bands").get_attribute("data-off") == "true"
    off = "This head is switched off: what it reads goes nowhere."
    assert root.locator(".gb-words").inner_text().endswith(f"head 1). {off}")
    act(root, "off-1-1")
    told = "Without head 2.1, head 2.2 it writes 2016-12-21 instead of 2026-11-21."
    assert verdict(root) == told
    act(root, "undo")
    assert verdict(root) == "Without head 2.1 it still writes 2026-11-21."
    act(root, "off-1-0", "off-0-0")
    assert (
        verdict(root) == "Without head 1.1 it writes 2026-11-01 instead of 2026-11-21."
    )
    assert root.locator(".gb-bands").get_attribute("data-off") == "false"
    assert off not in root.locator(".gb-words").inner_text()


def test_another_date_hides_nothing_and_undo_brings_both_back(show):
    _, root = show(reading(step=6, hidden=[3, 4, 5], off=[[0, 0]]))
    assert "2026-00-21 instead" in verdict(root)
    field(root).fill("9/5/2034")
    assert root.locator("[data-action^=hide][aria-pressed=true]").count() == 0
    assert verdict(root).startswith("Without head 1.1 it ")
    act(root, "undo")
    assert root.locator("[data-action^=hide][aria-pressed=true]").count() == 3


def test_what_is_taken_away_is_announced(show):
    watched, root = show(reading(step=6), clock=True)
    act(root, "hide-5")
    watched.page.clock.run_for(1000)
    assert root.locator("[role=status]").inner_text() == verdict(root)


def test_shown_again_it_begins_unfolded_written_and_resets_to_the_first(show):
    widget = reading(step=4)
    watched, *_ = show(widget, widget)
    first, again = (watched.page.locator(".gb-live").nth(i) for i in range(2))
    assert [verdict(one) for one in (again,)] == ["Nothing is taken away: 2026-11-21."]
    assert not first.locator(".gb-verdict").is_visible()
    assert (written(first), written(again)) == ("2026", "2026-11-21$")
    act(again, "hide-10", "off-0-0")
    told = "Without “6”, head 1.1 it writes"
    assert verdict(again).startswith(told) and verdict(first) == verdict(again)
    act(again, "reset")
    assert verdict(again) == "Nothing is taken away: 2026-11-21."
    assert field(again).input_value() == "21 Nov 2026"


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_what_is_taken_away_stands_on_one_screen_with_what_becomes_of_it(show, width):
    watched, root = show(reading(step=6, hidden=[3, 4, 5]), width=width)
    top = root.locator("ol").first.bounding_box()["y"]
    end = root.locator(".gb-verdict").bounding_box()
    assert end["y"] + end["height"] - top < 700
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    assert watched.errors == watched.foreign == []
