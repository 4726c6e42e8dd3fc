"""What the benchmarks share: the browser, and tables to read."""

import shutil

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
# Frames as soon as they are ready: what is measured is work, not the wait for the
# display's next refresh.
UNCAPPED = ["--disable-frame-rate-limit", "--disable-gpu-vsync"]


def launch(playwright, flags=()):
    found = shutil.which("chromium") or shutil.which("google-chrome")
    return playwright.chromium.launch(executable_path=found, args=[*FLAGS, *flags])


def print_table(title, header, rows):
    """Print rows under a header, numbers right-aligned."""
    cells = [header] + [[text(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    print(f"\n{title}")
    for row in cells:
        first, *rest = [c.rjust(w) for c, w in zip(row, widths, strict=True)]
        print("  " + "  ".join([row[0].ljust(widths[0]), *rest]))


def text(cell):
    if isinstance(cell, float):
        return f"{cell:,.3f}" if cell < 10 else f"{cell:,.1f}"
    return f"{cell:,}" if isinstance(cell, int) else cell
