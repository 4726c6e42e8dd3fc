"""The drawing of the causal triangle: who reads what, and where the answer stands."""

import re

import pytest

GIVEN = ["[start]", "jam", "tea", ":", "jam", "tea"]
ANSWERS = ["jam", "tea", ":", "jam", "tea", "."]
INPUT, ANSWER = 1, 4  # their colors


def grid(drawn):
    """List what is written in each row of the triangle, with its color."""
    texts = drawn.texts
    start = texts.index(("must write", ANSWER)) + 1
    return [texts[i : i + 8] for i in range(start, len(texts), 8)]


def test_each_row_reads_up_to_itself_and_writes_the_next_token(draw):
    rows = grid(draw("shifted_triangle", GIVEN, ANSWERS))
    assert len(rows) == 6
    for t, row in enumerate(rows):
        assert [word for word, _ in row] == [*GIVEN, "→", ANSWERS[t]]
        assert row[-1][1] == ANSWER


def test_the_answer_stands_just_right_of_the_stairs(draw):
    rows = grid(draw("shifted_triangle", GIVEN, ANSWERS))
    for t, row in enumerate(rows):
        marked = [j for j, (_, color) in enumerate(row[:6]) if color == ANSWER]
        assert marked == ([t + 1] if t < 5 else [])


def test_what_is_hidden_is_dashed_and_what_is_read_is_filled(draw):
    drawn = draw("shifted_triangle", GIVEN, ANSWERS)
    assert drawn.svg.count("stroke-dasharray") == 15  # 5 + 4 + 3 + 2 + 1
    cells = [r for r in drawn.rectangles() if r[0] == INPUT and r[5] < 1]
    assert len(cells) == 6 + 21  # the input, and the stairs


def test_each_token_of_the_text_goes_one_to_the_right(draw):
    drawn = draw("shifted_triangle", GIVEN, ANSWERS)
    slopes = re.findall(r'd="M([\d.]+) [\d.]+L([\d.]+) [\d.]+"', drawn.svg)
    steps = [float(end) - float(start) for start, end in slopes]
    assert len(slopes) == 5
    # One cell of six; places have two decimals.
    assert steps == pytest.approx([(400 - 24 - 72) / 6] * 5, abs=0.02)


def test_it_is_told_in_words(draw):
    label = draw("shifted_triangle", GIVEN, ANSWERS).label
    assert "[start] → jam; [start] jam → tea; [start] jam tea → :" in label


@pytest.mark.parametrize(
    ("given", "answers"),
    [(["a"], ["b"]), (GIVEN, GIVEN), (GIVEN, ANSWERS[:-1]), (["a"] * 7, ["a"] * 7)],
)
def test_what_is_not_a_text_shifted_by_one_is_refused(draw, given, answers):
    with pytest.raises(ValueError, match="shifted left by one|as many answers"):
        draw("shifted_triangle", given, answers)
