"""What nbval cannot see: cells that never ran, and the form of a chapter."""

import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from chapter_solutions import BACK_MATTER

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "chapters").glob("*.ipynb"))
ids = [path.stem for path in NOTEBOOKS]


def check(*paths):
    tool = [sys.executable, str(ROOT / "tools" / "notebooks.py"), "check"]
    return subprocess.run([*tool, *map(str, paths)], capture_output=True, text=True)


def test_every_notebook_is_executed_and_in_the_committed_form():
    assert NOTEBOOKS
    result = check(*NOTEBOOKS)
    assert result.returncode == 0, result.stderr


def test_the_check_names_an_unexecuted_cell(tmp_path):
    notebook = nbformat.read(NOTEBOOKS[0], as_version=4)
    cell = next(c for c in notebook.cells if c.cell_type == "code")
    cell.execution_count, cell.outputs = None, []
    path = tmp_path / "chapter.ipynb"
    nbformat.write(notebook, path)
    result = check(path)
    assert result.returncode == 1
    assert f"cell {cell.id} was never executed" in result.stderr


@pytest.mark.parametrize("kind", ["widget state", "image", "kernel name"])
def test_the_check_names_what_does_not_belong_in_git(tmp_path, kind):
    content = json.loads(NOTEBOOKS[0].read_text(encoding="utf-8"))
    if kind == "widget state":
        content["metadata"]["widgets"] = {}
    elif kind == "kernel name":
        content["metadata"]["kernelspec"]["display_name"] = "my own"
    else:
        cell = next(c for c in content["cells"] if c.get("outputs"))
        output = {"output_type": "display_data", "metadata": {}}
        cell["outputs"].append(output | {"data": {"image/png": "iVBORw0K"}})
    path = tmp_path / "chapter.ipynb"
    path.write_text(json.dumps(content), encoding="utf-8")
    result = check(path)
    assert result.returncode == 1
    assert "not in the committed form" in result.stderr


@pytest.mark.parametrize("path", NOTEBOOKS, ids=ids)
def test_a_chapter_keeps_to_the_form(path):
    notebook = nbformat.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    # Each exercise has a cell of its own; and each common mistake.
    assert 25 <= len(notebook.cells) <= (120 if path.stem in BACK_MATTER else 60)
    assert "remove-cell" in code[0].metadata.get("tags", [])
    for cell in code:
        lines = cell.source.splitlines()
        assert len(lines) <= 15, f"cell {cell.id} has {len(lines)} lines"
        uses_torch = any("torch" in line for line in lines)
        tags = cell.metadata.get("tags", [])
        assert not uses_torch or "torch" in tags, cell.id
        assert "load_smollm2(" not in cell.source or "smollm2" in tags, cell.id
        # What only a build that runs the cell would show.
        assert "smollm2" not in tags or "widgets" not in cell.source, cell.id
    assert all(o.output_type != "error" for cell in code for o in cell.outputs)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=ids)
def test_no_table_has_a_head_of_a_formula_alone(path):
    """A screen reader would find such a head empty."""
    cells = nbformat.read(path, as_version=4).cells
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    for head in re.findall(r"^\|(.+)\|\n\|(?: *:?-+:? *\|)+$", text, re.MULTILINE):
        assert not any(re.fullmatch(r" *\$[^$]+\$ *", one) for one in head.split("|"))
