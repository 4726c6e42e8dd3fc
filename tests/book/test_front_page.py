"""The front page: the whole map on its first screen, and its links to chapters."""

import re

from glassbox.widgets.transformer_map.facts import PARTS, parts_of


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
