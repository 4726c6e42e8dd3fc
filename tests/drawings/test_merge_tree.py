"""The drawing of merges: each token below those that it was made of."""

import re

import pytest
from glassbox import drawings

MERGES = [("l", "o"), ("lo", "w"), ("low", "e")]


@pytest.fixture
def drawn(monkeypatch):
    """What the drawing shows, without a notebook."""
    shown = []
    monkeypatch.setattr("glassbox.drawings._merge_tree.show", shown.append)

    def draw(*given):
        drawings.merge_tree(*given)
        return shown[-1]

    return draw


def test_it_draws_the_letters_and_a_row_for_each_merge(drawn):
    svg = drawn(["low", "lower", "lowest"], MERGES).svg
    words = re.findall(r"<text[^>]*>([^<]+)</text>", svg)
    assert [word for word in words if " " in word] == [
        "letters: 14 tokens",
        "merge 1: l + o, count 3; 11 tokens left",
        "merge 2: lo + w, count 3; 8 tokens left",
        "merge 3: low + e, count 2; 6 tokens left",
    ]
    assert words[-6:] == ["low", "lowe", "r", "lowe", "s", "t"]


def test_it_is_described_in_words(drawn):
    text = drawn(["low", "lower"], MERGES).text
    assert "merge 3: low + e, count 1; 3 tokens left" in text
    assert text.endswith("They end as low; lowe r.")


def test_one_text_is_drawn_in_each_of_its_cuts(drawn, monkeypatch):
    shown = []
    monkeypatch.setattr("glassbox.drawings._merge_tree.show", shown.append)
    drawings.token_rows({"letters": list(" low"), "cut": [" l", "ow"]})
    words = re.findall(r"<text[^>]*>([^<]+)</text>", shown[0].svg)
    assert words == ["letters", "␣", "l", "o", "w", "cut", "␣l", "ow"]
    assert shown[0].text.endswith("letters: ␣ l o w; cut: ␣l ow.")


def test_the_pieces_of_a_text_are_drawn_in_letters(drawn, monkeypatch):
    shown = []
    monkeypatch.setattr("glassbox.drawings._merge_tree.show", shown.append)
    drawings.split_row(["We", " go", "."])
    words = re.findall(r"<text[^>]*>([^<]+)</text>", shown[0].svg)
    assert words == ["3 pieces: no merge crosses a gap", *"We␣go."]
    assert shown[0].text.endswith("They are We, ␣go, ..")


def test_what_does_not_fit_is_refused(drawn):
    with pytest.raises(ValueError, match="at most 26 letters; got 30"):
        drawn(["abcdefghijklmnopqrstuvwxyzabcd"], [])
    with pytest.raises(ValueError, match="of one text; got 2"):
        drawings.token_rows({"a": ["ab"], "b": ["a"]})
    with pytest.raises(ValueError, match="words with letters"):
        drawn(["low", ""], [])
