"""Finds and reads what students handed in: notebooks, and .py files of the book's page.

Each file is a student's, named after it; or each folder is, with the file in it. What
can't be read is kept with a sentence that says why, and the others are read.
"""

import json
import pkgutil
import re
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from .. import exercises

MOST = 64 << 20  # bytes of a file; a notebook with many pictures has some
HEADING = re.compile(r"^(?=# #+ )", re.MULTILINE)  # as the page's export writes them
CALLED = re.compile(r"\bcheck\.(\w+)\s*\(")


@dataclass(frozen=True)
class Submission:
    """A student's cells, or the sentence why there are none."""

    student: str
    cells: tuple[str, ...] = ()
    problem: str = ""


def chapters() -> dict[str, dict[str, str]]:
    """Return of each chapter the exercises that it asks, and the functions' names."""
    slugs = [m.name for m in pkgutil.iter_modules(exercises.__path__)]
    modules = (import_module(f"{exercises.__name__}.{slug}") for slug in slugs)
    found = zip(slugs, modules, strict=True)
    return {slug: module.ASKED for slug, module in found if hasattr(module, "ASKED")}


def read_folder(folder: Path) -> dict[str, list[Path]]:
    """Return each student's files; of a student's folder without any, none."""
    if not folder.is_dir():
        raise OSError(
            f"there is no folder {str(folder)!r}; give the one with the files"
        )
    found: dict[str, list[Path]] = {}
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith((".", "__")):
            continue
        if entry.is_dir():
            files = (p for p in sorted(entry.rglob("*")) if _is_submission(p, entry))
            found.setdefault(entry.name, []).extend(files)
        elif _is_submission(entry, folder):
            found.setdefault(entry.stem, []).append(entry)
    if not any(found.values()):
        raise OSError(
            f"there is no .ipynb and no .py file in {str(folder)!r}, nor in folders of "
            "the students in it"
        )
    return found


def _is_submission(path: Path, above: Path) -> bool:
    hidden = any(p.startswith((".", "__")) for p in path.relative_to(above).parts)
    return path.suffix in (".ipynb", ".py") and not hidden and not path.is_dir()


def read_cells(path: Path) -> tuple[str, ...]:
    """Return the code cells of a notebook, or the sections of a .py file."""
    if path.is_symlink() or not path.is_file():
        raise ValueError(f"{path.name} is a link or no plain file; it is not followed")
    if path.stat().st_size > MOST:
        raise ValueError(f"{path.name} has more than {MOST >> 20} MB")
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path.name} is not text in UTF-8") from None
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise ValueError(f"{path.name} can't be read: {reason}") from None
    if path.suffix == ".py":
        return tuple(HEADING.split(text))
    try:
        found = json.loads(text)
        cells = [c for c in found["cells"] if c["cell_type"] == "code"]
        return tuple("".join(cell["source"]) for cell in cells)
    except (ValueError, RecursionError, KeyError, TypeError):
        raise ValueError(
            f"{path.name} is not a notebook of Jupyter's format 4; open it in Jupyter "
            "and save it again"
        ) from None


def chapter_of(files: dict[str, list[Path]], known: dict[str, dict]) -> str:
    """Return the chapter whose exercises the files call; there must be one."""
    counts: Counter[str] = Counter()
    for path in (path for paths in files.values() for path in paths):
        try:
            called = set(CALLED.findall("\n".join(read_cells(path))))
        except ValueError:
            continue
        counts.update(slug for slug, asked in known.items() if called & set(asked))
    if len(counts) != 1:
        slugs = ", ".join(counts) or "none of the book's exercises"
        raise ValueError(
            f"the files call the exercises of: {slugs}. Say with --chapter which "
            f"chapter to mark: {', '.join(known)}"
        )
    return next(iter(counts))


def submissions(files: dict[str, list[Path]], asked: dict) -> list[Submission]:
    """Read each student's file of the chapter; two of them are for a person to sort."""
    return [_submission(student, paths, asked) for student, paths in files.items()]


def _submission(student: str, paths: list[Path], asked: dict) -> Submission:
    read, problems = {}, []
    for path in paths:
        try:
            read[path.name] = read_cells(path)
        except ValueError as error:
            problems.append(str(error))
    if len(read) > 1:  # of several chapters, or helpers
        ours = {
            name: cells
            for name, cells in read.items()
            if set(CALLED.findall("\n".join(cells))) & set(asked)
        }
        read = ours or read
    if len(read) > 1:
        names = ", ".join(read)
        problems = [
            f"several files of this chapter: {names}. Leave one, and mark again"
        ]
    elif not read and not problems:
        problems = ["the folder has no .ipynb and no .py file"]
    elif read:
        return Submission(student, *read.values())
    return Submission(student, problem="; ".join(problems))
