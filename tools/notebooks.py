"""Run and normalise the chapters' notebooks, or check that they are normal.

    python tools/notebooks.py run [FILE …]     execute, then write the committed form
    python tools/notebooks.py format [FILE …]  write the committed form, run nothing
    python tools/notebooks.py check [FILE …]   name what differs; exit 1 if anything

The committed form: the same kernel name everywhere, every code cell executed, no
widget state, no images but SVG, no timings, stable cell ids, text outputs kept. So a
diff shows what changed and nothing else. The first cell, tagged remove-cell, is written
here as well: pyproject.toml alone says where it gets the library.

Cells tagged smollm2 need SmolLM2, which `make smollm2` installs. Where it is, they are
run here; elsewhere, and in every build of the book, they keep what they printed.
"""

import sys
import tomllib
from pathlib import Path

import nbformat
from glassbox.models.smollm2 import find_smollm2
from nbclient import NotebookClient
from publishing import library_address, published

ROOT = Path(__file__).resolve().parent.parent
CHAPTERS = ROOT / "chapters"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
KEPT_METADATA = ("tags", "mystnb")  # mystnb: a figure's alt text
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
DROPPED = {WIDGET_VIEW, "image/png", "image/jpeg"}
SMOLLM2 = "smollm2"
# Jupyter Book leaves such a cell out and keeps its outputs. A reader's Jupyter without
# the model shows what it says of that, and runs the cells below all the same.
LEFT_OUT = ["skip-execution", "raises-exception"]

# UsageError is the one error that Jupyter shows as its sentence alone. On Colab, what
# depends on ipywidgets must not replace the one that is there.
FIRST_CELL = '''\
import os
import sys
from importlib.util import find_spec

from IPython.core.error import UsageError

LIBRARY = "{library}"  # what pip installs where the book's library is missing
if LIBRARY and not find_spec("glassbox"):
    os.environ["GIT_TERMINAL_PROMPT"] = "0"  # git asks for no name: it gives up
    colab = "--no-deps array-api-compat anywidget psygnal safetensors"
    options = colab if "google.colab" in sys.modules else ""
    get_ipython().run_line_magic("pip", f'install --quiet {options} "{LIBRARY}"')
if not find_spec("glassbox"):
    raise UsageError("""This notebook needs the book's library, glassbox: open it in the
book's folder after `make book`, or run `pip install -r requirements.txt` there.""")'''


def first_cell(project):
    """Return the first cell of every chapter, for what pyproject.toml says."""
    address = library_address(published(project))
    library = address and f"glassbox[book] @ {address}"
    return FIRST_CELL.replace("{library}", library, 1)


def run(notebook, folder):
    """Execute every cell in a fresh kernel, in the notebook's own folder."""
    client = NotebookClient(
        notebook, timeout=600, kernel_name="python3", store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
        skip_cells_with_tag="no tag" if find_smollm2() else SMOLLM2,
        force_raise_errors=True,
    )  # fmt: skip
    client.execute()


def normalise(notebook, slug):
    """Bring a notebook to the committed form, in place."""
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    setup = next((c for c in notebook.cells if c.cell_type == "code"), None)
    if setup and "remove-cell" in tags_of(setup):
        setup.source = first_cell(project)
    seen = set()
    for number, cell in enumerate(notebook.cells):
        cell.id = cell.get("id") or f"{slug}-{number}"
        if cell.id in seen:
            raise ValueError(f"{slug}: two cells have the id {cell.id}")
        seen.add(cell.id)
        tags = [tag for tag in tags_of(cell) if tag not in LEFT_OUT]
        cell.metadata["tags"] = tags + (LEFT_OUT if SMOLLM2 in tags else [])
        kept = {k: v for k, v in cell.metadata.items() if k in KEPT_METADATA and v}
        if "prediction" in tags:
            kept["jupyter"] = {"outputs_hidden": True}  # until the cell is run
        cell.metadata = nbformat.from_dict(kept)
        cell.source = cell.source.rstrip()
        cell.pop("attachments", None)
        if cell.cell_type == "code":
            cell.outputs = merge_streams(map(normal_output, cell.outputs))


def tags_of(cell):
    """Return a cell's tags."""
    return cell.metadata.get("tags", [])


def normal_output(output):
    """Keep an output's text, tables and drawings; drop PNGs and widget views."""
    output.pop("transient", None)
    if "data" in output:
        output.metadata = nbformat.from_dict({})
        for kind in DROPPED & set(output.data):
            del output.data[kind]
    if "execution_count" in output:
        output.execution_count = None
    return output


def merge_streams(outputs):
    """Join neighbouring pieces of one stream: where they part depends on timing."""
    merged = []
    for output in outputs:
        last = merged[-1] if merged else {}
        if output.output_type == "stream" and output.name == last.get("name"):
            last.text += output.text
        else:
            merged.append(output)
    return merged


def renumber(notebook):
    """Count the executed cells from 1, whatever ran before; unrun ones stay unrun."""
    count = 0
    for cell in notebook.cells:
        if cell.cell_type != "code" or cell.execution_count is None:
            continue
        count += 1
        cell.execution_count = count
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = count


def problems(path):
    """List what keeps a notebook from being in the committed form."""
    text = path.read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)
    found = [
        f"{path.name}: cell {cell.get('id')} {lack}"
        for cell in notebook.cells
        if cell.cell_type == "code" and (lack := what_lacks(cell))
    ]
    if text != committed_form(notebook, path.stem):
        found.append(f"{path.name}: not in the committed form; run `make notebooks`")
    return found


def what_lacks(cell):
    """Say what is missing in a code cell that was not run, if anything."""
    if SMOLLM2 in tags_of(cell) and not cell.outputs:
        return "needs SmolLM2: run `make smollm2` and `make notebooks` for its output"
    if cell.source and cell.execution_count is None:
        return "was never executed"
    return ""


def committed_form(notebook, slug):
    """Return a normalised notebook's text."""
    normalise(notebook, slug)
    renumber(notebook)
    nbformat.validate(notebook)
    return nbformat.writes(notebook, version=4) + "\n"


def main(action, *names):
    paths = [Path(name) for name in names] or sorted(CHAPTERS.glob("*.ipynb"))
    if action == "check":
        found = [problem for path in paths for problem in problems(path)]
        sys.exit("\n".join(found) or 0)
    if action not in ("run", "format"):
        sys.exit(__doc__)
    for path in paths:
        notebook = nbformat.read(path, as_version=4)
        if action == "run":
            run(notebook, path.parent)
        path.write_text(committed_form(notebook, path.stem), encoding="utf-8")
        print(f"{path.name}: {len(notebook.cells)} cells")
        kept = sum(SMOLLM2 in tags_of(cell) for cell in notebook.cells)
        if action == "run" and kept and not find_smollm2():
            print(f"  {kept} need SmolLM2 (make smollm2): they keep what they printed")


if __name__ == "__main__":
    main(*sys.argv[1:] or [""])
