"""The quiz's Python side: every file is valid, a damaged one is explained."""

import copy
import doctest
import html
import json
import re

import glassbox.widgets.quiz
import pytest
import traitlets
from glassbox.widgets import Quiz
from glassbox.widgets.quiz import QUIZZES, checked_questions

NAMES = sorted(path.stem for path in QUIZZES.glob("*.json"))
GOOD = [
    {
        "question": "Which is more, 2 < 3?",
        "choices": [
            {"text": "2", "correct": False, "explanation": "It is less."},
            {"text": "3", "correct": True, "explanation": "By 1."},
        ],
    },
    {
        "question": "What is <img src=x onerror=alert(1)>?",
        "choices": [
            {"text": "<b>text</b>", "correct": True, "explanation": "a & b"},
            {"text": "code", "correct": False, "explanation": "Never."},
            {"text": "neither", "correct": False, "explanation": "No."},
        ],
    },
]


@pytest.fixture
def quiz(tmp_path, monkeypatch):
    monkeypatch.setattr("glassbox.widgets.quiz.QUIZZES", tmp_path)
    (tmp_path / "small.json").write_text(json.dumps(GOOD), encoding="utf-8")
    return Quiz("small")


def test_there_are_quizzes():
    assert "softmax_and_temperature" in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_quiz_file_is_valid_and_puts_the_right_answer_in_various_places(name):
    quiz = Quiz(name)
    assert len(quiz.questions) >= 3
    right = [[c["correct"] for c in q["choices"]].index(True) for q in quiz.questions]
    assert len(set(right)) > 1
    assert repr(quiz) == f"Quiz('{name}', {len(quiz.questions)} questions)"
    assert len(quiz._esm.encode()) <= 20_000


def damaged(change):
    questions = copy.deepcopy(GOOD)
    change(questions)
    return questions


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda q: q.clear(), "must be a list of at least one question"),
        (
            lambda q: q[1].pop("question"),
            "question 2: must have question, choices",
        ),
        (lambda q: q.append("why?"), "question 3: must have .*; got str"),
        (lambda q: q[0].update(extra=1), "question 1: must have .*; got .*extra"),
        (lambda q: q[0].update(question=5), "question must be of type str; got 5"),
        (lambda q: q[0].update(question=" "), "question 1: question must not be empty"),
        (lambda q: q[0].update(question="$x$"), "plain Unicode, not LaTeX; got '.x"),
        (lambda q: q[0].update(choices={}), "choices must be of type list"),
        (lambda q: q[0]["choices"].pop(), "2 to 6 choices; got 1"),
        (lambda q: q[1]["choices"].extend(q[1]["choices"] * 2), "choices; got 9"),
        (lambda q: q[1]["choices"][0].pop("text"), "question 2, choice 1: must have"),
        (
            lambda q: q[1]["choices"][1].update(correct=1),
            "must be of type bool; got 1",
        ),
        (lambda q: q[1]["choices"][1].update(correct=True), "exactly 1 .*; got 2"),
        (lambda q: q[0]["choices"][1].update(correct=False), "exactly 1 .*; got 0"),
        (lambda q: q[0]["choices"][1].update(text="2"), "two choices have the same"),
        (lambda q: q[0]["choices"][0].update(explanation=""), "must not be empty"),
    ],
)
def test_a_damaged_quiz_says_where_and_what(change, word):
    with pytest.raises(ValueError, match=f"^quizzes/x.json.*{word}"):
        checked_questions(damaged(change), "quizzes/x.json")
    assert checked_questions(copy.deepcopy(GOOD), "quizzes/x.json") == GOOD


def test_what_is_no_list_is_refused():
    for data in (None, {}, "text", 5):
        with pytest.raises(ValueError, match="must be a list of at least one question"):
            checked_questions(data, "quizzes/x.json")


@pytest.mark.parametrize("name", ["none_such", "../small", "", None])
def test_an_unknown_quiz_names_those_that_exist(quiz, name):
    with pytest.raises(ValueError, match="there is no quiz .*; there are: small$"):
        Quiz(name)


def test_a_file_that_is_no_json(quiz, tmp_path):
    (tmp_path / "torn.json").write_text('[{"question": ', encoding="utf-8")
    with pytest.raises(ValueError, match="quizzes/torn.json is not JSON: .* line 1"):
        Quiz("torn")


def test_answers_are_readable_and_settable(quiz):
    assert quiz.answers == [None, None]
    quiz.answers = [1, 2]
    quiz.answers = [None, 0]
    assert quiz.answers == [None, 0]


@pytest.mark.parametrize(
    ("answers", "word"),
    [
        ([0], "one entry for each of the 2 questions; got 1"),
        ([0, 1, 2], "one entry for each of the 2 questions; got 3"),
        ([2, 0], "question 1 must be None or a choice from 0 to 1; got 2"),
        ([0, -1], "question 2 must be None or a choice from 0 to 2; got -1"),
        ([True, 0], "question 1 .*; got True"),
        ([0, "a"], "question 2 .*; got 'a'"),
        ([0, 1.0], "question 2 .*; got 1.0"),
        ("ab", "answers"),
        (None, "answers"),
    ],
)
def test_bad_answers_are_refused_and_the_good_ones_kept(quiz, answers, word):
    quiz.answers = [1, None]
    with pytest.raises(traitlets.TraitError, match=word):
        quiz.answers = answers
    assert quiz.answers == [1, None]


def test_questions_cannot_be_replaced(quiz):
    with pytest.raises(traitlets.TraitError, match="read-only"):
        quiz.questions = []


def test_the_fallback_holds_every_text_and_folds_the_answers(quiz):
    shown, _, folded = quiz.fallback.partition("<details>")
    assert "Right" not in shown and "<summary>Answer</summary>" in folded
    text = html.unescape(re.sub(r"<[^>]*>", " ", quiz.fallback))
    for question in GOOD:
        assert question["question"] in text
        for choice in question["choices"]:
            verdict = "✓ Right" if choice["correct"] else "✗ Not right"
            assert f"{verdict}: " in text
            assert f"{choice['text']} – {choice['explanation']}" in text
    assert "<img" not in quiz.fallback and "<b>" not in quiz.fallback


def test_the_stylesheet_and_script_are_complete(quiz):
    assert "gb-quiz" in quiz._css and "--gb-accent" in quiz._css
    assert "import" not in quiz._esm and "export default" in quiz._esm


def test_docstring_example():
    result = doctest.testmod(glassbox.widgets.quiz)
    assert result.attempted > 0 and result.failed == 0
