"""A headless Chromium: what prints the book, and what the tests open pages in."""

import shutil
from contextlib import contextmanager

from playwright.sync_api import Error, sync_playwright

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    # Where a page is closed while it navigates, Playwright 1.62 and later would wait
    # for ever (Playwright's issue 42068). This list takes the place of Playwright's.
    "--disable-features=RenderDocument,PaintHolding",
]  # fmt: skip


def launch(playwright):
    """Start Chromium: the one on the PATH, else Playwright's own.

    The headless shell draws the same pages without a browser's own windows: opening
    a page costs it a third.
    """
    names = "chromium-headless-shell", "chromium", "google-chrome"
    found = next(filter(None, map(shutil.which, names)), None)
    return playwright.chromium.launch(executable_path=found, args=FLAGS)


def need_of(error):
    """Say what to do where Chromium cannot be started."""
    return (
        "Chromium is needed: install your system's chromium, or run `playwright "
        f"install chromium` ({str(error).splitlines()[0]})"
    )


@contextmanager
def chromium():
    """Start Chromium for a command, and end it; say what to do where there is none."""
    with sync_playwright() as playwright:
        try:
            started = launch(playwright)
        except Error as error:
            raise SystemExit(need_of(error)) from None
        yield started
        started.close()


def print_pdf(browser, source, paths, **options):
    """Print a file as tagged PDFs, one for each paper: {"A4": path, …}."""
    tab = browser.new_page()
    tab.goto(source.as_uri(), wait_until="load")
    tab.evaluate("document.fonts.ready.then(() => 0)")
    for paper, path in paths.items():
        tab.pdf(path=path, format=paper, tagged=True, print_background=True, **options)
    tab.close()
