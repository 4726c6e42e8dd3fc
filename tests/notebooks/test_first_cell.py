"""The first cell of a chapter: it finds the library, fetches it, or says what to do."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import notebooks
import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SENTENCE = "UsageError: This notebook needs the book's library, glassbox: "

# A kernel without the library: cells are run as Jupyter runs them.
KERNEL = """
import sys
from pathlib import Path
sys.path[:] = [p for p in sys.path if not Path(p, "glassbox").is_dir()]
sys.path.append("installed")
if "colab" in sys.argv:
    sys.modules["google.colab"] = sys
from IPython.core.interactiveshell import InteractiveShell
ran = InteractiveShell.instance().run_cell(sys.stdin.read())
sys.exit(not ran.success)
"""

# pip, which notes how it was called, and installs the library if it is told to.
PIP = """
import json, os, sys
from pathlib import Path
called = {"arguments": sys.argv[1:], "asks": os.environ.get("GIT_TERMINAL_PROMPT")}
Path("called.json").write_text(json.dumps(called))
if os.environ["PIP_WORKS"] == "no":
    sys.exit("ERROR: no such address")
Path("installed/glassbox").mkdir()
Path("installed/glassbox/__init__.py").touch()
"""


def first_cell(repository):
    glassbox = {"repository": repository, "site": ""}
    return notebooks.first_cell(PROJECT | {"tool": {"glassbox": glassbox}})


@pytest.fixture
def run_cell(tmp_path):
    """Run a cell where the library is missing; return the run, and the call of pip."""
    (tmp_path / "installed").mkdir()
    (tmp_path / "fake" / "pip").mkdir(parents=True)
    (tmp_path / "fake" / "pip" / "__init__.py").touch()
    (tmp_path / "fake" / "pip" / "__main__.py").write_text(PIP)

    def run_cell(source, *where, pip_works=False):
        environment = os.environ | {
            "IPYTHONDIR": str(tmp_path / "ipython"),
            "PYTHONPATH": str(tmp_path / "fake"),
            "PIP_WORKS": "yes" if pip_works else "no",
        }
        environment.pop("GIT_TERMINAL_PROMPT", None)
        run = subprocess.run(
            [sys.executable, "-c", KERNEL, *where],
            input=source, env=environment, cwd=tmp_path, capture_output=True, text=True,
        )  # fmt: skip
        note = tmp_path / "called.json"
        return run, json.loads(note.read_text()) if note.exists() else None

    return run_cell


def test_every_chapter_starts_with_it():
    chapters = sorted((ROOT / "chapters").glob("*.ipynb"))
    assert chapters
    for path in chapters:
        cells = nbformat.read(path, as_version=4).cells
        first = next(cell for cell in cells if cell.cell_type == "code")
        assert first.source == notebooks.first_cell(PROJECT), path.name
        assert first.outputs == []


def test_it_is_short_enough_to_read():
    lines = first_cell("ada/notes").splitlines()
    assert len(lines) <= 15
    assert all(len(line) <= 88 for line in notebooks.FIRST_CELL.splitlines())


def test_where_the_library_is_it_does_nothing(run_cell, tmp_path):
    (tmp_path / "installed" / "glassbox").mkdir()
    (tmp_path / "installed" / "glassbox" / "__init__.py").touch()
    run, called = run_cell(first_cell("ada/notes"))
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert called is None


@pytest.mark.parametrize("where", ["here", "colab"])
def test_before_the_book_is_published_it_says_what_to_do(run_cell, where):
    run, called = run_cell(first_cell(""), where)
    assert run.returncode == 1
    assert run.stderr.startswith(SENTENCE)
    assert "`make book`" in run.stderr and len(run.stderr.splitlines()) == 2
    assert "Traceback" not in run.stdout + run.stderr
    assert called is None


@pytest.mark.parametrize("where", ["here", "colab"])
def test_once_published_it_installs_this_version_from_the_owner_s_site(run_cell, where):
    run, called = run_cell(first_cell("ada/notes"), where, pip_works=True)
    assert run.returncode == 0, run.stderr
    wheel = f"glassbox-{PROJECT['project']['version']}-py3-none-any.whl"
    pinned = f"https://ada.github.io/notes/_wheels/{wheel}"
    command, quiet, *packages = called["arguments"]
    assert [command, quiet] == ["install", "--quiet"]
    assert packages[-1] == f"glassbox[book] @ {pinned}"
    assert called["asks"] == "0"
    # Colab keeps the ipywidgets that it has: what needs another must not bring it.
    assert ("--no-deps" in packages) == (where == "colab")
    assert not any("ipywidgets" in one for one in packages)


def test_an_install_that_fails_ends_in_the_same_sentence(run_cell):
    run, called = run_cell(first_cell("ada/notes"))
    assert called and run.returncode == 1
    assert SENTENCE in run.stderr and "Traceback" not in run.stdout + run.stderr
