"""The drawing of a feed-forward layer, unit by unit."""

import pytest

GIVEN = {
    "x": [0, 1, 0],
    "w_1": [[1, -1, 1, -1], [-1, -1, 1, 1], [0, 0, 0, 0]],
    "b_1": [0, 1, -1, 0],
    "w_2": [[0, 0, 1], [0, 0, -1], [0, 0, -1], [0, 0, 1]],
    "token": "not bad",
    "features": ["positive", "negated", "mood"],
    "units": ["good", "bad", "not good", "not bad"],
}


@pytest.fixture
def drawn(draw):
    return draw("widen_bend_narrow", **GIVEN)


def after(words, name, count):
    start = words.index(name) + 1
    return words[start : start + count]


def test_it_names_the_units_and_cuts_no_word(drawn):
    assert drawn.words[1:5] == ["good", "bad", "not good", "not bad"]
    assert not any("…" in word for word in drawn.words)


def test_it_writes_the_answers_before_and_after_the_bend(drawn):
    assert after(drawn.words, "negated", 5) == ["1", "−1", "−1", "1", "1"]
    assert after(drawn.words, "b₁", 4) == ["0", "1", "−1", "0"]
    assert after(drawn.words, "answers", 4) == ["−1", "0", "0", "1"]
    assert after(drawn.words, "hidden", 4) == ["0", "0", "0", "1"]


def test_it_writes_what_the_layer_returns_and_the_sum_with_the_token(drawn):
    below = drawn.words[drawn.words.index("FFN(x)") :]
    assert after(below, "mood", 5) == ["1", "1", "−1", "−1", "1"]
    assert drawn.words[-1] == "x + FFN(x) = [0, 1, 1]"


@pytest.mark.parametrize(
    ("x", "columns"), [([0, 1, 0], {3}), ([1, 0.5, 0], {0, 2}), ([0.5, 0.5, 0], set())]
)
def test_it_frames_the_active_units_alone(draw, x, columns):
    drawn = draw("widen_bend_narrow", **GIVEN | {"x": x})
    framed = [e.get("d") for e in drawn.root.iter() if e.get("stroke-width") == "2"]
    lefts = {float(path[1:].split()[0]) for path in framed}
    assert len(framed) == 3 * len(columns)  # around its question, answer and row
    assert {round((left - 113) / 69) for left in lefts} == columns


def test_its_description_tells_the_three_steps(drawn):
    for told in (
        "The token not bad, positive 0, negated 1, mood 0, meets four units.",
        "they answer good −1, bad 0, not good 0, not bad 1.",
        "which leaves 0 0 0 1.",
        "together positive 0, negated 0, mood 1.",
    ):
        assert told in drawn.label
    assert len(drawn.svg) < 30_000


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"x": [1, 0]}, "x must be finite .* in 3 columns"),
        ({"w_1": [[1, 2, 3, 4]]}, "w_1 must have 3 rows and w_2 4; got 1 and 4"),
        ({"b_1": [1]}, "b_1 must be finite .* in 4 columns"),
        ({"w_2": [[0, 0, 1]]}, "w_1 must have 3 rows and w_2 4; got 3 and 1"),
        ({"features": ["a"]}, "3 features need as many names; got 1"),
        ({"units": ["a"]}, "4 units need as many names; got 1"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_rule(draw, change, rule):
    with pytest.raises(ValueError, match=rule):
        draw("widen_bend_narrow", **GIVEN | change)
