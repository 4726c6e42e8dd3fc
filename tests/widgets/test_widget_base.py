"""How a widget's script is put together, and what every widget must keep to."""

import anywidget
import glassbox.widgets
import pytest
import traitlets
from glassbox.widgets import _assemble
from glassbox.widgets._base import GlassBoxWidget, paragraph, table

ALL = [getattr(glassbox.widgets, name) for name in glassbox.widgets.__all__]
SCRIPT_BUDGET = 20 * 1024  # bytes: the widget's module with its kernels
STYLE_BUDGET = 8 * 1024

SHARED = """
// Words about the module.
export const SCALE = 2;

/** Twice x. */
export function twice(x) {
  return SCALE * x; // it's plain
}

export function thrice(x) {
  return 3 * x;
}

function hidden(x) {
  return twice(x) + 1;
}

export function odd(x) {
  const text = "keep  // this, as it is: ";
  return `${text}${hidden(x)}`;
}
"""


@pytest.fixture
def static(tmp_path, monkeypatch):
    """A folder of our own in place of static/."""
    monkeypatch.setattr(_assemble, "STATIC", tmp_path)
    (tmp_path / "shared.js").write_text(SHARED, encoding="utf-8")

    def write(name, text):
        (tmp_path / name).write_text(text, encoding="utf-8")

    return write


def test_only_the_imported_functions_come_along_and_what_they_call(static):
    static("w.js", 'import { odd } from "./shared.js";\nexport default { odd };\n')
    script = _assemble.assemble_script("w.js")
    for name in ("const SCALE", "function twice", "function hidden", "function odd"):
        assert script.count(name) == 1
    assert "thrice" not in script
    assert "import" not in script
    assert script.count("export") == 1


def test_an_import_may_run_over_lines(static):
    static("w.js", 'import {\n  twice,\n  thrice,\n} from "./shared.js";\ntwice(1);\n')
    script = _assemble.assemble_script("w.js")
    assert "function twice" in script
    assert "function thrice" in script


def test_a_shared_module_may_import_from_another(static):
    static("more.js", 'import { odd } from "./shared.js";\n'
           "export function even(x) {\n  return odd(x);\n}\n"
           "export function other(x) {\n  return 2 * x;\n}\n")  # fmt: skip
    static("w.js", 'import { even } from "./more.js";\nexport default { even };\n')
    script = _assemble.assemble_script("w.js")
    for name in ("function even", "function odd", "function hidden", "const SCALE"):
        assert script.count(name) == 1
    assert "import" not in script
    assert "other" not in script


def test_one_name_in_two_modules_is_refused(static):
    static("more.js", "export function hidden(x) {\n  return x;\n}\n")
    static("w.js", 'import { odd } from "./shared.js";\n'
           'import { hidden } from "./more.js";\n')  # fmt: skip
    with pytest.raises(ImportError, match="would get hidden twice, from .*more.js"):
        _assemble.assemble_script("w.js")


def test_comments_and_spaces_go_but_strings_stay(static):
    static("w.js", 'import { odd } from "./shared.js";\nodd(1, 2);\n')
    script = _assemble.assemble_script("w.js")
    assert '"keep  // this, as it is: "' in script
    assert "`${text}${hidden(x)}`" in script
    assert "plain" not in script
    assert "Twice" not in script
    assert "odd(1,2);" in script


def test_an_imported_name_that_does_not_exist_is_named(static):
    static("w.js", 'import { twice, gone } from "./shared.js";\n')
    with pytest.raises(ImportError, match="shared.js has no gone; it has SCALE, twice"):
        _assemble.assemble_script("w.js")


def test_a_module_that_does_not_exist_is_named(static):
    static("w.js", 'import { twice } from "./lost.js";\n')
    with pytest.raises(ImportError, match="there is no lost.js"):
        _assemble.assemble_script("w.js")


def test_an_import_in_another_form_is_refused(static):
    static("w.js", 'import * as shared from "./shared.js";\n')
    with pytest.raises(ImportError, match=r"must read 'import .* got 'import \* as"):
        _assemble.assemble_script("w.js")


def test_an_imported_modules_style_comes_between(static):
    for name in ("ui", "shared", "w", "unused"):
        static(f"{name}.css", f".{name} {{\n  color: red;\n}}\n")
    static("w.js", 'import { odd } from "./shared.js";\n')
    expected = ".ui{color:red;}.shared{color:red;}.w{color:red;}"
    assert _assemble.assemble_style("w.js") == expected


def test_a_widgets_own_style_follows_the_shared_one(static):
    static("ui.css", "/* all */\n.gb {\n  color: red;\n}\n")
    static("w.js", "export default {};\n")
    static("other.js", "export default {};\n")
    static("w.css", ".gb td :is(a, b) {\n  margin: 0 1px;\n}\n")
    expected = ".gb{color:red;}.gb td :is(a,b){margin:0 1px;}"
    assert _assemble.assemble_style("w.js") == expected
    assert _assemble.assemble_style("other.js") == ".gb{color:red;}"


@pytest.mark.parametrize("widget", ALL)
def test_a_widget_stays_within_its_budget(widget):
    for source, budget in [(widget._esm, SCRIPT_BUDGET), (widget._css, STYLE_BUDGET)]:
        size = len(str(source).encode())
        assert size <= budget, f"{widget.__name__} weighs {size} bytes"


@pytest.mark.parametrize("widget", ALL)
def test_a_widget_is_an_anywidget_with_a_script(widget):
    assert issubclass(widget, anywidget.AnyWidget)
    assert "export default" in str(widget._esm)


def test_set_takes_only_the_widgets_state():
    widget = glassbox.widgets.SoftmaxAndTemperature([3, 1])
    with pytest.raises(traitlets.TraitError, match="set takes logits.*; got scores"):
        widget.set(scores=[1, 2])


def test_a_widget_must_describe_its_state():
    class Silent(GlassBoxWidget):
        _state = ()

    with pytest.raises(NotImplementedError, match="Silent must describe its state"):
        Silent()


def test_text_in_the_fallback_is_escaped():
    html = table("<c>", ["<h>"], [["<r>", "<d>"]]) + paragraph("<p> & more")
    for text in ("c", "h", "r", "d", "p"):
        assert f"&lt;{text}&gt;" in html
    assert "&amp; more" in html
    assert '<th scope="row">' in html
    assert '<th scope="col">' in html
