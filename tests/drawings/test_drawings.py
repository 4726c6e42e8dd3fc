"""The drawings show the kernel's numbers, to scale."""

import subprocess
import sys

import numpy as np
import pytest
from glassbox import softmax
from glassbox.drawings import _svg
from glassbox.drawings._room import lines, width
from glassbox.figures import _figure

SCORES, TOKENS = [3.01, 0.09, 2.48, 1.95], ["cup", "piano", "mug", "glass"]
BAR, STRIP, TEMPERATURE = 14, 24, 26  # how high the bars of each are
WITHIN = 0.02  # places are written with two decimals


def lengths(bars):
    return np.array([bar[3] for bar in bars])


def test_the_scores_bars_are_as_long_as_the_scores_on_their_side_of_zero(draw):
    scores = np.array([-1.0, 3.0, 0.5])
    bars = draw("softmax_steps", scores, ["a", "b", "c"]).bars(BAR)[:3]
    assert [color for color, *_ in bars] == [1, 2, 3]
    zero = bars[1][1]
    assert bars[0][1] + bars[0][3] == pytest.approx(zero, abs=WITHIN)
    assert bars[2][1] == pytest.approx(zero, abs=WITHIN)
    lines = lengths(bars) / np.abs(scores)
    np.testing.assert_allclose(lines, lines[0], atol=2 * WITHIN)


def test_exponentials_stand_end_to_end_in_the_kernel_s_proportions(draw):
    bars = draw("softmax_steps", SCORES, TOKENS).bars(BAR)[4:]
    shares = lengths(bars) / lengths(bars).sum()
    np.testing.assert_allclose(shares, softmax(np.array(SCORES)), atol=2e-4)
    for (_, left, _, length), (_, next_one, _, _) in zip(bars, bars[1:], strict=False):
        assert left + length == pytest.approx(next_one, abs=WITHIN)


@pytest.mark.parametrize("scores", [SCORES, [5.0] * 4, [1000, 999, 998, 0]])
def test_the_largest_score_is_as_long_as_all_the_exponentials(draw, scores):
    bars = lengths(draw("softmax_steps", scores, TOKENS).bars(BAR))
    assert bars[:4].max() == pytest.approx(bars[4:].sum(), abs=4 * WITHIN + 0.75)


def test_columns_stand_at_their_scores_and_are_as_high_as_probabilities(draw):
    chosen = [1, 3, 2]  # leads that are not equal
    drawn = draw("leads_and_ratios", SCORES, TOKENS, chosen)
    p, z = softmax(np.array(SCORES))[chosen], np.array(SCORES)[chosen]
    colors, left, _, _, high, _ = map(np.array, zip(*drawn.rectangles(), strict=True))
    assert colors.tolist() == [2, 4, 3]
    np.testing.assert_allclose(high / high[0], p / p[0], rtol=2e-3)
    np.testing.assert_allclose(
        np.diff(left) / np.ptp(left), np.diff(z) / np.ptp(z), atol=WITHIN
    )


def test_leads_add_up_and_ratios_multiply_as_written(draw):
    drawn = draw("leads_and_ratios", SCORES, TOKENS, [3, 2, 0])
    assert drawn.words.count("+ 0.53") == drawn.words.count("× 1.70") == 2
    assert {"1.70 × 1.70 = 2.89", "0.53 + 0.53 = 1.06"} <= set(drawn.words)
    assert {"17.4 %", "29.6 %", "50.3 %"} <= set(drawn.words)
    assert "The leads add up: 0.53 + 0.53 = 1.06." in drawn.label


@pytest.mark.parametrize("chosen", [[0, 2, 3], [3, 2], [3, 3, 0]])
def test_three_that_do_not_rise_are_refused(draw, chosen):
    with pytest.raises(ValueError, match="chosen must be three, the lowest first"):
        draw("leads_and_ratios", SCORES, TOKENS, chosen)


def test_the_strip_is_cut_into_the_probabilities(draw):
    parts = draw("softmax_steps", SCORES, TOKENS).bars(STRIP)
    starts = np.array([left for _, left, *_ in parts])
    whole = _svg.WIDTH - 2 * _svg.MARGIN
    shares = np.diff([*starts, _svg.MARGIN + whole]) / whole
    np.testing.assert_allclose(shares, softmax(np.array(SCORES)), atol=2e-4)


def test_the_chapter_s_numbers_are_written(draw):
    drawn = draw("softmax_steps", SCORES, TOKENS)
    assert drawn.words[:2] == ["score z", "0"]
    assert drawn.words[2:10:2] == drawn.words[11:19:2] == TOKENS
    assert drawn.words[3:11:2] == ["3.01", "0.09", "2.48", "1.95"]
    assert drawn.words[10] == "ez, end to end, on a scale of its own"  # the z is raised
    assert drawn.words[12:20:2] == ["20.29", "1.09", "11.94", "7.03"]
    assert drawn.words[19:21] == ["sum", "40.35"]
    told = "probability p: each divided by the sum"
    assert " ".join(drawn.words[21:24]) == told
    assert drawn.words[24::2] == TOKENS
    assert drawn.words[25::2] == ["50.28 %", "2.71 %", "29.59 %", "17.42 %"]


def test_scores_beyond_the_computer_s_numbers_are_drawn_all_the_same(draw):
    drawn = draw("softmax_steps", [1000, 999, -1000], TOKENS[:3])
    assert {"2.0·10⁴³⁴", "7.2·10⁴³³", "5.1·10⁻⁴³⁵", "2.7·10⁴³⁴"} <= set(drawn.words)
    assert {"73.11 %", "26.89 %", "0.00 %"} <= set(drawn.words)
    assert "nan" not in drawn.svg and "inf" not in drawn.svg


def test_a_drawing_says_its_numbers(draw):
    drawn = draw("softmax_steps", SCORES, TOKENS)
    assert drawn.root.get("role") == "img"
    assert drawn.label.startswith(
        "Scores become probabilities in three steps. cup: score 3.01, "
        "exponential 20.29, probability 50.28 %; piano"
    )
    assert drawn.label.endswith("The sum is 40.35.")
    assert repr(drawn.drawing) == f"Drawing: {drawn.label}"
    strip = draw("temperature_strip", SCORES, TOKENS, [1, 20])
    assert "T = 1: cup 50 %, piano 3 %, mug 30 %, glass 17 %;" in strip.label


def test_a_percentage_wider_than_its_part_stands_above_the_strip(draw):
    drawn = draw("temperature_strip", SCORES, TOKENS, [0.2, 1])
    assert "7 %" in drawn.words and "3 %" in drawn.words
    assert "0 %" not in drawn.words


def test_strips_go_from_cold_to_hot_and_keep_the_order_of_the_tokens(draw):
    drawn = draw("temperature_strip", SCORES, TOKENS, [20, 0.5, 1])
    rows = np.array(drawn.bars(TEMPERATURE)).reshape(3, 4, 4)
    assert (rows[:, :, 0] == [1, 2, 3, 4]).all()
    assert drawn.words[:4] == TOKENS
    assert [w for w in drawn.words if "T =" in w] == ["T = 0.5", "T = 1", "T = 20"]
    left, right = rows[0, 0, 1], _svg.WIDTH - _svg.MARGIN
    for row, temperature in zip(rows, (0.5, 1, 20), strict=True):
        shares = np.diff([*row[:, 1], right]) / (right - left)
        expected = softmax(np.array(SCORES), temperature=temperature)
        np.testing.assert_allclose(shares, expected, atol=2e-4)


def test_percent_is_written_in_a_part_or_above_a_narrow_one(draw):
    words = draw("temperature_strip", SCORES, TOKENS, [0.2]).words
    # the glass's part can be seen, the piano's can't
    assert words == [*TOKENS, "T = 0.2", "93 %", "7 %", "<1 %"]
    ties = draw("temperature_strip", [1, 1, 0], TOKENS[:3], [0])
    assert ties.words[-2:] == ["50 %", "50 %"]


@pytest.mark.parametrize(
    "name, rest", [("softmax_steps", ()), ("temperature_strip", ([1],))]
)
def test_what_cannot_be_drawn_is_refused(draw, name, rest):
    for scores in ([1.0], [1.0] * 7, [1.0, np.inf], [[1.0, 2.0]]):
        with pytest.raises(ValueError, match="scores must be 2 to 6 finite numbers"):
            draw(name, scores, TOKENS, *rest)
    with pytest.raises(ValueError, match="4 scores need as many tokens; got 3"):
        draw(name, SCORES, TOKENS[:3], *rest)


def test_a_long_name_is_cut(draw):
    words = draw("softmax_steps", [1, 2], ["a very long name indeed", "b"]).words
    assert words[2].startswith("a very") and words[2].endswith("…")


def test_lines_are_as_few_as_fit_and_about_equally_long():
    assert lines("aaaa bbbb cccc dddd", width("aaaa bbbb cccc")) == [
        "aaaa bbbb",
        "cccc dddd",
    ]
    assert lines("a_very_long_word", 1) == ["a_very_long_word"]


def test_the_colors_are_those_of_the_figures():
    assert {**_figure.NAMES, **_svg.COLORS} == _figure.NAMES


def test_a_drawing_needs_neither_matplotlib_nor_a_notebook():
    program = """
import sys
sys.modules["matplotlib"] = sys.modules["IPython.display"] = None
sys.modules["babel"] = sys.modules["glassbox.figures"] = None
from glassbox import drawings
drawings.softmax_steps([1, 2], ["a", "b"])
drawings.temperature_strip([1, 2], ["a", "b"], [1])
one = [[1, 0, 0, 0], [0, 1, 0, 0]]
drawings.heads_cut(one, one, one, ["a", "b"], 0)
drawings.soft_dictionary([1, 0], [[1, 0]] * 2, [[1, 0]] * 2, "a", "bc", "de")
drawings.three_views([1, 0], [[1, 0]] * 2, [[1, 0]] * 2, [[1, 0]] * 2, "a", "bc")
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    first, second, *attention = result.stdout.splitlines()
    assert first.startswith("Drawing: Scores become")
    assert second.startswith("Drawing: Probabilities at")
    assert [one.split()[1:3] for one in attention] == [
        ["The", "query"], ["The", "query"], ["The", "row"],
    ]  # fmt: skip
