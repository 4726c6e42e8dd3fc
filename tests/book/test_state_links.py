"""A link to a widget's state, on a built page opened from disk."""

from glassbox.widgets import NotBad


def test_a_link_from_python_opens_its_widget_and_says_so(book, open_page):
    widget = NotBad()
    widget.set(way="bent")
    watched = open_page(book / "chapters" / "feed_forward.html")
    page = watched.page
    page.wait_for_selector("[data-mounted]")
    page.goto((book / "chapters").as_uri() + "/" + widget.link("feed_forward"))
    notice = page.get_by_text("This page shows the state from a link.")
    notice.wait_for()
    page.reload()
    notice.wait_for()
    assert page.evaluate("document.activeElement.className") == "glassbox-from-link"
    page.locator(".gb-not-bad").wait_for()
    assert 0 <= notice.bounding_box()["y"] < 400
    link = page.url
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.get_by_role("button", name="Copy link").nth(0).click()
    field = page.locator(".glassbox-link input")
    field.wait_for()
    assert field.input_value().partition("?")[0] == link.partition("?")[0]
    page.get_by_role("button", name="Show the page’s own state").click()
    page.get_by_text("This page shows its own state again.").wait_for()


def test_a_damaged_link_says_so_and_leaves_the_page_as_it_is(book, open_page):
    watched = open_page(book / "chapters" / "feed_forward.html")
    watched.page.wait_for_selector("[data-mounted]")
    watched.page.goto(watched.page.url + "?state=e30x")
    watched.page.get_by_text("The link does not fit this page").wait_for()
    watched.page.wait_for_selector("[data-mounted]")
