"""A headless Chromium without a network: what page tests share."""

import os

import pytest
from headless import launch, need_of
from playwright.sync_api import Error, sync_playwright
from watched_pages import pages


def grouped(names, what):
    """Parameters for a fixture that opens a page: one worker has all that share it."""
    group = pytest.mark.xdist_group
    return [
        pytest.param(name, marks=group(f"{what} {name}"), id=name) for name in names
    ]


@pytest.fixture(scope="session")
def browser():
    """A Chromium for the whole run."""
    with sync_playwright() as playwright:
        try:
            chromium = launch(playwright)
        except Error as error:
            word = f"the browser tests: {need_of(error)}"
            if os.environ.get("CI"):
                pytest.fail(word)
            pytest.skip(word)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser):
    """Open a file: url in a fresh context without network; return it, watched."""
    with pages(browser) as opener:
        yield opener
