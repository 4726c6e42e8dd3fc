"""Two layers that continue a text: what the picture says."""

import re

import numpy as np
import pytest
from glassbox.models.induction import LETTERS, attention_only, letter_ids
from glassbox.models.induction import load_induction as load

from tests.drawings import test_drawings_in_pages as pages
from tests.figures.test_figures_in_pages import COLORS, FAULTS

opened, made_up_language = pages.opened, pages.made_up_language

TAG = "{http://www.w3.org/2000/svg}"
ATTENTION = 2  # its color
TEXTS = ["dogcatdogc", "cac", "tiger tiger tig", "abracadabra", "mwWmwWmwWmwWmwW",
         "abcdefghijklmna", "abcdefghijklmnm"]  # fmt: skip


def curves(drawn):
    """List the arcs: (color, first point, last point), in the order of drawing."""
    found = []
    for path in drawn.root.iter(TAG + "path"):
        at = np.array([float(v) for v in re.findall(r"-?[\d.]+", path.get("d"))])
        if path.get("stroke-width") and at.size > 4:
            color = re.search(r"--figure-(\w+)", path.get("style")).group(1)
            found.append((color, at[:2], at[-2:]))
    return found


def columns(drawn, letters):
    """Return where the letters' middles are, from the first row of boxes."""
    pale = [r for r in drawn.rectangles() if r[0] == 4]
    assert len(pale) == 2 * len(letters)
    return np.array([left + wide / 2 for _, left, _, wide, *_ in pale[: len(letters)]])


def expected(text):
    """List the places of the last letter's copies before the end."""
    letters = text.replace(" ", "")
    return letters, [i for i in range(len(letters) - 1) if letters[i] == letters[-1]]


@pytest.mark.parametrize("text", TEXTS)
def test_one_layer_s_arcs_end_on_the_copies_and_two_layers_right_after_them(draw, text):
    letters, copies = expected(text)
    drawn = draw("two_steps", text)
    at = columns(drawn, letters)
    looks = [(a, b) for color, a, b in curves(drawn) if color == str(ATTENTION)]
    middle = len(copies)
    for arcs, places in (
        (looks[:middle], copies),
        (looks[middle:], [i + 1 for i in copies]),
    ):
        assert [a[0] for a, _ in arcs] == pytest.approx([at[-1]] * middle, abs=0.02)
        assert [b[0] for _, b in arcs] == pytest.approx(at[places], abs=0.02)


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_copied_comes_from_the_letter_that_was_found(draw, text):
    letters, copies = expected(text)
    drawn = draw("two_steps", text)
    at = columns(drawn, letters)
    copied = {c: [a[0] for k, a, _ in curves(drawn) if k == c] for c in ("edge", "3")}
    assert copied["edge"] == pytest.approx(at[copies], abs=0.02)
    assert copied["3"] == pytest.approx(at[[i + 1 for i in copies]], abs=0.02)
    after = [letters[i + 1] for i in copies]
    assert f"and copies {', '.join(after)}" in drawn.words
    assert drawn.label.endswith(f"guess is {max(after, key=after.count)}.")


@pytest.mark.parametrize("text", TEXTS)
def test_each_note_is_the_letter_before_and_only_those_that_answer_are_filled(
    draw, text
):
    letters, copies = expected(text)
    drawn = draw("two_steps", text)
    rows = {}
    for node in drawn.root.iter(TAG + "text"):
        if len(node.text) == 1:
            rows.setdefault(float(node.get("y")), []).append(node.text)
    alone, is_row, notes = (rows[y] for y in sorted(rows, key=order(rows)))
    guess = drawn.label[-2]
    assert alone == [*letters, letters[-1]]
    assert is_row == [*letters, guess]
    assert notes == ["–", *letters[:-1]]
    at = columns(drawn, letters)
    filled = [r[1] + r[3] / 2 for r in drawn.rectangles() if r[::5] == (ATTENTION, 1)]
    wanted = [*copies, *(i + 1 for i in copies)]
    assert filled == pytest.approx(at[wanted], abs=0.02)


@pytest.mark.parametrize("text", TEXTS)
def test_layer_1_s_arrows_go_one_place_on_and_those_to_answers_are_thick(draw, text):
    letters, copies = expected(text)
    drawn = draw("two_steps", text)
    at, found = columns(drawn, letters), {}
    for path in drawn.root.iter(TAG + "path"):
        ends = [float(v) for v in re.findall(r"-?[\d.]+", path.get("d"))]
        if path.get("stroke") and len(ends) == 4:
            x1, y1, x2, y2 = ends
            assert y2 < y1  # up, from what a token is to what it notes
            found[x1] = (x2, bool(path.get("stroke-width")))
    assert sorted(found) == pytest.approx(at[:-1], abs=0.02)
    arrows = [found[x] for x in sorted(found)]
    assert [end for end, _ in arrows] == pytest.approx(at[1:], abs=0.02)
    assert [i for i, (_, thick) in enumerate(arrows) if thick] == copies


def order(rows):
    """Sort rows of letters: the one of a single layer, the lowest one, the notes."""
    top, notes, low = sorted(rows)
    return [top, low, notes].index


@pytest.mark.parametrize("text", ["dogcatdogc", "tigerstigerst"])
def test_the_drawing_says_what_the_trained_model_does(draw, text):
    inside = attention_only(letter_ids(text), load())
    looked_at = inside.weights[1][0, -1].argmax()  # the head 1.0, from the last token
    label = draw("two_steps", text).label
    answers = re.search(r"who is after .: (.*?)\. It copies", label)[1].split(", ")
    assert f"{text[looked_at]} at position {looked_at}" in answers
    assert label.endswith(f"guess is {LETTERS[inside.logits[-1].argmax()]}.")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("dogcat", "the last letter must have an earlier copy; got 'dogcat'"),
        ("bell", "the last two letters must differ; got 'll'"),
        ("abaca", "follow 'a' more often than the others; got b, c"),
        ("a a", "3 to 15 letters; got 2"),
        ("", "3 to 15 letters; got 0"),
        ("abcdefgh" * 2, "3 to 15 letters; got 16"),
    ],
)
def test_a_text_that_has_no_guess_is_refused(draw, text, rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        draw("two_steps", text)


@pytest.fixture
def all_drawn(draw):
    return [draw("two_steps", text) for text in TEXTS]


def test_they_are_plain_svg_small_and_always_the_same(draw, all_drawn):
    for drawn in all_drawn:
        assert len(drawn.svg.encode()) <= 40_000
        assert not re.search(r"\bid=|href|url\(|<style|<!", drawn.svg)
        assert float(drawn.root.get("height")) <= 800
    assert draw("two_steps", TEXTS[0]).svg == all_drawn[0].svg


def test_no_word_escapes_translation(made_up_language, draw):
    drawn = draw("two_steps", "dogcatdogc")
    left = re.sub("⟦[^⟦⟧]*⟧", "", "\n".join(drawn.words))
    assert not re.search("[A-Za-z]{2,}", left)
    assert drawn.label.startswith("⟦")


@pytest.mark.browser
@pytest.mark.parametrize("font", ["Helvetica, Arial, sans-serif", "DejaVu Sans"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_word_is_cut_or_lies_on_another(all_drawn, opened, width, font):
    page = opened("".join(one.svg for one in all_drawn), font=font, width=width)
    assert page.locator("svg").count() == len(TEXTS)
    assert page.evaluate(FAULTS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_words_are_legible_on_a_phone_and_colors_follow_the_theme(all_drawn, opened):
    page = opened("".join(one.svg for one in all_drawn))
    sizes = page.eval_on_selector_all(
        "svg text",
        """all => all.map((text) => parseFloat(getComputedStyle(text).fontSize)
            * text.ownerSVGElement.getBoundingClientRect().width
            / text.ownerSVGElement.viewBox.baseVal.width)""",
    )
    assert len(sizes) > 200
    assert min(sizes) >= 11
    light = page.evaluate(COLORS)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = page.evaluate(COLORS)
    assert len(light) >= 6
    assert [plain for plain in light if light[plain] == dark[plain]] == []
