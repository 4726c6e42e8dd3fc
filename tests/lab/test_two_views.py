"""Two views of a widget are one, in JupyterLab 4 and Notebook 7, and after restarts."""

import nbformat
import pytest
from notebooks import KERNEL

CELLS = [
    "from glassbox.widgets import SoftmaxAndTemperature",
    "softmax = SoftmaxAndTemperature([3.01, 0.09, 2.48])\nsoftmax",
    "softmax",
]
FIELDS = ".gb-softmax input[data-field=temperature]"
SHOWN = f"""(value) => {{
  const fields = [...document.querySelectorAll("{FIELDS}")];
  return fields.length === 2 && fields.every((field) => Number(field.value) === value);
}}"""
RUN = """async (code) => {
  const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
  const reply = await kernel.requestExecute({ code }).done;
  return reply.content.status;
}"""
RESTART = """async () => {
  const { sessionContext } = jupyterapp.shell.currentWidget;
  await sessionContext.session.kernel.restart();
  if (!(await jupyterapp.commands.execute("notebook:run-all-cells")))
    throw Error("a cell failed");
}"""


def both_ways(page):
    """Change one view, then Python: both views show it each time."""
    first = page.locator(FIELDS).first
    first.fill("4")
    first.press("Enter")
    page.wait_for_function(SHOWN, arg=4)
    # Python has it once its message has come: then this raises nothing.
    assert any(
        page.evaluate(RUN, "assert softmax.temperature == 4") == "ok"
        for _ in range(100)
    )
    assert page.evaluate(RUN, "softmax.temperature = 2.5") == "ok"
    page.wait_for_function(SHOWN, arg=2.5)


@pytest.mark.parametrize("application", ["lab", "notebook"])
def test_two_views_and_python_agree_before_and_after_a_restart(
    application, home, run_all
):
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": KERNEL})
    nbformat.write(notebook, home / "two_views.ipynb")
    with run_all(application, "two_views.ipynb") as page:
        page.wait_for_function(SHOWN, arg=1)
        both_ways(page)
        page.evaluate(RESTART)
        page.wait_for_function(SHOWN, arg=1)  # made anew by its cell
        both_ways(page)
