"""Chapters in the new form: they show before they tell, and keep it short."""

import re

import pytest
from chromium import grouped
from glassbox.drawings import small_map
from glassbox.drawings._small_map import HERE
from watched_pages import settle

CHAPTERS = [  # those that are in the new form
    "tokens",
    "why_attention",
    "embeddings_and_positions",
    "softmax_and_temperature",
    "scaled_dot_product_attention",
    "multi_head_attention",
    "decoder_masking",
    "cross_attention",
    "feed_forward",
    "residual_connection",
    "layer_norm_vs_batch_norm",
    "choosing_the_next_token",
    "output_head",
    "train_a_translator",
    "the_transformer",
    "rotary_positions",
    "writing_costs",
    "a_real_model",
    "inside_a_model",
]
SCREENS = {"desktop": (1280, 800), "phone": (390, 844)}
# Text outside folds, code, widgets and formulas, as a reader reads it.
PROSE = """() => {
  const article = document.querySelector(".bd-article").cloneNode(true);
  const rest = "details, .cell, .glassbox-work, form, table, h1, h2, h3, .headerlink";
  for (const node of article.querySelectorAll(rest)) node.remove();
  article.querySelector("section#references")?.remove();
  for (const math of article.querySelectorAll("math")) math.replaceWith("x");
  return [...article.querySelectorAll("p, li")]
    .filter((node) => !node.querySelector("p, li"))
    .map((node) => node.textContent.trim()).filter(Boolean);
}"""
IN_VIEW = """() => {
  const hero = document.querySelector(".bd-article .glassbox-widget-live > *, " +
    ".bd-article svg.glassbox-drawing");
  const { top, bottom, height } = hero.getBoundingClientRect();
  return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height;
}"""
CODE = """() => [...document.querySelectorAll(".cell:not([hidden]) .cell_input pre")]
  .filter((pre) => !pre.closest("#exercises"))
  .map((pre) => pre.textContent.trimEnd().split("\\n"))"""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", params=grouped(CHAPTERS, "the form of"))
def page(request, book, browser):
    """A chapter in the new form, opened once."""
    from watched_pages import pages

    with pages(browser) as open_page:
        page = open_page(book / "chapters" / f"{request.param}.html").page
        settle(page)
        page.wait_for_selector("[data-run-state]", state="attached")
        yield page


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", CHAPTERS)
def test_the_first_screen_has_something_to_do(book, open_page, name, screen):
    width, height = SCREENS[screen]
    path = book / "chapters" / f"{name}.html"
    page = open_page(path, width=width, height=height).page
    page.wait_for_selector("[data-mounted]")
    assert page.evaluate(IN_VIEW) >= 0.6
    tried = page.get_by_text("Try:", exact=True).first
    assert tried.bounding_box()["y"] < height


def test_a_chapter_is_short_outside_its_folds(page):
    words = " ".join(page.evaluate(PROSE)).split()
    assert 500 < len(words) <= 2000


def test_sentences_are_neither_telegrams_nor_long(page):
    text = "  ".join(page.evaluate(PROSE))
    sentences = [s for s in re.split(r"(?<=[.?!])\s+", text) if len(s.split()) > 1]
    mean = sum(len(s.split()) for s in sentences) / len(sentences)
    assert 12 <= mean <= 18


def test_cells_are_few_short_and_narrow(page):
    cells = page.evaluate(CODE)
    assert 5 <= len(cells) <= 16
    for lines in cells:
        assert len(lines) <= 12, lines
        assert max(map(len, lines)) <= 72, lines


def test_no_code_and_no_output_scrolls_sideways_on_a_desktop(page):
    wide = page.eval_on_selector_all(
        ".bd-article pre",
        "all => all.filter(pre => pre.scrollWidth > pre.clientWidth)"
        ".map(pre => pre.textContent.slice(0, 80))",
    )
    assert wide == []


def test_its_idea_is_drawn_and_described(page):
    drawings = page.locator("svg.glassbox-drawing")
    assert drawings.count() >= 1
    for drawing in drawings.all():
        assert len(drawing.get_attribute("aria-label").split()) >= 12


def test_what_is_to_be_predicted_is_folded(page):
    assert page.locator("details[data-prediction]:not([open])").count() >= 3


def test_a_section_s_title_outweighs_those_below_it(page):
    look = (
        "h => [h.tagName, getComputedStyle(h).fontSize, getComputedStyle(h).fontWeight]"
    )
    titles = page.eval_on_selector_all(
        ".bd-article :is(h2, h3)", f"all => all.map({look})"
    )
    looks = {tag: (float(size[:-2]), float(bold)) for tag, size, bold in titles}
    assert looks["H2"][0] > 1.3 * looks["H3"][0]
    assert looks["H2"][1] >= looks["H3"][1]


@pytest.mark.parametrize("slug", sorted(HERE))
def test_a_chapter_shows_where_in_the_machine_it_stands(book, slug):
    page = (book / "chapters" / f"{slug}.html").read_text(encoding="utf-8")
    assert f'<a class="glassbox-here" href="index.html">{small_map(slug)}</a>' in page


@pytest.mark.parametrize("name", CHAPTERS)
def test_on_a_phone_code_is_whole_and_a_wide_table_shows_that_it_goes_on(
    book, open_page, name
):
    page = open_page(book / "chapters" / f"{name}.html", width=390).page
    settle(page)
    page.eval_on_selector_all("details", "all => all.forEach(d => d.open = true)")
    wide = page.eval_on_selector_all(
        ".bd-article .cell pre",
        """all => all.filter(pre => pre.scrollWidth > pre.clientWidth + 1).map(pre =>
          [Boolean(pre.closest(".cell_output")),
           getComputedStyle(pre).backgroundAttachment.match(/local/g)?.length])""",
    )
    assert all(one == [True, 2] for one in wide)
    rows = page.eval_on_selector_all(
        ".code-word",
        """all => all.map((word) =>
          word.offsetHeight / parseFloat(getComputedStyle(word).lineHeight))""",
    )
    assert max(rows) < 1.5  # what is kept whole stands in one line
