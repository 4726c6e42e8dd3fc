"""A headless Chromium on the built book, every foreign request blocked."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Error, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def browser():
    """Chromium: the one on the PATH, else Playwright's own."""
    with sync_playwright() as playwright:
        found = shutil.which("chromium") or shutil.which("google-chrome")
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


class Watched:
    """A page, and what went wrong on it."""

    def __init__(self, page):
        self.page = page
        self.foreign, self.errors = [], []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("requestfailed", lambda r: self.errors.append(f"failed: {r.url}"))

    def _console(self, message):
        if message.type == "error":
            self.errors.append(message.text)


@pytest.fixture
def open_page(browser):
    """Open a file: url in a fresh context without network; return it, watched."""
    contexts = []

    def open_page(path, *, width=1280, height=900, scheme="light", **options):
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme,
            offline=True, **options,
        )  # fmt: skip
        contexts.append(context)
        watched = Watched(context.new_page())

        def route(route):
            if route.request.url.startswith(("file:", "blob:", "data:")):
                return route.continue_()
            watched.foreign.append(route.request.url)
            return route.abort()

        context.route("**/*", route)
        watched.page.goto(Path(path).as_uri(), wait_until="load")
        return watched

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def book():
    """The built book's folder."""
    folder = ROOT / "_build" / "html"
    if not (folder / "index.html").exists():
        pytest.fail("the browser tests read the built book: run `make book` first")
    return folder
