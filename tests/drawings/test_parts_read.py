"""The tables of who reads which part: their numbers, their shades."""

import numpy as np
import pytest

LAYERS = {
    "layer 1": [[0.91, 0.07, 0.02], [0.2, 0.3, 0.5]],
    "layer 2": [[1, 0, 0], [0, 0.25, 0.75]],
}
GIVEN = {
    "layers": LAYERS, "even": [0.5, 0.26, 0.24], "readers": ["year", "month"],
    "parts": ["year", "month", "rest"],
}  # fmt: skip
ATTENTION = 2  # its color


def test_each_table_has_its_readers_and_the_even_one_last(draw):
    words = draw("parts_read", **GIVEN).words
    parts, even = GIVEN["parts"], ["even", "50", "26", "24"]
    one = ["layer 1", *parts, "year", "91", "7", "2", "month", "20", "30", "50", *even]
    two = ["layer 2", *parts, "year", "100", "0", "0", "month", "0", "25", "75", *even]
    assert words == one + two


def test_the_more_weight_the_stronger_and_ink_stays_legible(draw):
    drawn = draw("parts_read", **GIVEN)
    shades = [r[5] for r in drawn.rectangles() if r[0] == ATTENTION]
    even = GIVEN["even"]
    weights = np.ravel([[*rows, even] for rows in LAYERS.values()])
    # written with two decimals
    np.testing.assert_allclose(shades, 0.03 + 0.52 * weights, atol=0.006)


def test_its_description_has_every_number(draw):
    label = draw("parts_read", **GIVEN).label
    assert label.startswith("Percent of the weight on year, month, rest. layer 1, year")
    assert "layer 2, month: 0 25 75; layer 2, even: 50 26 24." in label


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"parts": ["year", "month"]}, "layers must be finite numbers in 2 columns"),
        ({"readers": ["year"]}, "2 rows need as many names; got 1"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_rule(draw, change, rule):
    with pytest.raises(ValueError, match=rule):
        draw("parts_read", **GIVEN | change)
