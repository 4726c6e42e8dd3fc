"""The drawing of a backward pass: under each number its slope, as the rule gives it."""

import pytest

NUMBERS = [3, 0.5, 1.5, 2, 3, 0.618]  # a, w_1, h, w_2, z, the loss
SLOPES = [-1.944, -0.648, -0.486, -0.324]  # of w_1, h, w_2, z


def test_every_number_but_the_data_has_its_slope(draw):
    words = draw("backward_pass", NUMBERS, SLOPES).words
    for told in ("−1.944", "−0.648", "−0.486", "−0.324", "0.618", "× 3", "× 2"):
        assert words.count(told) == 1
    assert words.index("0.5") + 1 == words.index("−1.944")  # the slope is under it
    assert words.index("L") < words.index("1")


def test_it_is_told_in_words(draw):
    label = draw("backward_pass", NUMBERS, SLOPES).label
    assert "The slope for z is −0.324".lower() in label.lower()
    assert label.endswith("that times a is w₁'s, −1.944.")


@pytest.mark.parametrize(
    ("numbers", "slopes", "words"),
    [
        (NUMBERS[:5], SLOPES, "6 numbers and 4 slopes"),
        ([3, 0.5, 2, 2, 4, 1], SLOPES, "h must be w₁ a, .* got 2 and 4"),
        (NUMBERS, [1, *SLOPES[1:]], "the other factor times the next"),
    ],
)
def test_what_is_no_backward_pass_is_refused(draw, numbers, slopes, words):
    with pytest.raises(ValueError, match=words):
        draw("backward_pass", numbers, slopes)
