"""Which note each letter asks for, and what rises in training: places and words."""

import re

import numpy as np
import pytest
from glassbox.models import induction

from tests.drawings import test_drawings_in_pages as pages
from tests.figures.test_figures_in_pages import FAULTS

opened, made_up_language = pages.opened, pages.made_up_language

TAG = "{http://www.w3.org/2000/svg}"
RECORD = induction.load_record()
CURVES = {"right answers": RECORD["2"][0]["later"], "back": RECORD["2"][0]["previous"]}
COPIES = {
    "2.1": [9.0 - i for i in range(26)],
    "2.2": [i - 15.5 for i in range(26)],
}
SCORES = [[3.0, -1.0, 0.0], [1.5, 2.0, 0.1], [-2.0, 0.0, 0.6]]


def alphabet():
    """Return a score for each pair of 26 letters, the highest on the diagonal."""
    rng = np.random.default_rng(0)
    return rng.normal(size=(26, 26)) + 8 * np.eye(26)


def squares(drawn):
    """List the squares of a matrix: (left, top, opacity)."""
    found = []
    for path in drawn.root.iter(TAG + "path"):
        opacity = float(path.get("fill-opacity", "1"))
        places = re.findall(r"M([\d.]+) ([\d.]+)h", path.get("d"))
        found += [(float(x), float(y), opacity) for x, y in places]
    return found


def test_a_square_is_as_strong_as_its_score_and_empty_from_0_down(draw):
    drawn = draw("letter_matches", SCORES, "abc")
    found = squares(drawn)
    lefts, tops = ({one[axis] for one in found} for axis in (0, 1))
    at = {(sorted(tops).index(y), sorted(lefts).index(x)): o for x, y, o in found}
    assert at == {(0, 0): 1, (1, 0): 0.5, (1, 1): 0.7, (2, 2): 0.2}
    assert "3.0" in drawn.words
    told = "own note for 3 of 3. On the diagonal the mean is 1.9, elsewhere −0.2."
    assert drawn.label.endswith(told)


@pytest.mark.parametrize(
    ("scores", "letters", "rule"),
    [
        ([[1.0]], "a", "2 to 26 letters; got 1"),
        (SCORES, "abcd", "finite, (4, 4); got (3, 3)"),
        ([[1.0, np.nan], [0.0, 1.0]], "ab", "finite"),
        (-np.eye(2), "ab", "above 0"),
    ],
)
def test_what_is_no_matrix_of_scores_is_refused(draw, scores, letters, rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        draw("letter_matches", scores, letters)


def test_lines_run_from_0_to_1_and_as_long_as_the_steps(draw):
    steps, line = [0, 100, 400], [0.0, 0.5, 1.0]
    drawn = draw("rising_scores", steps, {"up": line, "down": line[::-1]})
    ways = [p for p in drawn.root.iter(TAG + "path") if p.get("stroke-width")]
    up, down = (
        np.reshape([float(v) for v in re.findall(r"-?[\d.]+", p.get("d"))], (-1, 2))
        for p in ways
    )
    np.testing.assert_allclose((up[1] - up[0])[0] * 3, (up[2] - up[1])[0], atol=0.05)
    np.testing.assert_allclose(np.diff(up[:, 1]), [-65, -65], atol=0.02)
    np.testing.assert_allclose(down[::-1, 1], up[:, 1], atol=0.02)
    assert {"steps", "0", "200", "400", "0.5", "1", "up", "down"} <= set(drawn.words)
    assert "up from 0.00, at 0.5 by step 100, to 1.00" in drawn.label


def test_a_letter_s_bars_are_as_long_as_what_each_head_adds_and_none_is_below_0(draw):
    drawn = draw("copied_letters", {"2.1": [8.0, 2, -1], "2.2": [-3, 4, 6]}, "abc")
    shapes = [
        (path.get("d"), path.get("fill"))
        for path in drawn.root.iter(TAG + "path")
        if path.get("d").endswith("Z")
    ]
    highs = []
    for way, color in shapes:
        ys = [float(y) for _, y in re.findall(r"([\d.]+) ([\d.]+)", way)]
        highs.append((color, round(max(ys) - min(ys), 1)))
    first, second = "#C24E00", "#A0457A"
    assert highs[1:] == [(first, 52), (first, 13), (second, 26), (second, 39)]
    assert "8.0" in drawn.words
    colors = {text.text: text.get("fill") for text in drawn.root.iter(TAG + "text")}
    assert [colors[one] for one in "abc"] == [first, second, second]
    assert "head 2.1 adds more for a; head 2.2 adds more for b c" in drawn.label


@pytest.mark.parametrize(
    ("adds", "letters", "rule"),
    [
        ({"2.1": [1.0, 2]}, "ab", "two heads"),
        ({"2.1": [1.0, 2], "2.2": [1, np.inf]}, "ab", "finite"),
        ({"2.1": [1.0], "2.2": [2]}, "a", "2 to 26 letters; got 1"),
        ({"2.1": [1.0, 2], "2.2": [2, 1]}, "abc", "2 numbers"),
        ({"2.1": [-1.0, -2], "2.2": [0, -1]}, "ab", "above 0"),
    ],
)
def test_what_no_two_heads_can_add_is_refused(draw, adds, letters, rule):
    with pytest.raises(ValueError, match=rule):
        draw("copied_letters", adds, letters)


@pytest.mark.parametrize(
    ("steps", "lines", "rule"),
    [
        ([0, 1], {}, "1 to 4 lines; got 0"),
        ([0, 1], {"a": [0.1]}, "a number for each of 2 steps"),
        ([0, 1], {"a": [0.1, 1.1]}, "between 0 and 1"),
        ([1, 1], {"a": [0.1, 0.2]}, "steps must rise"),
    ],
)
def test_what_cannot_rise_is_refused(draw, steps, lines, rule):
    with pytest.raises(ValueError, match=rule):
        draw("rising_scores", steps, lines)


@pytest.fixture
def all_drawn(draw):
    return [
        draw("letter_matches", alphabet(), induction.LETTERS),
        draw("rising_scores", RECORD["steps"], CURVES),
        draw("copied_letters", COPIES, induction.LETTERS),
    ]


def test_they_are_plain_svg_and_no_word_escapes_translation(
    made_up_language, draw, all_drawn
):
    for drawn in all_drawn:
        assert len(drawn.svg.encode()) <= 40_000
        assert not re.search(r"\bid=|href|url\(|<style|<!", drawn.svg)
        left = re.sub("⟦[^⟦⟧]*⟧", "", "\n".join(drawn.words)).split("\n")
        assert {w for w in left if re.search("[A-Za-z]{2,}", w)} <= {*CURVES}
        assert drawn.label.startswith("⟦")


@pytest.mark.browser
@pytest.mark.parametrize("font", ["Helvetica, Arial, sans-serif", "DejaVu Sans"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_word_is_cut_or_lies_on_another(all_drawn, opened, width, font):
    page = opened("".join(one.svg for one in all_drawn), font=font, width=width)
    assert page.locator("svg").count() == 3
    assert page.evaluate(FAULTS) == []
