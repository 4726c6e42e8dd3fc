"""What drawings look like in a page: legible, nothing touching, in its colors."""

import re
from pathlib import Path

import pytest
from babel.messages.pofile import write_po
from glassbox import words
from IPython.core.formatters import DisplayFormatter
from words import template

from tests.drawings.attention_numbers import CHAPTERS, STRANGE
from tests.figures.test_figures_in_pages import COLORS, FAULTS, PAGE

ROOT = Path(__file__).resolve().parents[2]
STYLE = (ROOT / "assets/static/book.css").read_text("utf-8")
TEA = [3.01, 0.09, 2.48, 1.95], ["cup", "piano", "mug", "glass"]
SIX = [[9, 1, 1.5, 1.2, -700, 8.5], ["first", "second", "third", "telephone", "5", "6"]]
DRAWN = [
    ("softmax_steps", *TEA),
    ("softmax_steps", *SIX),
    ("softmax_steps", [-5] * 6, list("abcdef")),
    ("softmax_steps", [0, 0], ["nothing at all", "naught"]),
    ("temperature_strip", *TEA, [0.2, 0.5, 1, 2, 20]),
    ("temperature_strip", *SIX, [0, 1, 1000]),
    ("leads_and_ratios", *TEA, [3, 2, 0]),
    ("leads_and_ratios", [9, 1, -700, 5.5], SIX[1][:4], [1, 3, 0]),
]


LONG = ["telephone", "5", "learning", "another", "feeling", "x"]
FETCHED = dict.fromkeys(["tokens", "glosses"], LONG) | {"features": LONG[2:]}
FETCHED |= {"query": [9, 0, -9, 1], "rows": [[-9.5, 0, 1, 2]] * 5 + [[9, 9, 9, 9]]}
LOSSES = {"one head": [0.4] * 400, "two heads": [1e-5] * 400, "a third one": [1] * 400}
ATTENTION = [*CHAPTERS, *STRANGE, ("one_context", FETCHED)]
ATTENTION += [("falling_losses", {"curves": LOSSES})]
MEMORY = {"exponentials": [[1, 1, 6], [1, 2, 1]], "value": [[4, 0], [0, 8], [8, 8]]}
MEMORY |= {"source": ["21", "Nov", "2026"], "target": ["<start>", "2026"]}
PARTS = {"layers": {"layer 1": [[0.91, 0.02, 0.03, 0.04]] * 5}}
PARTS |= {"readers": ["year", "month", "day", "hyphens", "end"], "even": [0.25] * 4}
PARTS |= {"parts": ["year", "month", "day", "rest"]}
ATTENTION += [("memory_to_decoder", MEMORY), ("parts_read", PARTS)]
LONG_ROWS = {"rows": [[-0.5, 0.25, -9.5, 0]] * 4, "vocabulary": LONG[:4]}
SHARED = {"block": [[[-99, 99, -9, 0]] * 3] * 2, "tokens": ["with", "milk", "tea"]}
POINTED = [[1, 0], [0, 1], [0.1, 1], [0, -1], [-1, -0.1], [1, 1]]
WORDS = {"tables": dict.fromkeys(["step 0", "step 1000"], POINTED), "words": LONG}
WORDS |= {"groups": {"drinks": LONG[:2], "people": LONG[4:]}, "written": LONG[1:3]}
ATTENTION += [
    ("token_and_place", LONG_ROWS | {"token_ids": [0, 3, 3, 1], "at": 2}),
    ("counter_and_waves", {"n_positions": 16, "d_model": 32}),
    ("word_directions", WORDS),
    ("who_shares", SHARED),
    ("who_shares_pictures", {}),
]


TEA_ROWS = [[2, 1, 0, 0], [0, 0, 3, 0], [2, 1, 3, 0], [0, -1, 0, 2], [2, 0, 3, 2]]
STACK = {"features": ["drink", "plant", "hot", "cozy"]}
STACK |= {"names": ["attention", "feed-forward"], "found": TEA_ROWS[1:4:2]}
ATTENTION += [
    ("skip_path", STACK | {"without": [*TEA_ROWS[:2], [0] * 4], "kept": TEA_ROWS[::2]}),
    ("residual_stream", STACK | {"start": TEA_ROWS[0]}),
    ("norm_places", {}),
    ("right_angle", {"x": [1, 2, 0], "f_x": [-2, 1.5, 1]}),
    ("slope_paths", {"slopes": [-0.05, -12.25, -99.75]}),
]
PASS = {"numbers": [3, 0.5, 1.5, 2, 3, 0.618]}
PASS |= {"slopes": [-1.944, -0.648, -0.486, -0.324]}
ATTENTION += [("backward_pass", PASS)]
SIZES = {"n_source": 5, "n_target": 6, "d_model": 32}
ATTENTION += [("machine_steps", SIZES), ("layer_orders", {})]
HALVES = {"first half": [1, 2.83, 3.54], "second half": [1, 2.38, 2.78]}
LENGTHS = {"sizes": [83, 583, 1083], "lengths": HALVES}
ATTENTION += [("token_lengths", LENGTHS | {"dots": {"whole words": (943, 3.96)}})]


@pytest.fixture
def body(draw):
    softmax = [draw(*one).svg for one in DRAWN]
    return "".join(softmax + [draw(name, **given).svg for name, given in ATTENTION])


@pytest.fixture
def opened(open_page, tmp_path):
    """Open a page that has this body: opened(body, width=390)."""

    def opened(body, *, font="sans-serif", width=390):
        file = tmp_path / "drawings.html"
        file.write_text(PAGE.format(style=STYLE, font=font, body=body), "utf-8")
        return open_page(file, width=width).page

    return opened


@pytest.mark.browser
@pytest.mark.parametrize("font", ["Helvetica, Arial, sans-serif", "DejaVu Sans"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_word_is_cut_or_lies_on_another(body, opened, width, font):
    page = opened(body, font=font, width=width)
    assert page.evaluate(FAULTS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_words_are_legible_on_a_phone(body, opened):
    sizes = opened(body).eval_on_selector_all(
        "svg text",
        """all => all.map((text) => parseFloat(getComputedStyle(text).fontSize)
            * text.ownerSVGElement.getBoundingClientRect().width / 400)""",
    )
    assert len(sizes) > 100
    assert min(sizes) >= 11


@pytest.mark.browser
def test_the_page_s_switch_changes_every_color(body, opened):
    page = opened(body)
    light = page.evaluate(COLORS)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = page.evaluate(COLORS)
    assert len(light) >= 9
    assert [plain for plain in light if light[plain] == dark[plain]] == []


def test_a_drawing_is_plain_svg_and_small(draw):
    for one in DRAWN:
        svg = draw(*one).svg
        assert len(svg) < 10_000
        assert not re.search(r"\bid=|href|url\(|<style|<!", svg)  # many stand in a page
        assert svg == draw(*one).svg
    for name, given in ATTENTION:
        svg = draw(name, **given).svg
        assert len(svg) < 30_000
        assert not re.search(r"\bid=|href|url\(|<style|<!", svg)
        assert svg == draw(name, **given).svg


def test_a_notebook_shows_it_as_svg(draw):
    drawing = draw(*DRAWN[0]).drawing
    data, _ = DisplayFormatter().format(drawing)
    assert data == {"text/plain": drawing.text, "image/svg+xml": drawing.svg}


@pytest.fixture
def made_up_language(tmp_path, monkeypatch):
    """Put each text in ⟦ ⟧."""
    catalog = template()
    for text in catalog:
        if text.id:
            text.string = f"⟦{text.id}⟧"
    with (tmp_path / "eo.po").open("wb") as file:  # Esperanto's code
        write_po(file, catalog)
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    words._catalog.cache_clear()
    words.use_language("eo")
    yield
    words.use_language("en")
    words._catalog.cache_clear()


@pytest.mark.parametrize("one", [DRAWN[0], DRAWN[4]], ids=lambda one: one[0])
def test_no_word_escapes_translation(made_up_language, draw, one):
    drawn = draw(*one)
    text = re.sub("⟦.*?⟧|cup|piano|mug|glass", "", " ".join(drawn.words))
    assert re.findall("[A-Za-z]{2,}", text) == []
    assert drawn.label.startswith("⟦")


@pytest.mark.parametrize("name, given", CHAPTERS)
def test_no_word_on_attention_escapes_translation(made_up_language, draw, name, given):
    drawn = draw(name, **given)
    ours = "she|cup|tea|it|hot|hard|Mia|calls|Ben|verb|caller|called|name|W[QKV]"
    ours += "|filled|QKᵀ"
    text = re.sub(f"⟦.*?⟧|\\b({ours})\\b", "", " ".join(drawn.words))
    assert re.findall("[A-Za-z]{2,}", text) == []
    assert drawn.label.startswith("⟦")
