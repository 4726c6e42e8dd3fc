"""In the page a cell runs what it needs from above: no less, and nothing slow besides.

Names are all that is looked at, so each chapter is run once with each cell seeing only
what the cells bind that it is said to need; it must print what is committed.
"""

import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from chapter_solutions import ELSEWHERE, read, stored_texts
from watched_pages import CHAPTERS

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "assets" / "python"
GRADING = ROOT / "lib" / "glassbox" / "grading"  # marking uses needs.py too
NOTEBOOKS = [ROOT / f"{name}.ipynb" for name in CHAPTERS]
NOTEBOOKS = [path for path in NOTEBOOKS if path.is_file()]

needed = runpy.run_path(GRADING / "needs.py")["needed"]  # no path: others stand there

# Run each cell in a namespace of its own, given what the needed ones bind.
RUN = """
import json, sys
sys.path[:0] = sys.argv[1:]
import run_cell
from needs import _names, needed

run_cell.prepare()
texts, wanted = json.load(sys.stdin)
left, printed = [], {}
for i, text in enumerate(texts):
    run_cell.namespace = {"__name__": "__main__"}
    for place in json.loads(needed(json.dumps(texts[: i + 1]))):
        run_cell.namespace |= left[place]
    pieces = []
    ok = run_cell.run(text, i, i not in wanted, lambda *piece: pieces.append(piece))
    bound = _names(text).bound & set(run_cell.namespace)
    left.append({name: run_cell.namespace[name] for name in bound})
    if i in wanted:
        printed[i] = [text for kind, text in pieces if kind != "html"]
json.dump(printed, sys.stdout)
"""


def places(*texts):
    return json.loads(needed(json.dumps(texts)))


def shown_cells(path):
    """The code cells that a page runs, or that those may need: not PyTorch's."""
    code = [cell for cell in read(path) if cell.cell_type == "code"]
    tagged = [(cell, set(cell.metadata.get("tags", []))) for cell in code]
    return [(cell, tags) for cell, tags in tagged if not tags & ELSEWHERE]


def words(texts):
    return "".join(texts).split()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_cell_prints_the_same_from_what_it_needs(path):
    cells = shown_cells(path)
    wanted = [
        i
        for i, (cell, tags) in enumerate(cells)
        if "remove-input" not in tags and "widgets" not in cell.source
    ]
    given = json.dumps([[cell.source for cell, _ in cells], wanted])
    ran = subprocess.run(
        [sys.executable, "-c", RUN, SCRIPTS, GRADING],
        input=given, capture_output=True, text=True, check=True,
    )  # fmt: skip
    printed = json.loads(ran.stdout)
    assert len(printed) == len(wanted) > 5
    for i in wanted:
        cell = cells[i][0]
        assert words(printed[str(i)]) == words(stored_texts(cell)), cell.id


def test_a_cell_needs_what_binds_its_names_and_theirs():
    assert places("a = 1", "b = 2", "c = a", "print(c)") == [0, 2]
    assert places("a = 1", "a = 2", "print(a)") == [1]
    assert places("a = 1", "a += 1", "print(a)") == [0, 1]
    assert places("def f():\n    return g()", "def g():\n    return 1", "f()") == [0, 1]


def test_its_own_names_are_its_own():
    assert places("i = 1", "print([i for i in range(3)])") == []
    assert places("i = 1", "for i in range(3):\n    print(i)") == []
    assert places("i = 1", "for j in range(i):\n    print(j)") == [0]
    assert places("x = 1", "def f(x):\n    return x\nf(2)") == []
    assert places("x = 1", "x = 2\nprint(x)") == []
    caught = "try:\n    f()\nexcept ValueError as e:\n    print(e)"
    assert places("e = 1", "def f():\n    pass", caught) == [1]
    filled = "def f(z):\n    x = z.copy()\n    x[0] += 1\n    x.sort()\n    return x"
    assert places("x = 1", f"{filled}\nf([2])") == []


def test_what_changes_a_thing_is_needed_too():
    assert places("a = [1]", "a.append(2)", "b = 3", "print(a)") == [0, 1]
    assert places("a = [1]", "a[0] = 2", "print(a)") == [0, 1]
    assert places("import numpy as np", "np.zeros(3)[0]", "np.ones(2)") == [0]
    assert places("import numpy as np", "np.set_printoptions(2)", "np.ones(2)") == [
        0,
        1,
    ]
    assert places("import random", "random.seed(0)", "random.random()") == [0, 1]


def test_a_check_above_is_not_run_again():
    imported = "from glassbox import check"
    assert places(imported, "check.softmax(f)", "check.softmax(g)\ng = 1") == [0, 1]
    assert places(imported, "check.softmax(1)", "check.softmax(2)") == [0]


def test_a_name_that_nothing_binds_may_come_from_anywhere():
    assert places("from math import *", "b = 2", "print(sqrt(4))") == [0, 1]
    assert places("b = 2", "print(len('ab'))") == []


def test_a_cell_that_cannot_be_read_binds_nothing():
    assert places("a = ", "b = 1", "print(b)") == [1]
    assert places("b = 1", "print(b") == []
