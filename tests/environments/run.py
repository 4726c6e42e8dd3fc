"""Run every notebook in other environments: `make environments`, or name some of them.

    python tests/environments/run.py colab "newest, 3.12"

Each environment of environments.toml is made anew in a temporary folder, the library
installed in it as pip installs any, and the notebooks beside nothing else. nbval runs
them and compares their outputs with those that are committed. It needs no package.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROBLEMS = ("failure", "error")


def run(*command, **options):
    """Run a command in the book's folder, free of the caller's PYTHONPATH."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    env |= options.pop("env", {}) | {"OMP_NUM_THREADS": "1"}
    options = {"cwd": ROOT, "env": env, "check": True} | options
    return subprocess.run([str(part) for part in command], **options)


def find_python(version):
    """Return the interpreter of this version on the PATH, or None."""
    found = shutil.which(f"python{version}")
    # A version manager's stand-in is found though it has nothing to start.
    if found and run(found, "-c", "", check=False, capture_output=True).returncode == 0:
        return found
    return None


def copy_library(folder):
    """Copy the library: pip builds it in its folder, and the book's stays clean."""
    shutil.copytree(ROOT / "lib", folder / "lib")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return folder


def install(environment, library, folder):
    """Make the virtual environment; return its Python and its size in bytes."""
    run(find_python(environment["python"]), "-m", "venv", folder)
    python = folder / "bin" / "python"
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if "-r" in environment["install"]:  # hashes are asked of every package then
        run(*pip, *environment["install"])
        library_and_tests = [library]
    else:
        tests = ["ipykernel", "nbval", "pytest-xdist"]
        library_and_tests = [*environment["install"], *tests, f"{library}[book]"]
    if environment["torch"]:
        run(python, "tools/torch_for_cpu.py")
        library_and_tests += ["-r", "requirements-torch.txt"]
    run(*pip, *library_and_tests)
    files = [file for file in folder.rglob("*") if file.is_file()]
    return python, sum(file.lstat().st_size for file in files)


def copy_notebooks(folder, torch):
    folder.mkdir()
    shutil.copy(ROOT / "chapters" / "conftest.py", folder)
    for file in sorted((ROOT / "chapters").glob("*.ipynb")):
        notebook = json.loads(file.read_text("utf-8"))
        if not torch:
            notebook["cells"] = [
                cell
                for cell in notebook["cells"]
                if "torch" not in cell["metadata"].get("tags", [])
            ]
        (folder / file.name).write_text(json.dumps(notebook), "utf-8")


def run_notebooks(python, notebooks):
    """Return what became of the cells: {chapter: {"passed": 20, "failed": 1, …}}."""
    report = notebooks / "report.xml"
    pytest = (python, "-m", "pytest", "-q", "-n", "2", "--nbval", "--dist", "loadfile")
    # A reader's own kernels and settings are not part of the environment.
    places = {f"JUPYTER_{kind}_DIR": f"{notebooks}" for kind in ("CONFIG", "DATA")}
    run(*pytest, f"--junitxml={report}", cwd=notebooks, env=places, check=False)
    chapters = {file.stem: {} for file in sorted(notebooks.glob("*.ipynb"))}
    for case in ElementTree.parse(report).iter("testcase"):
        chapter = next(c for c in chapters if f"{c}.ipynb" in case.get("classname"))
        kind = next((child.tag for child in case), "passed")
        kind = "failed" if kind in PROBLEMS else kind
        chapters[chapter][kind] = chapters[chapter].get(kind, 0) + 1
    return chapters


def try_environment(environment, library, folder):
    start = time.monotonic()
    python, size = install(environment, library, folder / "environment")
    installed = time.monotonic()
    copy_notebooks(folder / "notebooks", environment["torch"])
    chapters = run_notebooks(python, folder / "notebooks")
    seconds = installed - start, time.monotonic() - installed
    return {"chapters": chapters, "size": size, "seconds": seconds}


def said(counts):
    """Return a chapter's field: the cells that pass, and those that do not."""
    words = [f"{counts.get('passed', 0)}"]
    words += [f"**{n} failed**" for kind, n in counts.items() if kind == "failed"]
    words += [f"{n} skipped" for kind, n in counts.items() if kind == "skipped"]
    return ", ".join(words)


def table(results):
    """Return the Markdown table: a row per chapter, a column per environment."""
    columns = list(results.values())
    rows = [["cells that agree", *results]]
    rows += [["---"] * len(rows[0])]
    for chapter in columns[0]["chapters"]:
        rows.append([chapter, *(said(c["chapters"][chapter]) for c in columns)])
    rows.append(["installed", *(f"{c['size'] / 1e6:.0f} MB" for c in columns)])
    rows.append(["to install", *(f"{c['seconds'][0]:.0f} s" for c in columns)])
    rows.append(["to run", *(f"{c['seconds'][1]:.0f} s" for c in columns)])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def main(names):
    environments = tomllib.loads((HERE / "environments.toml").read_text("utf-8"))
    if unknown := set(names) - set(environments):
        sys.exit(f"environments.toml has {list(environments)}; got {sorted(unknown)}")
    results, missing = {}, []
    with tempfile.TemporaryDirectory() as folder:
        library = copy_library(Path(folder))
        for name in names or environments:
            if not find_python(environments[name]["python"]):
                missing.append(name)
                continue
            with tempfile.TemporaryDirectory() as place:
                result = try_environment(environments[name], library, Path(place))
            results[name] = result
    print(table(results) if results else "No environment was tried.")
    for name in missing:
        print(f"Not tried: {name}; no python{environments[name]['python']} on the PATH")
    failed = any(
        "failed" in c for r in results.values() for c in r["chapters"].values()
    )
    empty = any(not c for r in results.values() for c in r["chapters"].values())
    sys.exit(bool(failed or empty or (missing and names) or not results))


if __name__ == "__main__":
    main(sys.argv[1:])
