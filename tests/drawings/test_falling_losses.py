"""The drawing of falling losses: its points to scale, its names apart, its words."""

import re

import numpy as np
import pytest

TAG = "{http://www.w3.org/2000/svg}"
STEPS = np.arange(1, 41)


def points_of(drawn):
    curves = [p for p in drawn.root.iter(TAG + "path") if p.get("stroke-width")]
    at = [[float(v) for v in re.findall(r"-?[\d.]+", p.get("d"))] for p in curves]
    return [np.array(one).reshape(-1, 2) for one in at]


def test_a_point_is_the_mean_of_ten_steps_on_a_logarithmic_scale(draw):
    losses = 10.0 ** (-STEPS / 10)
    drawn = draw("falling_losses", {"one": losses, "two": losses / 10})
    one, two = points_of(drawn)
    assert len(one) == 4
    decade = np.diff(one[:, 1])
    # a tenth each ten steps; places are written with two decimals
    np.testing.assert_allclose(decade, decade[0], atol=0.02)
    np.testing.assert_allclose(two[:, 1] - one[:, 1], decade[0], atol=0.02)
    np.testing.assert_allclose(np.diff(one[:, 0]), np.diff(one[:, 0])[0], atol=0.02)


def test_it_is_told_in_words_and_its_axes_have_names(draw):
    drawn = draw("falling_losses", {"one head": 0.5 + 0 * STEPS, "two": 0.01 / STEPS})
    assert "one head from 0.5 to 0.5" in drawn.label
    assert {"steps", "0", "20", "40", "one head", "two"} <= set(drawn.words)
    assert "logarithmic" in drawn.words[0]
    assert {"1", "0.1", "0.01", "0.001"} <= set(drawn.words)


def test_names_of_lines_that_end_together_stand_apart(draw):
    drawn = draw("falling_losses", dict.fromkeys("abc", 1 / STEPS))
    texts = [t for t in drawn.root.iter(TAG + "text") if t.text in ("a", "b", "c")]
    ys = sorted(float(t.get("y")) for t in texts)
    assert min(np.diff(ys)) >= 15


@pytest.mark.parametrize(
    ("curves", "words"),
    [
        ({}, "1 to 3 curves; got 0"),
        ({"a": [1.0] * 19}, "at least 20; got 19"),
        ({"a": [1.0] * 20, "b": [1.0] * 30}, "as many losses each"),
        ({"a": [0.0] * 20}, "above 0"),
        ({"a": [1.0] * 20, "b": [1e-9] * 20}, "at most 6 decades"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw, curves, words):
    with pytest.raises(ValueError, match=words):
        draw("falling_losses", curves)
