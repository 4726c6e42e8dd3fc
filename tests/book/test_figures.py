"""Figures stand in the built pages: described, in the page's font and colors."""

from pathlib import Path

import nbformat
import pytest
from glassbox import figures as library

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "chapters").glob("*.ipynb"))
SVG = "image/svg+xml"
GROUND = """svg => getComputedStyle(svg.querySelector("path")).fill"""
pytestmark = pytest.mark.browser


def alts(path):
    """List what a notebook's cells say of the figures that they draw."""
    return [
        cell.metadata["mystnb"]["image"]["alt"]
        for cell in nbformat.read(path, as_version=4).cells
        if "figures." in cell.source
        and any(SVG in output.get("data", {}) for output in cell.get("outputs", []))
    ]


def test_the_chapters_have_figures():
    assert sum(len(alts(path)) for path in NOTEBOOKS) >= len(library.__all__)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_figure_stands_in_its_page_and_says_what_it_shows(book, open_page, path):
    page = open_page(book / "chapters" / f"{path.stem}.html").page
    figures = page.locator(".cell_output svg.glassbox-figure:not(.glassbox-drawing)")
    said = [one.get_attribute("aria-label") for one in figures.all()]
    assert said == alts(path)
    assert page.locator(".cell_output img").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_figure_has_the_page_s_ground_and_font(book, open_page, theme):
    page = open_page(book / "chapters/softmax_and_temperature.html", scheme=theme).page
    page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
    figure = page.locator("svg.glassbox-figure").first
    ground = figure.evaluate(GROUND)
    assert ground == page.evaluate("getComputedStyle(document.body).backgroundColor")
    font = "one => getComputedStyle(one).fontFamily"
    in_page = page.locator(".bd-article p").first.evaluate(font)
    assert figure.locator("text").first.evaluate(font) == in_page
