"""The reading arcs: their rules, their weights, their fallback, and their page."""

import json
import re
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from glassbox.machine.token_model import decode_tokens, encode_tokens
from glassbox.models.translator import (
    FORMATS,
    LONGEST_SOURCE,
    SOURCE_TOKENS,
    START_ID,
    draw_pairs,
    source_ids,
    translate,
    unseen_days,
)
from glassbox.widgets import LiveTranslator, ReadingArcs
from glassbox.widgets.live_translator.numbers import (
    SYMBOLS,
    arrays_of,
    translation_steps,
)
from glassbox.widgets.reading_arcs.numbers import (
    DAY,
    EXAMPLES,
    mean_weights,
    packed_with_examples,
)
from PIL import Image
from traitlets import TraitError

FRONT_PAGE = Path(__file__).parents[2] / "chapters" / "index.md"
LEARNED = EXAMPLES["learned"]
NEW = [one for kind in EXAMPLES if kind != "learned" for one in EXAMPLES[kind]]
ACTIONS = {
    source: f"{kind}-{i}"
    for kind, sources in EXAMPLES.items()
    for i, source in enumerate(sources)
}
UNJUDGED = "Neither right nor wrong: this page cannot read it as a date."
NO_COMMA = "November 21 2026"
WITHOUT_COMMA = [NO_COMMA, "April 26 2024", "November 12 2036"]
LONG = "September 30, 2034 二〇三四年九月五日"  # 28 characters, in two rows
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def model():
    """The shipped translator as the page gets it: in half precision."""
    return LiveTranslator().model


def test_the_state_is_kept_as_given():
    assert (ReadingArcs().source, ReadingArcs().at) == ("November 21, 2026", 4)
    widget = ReadingArcs(" 9/5/2034 ", at=3)
    assert repr(widget) == "ReadingArcs('9/5/2034', at=3)"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("source", "", "source must have 1 to 32 characters; got 0"),
        ("source", "1" * 33, "source must have 1 to 32 characters; got 33"),
        ("source", "21.11.2026", "that the six formats use; got '.'"),
        ("at", 0, "at must be from 1 to 12; got 0"),
        ("at", 13, "at must be from 1 to 12; got 13"),
        ("at", 1.5, "at must be a whole number; got 1.5"),
        ("model", {"a": 1}, "model must be TokenModelParameters; got dict"),
    ],
)
def test_a_wrong_value_is_refused_and_the_last_good_state_stays(name, value, message):
    widget = ReadingArcs("9/5/2034")
    before, fallback = getattr(widget, name), widget.fallback
    with pytest.raises(TraitError, match=message):
        setattr(widget, name, value)
    assert getattr(widget, name) is before
    assert widget.fallback == fallback
    with pytest.raises(TraitError, match=message):
        ReadingArcs(**{name: value})


def test_the_weights_are_the_mean_of_the_last_layers_heads(model):
    found = translate(model, "9/5/2034")
    steps = translation_steps(model, "9/5/2034")
    for i, step in enumerate(steps):
        heads = found.cross_attention[-1, :, i]
        assert heads.shape == (4, 8)
        # float64: a mean of four numbers, summed in another order
        wanted = heads.sum(axis=0) / 4
        np.testing.assert_allclose(mean_weights(step), wanted, rtol=0, atol=1e-15)
        assert mean_weights(step).sum() == pytest.approx(1, abs=1e-12)


def test_the_fallback_tells_what_is_written_and_where_it_looks():
    fallback = ReadingArcs("November 21, 2026").fallback
    heads = re.findall(r'<th scope="row">([^<]*)</th>', fallback)
    assert heads == [*"2026-11-21", "end"]
    cells = re.findall(r"<td>([^<]*)</td>", fallback)
    assert cells[3].startswith("“6” at position 17: 0.8")
    assert "<p>November 21, 2026 becomes 2026-11-21.</p>" in fallback
    assert "averaged over the 4 attention heads of its last layer" in fallback


def test_every_example_is_one_that_the_machine_can_read():
    for source in ACTIONS:
        assert ReadingArcs(source).source == source
        assert set(source) <= set(SOURCE_TOKENS)


def test_the_examples_keep_their_order_where_a_stored_page_sorts_names(model):
    sent = packed_with_examples(model, ReadingArcs())["examples"]
    stored = json.loads(json.dumps(sent, sort_keys=True))
    assert [kind for kind, _ in stored] == list(EXAMPLES)


def test_the_examples_are_every_format_and_dates_in_none(model):
    assert {FORMATS[name](DAY) for name in FORMATS} == set(LEARNED)
    assert all(written_by(model, source) == "2026-11-21" for source in LEARNED)
    assert not set(NEW) & set(LEARNED)


def test_the_dates_without_a_comma_go_wrong_in_their_year_or_their_day(model):
    found = [written_by(model, source) for source in WITHOUT_COMMA]
    assert found == ["2062-11-21", "2042-04-26", "2036-11-11"]


def test_what_the_front_page_says_of_one_look_up_is_true(model):
    page = FRONT_PAGE.read_text(encoding="utf-8")
    source = "November 21, 2026"
    steps = translation_steps(model, source)
    assert f"looks at all {len(source)} characters of the date" in page
    weights = mean_weights(steps[3])
    assert (SYMBOLS[steps[3].token], source[-2:]) == ("6", "26")
    rest = weights[:-2].sum()
    assert f"| {weights[-1]:.2f} | {weights[-2]:.2f} | {rest:.2f} |" in page
    assert f"{len(source) - 2} others |" in page
    own = np.array(
        steps[3].cross_attention[-1]
    )  # four mixes, each of them mostly the 6
    assert "much of what it finds at the 6, and a little of the rest." in page
    assert len(own) == 4 and own[:, -1].min() > 0.75


def test_no_arc_of_the_year_leads_to_the_comma_that_it_needs(model):
    page = FRONT_PAGE.read_text(encoding="utf-8")
    source = "November 21, 2026"
    steps = translation_steps(model, source)[:4]
    assert "".join(SYMBOLS[step.token] for step in steps) == "2026"
    assert max(mean_weights(step)[source.index(",")] for step in steps) < 0.02
    assert "weights below 0.02 are not drawn" in page  # from where an arc is drawn
    assert written_by(model, source) == "2026-11-21"
    assert written_by(model, "November 21 2026") == "2062-11-21"
    assert "*November 21 2026* becomes **2062**-11-21" in page
    third = mean_weights(translation_steps(model, "November 21 2026")[2])
    assert "November 21 2026"[third.argmax()] == "6"
    told = (
        f"the machine looks most at the “6”, with weight {third.max():.2f}: too early"
    )
    assert told in page
    assert written_by(model, "February 31, 2026") == "2026-02-31"
    assert written_by(model, "03/04/2025") == "2025-10-30"


def test_the_front_page_counts_the_machines_numbers(model):
    count = sum(array.size for array in arrays_of(model))
    page = FRONT_PAGE.read_text(encoding="utf-8")
    assert f" {count:,} numbers" in page


def written_by(model, source):
    steps = translation_steps(model, source)
    return "".join(SYMBOLS[step.token] for step in steps).strip("$")


# ---- on a page ---------------------------------------------------------------


def act(root, *actions):
    for action in actions:
        root.locator(f"[data-action={action}]").click()


def field(root):
    return root.locator("input[type=text]")


def written(root):
    """Return the translation that the page shows; what is blank is not there."""
    shown = root.locator("[role=toolbar] button:not([data-state=blank])")
    return "".join(shown.all_inner_texts()).replace("end", "$")


def chosen(root):
    return root.locator("[role=toolbar] [aria-pressed=true]")


def weights_of(root):
    """Return the weights of each written character, as the page has them."""
    values = root.locator("[role=toolbar] button").evaluate_all(
        "all => all.map(one => one.dataset.values.split(',').map(Number))"
    )
    return np.array(values)


def test_the_page_weighs_as_python_does(show, model):
    watched, root = show(ReadingArcs())
    rng = np.random.default_rng(5)
    sources = [source for source, _ in draw_pairs(unseen_days(), 6, rng)]
    for source in [*sources, *ACTIONS, "1", "零" * 32, LONG]:
        field(root).fill(source)
        steps = translation_steps(model, source)
        assert written(root) == "".join(SYMBOLS[step.token] for step in steps)
        wanted = np.array([mean_weights(step) for step in steps])
        # float64 on both sides, summed in another order through four layers
        np.testing.assert_allclose(weights_of(root), wanted, rtol=0, atol=1e-10)
    assert watched.errors == watched.foreign == []


def test_it_opens_with_a_sharp_look(show):
    watched, root = show(ReadingArcs())
    assert written(root) == "2026-11-21$"
    assert chosen(root).get_attribute("data-action") == "look-4"
    words = root.locator(".gb-words").inner_text()
    assert words == (
        "To write “6”, the machine looks most at “6” at position 17: 0.85; "
        "“2” at position 16: 0.11."
    )
    read = root.locator(".gb-source .gb-read").all_inner_texts()
    assert read == ["2", "6"]
    note = root.locator(".gb-note").inner_text()
    assert note == "Orange arcs: the framed character. Gray arcs: the others."
    assert watched.errors == watched.foreign == []


ENDS = """root => {
  const picture = root.querySelector("svg").getBoundingClientRect();
  const { width, height } = root.querySelector("svg").viewBox.baseVal;
  const middles = (nodes) => [...nodes].map((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return [(left + right) / 2, top, bottom];
  });
  const source = middles(root.querySelectorAll(".gb-source li"));
  const [[x, top]] = middles(root.querySelectorAll("[aria-pressed=true]"));
  return [...root.querySelectorAll(".gb-arc")].map((path) => {
    const numbers = path.getAttribute("d").match(/[-\\d.]+/g).map(Number);
    const [x0, y0] = numbers;
    const [x1, y1] = numbers.slice(-2);
    const across = (value) => picture.left + (value / width) * picture.width;
    const down = (value) => picture.top + (value / height) * picture.height;
    const reached = source.findIndex(([middle, , bottom]) =>
      Math.abs(middle - across(x1)) < 1 && Math.abs(bottom - down(y1)) < 1);
    const starts = Math.abs(across(x0) - x) < 1 && Math.abs(down(y0) - top) < 1;
    return [reached, starts, Number(path.dataset.weight)];
  });
}"""


@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("source", ["November 21, 2026", LONG, "零" * 32, "1"])
def test_arcs_join_the_written_character_and_what_it_read(show, model, source, width):
    watched, root = show(ReadingArcs(source, at=3), width=width)
    ends = root.evaluate(ENDS)
    weights = mean_weights(translation_steps(model, source)[2])
    assert [place for place, _, _ in ends] == np.flatnonzero(weights >= 0.02).tolist()
    assert all(starts for _, starts, _ in ends)
    for place, _, weight in ends:
        assert weight == pytest.approx(weights[place], abs=1e-10)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width


LOOKED = """root => [
  root.querySelector(".gb-words").textContent,
  [...root.querySelectorAll("svg path")].map(path => path.className.baseVal + " " +
    path.getAttribute("d")),
  [...root.querySelectorAll(".gb-source li")].map(one => one.className),
]"""


def test_pointing_shows_a_character_and_leaving_brings_the_chosen_one_back(show):
    watched, root = show(ReadingArcs())
    before = root.evaluate(LOOKED)
    root.locator("[data-action=look-1]").hover()
    words = root.locator(".gb-words").inner_text()
    assert words.startswith(
        "To write “2”, the machine looks most at “2” at position 14: 0.38;"
    )
    assert root.locator(".gb-source .gb-read").all_inner_texts() == ["2", "0"]
    assert chosen(root).get_attribute("data-action") == "look-4"
    root.locator(".gb-note").hover()
    assert root.evaluate(LOOKED) == before
    root.locator("[data-action=look-1]").click()
    at_first = root.evaluate(LOOKED)
    assert chosen(root).get_attribute("data-action") == "look-1"
    root.locator("[data-action=look-5]").hover()
    assert root.evaluate(LOOKED) != at_first
    root.locator(".gb-note").hover()
    assert root.evaluate(LOOKED) == at_first
    assert watched.errors == []


def test_pointing_leaves_alone_what_plays(show):
    watched, root = show(ReadingArcs(), clock=True)
    act(root, "play")
    playing = root.evaluate(LOOKED)
    root.locator("[data-action=look-9]").hover()
    assert root.evaluate(LOOKED) == playing
    assert root.locator("[data-action=play]").inner_text() == "Stop"
    watched.page.clock.run_for(1000)
    assert written(root) == "20"


def test_a_click_and_arrow_keys_choose_the_character(show):
    watched, root = show(ReadingArcs())
    act(root, "look-9")
    assert root.locator(".gb-words").inner_text().startswith("To write “2”")
    keys = [("ArrowRight", 10), ("End", 11), ("ArrowRight", 11), ("ArrowLeft", 10)]
    for key, place in [*keys, ("Home", 1), ("ArrowLeft", 1)]:
        watched.page.keyboard.press(key)
        assert chosen(root).get_attribute("data-action") == f"look-{place}"
        assert watched.page.evaluate("document.activeElement.ariaPressed") == "true"
    tabs = root.locator("[role=toolbar] [tabindex='0']")
    assert tabs.count() == 1


def test_touch_on_a_phone(show):
    _, root = show(ReadingArcs(), **PHONE)
    root.locator(f"[data-action={ACTIONS['03/04/2025']}]").tap()
    assert written(root) == "2025-10-30$"
    field(root).fill(NO_COMMA)
    assert written(root) == "2062-11-21$"
    root.locator("[data-action=look-3]").tap()
    words = root.locator(".gb-words").inner_text()
    assert words.startswith(
        "To write “6”, the machine looks most at “6” at position 16: 0.7"
    )


def test_looking_is_not_to_be_undone_and_a_date_is(show):
    _, root = show(ReadingArcs())
    act(root, "look-2")
    undo = root.locator("[data-action=undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    act(root, "learned-5", "look-5", "undo")
    assert field(root).input_value() == "November 21, 2026"
    assert chosen(root).get_attribute("data-action") == "look-5"
    act(root, "learned-0", "reset")
    assert field(root).input_value() == "November 21, 2026"
    assert chosen(root).get_attribute("data-action") == "look-4"


def verdict(root):
    return root.locator(".gb-target + .gb-name").inner_text()


def changes(root):
    """Return what stood in each place that the last change has changed."""
    return root.locator("[role=toolbar] button").evaluate_all(
        "all => all.map((one, i) => [i + 1, one.dataset.old]).filter(([, old]) => old)"
    )


def test_the_first_character_that_changed_is_shown_with_what_stood_there(show):
    watched, root = show(ReadingArcs())
    assert (changes(root), verdict(root)) == ([], "What it writes: correct")
    field(root).fill(NO_COMMA)
    assert verdict(root) == "Wrong! It should be 2026-11-21."
    assert changes(root) == [[3, "2"], [4, "6"]]
    assert chosen(root).get_attribute("data-action") == "look-3"
    words = root.locator(".gb-words").inner_text()
    assert words.startswith(
        "To write “6”, the machine looks most at “6” at position 16: 0.70;"
    )
    act(root, "look-9")
    assert changes(root) == [[3, "2"], [4, "6"]]  # looking changes nothing
    act(root, "undo")
    assert (changes(root), verdict(root)) == ([], "What it writes: correct")
    assert field(root).input_value() == "November 21, 2026"
    assert watched.errors == []


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        ("November 21, 2026", []),
        (NO_COMMA, [3, 4]),  # 2062
        ("3 March 1999", None),
        ("03/04/2025", [6, 7, 9, 10]),  # 2025-10-30, not 2025-03-04
        ("February 31, 2026", []),  # no answer is right
        ("20", []),  # what this page can't judge
    ],
)
def test_each_wrong_character_is_marked_and_no_other(show, typed, wrong):
    _, root = show(ReadingArcs())
    field(root).fill(typed)
    marked = root.locator("[role=toolbar] button").evaluate_all(
        "all => all.flatMap((one, i) => one.matches('.gb-false') ? [i + 1] : [])"
    )
    said = verdict(root)
    if wrong is None:  # as the verdict has it
        right = re.search(r"\d{4}-\d\d-\d\d", said)[0]
        found = written(root).ljust(10, "$")
        wrong = [i + 1 for i in range(10) if found[i] != right[i]]
    assert marked == wrong
    assert bool(marked) == said.startswith("Wrong!")


def test_the_swap_is_offered_where_a_comma_is_missing_and_taken_back(show):
    watched, root = show(ReadingArcs())
    swap = root.locator("[data-action=swap]")
    for typed in ("November 21, 2026", "11/21/2026", "21 November 2026", "20"):
        field(root).fill(typed)
        assert not swap.is_visible(), typed
    field(root).fill(NO_COMMA)
    for is_on, answer in [(False, "2062-11-21$"), (True, "2026-11-21$")] * 2:
        assert swap.get_attribute("aria-pressed") == str(is_on).lower()
        assert written(root) == answer
        assert (verdict(root) == "What it writes: correct") == is_on
        swap.press("Enter")
    for typed in ("€", "1999-03-03", "11/21/2026"):  # unreadable, or without a month
        field(root).fill(typed)
        assert not swap.is_visible(), typed
        field(root).fill(NO_COMMA)
        assert swap.is_visible()
    assert watched.errors == []


@pytest.mark.parametrize("width", [360, 390, 562])
def test_a_wrong_answer_and_its_swap_move_nothing(show, width):
    _, root = show(ReadingArcs(), width=width)
    heights = [root.bounding_box()["height"]]
    buttons = [root.locator("[data-action=play]").bounding_box()["y"]]
    field(root).fill(NO_COMMA)
    for _ in range(2):
        heights.append(root.bounding_box()["height"])
        places = [root.locator(f"[data-action={one}]") for one in ("play", "swap")]
        buttons += [place.bounding_box()["y"] for place in places]
        act(root, "swap")
    assert max(heights) - min(heights) < 1
    assert max(buttons) - min(buttons) < 1


def test_undo_takes_back_the_swap_alone_and_then_the_comma(show):
    watched, root = show(ReadingArcs())
    swap = root.locator("[data-action=swap]")
    undo = root.locator("[data-action=undo]")
    field(root).fill(NO_COMMA)
    act(root, "swap", "look-2", "undo")
    assert (field(root).input_value(), written(root)) == (NO_COMMA, "2062-11-21$")
    assert swap.get_attribute("aria-pressed") == "false"
    act(root, "swap", "swap", "undo")  # taken back by the button: nothing remains
    assert field(root).input_value() == "November 21, 2026"
    assert undo.get_attribute("aria-disabled") == "true"
    field(root).fill(NO_COMMA)
    act(root, "swap")
    field(root).fill("April 26 2024")
    act(root, "undo")
    assert (field(root).input_value(), written(root)) == (NO_COMMA, "2062-11-21$")
    act(root, "undo")
    assert undo.get_attribute("aria-disabled") == "true"
    watched.page.evaluate(SWAP.replace(".value;", ".value.replace(',', '');"), True)
    assert written(root) == "2026-11-21$"  # as the map asks: without, and swapped
    act(root, "swap")
    assert (field(root).input_value(), written(root)) == (NO_COMMA, "2062-11-21$")
    assert watched.errors == []


def test_what_it_wrote_before_is_shown_for_an_edit_alone_and_named(show):
    _, root = show(ReadingArcs())
    legend = root.get_by_text("Crossed out: the previous answer.")
    for typed, is_edit in [
        (NO_COMMA, True),  # a comma deleted
        ("November 1 2026", True),
        ("November 3 2026", True),  # a digit typed for another
        ("November 12 2036", False),  # another date, although its answer is near
        ("03/04/2025", False),
    ]:
        field(root).fill(typed)
        assert bool(changes(root)) == is_edit == bool(legend.count()), typed


@pytest.mark.parametrize("source", ["14 Jul 1987", "April 5, 1949"])
def test_a_date_typed_by_hand_is_not_compared_with_halves_of_itself(show, source):
    _, root = show(ReadingArcs())
    field(root).fill("")
    for sign in source:
        field(root).press_sequentially(sign)
        assert changes(root) == []
    asked = "(learned: 1950–2099)"
    assert (asked in verdict(root)) == source.endswith("1949")


@pytest.mark.parametrize("source", ACTIONS)
def test_an_example_is_another_date_and_shows_no_old_answer(show, source):
    _, root = show(ReadingArcs())
    field(root).fill(NO_COMMA)
    act(root, ACTIONS[source])
    assert field(root).input_value() == source and changes(root) == []
    act(root, ACTIONS[source])  # the same again changes nothing
    assert root.locator(".gb-words").inner_text().startswith("To write “")
    field(root).fill(source[:-1])
    act(root, ACTIONS[source])
    assert changes(root) == []


def test_each_typed_date_is_undone_by_itself(show):
    _, root = show(ReadingArcs())
    for source in ("9/5/2034", "9/6/2034"):
        field(root).fill(source)
    act(root, "undo")
    assert field(root).input_value() == "9/5/2034"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("February 31, 2026", "There is no such day, so no answer is right."),
        ("03/04/2025", "Wrong! It should be 2025-03-04."),
        ("二〇三四年九月五日", "What it writes: correct"),
        ("nov 21 2026", "What it writes: correct"),
        ("Sept 3, 2026", "What it writes: correct"),
        ("31/12/2034", UNJUDGED),  # no month
        ("20", UNJUDGED),
        (
            "November 21, 2126",
            "It should be 2126-11-21 (learned: 1950–2099).",
        ),
    ],
)
def test_the_page_judges_what_it_can_read(show, typed, said):
    _, root = show(ReadingArcs())
    field(root).fill(typed)
    assert verdict(root) == said


def test_play_writes_on_the_readers_command_alone_and_stops_at_the_end(show):
    watched, root = show(ReadingArcs(), clock=True, reduced_motion="reduce")
    play, clock = root.locator("[data-action=play]"), watched.page.clock
    clock.run_for(5000)
    assert written(root) == "2026-11-21$"
    play.click()
    assert (written(root), play.inner_text()) == ("2", "Stop")
    assert verdict(root) == "What it writes"  # the verdict comes at the end
    clock.run_for(1800)
    assert written(root) == "202"
    assert root.locator(".gb-other").count() > 0
    clock.run_for(9000)
    assert written(root) == "2026-11-21$"
    assert play.inner_text() == "Play"
    assert chosen(root).get_attribute("data-action") == "look-4"  # as before it played


@pytest.mark.parametrize("action", ["play", "look-2", "learned-1", "undo", "type"])
def test_play_stops_at_any_action_of_the_reader(show, action):
    watched, root = show(ReadingArcs(), clock=True)
    field(root).fill("9/5/2034")  # for undo
    act(root, "play")
    watched.page.clock.run_for(1000)
    if action == "type":
        field(root).fill("9.")
    elif action == "look-2":
        root.locator("[data-action=look-2]").press("Enter")
    else:
        act(root, action)
    play = root.locator("[data-action=play]")
    assert play.inner_text() == "Play"
    if action == "type":
        assert written(root) == ""  # it cannot be read
        field(root).fill("9/5/2034")
    assert len(written(root)) == 11
    at = chosen(root).get_attribute("data-action")
    watched.page.clock.run_for(5000)
    assert chosen(root).get_attribute("data-action") == at
    assert watched.errors == []


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "Type at least one character."),
        ("1" * 33, f"At most {LONGEST_SOURCE} characters; these are 33."),
        ("21.11.2026", "The machine has never read “.” in a date. Try 11/21/2026"),
        ("🗓 9/5/2034", "The machine has never read “🗓” in a date."),
        ("<b>", "The machine has never read “<” in a date."),
    ],
)
def test_a_wrong_entry_is_explained_and_has_no_answer(show, typed, message):
    watched, root = show(ReadingArcs())
    field(root).fill("9/5/2034")
    field(root).fill(typed)
    assert message in root.locator(".gb-error").inner_text()
    for part in (".gb-picture", "[role=toolbar]", ".gb-words"):  # no old answer
        assert not root.locator(part).is_visible()
    assert verdict(root) == "No answer: the machine cannot read this."
    field(root).fill("9/5/2034")  # the same again: nothing is translated anew
    assert verdict(root) == "What it writes: correct"
    assert written(root) == "2034-09-05$"
    field(root).fill(NO_COMMA)
    field(root).fill(typed)
    shown = [one for one in root.locator(".gb-name").all() if one.is_visible()]
    assert [one.inner_text() for one in shown] == [verdict(root)]
    field(root).fill("9/6/2034")
    assert written(root) == "2034-09-06$"
    assert field(root).get_attribute("aria-invalid") is None
    assert watched.errors == []


@pytest.mark.parametrize(("width", "height"), [(1280, 480), (390, 760)])
def test_its_height_stays_while_one_looks_and_fits_the_first_screen(
    show, width, height
):
    _, root = show(ReadingArcs(), width=width)
    heights = set()
    for place in range(1, 12):
        act(root, f"look-{place}")
        heights.add(root.bounding_box()["height"])
    assert len(heights) == 1
    assert heights.pop() <= height


@pytest.mark.parametrize("source", ACTIONS)
def test_examples_translate_at_one_click(show, model, source):
    _, root = show(ReadingArcs())
    act(root, ACTIONS[source])
    assert field(root).input_value() == source
    button = root.locator(f"[data-action={ACTIONS[source]}]")
    assert button.inner_text() == source  # with each of its spaces
    assert written(root) == written_by(model, source) + "$"


def test_a_key_reaches_the_examples_after_the_picture(show):
    _, root = show(ReadingArcs())
    order = root.locator("[data-action]").evaluate_all(
        "all => all.map((one) => one.dataset.action)"
    )
    assert order.index("learned-0") > order.index("reset") > order.index("look-1")


def test_learned_and_never_seen_are_told_apart(show):
    _, root = show(ReadingArcs())
    groups = root.locator(".gb-examples [role=group]").all()
    names = [
        "Learned:",
        "New, leading zeros:",
        "New, no such day:",
    ]
    assert [group.get_attribute("aria-label") for group in groups] == names
    inside = [group.locator("button").all_inner_texts() for group in groups]
    assert inside == list(EXAMPLES.values())
    assert all(group.locator("span").first.is_visible() for group in groups)
    languages = groups[0].locator("button").evaluate_all("all => all.map(b => b.lang)")
    assert languages == ["", "", "", "", "zh-Hans", "zh-Hans"]


SWAP = """isSwapped => {
  const source = document.querySelector(".gb-arcs input[type=text]").value;
  const detail = { source, isSwapped };
  document.dispatchEvent(new CustomEvent("glassbox:translate", { detail }));
}"""


@pytest.mark.parametrize("source", WITHOUT_COMMA)
def test_with_its_years_rows_swapped_in_a_date_is_translated_anew(show, model, source):
    watched, root = show(ReadingArcs(source))
    title = root.get_by_text("Framed: rows made with the comma")
    framed = root.locator(".gb-source .gb-swapped")
    wrong = written(root)
    assert "Wrong!" in verdict(root) and title.count() == framed.count() == 0
    watched.page.evaluate(SWAP, True)
    title.wait_for()
    assert "".join(framed.all_inner_texts()) == source[-4:]
    with_comma = f"{source[:-5]},{source[-5:]}"
    rows = [encode_tokens(source_ids(x), model).output for x in (source, with_comma)]
    memory = np.concatenate([rows[0][:-4], rows[1][-4:]])
    ids = [START_ID]
    for _ in range(11):
        found = decode_tokens(ids, memory, model)
        ids.append(int(found.output[-1].argmax()))
    assert written(root) == "".join(SYMBOLS[i] for i in ids[1:]) != wrong
    heads = found.weights[-1].cross_attention
    np.testing.assert_allclose(weights_of(root), heads.mean(axis=0), atol=1e-10)
    assert verdict(root) == "What it writes: correct"
    watched.page.evaluate(SWAP, False)
    title.wait_for(state="detached")
    assert written(root) == wrong and framed.count() == 0
    watched.page.evaluate(SWAP, True)
    title.wait_for()
    field(root).fill("May 3, 2031")  # what is typed has its own rows
    assert title.count() == 0 and written(root) == "2031-05-03$"
    assert watched.errors == []


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("typed", ["11-21-2026", "", "1" * 40])
def test_what_is_wrong_is_said_in_place_of_the_name_and_covers_nothing(
    show, width, typed
):
    watched, root = show(ReadingArcs(), width=width)
    field(root).fill(typed)
    box = root.locator(".gb-error").bounding_box()
    below = field(root).bounding_box()
    assert box["y"] + box["height"] <= below["y"] + 1
    assert box["x"] + box["width"] <= width
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [390, 1280])
def test_arcs_are_painted_after_typing_as_they_are_anew(show, width):
    """Arcs with an opacity of their own were left half repainted, like a smudge."""
    watched, root = show(ReadingArcs(), width=width)
    root.locator("[data-action=look-3]").hover()
    field(root).fill("11-21")  # dimmed while it is wrong
    watched.page.wait_for_timeout(100)
    field(root).fill(NO_COMMA)
    typed = painted(root)
    root.evaluate("root => { root.style.display = 'none'; }")
    watched.page.wait_for_timeout(100)
    root.evaluate("root => { root.style.display = ''; }")
    # The edges of curves are smoothed anew: 1 % of the pixels. The smudge had 12 %.
    assert (np.abs(painted(root) - typed).max(axis=2) > 8).mean() < 0.03


def painted(root):
    root.page.wait_for_timeout(100)
    image = root.locator(".gb-picture").screenshot()
    return np.asarray(Image.open(BytesIO(image)).convert("RGB")).astype(int)
