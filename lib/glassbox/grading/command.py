"""The command `glassbox`."""

import argparse
import os
import re
import secrets
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..exercises import check
from .cases import with_fresh_cases
from .marking import Mark, mark, question_of
from .report import Result, write_report
from .sandbox import answers_of, find_box
from .submissions import Submission, chapter_of, chapters, read_folder, submissions

ABOUT = """\
Marks the exercises of one chapter in a folder of notebooks.

SUBMISSIONS has a file for each student (anna.ipynb, or anna.py from the book's page),
or a folder for each with the file in it (anna/softmax.ipynb). Marks, a text for each
student and the class's mistakes, counted, are written into a new folder.

A function is called with fresh cases, drawn from a secret: the same secret gives the
same cases. An exercise gives 3 points if it is right in every case, 1 if it is right in
at least half of them, else 0. Numbers worked out by hand have no fresh cases: they are
marked as they stand in the chapter.

Each submission runs in a process of its own that knows no answers. With bubblewrap
(Debian and Ubuntu: apt install bubblewrap) it reaches no network and none of your
files. Without it submitted code can do what you can do: mark on a machine where that
is no harm.
"""
MISSING = re.compile(r"No module named '(\w+)")


def main(arguments: list[str] | None = None) -> None:
    """Run the command; what a person can put right ends it with a sentence."""
    parser = argparse.ArgumentParser(prog="glassbox", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    grade_command = commands.add_parser(
        "grade",
        help="mark a folder of notebooks",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = grade_command.add_argument
    add("submissions", type=Path, metavar="SUBMISSIONS", help="the folder to mark")
    add("--chapter", metavar="SLUG", help="the chapter, if the files don't tell it")
    add("--secret", help="a file or a text to draw the cases from; else a new one")
    add("--out", type=Path, default=Path("marks"), help="the new folder (marks)")
    given = parser.parse_args(arguments)
    try:
        grade(given.submissions, given.chapter, given.secret, given.out)
    except (OSError, ValueError) as error:
        sys.exit(f"glassbox grade: {error}")


def grade(folder: Path, chapter: str | None, secret: str | None, out: Path) -> None:
    """Mark a folder and write the marks into another."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise OSError(f"{str(out)!r} is there already; name a new folder with --out")
    known, files = chapters(), read_folder(folder)
    chapter = chapter or chapter_of(files, known)
    if chapter not in known:
        raise ValueError(
            f"there is no chapter {chapter!r}; there are: {', '.join(known)}"
        )
    text, is_new = secret_of(secret)
    asked = known[chapter]
    exercises = [with_fresh_cases(getattr(check, name), text) for name in asked]
    box, why_not = find_box()
    if why_not:
        print(
            f"No sandbox: {why_not}. Submitted code runs as you, with your files and "
            "your network; limits of time and memory remain.",
            file=sys.stderr,
        )
    found = submissions(files, asked)
    questions = [question_of(e, asked[e.name]) for e in exercises]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        lines = pool.map(lambda one: _answers(one, questions, box), found)
        results = [
            result_of(one, exercises, said)
            for one, said in zip(found, lines, strict=True)
        ]
    write_report(out, chapter, list(asked), results)
    for result in results:
        if result.note:
            print(f"{result.student}: {result.note}", file=sys.stderr)
    print(f"{len(results)} submissions of {chapter}: see {out}/class.md and marks.csv")
    if is_new:
        print(f"The cases were drawn from this secret; to draw them again: {text}")


def secret_of(given: str | None) -> tuple[str, bool]:
    """Return the secret, from a file if there is one of this name, or a new one."""
    if given is None:
        return secrets.token_urlsafe(12), True
    try:
        is_file = Path(given).is_file()
    except OSError:  # too long for a name
        is_file = False
    text = (Path(given).read_text("utf-8") if is_file else given).strip()
    if not text:
        raise ValueError("the secret is empty; give a text, or a file with one")
    return text, False


def result_of(one: Submission, exercises: list, lines: list[dict]) -> Result:
    """Mark a submission by what its process returned."""
    if one.problem:
        return Result(one.student, (), one.problem)
    marks = tuple(mark(exercise, lines) for exercise in exercises)
    return Result(one.student, marks, _missing(marks))


def _answers(one: Submission, questions: list[dict], box: list[str]) -> list[dict]:
    if one.problem:
        return []
    return answers_of({"cells": list(one.cells), "questions": questions}, box)


def _missing(marks: tuple[Mark, ...]) -> str:
    """Say which packages an answer that earned less asked for in vain."""
    texts = (mark.text for mark in marks if mark.found)
    names = sorted({name for text in texts for name in MISSING.findall(text)})
    names = [name for name in names if name != "glassbox"]
    asks = f"asks for what is not installed here: {', '.join(names)}"
    return f"{asks} (pip install, and mark again)" if names else ""
