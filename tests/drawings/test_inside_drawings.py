"""Two layers that continue a text, and a head put on early: what both pictures say."""

import re

import numpy as np
import pytest
from glassbox.models.induction import LETTERS, attention_only, letter_ids
from glassbox.models.induction import load_induction as load
from glassbox.models.smollm2.runs import load_runs

from tests.drawings import test_drawings_in_pages as pages
from tests.figures.test_figures_in_pages import COLORS, FAULTS

opened, made_up_language = pages.opened, pages.made_up_language

TAG = "{http://www.w3.org/2000/svg}"
ATTENTION, HEAD = 2, 3  # their colors
TEXTS = ["dogcatdogc", "cac", "tiger tiger tig", "abracadabra", "mwWmwWmwWmwWmwW",
         "abcdefghijklmna", "abcdefghijklmnm"]  # fmt: skip
GERMAN = load_runs()["danke"]
PLACES = [
    ("embedding" if i == 0 else f"layer {i}", GERMAN.top[-1, i, 0], chance)
    for i, chance in enumerate(GERMAN.probabilities[-1, :, 0])
    if i in (0, 5, 10, 15, 20, 25, 28, 29, 30)
]
SMALL = [("embedding", "h", 0.058), ("layer 1", "u", 0.002), ("layer 2", "a", 0.993)]
WIDEST = [("a very long name", "incomprehensibly", 1.0)] * 12
LENSES = [("c", SMALL), ("␣is", PLACES), ("misunderstandings", WIDEST)]


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


def rows_of(drawn):
    """List the rows of a lens from the top down, each as its words."""
    rows = {}
    for node in drawn.root.iter(TAG + "text"):
        rows.setdefault(float(node.get("y")), []).append(node.text)
    return [words for _y, words in sorted(rows.items()) if len(words) == 3]


def test_the_places_go_up_from_the_first_one(draw):
    rows = [*reversed(rows_of(draw("lens", "c", SMALL)))]
    assert rows == [
        ["embedding", "h", "0.06"],
        ["layer 1", "u", "<0.01"],
        ["layer 2", "a", "0.99"],
    ]


@pytest.mark.parametrize("token, places", LENSES)
def test_bars_are_as_long_as_probabilities(draw, token, places):
    bars = draw("lens", token, places).bars(14)
    full = 56
    wanted = [max(full * p, 0.75) for *_rest, p in reversed(places)]
    assert [bar[3] for bar in bars] == pytest.approx(wanted, abs=0.02)


def test_only_guesses_like_the_last_one_are_strong(draw):
    drawn = draw("lens", "␣is", PLACES)
    strong = [r[5] == 1 for r in drawn.rectangles() if r[4] == 14]
    same = [guess == PLACES[-1][1] for _, guess, _ in reversed(PLACES)]
    assert strong == same
    assert 1 < sum(same) < len(same)


def test_only_the_last_place_s_arrows_are_whole(draw):
    drawn = draw("lens", "␣is", PLACES)
    dashed = [p for p in drawn.root.iter(TAG + "path") if p.get("stroke-dasharray")]
    whole = [r for r in drawn.rectangles() if r[0] == HEAD and r[4] == 2]
    assert len(dashed) == 2 * (len(PLACES) - 1) + 1  # and the one that is explained
    assert len(whole) == 2


def test_spaces_and_new_lines_are_seen(draw):
    drawn = draw("lens", " is", [("first", "\n", 0), ("last", " no", 0.5)])
    assert {"␣is goes in", "↵", "␣no", "0.00"} <= set(drawn.words)
    assert "the vector of ␣is" in drawn.label
    assert "first: ↵ 0.00; last: ␣no 0.50." in drawn.label


@pytest.mark.parametrize(
    ("places", "rule"),
    [
        (SMALL[:1], "there must be 2 to 12 places; got 1"),
        (SMALL * 5, "there must be 2 to 12 places; got 15"),
        ([*SMALL, ("x", "y", 1.5)], "between 0 and 1; got 1.5 at 'x'"),
        ([*SMALL, ("x", "y", np.nan)], "between 0 and 1; got nan at 'x'"),
    ],
)
def test_places_that_cannot_be_drawn_are_refused(draw, places, rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        draw("lens", "c", places)


@pytest.fixture
def all_drawn(draw):
    return [*(draw("two_steps", t) for t in TEXTS), *(draw("lens", *c) for c in LENSES)]


def test_they_are_plain_svg_small_and_always_the_same(draw, all_drawn):
    for drawn in all_drawn:
        assert len(drawn.svg.encode()) <= 40_000
        assert not re.search(r"\bid=|href|url\(|<style|<!", drawn.svg)
        assert float(drawn.root.get("height")) <= 800
    assert draw("two_steps", TEXTS[0]).svg == all_drawn[0].svg
    assert draw("lens", *LENSES[0]).svg == all_drawn[len(TEXTS)].svg


def test_no_word_escapes_translation(made_up_language, draw):
    for drawn in (draw("two_steps", "dogcatdogc"), draw("lens", "c", SMALL)):
        left = re.sub("⟦[^⟦⟧]*⟧", "", "\n".join(drawn.words)).split("\n")
        words = [one for one in left if re.search("[A-Za-z]{2,}", one)]
        assert set(words) <= {name for name, *_rest in SMALL}
        assert drawn.label.startswith("⟦")


@pytest.mark.browser
@pytest.mark.parametrize("font", ["Helvetica, Arial, sans-serif", "DejaVu Sans"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_word_is_cut_or_lies_on_another(all_drawn, opened, width, font):
    page = opened("".join(one.svg for one in all_drawn), font=font, width=width)
    assert page.locator("svg").count() == len(TEXTS) + len(LENSES)
    assert page.evaluate(FAULTS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


PAST_ITS_BOX = """() => [...document.querySelectorAll("svg")].flatMap((svg) => {
    const paths = [...svg.querySelectorAll("path[fill]")];
    const boxes = paths.map((path) => path.getBBox()).filter((b) => b.height == 24);
    return [...svg.querySelectorAll("text")].filter((text) => {
        const at = text.getBBox();
        const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
        return boxes.some((b) => x > b.x && x < b.x + b.width
            && y > b.y && y < b.y + b.height
            && (at.x < b.x || at.x + at.width > b.x + b.width));
    }).map((text) => text.textContent);
})"""


@pytest.mark.browser
@pytest.mark.parametrize("font", ["Helvetica, Arial, sans-serif", "DejaVu Sans"])
def test_a_guess_stays_within_its_box(draw, opened, font):
    page = opened("".join(draw("lens", *one).svg for one in LENSES), font=font)
    boxes = """[...document.querySelectorAll("path[fill]")]
        .filter((path) => path.getBBox().height == 24).length"""
    assert page.evaluate(boxes) == sum(len(places) for _, places in LENSES)
    assert page.evaluate(PAST_ITS_BOX) == []


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
