"""The front page: the whole map on its first screen, and its links to chapters."""

import re

from glassbox.widgets.transformer_map.facts import PARTS, parts_of
from watched_pages import CHAPTERS


def test_the_front_page_shows_the_whole_map_on_its_first_screen(book, open_page):
    page = open_page(book / "chapters" / "index.html", height=800).page
    page.wait_for_selector(".gb-machine")
    drawing = page.locator(".gb-drawing").bounding_box()
    assert drawing["y"] + drawing["height"] <= 800
    panel = page.locator(".gb-summary").bounding_box()
    assert panel["x"] > drawing["x"] + drawing["width"]


def test_the_front_page_links_each_part_to_its_chapters_that_stand(book, open_page):
    page = open_page(book / "chapters" / "index.html").page
    page.wait_for_selector(".gb-machine")
    root = page.locator(".gb-machine")
    linked = 0
    for part in parts_of({"norm": "post", "form": "paper"}):
        root.locator(f"[data-action={part}]").click()
        links = root.locator("[data-fact=chapter] a").all()
        hrefs = [link.evaluate("a => a.href") for link in links]
        standing = [
            slug
            for slug in PARTS[part]["chapters"]
            if (book / "chapters" / f"{slug}.html").exists()
        ]
        places = [f"{(book / 'chapters').as_uri()}/{slug}.html" for slug in standing]
        assert hrefs == places, part
        others = root.locator("[data-fact=chapter] > span").all_inner_texts()
        assert sorted(others + standing) == sorted(PARTS[part]["chapters"])
        assert all(re.search(r"\w \w", link.inner_text()) for link in links)
        linked += len(links)
    assert linked > len(PARTS) / 2


def test_chapters_are_numbered_through_and_the_front_page_lists_them_so(book):
    front = (book / "chapters" / "index.html").read_text(encoding="utf-8")
    lists = re.findall(r'<ol class="arabic[^"]*"(.*?)</ol>', front, re.DOTALL)
    listed = []
    for one in lists:
        start = re.match(r' start="(\d+)"', one)
        assert int(start[1] if start else 1) == len(listed) + 1
        listed += re.findall(r'href="(\w+)\.html"', one)
    assert [f"chapters/{slug}" for slug in listed] == CHAPTERS[1:]
    for number, name in enumerate(CHAPTERS[1:], start=1):
        page = (book / f"{name}.html").read_text(encoding="utf-8")
        numbered = re.findall(r'<h(\d)><span class="section-number">([^<]*)<', page)
        assert numbered == [("1", f"{number}. ")], name
        assert f"<title>{number}. " in page
        assert f'"title": "{number}. ' in page  # of what a reader exports
