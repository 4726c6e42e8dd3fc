"""The drawing of the post-norm layers: the listing's names and shapes on its boxes."""

import re

import pytest

GIVEN = {"n_source": 5, "n_target": 6, "d_model": 32}
ATTENTION, FEED, NORM = 2, 1, 5  # their colors


@pytest.fixture
def drawn(draw):
    return draw("machine_steps", **GIVEN)


def test_each_part_has_its_shape_and_its_name_in_the_listing(drawn):
    words = drawn.words
    for name, shape, code in [
        ("self-attention", "(5, 32)", "look"),
        ("cross-attention", "(6, 32)", "read"),
    ]:
        at = words.index(name)
        assert words[at + 1 : at + 3] == [shape, code]
    assert words.count("(5, 32)") == 5 and words.count("(6, 32)") == 6
    assert words.count("add & norm") == words.count("connect") == 5
    assert words.count("think") == 2


def test_parts_have_the_map_s_colors(drawn):
    strips = [color for color, _, _, width, *_ in drawn.rectangles() if width == 3]
    assert strips.count(ATTENTION) == 3
    assert strips.count(FEED) == 2
    assert strips.count(NORM) == 5


def test_both_orders_of_an_encoder_layer_have_the_same_parts_and_a_final_norm(draw):
    drawn = draw("layer_orders")
    strips = [one for one in drawn.rectangles() if one[4] == 3 and one[3] > 100]
    columns = {left: [] for *_, left in sorted((0, one[1]) for one in strips)}
    for color, left, y, *_ in strips:
        columns[left].append((y, color))
    post, pre = ([color for _, color in sorted(one)] for one in columns.values())
    assert post == [NORM, FEED, NORM, ATTENTION]  # from above
    assert pre == [NORM, FEED, NORM, ATTENTION, NORM]  # a final norm above it
    assert drawn.words.count("+") == 4 and "final norm" in drawn.words


def test_other_sizes_give_other_shapes(draw):
    drawn = draw("machine_steps", **GIVEN | {"n_source": 7, "d_model": 50})
    assert drawn.words.count("(7, 50)") == 5 and "(6, 50)" in drawn.words


def test_it_says_its_shapes_and_is_small(drawn):
    assert "self-attention, look in the listing, gives (5, 32);" in drawn.label
    assert "reads the memory." in drawn.label
    assert len(re.findall("gives", drawn.label)) == 11
    assert len(drawn.svg.encode()) < 30_000
