"""Every chapter runs from top to bottom in JupyterLab 4 and Notebook 7, widgets alive.

`make lab` runs it, in a browser; that the outputs are the stored ones is for nbval.
"""

from pathlib import Path

import nbformat
import pytest

CHAPTERS = sorted((Path(__file__).parents[2] / "chapters").glob("*.ipynb"))

# The outputs of kind widget-view in the notebook that is open, in its order.
WIDGETS = """() => jupyterapp.shell.currentWidget.content.widgets
  .filter(({ model }) => model.type === "code")
  .flatMap(({ model, node }) => Array.from({ length: model.outputs.length },
    (_, i) => ({ node, output: model.outputs.get(i) })))
  .filter(({ output }) => "application/vnd.jupyter.widget-view+json" in output.data)"""


@pytest.mark.parametrize("application", ["lab", "notebook"])
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda file: file.stem)
def test_a_chapter_runs_and_its_widgets_live(chapter, application, home, run_all):
    notebook = nbformat.read(chapter, 4)
    # Cells for SmolLM2 show no widget, take minutes, and are nbval's.
    notebook.cells = [
        cell
        for cell in notebook.cells
        if "smollm2" not in cell.metadata.get("tags", [])
    ]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    nbformat.write(notebook, home / chapter.name)
    with run_all(application, chapter.name) as page:
        # An output may come after its cell is done, and a widget's drawing after that.
        page.wait_for_function(
            f"""() => {{
              const widgets = ({WIDGETS})();
              const drawn = ({{ node }}) => node.querySelector("[class*=gb-]");
              return widgets.every(drawn);
            }}"""
        )
