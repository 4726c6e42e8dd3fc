"""The drawing of the head: the kernel's numbers, and what the right word costs."""

import numpy as np
import pytest
from glassbox import softmax

ROWS = [[1, 1], [1, -1], [1, 0], [-1, 1]]
GIVEN = {
    "vector": [2, 1], "rows": ROWS, "words": ["cup", "mug", "glass", "piano"],
    "right": 2,
}  # fmt: skip


@pytest.fixture
def drawn(draw):
    return draw("compare_and_pay", **GIVEN)


def test_it_writes_each_word_s_row_logit_exponential_and_probability(drawn):
    words = drawn.words
    for line in (
        ["cup", "1", "1", "3", "20.09", "0.6572"],
        ["mug", "1", "−1", "1", "2.72", "0.0889"],
        ["glass", "1", "0", "2", "7.39", "0.2418"],
        ["piano", "−1", "1", "−1", "0.37", "0.0120"],
    ):
        start = words.index(line[0])
        assert words[start : start + 6] == line
    assert words[words.index("sum") + 1] == "30.56"
    assert words[-1] == "3. pay: glass comes next, −ln 0.2418 = 1.42 nats"


def test_bars_are_as_long_as_the_probabilities(drawn):
    bars = np.array([r[3] for r in drawn.rectangles() if r[0] == 6 and r[4] == 14])
    expected = softmax(np.array([3.0, 1, 2, -1]))
    np.testing.assert_allclose(bars / bars.sum(), expected, atol=1e-3)  # two decimals


@pytest.mark.parametrize("right", range(4))
def test_the_word_that_comes_is_framed_and_paid_for(draw, right):
    drawn = draw("compare_and_pay", **GIVEN | {"right": right})
    framed = [e for e in drawn.root.iter() if e.get("stroke-width") == "2"]
    assert len(framed) == 1
    top = float(framed[0].get("d")[1:].split("L")[0].split()[1])
    assert (top - 81) / 28 == pytest.approx(right, abs=0.2)
    loss = -np.log(softmax(np.array([3.0, 1, 2, -1]))[right])
    assert f"{loss:.2f} nats" in drawn.words[-1]
    assert drawn.words[-1].startswith(f"3. pay: {GIVEN['words'][right]} comes next")


def test_its_description_tells_what_is_drawn(drawn):
    for told in (
        "The vector 2 1 is compared with the row of each word.",
        "glass: row 1 0, logit 2, probability 0.2418;",
        "3. pay: glass comes next, −ln 0.2418 = 1.42 nats.",
    ):
        assert told in drawn.label
    assert len(drawn.svg) < 30_000


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"vector": [1, 2, 3]}, "vector must be finite .* in 2 columns"),
        ({"rows": [[1], [2]]}, "rows must be finite .* in 2 columns"),
        ({"rows": [[1, 2]]}, "rows must be 2 to 6; got 1"),
        ({"words": ["a"]}, "4 rows need as many names; got 1"),
        ({"right": 4}, "right must be from 0 to 3; got 4"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_rule(draw, change, rule):
    with pytest.raises(ValueError, match=rule):
        draw("compare_and_pay", **GIVEN | change)
