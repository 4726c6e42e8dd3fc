"""A page with more sections than its contents can show at once, and no exercises."""

import pytest
from watched_pages import settle

pytestmark = pytest.mark.browser

LONG = "chapters/common_mistakes.html"
SEEN = """() => {
  const panel = document.querySelector(".bd-sidebar-secondary");
  const view = panel.getBoundingClientRect();
  const link = panel.querySelector("#pst-page-toc-nav a.active");
  if (!link) return null;
  const { top, bottom } = link.getBoundingClientRect();
  return { to: link.hash.slice(1), more: panel.scrollHeight > panel.clientHeight + 400,
    inside: top >= view.top - 1 && bottom <= Math.min(view.bottom, innerHeight) + 1 };
}"""
GO = "id => document.getElementById(id).scrollIntoView()"


def test_the_contents_scroll_with_the_reader_down_and_up_again(book, open_page):
    page = open_page(book / LONG, height=800).page
    settle(page)
    links = page.locator("#pst-page-toc-nav a[href^='#']")
    ids = [link.get_attribute("href")[1:] for link in links.all()]
    assert len(ids) > 30
    places = [ids[3], ids[len(ids) // 2], ids[-2], ids[len(ids) // 3], ids[1]]
    for place in places:
        page.evaluate(GO, place)
        page.wait_for_function(f"place => ({SEEN})()?.to === place", arg=place)
        seen = page.evaluate(SEEN)
        assert seen["more"] and seen["inside"], place
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function(
        "() => !document.querySelector('.bd-sidebar-secondary').scrollTop"
    )


def test_a_page_without_exercises_does_not_count_them(book, open_page):
    page = open_page(book / LONG).page
    panel = page.locator(".glassbox-work")
    panel.wait_for(state="attached")
    assert "Your work" in panel.text_content()
    assert "Exercises" not in panel.text_content()
    path = book / "chapters" / "softmax_and_temperature.html"
    page = open_page(path).page
    assert "passed: 0 of" in page.locator(".glassbox-work").text_content()
