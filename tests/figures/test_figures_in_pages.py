"""What the figures of the chapters look like in a page and by themselves."""

import base64
import re
from pathlib import Path

import nbformat
import pytest
from glassbox import figures as library

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "chapters").glob("*.ipynb"))
STYLE = (ROOT / "assets/static/book.css").read_text("utf-8")
SVG = "image/svg+xml"
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<title>Figures</title><style>{style}
body {{ margin: 16px; font-family: {font} }}</style>{body}</html>"""
# A figure's texts, less those that stand aslant: their boxes overlap, they do not.
FAULTS = """() => [...document.querySelectorAll("svg")].flatMap((svg, number) => {
    const texts = [...svg.querySelectorAll("text:not([transform^='rotate(-45'])")];
    const boxes = texts.map((text) => text.getBoundingClientRect());
    const all = svg.getBoundingClientRect();
    return texts.flatMap((text, i) => {
        const found = [];
        const a = boxes[i];
        if (a.left < all.left || a.right > all.right || a.bottom > all.bottom)
            found.push(`${number}: ${text.textContent} is cut`);
        for (let j = 0; j < i; j++) {
            const b = boxes[j];
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            // A line's box is taller than its letters.
            if (across > 0 && down > 0.25 * Math.min(a.height, b.height))
                found.push(`${number}: ${text.textContent} on ${texts[j].textContent}`);
        }
        return found;
    });
})"""


def stored(path):
    """List the figures that a notebook has stored."""
    cells = nbformat.read(path, as_version=4).cells
    outputs = [o for cell in cells for o in cell.get("outputs", []) if "data" in o]
    return [output.data[SVG] for output in outputs if SVG in output.data]


@pytest.fixture(scope="module")
def figures():
    return [svg for path in NOTEBOOKS for svg in stored(path)]


@pytest.fixture
def opened(open_page, tmp_path):
    """Open a page that has this body: opened(body, width=390)."""

    def opened(body, *, style=STYLE, font="sans-serif", width=390):
        file = tmp_path / "figures.html"
        file.write_text(PAGE.format(style=style, font=font, body=body), "utf-8")
        return open_page(file, width=width).page

    return opened


def test_each_cell_that_draws_has_stored_its_figure_and_says_what_it_shows():
    used = set()
    for path in NOTEBOOKS:
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "code" and "figures." in cell.source:
                data = [o.data for o in cell.outputs if "data" in o]
                assert [SVG in one for one in data] == [True], cell.id
                assert data[0]["text/plain"].startswith("Figure: "), cell.id
                alt = cell.metadata["mystnb"]["image"]["alt"]
                assert len(alt.split()) >= 8, cell.id
                used |= set(re.findall(r"\bfigures\.(\w+)", cell.source))
        assert "<Figure size" not in path.read_text("utf-8")
    assert used == set(library.__all__)


def test_each_figure_is_small(figures):
    for svg in figures:
        assert len(svg.encode()) <= 40_000


@pytest.mark.browser
@pytest.mark.parametrize("font", ["Helvetica, Arial, sans-serif", "DejaVu Sans"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_word_is_cut_or_lies_on_another(figures, opened, width, font):
    page = opened("".join(figures), font=font, width=width)
    assert page.locator("svg").count() == len(figures)
    assert page.evaluate(FAULTS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_words_are_legible_on_a_phone(figures, opened):
    page = opened("".join(figures))
    sizes = page.eval_on_selector_all(
        "svg text",
        """all => all.map((text) => parseFloat(getComputedStyle(text).fontSize)
            * text.ownerSVGElement.getBoundingClientRect().width
            / text.ownerSVGElement.viewBox.baseVal.width)""",
    )
    assert len(sizes) > 300
    assert min(sizes) >= 9


COLORS = """() => Object.fromEntries(
    [...document.querySelectorAll("svg > [style]")].flatMap((one) =>
        ["fill", "stroke"].filter((what) => one.hasAttribute(what)).map((what) =>
            [one.getAttribute(what), getComputedStyle(one)[what]])))"""


@pytest.mark.browser
def test_the_page_s_switch_changes_every_color_at_once(figures, opened):
    page = opened("".join(figures))
    light = page.evaluate(COLORS)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = page.evaluate(COLORS)
    assert len(light) >= 8
    assert [plain for plain in light if light[plain] == dark[plain]] == []
    page.emulate_media(media="print")
    assert page.evaluate(COLORS) == light  # on paper


@pytest.mark.browser
def test_the_page_s_font_is_the_figures(figures, opened):
    page = opened(figures[0], font="Georgia")
    font = "document.querySelector('text')"
    assert page.evaluate(f"getComputedStyle({font}).fontFamily") == "Georgia"
    by_itself = opened(figures[0], style="", font="Georgia")
    found = by_itself.evaluate(f"getComputedStyle({font}).fontFamily")
    assert found.startswith("Helvetica")


@pytest.mark.browser
def test_as_an_image_a_figure_brings_its_light_ground(figures, opened):
    coded = base64.b64encode(figures[0].encode()).decode()
    page = opened(
        f'<img src="data:{SVG};base64,{coded}"><canvas></canvas>', style="", width=1280
    )
    pixel = page.evaluate(
        """async () => {
            const image = document.querySelector("img");
            await image.decode();
            const canvas = document.querySelector("canvas");
            const context = canvas.getContext("2d");
            context.fillRect(0, 0, canvas.width, canvas.height);
            context.drawImage(image, 0, 0);
            return [image.naturalWidth, ...context.getImageData(2, 2, 1, 1).data];
        }"""
    )
    width = round(float(re.search(r'\bwidth="([\d.]+)"', figures[0])[1]))
    assert pixel == [width, 0xFB, 0xFA, 0xF7, 255]
