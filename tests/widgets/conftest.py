"""Widgets on pages of their own, without a kernel and without a network."""

import pytest
from widget_page import page_of

# Unfold the numbers, which come with the toggle event.
OPEN = """() => Promise.all([...document.querySelectorAll("details")].map((details) =>
  new Promise((resolve) => {
    details.addEventListener("toggle", resolve, { once: true });
    details.open = true;
  })))"""


def pytest_collection_modifyitems(items):
    """Mark what needs a browser, so that `make check` can leave it out."""
    for item in items:
        if "browser" in item.fixturenames:
            item.add_marker("browser")


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with widgets: show(widget, …, theme=, language=, clock=, width=, …).

    Returns the page, watched, and each widget's element. With clock=True the page's
    time stands in the test's hand: `watched.page.clock.run_for(1000)`.
    """

    def show(*widgets, theme="light", language="en", **options):
        path = tmp_path / "page.html"
        html = page_of(widgets, theme=theme, language=language)
        path.write_text(html, encoding="utf-8")
        watched = open_page(path, **options)
        # The host mounts what nears the screen: bring each widget near it.
        for view in watched.page.locator("main > div").all():
            view.scroll_into_view_if_needed()
            view.locator("[data-mounted]").wait_for(state="attached")
        roots = [
            watched.page.locator("[data-mounted]").nth(i) for i in range(len(widgets))
        ]
        return watched, *roots

    return show


@pytest.fixture
def unfolded(show):
    """Show these widgets, their numbers unfolded; return the page and the widgets."""

    def unfolded(*widgets, **options):
        watched, *roots = show(*widgets, **options)
        watched.page.evaluate(OPEN)
        return watched, *roots

    return unfolded
