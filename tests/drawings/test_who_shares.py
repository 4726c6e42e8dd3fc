"""The blocks that norms cut: their pieces, means and numbers."""

import numpy as np
import pytest

BLOCK = np.array(
    [
        [[22, 5, 6, 8], [3, 9, 4, -2], [7, 1, 0, 5]],
        [[2, 8, -3, 6], [10, 4, 6, 1], [0, 0, 0, 0]],
    ]
)
TOKENS = ["tea", "with", "milk"]
NORM = 5  # its color


@pytest.fixture
def drawn(draw):
    return draw("who_shares", BLOCK, TOKENS)


def test_each_rule_has_as_many_means_as_the_array_of_its_means(drawn):
    axes = {"LayerNorm": 2, "BatchNorm": (0, 1), "tokens × features": (1, 2)}
    for title, axis in axes.items():
        means = BLOCK.mean(axis=axis)
        at = drawn.words.index(title)
        counted, mean = [w for w in drawn.words[at:] if "µ" in w or "means" in w][:2]
        assert counted == f"{means.size} means of {BLOCK.size // means.size} numbers"
        assert mean == f"filled: µ = {means.flat[0]:.2f}"
        assert f"{title}: {counted}, {mean}" in drawn.label


def test_the_first_text_stands_on_the_front_of_each_block(drawn):
    for number in BLOCK[0].ravel():
        assert drawn.words.count(f"{number}".replace("-", "−")) >= 3
    assert [name for name in TOKENS if name in drawn.words] == TOKENS


def test_the_hidden_numbers_of_a_mean_are_written_below_it(drawn):
    assert "behind: 2, 10, 0" in drawn.words  # the first features of the second text
    assert "filled: µ = 7.33, behind: 2, 10, 0" in drawn.label
    assert round((22 + 3 + 7 + 2 + 10 + 0) / 6, 2) == 7.33
    assert sum("behind" in word for word in drawn.words) == 1


def test_the_piece_of_the_first_number_is_filled_in_the_norm_s_color(drawn):
    filled = [one for one in drawn.rectangles() if one[0] == NORM and one[5] < 0.3]
    assert [one[3:5] for one in filled] == [(100, 20), (25, 60), (100, 60)]


def test_pictures_are_cut_by_channel_or_by_picture(draw):
    drawn = draw("who_shares_pictures")
    assert "BatchNorm: 3 means of 8 numbers" in drawn.label
    assert "LayerNorm: 2 means of 12 numbers" in drawn.label
    assert [w for w in drawn.words if len(w) == 1] == list("RGBRGB")


@pytest.mark.parametrize(
    ("block", "tokens", "rule"),
    [
        (BLOCK[0], TOKENS, r"2 samples of 1 to 3 tokens.*got shape \(3, 4\)"),
        (BLOCK[:1], TOKENS, r"got shape \(1, 3, 4\)"),
        (BLOCK - 0.5, TOKENS, "21.5 is too long a number"),
        (BLOCK, TOKENS[:2], "3 tokens need as many names; got 2"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_rule(draw, block, tokens, rule):
    with pytest.raises(ValueError, match=rule):
        draw("who_shares", block, tokens)
