"""A headless Chromium without a network: what page tests share."""

import os
import shutil

import pytest
from playwright.sync_api import Error, sync_playwright
from watched_pages import pages

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    # Where a page is closed while it navigates, Playwright 1.62 and later would wait
    # for ever (Playwright's issue 42068). This list takes the place of Playwright's.
    "--disable-features=RenderDocument,PaintHolding",
]  # fmt: skip


def grouped(names, what):
    """Parameters for a fixture that opens a page: one worker has all that share it."""
    group = pytest.mark.xdist_group
    return [
        pytest.param(name, marks=group(f"{what} {name}"), id=name) for name in names
    ]


@pytest.fixture(scope="session")
def browser():
    """Chromium: the one on the PATH, else Playwright's own.

    The headless shell draws the same pages without a browser's own windows: opening
    a page costs it a third.
    """
    with sync_playwright() as playwright:
        names = "chromium-headless-shell", "chromium", "google-chrome"
        found = next(filter(None, map(shutil.which, names)), None)
        try:
            chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        except Error as error:
            word = (
                "the browser tests need Chromium: install your system's chromium, or "
                f"run `playwright install chromium` ({str(error).splitlines()[0]})"
            )
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
