"""What `import glassbox` promises, and that every docstring's example is true."""

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
import tomllib
from pathlib import Path

import glassbox
import pytest

ROOT = Path(__file__).resolve().parents[2]
KERNEL_MODULES = [
    module.name
    for module in pkgutil.iter_modules(glassbox.__path__)
    if not module.ispkg and module.name not in ("plots", "translator")
]


def test_import_brings_in_neither_torch_nor_widgets():
    program = """
import sys, glassbox
heavy = {"torch", "ipywidgets", "anywidget", "matplotlib"}
print(sorted(heavy & set(sys.modules)))
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_every_package_is_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = (ROOT / "lib").rglob("__init__.py")
    names = [".".join(path.parent.relative_to(ROOT / "lib").parts) for path in found]
    assert project["tool"]["setuptools"]["packages"] == sorted(names)


def test_all_names_what_is_there_in_order():
    assert glassbox.__all__ == sorted(glassbox.__all__)
    for name in glassbox.__all__:
        assert getattr(glassbox, name).__doc__


@pytest.mark.parametrize("name", KERNEL_MODULES)
def test_examples_in_docstrings(name):
    module = importlib.import_module(f"glassbox.{name}")
    result = doctest.testmod(module)
    assert result.failed == 0
    functions = [f for f in vars(module).values() if inspect.isfunction(f)]
    public = [f for f in functions if f.__name__ in glassbox.__all__]
    defined = [f for f in public if f.__module__ == module.__name__]
    assert result.attempted >= len(defined)


def test_the_kernel_modules_were_found():
    assert {"probability", "attention", "sampling"} <= set(KERNEL_MODULES)
