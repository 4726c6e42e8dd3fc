"""The quiz: every file is valid, a damaged one explained; and the quiz on a page."""

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
from glassbox.words import use_language

FILES = sorted(path.stem for path in QUIZZES.glob("*.json"))
NAMES = [name for name in FILES if "." not in name]  # the rest are translations
NAME = "softmax_and_temperature"
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


@pytest.fixture
def chinese():
    use_language("zh")
    yield
    use_language("en")


def right_choice(question):
    return [choice["correct"] for choice in question["choices"]].index(True)


def test_there_are_quizzes():
    assert NAME in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_quiz_puts_the_right_answer_in_various_places(name):
    quiz = Quiz(name)
    assert len(quiz.questions) >= 3
    assert len({right_choice(question) for question in quiz.questions}) > 1
    assert repr(quiz) == f"Quiz('{name}', {len(quiz.questions)} questions)"


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_valid_and_a_translation_has_its_answers_in_their_places(name):
    def right_choices(name):
        data = json.loads((QUIZZES / f"{name}.json").read_text("utf-8"))
        questions = checked_questions(data, f"quizzes/{name}.json")
        return [(len(q["choices"]), right_choice(q)) for q in questions]

    assert right_choices(name) == right_choices(name.partition(".")[0])


def test_a_translation_is_read_where_there_is_one(quiz, tmp_path, chinese):
    assert Quiz("small").questions == GOOD
    translated = damaged(lambda q: q[0].update(question="哪个更大？"))
    path = tmp_path / "small.zh.json"
    path.write_text(json.dumps(translated), encoding="utf-8")
    assert Quiz("small").questions == translated
    use_language("en")
    assert Quiz("small").questions == GOOD


def test_a_translation_is_checked_in_the_same_way(quiz, tmp_path, chinese):
    path = tmp_path / "small.zh.json"
    bad = damaged(lambda q: q[1]["choices"][1].update(correct=True))
    path.write_text(json.dumps(bad), encoding="utf-8")
    rule = "^quizzes/small.zh.json, question 2: exactly 1 must be correct; got 2"
    with pytest.raises(ValueError, match=rule):
        Quiz("small")
    path.write_text("[", encoding="utf-8")
    with pytest.raises(ValueError, match="^quizzes/small.zh.json is not JSON"):
        Quiz("small")


def test_a_translation_is_no_quiz_of_its_own(quiz, tmp_path):
    (tmp_path / "small.zh.json").write_text(json.dumps(GOOD), encoding="utf-8")
    with pytest.raises(ValueError, match="there is no quiz 'small.zh'; .*: small$"):
        Quiz("small.zh")


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


def test_docstring_example():
    result = doctest.testmod(glassbox.widgets.quiz)
    assert result.attempted > 0 and result.failed == 0


# ---- on a page ---------------------------------------------------------------


@pytest.fixture
def real():
    return Quiz(NAME)


def test_every_choice_is_explained_at_once_in_words(real, show):
    watched, widget = show(real)
    for number, question in enumerate(real.questions):
        field = widget.locator("fieldset").nth(number)
        assert question["question"] in field.locator("legend").inner_text()
        status = field.locator("[role=status]")
        assert status.inner_text().strip() == ""
        for which, choice in enumerate(question["choices"]):
            field.get_by_label(choice["text"], exact=True).check()
            said = status.inner_text()
            assert said.startswith("✓ Right." if choice["correct"] else "✗ Not right.")
            assert choice["explanation"] in said
            assert ("Choose another" in said) is not choice["correct"]
            assert field.locator("label.gb-chosen").count() == 1
            chosen = field.locator("label.gb-chosen input")
            assert chosen.get_attribute("data-choice") == str(which)
    assert watched.errors == [] and watched.foreign == []


def test_progress_counts_and_start_again_clears(real, show):
    _, widget = show(real)
    count, reset = widget.locator("[data-part=progress]"), widget.locator("button")
    total = len(real.questions)
    assert count.inner_text() == f"0 of {total} answered, 0 right."
    assert reset.get_attribute("aria-disabled") == "true"
    for number, question in enumerate(real.questions[:3]):
        pick = right_choice(question)
        if number == 1:
            pick = (pick + 1) % len(question["choices"])
        widget.locator("fieldset").nth(number).locator("label").nth(pick).click()
    assert count.inner_text() == f"3 of {total} answered, 2 right."
    reset.click()
    assert count.inner_text() == f"0 of {total} answered, 0 right."
    assert widget.locator("input:checked").count() == 0
    assert widget.locator("fieldset [role=status]").all_inner_texts() == [""] * total


def test_two_quizzes_on_a_page_keep_their_own_answers(real, show):
    _, first, second = show(real, Quiz(NAME))
    first.locator("label").nth(0).click()
    second.locator("label").nth(1).click()
    assert first.locator("input:checked").get_attribute("data-choice") == "0"
    assert second.locator("input:checked").get_attribute("data-choice") == "1"
    assert first.locator("[data-part=progress]").inner_text().startswith("1 of")


def test_the_keyboard_is_enough(real, show):
    watched, widget = show(real)
    page, total = watched.page, len(real.questions)
    for question in real.questions:
        page.keyboard.press("Tab")  # into the group of radio buttons
        page.keyboard.press("Space")
        for _ in range(right_choice(question)):
            page.keyboard.press("ArrowDown")
    count = widget.locator("[data-part=progress]")
    assert count.inner_text() == f"{total} of {total} answered, {total} right."
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "solid"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert count.inner_text() == f"0 of {total} answered, 0 right."
    # The button keeps the focus, so that a reader without a mouse is not thrown out.
    assert page.evaluate("document.activeElement.dataset.action") == "reset"


def test_answers_set_in_python_are_shown_and_start_again_clears_them(real, show):
    last = len(real.questions[1]["choices"]) - 1
    real.answers = [0, last, *real.answers[2:]]
    _, widget = show(real)
    checked = widget.locator("input:checked")
    picked = checked.evaluate_all("all => all.map(radio => radio.dataset.choice)")
    assert picked == ["0", str(last)]
    assert widget.locator("[data-part=progress]").inner_text().startswith("2 of")
    widget.locator("[data-action=reset]").click()
    assert checked.count() == 0


def test_every_choice_is_tall_enough_for_fingers(real, show):
    watched, widget = show(real)
    for width in (360, 390, 1280):
        watched.page.set_viewport_size({"width": width, "height": 900})
        heights = widget.locator("label").evaluate_all(
            "all => all.map(label => label.getBoundingClientRect().height)"
        )
        assert min(heights) >= 36  # above the 24 that WCAG 2.2 asks for


def test_paper_shows_the_right_answers(real, show):
    watched, widget = show(real)
    paper = widget.locator(".gb-paper")
    assert not paper.is_visible()
    watched.page.emulate_media(media="print")
    for question in real.questions:
        right = question["choices"][right_choice(question)]
        assert f"{right['text']} – {right['explanation']}" in paper.inner_text()


def test_hostile_text_stays_text(quiz, show):
    watched, widget = show(quiz)
    assert widget.locator("img, b").count() == 0
    assert GOOD[1]["question"] in widget.locator("legend").nth(1).inner_text()
    assert widget.locator("label").nth(2).inner_text() == "<b>text</b>"
    assert watched.errors == []
