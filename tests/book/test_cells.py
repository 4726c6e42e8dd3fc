"""The page runs Python: every cell, every exercise, from a file, the network off.

Nothing here waits by the clock but for a page that would hang: its patience is long.
"""

import json
from pathlib import Path

import nbformat
import pytest
from chapter_solutions import CALLED, read, solutions, stored_texts
from chromium import grouped
from glassbox import check
from glassbox.exercises._engine import ByHand
from glassbox.models.smollm2 import INSTALL
from watched_pages import CHAPTERS, Watched, pages

PATIENCE = 600_000  # ms; a busy machine takes its time to start Python
NOTEBOOKS = Path(__file__).resolve().parents[2] / "chapters"
PAGES = [name for name in CHAPTERS if (NOTEBOOKS.parent / f"{name}.ipynb").is_file()]
ENDED = """cells => cells.every(cell =>
  !["idle", "loading", "running"].includes(cell.dataset.runState))"""
TEXTS = """cells => cells.map((cell) => [cell.dataset.cell,
  ...[...cell.querySelectorAll("[data-output] pre")].map((pre) => pre.textContent)])"""
KEPT = """() => Object.keys(localStorage).sort()
  .flatMap((key) => key.startsWith("glassbox/") ? [key, localStorage[key]] : [])"""

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module", autouse=True)
def python_was_brought(book):
    """Skip where the build had no network for Python's files, and so said."""
    if not (book / "_static" / "python" / "packs").is_dir():
        pytest.skip("the book was built without Python for its pages: no network")


def wait_until_ended(page, cells):
    """Wait until these cells, a selector, have ended, whatever way."""
    page.wait_for_function(
        f"cells => ({ENDED})([...document.querySelectorAll(cells)])",
        arg=cells,
        timeout=PATIENCE,
    )


class Page:
    """A chapter whose cells a reader runs."""

    def __init__(self, watched):
        self.watched, self.page = watched, watched.page
        self.page.wait_for_selector("[data-run-state]", state="attached")

    def leave_for(self, path):
        """Open a page after this one, once the browser has what this one kept.

        On a busy machine Chromium now and then gives a new page its storage as it was
        a while ago; the next time it is opened all is there.
        """
        before = self.page.evaluate(KEPT)
        for _ in range(5):
            self.page.goto(path.as_uri())
            if self.page.evaluate(KEPT) == before:
                break
        assert self.page.evaluate(KEPT) == before

    def cell(self, name):
        return self.page.locator(f'.cell[data-cell="{name}"]')

    def press(self, name, action):
        self.cell(name).locator(f"button[data-action={action}]").click()

    def write(self, name, code):
        """Replace a cell's code in its editor."""
        cell = self.cell(name)
        if cell.locator("button[data-action=edit]").is_visible():
            self.press(name, "edit")
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(code)

    def run(self, name, code=None):
        """Run a cell, with other code if given; return its state and its output."""
        if code is not None:
            self.write(name, code)
        self.press(name, "run")
        wait_until_ended(self.page, f'[data-cell="{name}"]')
        return self.state(name), self.output(name)

    def state(self, name):
        return self.cell(name).get_attribute("data-run-state")

    def output(self, name):
        return self.cell(name).locator("[data-output]").text_content()

    def said(self, name):
        return self.cell(name).locator(".glassbox-bar [role=status]").text_content()


# ---- the notebooks in the page -----------------------------------------------------


@pytest.fixture(scope="module")
def open_beside(browser):
    """Open a chapter from the one before, which is closed as soon as the next is asked.

    So both live in one process, and the next takes from there what the browser has
    compiled of Python: two seconds of each start. What is kept on disk is none.
    """
    with pages(browser) as open_page:
        before = []

        def open_beside(path):
            if not before:
                before.append(open_page(path))
                return before[-1]
            *older, last = (watched.page for watched in before)
            for page in older:
                page.close()
            with last.expect_popup() as opened:
                last.evaluate("() => { localStorage.clear(); open('about:blank'); }")
            before[:] = before[-1:] + [Watched(opened.value)]
            before[-1].page.goto(path.as_uri(), wait_until="load")
            return before[-1]

        yield open_beside


@pytest.fixture(scope="module", params=grouped(PAGES, "the cells of"))
def chapter(request, open_beside, book):
    """Each chapter, all of its cells run by their buttons, in one go."""
    ran = Page(open_beside(book / f"{request.param}.html"))
    cells = ".cell[data-cell]:not([data-needs])"
    ran.page.evaluate(
        """cells => document.querySelectorAll(cells).forEach((cell) =>
          cell.querySelector("[data-action=run]").click())""",
        cells,
    )
    wait_until_ended(ran.page, cells)
    ran.texts = ran.page.eval_on_selector_all(cells, TEXTS)
    return request.param, ran


def lines(texts):
    return "\n".join(text.rstrip() for text in texts)


def test_every_cell_prints_what_is_committed(chapter):
    name, ran = chapter
    cells = {cell.id: cell for cell in read(NOTEBOOKS.parent / f"{name}.ipynb")}
    assert len(ran.texts) > 5
    for cell, *live in ran.texts:
        assert lines(live) == lines(stored_texts(cells[cell])), cell
    assert ran.watched.foreign == ran.watched.errors == []


def test_every_solution_passes(chapter):
    name, ran = chapter
    folded = solutions(NOTEBOOKS.parent / f"{name}.ipynb")
    no_page_has = "import torch", "load_smollm2("
    codes = [code for code in folded if not any(map(code.count, no_page_has))]
    last = ran.texts[-1][0]
    state, output = ran.run(last, "\n\n".join(codes))
    assert state == "done", output
    assert "✗" not in output
    assert output.count("✓") == sum(len(CALLED.findall(code)) for code in codes)


def test_cells_that_no_page_can_run_say_so(chapter):
    name, ran = chapter
    cells = read(NOTEBOOKS.parent / f"{name}.ipynb")
    tags = [set(cell.metadata.get("tags", [])) for cell in cells]
    shown = [c for c, tag in zip(cells, tags, strict=True) if "remove-cell" not in tag]
    kinds = ("torch", "PyTorch", ""), ("smollm2", "SmolLM2", INSTALL)
    for tag, needs, command in kinds:
        tagged = [c for c in shown if tag in c.metadata.get("tags", [])]
        told = ran.page.locator(f"[data-{tag}] .glassbox-note")
        assert told.count() == len([c for c in tagged if "widgets" not in c.source])
        for i, note in enumerate(told.all()):
            assert needs in note.text_content()
            assert i > 0 or command in note.text_content()  # once is enough
            link = note.locator("a").evaluate("link => link.href")
            assert Path(link.removeprefix("file://")).is_file()


VERDICTS = """
import json
from glassbox import check
from glassbox.exercises._engine import ByHand

def first_wrong(exercise):
    return exercise.examine(exercise.wrongs[0].examples[0]).text

names = [one.name for one in check][{part}::2]
print(json.dumps({{name: first_wrong(getattr(check, name)) for name in names}}))
"""


@pytest.mark.parametrize("part", [0, 1])
def test_every_first_wrong_answer_gets_cpythons_verdict(part, python_page):
    state, output = python_page.run(FIRST, VERDICTS.format(part=part))
    assert state == "done", output
    told = json.loads(output)
    assert len(told) > 20
    for name, text in told.items():
        exercise = getattr(check, name)
        assert text == exercise.examine(exercise.wrongs[0].examples[0]).text
        assert "Known mistake" in text or not isinstance(exercise, ByHand)


# ---- what a reader may do to it ------------------------------------------------------

FIRST, SECOND, THIRD = (
    "softmax-first-idea",
    "softmax-by-hand-run",
    "softmax-naive-run",
)


SOFTMAX = grouped(["softmax_and_temperature"], "Python on")


@pytest.fixture(scope="module", params=SOFTMAX)
def python_page(request, browser, book):
    """The softmax chapter with Python started."""
    with pages(browser) as open_page:
        yield Page(open_page(book / f"chapters/{request.param}.html"))


def test_nothing_of_python_or_the_editor_is_loaded_before_its_first_use(
    book, open_page
):
    page = Page(open_page(book / "chapters" / "softmax_and_temperature.html"))
    heavy = "/packs/", "codemirror", "editor.css"

    def loaded(word):
        return [url for url in page.watched.loaded if word in url]

    assert not any(map(loaded, heavy))
    page.press(FIRST, "edit")
    page.cell(FIRST).locator(".cm-content").wait_for()
    assert loaded("codemirror")
    assert not loaded("/packs/")
    page.run(FIRST)
    assert not [url for url in loaded("/packs/") if "matplotlib" in url]


def test_a_cell_runs_what_it_needs_from_above_first_and_once(book, open_beside):
    page = Page(open_beside(book / "chapters" / "softmax_and_temperature.html"))
    state, output = page.run(THIRD)
    assert (state, output) == ("done", "array([0.6439, 0.0321, 0.2369, 0.0871])")
    assert "The cell that it needs was run first." in page.said(THIRD)
    page.run(THIRD)
    assert "run first" not in page.said(THIRD)
    assert page.state(FIRST) == "idle"  # quietly: it shows nothing


def test_what_was_changed_above_is_run_again_first(book, open_beside):
    page = Page(open_beside(book / "chapters" / "softmax_and_temperature.html"))
    page.run(FIRST, "number = 1")
    assert page.run(SECOND, "print(number)") == ("done", "1\n")
    page.write(FIRST, "number = 2")
    assert "Changed since it ran." in page.said(FIRST)
    assert page.run(SECOND) == ("done", "2\n")
    assert "The cell that it needs was run first." in page.said(SECOND)


def test_what_is_printed_is_there_while_a_cell_runs_and_after_stop(python_page):
    python_page.write(FIRST, "print('early')\nwhile True:\n    pass")
    python_page.press(FIRST, "run")
    output = python_page.cell(FIRST).locator("[data-output]")
    output.get_by_text("early").wait_for(timeout=PATIENCE)
    assert python_page.state(FIRST) == "running"
    python_page.press(FIRST, "stop")
    assert "early" in output.text_content()


def test_stop_ends_an_endless_loop_and_the_next_run_starts_afresh(python_page):
    python_page.write(FIRST, "here = 1\nwhile True:\n    pass")
    python_page.press(FIRST, "run")
    running = f'[data-cell="{FIRST}"][data-run-state=running]'
    python_page.page.wait_for_selector(running, timeout=PATIENCE)
    python_page.press(FIRST, "stop")
    assert python_page.state(FIRST) == "stopped"
    assert "Stopped" in python_page.said(FIRST)
    # What stands below does not run it once more.
    looks = "print('here' in globals())\nif False:\n    here"
    state, output = python_page.run(THIRD, looks)
    assert (state, output) == ("done", "False\n")
    assert "it had to be stopped: cell 1." in python_page.said(THIRD)
    assert python_page.run(FIRST, "print(6 * 7)") == ("done", "42\n")


def test_stop_ends_the_wait_for_python_too(book, open_page):
    page = Page(open_page(book / "chapters" / "softmax_and_temperature.html"))
    # Both within one task of the page: no file has come yet.
    page.cell(FIRST).evaluate("""cell => {
      cell.querySelector("[data-action=run]").click();
      cell.querySelector("[data-action=stop]").click();
    }""")
    page.page.wait_for_selector(f'[data-cell="{FIRST}"][data-run-state=stopped]')
    assert page.run(FIRST, "print(6 * 7)") == ("done", "42\n")


def test_a_million_printed_lines_are_cut_and_counted(python_page):
    state, output = python_page.run(FIRST, "for i in range(10**6):\n    print(i)")
    assert state == "done"
    assert len(output) < 120_000
    shown = output.split("…")[0].count("\n")
    assert f"{10**6 - shown:,} more lines" in output


ERRORS = {
    "exception": ("x = 1\nx / 0", "line 2", "ZeroDivisionError"),
    "in the library": (
        "import numpy as np\nfrom glassbox import softmax\n\n"
        "softmax(np.ones(2), temperature=-1)",
        "line 4",
        "got -1",
    ),
    "recursion": ("def f():\n    return f()\n\nf()", "line 2", "RecursionError"),
    "syntax": ("x = 1\ny = (2\n", "line 2", "SyntaxError"),
    "exit": ("import sys\nsys.exit(3)", "line 2", "SystemExit"),
}


@pytest.mark.parametrize("kind", ERRORS)
def test_an_error_names_the_readers_line_and_none_of_ours(kind, python_page):
    code, line, error = ERRORS[kind]
    state, output = python_page.run(FIRST, code)
    assert state == "failed"
    assert f'File "cell [1]", {line}' in output
    assert error in output.splitlines()[-1]
    assert output.count("File ") == output.count('File "cell [1]"')
    assert python_page.run(FIRST, "print(6 * 7)") == ("done", "42\n")


def test_a_gigabyte_is_given_or_refused_in_words(python_page):
    code = "import numpy as np\nprint(np.ones(2**27).sum())"
    state, output = python_page.run(FIRST, code)
    said = python_page.said(FIRST)
    assert (state, output) == ("done", "134217728.0\n") or (
        state == "failed" and ("MemoryError" in output or "came to an end" in said)
    )
    assert python_page.run(FIRST, "print(6 * 7)") == ("done", "42\n")


def test_run_pressed_twice_runs_once_and_others_wait_their_turn(python_page):
    python_page.write(FIRST, "runs = globals().get('runs', 0) + 1\nprint(runs)")
    python_page.write(SECOND, "print('second')")
    python_page.run(FIRST, "runs = 0")
    python_page.write(FIRST, "runs = globals().get('runs', 0) + 1\nprint(runs)")
    python_page.page.evaluate(
        """([first, second]) => {
          const press = (name) => document.querySelector(
            `[data-cell="${name}"] [data-action=run]`).click();
          press(first); press(first); press(second);
        }""",
        [FIRST, SECOND],
    )
    # While it runs, another cell may be written.
    python_page.write(THIRD, "print('third')")
    wait_until_ended(python_page.page, f'[data-cell="{FIRST}"],[data-cell="{SECOND}"]')
    assert python_page.output(FIRST) == "1\n"
    assert python_page.output(SECOND) == "second\n"
    assert python_page.run(THIRD) == ("done", "third\n")


def test_a_figure_is_drawn_as_in_the_book(book, open_beside):
    python_page = Page(open_beside(book / "chapters" / "softmax_and_temperature.html"))
    name = "softmax-ends-run"
    before = python_page.cell(name).locator(".glassbox-note").first
    assert "MB more" in before.text_content()
    state, output = python_page.run(name)
    assert state == "done", output
    assert not before.is_visible()
    drawn, stored = (
        python_page.cell(name).locator(f"{where} svg")
        for where in ("[data-output]", ".cell_output:not([data-output])")
    )
    # Fonts differ between machines, and with them places.
    look = """svg => [svg.querySelectorAll("path").length,
      ...[...svg.querySelectorAll("text")].map((text) => text.textContent)]"""
    assert drawn.evaluate(look) == stored.evaluate(look)


def test_two_chapters_run_side_by_side(book, browser):
    with pages(browser) as open_page:
        names = "softmax_and_temperature", "residual_connection"
        both = [Page(open_page(book / "chapters" / f"{name}.html")) for name in names]
        first = ".cell[data-cell]"
        for one in both:
            one.page.locator(first).first.locator("[data-action=run]").click()
        for one in both:
            one.page.wait_for_function(
                "() => document.querySelector('.cell[data-cell]').dataset.runState "
                "=== 'done'",
                timeout=PATIENCE,
            )


def test_a_code_exercise_gives_its_hints_without_python(book, open_page):
    page = Page(open_page(book / "chapters" / "softmax_and_temperature.html")).page
    cell = page.locator(".cell[data-cell]", has_text="check.softmax(").first
    hint = cell.get_by_role("button", name="Hint 1 of 3")
    hint.click()
    told = cell.locator(".glassbox-hints p").all_inner_texts()
    assert told == [f"Hint 1 of 3: {check.softmax.hints[0]}"]
    assert cell.get_by_role("button", name="Hint 2 of 3").is_visible()
    assert cell.get_attribute("data-run-state") == "idle"


def test_restore_brings_back_the_books_code_and_output(python_page):
    cell = python_page.cell(THIRD)
    stored = cell.locator(".cell_output:not([data-output])")
    python_page.run(THIRD, "print('mine')")
    assert not stored.is_visible()
    python_page.press(THIRD, "restore")
    assert stored.is_visible()
    assert not cell.locator("[data-output]").is_visible()
    assert python_page.state(THIRD) == "idle"
    assert "def my_softmax(scores):" in cell.locator(".cm-content").inner_text()


def test_paper_shows_the_book_as_it_was_built(python_page):
    cell = python_page.cell(FIRST)
    python_page.run(FIRST, "print('mine')")
    python_page.page.emulate_media(media="print")
    assert cell.locator(".cell_output:not([data-output])").is_visible()
    assert not cell.locator("[data-output]").is_visible()
    assert not cell.locator(".glassbox-bar").is_visible()
    folded = python_page.cell(SECOND).locator("details .cell_output")
    assert folded.is_visible()
    python_page.page.emulate_media(media="screen")
    assert not folded.is_visible()


def test_what_a_cell_prints_waits_for_the_prediction(book, open_beside):
    page = Page(open_beside(book / "chapters" / "decoder_masking.html"))
    fold = page.page.locator("[data-cell] > details[data-prediction]").first
    said = fold.locator("p")
    cell = fold.locator("xpath=..")
    page.run(name := cell.get_attribute("data-cell"))
    live, question = cell.locator("[data-output]"), cell.locator("[data-question]")
    assert not said.is_visible() and not live.is_visible()
    assert "Commit your prediction" in cell.locator(".glassbox-bar").inner_text()
    question.locator("input").first.fill("1")
    question.locator("[data-action=commit]").click()
    live.wait_for()
    assert said.is_visible() and question.is_visible()
    assert not fold.locator("summary").is_visible()
    page.run(name)
    assert live.is_visible()


def test_who_does_not_predict_opens_the_fold(book, open_beside):
    page = Page(open_beside(book / "chapters" / "decoder_masking.html"))
    fold = page.page.locator("[data-cell] > details[data-prediction]").first
    cell = fold.locator("xpath=..")
    page.run(cell.get_attribute("data-cell"))
    fold.locator("summary").click()
    cell.locator("[data-output]").wait_for()
    assert fold.locator("p").is_visible()


def test_a_double_click_opens_one_editor(book, open_page):
    page = Page(open_page(book / "chapters" / "softmax_and_temperature.html"))
    page.cell(FIRST).evaluate("""cell => {
      const code = cell.querySelector("pre");
      code.click();
      code.click(); // before the editor's script has come
    }""")
    page.cell(FIRST).locator(".cm-content").first.wait_for()
    page.write(SECOND, "1")  # its editor comes later, by the same way
    assert page.cell(FIRST).locator(".glassbox-editor").count() == 1


def test_keys_alone_are_enough(book, open_beside):
    page = Page(open_beside(book / "chapters" / "softmax_and_temperature.html"))
    keyboard = page.page.keyboard
    page.cell(FIRST).locator("[data-action=edit]").focus()
    keyboard.press("Enter")
    page.cell(FIRST).locator(".cm-content:focus").wait_for()
    keyboard.press("Control+A")
    keyboard.insert_text("print('by keys')")
    keyboard.press("Shift+Enter")
    wait_until_ended(page.page, f'[data-cell="{FIRST}"]')
    assert page.output(FIRST) == "by keys\n"
    keyboard.press("Escape")
    keyboard.press("Tab")
    focus = "document.activeElement.dataset.action"
    assert page.page.evaluate(focus) == "run"
    keyboard.press("Enter")
    assert page.page.evaluate(focus) in ("stop", "run")
    wait_until_ended(page.page, f'[data-cell="{FIRST}"]')
    assert page.page.evaluate(focus) == "run"


# ---- what is kept --------------------------------------------------------------------


def test_work_is_kept_shown_saved_and_cleared(book, open_page, tmp_path):
    path = book / "chapters" / "softmax_and_temperature.html"
    page = Page(open_page(path, accept_downloads=True))
    state, output = page.run("softmax-exercise-3-run", solutions_of("softmax"))
    assert (state, output[:1]) == ("done", "✓"), output
    page.leave_for(path)
    page = Page(page.watched)
    exercise = page.cell("softmax-exercise-3-run")
    assert page.said("softmax-exercise-3-run").startswith("Passed.")
    assert not exercise.get_by_text("not started").is_visible()
    assert "keepdims=True" in exercise.locator("pre").first.text_content()
    panel = page.page.locator(".glassbox-work")
    assert "passed: 1 of" in panel.text_content()
    assert "1 cell has your own code." in panel.text_content()

    for action, ending in ("save-notebook", "ipynb"), ("save-python", "py"):
        with page.page.expect_download() as download:
            panel.locator(f"[data-action={action}]").click()
        saved = tmp_path / download.value.suggested_filename
        download.value.save_as(saved)
        assert saved.name == f"softmax_and_temperature.{ending}"
        assert "keepdims=True" in saved.read_text("utf-8")
    notebook = nbformat.read(tmp_path / "softmax_and_temperature.ipynb", as_version=4)
    nbformat.validate(notebook)
    compile((tmp_path / "softmax_and_temperature.py").read_text("utf-8"), "it", "exec")

    page.leave_for(book / "chapters" / "index.html")
    shown = page.page.locator(".glassbox-progress")
    shown.wait_for()
    assert shown.all_text_contents() == [f"1 of {exercises_asked()} exercises passed"]

    page.leave_for(path)
    page = Page(page.watched)
    page.page.on("dialog", lambda dialog: dialog.accept())
    page.page.locator("[data-action=clear-work]").click()
    assert "keepdims" not in exercise.locator("pre").first.text_content()
    assert "passed: 0 of" in panel.text_content()
    page.leave_for(path)
    page = Page(page.watched)
    assert "keepdims" not in exercise.locator("pre").first.text_content()


def solutions_of(name):
    codes = solutions(NOTEBOOKS / "softmax_and_temperature.ipynb")
    return next(code for code in codes if f"check.{name}(" in code)


def exercises_asked():
    """Count the exercises that the softmax chapter asks."""
    cells = read(NOTEBOOKS / "softmax_and_temperature.ipynb")
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    return sum(len(CALLED.findall(source)) for source in code)
