"""Sphinx extension: a cell that the build leaves out shows what its notebook stores.

The build never runs a cell that needs SmolLM2: Jupyter Book keeps its output. But the
cache knows a notebook by its code and tags; where only such an output has changed, it
would bring the old one. So it forgets that notebook, which then runs again.
"""

from pathlib import Path

import nbformat
from jupyter_cache import get_cache
from notebooks import SMOLLM2, tags_of


def forget_changed(app, env, docnames):
    """Take out of the cache what has other outputs than a notebook about to be read."""
    place = env.mystnb_config.execution_cache_path
    cache = get_cache(place or Path(app.outdir).parent / ".jupyter_cache")
    for path in map(Path, map(env.doc2path, docnames)):
        if path.suffix != ".ipynb":
            continue
        notebook = nbformat.read(path, as_version=4)
        try:
            found = cache.match_cache_notebook(notebook).pk
        except KeyError:
            continue  # its code is new: it will be run
        if stored(notebook) != stored(cache.get_cache_bundle(found).nb):
            cache.remove_cache(found)


def stored(notebook):
    """Return the outputs of a notebook's cells that need SmolLM2."""
    return [cell.outputs for cell in notebook.cells if SMOLLM2 in tags_of(cell)]


def setup(app):
    app.connect("env-before-read-docs", forget_changed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
