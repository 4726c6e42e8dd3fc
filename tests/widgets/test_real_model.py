"""Real model: its rules, its fallback, what it loads late, and its page."""

import gzip
import importlib
import json
import re
from html import unescape
from types import SimpleNamespace

import numpy as np
import pytest
from glassbox.models.smollm2.runs import (
    ATTENTION,
    attention_text,
    load_attention,
    load_runs,
)
from glassbox.widgets import RealModel
from ipywidgets.embed import dependency_state, embed_data
from traitlets import TraitError
from widget_page import SCRIPT
from widgets_in_pages import (
    LIBRARY,
    STATE_MIME,
    VIEW_MIME,
    place_widgets,
    rest_script,
)

LAST = 30


@pytest.fixture
def show_with_rest(show, tmp_path):
    """Show a widget as the built book does: the attention is a script beside it."""

    def show_with_rest(widget, **options):
        name = widget.rest
        (tmp_path / "rest.js").write_text(rest_script(LIBRARY / name), "utf-8")
        widget.rest = "rest.js?v=1234"
        return show(widget, **options)

    return show_with_rest


def press_cell(root, layer, head):
    """Click a cell of the grid of heads, where it stands in the picture."""
    at = root.locator(".gb-cells i").nth((head - 1) * 30 + layer - 1).bounding_box()
    place = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
    root.page.mouse.click(*place)


def press(root, action):
    root.locator(f"[data-action={action}]").click()


def told(root, part="told"):
    words = root.locator(f"[data-part={part}]").inner_text()
    return words.replace("\N{NO-BREAK SPACE}", " ")


def guess(root, layer):
    root.locator("[data-field=guess]").select_option(f"{layer}")


def go_to(root, layer):
    if root.locator("[data-field=layer]").is_disabled():  # it asks for a guess first
        guess(root, 15)
    root.locator("[data-field=layer]").fill(f"{layer}")


def open_attention(root):
    press(root, "load")
    root.locator("[data-action=look-1]").wait_for()


# ---- its rules, its fallback, and what it sends --------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("prompt", "france", "prompt must be one of japan, opposite, tower"),
        ("layer", 31, "layer must be from 0 to 30; got 31"),
        ("layer", 2.5, "layer must be a whole number; got 2.5"),
        ("seen", -1, "seen must be from 0 to 30; got -1"),
        ("head", 0, "head must be from 1 to 9; got 0"),
        ("head_layer", 31, "head_layer must be from 0 to 30; got 31"),
        ("source", 5, "source must be from -1 to 4, the token that looks; got 5"),
        ("guess", 31, "guess must be from 0 to 30; got 31"),
        ("token", 5, "token must be from -5 to 4; got 5"),
        ("token", -6, "token must be from -5 to 4; got -6"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = RealModel("japan")
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert {trait: getattr(widget, trait) for trait in before} == before


def test_a_token_of_a_longer_prompt_is_set_with_it():
    widget = RealModel("japan")
    widget.set(prompt="drink", token=10, layer=3)
    assert widget.fallback.count("␣gave") >= 2
    with pytest.raises(TraitError, match="token must be from -5 to 4; got 10"):
        widget.prompt = "japan"
    assert widget.prompt == "drink"


@pytest.mark.parametrize(
    ("prompt", "layer", "token"), [("danke", 27, -1), ("code", 4, 2)]
)
def test_the_fallback_tells_what_was_recorded(prompt, layer, token):
    widget = RealModel(prompt, layer=layer, token=token)
    run = load_runs()[prompt]
    rows = re.findall(
        r'<th scope="row">(\d+)</th>(.*?)</tr>', unescape(widget.fallback)
    )
    assert [int(place) for place, _ in rows] == sorted(
        {*range(0, 31, 5), 28, 29, layer}
    )
    for place, row in rows:
        *told, norm = re.findall("<td>(.*?)</td>", row)
        top = run.top[token, int(place)]
        percents = (100 * run.probabilities[token, int(place)]).round()
        assert told == [
            f"{name} {percent:.0f} %" if percent else f"{name} < 1 %"
            for name, percent in zip(top, percents, strict=True)
        ]
        assert float(norm) == run.lengths[token, int(place)]
    assert "Recorded from SmolLM2-135M-Instruct (Apache-2.0)." in widget.fallback
    first = run.top[token, :, 0]
    assert (first[widget.since :] == first[LAST]).all()
    assert first[widget.since - 1] != first[LAST]


def test_every_prompt_has_words_and_no_other():
    words = RealModel().words
    assert list(words["prompts"]) == list(load_runs())
    assert set(words["comments"]) < set(load_runs())


def test_the_page_gets_the_attention_only_when_it_asks():
    widget, sent = RealModel("japan"), []
    state = json.dumps(widget.get_state(), default=str)
    # What a chapter's first visit has of it, script included, of 300 KB in all.
    assert len(gzip.compress(state.encode(), 6)) < 50_000
    a_layer = json.loads(attention_text())["runs"]["japan"][0]
    assert a_layer not in state
    widget.send = sent.append
    widget._handle_custom_msg({"ask": "something else"}, [])
    assert sent == []
    widget._handle_custom_msg({"ask": "rest"}, [])
    assert sent == [{"rest": ATTENTION.read_text("utf-8")}]
    assert widget.rest_bytes == ATTENTION.stat().st_size
    assert LIBRARY / widget.rest == ATTENTION


# ---- on a page: what the output head would choose ------------------------------------


def agrees(root, run, token, place):
    """Each name and number on the page is the recorded one."""
    names = root.locator("ol li > span").all_inner_texts()
    assert names == list(run.top[token, place])
    read = "all => all.map(one => Number(one.dataset.value))"
    percents = root.locator("ol b").evaluate_all(read)
    assert percents == (100 * run.probabilities[token, place]).round().tolist()
    widths = root.locator("ol i").evaluate_all("all => all.map(o => o.style.width)")
    assert widths == [f"{percent}%" for percent in percents]
    assert told(root, "next") == names[0]
    here, first = f"{run.lengths[token, place]:,g}", f"{run.lengths[token, 0]:,g}"
    words = f"Length of this vector: {here}"
    if place:
        words += f"; before layer 1: {first}"
    assert told(root, "norm") == words


@pytest.mark.parametrize(
    ("prompt", "token"), [("japan", -1), ("drink", 1), ("chat", 9)]
)
def test_every_layer_shows_what_was_recorded(show, prompt, token):
    watched, root = show(RealModel(prompt, token=token))
    run = load_runs()[prompt]
    for place in (0, 1, 17, 28, 29, LAST):
        go_to(root, place)
        agrees(root, run, token, place)
    assert watched.errors == []


def test_the_curve_goes_only_as_far_as_the_reader_has_gone(show):
    _, root = show(RealModel("danke"))
    percents = (100 * load_runs()["danke"].answer[-1]).round()

    def drawn():
        d = root.locator(".gb-line").get_attribute("d")
        return [tuple(map(float, place.split())) for place in re.split("[ML]", d)[1:]]

    def agree(seen):
        right = [(10.0 * x, 100 - percents[x]) for x in range(seen + 1)]
        assert drawn() == right
        assert root.locator(".gb-hidden").is_visible() is (seen < 29)

    agree(0)
    go_to(root, 27)
    agree(27)
    assert "German" not in root.locator(".gb-curve").inner_text()
    go_to(root, 3)  # what was seen stays
    agree(27)
    go_to(root, LAST)
    agree(LAST)
    assert "Probability of ␣German" in root.locator(".gb-curve").inner_text()
    press(root, "token-2")  # another answer, already at its end
    assert "Probability of" in root.locator(".gb-curve").inner_text()
    root.locator("[data-field=prompt]").select_option("japan")
    agree_again = root.locator(".gb-line").get_attribute("d")
    assert agree_again == "M0.00 100.00"


def test_it_says_from_which_layer_the_answer_comes_first(show):
    _, root = show(RealModel("dream"))
    assert "will it settle on its final answer?" in told(root)
    guess(root, 24)
    go_to(root, 23)
    assert told(root) == "After layer 23, the output head would choose ␣of (94 %)."
    go_to(root, LAST)
    words = told(root)
    assert words.startswith(
        "The answer is ␣day (85 %), chosen since layer 24. You guessed it."
    )
    assert words.endswith("Until layer 23 it mostly chose ␣of, as in “one of”.")
    press(root, "token-1")  # a comment is on the last token alone
    assert "mostly" not in told(root)


def test_a_guess_comes_before_the_layers_and_is_kept_to(show):
    _, root = show(RealModel())
    bet, mark = root.locator("[data-field=guess]"), root.locator("path.gb-yours")
    dial = root.locator("[data-field=layer]")
    assert (bet.input_value(), mark.get_attribute("d")) == ("0", "")
    # What would tell the answer: the curve, the first choice, the words, the layers.
    assert "␣day" not in root.inner_text()
    assert dial.is_disabled()
    for action in ("play", "on"):
        locked = root.locator(f"[data-action={action}]")
        assert locked.get_attribute("aria-disabled") == "true"
        locked.click(force=True)
    assert told(root).startswith("After which layer will it settle")
    bet.select_option("20")
    assert told(root) == "You guess layer 20, the dashed line. Now press Play."
    assert mark.get_attribute("d") == "M200 0V100"  # 10 for a layer
    bet.select_option("28")  # nothing is seen yet
    assert mark.get_attribute("d") == "M280 0V100"
    go_to(root, 5)
    assert bet.is_disabled()
    go_to(root, LAST)
    assert "since layer 24. Your guess, 28, was too late." in told(root)
    press(root, "token-2")  # another question, whose answer is seen already
    assert (bet.input_value(), bet.is_disabled()) == ("0", True)
    assert dial.is_enabled()
    root.locator("[data-field=prompt]").select_option("tower")  # a new question
    assert (bet.input_value(), bet.is_disabled()) == ("0", False)
    assert dial.is_disabled()
    bet.select_option("27")
    go_to(root, LAST)
    assert "since layer 29. Your guess, 27, was too early." in told(root)
    for _ in range(2):
        press(root, "undo")
    assert (bet.input_value(), dial.is_disabled()) == ("0", True)


def test_every_sign_that_stands_for_a_space_is_explained():
    runs = load_runs().values()
    names = "".join(n for run in runs for n in (*run.tokens, *run.top.flat))
    shown = set(names) & {"␣", "⍽", "↵", "⇥"}
    assert shown == set("␣⍽↵")
    assert all(f"{sign} " in RealModel().words["recorded"] for sign in shown)


def test_characters_are_shown_where_a_prompt_s_tokens_are_parts_of_them(show):
    _, root = show(RealModel("chinese"))
    shown = root.locator("[data-action^=token-]").all_inner_texts()
    assert shown[:4] == ["你₁", "你₂", "好₁", "好₂"]
    go_to(root, LAST)
    assert "你₁ and 你₂ are two tokens of one character" in told(root)


def test_play_goes_on_to_the_last_layer_and_stops_and_is_undone_at_once(show):
    watched, root = show(RealModel("japan", layer=27), clock=True)
    play = root.locator("[data-action=play]")
    play.click()
    assert play.inner_text() == "Pause"
    watched.page.clock.run_for(500)
    assert told(root).startswith("After layer 28")
    watched.page.clock.run_for(3000)
    assert told(root).startswith("The answer is ␣Tokyo (70 %), chosen")
    assert play.inner_text() == "Play"
    press(root, "undo")
    assert told(root).startswith("After layer 27")
    go_to(root, LAST)
    play.click()  # from the end it starts again
    watched.page.clock.run_for(500)
    assert told(root).startswith("After layer 1,")
    press(root, "on")  # a step by hand stops it
    watched.page.clock.run_for(3000)
    assert told(root).startswith("After layer 2,")


def test_arrow_keys_walk_along_layers_and_tokens(show):
    watched, root = show(RealModel("tower"))
    run, page = load_runs()["tower"], watched.page
    guess(root, 20)
    root.locator("[data-field=layer]").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    agrees(root, run, -1, 3)
    root.locator("[data-action=token-9]").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    agrees(root, run, 6, 3)
    assert root.locator("[aria-pressed=true]").inner_text() == "␣the"
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    agrees(root, run, 0, 3)


# ---- on a page: where the heads look -------------------------------------------------


def looks(root):
    read = "all => all.map(one => one.dataset.value)"
    found = root.locator("[data-action^=look-]").evaluate_all(read)
    return [float(text) / 100 if text else 0 for text in found]


def test_the_attention_comes_from_a_file_beside_the_page_when_asked_for(show_with_rest):
    widget = RealModel("japan", head_layer=24, head=5)
    watched, root = show_with_rest(widget)
    assert not any("rest.js" in url for url in watched.loaded)
    assert root.locator("[data-action=look-1]").count() == 0
    load = root.locator("[data-action=load]")
    words = load.inner_text().replace("\N{NO-BREAK SPACE}", " ")
    assert words == "Where do the 270 heads look? (219 KB)"
    load.click()
    root.locator("[data-action=look-1]").wait_for()
    assert any("rest.js" in url for url in watched.loaded)
    assert load.is_hidden()
    assert watched.page.evaluate("document.activeElement.dataset.field") == "cells"
    assert looks(root) == load_attention("japan")[23, 4, 4].tolist()
    for prompt, layer, head, token in (("chat", 2, 9, -1), ("code", 30, 1, 4)):
        root.locator("[data-field=prompt]").select_option(prompt)
        n = len(load_runs()[prompt].tokens)
        press(root, f"token-{token % n + 1}")
        press_cell(root, layer, head)
        right = load_attention(prompt)[layer - 1, head - 1, token]
        np.testing.assert_array_equal(looks(root), right)
    assert watched.errors == [] and watched.foreign == []


def test_the_book_s_build_puts_the_attention_into_a_script_of_its_own(
    tmp_path, open_page
):
    kinds = (STATE_MIME, VIEW_MIME)
    views = [RealModel("japan", head_layer=24, head=5)]
    own = dependency_state(views, drop_defaults=False)
    data = embed_data(views=views, drop_defaults=False, state=own)
    [view] = data["view_specs"]
    state = SimpleNamespace(
        attributes={"type": kinds[0], "body": json.dumps(data["manager_state"])}
    )
    app = SimpleNamespace(
        outdir=tmp_path, config=SimpleNamespace(language="en"), env_python=None
    )
    context = {
        "script_files": [state],
        "body": f'<div><script type="{kinds[1]}">{json.dumps(view)}</script></div>',
        "pathto": lambda path, _: f"../{path}",
    }
    place_widgets(app, "chapters/a_real_model", "page.html", context, None)
    late, host = (path.partition("?")[0] for path in context["late_paths"])
    assert host.endswith("widget_host.js")
    a_layer = json.loads(attention_text())["runs"]["japan"][0]
    assert a_layer not in (tmp_path / late).read_text("utf-8")
    (tmp_path / "chapters").mkdir()
    page = tmp_path / "chapters" / "a_real_model.html"
    page.write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>t</title><body>'
        f'{context["body"]}<script src="../{late}"></script>'
        f"<script>{SCRIPT}</script></body></html>",
        encoding="utf-8",
    )
    watched = open_page(page)
    root = watched.page.locator("[data-mounted]")
    open_attention(root)
    assert looks(root) == load_attention("japan")[23, 4, -1].tolist()
    name = "_static/widgets/runs_attention.js"
    [loaded] = [url for url in watched.loaded if name in url]
    assert re.search(r"\?v=[0-9a-f]{8}$", loaded)
    assert watched.errors == [] and watched.foreign == []


def test_a_file_that_is_missing_is_said_and_may_be_asked_for_again(show):
    widget = RealModel()
    widget.rest = "nothing.js"
    _, root = show(widget)
    press(root, "load")
    note = root.locator(".gb-note")
    note.get_by_text("could not be loaded").wait_for()
    assert root.locator("[data-action=load]").is_visible()


# As in Jupyter: the message goes to Python, and Python's, if any, goes to the page.
OWN = """([esm, traits, answer]) => {
  const heard = new Set();
  globalThis.stillHeard = () => heard.size;
  const model = {
    get: (name) => traits[name],
    set(name, value) { traits[name] = value; },
    on(event, hear) { if (event === "msg:custom") heard.add(hear); },
    off(event, hear) { heard.delete(hear); },
    save_changes() {},
    send(content) {
      globalThis.asked = content;
      if (!answer) return;
      for (const hear of heard) { hear({ other: 1 }, []); hear(answer, []); }
    },
  };
  const el = document.createElement("div");
  el.id = "own";
  document.body.append(el);
  const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  return import(url).then((module) => { module.default.render({ model, el }); });
}"""


@pytest.fixture
def in_jupyter(show):
    """Show a widget beside a Python that answers so, or not at all."""

    def in_jupyter(widget, answer, **options):
        watched, _ = show(RealModel(), **options)
        names = [*widget._state, "recorded", "rest", "rest_bytes", "words"]
        traits = widget.get_state(names)
        watched.page.evaluate(OWN, [widget._esm, traits, answer])
        return watched, watched.page.locator("#own")

    return in_jupyter


def answer_of(widget):
    """Return what Python sends when the page asks."""
    sent = []
    widget.send = sent.append
    widget._handle_custom_msg({"ask": "rest"}, [])
    return sent[0]


def test_where_python_runs_it_sends_the_attention(in_jupyter):
    widget = RealModel("opposite", head_layer=26, head=8)
    watched, root = in_jupyter(widget, answer_of(widget))
    open_attention(root)
    assert watched.page.evaluate("asked") == {"ask": "rest"}
    assert watched.page.evaluate("stillHeard()") == 0
    assert looks(root) == load_attention("opposite")[25, 7, -1].tolist()
    assert (
        "looks most at ␣hot: 98\N{NO-BREAK SPACE}%"
        in root.locator(".gb-note").inner_text()
    )


def test_a_python_that_has_stopped_is_not_waited_for_for_ever(in_jupyter):
    watched, root = in_jupyter(RealModel(), None, clock=True)
    press(root, "load")
    note = root.locator(".gb-note")
    watched.page.clock.run_for(10_000)
    assert note.inner_text() == "Loading …"
    watched.page.clock.run_for(6_000)
    assert note.inner_text().startswith("Nothing came back: is this notebook’s Python")
    assert watched.page.evaluate("stillHeard()") == 0
    assert root.locator("[data-action=load]").is_visible()


def test_a_library_without_the_attention_opens_and_says_so(
    in_jupyter, tmp_path, monkeypatch
):
    module = importlib.import_module("glassbox.widgets.real_model")
    monkeypatch.setattr(module, "ATTENTION", tmp_path / "runs_attention.json")

    def missing():
        raise FileNotFoundError("runs_attention.json")

    monkeypatch.setattr(module, "attention_text", missing)
    widget = RealModel()
    assert widget.rest_bytes == 0
    assert answer_of(widget) == {"missing": True}
    _, root = in_jupyter(widget, {"missing": True})
    press(root, "load")
    root.locator(".gb-note").get_by_text("is not in this copy").wait_for()


def cells(root):
    read = "all => all.map(one => Number(one.dataset.value))"
    found = root.locator(".gb-cells i").evaluate_all(read)
    return np.reshape(found, (9, 30)).T / 100  # (n_layers, n_heads)


def spoken(root):
    words = root.locator("[data-field=cells]").get_attribute("aria-valuetext")
    return words.replace("\N{NO-BREAK SPACE}", " ")


def test_the_grid_shows_every_head_s_weight_on_the_token_that_is_pressed(
    show_with_rest,
):
    _, root = show_with_rest(RealModel("drink"))
    open_attention(root)
    weights = load_attention("drink")
    np.testing.assert_array_equal(cells(root), weights[:, :, -1, 1:].max(axis=-1))
    for key in (1, 9):
        press(root, f"look-{key + 1}")
        np.testing.assert_array_equal(cells(root), weights[:, :, -1, key])
        name = f"{key + 1} {load_runs()['drink'].tokens[key]}"
        assert f"each head’s weight on {name}" in told(root, "asked")
        much = (weights[:, :, -1, key] >= 0.5).sum()
        assert f"at least half for {much} of the 270 heads" in told(root, "asked")
    layer, head = map(int, re.match(r"Layer (\d+), head (\d):", spoken(root)).groups())
    percent = 100 * weights[layer - 1, head - 1, -1, 9]
    assert spoken(root).endswith(f": {percent:.0f} % on {name}")
    assert root.locator("[data-field=layer]").input_value() == "0"  # no layer moves
    press(root, "token-12")  # one that has read the pressed one too
    np.testing.assert_array_equal(cells(root), weights[:, :, 11, 9])
    press(root, "token-4")  # what comes later can't be looked at
    np.testing.assert_array_equal(cells(root), weights[:, :, 3, 1:4].max(axis=-1))
    later = root.locator("[data-action=look-9]")
    assert later.get_attribute("aria-disabled") == "true"
    later.click(force=True)
    assert "strongest weight" in told(root, "asked")
    press(root, "look-2")
    press(root, "look-2")  # pressed again, it is forgotten
    np.testing.assert_array_equal(cells(root), weights[:, :, 3, 1:4].max(axis=-1))


@pytest.mark.parametrize("prompt", load_runs())
def test_it_opens_on_the_head_that_looks_most_at_a_token_between(
    show_with_rest, prompt
):
    _, root = show_with_rest(RealModel(prompt))
    open_attention(root)
    weights = load_attention(prompt)[:, :, -1]
    shown = looks(root)
    assert max(shown[1:-1]) == weights[:, :, 1:-1].max() >= 0.8
    [here] = root.locator(".gb-cells i").evaluate_all(
        "all => all.flatMap((one, i) => 'here' in one.dataset ? [i] : [])"
    )
    assert shown == weights[here % 30, here // 30].tolist()


def test_pointing_shows_a_head_and_a_click_or_enter_chooses_it(show_with_rest):
    watched, root = show_with_rest(RealModel("japan"))
    open_attention(root)
    weights = load_attention("japan")[:, :, -1]
    keys = watched.page.keyboard
    keys.press("ArrowLeft")
    keys.press("ArrowDown")
    assert looks(root) == weights[22, 5].tolist()
    assert spoken(root).startswith("Layer 23, head 6: ")
    keys.press("Tab")  # nothing was chosen
    assert looks(root) == weights[23, 4].tolist()
    keys.press("Shift+Tab")
    keys.press("Home")
    keys.press("ArrowLeft")  # there is no layer before the first
    keys.press("Enter")
    keys.press("Tab")
    assert looks(root) == weights[0, 4].tolist()
    cell = root.locator(".gb-cells i").nth(2 * 30 + 11)  # layer 12, head 3
    cell.hover(force=True)
    assert looks(root) == weights[11, 2].tolist()
    root.locator("[data-part=told]").hover()
    assert looks(root) == weights[0, 4].tolist()
    press_cell(root, 12, 3)
    root.locator("[data-part=told]").hover()
    assert looks(root) == weights[11, 2].tolist()
    press(root, "undo")
    assert looks(root) == weights[0, 4].tolist()


def test_on_a_phone_a_tap_chooses_a_head_and_keeps_it(show_with_rest):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    watched, root = show_with_rest(RealModel("japan"), **phone)
    open_attention(root)
    weights = load_attention("japan")[:, :, -1]
    for layer, head in ((12, 3), (29, 8)):  # the later layers stand below the others
        cell = root.locator(".gb-cells i").nth((head - 1) * 30 + layer - 1)
        size = cell.bounding_box()
        assert size["width"] >= 19 and size["height"] >= 19
        x, y = size["x"] + size["width"] / 2, size["y"] + size["height"] / 2
        watched.page.touchscreen.tap(x, y)
        assert looks(root) == weights[layer - 1, head - 1].tolist()
        assert spoken(root).startswith(f"Layer {layer}, head {head}: ")
    root.locator("[data-field=prompt]").focus()  # the grid has lost it
    assert looks(root) == weights[28, 7].tolist()


@pytest.mark.parametrize("width", [390, 1280])
def test_pointing_moves_nothing_but_the_mark(show_with_rest, width):
    _, root = show_with_rest(RealModel("dream", layer=30), width=width)
    open_attention(root)
    heights = set()
    for cell in (0, 95, 144, 269):
        root.locator(".gb-cells i").nth(cell).hover(force=True)
        heights.add(root.bounding_box()["height"])
    press(root, "look-4")  # nor does a token
    heights.add(root.bounding_box()["height"])
    assert len(heights) == 1


def test_what_rests_on_the_first_token_is_called_a_sink(show_with_rest):
    weights = load_attention("tower")[:, :, -1]
    layer, head = np.argwhere(weights[:, :, 0] >= 0.95)[0] + 1
    widget = RealModel("tower", head_layer=int(layer), head=int(head))
    _, root = show_with_rest(widget)
    open_attention(root)
    percent = round(100 * weights[layer - 1, head - 1, 0])
    words = root.locator(".gb-note").inner_text()
    assert (
        f"leaves {percent}\N{NO-BREAK SPACE}% on the first token" in words
        and "sink" in words
    )
    press(root, "token-1")
    assert "looks at itself alone" in root.locator(".gb-note").inner_text()


def test_a_head_that_also_looks_elsewhere_is_called_no_sink(show_with_rest):
    weights = load_attention("japan")[23, 0, -1]
    assert weights[0] > 0.5 and weights[3] > 0.1
    _, root = show_with_rest(RealModel("japan", head_layer=24))
    open_attention(root)
    words = root.locator(".gb-note").inner_text()
    assert "looks most at The" in words and "sink" not in words


def test_what_the_model_has_not_read_yet_is_set_apart(show):
    _, root = show(RealModel("tower", token=3))
    read = "all => all.map(one => one.dataset.later === 'true')"
    later = root.locator("[data-action^=token-]").evaluate_all(read)
    assert later == 4 * [False] + 5 * [True]


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("prompt", load_runs())
def test_it_grows_at_no_layer(show, prompt, width):
    _, root = show(RealModel(prompt), width=width)
    heights = {root.bounding_box()["height"]}
    guess(root, 15)
    for layer in (1, 17, 28, LAST):
        go_to(root, layer)
        heights.add(root.bounding_box()["height"])
    assert len(heights) == 1


@pytest.mark.parametrize(("width", "height"), [(1280, 430), (390, 560)])
def test_the_first_screen_is_small(show, width, height):
    _, root = show(RealModel(), width=width)
    assert root.bounding_box()["height"] <= height
