"""Turned pairs, and lines beyond training: to scale, told in words, or refused."""

import re

import numpy as np
import pytest
from glassbox import rotary_embedding

TAG = "{http://www.w3.org/2000/svg}"
BOTH = ((3, 1), (2, 1), [(3, 0), (6, 3)])


def curves_of(drawn):
    paths = [p for p in drawn.root.iter(TAG + "path") if p.get("stroke-width")]
    numbers = [[float(v) for v in re.findall(r"-?[\d.]+", p.get("d"))] for p in paths]
    return [np.array(one).reshape(-1, 2) for one in numbers]


def test_both_pairs_turn_and_their_dot_product_stays(draw):
    drawn = draw("turned_pair", *BOTH, degrees=30)
    assert {"q: −1, 3", "k: 2, 1", "q: −3, −1", "k: −1, 2"} <= set(drawn.words)
    assert drawn.words.count("q · k = 1") == 2
    assert "Query at 6: −3 −1; key at 3: −1 2" in drawn.label


def test_the_angle_between_them_is_marked_and_the_same(draw):
    arcs = curves_of(draw("turned_pair", *BOTH, degrees=30))
    lengths = [np.linalg.norm(arc[-1] - arc[0]) for arc in arcs]
    angle = np.arctan2(3, -1) - np.arctan2(1, 2)
    chord = 2 * 20 * np.sin(angle / 2)  # 20 is the arcs' radius
    # places are written with two decimals
    np.testing.assert_allclose(lengths, chord, atol=0.03)


def test_another_distance_has_another_dot_product(draw):
    drawn = draw("turned_pair", (3, 1), (2, 1), [(3, 0), (4, 0)], degrees=30)
    q = (3 + 1j) * np.exp(2j * np.pi / 3)  # four positions of 30 degrees
    score = f"{2 * q.real + q.imag:.2f}".replace("-", "−")
    assert f"q · k = {score}" in drawn.words


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (((3, 1, 0), (2, 1, 0), BOTH[2]), "finite numbers in 2 columns"),
        (((0, 0), (0, 0), BOTH[2]), "must not both be 0"),
        (((3, 1), (2, 1), [(3, 0)]), "two pairs, a query's place and a key's"),
    ],
)
def test_pairs_that_cannot_be_drawn_are_refused(draw, given, words):
    with pytest.raises(ValueError, match=words):
        draw("turned_pair", *given, degrees=30)


def test_lines_stand_to_scale_and_training_is_shaded(draw):
    values = np.array([0.0, 1.0, 0.5, 0.25])
    drawn = draw("beyond_training", {"one": values}, 2, "right answers", "position")
    (line,) = curves_of(drawn)
    steps = np.diff(line[:, 0])
    np.testing.assert_allclose(steps, steps[0], atol=0.02)
    heights = line[0, 1] - line[:, 1]
    np.testing.assert_allclose(heights / heights[1], values, atol=1e-3)
    assert {"right answers", "met in training", "position", "0", "3"} <= set(
        drawn.words
    )
    assert "one: mean 0.5 within, 0.38 beyond" in drawn.label


def test_a_line_begins_at_its_first_number(draw):
    drawn = draw("beyond_training", {"one": [np.nan, 1, 0.5]}, 2, "rate", "position")
    (line,) = curves_of(drawn)
    assert len(line) == 2
    assert "one: mean 1 within, 0.5 beyond" in drawn.label


@pytest.mark.parametrize(
    ("curves", "trained", "words"),
    [
        ({}, 1, "1 to 5 curves; got 0"),
        ({"a": [0, 1], "b": [0, 1, 2]}, 1, "equally long"),
        ({"a": [0, 1, 2]}, 4, "1 to 3, the curves' length; got 4"),
        ({"a": [0, 1, np.nan]}, 2, "nan only at the beginning"),
        ({"a": [0.0, 0.0]}, 1, "span more than 0"),
        ({"a": [0, 1000.0]}, 1, "at most 500"),
    ],
)
def test_lines_that_cannot_be_drawn_are_refused(draw, curves, trained, words):
    with pytest.raises(ValueError, match=words):
        draw("beyond_training", curves, trained, "title", "position")


QUERY = (2, 1, 0, 2, 2, 0, 1, 2)  # the chapter's


def test_each_pair_turns_at_its_own_speed_as_the_kernel_turns_it(draw):
    drawn = draw("turned_pairs", QUERY, 3)
    turned = rotary_embedding(np.array([QUERY], float), [3])[0]
    said = [f"{x:.2f}".replace("-", "−") for x in turned]
    start = drawn.words.index("the query turned, at position 3")
    written = [word for word in drawn.words if re.fullmatch(r"−?\d\.\d\d", word)]
    assert start and written == said
    for speed in ("1", "0.1", "0.01", "0.001"):
        assert f"3 × {speed} rad" in drawn.words
    arcs = curves_of(drawn)
    for arc, (a, b), speed in zip(
        arcs, np.reshape(QUERY, (4, 2)), [1, 0.1, 0.01, 0.001], strict=True
    ):
        middle = arc[0] - 13 * np.array([a, -b]) / np.hypot(a, b)  # 13: its radius
        (x, y), (x2, y2) = arc[[0, -1]] - middle
        first, last = np.arctan2(-y, x), np.arctan2(-y2, x2)
        # places are written with two decimals
        assert (last - first) % (2 * np.pi) == pytest.approx(3 * speed, abs=0.003)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (((2, 1), 3), "query must be 4, 6 or 8 finite numbers"),
        (((0, 0, 0, 0), 3), "must not be 0 throughout"),
        ((QUERY, 7), "position must be 1 to 6; got 7"),
    ],
)
def test_a_query_that_cannot_be_drawn_is_refused(draw, given, words):
    with pytest.raises(ValueError, match=words):
        draw("turned_pairs", *given)


SCORES = {"one": [0.0, 8, 4, 2], "two": [-12.0, -4, 4, 16]}


def test_each_curve_stands_to_one_scale_and_its_highest_point_is_ringed(draw):
    drawn = draw("highest_scores", SCORES, (1,), "distance")
    one, ring, two, other = curves_of(drawn)
    for line, ringed, scores in (
        (one, ring, SCORES["one"]),
        (two, other, SCORES["two"]),
    ):
        heights = line[0, 1] - line[:, 1]
        # 28 units of score are 70 units of height; places have two decimals
        np.testing.assert_allclose(
            heights, np.subtract(scores, scores[0]) * 2.5, atol=0.02
        )
        middle = (ringed.max(axis=0) + ringed.min(axis=0)) / 2
        np.testing.assert_allclose(middle, line[np.argmax(scores)], atol=0.02)
    assert {"highest at 1: 8", "highest at 3: 16", "1", "3"} <= set(drawn.words)
    assert "two: highest at 3, 16; −4 at 1." in drawn.label


@pytest.mark.parametrize(
    ("curves", "marks", "words"),
    [
        ({}, (), "1 to 4 curves; got 0"),
        ({"a": [0, 1], "b": [0, 1, 2]}, (), "equally long"),
        ({"a": [0, np.nan]}, (), "2 or more finite numbers"),
        ({"a": [0, 1]}, (2,), "from 0 to 1; got"),
    ],
)
def test_scores_that_cannot_be_drawn_are_refused(draw, curves, marks, words):
    with pytest.raises(ValueError, match=words):
        draw("highest_scores", curves, marks, "distance")
