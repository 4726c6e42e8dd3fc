"""The drawings of choosing a token: cuts where the sums say, ways where products do."""

import numpy as np
import pytest

WORDS = ["hot", "ready", "cold", "strong", "green"]
P = [0.40, 0.24, 0.16, 0.12, 0.08]
CUTS = {"top_k": 2, "top_p": 0.75, "mark": 0.70}
TREE = {
    "is": (0.5, {"hot": 0.4, "cold": 0.3, "ready": 0.2}),
    "was": (0.4, {"cold": 0.9, "hot": 0.05}),
}


@pytest.fixture
def cut(draw):
    return draw("candidates_cut", WORDS, P, **CUTS)


def test_bars_are_as_long_as_their_probabilities(cut):
    bars = np.array([width for *_rest, width in cut.bars(14)])
    # places are written with two decimals
    np.testing.assert_allclose(bars / bars[0], np.array(P) / P[0], atol=2e-4)


def test_what_is_cut_is_pale_and_the_strip_holds_the_rest(cut):
    bars = [r for r in cut.rectangles() if r[4] == pytest.approx(14)]
    assert [r[5] for r in bars] == [1, 1, 1, 0.3, 0.3]
    assert [r[5] for r in cut.rectangles() if r[4] == pytest.approx(26)] == [1, 1, 1]
    strip = np.array([width for *_rest, width in cut.bars(26)]) + 2
    np.testing.assert_allclose(strip / strip.sum(), [0.5, 0.3, 0.2], atol=2e-4)


def test_its_words_have_every_number(cut):
    words = cut.words
    assert {"0.40", "0.64", "0.80", "0.92", "1.00", "top-k 2", "top-p 0.75"} <= {*words}
    assert {"hot 0.50", "ready 0.30", "cold 0.20", "0.70 draws ready"} <= {*words}
    assert "Top-k 2 cuts after ready, top-p 0.75 after cold" in cut.label


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"probabilities": P[::-1]}, "must fall, and add up to 1"),
        ({"probabilities": [0.4] * 5}, "must fall, and add up to 1"),
        ({"tokens": WORDS[:4]}, "5 candidates need as many names; got 4"),
        ({"top_k": 5}, "must cut"),
        ({"mark": 1}, "must cut"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_rule(draw, change, rule):
    with pytest.raises(ValueError, match=rule):
        draw("candidates_cut", **{"tokens": WORDS, "probabilities": P} | CUTS | change)


def test_the_tree_marks_the_greedy_way_and_the_likeliest_one(draw):
    drawn = draw("two_step_tree", "The tea", TREE)
    assert {("0.20", 2), ("0.36", 3)} <= set(drawn.texts)  # the two products
    assert {"0.15", "0.10", "0.02"} <= set(drawn.words)
    assert "greedy way is is hot, with 0.20" in drawn.label
    assert "likeliest two words are was cold, with 0.36" in drawn.label


def test_a_first_word_that_is_dropped_has_no_branches(draw):
    drawn = draw("two_step_tree", "The tea", TREE | {"has": (0.1, {})})
    assert {"has", "0.10", "dropped"} <= set(drawn.words)
    assert "has 0.10, dropped" in drawn.label


@pytest.mark.parametrize(
    "tree",
    [
        {"is": TREE["is"]},
        {"is": (0.5, {}), "was": (0.4, {"hot": 1.0})},
        TREE | {"has": (0.1, {"a": 0.4, "b": 0.3, "c": 0.2, "d": 0.1})},
    ],
)
def test_a_tree_of_another_size_is_refused(draw, tree):
    with pytest.raises(ValueError, match="2 to 3 first words|at most 3 words"):
        draw("two_step_tree", "The tea", tree)


def test_a_probability_beyond_one_is_refused(draw):
    wrong = {"a": (2.0, {"b": 1.0}), "c": (0.1, {"d": 1.0})}
    with pytest.raises(ValueError, match="between 0 and 1"):
        draw("two_step_tree", "x", wrong)


def test_surprises_are_drawn_on_one_scale_and_told(draw):
    drawn = draw("surprises", {"author": [0.0, 8.0, 1.0], "greedy": [2.0, 1.0, 0.0]})
    paths = [p.get("d") for p in drawn.root.iter() if p.get("stroke-width") == "2"]
    author, greedy = (
        np.array([xy.split() for xy in d[1:].split("L")], float) for d in paths
    )
    # from 8 nats to 0 is the whole height; places are written with two decimals
    whole = author[0, 1] - author[1, 1]
    assert greedy[2, 1] == author[0, 1]
    assert author[0, 1] - greedy[0, 1] == pytest.approx(whole / 4, abs=0.02)
    assert "author 3.00 on average, at most 8.0" in drawn.label
    assert {"author", "greedy", "token", "surprise in nats"} <= set(drawn.words)


@pytest.mark.parametrize(
    ("texts", "rule"),
    [
        ({}, "1 to 3 texts; got 0"),
        ({"a": [1, 2], "b": [1]}, "must have one length"),
        ({"a": [1, -2]}, "at least 0"),
    ],
)
def test_surprises_that_can_not_be_drawn_are_refused(draw, texts, rule):
    with pytest.raises(ValueError, match=rule):
        draw("surprises", texts)
