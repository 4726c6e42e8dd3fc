"""What the book's pages are on a site, and what of it works from disk."""

import re

import pytest
from publishing import published
from watched_pages import CHAPTERS

BUTTON = re.compile(
    r'"https://(?:colab\.research\.google|mybinder|github\.com/\S+/edit)'
)


def test_buttons_lead_elsewhere_only_once_the_repository_has_a_name(book):
    pages = {name: (book / f"{name}.html").read_text("utf-8") for name in CHAPTERS}
    assert len(pages) > 20
    for name, page in pages.items():
        assert bool(BUTTON.search(page)) == bool(published()), name
        assert ('rel="canonical"' in page) == bool(published()), name


def test_each_page_has_a_description_of_its_own_and_the_mark(book):
    told = {}
    for name in CHAPTERS:
        page = (book / f"{name}.html").read_text("utf-8")
        (text,) = re.findall('<meta name="description" content="([^"]*)"', page)
        assert 40 < len(text) <= 200 and "&lt;" not in text, name
        told[text] = name
        mark = re.search('<link rel="icon" href="([^"]*)"', page)[1]
        assert (book / f"{name}.html").parent.joinpath(mark).is_file()
    assert len(told) == len(CHAPTERS)


def test_the_page_of_a_lost_address_leads_back(book, open_page):
    if published():
        pytest.skip("a named book's is for its server: test_named_book.py reads it")
    watched = open_page(book / "404.html")
    page = watched.page
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith(
        "Inter"
    )
    page.get_by_role("link", name="The front page").click()
    page.wait_for_url("**/chapters/index.html")
    assert not watched.errors and not watched.foreign


def test_the_notebook_is_downloaded_from_disk(book, open_page):
    page = open_page(book / "chapters" / "softmax_and_temperature.html").page
    link = page.locator("a.btn-download-source-button[download]")
    link.wait_for(state="attached")
    menu = page.get_by_role("button", name="Download this page")
    menu.press("Enter")
    page.wait_for_function(
        "(menu) => menu.parentElement.querySelector('.show')", arg=menu.element_handle()
    )
    with page.expect_download() as download:
        link.click()
    name = "softmax_and_temperature.ipynb"
    assert download.value.suggested_filename == name
    given = download.value.path().read_text("utf-8")
    assert given == (book / "_sources" / "chapters" / name).read_text("utf-8")
