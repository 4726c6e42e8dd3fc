"""What the package promises: who imports whom, what comes with it, true examples."""

import ast
import doctest
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import glassbox
import pytest
from glassbox.models.smollm2 import INSTALL
from setuptools import Distribution

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "lib" / "glassbox"

# Who may import whom, besides itself. Quizzes are data; nothing imports the chapters.
MAY_IMPORT = {
    "words": set(),
    "_random": set(),
    "kernels": set(),
    "machine": {"kernels"},
    "models": {"_random", "kernels", "machine"},
    "exercises": {"kernels", "machine", "models", "words"},
    "drawings": {"kernels", "words"},
    "figures": {"kernels", "machine", "models", "words"},
    "widgets": {"_random", "kernels", "machine", "models", "words"},
    "grading": {"exercises", "words"},
    "__init__": {"kernels", "machine", "exercises"},
}
# The widgets and the exercises run theirs in tests of their own.
WITH_EXAMPLES = ("kernels", "machine", "models", "drawings", "figures", "words")


def modules_of(*parts):
    """Return the names of the modules in these parts of the package."""
    found = pkgutil.walk_packages(glassbox.__path__, "glassbox.")
    return [m.name for m in found if m.name.split(".")[1] in parts]


def imported(path):
    """Return the full names that a module of ours imports, wherever it does."""
    package = ("glassbox", *path.relative_to(PACKAGE).parent.parts)
    names = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *([node.module] if node.module else [])))
            names += [f"{module}.{alias.name}" for alias in node.names]
    return names


def part_of(path):
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def test_each_part_of_the_library_has_its_rule():
    parts = {part_of(path) for path in PACKAGE.rglob("*.py")}
    assert parts == set(MAY_IMPORT)


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_a_part_imports_only_what_lies_below_it(part):
    allowed = {part} | MAY_IMPORT[part]
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        if part_of(path) == part:
            ours = [n.split(".") for n in imported(path) if n.startswith("glassbox")]
            wrong += [(path.name, *n) for n in ours if not {*n[1:2]} & allowed]
    assert wrong == []


def test_the_rule_sees_each_way_to_import(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path)
    (tmp_path / "kernels").mkdir()
    module = tmp_path / "kernels" / "softer.py"
    module.write_text(
        "import glassbox.machine\n"
        "from glassbox import check\n"
        "from .. import figures\n"
        "from ..models.poems import load\n"
        "from . import residual\n"
        "from ._arrays import Array\n"
        "def later():\n    from ...glassbox import widgets\n"
    )
    assert imported(module) == [
        "glassbox.machine",
        "glassbox.check",
        "glassbox.figures",
        "glassbox.models.poems.load",
        "glassbox.kernels.residual",
        "glassbox.kernels._arrays.Array",
        "glassbox.widgets",
    ]


def test_import_brings_in_no_torch_no_widget_no_exercise_and_no_catalog():
    program = """
import sys, glassbox
heavy = {"torch", "ipywidgets", "anywidget", "matplotlib", "babel", "safetensors"}
ours = tuple(f"glassbox.{p}" for p in ("widgets", "drawings", "figures", "models"))
loaded = [m for m in sys.modules if m in heavy or m.startswith(ours)]
tables = [m for m in sys.modules if m.startswith("glassbox.exercises.")]
print(loaded, [t for t in tables if not t.split(".")[2].startswith("_")])
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[] []"


def test_every_file_is_installed(monkeypatch):
    """Ask setuptools, as pip does, what it would take from the folder."""
    monkeypatch.chdir(ROOT)
    distribution = Distribution({"script_name": "-"})
    distribution.parse_config_files(["pyproject.toml"])
    build = distribution.get_command_obj("build_py")
    build.ensure_finalized()
    taken = {file for *_, file in build.find_all_modules()}
    taken |= {
        os.path.join(folder, name)
        for _, folder, _, names in build.data_files
        for name in names
    }
    files = [path for path in PACKAGE.rglob("*") if path.is_file()]
    files = {str(p.relative_to(ROOT)) for p in files if p.suffix != ".pyc"}
    assert files - taken == set()
    assert any(file.endswith(".safetensors") for file in files)


def test_every_requirement_is_locked_by_its_hash():
    """All but torch, whose builds differ, and the library itself."""
    lock = (ROOT / "requirements-lock.txt").read_text(encoding="utf-8")
    pins = re.findall(r"^([\w.-]+)==.*?((?:\\\n    --hash=.*)*)$", lock, re.MULTILINE)
    assert [name for name, hashes in pins if "--hash=sha256:" not in hashes] == []
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = {re.split(r"[<>=]", line)[0] for line in lines if line[:1].isalpha()}
    assert wanted - {name for name, _ in pins} == {"torch"}
    assert "://" not in lock  # no package comes from one place alone


def test_the_optional_model_is_locked_by_its_hash_too():
    text = (ROOT / "requirements-smollm2.txt").read_text(encoding="utf-8")
    packages = re.findall(r"^([\w-]+)==(\S+) \\\n +--hash=sha256:\w{64}$", text, re.M)
    assert len(packages) == len(re.findall(r"^\w", text, re.M))
    # Without the book's folder a command installs the same; the rest is locked anyway.
    lock = (ROOT / "requirements-lock.txt").read_text(encoding="utf-8")
    command, told = INSTALL.split(" --no-deps ")
    assert command == "pip install"
    told = {pin.split("==")[0]: pin.partition("==")[2] for pin in told.split()}
    assert all(told.pop(name) in ("", version) for name, version in packages)
    assert all(f"\n{name}==" in lock for name in told)


def test_all_names_what_is_there_in_order():
    assert glassbox.__all__ == sorted(glassbox.__all__)
    for name in glassbox.__all__:
        assert getattr(glassbox, name).__doc__


@pytest.mark.parametrize("name", modules_of(*WITH_EXAMPLES))
def test_examples_in_docstrings(name):
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0
    functions = [f for f in vars(module).values() if inspect.isfunction(f)]
    for function in functions:
        public = function.__name__ in glassbox.__all__ or ".models." in name
        if public and function.__module__ == name and function.__name__[0] != "_":
            assert ">>>" in function.__doc__, function


def test_the_modules_were_found():
    names = modules_of(*WITH_EXAMPLES)
    assert {"glassbox.kernels.probability", "glassbox.machine.files"} <= set(names)
    assert {"glassbox.words", "glassbox.models.translator.decoding"} <= set(names)
