"""Run and normalise the chapters' notebooks, or check that they are normal.

    python tools/notebooks.py run [FILE …]     execute, then write the committed form
    python tools/notebooks.py format [FILE …]  write the committed form, run nothing
    python tools/notebooks.py check [FILE …]   name what differs; exit 1 if anything

The committed form: the same kernel name everywhere, every code cell executed, no
widget state, no images, no timings, stable cell ids, text outputs kept. So a diff
shows what changed and nothing else.
"""

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

CHAPTERS = Path(__file__).resolve().parent.parent / "chapters"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
KEPT_METADATA = ("tags", "mystnb")  # mystnb: a figure's alt text
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
DROPPED = {WIDGET_VIEW, "image/png", "image/jpeg", "image/svg+xml"}


def run(notebook, folder):
    """Execute every cell in a fresh kernel, in the notebook's own folder."""
    client = NotebookClient(
        notebook, timeout=600, kernel_name="python3", store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
    )  # fmt: skip
    client.execute()


def normalise(notebook, slug):
    """Bring a notebook to the committed form, in place."""
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    )
    seen = set()
    for number, cell in enumerate(notebook.cells):
        cell.id = cell.get("id") or f"{slug}-{number}"
        if cell.id in seen:
            raise ValueError(f"{slug}: two cells have the id {cell.id}")
        seen.add(cell.id)
        kept = {k: v for k, v in cell.metadata.items() if k in KEPT_METADATA and v}
        cell.metadata = nbformat.from_dict(kept)
        cell.source = cell.source.rstrip()
        cell.pop("attachments", None)
        if cell.cell_type == "code":
            cell.outputs = merge_streams(map(normal_output, cell.outputs))


def normal_output(output):
    """Keep an output's text and tables; drop pictures and widget views."""
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
        f"{path.name}: cell {cell.get('id')} was never executed"
        for cell in notebook.cells
        if cell.cell_type == "code" and cell.source and cell.execution_count is None
    ]
    if text != committed_form(notebook, path.stem):
        found.append(f"{path.name}: not in the committed form; run `make notebooks`")
    return found


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


if __name__ == "__main__":
    main(*sys.argv[1:] or [""])
