"""What the notebooks have stored is what the build's own run has printed.

`make book` has just run every cell: its cache is compared, so that no cell runs twice.
`make nbval` runs them once more, and sees errors in callbacks too.
"""

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
    return [(o.output_type, o.get("text"), o.get("data")) for o in cell.outputs]
