"""The drawings of attention show the kernel's numbers, bands as wide as weights."""

import itertools
import re

import numpy as np
import pytest
from glassbox import scaled_dot_product_attention, split_heads
from glassbox.drawings._room import width as room_of

from tests.drawings.attention_numbers import (
    BEN,
    CALLS,
    CHAPTERS,
    IT,
    NAMED,
    SELF,
    WORDS,
)

QUERY, KEY, VALUE, WEIGHTS = 2, 1, 3, 6  # their colors
BAND, HEAD_S = 59, 58  # how long the bands are, and those of one head of two
LEAST = 0.75  # of a band, which is seen however small its weight
WITHIN = 0.02  # places are written with two decimals


def bands(drawn, width=BAND, color=WEIGHTS):
    """List how high the bands are, from the top down."""
    return [high for _, high in drawn.bands(color, width)]


def test_a_band_is_as_wide_as_the_weight_of_its_key(draw):
    found = scaled_dot_product_attention(
        np.array([IT["query"]], float), np.array(IT["key"]), np.array(IT["value"])
    )
    drawn = draw("soft_dictionary", **IT)
    wide = np.array(bands(drawn))
    expected = np.maximum(25 * found.weights[0], LEAST)
    np.testing.assert_allclose(wide, expected, atol=2 * WITHIN)


def test_the_bands_join_above_the_output(draw):
    drawn = draw("soft_dictionary", **IT)
    flows = drawn.flows()
    widths = [right - left for left, right in flows]
    np.testing.assert_allclose(widths, bands(drawn), atol=2 * WITHIN)
    for (left, _), (_, right) in zip(flows, flows[1:], strict=False):
        assert left == pytest.approx(right, abs=WITHIN)  # side by side


def test_the_soft_dictionary_has_the_chapter_s_numbers(draw):
    words = draw("soft_dictionary", **IT).words
    assert words[:5] == ["query of it", "0", "1", "2", "0"]
    assert "score = query · key / √4" in words
    assert words[words.index("she") :][:9] == (
        ["she", "2", "−2", "0", "0", "−1", "0.0159", "6", "2"]
    )
    assert words[words.index("cup") :][5:9] == ["1", "0.1173", "2", "10"]
    assert words[words.index("tea") :][5:9] == ["3", "0.8668", "10", "0"]
    assert words[-11:] == [
        *("8.998", "1.2049", "output of it", "0", "0", "+ what it knew before"),
        *("8.998", "1.2049", "= what it knows now", "hot", "hard"),
    ]


def test_the_output_is_added_to_what_the_word_knew(draw):
    drawn = draw("soft_dictionary", **IT | {"own": [-3, 0.5]})
    at = drawn.words.index("+ what it knew before")
    assert drawn.words[at - 2 : at] == ["−3", "0.5"]
    assert drawn.words[at + 1 : at + 3] == ["5.998", "1.7049"]
    assert drawn.label.endswith("it knew −3 0.5 before, and knows 5.998 1.7049 now.")


def test_without_what_the_word_knew_the_output_is_the_end(draw):
    drawn = draw("soft_dictionary", **IT | {"own": None})
    assert drawn.words[-5:] == ["8.998", "1.2049", "output of it", "hot", "hard"]


def test_a_query_ten_times_as_long_takes_one_value(draw):
    drawn = draw("soft_dictionary", **IT | {"query": [0, 10, 20, 0], "own": None})
    assert drawn.words[-5:-3] == ["10", "0"]
    assert bands(drawn) == pytest.approx([LEAST, LEAST, 25], abs=WITHIN)


@pytest.mark.parametrize("name", ["query", "key", "value"])
def test_query_key_and_value_keep_their_colors(draw, name):
    color = {"query": QUERY, "key": KEY, "value": VALUE}[name]
    for drawing, given in CHAPTERS:
        if drawing in ("weights_table", "heads_apart"):
            continue  # they have none
        drawn = draw(drawing, **given)
        said = [t for t in drawn.texts if t[0].split(" ")[0] == name]
        assert said and {c for _, c in said} == {color}, drawing


def test_a_square_is_the_stronger_the_more_weight_it_has(draw):
    drawn = draw("weights_table", **SELF)
    squares = [r for r in drawn.rectangles() if r[4] == pytest.approx(44)]
    weights = np.ravel(SELF["weights"])
    assert {r[0] for r in squares} == {WEIGHTS}
    np.testing.assert_allclose(
        [r[5] for r in squares], 0.04 + 0.48 * weights, atol=0.006
    )
    assert len({r[1] for r in squares}) == len({r[2] for r in squares}) == 4


def test_a_table_of_weights_says_who_asks_whom_and_how_much(draw):
    drawn = draw("weights_table", **SELF, caption="One head")
    words = drawn.words
    assert words[:8] == ["One head", "answers", "asks", "sum", *WORDS]
    assert words[8:14] == ["she", "0.12", "0.50", "0.25", "0.12", "1"]
    assert words[14:20] == ["cup", "0", "0", "1.00", "0", "1"]
    bold = [t.text for t in drawn.root.iter() if t.get("font-weight")]
    assert bold == ["One head", "answers", "asks", "0.50", "1.00", "0.70", "0.81"]
    assert drawn.label.startswith("One head. Weights, which add up to 1 in each row.")


def test_a_table_of_one_token_s_weights_has_titles_of_its_own(draw):
    given = {"weights": [[0.25, 0.75]], "rows": ["head 1"], "columns": ["a", "b"]}
    drawn = draw("weights_table", **given, titles=("token 2", "reads token"))
    assert drawn.words[:2] == ["reads token", "token 2"]
    assert "token 2, head 1, asks: a 0.25, b 0.75" in drawn.label


def test_three_views_are_the_row_times_each_matrix(draw):
    drawn = draw("three_views", **BEN)
    words = drawn.words
    assert words[0] == "row of Ben"
    assert words[1:9] == ["verb", "0", "caller", "0", "called", "1", "name", "5"]
    assert words[9:11] == ["1 × called", "+ 5 × name"]
    for letter, w in zip("QKV", ("w_q", "w_k", "w_v"), strict=True):
        at = words.index(f"W{letter}") + 1
        matrix = [float(text) for text in words[at : at + 16]]
        assert matrix == BEN[w].flatten().tolist()
        result = [float(text) for text in words[at + 16 : at + 20]]
        assert result == (BEN["x"] @ BEN[w]).tolist()


def test_the_rows_that_a_token_uses_stand_out(draw):
    rows = [r for r in draw("three_views", **BEN).rectangles() if r[0] == QUERY]
    strengths = [row[5] for row in rows[:4]]
    assert strengths == [0.08, 0.08, 0.26, 0.26]  # verb, caller; called, name


def test_each_head_finds_what_the_kernel_finds_with_its_piece(draw):
    drawn = draw("heads_cut", **CALLS | NAMED)
    words = drawn.words
    assert words[:5] == ["query of calls", "6", "0", "0", "6"]
    finds = [i for i, word in enumerate(words) if word == "finds"]
    assert [words[i - 2 : i] for i in finds] == [["2.99", "0.97"], ["4.90", "0.97"]]
    at = words.index("side by side")
    assert words[at - 4 : at] == ["2.99", "0.97", "4.90", "0.97"]
    assert words[at + 1 :] == [
        *NAMED["value_features"], "one head, uncut", "3.90", "0.49", "3.90", "0.49",
    ]  # fmt: skip
    one = scaled_dot_product_attention(*(CALLS[n] for n in ("query", "key", "value")))
    assert [f"{n:.2f}" for n in one.output[1]] == words[-4:]


def test_a_head_s_bands_are_as_wide_as_its_weights(draw):
    drawn = draw("heads_cut", **CALLS)
    found = np.array(bands(drawn, HEAD_S, VALUE)).reshape(2, 3)
    for high, own in zip(found, (slice(0, 2), slice(2, 4)), strict=True):
        pieces = (CALLS[name][:, own] for name in ("query", "key", "value"))
        weights = scaled_dot_product_attention(*pieces).weights[1]
        expected = np.maximum(12 * weights, LEAST)
        np.testing.assert_allclose(high, expected, atol=2 * WITHIN)


def test_a_head_s_titles_stand_in_one_line_with_room_between_them(draw):
    drawn = draw("heads_cut", **CALLS)
    titles = [word for word in drawn.words if word in ("key", "weight", "value")]
    assert titles == 2 * ["key", "weight", "value"]
    form = r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>(key|weight|value)<'
    at = [(float(y), float(x), word) for x, y, word in re.findall(form, drawn.svg)]
    assert len(at) == 6 and len({y for y, _, _ in at}) == 1
    spans = [
        (x - room_of(word) / 2, x + room_of(word) / 2) for _, x, word in sorted(at)
    ]
    for (_, end), (start, _) in itertools.pairwise(spans):
        assert start - end > 4  # px
    assert "scores 4.24 0 0" in drawn.label  # 6 / √2


def test_one_head_is_drawn_without_a_cut(draw):
    drawn = draw("heads_cut", **CALLS, n_heads=1)
    assert "stroke-dasharray" not in drawn.svg
    assert "stroke-dasharray" in draw("heads_cut", **CALLS).svg
    assert drawn.words[-5:] == ["3.90", "0.49", "3.90", "0.49", "finds"]
    assert not {"side by side", "head 1", "one head, uncut"} & set(drawn.words)


def test_the_last_matrix_mixes_the_answers(draw):
    w_o = [[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, -1], [0, 0, 0, 0]]
    names = ["no. 1", "no. 2", "no. 3", "1 − 3"]
    drawn = draw("heads_cut", **CALLS, w_o=w_o, output_features=names)
    at = drawn.words.index("no. 1")
    assert drawn.words[at : at + 4] == names
    assert draw("heads_cut", **CALLS, w_o=w_o).words == drawn.words  # by default
    assert drawn.words[-4:] == ["3.90", "0.49", "3.90", "0.00"]  # one head, mixed
    assert drawn.label.endswith("Times W^O: 2.99 0.97 4.90 −1.92.")


def test_each_number_keeps_its_head_s_color_while_the_heads_part(draw):
    drawn = draw("heads_apart", n_tokens=3, n_features=4, n_heads=2)
    table = 10 * np.arange(1, 4)[:, None] + np.arange(1, 5)
    wide = [r for r in drawn.rectangles() if r[5] == 0.16]
    numbers = [int(word) for word in drawn.words if word.isdigit()]
    pairs = [tuple(numbers[i : i + 2]) for i in range(0, len(numbers), 2)]
    held = dict.fromkeys(("table", "reshape", "right", "wrong"), ())
    for number, (color, left, top, *_) in zip(pairs, wide, strict=True):
        assert color == (4 if number[0] % 10 == 1 else 5)  # its head's
        is_above, is_left = top < wide[-1][2] / 2, left < 200
        panel = "table" if is_left else "reshape"
        if not is_above:
            panel = "right" if is_left else "wrong"
        held[panel] += ((number, left, top),)
    for panel, split in (
        ("table", table), ("reshape", table.reshape(3, 2, 2)),
        ("right", split_heads(table, 2)), ("wrong", table.reshape(2, 3, 2)),
    ):  # fmt: skip
        in_order = sorted(held[panel], key=lambda one: (one[2], one[1]))
        assert np.ravel([one[0] for one in in_order]).tolist() == split.ravel().tolist()
    for panel in ("right", "wrong"):  # one head above the other
        assert len({left for _, left, _ in held[panel]}) == 1
    assert drawn.words.count("(2, 3, 2)") == 1


def test_each_row_that_a_reshape_alone_gets_wrong_is_marked(draw):
    drawn = draw("heads_apart", n_tokens=3, n_features=4, n_heads=2)
    marked = [word for word in drawn.words if word.startswith("✗")]
    assert marked == ["✗ token 1", "✗ token 2", "✗ token 2", "✗ token 3"]
    wrong = np.arange(12).reshape(2, 3, 2)
    right = split_heads(np.arange(12).reshape(3, 4), 2)
    assert (wrong != right).any(axis=-1).sum() == len(marked)
    assert "head 2 holds 13 14, 23 24, 33 34. A reshape" in drawn.label
    assert drawn.label.endswith("13 14, 21 22; head 2 holds 23 24, 31 32, 33 34.")


def test_the_drawings_say_their_numbers(draw):
    labels = [draw(name, **given).label for name, given in CHAPTERS]
    assert labels[0] == (
        "The query of it, 0 1 2 0, meets 3 keys. "
        "she: key 2 −2 0 0, score −1, weight 0.0159, value 6 2; "
        "cup: key 0 2 0 2, score 1, weight 0.1173, value 2 10; "
        "tea: key 0 2 2 0, score 3, weight 0.8668, value 10 0. "
        "Output: hot 8.998, hard 1.2049. "
        "it knew 0 0 before, and knows 8.998 1.2049 now."
    )
    assert "; it asks: she 0.01, cup 0.11, tea 0.81, it 0.07" in labels[1]
    assert "value 5 0 5 1, what I hand over" in labels[2]
    assert "head 2 asks 0 6, scores 0 0 4.24, weighs Mia 0.01" in labels[3]
    assert labels[3].endswith("One head, uncut, finds 3.90 0.49 3.90 0.49.")
    assert all(len(label.split()) >= 12 for label in labels)


@pytest.mark.parametrize(
    "name, given, change, said",
    [
        ("soft_dictionary", IT, {"key": [1, 2]}, r"key must be .* got shape \(2,\)"),
        ("soft_dictionary", IT, {"query": [1, 2]}, "query must be .* in 4 columns"),
        ("soft_dictionary", IT, {"value": [[1, 2, 3]] * 3}, "in 2 columns"),
        ("soft_dictionary", IT, {"value": [[1, 2]]}, "got 3 keys, 1 values"),
        ("soft_dictionary", IT, {"key_tokens": ["she"]}, "3 keys need as many names"),
        ("soft_dictionary", IT, {"value_features": ["hot"]}, "2 features of a value"),
        ("soft_dictionary", IT, {"query": [0, 1, -12.5, 0]}, "−12.5 is too long"),
        ("soft_dictionary", IT, {"own": [0]}, "own must be .* in 2 columns"),
        ("weights_table", SELF, {"weights": [[0.5, 0.5]]}, "1 rows need as many"),
        ("weights_table", SELF, {"rows": ["she"]}, "4 rows need as many names; got 1"),
        ("weights_table", SELF, {"columns": WORDS[1:]}, "4 columns need as many"),
        ("weights_table", SELF, {"weights": np.full((7, 4), 0.25)}, "6 rows; got 7"),
        ("weights_table", SELF, {"weights": np.full((4, 4), 0.3)}, "add up to 1; got"),
        ("weights_table", SELF, {"weights": [[2, -1]]}, "add up to 1|as many names"),
        ("three_views", BEN, {"x": [1, np.nan, 0, 0]}, "x must be finite numbers"),
        ("three_views", BEN, {"w_k": np.ones((3, 4))}, "w_k must have 4 rows"),
        ("three_views", BEN, {"w_v": np.ones((4, 5))}, "w_v must be .* 1 to 4 columns"),
        ("three_views", BEN, {"features": ["verb"]}, "4 numbers of x need as many"),
        ("heads_cut", CALLS, {"tokens": ["Mia"]}, "got 3, 3, 3 rows for 1 tokens"),
        ("heads_cut", CALLS, {"key": np.ones((3, 6))}, "key must be .* in 4 columns"),
        ("heads_cut", CALLS, {"row": 3}, "row must be from 0 to 2; got 3"),
        ("heads_cut", CALLS, {"w_o": np.ones((3, 4))}, "w_o must have 4 rows; got 3"),
        ("heads_cut", CALLS, {"n_heads": 3}, "n_heads must be 1 or 2; got 3"),
        ("heads_apart", {"n_tokens": 3, "n_features": 5}, {"n_heads": 2}, "got 5"),
        ("heads_apart", {"n_tokens": 3, "n_features": 4}, {"n_heads": 4}, "2 to 3"),
        ("heads_apart", {"n_heads": 2, "n_features": 4}, {"n_tokens": 10}, "got 10"),
        ("heads_cut", CALLS, {"value_features": ["a"]}, "4 features of a value need"),
    ],
)
def test_what_cannot_be_drawn_of_attention_is_refused(draw, name, given, change, said):
    with pytest.raises(ValueError, match=said):
        draw(name, **given | change)
