"""A headless Chromium: what prints the book, and what the tests open pages in."""

import shutil

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
