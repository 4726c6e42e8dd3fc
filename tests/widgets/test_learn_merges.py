"""The widget of learning merges: its rules, its fallback, and its page."""

import re

import pytest
from glassbox import train_bpe
from glassbox.widgets import LearnMerges
from glassbox.widgets.learn_merges import EXAMPLES
from glassbox.widgets.learn_merges.learning import count_pairs, joined, read_words
from traitlets import TraitError

CARDS = """root => [...root.querySelectorAll(".gb-words ol")].map(word =>
  [...word.children].map(one => one.textContent))"""
PAIRS = """root => [...root.querySelectorAll(".gb-pairs button")].map(one =>
  [one.querySelector("code").textContent, Number(one.querySelector("b").textContent)])
"""


def test_the_state_is_kept_as_given():
    widget = LearnMerges("aab ab", merges=[("a", "b")])
    assert (widget.content, widget.merges) == ("aab ab", [["a", "b"]])
    assert repr(widget) == "LearnMerges('aab ab', merges=[['a', 'b']])"
    widget.set(content="low", merges=[])
    assert (widget.content, widget.merges) == ("low", [])


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("content", "", "content must have from 1 to 48 characters; got 0"),
        ("content", "x" * 49, "content must have from 1 to 48 characters; got 49"),
        ("content", "  ", "content must have a word; got '  '"),
        ("content", "hat", "merge 1 must join neighbors in the words; got l + o"),
        ("merges", "lo", "merges must be a list of pairs of tokens; got 'lo'"),
        ("merges", [("l",)], "merges must be a list of pairs of tokens; got ['l']"),
        ("merges", [("l", "w")], "merge 1 must join neighbors in the words; got l + w"),
        ("merges", [("l", "o")] * 2, "merge 2 must join neighbors in the words"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = LearnMerges("low", merges=[("l", "o")])
    before = (widget.content, widget.merges, widget.fallback)
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert (widget.content, widget.merges, widget.fallback) == before


def test_the_fallback_has_each_merge_with_its_count_and_the_words():
    words = EXAMPLES["low"]
    merges = train_bpe(dict.fromkeys(words.split(), 1), 3)
    text = LearnMerges(words, merges=merges).fallback
    rows = re.findall(r"<td>(.*?)</td><td>(.*?)</td><td>(.*?)</td>", text)
    assert rows == [
        ("", "", "14"),
        ("l + o", "3", "11"),
        ("lo + w", "3", "8"),
        ("low + e", "2", "6"),
    ]
    assert "low; lowe r; lowe s t." in text
    assert "now lowe + r, with 1" in text
    assert "Every word is one token" in LearnMerges("a").fallback


# ---- its page ------------------------------------------------------------------------

pytestmark = pytest.mark.browser


def as_shown(content, merges):
    words = read_words(content)
    for pair in merges:
        words = joined(words, pair)
    pairs = [[f"{left} + {right}", n] for (left, right), n in count_pairs(words)]
    return [list(word) for word in words], pairs


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_most_frequent_pairs_are_those_that_the_kernel_learns(show, name):
    watched, root = show(LearnMerges(EXAMPLES[name]))
    merges = train_bpe(read_words(EXAMPLES[name]), 20)
    for n in range(len(merges) + 1):
        cards, pairs = as_shown(EXAMPLES[name], merges[:n])
        assert root.evaluate(CARDS) == cards
        assert root.evaluate(PAIRS) == pairs
        most = root.locator("[data-action=most]")
        assert most.get_attribute("aria-disabled") == f"{not pairs}".lower()
        if pairs:
            most.click()
    assert watched.errors == []


def test_the_reader_chooses_another_pair(show):
    _, root = show(LearnMerges())
    root.get_by_label("join w and e, which stand together 2 times").click()
    for _ in range(2):
        root.locator("[data-action=most]").click()
    assert root.evaluate(CARDS) == [["lo", "w"], ["lowe", "r"], ["lowe", "s", "t"]]
    assert root.locator(".gb-list li").all_inner_texts() == [
        "w + e, count 2: 12 tokens left",
        "l + o, count 3: 9 tokens left",
        "lo + we, count 2: 7 tokens left",
    ]
    assert root.locator(".gb-count").inner_text() == "7 tokens after 3 merges"
    root.locator("[data-action=undo]").click()
    assert root.locator(".gb-count").inner_text() == "9 tokens after 2 merges"


def test_pairs_that_overlap_are_all_counted_and_the_joins_are_told(show):
    _, root = show(LearnMerges("zzz zzz"))
    assert root.evaluate(PAIRS) == [["z + z", 4]]
    root.locator("[data-action=most]").click()
    assert root.locator(".gb-list li").all_inner_texts() == [
        "z + z, count 4, but they overlap, so 2 joined: 4 tokens left"
    ]


def test_the_rule_can_be_beaten(show):
    _, root = show(LearnMerges(EXAMPLES["the"]))
    for pair in ("t + h", "e + r"):
        root.locator(".gb-pairs button", has_text=pair).click()
    assert root.locator(".gb-count").inner_text() == "22 tokens after 2 merges"
    root.locator("summary").click()
    assert "30 → 25 → 23 → 21" in root.locator(".gb-more").inner_text()


def test_a_pair_that_is_pointed_at_is_marked_in_the_words(show):
    _, root = show(LearnMerges("aab ab"))
    marked = root.locator("li[data-marked=true]")
    assert marked.count() == 0
    root.locator(".gb-pairs button", has_text="a + b").hover()
    assert marked.all_inner_texts() == ["a", "b", "a", "b"]
    root.locator(".gb-count").hover()
    assert marked.count() == 0


@pytest.mark.parametrize("pair", ["h + e", "t + h"])
def test_after_a_tap_no_other_pair_is_marked(show, pair):
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    _, root = show(LearnMerges(EXAMPLES["the"]), **phone)
    root.locator(".gb-pairs button", has_text=pair).tap()
    assert root.locator(".gb-list li").count() == 1
    assert root.locator("li[data-marked=true]").count() == 0


def test_words_are_counted_and_new_ones_start_without_merges(show):
    _, root = show(LearnMerges(merges=[("l", "o")]))
    field = root.locator("input[type=text]")
    field.fill("aab aab ab")
    assert root.locator(".gb-count").inner_text() == "8 tokens, no merges yet"
    assert root.locator(".gb-words small").all_inner_texts() == ["× 2"]
    assert root.evaluate(PAIRS) == [["a + b", 3], ["a + a", 2]]
    field.fill("   ")
    assert (
        root.locator(".gb-error").inner_text()
        == "Type at least one word. The old words stay."
    )
    field.fill("x" * 49)
    error = root.locator(".gb-error").inner_text()
    assert error == "49 characters: at most 48 fit. The old words stay."
    root.locator("[data-action=reset]").click()
    assert field.input_value() == EXAMPLES["low"]
    assert root.locator(".gb-count").inner_text() == "11 tokens after 1 merge"


def test_the_keyboard_joins_pairs_one_after_the_other(show):
    watched, root = show(LearnMerges())
    root.locator("[data-action=pair-0]").focus()
    for _ in range(3):
        watched.page.keyboard.press("Enter")
        focused = watched.page.evaluate("document.activeElement.dataset.action")
        assert focused == "pair-0"
    assert root.evaluate(CARDS)[0] == ["low"]
