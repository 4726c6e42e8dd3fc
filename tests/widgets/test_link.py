"""What the linker makes of a widget's modules, run by Node; and what it refuses."""

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path

import glassbox.widgets
import pytest
from glassbox.widgets import _link
from rjsmin import jsmin

ALL = [getattr(glassbox.widgets, name) for name in glassbox.widgets.__all__]
BUDGET = 14 * 1024  # bytes of a widget's script in a page, as gzip sends it


@pytest.fixture
def folder(tmp_path):
    """Write modules into a small tree of widgets; return the folder of widget w."""

    def folder(**sources):
        shared = tmp_path / "shared"
        shared.mkdir(exist_ok=True)
        (shared / "shell.css").write_text("/* all */\n.gb { color: red; }\n")
        (tmp_path / "w").mkdir(exist_ok=True)
        for name, source in sources.items():
            place = tmp_path / "w" if name == "widget" else shared
            (place / f"{name}.js").write_text(source, encoding="utf-8")
        _link._rewritten.cache_clear()
        return tmp_path / "w"

    return folder


@pytest.fixture(scope="module")
def value_of(tmp_path_factory):
    """Return what a linked script exports as `value`."""
    node = shutil.which("node")
    if not node:
        playwright = pytest.importorskip("playwright", reason="no Node, no Playwright")
        node = str(Path(playwright.__file__).parent / "driver" / "node")
    place = tmp_path_factory.mktemp("linked") / "linked.mjs"

    def value_of(script):
        place.write_text(script, encoding="utf-8")
        show = "console.log(JSON.stringify((await import(process.argv[1])).value))"
        command = [node, "--input-type=module", "--eval", show, place.as_uri()]
        run = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        assert run.returncode == 0, run.stderr
        return json.loads(run.stdout)

    return value_of


BODIES = {
    "a regular expression with spaces": ("/a  b {2}/.test('a  b  ')", True),
    "a regular expression with quotes": ("/[\"']/.test('x')", False),
    "a nested template": ("`${[1, 2].map((x) => `<${x}  >`).join('')}`", "<1  ><2  >"),
    "a template of several lines": ("`a\n  b  // c`", "a\n  b  // c"),
    "two strings in single quotes": ("'it  is' + ' // so  '", "it  is // so  "),
    "a string that looks like a comment": ("'/* no */ // no'", "/* no */ // no"),
    "a division after a parenthesis": ("(8) / 2 / 2", 2),
    "a negative number taken off": ("1 - -1", 2),
    "an increment": ("((n) => { n++; return n; })(1)", 2),
    "a label and a loop": ("(() => { a: for (;;) { break a; } return 3; })()", 3),
    "an object with such keys": ("({ import: 1, export: 2 }).export", 2),
    "optional chaining and ??": ("({ a: null }).a?.b ?? 'none'", "none"),
    "Chinese and emoji": ("'注意 🙂'", "注意 🙂"),
}


@pytest.mark.parametrize("body", BODIES)
def test_ordinary_forms_survive(folder, value_of, body):
    source, expected = BODIES[body]
    imported = f"export const inner = {source};\n"
    entry = (
        'import { inner } from "../shared/inner.js";\n\n'
        f"export const value = [inner, {source}];\nexport default {{}};\n"
    )
    script = _link.link_script(folder(inner=imported, widget=entry))
    assert value_of(script) == [expected, expected]


def test_every_kind_of_export_arrives_under_its_own_or_another_name(folder, value_of):
    things = (
        "export const N = 2;\nexport function twice(x) {\n  return N * x;\n}\n"
        "export async function later() {}\n"
        "export function* counted() {\n  yield 1;\n}\n"
        "export class Box {\n  size = N;\n}\nconst hidden = 5;\n"
        "export const five = () => hidden;\n"
    )
    entry = (
        "import {\n  Box,\n  counted,\n  five as quintet,\n  later,\n  N,\n  twice,\n"
        '} from "../shared/things.js";\n'
        "export const value = [twice(N), new Box().size, [...counted()], quintet(),"
        " typeof later];\nexport default {};\n"
    )
    script = _link.link_script(folder(things=things, widget=entry))
    assert value_of(script) == [4, 2, [1], 5, "function"]


def test_modules_stand_in_order_of_need_once_each_in_scopes_of_their_own(
    folder, value_of
):
    script = _link.link_script(
        folder(
            z="export const z = 3;\nconst short = 1;\nexport const own = short;\n",
            a='import { z } from "./z.js";\nexport const G = z * 2;\nconst short = 2;\n'
            "export const mine = short;\n",
            widget='import { G, mine } from "../shared/a.js";\n'
            'import { own, z } from "../shared/z.js";\n'
            "const short = 9;\nexport const value = [G, z, mine, own, short];\n"
            "export default {};\n",
        )
    )
    assert value_of(script) == [6, 3, 2, 1, 9]
    assert script.count("const z = 3") == 1


def test_comments_stay_view_source_is_part_of_the_book(folder):
    source = "// Why: because.\nexport const x = 1; // one\n"
    entry = (
        'import { x } from "../shared/x.js";\n/** The widget. */\nexport default x;\n'
    )
    script = _link.link_script(folder(x=source, widget=entry))
    for comment in ("// Why: because.", "// one", "/** The widget. */"):
        assert comment in script


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("\nexport let count = 0;\n", 2),
        ("const a = 1;\nexport { a };\n", 2),
        ('export * from "./other.js";\n', 1),
        ("export const { a, b } = { a: 1, b: 2 };\n", 1),
        ("export default 1;\n", 1),
        ('import * as all from "./other.js";\n', 1),
        ('import other from "./other.js";\n', 1),
        ('import "./other.js";\n', 1),
        ("import { a } from './other.js';\n", 1),
        ("const a = 1;\n  export const b = 2;\n", 2),
        ('export const a = () => import("./other.js");\n', 1),
        ("export const a = import.meta.url;\n", 1),
        ("const text = `\nexport const a = 1;\n`;\n", 2),
        ("const odd = /`/;\nexport const a = 1;\n", 2),  # for all it knows, a template
        ('/*\nimport { a } from "./other.js";\n*/\n', 2),
    ],
)
def test_what_it_cannot_join_is_refused_with_file_and_line(folder, source, line):
    entry = 'import { a } from "../shared/odd.js";\nexport default a;\n'
    place = folder(odd=source, other="export const a = 1;\n", widget=entry)
    rule = rf"shared/odd.js, line {line}: an import must read 'import \{{ a, b \}} from"
    with pytest.raises(ImportError, match=rule):
        _link.link_script(place)


def test_what_is_not_there_is_named(folder):
    entry = '\nimport { gone } from "../shared/x.js";\n'
    place = folder(x="export const a = 1;\nexport class B {}\n", widget=entry)
    with pytest.raises(
        ImportError, match=r"w/widget.js, line 2: .*has no gone; .* a, B"
    ):
        _link.link_script(place)
    place = folder(widget='import { a } from "../shared/lost.js";\n')
    with pytest.raises(
        ImportError, match=r"w/widget.js, line 1: there is no .*lost.js"
    ):
        _link.link_script(place)


def test_modules_in_a_circle_are_refused(folder):
    place = folder(
        a='import { b } from "./b.js";\nexport const a = 1;\n',
        b='import { a } from "./a.js";\nexport const b = 1;\n',
        widget='import { a } from "../shared/a.js";\n',
    )
    with pytest.raises(ImportError, match="in a circle: .*a.js → b.js → a.js"):
        _link.link_script(place)


def test_a_style_is_what_all_share_then_the_modules_then_the_widgets_own(folder):
    entry = 'import { x } from "../shared/x.js";\nexport default x;\n'
    place = folder(x="export const x = 1;\n", y="export const y = 1;\n", widget=entry)
    for name in ("x", "y"):
        (place.parent / "shared" / f"{name}.css").write_text(
            f'.{name} {{ a: "{{  }}"; }}\n'
        )
    (place / "style.css").write_text(".own { b: c; }\n")
    expected = '/* all */\n.gb { color: red; }\n\n.x { a: "{  }"; }\n\n.own { b: c; }\n'
    assert _link.link_style(place) == expected


def test_nothing_is_linked_before_a_widget_is_made():
    program = """
from glassbox.widgets import _link, Quiz
print(_link.link_script.cache_info().currsize)
Quiz("softmax_and_temperature")
print(_link.link_script.cache_info().currsize)
"""
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["0", "1"]


@pytest.mark.parametrize("widget", ALL, ids=lambda widget: widget.__name__)
def test_a_linked_script_stays_within_its_budget(widget):
    script = _link.link_script(widget._folder)
    assert "export default" in script
    size = len(gzip.compress(jsmin(script).encode(), mtime=0))
    assert size <= BUDGET, f"{size} bytes"
