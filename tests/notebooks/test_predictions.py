"""What a reader predicts: each question has a cell, and its answer is true."""

import json
from pathlib import Path

import pytest
from chapter_solutions import read

ROOT = Path(__file__).resolve().parents[2]
ALL = sorted((ROOT / "assets" / "predictions").glob("*.en.json"))
# The front page has no cells: tests/models.
FILES = [path for path in ALL if path.name != "index.en.json"]
QUESTIONS = [
    pytest.param(path.name.split(".")[0], name, question, id=name)
    for path in FILES
    for name, question in json.loads(path.read_text("utf-8")).items()
]


def cell_of(slug, name):
    cells = read(ROOT / "chapters" / f"{slug}.ipynb")
    return next(cell for cell in cells if cell.id == name)


def printed(cell):
    """Return what a cell's stored output says, as text."""
    texts = [output.get("text", "") for output in cell.outputs]
    texts += [output.get("data", {}).get("text/plain", "") for output in cell.outputs]
    return "\n".join(texts)


@pytest.mark.parametrize(("slug", "name", "question"), QUESTIONS)
def test_a_question_belongs_to_a_folded_cell_and_has_one_kind_of_answer(
    slug, name, question
):
    assert "prediction" in cell_of(slug, name).metadata["tags"]
    assert question.keys() - {"told", "unit", "mistakes"} in (
        {"ask", "choices", "right", "reasons"},
        {"ask", "number"},
    )
    assert len(question["ask"].split()) <= 25
    if "choices" in question:
        choices = question["choices"]
        assert 2 <= len(set(choices)) == len(choices) <= 4
        assert question["right"] in range(len(choices))


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name.split(".")[0])
def test_each_wrong_choice_has_a_reason_of_its_own(path):
    for name, question in json.loads(path.read_text("utf-8")).items():
        if "choices" not in question:
            continue
        reasons, right = question["reasons"], question["right"]
        assert len(reasons) == len(set(reasons)) == len(question["choices"]), name
        assert [i for i, reason in enumerate(reasons) if not reason] == [right], name
        assert max(map(len, reasons)) <= 170, name  # letters: two short sentences
        assert question.get("told") not in reasons, name


@pytest.mark.parametrize(
    ("slug", "name", "question"),
    [one for one in QUESTIONS if "number" in one.values[2]],
)
def test_a_number_asked_for_is_the_one_that_the_cell_prints(slug, name, question):
    words = printed(cell_of(slug, name)).replace("[", " ").replace("]", " ").split()
    assert question["number"] in [word.strip(",:;%") for word in words]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])
def test_right_choices_have_no_place_of_their_own(path):
    questions = json.loads(path.read_text("utf-8")).values()
    places = [one["right"] for one in questions if "choices" in one]
    assert len(places) < 3 or len(set(places)) > 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])
def test_a_folded_cell_is_folded_in_jupyter_too(path):
    cells = read(ROOT / "chapters" / f"{path.name.split('.')[0]}.ipynb")
    folded = [cell for cell in cells if "prediction" in cell.metadata.get("tags", [])]
    assert folded
    for cell in folded:
        assert cell.metadata["jupyter"] == {"outputs_hidden": True}
