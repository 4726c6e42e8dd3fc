"""Cells that need SmolLM2 keep what they printed; where it is, they are run."""

import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import nbformat
import notebooks
import pytest
import stored_cells
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn

ROOT = Path(__file__).resolve().parents[2]


def printed(text):
    return [nbformat.v4.new_output("stream", name="stdout", text=text)]


def code(source, count, text, *tags):
    cell = nbformat.v4.new_code_cell(source, id=f"cell-{count}")
    cell |= {"execution_count": count, "outputs": printed(text) if text else []}
    cell.metadata["tags"] = list(tags)
    return cell


@pytest.fixture
def path(tmp_path):
    """A notebook of which one cell needs the model; nothing stored is what it prints.

    The cells print 3 and 7; 1, 2 and 5 are stored.
    """
    cells = [
        code("a = 3\nprint(a)", 1, "1\n"),
        code("print(a + 4)", 2, "2\n", "smollm2"),
        code("print(a)", 3, "5\n"),
    ]
    made = nbformat.v4.new_notebook(cells=cells)
    path = tmp_path / "chapters" / "chapter.ipynb"
    path.parent.mkdir()
    path.write_text(notebooks.committed_form(made, "chapter"), encoding="utf-8")
    return path


@pytest.fixture(params=[True, False], ids=["with the model", "without"])
def model(request, monkeypatch):
    """Have the model, or have it not."""
    found = Path("model.gguf") if request.param else None
    monkeypatch.setattr(notebooks, "find_smollm2", lambda: found)
    return request.param


def outputs(path):
    cells = nbformat.read(path, as_version=4).cells
    return ["".join(output.text for output in cell.outputs) for cell in cells]


def change(path, place, **what):
    made = nbformat.read(path, as_version=4)
    made.cells[place] |= what
    path.write_text(notebooks.committed_form(made, path.stem), encoding="utf-8")
    return made


def test_where_the_model_is_its_cells_run_and_elsewhere_keep_their_output(
    path, model, capsys
):
    notebooks.main("run", path)
    assert outputs(path) == ["3\n", "7\n" if model else "2\n", "3\n"]
    said = "1 need SmolLM2 (make smollm2): they keep what they printed"
    assert (said in capsys.readouterr().out) != model
    assert notebooks.problems(path) == []


def test_with_the_model_an_error_of_such_a_cell_is_not_stored(path, monkeypatch):
    monkeypatch.setattr(notebooks, "find_smollm2", lambda: Path("model.gguf"))
    change(path, 1, source="a / 0")
    with pytest.raises(Exception, match="ZeroDivisionError"):
        notebooks.main("run", path)
    assert outputs(path) == ["1\n", "2\n", "5\n"]


def test_its_cells_and_no_others_are_left_out_by_the_build(path):
    tags = [notebooks.tags_of(c) for c in nbformat.read(path, as_version=4).cells]
    assert tags == [[], ["smollm2", *notebooks.LEFT_OUT], []]
    for place, own in (0, ["torch"]), (1, []):  # tags that were left behind
        change(path, place, metadata={"tags": own + notebooks.LEFT_OUT})
        cell = nbformat.read(path, as_version=4).cells[place]
        assert notebooks.tags_of(cell) == own


@pytest.mark.parametrize("count", [None, 2])
def test_the_check_names_a_cell_without_its_output(path, count):
    change(path, 1, outputs=[], execution_count=count)
    (problem,) = notebooks.problems(path)
    assert "cell cell-2 needs SmolLM2: run `make smollm2`" in problem


@pytest.mark.parametrize(
    ("found", "ci", "result"),
    [
        (False, False, "2 passed, 1 skipped"),
        (False, True, "1 failed, 2 passed"),
        (True, False, "1 failed, 2 passed"),
    ],
)
def test_nbval_compares_such_cells_where_the_model_is_and_in_ci(
    path, monkeypatch, found, ci, result
):
    """The tagged cell's stored output is wrong: a run of it must fail."""
    for place, text in (0, "3\n"), (2, "3\n"):
        change(path, place, outputs=printed(text))
    shutil.copy(ROOT / "chapters" / "conftest.py", path.parent)
    has = f"from glassbox.models import smollm2\nsmollm2.find_smollm2 = lambda: {found}"
    (path.parent / "has_model.py").write_text(has, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(path.parent))
    monkeypatch.delenv("CI", raising=False)
    if ci:
        monkeypatch.setenv("CI", "true")
    options = ["-p", "has_model", "-p", "no:cacheprovider", "--nbval", "-q", "-rs"]
    command = [sys.executable, "-m", "pytest", *options, path.name]
    ran = subprocess.run(command, cwd=path.parent, capture_output=True, text=True)
    assert result in ran.stdout.splitlines()[-1], ran.stdout
    assert ("needs SmolLM2: make smollm2" in ran.stdout) == ("skipped" in result)


@pytest.fixture
def forget(path):
    """Put a notebook's run into a cache; when it is read again, is it forgotten?"""
    folder = path.parent / "cache"
    cache = get_cache(folder)
    ran = nbformat.read(path, as_version=4)
    ran.cells[0].outputs, ran.cells[2].outputs = printed("3\n"), printed("3\n")
    cache.cache_notebook_bundle(CacheBundleIn(ran, str(path)), check_validity=False)

    def forget():
        config = SimpleNamespace(execution_cache_path=str(folder))
        env = SimpleNamespace(mystnb_config=config, doc2path=lambda name: path)
        app = SimpleNamespace(outdir=path.parent / "html")
        stored_cells.forget_changed(app, env, ["chapter"])
        return not cache.list_cache_records()

    assert cache.match_cache_notebook(nbformat.read(path, as_version=4))
    return forget


def test_a_page_shows_the_output_that_was_stored_last(path, forget):
    assert not forget()
    change(path, 2, outputs=printed("other\n"))  # of a cell that the build runs
    assert not forget()
    change(path, 1, outputs=printed("7\n"))
    assert forget()
    assert forget()  # what isn't there is left alone


def test_a_notebook_of_new_code_is_left_to_the_build(path, forget):
    change(path, 0, source="a = 4", outputs=printed("4\n"))
    change(path, 1, outputs=printed("8\n"))
    assert not forget()
