"""The widget of token merges: its rules, its fallback, and its page."""

import json
import re

import pytest
from glassbox.models.tokenizer import MERGES, load_gpt2_tokenizer
from glassbox.widgets import TokenMerges
from glassbox.widgets.token_merges.merges import EXAMPLES, gpt2, merge_steps
from traitlets import TraitError
from widgets_in_pages import LIBRARY, rest_script

SHOWN = """root => [...root.querySelectorAll(".gb-pieces [data-id]")].map(one =>
  [one.querySelector("code").textContent, Number(one.dataset.id)])"""


def test_the_state_is_kept_as_given():
    widget = TokenMerges("low lower", step=2)
    assert (widget.content, widget.step) == ("low lower", 2)
    assert repr(widget) == "TokenMerges('low lower', step=2)"
    assert TokenMerges().content == EXAMPLES["english"]


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("content", "", "content must have from 1 to 120 characters; got 0"),
        ("content", "x" * 121, "content must have from 1 to 120 characters; got 121"),
        ("content", "\ud83d", "content must be Unicode text; got"),
        ("step", -1, "step must be from 0 to inf; got -1"),
        ("step", 1.5, "step must be a whole number; got 1.5"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = TokenMerges("low", step=1)
    before = (widget.content, widget.step, widget.fallback)
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert (widget.content, widget.step, widget.fallback) == before


def test_what_it_carries_cuts_its_examples_and_is_small():
    merges = TokenMerges("low lower").merges
    assert merges["texts"] == [*EXAMPLES.values(), "low lower"]
    whole = gpt2()
    for place, left, right in merges["merges"]:
        assert whole.merges[whole.tokens[left], whole.tokens[right]] == place
    assert len(json.dumps(merges)) < 3000


def test_where_python_runs_it_sends_all_merges():
    widget, sent = TokenMerges(), []
    widget.send = sent.append
    widget._handle_custom_msg({"ask": "other"}, [])
    widget._handle_custom_msg({"ask": "rest"}, [])
    assert [json.loads(one["rest"]) for one in sent] == [MERGES.read_text("ascii")]
    assert LIBRARY / widget.rest == MERGES


@pytest.mark.parametrize("text", [*EXAMPLES.values(), "a", "   ", "zzz don't 〇"])
def test_the_last_step_is_the_tokenizer_s_own_cut(text):
    steps = merge_steps(text)
    assert steps[0].tokens == [bytes([byte]) for byte in text.encode()]
    assert steps[-1].tokens == gpt2().cut(text)
    places = [gpt2().merges[step.pair] for step in steps[1:]]
    assert places == sorted(set(places))  # the earliest learned first, each once


def test_the_fallback_has_each_token_with_its_id_and_bytes():
    text = TokenMerges("Attention is").fallback
    rows = re.findall(r'row">“(.*?)”</th><td>(.*?)</td><td>hex (.*?)</td>', text)
    assert rows == [
        ("Att", "8086", "41 74 74"),
        ("ention", "1463", "65 6E 74 69 6F 6E"),
        (" is", "318", "20 69 73"),
    ]
    assert "3 tokens from 12 characters or 12 bytes." in text
    assert "“Att”" not in TokenMerges("Attention is", step=0).fallback


# ---- its page ------------------------------------------------------------------------

pytestmark = pytest.mark.browser


@pytest.fixture
def show_with_rest(show, tmp_path):
    """Show a widget as the built book does: all merges are a script beside it."""

    def show_with_rest(widget, **options):
        (tmp_path / "rest.js").write_text(rest_script(LIBRARY / widget.rest), "utf-8")
        widget.rest = "rest.js?v=1234"
        return show(widget, **options)

    return show_with_rest


def cut_as(root, n):
    """Wait until a text that was typed is cut into n tokens."""
    count = root.locator(".gb-count", has_text=re.compile(rf"^{n} tokens? from"))
    count.wait_for()
    return shown(root)


def shown(root):
    return root.evaluate(SHOWN)


def ids_of(step):
    return [gpt2().ids[token] for token in step.tokens]


def test_it_opens_with_the_chapter_s_six_tokens(show):
    watched, root = show(TokenMerges())
    assert [piece for piece, _ in shown(root)] == [
        *["Att", "ention", "␣is", "␣all", "␣you", "␣need"]
    ]
    count = root.locator(".gb-count").inner_text()
    assert count == "6 tokens from 25 characters"
    assert watched.errors == []


def test_the_chinese_example_takes_twelve_tokens(show):
    _, root = show(TokenMerges())
    root.locator("[data-action=examples-chinese]").click()
    assert [number for _, number in shown(root)] == ids_of(
        merge_steps("我喜欢学习")[-1]
    )
    count = root.locator(".gb-count").inner_text()
    assert count == "12 tokens from 5 characters"
    signs = root.locator(".gb-group b").all_inner_texts()
    assert "".join(signs) == "我喜欢学习"  # each once, over its bytes
    assert (
        root.locator(".gb-parts").inner_text().startswith("A character above several")
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_step_of_an_example_is_python_s(show, name):
    _, root = show(TokenMerges(EXAMPLES[name], step=0))
    steps = merge_steps(EXAMPLES[name])
    for number, step in enumerate(steps):
        assert [i for _, i in shown(root)] == ids_of(step)
        assert root.locator(".gb-running").inner_text() == EXAMPLES[name]
        said = root.locator(".gb-said").inner_text()
        if number:
            made = gpt2().ids[b"".join(step.pair)]
            assert said.startswith(f"Step {number} of {len(steps) - 1}: ")
            assert f", which has the id {made}." in said
        else:
            assert said.startswith("Nothing is joined yet: each byte")
        assert ("These are GPT-2's own" in said) == (number == len(steps) - 1)
        if number < len(steps) - 1:
            root.locator("[data-action=next]").click()


def test_typing_brings_all_merges_and_what_is_too_long_is_told(show_with_rest):
    watched, root = show_with_rest(TokenMerges())
    assert not any("rest.js" in url for url in watched.loaded)
    field = root.locator("input[type=text]")
    field.fill(" strawberry")
    assert cut_as(root, 1) == [["␣strawberry", 41236]]
    assert any("rest.js" in url for url in watched.loaded)
    field.fill("strawberry")
    assert [piece for piece, _ in shown(root)] == ["st", "raw", "berry"]
    field.fill("x" * 121)
    error = root.locator(".gb-error")
    told = "121 characters: at most 120 fit. The old text stays."
    assert error.inner_text() == told
    assert [piece for piece, _ in shown(root)] == ["st", "raw", "berry"]
    stage = root.locator(".gb-stage")
    assert float(stage.evaluate("one => getComputedStyle(one).opacity")) < 0.5
    field.fill("")
    assert error.inner_text() == "Type at least one character. The old text stays."
    root.locator("[data-action=reset]").click()
    assert error.inner_text() == ""
    assert field.input_value() == EXAMPLES["english"]
    assert stage.evaluate("one => getComputedStyle(one).opacity") == "1"


def test_where_no_merges_come_a_text_stays_in_bytes_and_the_examples_work(show):
    widget = TokenMerges()
    widget.rest = "nothing.js"
    _, root = show(widget)
    root.locator("input[type=text]").fill("fox")
    said = root.locator(".gb-said", has_text="could not be loaded")
    said.wait_for()
    assert [piece for piece, _ in shown(root)] == ["f", "o", "x"]
    assert root.locator(".gb-count").inner_text() == "3 characters, 3 bytes"
    root.locator("[data-action=examples-numbers]").click()
    assert [i for _, i in shown(root)] == load_gpt2_tokenizer().encode(
        "870+871 380+381"
    )


def test_playing_goes_from_the_bytes_to_the_last_merge_and_stops(show):
    watched, root = show(TokenMerges("low"), clock=True)
    play = root.locator("[data-action=play]")
    play.click()
    assert [piece for piece, _ in shown(root)] == ["l", "o", "w"]
    assert play.inner_text() == "Pause"
    watched.page.clock.run_for(10_000)
    assert shown(root) == [["low", 9319]]
    assert play.inner_text() == "Play"


def test_what_a_merge_has_made_is_marked_until_the_last(show):
    _, root = show(TokenMerges("low low", step=1))
    new = root.locator(".gb-pieces [data-new=true] code")
    first = merge_steps("low low")[1]
    assert new.count() == first.tokens.count(b"".join(first.pair)) >= 1
    root.locator("input[type=range]").press("End")
    assert new.count() == 0


def test_the_words_that_no_merge_joins_stand_apart(show):
    _, root = show(TokenMerges("We don't pay $100."))
    ends = root.locator(".gb-pieces > [data-ends=true] code").all_inner_texts()
    assert ends == ["We", "␣don", "'t", "␣pay", "␣$", "100", "."]


@pytest.mark.parametrize("width", [1280, 390])
def test_every_card_is_seen_and_nothing_below_moves(show, width):
    _, root = show(TokenMerges("We don't pay $100. " * 6, step=0), width=width)
    more = root.locator("summary")
    inside = root.evaluate("""root => {
      const end = root.querySelector(".gb-stage").getBoundingClientRect().bottom;
      return [...root.querySelectorAll(".gb-pieces [data-id]")].every(
        (one) => one.getBoundingClientRect().bottom <= end);
    }""")
    assert inside
    starts = root.evaluate("""root => [...root.querySelectorAll(".gb-pieces > li")]
      .map((one) => one.offsetLeft)""")
    assert starts.count(min(starts)) > 1  # every row begins at the left
    before = more.evaluate("one => one.getBoundingClientRect().top + scrollY")
    for _ in range(3):
        root.locator("[data-action=next]").click()
    after = more.evaluate("one => one.getBoundingClientRect().top + scrollY")
    assert after == pytest.approx(before, abs=1)


def test_a_text_without_any_merge_is_told_as_such(show):
    _, root = show(TokenMerges("a"))
    said = root.locator(".gb-said").inner_text()
    assert said == "GPT-2 joins nothing here."


@pytest.mark.parametrize(
    "text", ["870+871", "大 人", " SolidGoldMagikarp", "untrained"]
)
def test_the_chapter_s_examples_are_gpt_2_s_own(show, text):
    _, root = show(TokenMerges(text))
    assert [number for _, number in shown(root)] == load_gpt2_tokenizer().encode(text)
    told = root.locator(".gb-said").inner_text()
    assert told.startswith("These are GPT-2's own tokens, with their ids.")


def test_an_emoji_is_also_named_in_words(show):
    _, root = show(TokenMerges(EXAMPLES["thumbs"]))
    names = root.locator(".gb-group b").all_inner_texts()
    assert [name.partition(" ")[2] for name in names] == [
        *["thumbs up", "thumbs up", "skin color"]
    ]


@pytest.mark.parametrize("width", [1280, 390])
def test_the_error_covers_nothing(show, width):
    _, root = show(TokenMerges(), width=width)
    root.locator("input[type=text]").fill("x" * 121)
    error = root.locator(".gb-error").bounding_box()
    field = root.locator("input[type=text]").bounding_box()
    assert error["y"] + error["height"] <= field["y"] + 1


def test_cards_of_one_row_are_of_one_height(show):
    _, root = show(TokenMerges("naïve 我", step=0))
    tops = root.evaluate("""root =>
      [...root.querySelectorAll(".gb-pieces > li[data-id]")].map(
        one => [one.offsetTop, one.offsetHeight].join())""")
    assert len(set(tops)) == 1
