"""Bars and squares that show numbers: to scale, and with the numbers beside them."""

import re

import numpy as np
import pytest
from glassbox.models.smollm2 import load_induction_record, load_put_back

from tests.drawings import test_drawings_in_pages as pages
from tests.figures.test_figures_in_pages import COLORS, FAULTS

opened, made_up_language = pages.opened, pages.made_up_language

WITHIN = 0.02  # places are written with two decimals
ADDS = {"table": 0.69, "1.1": -0.024, "1.2": -3.3, "2.1": 8.43}
RIGHT = {"none": 1.0, "1.1": 0.34, "both heads of layer 2": 0.06, "all": 0.0}
TAG = "{http://www.w3.org/2000/svg}"
TITLE = "what each adds"
REAL = load_induction_record()
SCORES = {"looks one back": REAL.previous, "looks at what followed": REAL.induction}
PARTS = load_put_back()["parts"]
COLUMNS = ("day", "Tokyo", "Paris", "cold")
PUT_BACK = {
    part: dict(zip(COLUMNS, told["right"].values(), strict=True))
    for part, told in PARTS.items()
}
SMALL = np.array([[0.05, 0.2], [0.9, 0.1], [0.4, 0.0]])


def answers(draw):
    return draw(
        "bars", RIGHT, title="right", of="answers", percent=True,
        beside=["4.57", "4.62", "-5", "12.5"], beside_title="loss",
    )  # fmt: skip


def test_bars_are_as_long_as_their_numbers_on_their_side_of_zero(draw):
    drawn = draw("bars", ADDS, title=TITLE)
    bars = drawn.bars(14)
    assert {color for color, *_ in bars} == {2}
    lines = np.array([line for *_, line in bars])
    numbers = np.abs([*ADDS.values()])
    long = lines > 1  # the shortest can still be seen
    assert long.tolist() == [True, False, True, True]
    np.testing.assert_allclose(lines[long] / lines[3], numbers[long] / 8.43, atol=2e-4)
    zero = bars[3][1]
    for (_, left, _, line), number in zip(bars, ADDS.values(), strict=True):
        assert (left if number > 0 else left + line) == pytest.approx(zero, abs=WITHIN)


def test_each_bar_has_its_name_its_number_and_what_is_beside_it(draw):
    assert draw("bars", ADDS, title=TITLE).words == [
        TITLE, "table", "0.69", "1.1", "−0.02", "1.2", "−3.30", "2.1", "8.43",
    ]  # fmt: skip
    drawn = answers(draw)
    assert drawn.words[:5] == [
        "right",
        "loss",
        "none",
        "100\N{NO-BREAK SPACE}%",
        "4.57",
    ]
    assert "1.1: 34\N{NO-BREAK SPACE}%, 4.62; both heads" in drawn.label
    assert drawn.words[-4] == "−5"
    assert {color for color, *_ in drawn.bars(14)} == {3}


@pytest.mark.parametrize(
    ("values", "named", "rule"),
    [
        ({"a": 1}, {}, "2 to 12 values; got 1"),
        ({str(i): i for i in range(13)}, {}, "2 to 12 values; got 13"),
        ({"a": 0, "b": 0}, {}, "not all 0"),
        ({"a": np.nan, "b": 0}, {}, "must be finite"),
        ({"a": 1, "b": 2}, {"of": "cats"}, "of must be one of heads, answers; got"),
        ({"a": 1, "b": 2}, {"beside": ["x"]}, "2 bars need as many names; got 1"),
        ({"w" * 40: 1, "b": 2}, {}, "leave no room"),
    ],
)
def test_what_cannot_be_drawn_as_bars_is_refused(draw, values, named, rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        draw("bars", values, title=TITLE, **named)


def test_a_table_of_bars_has_each_probability_to_scale(draw):
    chances = {"as it is": {"day": 0.85, "cold": 0.5}, "no norm": {"day": 0, "cold": 1}}
    drawn = draw("bar_table", chances, title=TITLE)
    (_, _, _, first), (_, _, _, half), (_, _, _, none), (_, _, _, whole) = drawn.bars(
        10
    )
    assert (first / whole, half / whole, none) == pytest.approx(
        (0.85, 0.5, 1), abs=1e-3
    )
    percent = "\N{NO-BREAK SPACE}%"
    numbers = [word for word in drawn.words if "%" in word]
    assert numbers == [f"{n}{percent}" for n in (85, 50, 0, 100)]
    assert f"as it is: day 85{percent}, cold 50{percent}; no norm: day" in drawn.label


@pytest.mark.parametrize(
    ("rows", "rule"),
    [
        ({}, "1 to 12 rows of 1 to 4 columns; got 0 and 0"),
        ({"a": {"x": 1}, "b": {"y": 1}}, "b must have the columns ['x']; got ['y']"),
        ({"a": {"x": 1.5}}, "a must lie between 0 and 1"),
        ({"w" * 40: {"x": 1}}, "leave no room"),
    ],
)
def test_what_is_no_table_of_probabilities_is_refused(draw, rows, rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        draw("bar_table", rows, title=TITLE)


def test_squares_stand_in_their_layer_and_are_as_strong_as_the_score(draw):
    drawn = draw("scored_heads", {"a score": SMALL})
    squares = [r for r in drawn.rectangles() if r[0] == 2][: (SMALL >= 0.1).sum()]
    strong = sorted(np.unique(SMALL[SMALL >= 0.1]))
    assert sorted(r[5] for r in squares) == pytest.approx(strong)
    x = {opacity: (left, top) for _, left, top, _, _, opacity in squares}
    assert x[0.2][0] < x[0.9][0] < x[0.4][0]  # layers 1, 2, 3
    assert x[0.9][0] == x[0.1][0] and x[0.9][1] < x[0.1][1]  # heads 2.1, 2.2
    assert x[0.9][1] == x[0.4][1]


def test_the_best_heads_are_named_and_where_scores_are_high(draw):
    drawn = draw("scored_heads", SCORES)
    assert "best: 17.1 0.88 · 12.2 0.86 · 3.2 0.76" in drawn.words
    assert "best: 19.7 0.89 · 18.4 0.75 · 18.5 0.73" in drawn.words
    assert drawn.label.endswith("0.3 or more: 18, 19, 21, 23, 24, 25.")
    assert [w for w in drawn.words if w.isdigit()] == ["10", "20", "30"] * 2


def test_marked_heads_are_framed_and_named_and_every_square_tells_its_score(draw):
    drawn = draw("scored_heads", SCORES, marked=["17.1", "19.7"])
    assert drawn.words.count("17.1") == drawn.words.count("19.7") == len(SCORES)
    told = [title.text for title in drawn.root.iter(TAG + "title")]
    wanted = [
        f"{layer + 1}.{head + 1}: {scores[layer, head]:.2f}"
        for scores in SCORES.values()
        for layer, head in zip(*np.nonzero(scores >= 0.1), strict=True)
    ]
    assert told == wanted
    frames = [p for p in drawn.root.iter(TAG + "path") if p.get("stroke-width")]
    assert len(frames) == 2 * len(SCORES)
    square = [title for title in drawn.root.iter(TAG + "path") if len(title)]
    best = next(p for p in square if p[0].text == "17.1: 0.88")
    corner = [float(v) for v in re.findall(r"-?[\d.]+", best.get("d"))][:2]
    frame = [float(v) for v in re.findall(r"-?[\d.]+", frames[0].get("d"))][:2]
    assert frame == pytest.approx([v - 0.5 for v in corner], abs=0.02)
    with pytest.raises(ValueError, match=re.escape("there is no head 31.1")):
        draw("scored_heads", SCORES, marked=["31.1"])


@pytest.mark.parametrize(
    ("scores", "rule"),
    [
        ({}, "1 to 3 scores; got 0"),
        ({"a": np.zeros(5)}, "a must be (n_layers, n_heads); got (5,)"),
        ({"a": SMALL + 0.2}, "a must lie between 0 and 1"),
        ({"a": np.full((3, 2), np.nan)}, "a must lie between 0 and 1"),
    ],
)
def test_scores_that_cannot_be_drawn_are_refused(draw, scores, rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        draw("scored_heads", scores)


@pytest.fixture
def all_drawn(draw):
    return [
        draw("bars", ADDS, title=TITLE), answers(draw),
        draw("scored_heads", SCORES, marked=["17.1", "19.7"]),
        draw("scored_heads", {"a score": SMALL}),
        draw("bar_table", PUT_BACK, title=TITLE),
    ]  # fmt: skip


def test_they_are_plain_svg_small_and_always_the_same(draw, all_drawn):
    for drawn in all_drawn:
        assert len(drawn.svg.encode()) <= 25_000
        assert not re.search(r"\bid=|href|url\(|<style|<!", drawn.svg)
        assert float(drawn.root.get("height")) <= 800
    assert draw("scored_heads", SCORES, marked=["17.1", "19.7"]).svg == all_drawn[2].svg


def test_no_word_escapes_translation(made_up_language, draw):
    drawn = draw("scored_heads", {"“score”": SMALL})
    left = re.sub("⟦[^⟦⟧]*⟧|“score”", "", "\n".join(drawn.words))
    assert not re.search("[A-Za-z]{2,}", left)
    assert drawn.label.startswith("⟦")
    assert draw("bars", ADDS, title=TITLE).label.startswith("⟦")


@pytest.mark.browser
@pytest.mark.parametrize("font", ["Helvetica, Arial, sans-serif", "DejaVu Sans"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_word_is_cut_or_lies_on_another(all_drawn, opened, width, font):
    page = opened("".join(one.svg for one in all_drawn), font=font, width=width)
    assert page.locator("svg").count() == len(all_drawn)
    assert page.evaluate(FAULTS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_colors_follow_the_theme(all_drawn, opened):
    page = opened("".join(one.svg for one in all_drawn))
    light = page.evaluate(COLORS)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = page.evaluate(COLORS)
    assert len(light) >= 4
    assert [plain for plain in light if light[plain] == dark[plain]] == []
