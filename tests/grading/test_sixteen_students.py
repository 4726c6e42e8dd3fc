"""Sixteen students hand in one chapter, and none gets more than it earned."""

import csv
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from glassbox.grading import command, sandbox
from grading.classroom import NAMES, SLUG, sixteen

CHAPTER = Path(__file__).parents[2] / "chapters" / f"{SLUG}.ipynb"
BOX, WHY_NOT = sandbox.find_box()
needs_box = pytest.mark.skipif(
    bool(WHY_NOT), reason=f"marking in a sandbox can't be tried here: {WHY_NOT}"
)


def marks(out):
    with (out / "marks.csv").open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def hand_in(folder, texts):
    folder.mkdir()
    for student, text in texts.items():
        (folder / f"{student}.ipynb").write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Mark the sixteen; return the points that they earned, and the folder."""
    if WHY_NOT:
        pytest.skip(f"marking in a sandbox can't be tried here: {WHY_NOT}")
    place = tmp_path_factory.mktemp("class")
    gradebook = place / "gradebook.csv"
    gradebook.write_text("everyone: 0", "utf-8")
    students = sixteen(CHAPTER, gradebook)
    folder = hand_in(place / "in", {s: text for s, (text, _) in students.items()})
    command.grade(folder, None, "a secret", place / "marks")
    return {student: points for student, (_, points) in students.items()}, place


def test_each_gets_what_it_earned(graded):
    earned, place = graded
    rows = marks(place / "marks")
    got = {s: tuple(int(row[name]) for name in NAMES) for s, row in rows.items()}
    assert got == earned and len(got) == 16
    assert all(int(row["total"]) == sum(earned[s]) for s, row in rows.items())
    assert {row["of"] for row in rows.values()} == {"15"}


def test_nothing_of_the_teachers_was_touched(graded):
    _, place = graded
    assert (place / "gradebook.csv").read_text("utf-8") == "everyone: 0"
    assert {p.name for p in place.iterdir()} == {"gradebook.csv", "in", "marks"}


def test_the_feedback_names_the_mistake_with_the_smallest_case_that_shows_it(graded):
    _, place = graded
    text = (place / "marks/feedback/wrong.md").read_text("utf-8")
    said = " ".join(text.split())
    assert "wrong: 2 of 15 points" in said and "## softmax: 1 of 3" in said
    assert "Known mistake: your whole array sums to 1, not each row" in said
    assert "Case 2 of 9: two rows" in said
    assert "[0.5, -1.0, 2.0]" not in said  # the chapter's own numbers: these are fresh
    assert "these are percent" in said and "leads_by_hand: not started" in said
    loop = (place / "marks/feedback/loop_in_function.md").read_text("utf-8")
    assert "did not come to an end" in " ".join(loop.split())
    refused = (place / "marks/feedback/imports_reference.md").read_text("utf-8")
    assert "the book's is closed meanwhile" in " ".join(refused.split())


def test_the_class_s_mistakes_are_counted(graded):
    _, place = graded
    text = (place / "marks/class.md").read_text("utf-8")
    assert "16 submissions, 16 of them marked" in text
    assert "softmax: 3 of 16 solved it" in text
    assert "- 3 × your whole array sums to 1, not each row" in text


def test_without_a_sandbox_it_is_said_and_marks_are_the_same(
    tmp_path, monkeypatch, capsys
):
    students = sixteen(CHAPTER, tmp_path / "gradebook.csv")
    some = ("right", "exits", "wrong", "imports_reference")
    folder = hand_in(tmp_path / "in", {s: students[s][0] for s in some})
    monkeypatch.setattr(shutil, "which", lambda name: None)
    command.grade(folder, SLUG, "a secret", tmp_path / "marks")
    assert "No sandbox: bubblewrap (bwrap) is not installed." in capsys.readouterr().err
    got = {s: int(row["total"]) for s, row in marks(tmp_path / "marks").items()}
    assert got == {s: sum(students[s][1]) for s in some}


def test_a_system_that_forbids_sandboxes_is_found_out_by_trying(tmp_path, monkeypatch):
    bwrap = tmp_path / "bwrap"
    bwrap.write_text("#!/bin/sh\necho 'bwrap: No permissions' >&2\nexit 1\n")
    bwrap.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    box, why_not = sandbox.find_box()
    assert box == [] and why_not.endswith("on this system: bwrap: No permissions")


@needs_box
def test_a_book_under_the_systems_temporary_folder_can_mark(tmp_path, monkeypatch):
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        moved = Path(folder, "lib", "glassbox")
        shutil.copytree(sandbox.LIBRARY, moved)
        monkeypatch.setattr(sandbox, "LIBRARY", moved)
        assert sandbox.find_box()[1] == ""


@needs_box
def test_inside_there_is_no_network_and_nothing_of_the_teachers(tmp_path):
    (tmp_path / "key.txt").write_text("the answers")
    cell = f"""
import os, socket
def look():
    try:
        socket.create_connection(("127.0.0.1", 1), 1)
    except OSError as error:
        yield str(error.errno)
    yield os.path.exists({str(tmp_path / "key.txt")!r})
    yield os.path.exists({str(CHAPTER)!r})
    try:
        open({str(Path(sandbox.__file__))!r}, "a")
    except OSError as error:
        yield type(error).__name__
    try:
        yield len(bytearray(8 << 30))
    except MemoryError:
        yield "too much"
def f(scores):
    raise ValueError(str(list(look())))
check.softmax(f)"""
    question = {"name": "softmax", "stub": "", "closed": (), "cases": [{"scores": 1}]}
    said = sandbox.answers_of({"cells": [cell], "questions": [question]}, BOX)
    (text,) = [line["text"] for line in said if "text" in line]
    assert text in (
        "['111', False, False, 'OSError', 'too much']",
        "['101', False, False, 'OSError', 'too much']",
    )
