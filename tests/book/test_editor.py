"""The editor of the page's Python cells, opened from a file without a network."""

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from watched_pages import CHAPTERS

ROOT = Path(__file__).resolve().parents[2]
EDITOR = ROOT / "assets" / "editor"
BUNDLE, STYLE = EDITOR / "codemirror.js", EDITOR / "editor.css"
ESBUILD = ROOT / "node_modules" / ".bin" / "esbuild"

# No request but for files, and no `eval`: the browser itself forbids it.
ALLOWED = "file: 'unsafe-inline'"
POLICY = f"default-src 'none'; script-src {ALLOWED}; style-src {ALLOWED}"
PAGE = f"""<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width"><title>Editor</title>
<link rel="stylesheet" href="{STYLE.as_uri()}">
<button id="before">Before</button><div id="cell"></div>
<button id="after">After</button>
<script src="{BUNDLE.as_uri()}"></script></html>"""
CREATE = """(text) => {
    window.changes = [];
    window.runs = 0;
    const options = {
        text,
        label: "Code of cell 3",
        description: "Shift+Enter runs. Escape, then Tab, leaves.",
        onchange: (text) => changes.push(text),
        onrun: () => { runs += 1; },
    };
    const place = document.querySelector("#cell");
    window.editor = glassboxEditor.create(place, options);
    editor.focus();
}"""


@pytest.fixture
def write(tmp_path, open_page):
    """Open a page with an editor that has the focus: write(text); see `create`."""

    def write(text="", **look):
        path = tmp_path / "page.html"
        path.write_text(PAGE, encoding="utf-8")
        watched = open_page(path, **look)
        watched.page.evaluate(CREATE, text)
        return watched

    return write


def text_of(page):
    return page.evaluate("editor.text()")


def press(page, *keys):
    """Press keys by name, and type what is no key's name."""
    for key in keys:
        if re.fullmatch(r"(\w+\+)*([A-Z]\w+|[a-z/])", key):
            page.keyboard.press(key)
        else:
            page.keyboard.type(key)


# ---- writing Python ----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "keys", "written"),
    [
        # Enter keeps the indentation, and deepens it after a colon or in brackets.
        ("", ["def f(x):", "Enter", "return x"], "def f(x):\n    return x"),
        ("if x:\n    y = 1", ["Enter", "z = 2"], "if x:\n    y = 1\n    z = 2"),
        ("a = 1", ["Enter", "b = 2"], "a = 1\nb = 2"),
        ("", ["f(", "Enter", "1,"], "f(\n    1,\n)"),
        # `else` goes back to its `if`.
        ("if x:\n    y = 1", ["Enter", "else:"], "if x:\n    y = 1\nelse:"),
        # Tab and Shift+Tab, for a line and for all that is selected.
        ("a = 1", ["Tab"], "    a = 1"),
        ("        a = 1", ["Shift+Tab"], "    a = 1"),
        ("a\nb", ["Control+a", "Tab"], "    a\n    b"),
        ("    a\n    b", ["Control+a", "Shift+Tab"], "a\nb"),
        # Backspace takes an indent before the text, and a letter in it.
        ("        a", ["Home", "Backspace"], "    a"),
        ("a    b", ["ArrowLeft", "Backspace"], "a   b"),
        # Brackets and quotes close themselves, are typed over, and go together.
        ("", ["f(["], "f([])"),
        ("", ["f([1])"], "f([1])"),
        ("", ["f'{x}'"], "f'{x}'"),
        ("", ['print("'], 'print("")'),
        ("", ['"""'], '""""""'),
        ("", ["(", "Backspace"], ""),
        ("it", ["'"], "it'"),
        # Home and End of the line, and comments.
        ("a\nb c", ["Home", "x", "End", "y"], "a\nxb cy"),
        ("a = 1", ["Control+/"], "# a = 1"),
        ("# a = 1", ["Control+/"], "a = 1"),
    ],
)
def test_keys_write_python(write, text, keys, written):
    page = write(text).page
    press(page, "Control+End", *keys)
    assert text_of(page) == written


def test_every_change_is_told_with_the_whole_text(write):
    page = write("a").page
    press(page, "Control+End", "bc")
    assert page.evaluate("changes") == ["ab", "abc"]
    page.evaluate("editor.setText('other')")
    assert page.evaluate("changes.at(-1)") == "other"


def test_undo_and_redo_take_back_and_bring_again(write):
    page = write("a = 1").page
    press(page, "Control+End", "Enter", "b = 2", "Control+z")
    assert text_of(page) != "a = 1\nb = 2"
    press(page, "Control+z", "Control+z", "Control+z")
    assert text_of(page) == "a = 1"  # and not less: the first text is no change
    press(page, "Control+y", "Control+y", "Control+y")
    assert text_of(page) == "a = 1\nb = 2"


def test_a_text_that_the_page_sets_is_one_step_of_undo(write):
    page = write("theirs").page
    press(page, "Control+End", " + mine")
    page.evaluate("editor.setText('theirs')")
    press(page, "Control+End", "!")
    press(page, "Control+z")
    assert text_of(page) == "theirs"
    press(page, "Control+z")
    assert text_of(page) == "theirs + mine"
    press(page, "Control+y")
    assert text_of(page) == "theirs"


@pytest.mark.parametrize("key", ["Shift+Enter", "Control+Enter", "Meta+Enter"])
def test_a_key_runs_the_cell_and_inserts_nothing(write, key):
    page = write("a = 1").page
    press(page, "Control+End", key)
    assert page.evaluate("runs") == 1
    assert text_of(page) == "a = 1"
    assert page.evaluate("changes") == []


def test_a_tap_opens_the_keyboard_of_a_phone(write):
    watched = write("a = 1", width=390, height=844, has_touch=True, is_mobile=True)
    page = watched.page
    page.locator("#after").tap()
    page.locator(".cm-line").tap()
    page.keyboard.insert_text("9")
    assert sorted(text_of(page)) == sorted("a = 19")


# ---- getting in and out ------------------------------------------------------


def focused(page):
    return page.evaluate("document.activeElement.id || document.activeElement.role")


@pytest.mark.parametrize(("key", "place"), [("Tab", "after"), ("Shift+Tab", "before")])
def test_escape_then_tab_leaves_however_late(write, key, place):
    page = write("a = 1", clock=True).page
    press(page, "Control+End", "Escape")
    page.clock.run_for(60_000)  # ms; CodeMirror itself waits for two seconds
    press(page, key)
    assert focused(page) == place
    assert text_of(page) == "a = 1"


def test_tab_indents_again_after_another_key_and_after_a_return(write):
    page = write("a = 1").page
    press(page, "Control+End", "Escape", "0", "Tab")
    assert text_of(page) == "    a = 10"
    press(page, "Escape", "Tab")
    assert focused(page) == "after"
    press(page, "Shift+Tab")
    assert focused(page) == "textbox"
    press(page, "Tab")
    assert text_of(page) == "        a = 10"


def test_it_has_a_name_and_tells_its_keys_and_corrects_nothing(write):
    page = write("a = 1").page
    field = page.get_by_role("textbox", name="Code of cell 3")
    expected = {
        "aria-description": "Shift+Enter runs. Escape, then Tab, leaves.",
        "aria-multiline": "true",
        "spellcheck": "false",
        "autocorrect": "off",
        "autocapitalize": "off",
    }
    assert {name: field.get_attribute(name) for name in expected} == expected


def test_a_destroyed_editor_leaves_nothing(write):
    page = write("a = 1").page
    page.evaluate("editor.destroy()")
    assert page.locator("#cell *").count() == 0


# ---- on the page -------------------------------------------------------------

SAMPLE = '''import numpy.linalg as la
from math import *


@staticmethod
def softmax(x, *rest, axis=-1, **more) -> float:
    """A docstring."""
    if x is None or not len(rest):
        raise ValueError(f"{x!r} is {1e-3:.2f}, {axis=}\\n")
    return x @ la.norm(x) ** 2  # a comment


class Layer:
    size: int = ...
'''

# Code that the page runs: the letters of an element, each with its color and its place
# in the element's box; and the editor in place of a <pre>.
LETTERS = r"""
const lettersOf = (root) => {
    const box = root.getBoundingClientRect();
    const letters = [["the box", "", box.width, box.height]];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const { color } = getComputedStyle(node.parentElement);
        for (const { 0: letter, index } of node.data.matchAll(/\S/g)) {
            const range = new Range();
            range.setStart(node, index);
            range.setEnd(node, index + letter.length);
            const { x, y } = range.getBoundingClientRect();
            letters.push([letter, color, x - box.x, y - box.y]);
        }
    }
    return letters;
};
// A letter's place depends a little on the letters that are drawn with it: half a px.
const alike = (one, other) =>
    other?.every((part, i) => part === one[i] || Math.abs(part - one[i]) < 0.5);
"""
REPLACE = r"""
const replace = (pre, text = pre.textContent.replace(/\n$/, "")) => {
    const quiet = () => {};
    const options = { text, label: "Cell", onchange: quiet, onrun: quiet };
    const parent = pre.parentElement;
    parent.replaceChildren();
    window.editor = glassboxEditor.create(parent, options);
    return parent.firstElementChild;
};
"""
COMPARE = f"""async (cells) => {{
    {LETTERS}{REPLACE}
    const place = document.createElement("div");
    place.className = "cell";
    document.querySelector(".bd-article").replaceChildren(place);
    const differences = [];
    for (const html of cells) {{
        place.innerHTML = html;
        const pre = place.querySelector("pre");
        const expected = lettersOf(pre);
        const root = replace(pre);
        let found, wrong;
        // On a busy machine the colors come some frames later.
        for (let frames = 0; frames < 100; frames++) {{
            await new Promise(requestAnimationFrame);
            found = lettersOf(root);
            wrong = expected.findIndex((letter, i) => !alike(letter, found[i]));
            if (wrong < 0) break;
        }}
        if (wrong >= 0) differences.push([expected[wrong], found[wrong], html]);
        editor.destroy();
        if (differences.length === 5) break;
    }}
    return differences;
}}"""
CELL = re.compile(r'<div class="cell_input.*?</pre></div>\n</div>\n</div>', re.S)


@pytest.fixture
def chapter(book, open_page):
    """Open a built chapter that has the editor's style and script."""

    def chapter(**look):
        page = open_page(book / "chapters" / "softmax_and_temperature.html", **look)
        page.page.add_style_tag(path=STYLE)
        page.page.add_script_tag(path=BUNDLE)
        return page

    return chapter


def replace_first(page, text):
    """Put an editor with this text where the page's first code is."""
    page.evaluate(
        f"(t) => {{ {REPLACE} replace(document.querySelector('pre'), t) }}", text
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_letter_moves_or_changes_its_color_where_a_cell_becomes_an_editor(
    book, chapter, scheme
):
    pages = [(book / f"{name}.html").read_text(encoding="utf-8") for name in CHAPTERS]
    cells = [cell for page in pages for cell in CELL.findall(page)]
    assert len(cells) > 100
    page = chapter(width=390, scheme=scheme).page
    assert page.evaluate(COMPARE, cells) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_and_long_lines_scroll_inside_or_on_a_phone_go_on(
    chapter, width, scheme
):
    watched = chapter(width=width, scheme=scheme)
    page = watched.page
    replace_first(page, f'{SAMPLE}long = "{200 * "x"}"\n')
    field = page.locator(".glassbox-editor")
    field.scroll_into_view_if_needed()
    field.locator(".tok-comment").wait_for()
    kinds = ["keyword", "operator", "string", "number", "definition", "builtin"]
    for kind in [*kinds, "exception"]:
        assert field.locator(f".tok-{kind}").count(), kind
    results = Axe().run(page, context=".glassbox-editor").response
    assert results["violations"] == []
    assert "color-contrast" in [rule["id"] for rule in results["passes"]]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    scroller = field.locator(".cm-scroller")
    scrolls = scroller.evaluate("node => node.scrollWidth > node.clientWidth")
    assert scrolls == (width > 600)


def test_the_pages_own_shortcuts_wait_outside(chapter):
    page = chapter().page
    page.wait_for_function("typeof Documentation === 'object'")
    replace_first(page, "")
    page.evaluate("editor.focus()")
    press(page, "1 / 2")
    assert text_of(page) == "1 / 2"
    assert focused(page) == "textbox"


def test_the_line_that_is_written_in_stays_below_the_header(chapter):
    page = chapter(height=500).page
    lines = "\n".join(f"line_{i} = {i}" for i in range(60))
    replace_first(page, lines)
    page.evaluate("editor.focus()")
    press(page, "Control+End", *(50 * ["ArrowUp"]))
    header = page.locator(".bd-header-article").bounding_box()
    line = page.get_by_text("line_9 =").bounding_box()
    assert line["y"] >= header["y"] + header["height"]


# ---- the bundle --------------------------------------------------------------


def test_it_works_without_a_request_and_without_eval(write):
    watched = write("def f(x):\n    return x")
    press(watched.page, "Control+End", "Enter", "y = 1", "Shift+Enter")
    assert watched.errors == watched.foreign == []
    files = {Path(url).name for url in watched.loaded}
    assert files == {"page.html", "editor.css", "codemirror.js"}


def test_it_is_light():
    assert len(gzip.compress(BUNDLE.read_bytes(), 6)) <= 130 * 1024


def test_its_readme_names_the_versions_that_are_installed():
    package = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    versions = package["devDependencies"]
    readme = (EDITOR / "README.md").read_text(encoding="utf-8")
    named = dict(re.findall(r"^\| (\S+) \| (\d\S+) \|$", readme, re.M))
    assert len(named) > 10
    assert named == {name: versions[name] for name in named}
    assert f"esbuild {versions['esbuild']} " in readme


@pytest.mark.skipif(not ESBUILD.exists(), reason="the bundle is made with npm")
def test_the_bundle_is_what_its_source_makes(tmp_path):
    made = tmp_path / "codemirror.js"
    command = [shutil.which("npm"), "run", "--silent", "editor", "--"]
    subprocess.run([*command, f"--outfile={made}"], cwd=ROOT, check=True)
    assert made.read_bytes() == BUNDLE.read_bytes(), "run `make editor`"
