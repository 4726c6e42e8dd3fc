"""A figure is one small SVG that any page can show in its own colors."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from glassbox import figures, words
from glassbox.figures import _figure
from IPython.core.formatters import DisplayFormatter

ROOT = Path(__file__).resolve().parents[2]
STYLE = (ROOT / "assets/static/book.css").read_text("utf-8")
TAG = "{http://www.w3.org/2000/svg}"
LINES = {"one <b>": np.linspace(0, 1, 40), "two": np.linspace(1, 0.2, 40) ** 3}
MAPS = {"before": np.full((2, 3), 1 / 3), "after": np.eye(2, 3)}


def draw_lines():
    figures.losses_and_level(LINES, 0.3, "level")


def draw_maps():
    figures.reading_maps(MAPS, ["9", "M", ","], ["2", "end"])


def test_the_same_values_give_the_same_bytes(svg):
    draw_lines()
    first = svg()
    draw_lines()
    assert svg() == first


def test_a_figure_is_plain_svg_of_shapes_and_words(svg):
    draw_lines()
    root = ElementTree.fromstring(svg())
    assert {child.tag for child in root.iter()} == {
        TAG + t for t in ("svg", "path", "text")
    }
    assert root.get("viewBox") == "0 0 403.2 237.6"
    assert "one <b>" in [text.text for text in root.iter(TAG + "text")]
    assert not re.search(r"\bid=|href|url\(|<style|<!", svg())  # many stand in a page


@pytest.mark.parametrize("draw", [draw_lines, draw_maps])
def test_each_color_is_plain_and_can_be_set_by_a_page(svg, draw):
    draw()
    properties = {color.lower(): name for name, color in _figure.NAMES.items()}
    for element in ElementTree.fromstring(svg()).findall(".//*[@style]"):
        for what in ("fill", "stroke"):
            if (plain := element.get(what)) is not None:
                changed = f"{what}:var(--figure-{properties[plain]},{plain})"
                assert changed in element.get("style").split(";")


def test_a_figure_says_what_is_in_it(shown, svg):
    draw_lines()
    said = "Figure: loss in nats · step · one <b> · two"
    data, _ = DisplayFormatter().format(_figure.Drawing(shown[-1]))
    assert data == {"text/plain": said, "image/svg+xml": svg()}
    root = ElementTree.fromstring(svg())
    assert (root.get("role"), root.get("aria-label")) == ("img", said)


def test_a_figure_needs_neither_pyplot_nor_a_notebook():
    program = """
import sys
from glassbox import figures
print([m for m in ("matplotlib.pyplot", "IPython") if m in sys.modules])
sys.modules["IPython.display"] = None  # as where IPython is not installed
figures.errors_over_depth([1, 2, 4], {"line": [0, 1, 1]})
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines() == [
        "[]",
        "Figure: training error · layers, logarithmic · line",
    ]


def test_a_map_s_cells_are_as_strong_as_their_values(svg):
    draw_maps()
    uneven, even = ElementTree.fromstring(svg()).findall(f"{TAG}g")[::-1]
    cells = [(path.get("d"), path.get("opacity")) for path in uneven]
    assert cells == [("M0 0h1v1h-1zM1 1h1v1h-1z", None)]  # zeros show the ground
    ((d, strength),) = [(path.get("d"), path.get("opacity")) for path in even]
    assert d.count("M") == 6
    assert float(strength) == pytest.approx(1 / 3, abs=0.025)  # in steps of 5 %


def test_a_line_stops_where_it_leaves_its_panel_and_where_it_has_no_value(svg):
    rule = {"steep": lambda z: np.array([z[0], 0.4])}
    shifts = [0.0, 0.5, np.nan, 0.5, 900.0]
    figures.shares_against_shift([0.0, 1.0], ["a", "b"], rule, shifts)
    lines = [
        path.get("d")
        for path in ElementTree.fromstring(svg()).iter(TAG + "path")
        if path.get("stroke") == _figure.COLORS[0].lower()
    ]
    assert lines[0].count("M") == 2
    heights = [float(y) for y in re.findall(r"[ML][-\d.]+ ([-\d.]+)", lines[0])]
    assert -5 < min(heights) < max(heights) < 245


def test_what_no_eye_can_see_is_left_out(svg):
    figures.losses_above_floor({"line": np.linspace(1, 2, 5000)}, 1.5, "floor")
    assert len(svg()) < 6000


def test_many_names_are_written_in_several_rows(shown):
    figures.errors_over_depth(
        [1, 2], {f"a rather long name {n}": [0, 1] for n in "abcde"}
    )
    figure = shown[-1]
    (legend,) = figure.legends
    assert len(legend.texts) == 5
    assert legend.get_window_extent().width <= figure.bbox.width


def test_chinese_words_are_measured_without_their_font(svg, monkeypatch):
    monkeypatch.setattr(words, "_catalog", lambda code: {"step": "步数"})
    draw_lines()  # a missing glyph would warn, and a warning is an error here
    assert "步数" in svg()


# ---- both themes -------------------------------------------------------------


def theme(name):
    """Return the colors of a figure in the book's page, by name."""
    rule = r"{\s*(?:[a-z-]+: \w+;\s*)*((?:--figure-[\w]+: #\w+;\s*)+)}"
    light, dark = re.findall(rf"\.glassbox-figure {rule}", STYLE)
    found = dict(_figure.NAMES)
    for block in (light, dark) if name == "dark" else (light,):
        found |= re.findall(r"--figure-(\w+): (#\w{6});", block)
    return {key: channels(color) for key, color in found.items()}


def channels(color):
    return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)])


def contrast(one, other):
    """Return the contrast of two colors, as WCAG 2 defines it."""
    parts = np.array([one, other]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    darker, lighter = sorted(linear @ [0.2126, 0.7152, 0.0722])
    return (lighter + 0.05) / (darker + 0.05)


def card():
    """Return the colors of a figure outside the book's page."""
    return {name: channels(color) for name, color in _figure.NAMES.items()}


def test_the_contrast_is_wcag_s():
    assert contrast([0, 0, 0], [255, 255, 255]) == pytest.approx(21)
    assert contrast(channels("#777777"), channels("#ffffff")) == pytest.approx(
        4.48, abs=5e-3
    )


@pytest.mark.parametrize("where", ["card", "light", "dark"])
def test_lines_and_words_stand_out_from_the_ground(where):
    colors = card() if where == "card" else theme(where)
    assert len(colors) == 11
    ground, ink = colors["ground"], colors["ink"]
    for name in set(colors) - {"ground", "grid"}:
        least = 4.5 if name == "ink" else 3
        assert contrast(colors[name], ground) >= least, name
    half = (colors["map"] + ground) / 2  # the strongest cell that has a number in it
    assert contrast(ink, half) >= 4.5
    assert contrast(half, ground) >= 2


def test_the_dark_page_sets_every_color_anew():
    light, dark = theme("light"), theme("dark")
    assert all((light[name] != dark[name]).any() for name in light)
