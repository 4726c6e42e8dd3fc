"""The drawing of what each part of the machine receives and gives."""

import re

import numpy as np
import pytest

ENCODER = [np.full((5, 32), i + 0.25) for i in range(6)]
DECODER = [np.full((6, 32), -i - 0.25) for i in range(8)] + [np.full((6, 8), 7.04)]
GIVEN = {"encoder": ENCODER, "decoder": DECODER, "rows": (2, 5)}
GIVEN |= {"tokens": ("学习", "learning")}
ATTENTION, FEED, NORM = 2, 1, 5  # their colors


@pytest.fixture
def drawn(draw):
    return draw("machine_steps", **GIVEN)


def test_each_part_has_its_shape_and_its_row_s_first_numbers(drawn):
    words = drawn.words
    for name, shape, numbers in [
        ("self-attention", "(5, 32)", "1.2 1.2"),
        ("cross-attention", "(6, 32)", "−3.2 −3.2"),
        ("output head", "(6, 8)", "7.0 7.0"),
    ]:
        at = words.index(name)
        assert words[at + 1 : at + 3] == [shape, numbers]
    assert words.count("(5, 32)") == 6 and words.count("(6, 32)") == 8
    assert words.count("add & norm") == 5
    assert words.count("row of 学习") == words.count("row of learning") == 1


def test_parts_have_the_map_s_colors(drawn):
    strips = [color for color, _, _, width, *_ in drawn.rectangles() if width == 3]
    assert strips.count(ATTENTION) == 3
    assert strips.count(FEED) == 2
    assert strips.count(NORM) == 5


def test_another_row_has_other_numbers(draw):
    arrays = [np.arange(10.0).reshape(5, 2)] * 6
    drawn = draw("machine_steps", **GIVEN | {"encoder": arrays, "rows": (4, 0)})
    assert drawn.words.count("8.0 9.0") == 6


def test_it_says_its_numbers_and_is_small(drawn):
    assert "row of 学习: embedding + position gives (5, 32), 0.2 0.2;" in drawn.label
    assert "reads the memory, in both decoder layers." in drawn.label
    assert len(re.findall("gives", drawn.label)) == 15
    assert len(drawn.svg.encode()) < 30_000


def test_what_does_not_fit_is_refused_with_its_rule(draw):
    with pytest.raises(ValueError, match="encoder must have 6 arrays; got 5"):
        draw("machine_steps", **GIVEN | {"encoder": ENCODER[1:]})
    with pytest.raises(ValueError, match="decoder must have 9 arrays; got 8"):
        draw("machine_steps", **GIVEN | {"decoder": DECODER[1:]})
