"""Writes the marks: a table, a text for each student, the class's mistakes counted."""

import csv
import os
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ..words import fill
from ..words import translated as _
from .marking import FULL, Mark


@dataclass(frozen=True)
class Result:
    """A student's marks, or none and the reason; the note is for the teacher."""

    student: str
    marks: tuple[Mark, ...]
    note: str = ""

    @property
    def total(self) -> int:
        """Return the sum of the points."""
        return sum(mark.points for mark in self.marks)


def write_report(
    out: Path, chapter: str, names: list[str], results: list[Result]
) -> None:
    """Write the folder out, all of it or nothing."""
    out.parent.mkdir(parents=True, exist_ok=True)
    half = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    try:
        _write_table(half / "marks.csv", names, results)
        (half / "class.md").write_text(class_text(chapter, names, results), "utf-8")
        (half / "feedback").mkdir()
        for result in results:
            text = feedback(chapter, names, result)
            (half / "feedback" / f"{result.student}.md").write_text(text, "utf-8")
        half.chmod(0o755)
        os.replace(half, out)  # refused if there are files in it
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _write_table(path: Path, names: list[str], results: list[Result]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["student", "total", "of", *names, "note"])
        for result in results:
            points = {mark.name: mark.points for mark in result.marks}
            row = [points.get(name, "") for name in names]
            student = result.student
            if student.startswith(("=", "+", "-", "@")):  # no formula of a spreadsheet
                student = "'" + student
            of = FULL * len(names)
            table.writerow([student, result.total, of, *row, result.note])


def feedback(chapter: str, names: list[str], result: Result) -> str:
    """Say what a student earned and, of each mistake, the smallest case that shows it.

    What a student wrote is indented, so that Markdown shows it as it stands.
    """
    of = str(FULL * len(names))
    form = _("{student}: {total} of {of} points")
    values = {"student": result.student, "total": str(result.total), "of": of}
    parts = [f"# {chapter}", fill(form, **values)]
    if result.note:
        parts.append(_verbatim(result.note))
    for mark in result.marks:
        form = _("{name}: {points} of {full}")
        values = {"name": mark.name, "points": str(mark.points), "full": str(FULL)}
        parts += [f"## {fill(form, **values)}", _verbatim(mark.text)]
    return "\n\n".join(parts) + "\n"


def class_text(chapter: str, names: list[str], results: list[Result]) -> str:
    """Count who solved each exercise, and the mistakes, the most frequent first."""
    marked = [result for result in results if result.marks]
    form = _("{n} submissions, {marked} of them marked")
    counts = {"n": str(len(results)), "marked": str(len(marked))}
    parts = [f"# {chapter}", fill(form, **counts)]
    for name in names:
        marks = [m for result in marked for m in result.marks if m.name == name]
        form = _("{name}: {solved} of {n} solved it")
        solved = str(sum(mark.points == FULL for mark in marks))
        title = fill(form, name=name, solved=solved, n=str(len(marks)))
        mistakes = Counter(mark.found for mark in marks if mark.found).most_common()
        lines = "\n".join(f"- {count} × {found}" for found, count in mistakes)
        parts += [f"## {title}", *([lines] if lines else [])]
    problems = [f"    {r.student}: {r.note}" for r in results if r.note]
    if problems:
        parts += ["## " + _("To look at"), "\n".join(problems)]
    return "\n\n".join(parts) + "\n"


def _verbatim(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())
