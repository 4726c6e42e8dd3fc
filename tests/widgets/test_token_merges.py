"""The widget of token merges: its rules, its fallback, and its page."""

import json
import re
from pathlib import Path

import nbformat
import pytest
from glassbox.models.tokenizer import load_gpt2_tokenizer, pack_merges
from glassbox.widgets import TokenMerges
from glassbox.widgets.token_merges.merges import (
    CARRIED,
    EXAMPLES,
    FEW,
    WORDS,
    carried,
    known_words,
    merge_steps,
)
from traitlets import TraitError

CHAPTER = Path(__file__).parents[2] / "chapters" / "tokens.ipynb"
TABLE = Path(__file__).parents[1] / "models" / "gpt2_ids.json"
TEXTS = [text for text, _ in json.loads(TABLE.read_text("utf-8"))]
SHOWN = """root => [...root.querySelectorAll(".gb-pieces li")].map(one =>
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


def test_it_carries_the_first_merges_and_what_the_chapter_s_words_need():
    whole, some = load_gpt2_tokenizer(), carried()
    assert pack_merges(list(whole.merges)[:CARRIED]) == TokenMerges().merges["first"]
    later = {place for place in some.merges.values() if place >= CARRIED}
    assert 0 < len(later) < 2000
    assert all(whole.merges[pair] == place for pair, place in some.merges.items())
    for text in (*EXAMPLES.values(), *known_words()):
        assert some.cut(text) == whole.cut(text)


def test_a_light_one_cuts_the_chapter_s_words_as_the_whole_does():
    whole, few = load_gpt2_tokenizer(), carried(FEW)
    for text in (*EXAMPLES.values(), *known_words()):
        assert few.cut(text) == whole.cut(text)
    sizes = [
        len(json.dumps(TokenMerges(light=light).merges)) for light in (True, False)
    ]
    assert sizes[0] < sizes[1] / 2
    assert "Cut with the first 2,000 of GPT-2" in TokenMerges(light=True).fallback


def test_every_word_of_the_chapter_comes_out_as_gpt_2_s():
    cells = nbformat.read(CHAPTER, 4).cells
    printed = (o.get("text", "") for c in cells for o in c.get("outputs", []))
    text = " ".join([*(c.source for c in cells[2:]), *printed])
    words = set(re.findall(r"[^\W\d_]+", re.sub(r"https?:[^)]*", "", text)))
    words |= {sign for sign in text if sign > "\u3000"}
    whole, some = load_gpt2_tokenizer(), carried()
    parts = [part for word in words for part in (word, f" {word}")]
    wrong = [part for part in parts if some.cut(part) != whole.cut(part)]
    assert wrong == [], f"add these to {WORDS.name}"


@pytest.mark.parametrize("text", [*EXAMPLES.values(), "a", "   ", "zzz don't 〇"])
def test_the_last_step_is_the_tokenizer_s_own_cut(text):
    steps = merge_steps(text)
    assert steps[0].tokens == [bytes([byte]) for byte in text.encode()]
    assert steps[-1].tokens == carried().cut(text)
    places = [carried().merges[step.pair] for step in steps[1:]]
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


def shown(root):
    return root.evaluate(SHOWN)


def ids_of(step):
    return [carried().ids[token] for token in step.tokens]


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
    signs = root.locator(".gb-pieces li b").all_inner_texts()
    assert "".join(signs) == "我我喜喜喜欢欢欢学学习习"


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_step_of_an_example_is_python_s(show, name):
    _, root = show(TokenMerges(EXAMPLES[name]))
    steps = merge_steps(EXAMPLES[name])
    root.locator("[data-action=start]").click()
    for number, step in enumerate(steps):
        assert [i for _, i in shown(root)] == ids_of(step)
        said = root.locator(".gb-said").inner_text()
        if number:
            place = carried().merges[step.pair] + 1
            assert said.startswith(f"Step {number} of {len(steps) - 1}: ")
            assert said.endswith(f"merge {place:,} in GPT-2's list.")
        else:
            assert said.startswith("Nothing is joined yet: each byte is a token.")
        end = "These are GPT-2's own tokens" in root.locator(".gb-limit").inner_text()
        assert end == (number == len(steps) - 1)
        if number < len(steps) - 1:
            root.locator("[data-action=next]").click()


def test_typing_cuts_anew_and_what_is_too_long_is_told(show):
    _, root = show(TokenMerges())
    field = root.locator("input[type=text]")
    field.fill(" strawberry")
    assert shown(root) == [["␣strawberry", 41236]]
    field.fill("strawberry")
    assert [piece for piece, _ in shown(root)] == ["st", "raw", "berry"]
    field.fill("x" * 121)
    error = root.locator(".gb-error")
    assert error.inner_text() == "At most 120 characters fit here; these are 121."
    assert [piece for piece, _ in shown(root)] == ["st", "raw", "berry"]
    field.fill("")
    assert error.inner_text() == "Type at least one character."
    root.locator("[data-action=reset]").click()
    assert error.inner_text() == ""
    assert field.input_value() == EXAMPLES["english"]


def test_playing_goes_from_the_bytes_to_the_last_merge_and_stops(show):
    watched, root = show(TokenMerges("low"), clock=True)
    play = root.locator("[data-action=play]")
    play.click()
    assert [piece for piece, _ in shown(root)] == ["l", "o", "w"]
    assert play.get_attribute("aria-pressed") == "true"
    watched.page.clock.run_for(5000)
    assert shown(root) == [["low", 9319]]
    assert play.get_attribute("aria-pressed") == "false"


def test_what_a_merge_has_made_is_marked_until_the_last(show):
    _, root = show(TokenMerges("low low", step=1))
    new = root.locator("li[data-new=true] code")
    first = merge_steps("low low")[1]
    assert new.count() == first.tokens.count(b"".join(first.pair)) >= 1
    root.locator("[data-action=end]").click()
    assert new.count() == 0


def test_the_words_that_no_merge_joins_stand_apart(show):
    _, root = show(TokenMerges("We don't pay $100."))
    starts = root.locator("li[data-starts=true] code").all_inner_texts()
    assert starts == ["We", "␣don", "'t", "␣pay", "␣$", "100", "."]


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
    assert told == "These are GPT-2's own tokens, each with its number."


def test_where_a_later_merge_may_join_tokens_the_widget_says_so(show):
    _, root = show(TokenMerges())
    root.locator("input[type=text]").fill("a psychologist's zeppelin")
    told = root.locator(".gb-said").inner_text()
    assert told.startswith("GPT-2 may join some of these further")


@pytest.mark.parametrize("width", [1280, 390])
def test_the_error_covers_nothing(show, width):
    _, root = show(TokenMerges(), width=width)
    root.locator("input[type=text]").fill("x" * 121)
    error = root.locator(".gb-error").bounding_box()
    field = root.locator("input[type=text]").bounding_box()
    assert error["y"] + error["height"] <= field["y"] + 1


def test_cards_of_one_row_are_of_one_height(show):
    _, root = show(TokenMerges("naïve 我", step=0))
    tops = root.evaluate("""root => [...root.querySelectorAll(".gb-pieces li")]
      .map(one => [one.offsetTop, one.offsetHeight].join())""")
    assert len(set(tops)) == 1
