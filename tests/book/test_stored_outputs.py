"""What the notebooks have stored is what the build's own run has printed.

`make book` has just run every cell: its cache is compared, so that no cell runs twice.
`make nbval` runs them once more, and sees errors in callbacks too.
"""

import re
from pathlib import Path

import nbformat
import pytest
from jupyter_cache import get_cache
from notebooks import normalise

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "chapters").glob("*.ipynb"))
# A picture of what was learned in training: its digits differ between machines, and
# cells that round them stand beside it.
LEARNED = "nbval-ignore-output"
SVG = "image/svg+xml"


@pytest.fixture(scope="module")
def cache(book):
    return get_cache(book.parent / ".jupyter_cache")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_stored_output_is_what_the_build_printed(cache, path):
    stored = nbformat.read(path, as_version=4)
    found = cache.match_cache_notebook(stored)
    built = cache.get_cache_bundle(found.pk).nb
    cells = [cell for cell in stored.cells if cell.cell_type == "code"]
    runs = [cell for cell in built.cells if cell.cell_type == "code"]
    assert [cell.source for cell in runs] == [cell.source for cell in cells]
    for notebook in (stored, built):
        normalise(notebook, path.stem)
    different = [
        f"{cell.id}: stored {texts(cell)}, built {texts(run)}"
        for cell, run in zip(cells, runs, strict=True)
        if texts(cell) != texts(run) and LEARNED not in cell.metadata.get("tags", [])
    ]
    assert not different, "\n".join(different)


def texts(cell):
    """Return what a cell's outputs say, without ids and numbers of execution."""
    outputs = [(o, o.get("data")) for o in cell.outputs]
    return [(o.output_type, o.get("text"), data and said(data)) for o, data in outputs]


def said(data):
    """Return an output's data; of a figure all its words and numbers, not its lines.

    Where exactly they run differs between matplotlib's versions.
    """
    if SVG not in data:
        return data
    return data | {SVG: re.findall(r"<text[^>]*>(.*?)</text>", data[SVG])}


def test_of_a_figure_the_words_are_compared_and_not_the_lines():
    svg = '<svg><path d="M0 {y}"/><text x="1">{word}</text><text>10⁻²</text></svg>'
    figure = {"text/plain": "Figure: loss", SVG: svg.format(y=1, word="loss")}
    assert said(figure) == {"text/plain": "Figure: loss", SVG: ["loss", "10⁻²"]}
    assert said(figure | {SVG: svg.format(y=2, word="loss")}) == said(figure)
    assert said(figure | {SVG: svg.format(y=1, word="step")}) != said(figure)
    assert said({"text/plain": "7"}) == {"text/plain": "7"}
