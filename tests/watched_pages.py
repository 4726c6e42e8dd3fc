"""Pages without a network, and what goes wrong on them."""

import re
from contextlib import contextmanager
from pathlib import Path

TOC = Path(__file__).resolve().parents[1] / "_toc.yml"
FILES = re.findall(r"(?:root|file): (\S+)", TOC.read_text(encoding="utf-8"))
GUIDES = [name for name in FILES if name.startswith("chapters/teachers/")]
# The guides for teachers have one form: two of them stand for all.
CHAPTERS = [name for name in FILES if name not in GUIDES[2:]]


class Watched:
    """A page, and what went wrong on it."""

    def __init__(self, page):
        self.page = page
        self.foreign, self.errors, self.loaded = [], [], []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._requested)
        page.on("requestfinished", self._finished)
        page.on("requestfailed", lambda r: self.errors.append(f"failed: {r.url}"))

    def _requested(self, request):
        if not request.url.startswith(("file:", "blob:", "data:")):
            self.foreign.append(request.url)

    def _finished(self, request):
        if request.url.startswith("file:"):
            self.loaded.append(request.url)

    def _console(self, message):
        if message.type == "error":
            self.errors.append(message.text)


@contextmanager
def pages(browser):
    """Give a function that opens a file: url in a fresh context without network."""
    contexts = []

    def open_page(
        path,
        *,
        width=1280,
        height=900,
        scheme="light",
        clock=False,
        script="",
        **rest,
    ):
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme,
            offline=True, **rest,
        )  # fmt: skip
        contexts.append(context)
        watched = Watched(context.new_page())
        if clock:  # the page's time moves with `page.clock.run_for` alone
            watched.page.clock.install(time=0)
            watched.page.clock.pause_at(1000)
        if script:  # runs before the page's own
            watched.page.add_init_script(script)

        watched.page.goto(Path(path).as_uri(), wait_until="load")
        return watched

    try:
        yield open_page
    finally:
        for context in contexts:
            context.close()


def settle(page):
    """Scroll through the page again and again until each widget in view has mounted."""
    views = 'script[type="application/vnd.jupyter.widget-view+json"]'
    look = f"""() => {{
        const atEnd = window.scrollY + innerHeight >= document.body.scrollHeight - 1;
        scrollTo(0, atEnd ? 0 : window.scrollY + 800);
        const seen = [...document.querySelectorAll('{views}')]
          .filter((view) => !view.closest("details:not([open])"));
        return seen.length ===
          document.querySelectorAll('[data-mounted], .glassbox-problem').length;
    }}"""
    page.wait_for_function(look, timeout=120_000)  # ms; a busy machine takes its time
    page.evaluate("scrollTo(0, 0)")
