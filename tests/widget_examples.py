"""Each widget as its docstring makes it, what a reader sees, and a first change."""

import doctest
import importlib

import glassbox.widgets
import ipywidgets

NAMES = glassbox.widgets.__all__


def example(name):
    """Return the widget that the example in its docstring makes."""
    folder = glassbox.widgets.FOLDERS[name]
    module = importlib.import_module(f"glassbox.widgets.{folder}")
    made = []
    ipywidgets.Widget.on_widget_constructed(made.append)
    try:
        # The description of the first state is part of the widget: it comes of itself.
        [test] = [
            one
            for one in doctest.DocTestFinder().find(module, globs=vars(module).copy())
            if one.name.endswith(f".{name}")
        ]
        result = doctest.DocTestRunner().run(test, clear_globs=False)
    finally:
        ipywidgets.Widget.on_widget_constructed(None)
    assert result.attempted and not result.failed
    return next(one for one in made if type(one).__name__ == name)


# What the reader sees of it: texts, entries, pressed buttons, pictures.
STATE = """root => [
  [...root.querySelectorAll("*")].filter((one) => !one.closest("[role=status]"))
    .flatMap((one) => [...one.childNodes].filter((n) => n.nodeType === 3))
    .map((text) => text.data).join("|"),
  [...root.querySelectorAll("input, select")].map((one) =>
    ["radio", "checkbox"].includes(one.type) ? one.checked : one.value).join("|"),
  [...root.querySelectorAll("[aria-pressed]")].map((one) => one.ariaPressed).join("|"),
  [...root.querySelectorAll("path")].map((one) => one.getAttribute("d")).join("|"),
]"""

CONTROLS = (
    "input[type=range]:visible, input[type=radio]:visible, input[type=text]:visible, "
    "button[aria-pressed=false]:visible, select:visible, [role=slider]:visible, "
    "[role=gridcell]:visible, button:visible"
)
NOT_A_CHANGE = {"undo", "reset"}
A_LOOK = (  # nor to be undone, nor to be said: a pressed button says itself
    ".gb-arcs [role=toolbar] *, .gb-arcs [data-action=play], "
    ".gb-training [data-action^=axis]"
)


def change_something(root):
    """Move or press the first control that changes what is shown, by keyboard."""
    page, before = root.page, root.evaluate(STATE)
    for control in root.locator(CONTROLS).all():
        if control.get_attribute("data-action") in NOT_A_CHANGE:
            continue
        if control.evaluate("(one, looks) => one.matches(looks)", A_LOOK):
            continue
        kind = control.get_attribute("type")
        control.focus()
        page.keyboard.press("Enter" if kind == "button" else "ArrowUp")
        if kind == "radio":
            page.keyboard.press("Space")
        page.evaluate("Promise.resolve()")
        if root.evaluate(STATE) != before:
            return control
    raise AssertionError("no control changes anything")
