"""A quiz: choose an answer, and read at once why it is right or wrong."""

import json
from html import escape
from pathlib import Path
from typing import Any

import traitlets

from ...words import language
from .._base import GlassBoxWidget

QUIZZES = Path(__file__).parents[2] / "quizzes"
MOST_CHOICES = 6
A_CHOICE = {"type": "integer", "minimum": 0, "maximum": MOST_CHOICES - 1}
A_CHOICE["nullable"] = True  # none chosen yet


class Quiz(GlassBoxWidget):
    """Questions with one right answer each, from the file quizzes/<name>.json.

    The file holds a list of questions: each has "question", a text, and "choices", a
    list of {"text", "correct", "explanation"}, of which exactly one is correct. In
    another language it is quizzes/<name>.<language>.json, where there is one.

    Parameters
    ----------
    name : str
        The chapter's slug.

    Raises
    ------
    ValueError
        If there is no such quiz, or its file breaks the form above.
    traitlets.TraitError
        If answers is set to something that is no list of choices.

    >>> quiz = Quiz("softmax_and_temperature")
    >>> quiz.answers[0] is None  # none chosen yet; 0 is the first choice
    True
    """

    _folder = Path(__file__).parent
    _state = ("answers",)

    questions = traitlets.List(read_only=True).tag(sync=True)
    answers = traitlets.List().tag(sync=True, rule={"type": "array", "items": A_CHOICE})

    def __init__(self, name: str) -> None:
        self.name = name
        questions = read_quiz(name)
        self.set_trait("questions", questions)
        super().__init__(answers=[None] * len(questions))

    @traitlets.validate("answers")
    def _check_answers(self, proposal: Any) -> list:
        answers = proposal.value
        if len(answers) != len(self.questions):
            raise traitlets.TraitError(
                f"answers must have one entry for each of the {len(self.questions)} "
                f"questions; got {len(answers)}"
            )
        for number, answer in enumerate(answers, 1):
            count = len(self.questions[number - 1]["choices"])
            is_choice = type(answer) is int and 0 <= answer < count
            if answer is not None and not is_choice:
                raise traitlets.TraitError(
                    f"the answer to question {number} must be None or a choice from "
                    f"0 to {count - 1}; got {answer!r}"
                )
        return answers

    def __repr__(self) -> str:
        count = len(self.questions)
        questions = "1 question" if count == 1 else f"{count} questions"
        return f"Quiz({self.name!r}, {questions})"

    def describe(self) -> str:
        items = "".join(self._describe(question) for question in self.questions)
        return f"<ol>{items}</ol>"

    def _describe(self, question: dict) -> str:
        """Return a question, its choices, and the answers folded away."""
        choices = answers = ""
        for choice in question["choices"]:
            which = "right" if choice["correct"] else "wrong"
            verdict = escape(self.text(f"fallback.{which}"))
            answer = self.text(
                "answer", text=choice["text"], explanation=choice["explanation"]
            )
            choices += f"<li>{escape(choice['text'])}</li>"
            answers += f"<li><strong>{verdict}</strong> {escape(answer)}</li>"
        summary = escape(self.text("fallback.answer"))
        return (
            f"<li><p>{escape(question['question'])}</p><ul>{choices}</ul>"
            f"<details><summary>{summary}</summary><ul>{answers}</ul></details></li>"
        )


def read_quiz(name: str) -> list[dict]:
    """Return a quiz's questions, checked; in the language in use, else in English."""
    stems = sorted(path.stem for path in QUIZZES.glob("*.json"))
    names = [stem for stem in stems if "." not in stem]  # those with one: translations
    if name not in names:
        raise ValueError(f"there is no quiz {name!r}; there are: {', '.join(names)}")
    path = QUIZZES / f"{name}.{language()}.json"
    if not path.is_file():
        path = QUIZZES / f"{name}.json"
    where = f"quizzes/{path.name}"
    try:
        data = json.loads(path.read_text("utf-8"))
    except json.JSONDecodeError as error:
        raise ValueError(f"{where} is not JSON: {error}") from error
    return checked_questions(data, where)


def checked_questions(data: Any, where: str) -> list[dict]:
    """Return data if it has the form of a quiz; else say which part breaks it."""
    if not isinstance(data, list) or not data:
        raise ValueError(f"{where} must be a list of at least one question")
    for number, question in enumerate(data, 1):
        place = f"{where}, question {number}"
        _check_keys(question, {"question": str, "choices": list}, place)
        choices = question["choices"]
        if not 2 <= len(choices) <= MOST_CHOICES:
            rule = f"{place}: there must be 2 to {MOST_CHOICES} choices"
            raise ValueError(f"{rule}; got {len(choices)}")
        for which, choice in enumerate(choices, 1):
            kinds = {"text": str, "correct": bool, "explanation": str}
            _check_keys(choice, kinds, f"{place}, choice {which}")
        texts = [choice["text"] for choice in choices]
        if len(set(texts)) != len(texts):
            raise ValueError(f"{place}: two choices have the same text")
        correct = sum(choice["correct"] for choice in choices)
        if correct != 1:
            raise ValueError(f"{place}: exactly 1 must be correct; got {correct}")
    return data


def _check_keys(entry: Any, kinds: dict[str, type], place: str) -> None:
    """Require just these keys, with values of these types."""
    if not isinstance(entry, dict) or set(entry) != set(kinds):
        came = ", ".join(entry) if isinstance(entry, dict) else type(entry).__name__
        raise ValueError(f"{place}: must have {', '.join(kinds)}; got {came}")
    for key, kind in kinds.items():
        value = entry[key]
        if type(value) is not kind:
            rule = f"{place}: {key} must be of type {kind.__name__}"
            raise ValueError(f"{rule}; got {value!r}")
        if kind is str and not value.strip():
            raise ValueError(f"{place}: {key} must not be empty")
        if kind is str and ("\\" in value or "$" in value):
            rule = f"{place}: {key} must be plain Unicode, not LaTeX"
            raise ValueError(f"{rule}; got {value!r}")
