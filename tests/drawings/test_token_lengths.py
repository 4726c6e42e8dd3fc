"""The drawing of how long tokens are over the vocabulary's size."""

import re

import pytest
from glassbox import drawings

SIZES = [83, 583, 1083]
TEXTS = {"first half": [1, 2.83, 3.54], "second half": [1, 2.38, 2.78]}
WORDS = {"whole words": (943, 3.96)}


@pytest.fixture
def drawn(monkeypatch):
    """What the drawing shows, without a notebook."""
    shown = []
    monkeypatch.setattr("glassbox.drawings._token_lengths.show", shown.append)

    def draw(*given):
        drawings.token_lengths(*given)
        return shown[-1]

    return draw


def test_the_lines_rise_with_their_lengths(drawn):
    svg = drawn(SIZES, TEXTS, WORDS).svg
    lines = re.findall(r'<path d="M([^"Z]+)" stroke-width="2"', svg)
    ways = [[tuple(map(float, p.split())) for p in line.split("L")] for line in lines]
    assert [len(way) for way in ways] == [3, 3]
    unit = ways[0][0][1] - ways[0][-1][1]
    assert (ways[1][0][1] - ways[1][-1][1]) / unit == pytest.approx(1.78 / 2.54, 0.01)
    assert ways[0][0] == ways[1][0]
    across = [x for x, _ in ways[0]]
    assert across[1] - across[0] == pytest.approx(across[2] - across[1], abs=0.2)


def test_it_names_its_axes_lines_and_dots_and_is_described(drawn):
    drawing = drawn(SIZES, TEXTS, WORDS)
    words = re.findall(r"<text[^>]*>([^<]+)</text>", drawing.svg)
    axes = ["characters per token", "vocabulary size"]
    assert {*axes, *TEXTS, *WORDS, "0", "4", "500", "1000"} <= set(words)
    assert "second half: from 1.00 with 83 tokens to 2.78 with 1083" in drawing.text
    assert "whole words: 3.96 with 943 tokens" in drawing.text


def test_what_does_not_fit_is_refused(drawn):
    with pytest.raises(ValueError, match="1 or 2 texts; got 0"):
        drawn(SIZES, {}, {})
    with pytest.raises(ValueError, match="a length for each"):
        drawn(SIZES, {"a": [1, 2]}, {})
