"""What a teacher meets: files of all kinds, clear sentences, nothing half-written."""

import base64
import csv
import json
import tomllib
from importlib import import_module
from pathlib import Path

import nbformat
import numpy as np
import pytest
from glassbox import check
from glassbox.grading import command, marking, report, submissions, values

ROOT = Path(__file__).parents[2]
BY_HAND = "from glassbox import check\n\ncheck.softmax_by_hand([0.09, 0.24, 0.67])"
CODE = """import numpy as np

def exercise_softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


check.softmax(exercise_softmax)"""
TORCH = CODE.replace("    e =", "    import no_such_torch\n    e =", 1)
# As the page writes them.
PYTHON = f'"""Softmax"""\n\n# ## Exercises\n\n{BY_HAND}\n\n# ### Softmax\n\n{CODE}\n'


def notebook(*sources):
    made = nbformat.v4.new_notebook()
    made.cells = [nbformat.v4.new_code_cell(source) for source in sources]
    return nbformat.writes(made)


@pytest.fixture
def hand_in(tmp_path):
    def written(**files):
        for name, text in files.items():
            path = tmp_path / "in" / name.replace("__", "/").replace("_ext_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return tmp_path / "in"

    return written


def refused(*arguments):
    with pytest.raises(SystemExit) as ended:
        command.main(["grade", *map(str, arguments)])
    return str(ended.value)


def test_one_bad_file_never_stops_the_others(hand_in, tmp_path, capsys):
    folder = hand_in(
        anna_ext_ipynb=notebook("%matplotlib inline\n!ls", BY_HAND, CODE),
        ben_ext_py=PYTHON,
        broken_ext_py=PYTHON.replace("softmax_by_hand(", "softmax_by_hand(("),
        cut_ext_ipynb=notebook(BY_HAND)[:-40],
        bytes_ext_ipynb=b"\xff\xfe\x00",
        table_ext_ipynb='{"cells": 3}',
        deep_ext_ipynb="[" * 200_000,
        dora__first_ext_ipynb=notebook(BY_HAND),
        dora__again_ext_ipynb=notebook(BY_HAND),
        emil__notes_ext_txt="none",
        fay__softmax_ext_ipynb=notebook(BY_HAND, TORCH),
        fay__helper_ext_py="x = 1",
    )
    (folder / "link.ipynb").symlink_to("/etc/hostname")
    (folder / "__MACOSX").mkdir()  # no student
    command.main(["grade", str(folder), "--secret", "s", "--out", str(tmp_path / "m")])
    with (tmp_path / "m/marks.csv").open(encoding="utf-8") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    notes = {student: row["note"] for student, row in rows.items() if row["note"]}
    assert rows["anna"]["total"] == rows["ben"]["total"] == "6"
    assert rows["broken"]["total"] == "3" and rows["fay"]["total"] == "3"
    assert {notes[s].partition(" is not ")[2] for s in ("cut", "table", "deep")} == {
        "a notebook of Jupyter's format 4; open it in Jupyter and save it again"
    }
    assert notes["bytes"] == "bytes.ipynb is not text in UTF-8"
    assert "several files of this chapter: again.ipynb, first.ipynb" in notes["dora"]
    assert notes["emil"] == "the folder has no .ipynb and no .py file"
    assert "is a link or no plain file" in notes["link"]
    assert "not installed here: no_such_torch (pip install" in notes["fay"]
    assert len(notes) == 8 and len(rows) == 11
    told = capsys.readouterr().err
    assert all(f"{student}: {note}" in told for student, note in notes.items())
    feedback = (tmp_path / "m/feedback/dora.md").read_text("utf-8")
    assert notes["dora"] in feedback
    assert {p.name for p in tmp_path.iterdir()} == {"in", "m"}


def test_what_can_be_put_right_is_said_in_a_sentence(hand_in, tmp_path):
    out = ("--out", tmp_path / "m")
    assert "there is no folder" in refused(tmp_path / "none", *out)
    (tmp_path / "in").mkdir()
    assert "there is no .ipynb and no .py file" in refused(tmp_path / "in", *out)
    folder = hand_in(anna_ext_ipynb=notebook("x = 1"))
    said = refused(folder, *out)
    assert "none of the book's exercises. Say with --chapter" in said
    said = refused(folder, *out, "--chapter", "sofmax")
    assert "no chapter 'sofmax'; there are: a_real_model" in said
    hand_in(ben_ext_ipynb=notebook(BY_HAND, "check.merge_ids(f)"))
    said = refused(folder, *out)
    assert "exercises of: softmax_and_temperature, tokens. Say" in said
    empty = tmp_path / "secret.txt"
    empty.write_text("\n")
    said = refused(folder, *out, "--chapter", "tokens", "--secret", empty)
    assert "the secret is empty" in said
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "marks.csv").write_text("mine")
    assert "is there already; name a new folder with --out" in refused(folder, *out)
    assert (tmp_path / "m" / "marks.csv").read_text() == "mine"


def test_a_secret_is_a_text_or_a_file_or_a_new_one(tmp_path):
    (tmp_path / "secret.txt").write_text("from a file\n")
    assert command.secret_of(str(tmp_path / "secret.txt")) == ("from a file", False)
    assert command.secret_of("a text") == ("a text", False)
    new, again = command.secret_of(None), command.secret_of(None)
    assert new[1] and len(new[0]) > 12 and new != again


def test_nothing_is_written_by_halves(tmp_path, monkeypatch):
    def full(*_):
        raise OSError("no space left")

    monkeypatch.setattr(report, "feedback", full)
    results = [report.Result("anna", (), "")]
    with pytest.raises(OSError, match="no space left"):
        report.write_report(tmp_path / "marks", "tokens", ["merge_ids"], results)
    assert list(tmp_path.iterdir()) == []


def test_a_name_is_no_formula_and_a_text_no_markdown():
    mark = marking.Mark("softmax", 0, "got\n# 1000 points", "")
    result = report.Result("=1+1", (mark,), "")
    text = report.feedback("softmax", ["softmax"], result)
    assert "\n    # 1000 points" in text and "\n# 1000" not in text


def line(array, **more):
    return {"name": "softmax", "case": 0, "array": array, **more}


DATA = base64.b64encode(np.array([1.0, 2.0]).tobytes()).decode()


@pytest.mark.parametrize(
    "said",
    [
        line(["<f8", [3], DATA]),  # too few bytes for the shape
        line(["<f8", [2 ** 62], DATA]),
        line(["<f8", [-1], DATA]),
        line(["<f8", "ab", DATA]),
        line(["|O", [2], DATA]),  # an object is code
        line(["<f8,<f8", [1], DATA]),
        line(["<f8", [2], "no base64!"]),
        line("array"), line(None), line({"a": 1}), line([[], [], []]),
        {"name": "softmax", "case": 0, "kind": ["x"]},
        {"name": "softmax", "case": 0, "error": []},
        {"name": "softmax", "case": 0, "error": ["KeyboardInterrupt"], "text": {}},
        {"name": "softmax", "case": 0, "error": [7, None], "text": "x\0y"},
        {"name": "softmax", "case": [0], "kind": "list"},
        {"name": "softmax", "case": True, "points": 1000, "right": True},
        {"name": ["softmax"]}, {},
    ],
)  # fmt: skip
def test_what_a_hostile_process_says_is_read_safely(said):
    mark = marking.mark(check.softmax, [said])
    assert mark.points == 0 and mark.found
    by_hand = marking.mark(check.softmax_by_hand, [{**said, "name": "softmax_by_hand"}])
    assert by_hand.points == 0


def test_values_come_back_as_they_went():
    from glassbox.exercises._engine.run import Outcome

    for array in (np.array(2.5), np.zeros((0, 3)), np.arange(6.0).reshape(2, 3).T):
        packed = json.loads(json.dumps(values.pack(Outcome(value=array))))
        back = values.unpack(packed).value
        assert back.dtype == array.dtype and np.array_equal(back, array)
        assert back.shape == array.shape
    error = values.unpack(
        values.pack(Outcome(error=np.exceptions.AxisError("no")))
    ).error
    assert isinstance(error, ValueError) and str(error) == "no"
    assert type(error).__name__ == "AxisError"


def test_half_of_the_cases_earn_one_point_and_less_nothing():
    exercise, right = check.softmax_by_hand, np.asarray(check.softmax_by_hand.answer)

    def points(numbers):
        packed = json.loads(json.dumps(values.pack_numbers(numbers)))
        said = {"name": exercise.name, "case": 0, **packed}
        return marking.mark(exercise, [said]).points

    assert points(right.tolist()) == 3
    assert points([right[0], right[1], 9]) == 1 and points([right[0], 9, 9]) == 0
    assert points([right[0], right[1], ...]) == 1 and points([..., ..., ...]) == 0


def test_the_command_is_installed_and_says_what_it_does(capsys):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, function = project["scripts"]["glassbox"].partition(":")
    with pytest.raises(SystemExit) as ended:
        getattr(import_module(module), function)(["grade", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert ended.value.code == 0
    assert all(word in said for word in ("--chapter", "--secret", "--out"))
    assert "Without it submitted code can do what you can do" in said


def test_the_students_process_is_told_inputs_and_no_answers():
    question = marking.question_of(check.softmax, "exercise_softmax")
    assert set(question) == {"name", "stub", "closed", "cases"}
    assert all(set(case) == {"scores"} for case in question["cases"])
    assert submissions.chapters()["softmax_and_temperature"]["softmax"]
