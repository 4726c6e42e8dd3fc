"""Every page of the built book, opened from its file with the network off."""

import re
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from axe_playwright_python.sync_playwright import Axe

ROOT = Path(__file__).resolve().parents[2]
TOC = (ROOT / "_toc.yml").read_text(encoding="utf-8")
CHAPTERS = re.findall(r"(?:root|file): (\S+)", TOC)
GENERATED = ["search", "genindex"]

# The theme's own markup, not ours: each exception names its selector and reason.
EXCLUDED = [
    ".bd-header",  # the theme's empty header keeps a hidden toggle
    "dialog",  # the theme's search dialog, closed
    # the theme puts the book's title, a link, outside its navigation landmark
    ".sidebar-primary-items__start > .sidebar-primary-item:nth-child(1)",
]


def settle(page):
    """Scroll through the page so that every widget mounts, and wait for the maths."""
    page.evaluate("""async () => {
        for (let y = 0; y < document.body.scrollHeight; y += 400) {
            scrollTo(0, y);
            await new Promise(requestAnimationFrame);
        }
        scrollTo(0, 0);
        if (window.MathJax?.startup) await MathJax.startup.promise;
    }""")
    views = 'script[type="application/vnd.jupyter.widget-view+json"]'
    page.wait_for_function(
        f"document.querySelectorAll('{views}').length === "
        "document.querySelectorAll('[data-mounted], .glassbox-problem').length"
    )


@pytest.mark.parametrize("name", GENERATED + CHAPTERS)
def test_no_foreign_request_and_no_console_error(book, open_page, name):
    watched = open_page(book / f"{name}.html")
    settle(watched.page)
    assert watched.foreign == []
    assert watched.errors == []
    assert watched.page.locator(".glassbox-problem").count() == 0


@pytest.mark.parametrize("name", CHAPTERS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_no_violation(book, open_page, name, scheme, width):
    watched = open_page(book / f"{name}.html", scheme=scheme, width=width)
    settle(watched.page)
    results = Axe().run(watched.page, context={"exclude": [[e] for e in EXCLUDED]})
    found = [
        f"{v['id']}: {node['target']} {node.get('failureSummary', '')[:200]}"
        for v in results.response["violations"]
        for node in v["nodes"]
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", CHAPTERS)
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_the_page_never_scrolls_sideways(book, open_page, name, width):
    page = open_page(book / f"{name}.html", width=width).page
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", CHAPTERS)
def test_internal_links_lead_somewhere(book, open_page, name):
    path = book / f"{name}.html"
    page = open_page(path).page
    settle(page)
    hrefs = page.eval_on_selector_all("a[href]", "all => all.map(a => a.href)")
    local = {href for href in hrefs if href.startswith("file:")}
    assert local
    for href in local:
        address, fragment = urldefrag(href)
        target = Path(unquote(address.removeprefix("file://").split("?")[0]))
        assert target.exists(), href
        if fragment and target == path:
            assert page.evaluate("id => !!document.getElementById(id)", fragment), href


@pytest.mark.parametrize("name", CHAPTERS)
def test_all_mathematics_is_set(book, open_page, name):
    page = open_page(book / f"{name}.html").page
    settle(page)
    formulas = page.locator(".math").count()
    assert page.locator(".math mjx-container").count() == formulas
    assert page.locator("mjx-merror, [data-mjx-error]").count() == 0


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_picture_says_what_it_shows(book, open_page, name):
    page = open_page(book / f"{name}.html").page
    texts = page.eval_on_selector_all(
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
def test_without_script_every_widget_shows_its_fallback(book, open_page, name):
    page = open_page(book / f"{name}.html", java_script_enabled=False).page
    fallbacks = page.locator(".glassbox-fallback")
    for index in range(fallbacks.count()):
        assert fallbacks.nth(index).inner_text().strip()
