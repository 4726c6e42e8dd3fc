"""A widget keeps its keys in JupyterLab 4 and Notebook 7, which want them themselves.

`make lab` runs it: a server, a notebook, a browser. Nothing here waits by the clock.
"""

import json

import nbformat
import pytest
from notebooks import KERNEL

CELLS = [
    "from glassbox.widgets import (\n"
    "    AttentionHeatMap, MaskSandbox, Quiz, ResidualStack, SoftmaxAndTemperature\n)",
    "softmax = SoftmaxAndTemperature([3.01, 0.09, 2.48])\nsoftmax",
    "quiz = Quiz('softmax_and_temperature')\nquiz",
    "heat = AttentionHeatMap([[1, 0, 0], [0.3, 0.7, 0]], ['a', 'b'], ['x', 'y', 'z'])\n"
    "heat",
    "stack = ResidualStack(depth=64)\nstack",
    "masks = MaskSandbox([[1, 2], [3, 4]], tokens=['a', 'b'])\nmasks",
    "0",
]

# A control, the keys that are pressed on it, and what Python must then say.
CONTROLS = {
    "a slider": (
        ".gb-softmax input[type=range]",
        ["Home", "ArrowRight", "ArrowUp"],
        "0.055 < softmax.temperature < 0.07",
    ),
    "a text field": (
        ".gb-softmax input[data-field=temperature]",
        ["ArrowLeft", "Control+A", "7", "ArrowLeft", "1"],
        "softmax.temperature == 17",
    ),
    "a number field that steps": (
        ".gb-softmax input[data-field=score]",
        ["ArrowUp", "ArrowUp"],
        "softmax.logits[0] > 3.01",
    ),
    "a button": (
        ".gb-softmax button[data-action=limit]",
        ["Enter"],
        "softmax.temperature == 0",
    ),
    "radio buttons": (
        ".gb-quiz input[type=radio]",
        ["ArrowDown", "ArrowDown", "ArrowUp", "ArrowRight"],
        "quiz.answers[0] == 2",
    ),
    "the heat map": (
        ".gb-heat [role=slider]",
        ["ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "Enter"],
        "heat.pinned == [1, 1]",
    ),
    "a grid of buttons": (
        ".gb-sandbox button[data-cell='0,0']",
        ["ArrowDown", "ArrowRight", "ArrowUp", "Enter"],
        "masks.by_hand[0][1] is not None",
    ),
}
COMMAND_MODE = """widget => {
  const { content } = jupyterapp.shell.currentWidget;
  content.activeCellIndex = content.widgets.findIndex((c) => c.node.contains(widget));
  content.mode = "command";
  content.activate();
}"""
ACTIVE = "() => jupyterapp.shell.currentWidget.content.activeCellIndex"


@pytest.fixture(scope="module", params=["lab", "notebook"])
def page(request, home, run_all):
    """Open the notebook, run all its cells; return the page."""
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    metadata = {"kernelspec": KERNEL}  # without it Jupyter asks for one
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=metadata)
    nbformat.write(notebook, home / f"{request.param}.ipynb")
    with run_all(request.param, f"{request.param}.ipynb") as page:
        for name in ("softmax", "quiz", "heat", "stack", "sandbox"):
            page.locator(f".gb-{name}").wait_for()
        yield page


def python(page, expression):
    """Return what the notebook's kernel says an expression is."""
    said = page.evaluate("""async (code) => {
      const { kernel } = jupyterapp.shell.currentWidget.sessionContext.session;
      const request = { code: "", user_expressions: { said: code } };
      const reply = await kernel.requestExecute(request).done;
      return reply.content.user_expressions.said;
    }""", f"__import__('json').dumps({expression})")  # fmt: skip
    assert said["status"] == "ok", said
    return json.loads(said["data"]["text/plain"].strip("'"))


def reach(page, selector):
    """Go to a control by Tab, from the first one of its widget, in command mode."""
    control = page.locator(selector).first
    widget = page.locator(selector.split()[0])
    control.scroll_into_view_if_needed()
    widget.evaluate(COMMAND_MODE)
    # Jupyter gives its cell the focus a moment later: a reader's keys come after it.
    page.wait_for_function("() => document.activeElement.closest('.jp-Notebook')")
    widget.locator("button, input, summary, [tabindex='0']").first.focus()
    for _ in range(40):
        if control.evaluate("one => one === document.activeElement"):
            return control
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {selector}")


@pytest.mark.parametrize("name", CONTROLS)
def test_keys_pressed_on_a_control_reach_it_and_python(page, name):
    selector, keys, expected = CONTROLS[name]
    assert python(page, expected) is False
    reach(page, selector)
    active = page.evaluate(ACTIVE)
    for key in keys:
        page.keyboard.press(key)
        widget = selector.split()[0]
        assert page.evaluate(f"!!document.activeElement.closest('{widget}')"), key
        assert page.evaluate(ACTIVE) == active, key
    # ipywidgets sends a change once the one before has arrived: ask until it is there.
    assert any(python(page, expected) for _ in range(100))


def test_arrow_keys_scroll_a_table(page):
    folds = page.locator(".gb-stack details")
    folds.evaluate_all("all => all.forEach((one) => { one.open = true; })")
    region = reach(page, ".gb-stack [role=region]")
    active = page.evaluate(ACTIVE)
    assert region.evaluate("one => one.scrollTop") == 0
    page.keyboard.press("ArrowDown")
    page.wait_for_function(
        "() => document.querySelector('.gb-stack [role=region]').scrollTop > 0"
    )
    assert page.evaluate(ACTIVE) == active


def test_jupyters_own_shortcuts_still_work_from_a_slider(page):
    reach(page, ".gb-softmax input[type=range]")
    active = page.evaluate(ACTIVE)
    page.keyboard.press("Shift+Enter")  # run this cell, and go to the next
    page.wait_for_function(f"() => ({ACTIVE})() === {active + 1}")
