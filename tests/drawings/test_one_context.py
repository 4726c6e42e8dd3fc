"""The drawing of one query and the rows that it mixes: its numbers, its bars."""

import numpy as np
import pytest

QUERY = [0, 0, 3, 2]
ROWS = [[2, 0, 0, 0], [0, 0, 2, 0], [0, 0, 2, 1]]
GIVEN = {
    "query": QUERY,
    "rows": ROWS,
    "tokens": ["我", "学习", "学习"],
    "glosses": ["I", "study", "study"],
    "features": ["person", "feeling", "study", "machine"],
}
EXPONENTIALS = np.exp([0, 3, 4])
WEIGHTS = EXPONENTIALS / EXPONENTIALS.sum()


@pytest.fixture
def drawn(draw):
    return draw("one_context", **GIVEN)


def test_it_writes_every_score_weight_and_number_of_the_context(drawn):
    words = drawn.words
    assert words[:4] == GIVEN["features"]
    for weight, score in zip(WEIGHTS, ["0", "3", "4"], strict=True):
        at = words.index(f"{weight:.2f}")
        assert words[at - 1] == score
    context = [f"{x:.2f}" for x in WEIGHTS @ ROWS]
    first = words.index("context") + 1
    assert words[first : first + 4] == context


def test_a_bar_is_as_long_as_its_weight(drawn):
    bars = [width for color, _, _, width in drawn.bars(14) if color == 6]
    # places are written with two decimals
    np.testing.assert_allclose(bars, np.maximum(26 * WEIGHTS, 0.75), atol=0.011)


def test_its_description_has_the_weights(drawn):
    assert "我 0 0.01; 学习 3 0.27; 学习 4 0.72" in drawn.label


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"rows": [[1, 2]] * 3}, "rows must be finite numbers in 4 columns"),
        ({"rows": ROWS[:1]}, "there must be 2 to 6 rows; got 1"),
        ({"tokens": ["I"]}, "3 rows need as many names; got 1"),
        ({"features": ["a"]}, "4 features need as many names; got 1"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_rule(draw, change, rule):
    with pytest.raises(ValueError, match=rule):
        draw("one_context", **GIVEN | change)
