"""What the book costs: build time cold and warm, page weight by kind, widget bytes.

Part of `make bench`. Times depend on the machine; read the ratios.
"""

import gzip
import shutil
import subprocess
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from glassbox import widgets
from glassbox.widgets._link import link_script, link_style
from playwright.sync_api import sync_playwright
from shared import launch, print_table

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "_build" / "html" / "chapters" / "softmax_and_temperature.html"
KINDS = {
    ".js": "script", ".css": "style", ".png": "image", ".svg": "image",
    ".woff2": "font",
}  # fmt: skip


def main():
    print_table("Build", ["build", "seconds", "ratio to cold"], build_times())
    weights = page_weight()
    print_table("Page weight: the softmax chapter", ["kind", "bytes", "gzip"], weights)
    rows = []
    for name in widgets.FOLDERS:
        widget = getattr(widgets, name)
        texts = link_script(widget._folder), link_style(widget._folder)
        sizes = [len(text.encode()) for text in texts]
        sent = [len(gzip.compress(text.encode(), mtime=0)) for text in texts]
        rows.append((name, *sizes, *sent, sent[0] / 16384))
    header = ["widget", "script", "style", "script gz", "style gz", "script gz / 16 KB"]
    print_table("Widget bytes", header, rows)


def build_times():
    """Build a copy of the book: nothing cached, nothing changed, one chapter edited."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ["_config.yml", "_toc.yml", "Makefile", "pyproject.toml",
                     "README.md", "LICENSE", "requirements-lock.txt",
                     "requirements-torch.txt"]:  # fmt: skip
            shutil.copy2(ROOT / name, folder)
        for name in ["chapters", "assets", "lib", "tools"]:
            shutil.copytree(ROOT / name, Path(folder, name))
        Path(folder, ".venv").symlink_to(ROOT / ".venv")

        def build():
            start = time.perf_counter()
            subprocess.run(
                ["make", "book"], cwd=folder, check=True, capture_output=True
            )
            return time.perf_counter() - start

        cold, warm = build(), build()
        chapter = Path(folder, "chapters", "softmax_and_temperature.ipynb")
        chapter.write_text(chapter.read_text().replace("softmax(", "softmax( ", 1))
        edited = build()
    rows = [("cold (environment there)", cold), ("nothing changed", warm)]
    rows.append(("one chapter edited", edited))
    return [(name, seconds, seconds / cold) for name, seconds in rows]


def page_weight():
    """Sum the files that the chapter's page loads, by kind."""
    sizes = defaultdict(lambda: [0, 0])
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        urls = set()
        page.on("request", lambda request: urls.add(request.url.split("?")[0]))
        page.goto(PAGE.as_uri(), wait_until="networkidle")
        browser.close()
    for url in urls:
        if not url.startswith("file://"):
            continue
        path = Path(url.removeprefix("file://"))
        kind = KINDS.get(path.suffix, "html")
        content = path.read_bytes()
        for key in (kind, "all"):
            sizes[key][0] += len(content)
            sizes[key][1] += len(gzip.compress(content, mtime=0))
    return [(kind, *both) for kind, both in sorted(sizes.items(), key=lambda i: i[1])]


if __name__ == "__main__":
    main()
