"""Every page of the built book, opened from its file with the network off."""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
import run_axe
from chromium import grouped
from watched_pages import CHAPTERS, pages, settle

ROOT = Path(__file__).resolve().parents[2]
SANDBOX_WORDS = ROOT / "lib/glassbox/widgets/mask_sandbox/words.en.json"

# The theme's own markup, not ours: each exception names its selector and reason.
EXCLUDED = [
    ".bd-header",  # the theme's empty header keeps a hidden toggle
    "dialog",  # the theme's search dialog, closed
    # the theme puts the book's title, a link, outside its navigation landmark
    ".sidebar-primary-items__start > .sidebar-primary-item:nth-child(1)",
]


def opened(browser, path, **look):
    """Open a page once, for several tests that read it and leave it as it is."""
    with pages(browser) as open_page:
        watched = open_page(path, **look)
        settle(watched.page)
        # A color on its way from one theme to the other belongs to neither; and what a
        # browser skips while it is out of sight is to be looked at as well.
        still = "transition: none !important; content-visibility: visible !important"
        watched.page.add_style_tag(content=f"* {{ {still} }}")
        yield watched


@pytest.fixture(scope="module", params=grouped(CHAPTERS, "the page of"))
def chapter(request, browser, book):
    """Each chapter: where it lies, and its page, 1280 px wide and light."""
    path = book / f"{request.param}.html"
    for watched in opened(browser, path):
        yield path, watched


def assert_clean(watched):
    assert watched.foreign == []
    assert watched.errors == []
    assert watched.page.locator(".glassbox-problem").count() == 0


def test_no_foreign_request_and_no_console_error(chapter):
    assert_clean(chapter[1])


@pytest.mark.parametrize("name", ["search", "genindex"])
def test_nor_on_the_pages_that_sphinx_makes(browser, book, name):
    for watched in opened(browser, book / f"{name}.html"):
        assert_clean(watched)


def violations(page, **options):
    rest = {"exclude": [[selector] for selector in EXCLUDED]}
    return run_axe.violations(page, rest, **options)


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_no_violation_in_either_theme(chapter, width):
    page = chapter[1].page
    page.set_viewport_size({"width": width, "height": 900})
    # The theme makes what scrolls reachable by Tab, a moment after a change of size.
    page.wait_for_function("""[...document.querySelectorAll(".bd-article pre")]
      .every((code) => code.scrollWidth <= code.clientWidth || code.tabIndex === 0)""")
    assert not violations(page)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    # Of all that axe looks at, colours alone depend on the theme.
    found = violations(page, runOnly=["color-contrast"])
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function("document.documentElement.dataset.theme === 'light'")
    assert not found


@pytest.mark.parametrize("width", [1280, 390, 360])
def test_the_page_never_scrolls_sideways(chapter, width):
    page = chapter[1].page
    page.set_viewport_size({"width": width, "height": 900})
    wide = page.evaluate("document.documentElement.scrollWidth")
    page.set_viewport_size({"width": 1280, "height": 900})
    assert wide <= width


@pytest.mark.parametrize("name", CHAPTERS)
def test_nor_when_it_is_opened_on_the_smallest_phone(book, open_page, name):
    page = open_page(book / f"{name}.html", width=360).page
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_internal_links_lead_somewhere(chapter):
    path, watched = chapter
    hrefs = watched.page.eval_on_selector_all("a[href]", "all => all.map(a => a.href)")
    local = {href for href in hrefs if href.startswith("file:")}
    assert local
    for href in local:
        address, fragment = urldefrag(href)
        target = Path(unquote(address.removeprefix("file://").split("?")[0]))
        assert target.exists(), href
        if fragment and target == path:
            there = "id => !!document.getElementById(id)"
            assert watched.page.evaluate(there, fragment), href


def test_all_mathematics_is_set(chapter):
    page = chapter[1].page
    formulas = page.locator(".math")
    assert page.locator(".math > math annotation").count() == formulas.count()
    shown = page.locator(".math :is(mi, mn, mo, mtext)").all_text_contents()
    assert not [text for text in shown if re.search(r"[\\&$]", text)]


def test_every_picture_says_what_it_shows(chapter):
    texts = chapter[1].page.eval_on_selector_all(
        ".bd-article img", "all => all.map(image => image.alt)"
    )
    for text in texts:
        assert len(text.split()) >= 8, text  # without one, myst-nb puts the file name


def test_the_front_door_opens_from_a_double_click(book, open_page):
    page = open_page(book / "index.html").page
    page.wait_for_url("**/chapters/index.html")
    assert page.locator("h1").first.inner_text().startswith("The Glass-Box Transformer")


def test_search_finds_a_chapter_without_a_server(book, open_page):
    watched = open_page(book / "search.html")
    watched.page.goto((book / "search.html").as_uri() + "?q=temperature")
    link = "#search-results a[href*='softmax_and_temperature']"
    watched.page.wait_for_selector(link, timeout=20000)
    assert watched.errors == []


@pytest.mark.parametrize("name", CHAPTERS)
def test_without_script_fallbacks_stand_in_and_fit(book, open_page, name):
    page = open_page(book / f"{name}.html", java_script_enabled=False).page
    for width in (360, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    fallbacks = page.locator(".glassbox-fallback")
    for index in range(fallbacks.count()):
        fallback = fallbacks.nth(index)
        folds = fallback.locator("xpath=ancestor::details[not(@open)]")
        while folds.count():  # an output that is to be predicted
            folds.first.locator("> summary").click()
        assert fallback.inner_text().strip()


def test_a_widgets_words_keep_their_order_in_the_page(book, open_page):
    page = open_page(book / "chapters" / "decoder_masking.html").page
    settle(page)
    buttons = page.locator(".gb-sandbox .gb-choice").first.locator("button")
    words = json.loads(SANDBOX_WORDS.read_text("utf-8"))
    shown = [button.get_attribute("data-action") for button in buttons.all()]
    assert shown == list(words["presets"])
    assert shown != sorted(shown)  # as a stored page would sort them


def test_the_contents_mark_what_is_read_however_far_one_jumps(book, open_page):
    page = open_page(book / "chapters/softmax_and_temperature.html", height=800).page
    settle(page)
    titles = """() => [...document.querySelectorAll(".bd-article :is(h2, h3)")]
      .filter((title) => title.parentElement.getBoundingClientRect().top < 240)
      .map((title) => title.parentElement.id).at(-1) ?? """
    mark = """document.querySelector("#pst-page-toc-nav a.active")?.hash.slice(1) ?? """
    # As far as the keys Page Down, End, Page Up and Home go. Chromium loses a key that
    # meets the last frame of the scroll before it, so the page is moved by its script.
    down, end = (
        644,
        page.evaluate("document.documentElement.scrollHeight - innerHeight"),
    )
    jumps = [*range(down, 21 * down, down), end, end - down, end - 2 * down, 0]
    seen = set()
    for place in jumps:
        page.evaluate("top => scrollTo({ top, behavior: 'instant' })", place)
        assert page.evaluate("scrollY") == place
        page.wait_for_function(f"({mark} '') === ({titles} '')()")
        seen.add(page.evaluate(mark + "''"))
    assert len(seen) > 6
