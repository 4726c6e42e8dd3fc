"""A chapter's cells, what they printed, and its folded solutions."""

import re

import nbformat

BACK_MATTER = {"common_mistakes"}  # a notebook that is no chapter: it has no exercises
ELSEWHERE = {"remove-cell", "torch", "smollm2"}  # tags of cells that no page runs
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CALLED = re.compile(r"^check\.(\w+)\(", re.MULTILINE)


def read(path):
    """Return a chapter's cells."""
    return nbformat.read(path, as_version=4).cells


def stored_texts(cell):
    """Give what a code cell printed, and showed as text, when it was committed."""
    for output in cell.outputs:
        if "image/svg+xml" not in output.get("data", {}):
            yield output.get("text") or output["data"]["text/plain"]


def solutions(path):
    """List the Python blocks of a chapter's folded solutions."""
    text = "\n".join(cell.source for cell in read(path) if cell.cell_type == "markdown")
    return [code for fold in FOLDED.findall(text) for code in PYTHON.findall(fold)]
