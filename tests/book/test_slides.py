"""Slides are cut from the pages, open from disk, and keep their widgets alive."""

import os
import shutil

import pytest
from built_pages import chapters
from slide_cells import slides_of
from slides import MOST, REVEAL, main, notes_of

DECKS = ["softmax_and_temperature", "scaled_dot_product_attention", "feed_forward"]
VIEW = "script[type$='view+json']"
NOW = "Reveal.getIndices().h"


@pytest.fixture(scope="module")
def decks(book, tmp_path_factory):
    """A folder with three decks."""
    if not REVEAL.is_dir():
        word = "slides need reveal.js: install npm, then run `make slides`"
        pytest.fail(word) if os.environ.get("CI") else pytest.skip(word)
    folder = tmp_path_factory.mktemp("slides")
    main(*DECKS, folder=folder)
    yield folder
    shutil.rmtree(folder)


def opened(decks, open_page, slug, place=0, **how):
    watched = open_page(decks / slug / "index.html", height=720, **how)
    watched.page.wait_for_function("Reveal.isReady()")
    show(watched.page, place)
    return watched


def show(page, place):
    """Turn to a slide, with all that waits on it, once its widgets have come."""
    page.evaluate(f"Reveal.slide({place}, 0, 99)")
    page.wait_for_function(f"""() => {{
        const views = Reveal.getCurrentSlide().querySelectorAll("{VIEW}");
        return [...views].every((view) => "done" in view.dataset);
    }}""")
    page.evaluate(
        "new Promise((on) => requestAnimationFrame(() => requestAnimationFrame(on)))"
    )


def test_a_deck_has_a_lecture_s_slides_at_most(book):
    for slug in chapters():
        slides = slides_of(slug)
        assert 8 <= len(slides) <= MOST, slug
        kinds = [" ".join(map(str, inside)) for _, inside in slides]
        assert "view+json" in kinds[1], f"{slug}: its first widget"
        assert all(kinds), f"{slug}: a slide with a heading alone"
        assert any("______" in kind or "check." in kind for kind in kinds), slug


@pytest.mark.browser
@pytest.mark.parametrize("slug", DECKS)
def test_nothing_overflows(decks, open_page, slug):
    watched = opened(decks, open_page, slug)
    page = watched.page
    for place in range(page.evaluate("Reveal.getTotalSlides()")):
        show(page, place)
        over, size = page.evaluate("""() => {
            const slide = Reveal.getCurrentSlide();
            const over = [slide.scrollHeight - slide.clientHeight,
                          slide.scrollWidth - slide.clientWidth];
            return [Math.max(...over), slide.querySelector(".fit").dataset.size];
        }""")
        assert over <= 1, place
        assert float(size) >= 0.6, place  # still read from the last row
    assert watched.errors == watched.foreign == []


@pytest.mark.browser
def test_a_widget_lives_and_its_keys_turn_no_slide(decks, open_page):
    page = opened(decks, open_page, "softmax_and_temperature", place=1).page
    widget = page.locator(".present .glassbox-widget-live")
    fields = widget.locator("input")
    values = "(all) => all.map((one) => one.value)"
    assert "3.01" in fields.evaluate_all(values)
    widget.get_by_role("button", name="+10 to all").click()
    assert "13.01" in fields.evaluate_all(values)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(NOW) == 1  # the button still has the focus
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(NOW) == 2


@pytest.mark.browser
def test_an_output_waits_for_the_next_key(decks, open_page):
    page = opened(decks, open_page, "softmax_and_temperature", place=2).page
    page.evaluate("Reveal.slide(2, 0, -1)")
    output = page.locator(".present .cell_output")
    assert page.locator(".present .asked").is_visible()
    output.wait_for(state="hidden")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(NOW) == 2
    output.wait_for(state="visible")


@pytest.mark.browser
def test_a_deck_is_dark_where_the_screen_is(decks, open_page):
    page = opened(decks, open_page, "feed_forward", scheme="dark").page
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.keyboard.press("d")
    assert dark != page.evaluate(ground) == "rgb(255, 255, 255)"


def test_notes_are_the_guide_s_minutes():
    guide = """# Teaching

## Minute by minute

| Part | Minutes | What you do |
| --- | --- | --- |
| First screen | 5 | *Bets* on `nan`. |
| Recap | 2 | Back to the board. |

## On the board
"""
    assert notes_of(guide) == {
        "First screen": "First screen, 5 min. Bets on nan.",
        "Recap": "Recap, 2 min. Back to the board.",
    }
