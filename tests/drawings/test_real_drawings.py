"""The drawings of a real model: where answers settle, and two norms of one vector."""

import numpy as np
import pytest
from glassbox import layer_norm, rms_norm

ANSWERS, NORM, PLAIN = 3, 5, 6  # colors
SINCE = {"speech: day": 24, "japan: Tokyo": 30}
X = [6.0, 2.0, -1.0, 1.0]


def test_a_strip_is_as_long_as_the_layers_from_which_it_is_settled(draw):
    drawn = draw("settled", SINCE | {"at once": 1}, n_layers=30, title="t")
    seven, one, all_of_them = (r[3] for r in drawn.rectangles() if r[0] == ANSWERS)
    np.testing.assert_allclose(
        [seven, one], [all_of_them * n / 30 for n in (7, 1)], atol=0.02
    )
    drawn = draw("settled", SINCE, n_layers=30, title="settled since layer")
    words = ["settled since layer", "speech: day", "24", "japan: Tokyo", "30"]
    assert drawn.words == [*words, "1", "10", "20", "30"]
    assert "speech: day: 24; japan: Tokyo: 30." in drawn.label


@pytest.mark.parametrize("since", [{}, {"a": 0}, {"a": 31}])
def test_a_layer_that_is_none_is_refused_with_the_rule(draw, since):
    with pytest.raises(ValueError, match="each layer must be from 1 to 30; got"):
        draw("settled", since, n_layers=30, title="t")


def test_names_that_leave_no_room_are_refused(draw):
    with pytest.raises(ValueError, match="leave no room for the layers"):
        draw("settled", {40 * "long ": 3}, n_layers=30, title="t")


def test_the_bars_are_as_high_as_both_norms_say(draw):
    drawn = draw("two_norms", X)
    found = {
        color: [r[4] for r in drawn.rectangles() if r[0] == color]
        for color in (NORM, PLAIN)
    }
    x = np.array(X)
    for heights, vectors in (
        (found[NORM], (rms_norm(x, eps=0), layer_norm(x, eps=0))),
        (found[PLAIN], (x, x, x - x.mean())),
    ):
        for shown, vector in zip(np.reshape(heights, (-1, 4)), vectors, strict=True):
            reach = max(vector.max(), 0) - min(vector.min(), 0)
            expected = 62 * np.abs(vector) / reach
            # written with two decimals
            np.testing.assert_allclose(shown, expected, rtol=0, atol=0.011)
    steps = [word for word in drawn.words if word[0] in "÷−" and word[1] == " "]
    assert steps == ["÷ 3.24", "− 2", "÷ 2.55"]
    assert "RMSNorm divides 6.00, 2.00, −1.00, 1.00 by 3.24" in drawn.label


@pytest.mark.parametrize("x", [[1, 2], [1, 2, 3, 4, 5], [2, 2, 2], [1, np.nan, 2]])
def test_a_vector_that_cannot_be_drawn_is_refused(draw, x):
    with pytest.raises(ValueError, match="x must be 3 or 4 finite numbers"):
        draw("two_norms", x)
