"""The folded solutions of a chapter."""

import re

import nbformat

BACK_MATTER = {"common_mistakes"}  # a notebook that is no chapter: it has no exercises
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CALLED = re.compile(r"^check\.(\w+)\(", re.MULTILINE)


def read(path):
    """Return a chapter's cells."""
    return nbformat.read(path, as_version=4).cells


def solutions(path):
    """List the Python blocks of a chapter's folded solutions."""
    text = "\n".join(cell.source for cell in read(path) if cell.cell_type == "markdown")
    return [code for fold in FOLDED.findall(text) for code in PYTHON.findall(fold)]
