"""Take the pictures that are kept: PYTHONPATH=tests:tools python tools/pictures.py

assets/figures/readme.webp  the front page's widget at work, for the README
assets/figures/mark.png     the book's mark, for the cards of those who share a page
"""

import io

from headless import chromium
from PIL import Image
from publishing import ROOT
from watched_pages import settle

FIGURES = ROOT / "assets" / "figures"
FRONT = ROOT / "_build" / "html" / "chapters" / "index.html"
HELD, LOOKED, ENDED = 1500, 600, 3500  # ms that a frame stays: first, each look, last
SIZE = 1108, 742  # pixels of the widget, two for one of the page's
MARK = 150  # of the page's pixels


def record_arcs(page):
    """Return frames of the widget, and how long each stays: it writes a date, looking
    back for each character; then its comma is deleted."""
    page.goto(FRONT.as_uri())
    settle(page)
    widget = page.locator(".gb-arcs").first
    frames = [(picture(widget), HELD)]
    for button in widget.locator(".gb-target button").all()[:-1]:
        button.click()
        frames.append((picture(widget), LOOKED))
    field = widget.locator("input")
    field.fill("November 21 2026")
    page.wait_for_function("document.querySelectorAll('.gb-source li').length === 16")
    widget.locator(".gb-target button").nth(3).click()
    frames.append((picture(widget), ENDED))
    return frames


def picture(widget):
    """Return what a widget shows, down to its sentence, on a ground of one size."""
    shot = widget.screenshot(animations="disabled", caret="hide")
    whole = Image.open(io.BytesIO(shot)).convert("RGB")
    button = widget.locator(".gb-bottom button").first.bounding_box()
    end = round(2 * (button["y"] - widget.bounding_box()["y"]))
    ground = Image.new("RGB", SIZE, whole.getpixel((SIZE[0] // 2, 20)))
    ground.paste(whole.crop((8, 8, 8 + SIZE[0], end)))  # without the frame
    return ground


def draw_mark(page):
    """Return the book's mark on a clear ground."""
    svg = (ROOT / "assets" / "static" / "favicon.svg").read_text("utf-8")
    page.set_content(f'<div style="width:{MARK}px">{svg}</div>')
    return page.locator("svg").screenshot(omit_background=True)


def main():
    with chromium() as browser:
        size = {"width": 1280, "height": 900}
        page = browser.new_page(device_scale_factor=2, viewport=size)
        frames = record_arcs(page)
        (FIGURES / "mark.png").write_bytes(draw_mark(page))
    pictures, durations = zip(*frames, strict=True)
    pictures[0].save(
        FIGURES / "readme.webp", save_all=True, append_images=pictures[1:],
        duration=durations, loop=0, quality=80, method=6,
    )  # fmt: skip


if __name__ == "__main__":
    main()
