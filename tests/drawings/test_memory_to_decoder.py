"""The drawing from the encoder's memory to the decoder: its words, its arrows."""

import pytest

EXPONENTIALS = [[1, 1, 6], [1, 2, 1]]
VALUES = [[4, 0], [0, 8], [8, 8]]
SOURCE, TARGET = ["21", "Nov", "2026"], ["<start>", "2026"]
GIVEN = {
    "exponentials": EXPONENTIALS, "value": VALUES, "source": SOURCE, "target": TARGET,
}  # fmt: skip
KEY, QUERY, VALUE = 1, 2, 3  # their colors


@pytest.fixture
def drawn(draw):
    return draw("memory_to_decoder", **GIVEN)


def test_it_names_the_three_arrows_in_their_colors(drawn):
    named = dict(drawn.texts)
    assert [named["keys"], named["values"], named["queries"]] == [KEY, VALUE, QUERY]


def test_it_writes_the_exponentials_below_their_source_tokens(drawn):
    start = drawn.words.index("exponentials") + 1
    heads = ["21", "k₁", "Nov", "k₂", "2026", "k₃"]
    rows = ["q₁", "<start>", "1", "1", "6", "q₂", "2026", "1", "2", "1"]
    assert drawn.words[start : start + 16] == [*heads, *rows]


def test_it_writes_each_value_below_its_vector_and_leaves_the_outputs_open(drawn):
    words = drawn.words
    assert [w for w in words if ", " in w] == [
        "4, 0", "0, 8", "8, 8", "v₁ v₂ v₃, made from M", "M, 3 × d",
    ]  # fmt: skip
    assert words.count("?") == 4
    assert "6.5" not in words


def test_its_description_has_the_numbers_and_says_what_is_left_open(drawn):
    assert "2026 has the value 8, 8. Keys and values go from the memory" in drawn.label
    assert "2026 has the exponentials 1 2 1. What each one finds is" in drawn.label


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (
            {"exponentials": [[1, 1]]},
            "exponentials must be finite .* in 3 columns",
        ),
        ({"value": [[1], [2], [3]]}, "value must be finite .* in 2 columns"),
        (
            {"target": ["<start>"]},
            "and 2 target tokens; got 2, 3, 3, 1",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_its_rule(draw, change, rule):
    with pytest.raises(ValueError, match=rule):
        draw("memory_to_decoder", **GIVEN | change)
