"""Sphinx extension: pages that run Python, ask, and keep what a reader has done.

It marks each page's cells, folds what a reader is to predict, and brings the scripts
and tables that assets/python/ needs. Python itself comes in scripts of its own, which
no page loads before its first use.
"""

import io
import json
import re
import shutil
import zipfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import nbformat
from bring_python import bring_files, write_packs
from docutils import nodes
from glassbox import check
from glassbox.exercises._engine import ByHand
from glassbox.models.smollm2 import INSTALL
from glassbox.models.smollm2.runs import ATTENTION
from glassbox.widgets._link import link
from markupsafe import Markup
from widgets_in_pages import version

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = ROOT / "assets" / "python"
EDITOR = ROOT / "assets" / "editor"
LIBRARY = ROOT / "lib" / "glassbox"
WIDGET = "application/vnd.jupyter.widget-view+json"
CELL = re.compile(r'<div class="cell( [^"]*)? docutils container">')
CHECK = re.compile(r"\bcheck\.(\w+)\(")


# ---- once a build ------------------------------------------------------------------


def bring(app):
    """Bring Python and write its packs; say so once where it can't be had."""
    app.env_python = None
    if app.builder.format != "html":
        return
    folder = Path(app.outdir, "_static", "python")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "cells.js").write_text(page_script(), encoding="utf-8")
    files = bring_files()
    if files is None:
        print("Python for the pages could not be had: they are built without Run.")
        return
    own = {
        "worker.js": (SCRIPTS / "worker.js").read_bytes(),
        "library.zip": library_zip(),
    }
    app.env_python = write_packs(files, own, folder / "packs")
    (folder / "editor").mkdir()
    for name in ("codemirror.js", "editor.css", "LICENSE"):
        shutil.copy(EDITOR / name, folder / "editor")
    shutil.copy(SCRIPTS / "LICENSES.txt", folder)


def page_script():
    """Return the page's script: its modules, linked, in a scope of their own."""
    return f"(() => {{\n{link(SCRIPTS / 'cells.js')}\n}})();\n"


def library_zip():
    """Return the library as a page needs it: without widgets, quizzes and marking."""
    memory = io.BytesIO()
    array_api = Path(find_spec("array_api_compat").origin).parent
    left_out = {"widgets", "quizzes", "grading", "__pycache__", "cupy", "dask"}
    left_out.add(ATTENTION.name)
    beside = [*sorted(SCRIPTS.glob("*.py")), LIBRARY / "grading" / "needs.py"]
    paths = {path: Path(path.name) for path in beside}
    for package in (LIBRARY, array_api):
        for path in sorted(package.rglob("*")):
            inside = path.relative_to(package.parent)
            if path.is_file() and not left_out & set(inside.parts):
                paths[path] = inside
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, inside in paths.items():
            info = zipfile.ZipInfo(inside.as_posix())  # no date: the same each time
            archive.writestr(info, path.read_bytes())
    return memory.getvalue()


# ---- each page ---------------------------------------------------------------------


def prepare_page(app, pagename, templatename, context, doctree):
    """Mark a chapter's cells and give the page what its script needs."""
    language = app.config.language
    if pagename == app.config.root_doc:
        work = {
            "slug": "index",
            "chapters": list(all_chapters()),
            "predictions": read_json(ROOT / "assets/predictions", "index", language),
        }
    elif doctree is not None and notebook_of(pagename):
        work = chapter_work(app, pagename, context, doctree)
    else:
        return
    work |= {"language": language, "words": words(language)}
    # Inside a script, "</" would end it.
    text = json.dumps(work, ensure_ascii=False).replace("</", "<\\/")
    context["body"] += f'<script type="application/json" id="page-work">{text}</script>'
    script = f"_static/python/cells.js?v={version(page_script())}"
    context.setdefault("late_paths", []).append(script)


def chapter_work(app, pagename, context, doctree):
    slug = pagename.split("/")[-1]
    cells = shown_cells(pagename, doctree)
    questions = read_json(ROOT / "assets/predictions", slug, app.config.language)
    by_hand = {c.id: tables for c in cells if (tables := by_hand_tables(c))}
    each = zip(cells, code_cells(doctree), strict=True)
    marks = [attributes(cell, node, by_hand) for cell, node in each]
    context["body"] = marked(context["body"], marks)
    pathto, packs = context["pathto"], app.env_python
    return {
        "slug": slug,
        "title": Markup(context["title"]).striptags(),  # numbered: "4. …"
        "exercises": exercises_of(pagename),
        "by_hand": by_hand,
        "hints": {c.id: hints for c in cells if (hints := hints_of(c))},
        "predictions": {c.id: questions[c.id] for c in cells if c.id in questions},
        "python": packs and {
            "packs": with_addresses(packs, pathto),
            "notebook": pathto(f"_sources/{context['sourcename']}", 1),
            "smollm2": INSTALL,
            "editor": {
                "script": pathto("_static/python/editor/codemirror.js", 1),
                "style": pathto("_static/python/editor/editor.css", 1),
            },
        },
    }  # fmt: skip


def with_addresses(packs, pathto):
    """Return the packs with each piece's address from this page."""
    folder = pathto("_static/python/packs/", 1)
    return {
        pack: {
            "packages": inside["packages"],
            "pieces": [p | {"src": folder + p["src"]} for p in inside["pieces"]],
        }
        for pack, inside in packs.items()
    }


@cache
def notebook_of(pagename):
    path = ROOT / f"{pagename}.ipynb"
    return nbformat.read(path, as_version=4) if path.is_file() else None


def shown_cells(pagename, doctree):
    """Return the notebook's code cells that the page shows, in its order."""
    cells = notebook_of(pagename).cells
    return [cells[node["cell_index"]] for node in code_cells(doctree)]


def code_cells(doctree):
    """Return the code cells of a page's tree."""
    found = doctree.findall(nodes.container)
    return [node for node in found if node.get("nb_element") == "cell_code"]


def by_hand_tables(cell):
    """Return the tables of a cell's exercises, if they all are by hand."""
    exercises = [getattr(check, name) for name in CHECK.findall(cell.source)]
    if exercises and all(isinstance(one, ByHand) for one in exercises):
        return [one.as_data() for one in exercises]
    return []


def hints_of(cell):
    """Return the hints of a cell that asks for code, one exercise in a cell."""
    exercises = [getattr(check, name) for name in CHECK.findall(cell.source)]
    code = [one for one in exercises if not isinstance(one, ByHand)]
    return code[0].translated_hints() if len(code) == 1 else []


def exercises_of(pagename):
    """Return the names of all exercises that a chapter asks, in its order."""
    cells = [cell for cell in notebook_of(pagename).cells if cell.cell_type == "code"]
    return [name for cell in cells for name in CHECK.findall(cell.source)]


def all_chapters():
    """Give, for the front page, each chapter with exercises."""
    for path in sorted((ROOT / "chapters").glob("*.ipynb")):
        count = len(exercises_of(f"chapters/{path.stem}"))
        if count:
            yield {"slug": path.stem, "exercises": count, "page": f"{path.stem}.html"}


def attributes(cell, node, by_hand):
    """Return the attributes that tell the page's script what a cell is."""
    raw = [part.astext() for part in node.findall(nodes.raw)]
    if cell.id in by_hand:
        return f'data-by-hand="{cell.id}" data-quiet'
    tags = cell.metadata.get("tags", [])
    if any(WIDGET in part for part in raw) or "remove-input" in tags:
        return "data-quiet"
    for elsewhere in ("torch", "smollm2"):
        if elsewhere in tags:
            return f"data-{elsewhere}"
    plot = ' data-needs="plot"' if "figures." in cell.source else ""
    return f'data-cell="{cell.id}"{plot}'


def marked(body, marks):
    """Write each cell's attributes into the page."""
    if len(CELL.findall(body)) != len(marks):
        raise ValueError(f"{len(marks)} cells, {len(CELL.findall(body))} in the page")
    each = iter(marks)
    return CELL.sub(lambda start: f"{start[0][:-1]} {next(each)}>", body)


def put_solution_last(cell):
    """Move a folded solution that stands right before an exercise's cell behind it."""
    around = cell.parent
    end = around.index(cell)
    start = end
    while start > 0 and "<details>" not in raw_text(around[start]):
        start -= 1
        if start == end - 1 and "</details>" not in raw_text(around[start]):
            return
    solution = around[start:end]
    for part in solution:
        around.remove(part)
    at = around.index(cell) + 1
    around[at:at] = solution


def raw_text(node):
    """Return what a node of raw HTML says; "" for any other."""
    return node.astext() if isinstance(node, nodes.raw) else ""


def fold_answers(app, doctree, pagename):
    """Fold what gives an answer away: an output, what is said of it; solutions last."""
    if app.builder.format != "html" or not notebook_of(pagename):
        return
    cells = shown_cells(pagename, doctree)
    show = words(app.config.language)["cell"]["show"]
    for cell, node in zip(cells, code_cells(doctree), strict=True):
        if CHECK.search(cell.source):
            put_solution_last(node)
        if "prediction" in cell.metadata.get("tags", []):
            fold = f'<details data-prediction="{cell.id}"><summary>{show}</summary>'
            outputs = [part for part in node if "cell_output" in part["classes"]]
            (said,) = node.parent[node.parent.index(node) + 1 :][:1] or [None]
            if isinstance(said, nodes.paragraph):
                node.parent.remove(said)
                outputs.append(said)
            for part in outputs:
                if part in node:
                    node.remove(part)
            node += [
                nodes.raw("", fold, format="html"),
                *outputs,
                nodes.raw("", "</details>", format="html"),
            ]


def read_json(folder, name, language):
    """Return a file of words in a language, in English where there is none."""
    for code in (language, "en"):
        path = folder / f"{name}.{code}.json"
        if path.is_file():
            return json.loads(path.read_text("utf-8"))
    return {}


def words(language):
    return read_json(SCRIPTS, "words", language)


def setup(app):
    app.connect("builder-inited", bring)
    app.connect("doctree-resolved", fold_answers)
    app.connect("html-page-context", prepare_page, priority=800)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
