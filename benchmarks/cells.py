"""Python in the page: `python benchmarks/cells.py`, part of `make bench`.

The first run of a cell in a new browser and in one that has run Python before, later
runs, the same cell in CPython, and what Python takes of memory. Times depend on the
machine; read the ratios.
"""

import time
from pathlib import Path

import nbformat
import numpy as np
from playwright.sync_api import sync_playwright
from shared import launch, print_table

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "_build" / "html" / "chapters" / "softmax_and_temperature.html"
NOTEBOOK = ROOT / "chapters" / "softmax_and_temperature.ipynb"
FIRST, TYPICAL = "softmax-first-idea", "softmax-naive-run"
RUN = """async (name) => {
  const cell = document.querySelector(`[data-cell="${name}"]`);
  const start = performance.now();
  cell.querySelector("[data-action=run]").click();
  const busy = ["loading", "running"];
  while (busy.includes(cell.dataset.runState)) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  if (cell.dataset.runState !== "done") throw new Error(cell.textContent);
  return performance.now() - start;
}"""


def main():
    rows = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name in ("first run, new browser", "first run, again"):
            page = browser.new_page()
            page.goto(PAGE.as_uri())
            page.wait_for_selector("[data-run-state]", state="attached")
            before = memory(browser)
            rows.append((name, page.evaluate(RUN, FIRST)))
        rows.append(("the same cell once more", page.evaluate(RUN, FIRST)))
        page.evaluate(RUN, TYPICAL)
        later = [page.evaluate(RUN, TYPICAL) for _ in range(20)]
        used = memory(browser) - before
        browser.close()
    in_page, in_cpython = np.median(later), np.median([*typical_in_cpython()])
    rows.append(("a typical cell", in_page))
    rows.append(("the same in CPython", in_cpython))
    print_table("Python in the page", ["what", "ms"], rows)
    print(f"  page / CPython: {in_page / in_cpython:.1f}")
    print(f"  memory of one page's Python: {used / 2**20:.0f} MiB")


def typical_in_cpython():
    """Run the chapter's cells up to the typical one; time that 20 times, in ms."""
    names = {"print": lambda *values, **how: None}
    for cell in nbformat.read(NOTEBOOK, as_version=4).cells:
        skipped = {"remove-cell", "torch"} & set(cell.metadata.get("tags", []))
        if cell.cell_type != "code" or skipped or "widgets" in cell.source:
            continue
        code = compile(cell.source, cell.id, "exec")
        if cell.id == TYPICAL:
            for _ in range(20):
                start = time.perf_counter()
                exec(code, names)
                yield 1000 * (time.perf_counter() - start)
            return
        exec(code, names)


def memory(browser):
    """Return what all of a browser's processes have in memory, in bytes."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = [Path(f"/proc/{one['id']}/statm").read_text().split()[1] for one in found]
    return sum(map(int, sizes)) * 4096  # pages


if __name__ == "__main__":
    main()
