"""The quiz in a page without a kernel: chosen, explained, counted, started again."""

import json
from pathlib import Path

import pytest
from glassbox.widgets import Quiz

HOST = Path(__file__).resolve().parents[2] / "assets" / "static" / "widget_host.js"
NAME = "softmax_and_temperature"
VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


@pytest.fixture
def quiz():
    return Quiz(NAME)


@pytest.fixture
def quiz_page(quiz, tmp_path, open_page):
    """A page with the quiz on it twice: two widgets, which must not disturb."""

    def quiz_page(**options):
        state = {
            "_esm": quiz._esm,
            "_css": quiz._css,
            "questions": quiz.questions,
            "answers": quiz.answers,
        }
        views = "".join(
            f'<div><script type="{VIEW}">{{"model_id": "{name}"}}</script>'
            f'<div class="glassbox-fallback">{quiz.fallback}</div></div>'
            for name in "ab"
        )
        states = json.dumps({"state": {"a": {"state": state}, "b": {"state": state}}})
        path = tmp_path / "quiz.html"
        path.write_text(
            '<!doctype html><html lang="en"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width"><title>t</title>'
            f'<body>{views}<script type="{STATE}">{states}</script>'
            f"<script>{HOST.read_text(encoding='utf-8')}</script></body></html>",
            encoding="utf-8",
        )
        watched = open_page(path, **options)
        watched.page.wait_for_selector("[data-mounted=a]")
        return watched, watched.page.locator("[data-mounted=a]")

    return quiz_page


def right_choice(question):
    return [choice["correct"] for choice in question["choices"]].index(True)


def test_every_choice_is_explained_at_once_in_words(quiz, quiz_page):
    watched, widget = quiz_page()
    for number, question in enumerate(quiz.questions):
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


def test_progress_counts_and_start_again_clears(quiz, quiz_page):
    _, widget = quiz_page()
    count, reset = widget.locator("[data-name=progress]"), widget.locator("button")
    total = len(quiz.questions)
    assert count.inner_text() == f"0 of {total} answered, 0 right."
    assert reset.get_attribute("aria-disabled") == "true"
    for number, question in enumerate(quiz.questions[:3]):
        pick = right_choice(question)
        if number == 1:
            pick = (pick + 1) % len(question["choices"])
        widget.locator("fieldset").nth(number).locator("label").nth(pick).click()
    assert count.inner_text() == f"3 of {total} answered, 2 right."
    reset.click()
    assert count.inner_text() == f"0 of {total} answered, 0 right."
    assert widget.locator("input:checked").count() == 0
    assert widget.locator("fieldset [role=status]").all_inner_texts() == [""] * total


def test_two_quizzes_on_a_page_keep_their_own_answers(quiz, quiz_page):
    watched, first = quiz_page()
    second = watched.page.wait_for_selector("[data-mounted=b]")
    first.locator("label").nth(0).click()
    second.query_selector_all("label")[1].click()
    assert first.locator("input:checked").get_attribute("data-choice") == "0"
    assert first.locator("[data-name=progress]").inner_text().startswith("1 of")


def test_the_keyboard_is_enough(quiz, quiz_page):
    watched, widget = quiz_page()
    page, total = watched.page, len(quiz.questions)
    for question in quiz.questions:
        page.keyboard.press("Tab")  # into the group of radio buttons
        page.keyboard.press("Space")
        for _ in range(right_choice(question)):
            page.keyboard.press("ArrowDown")
    count = widget.locator("[data-name=progress]")
    assert count.inner_text() == f"{total} of {total} answered, {total} right."
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "solid"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert count.inner_text() == f"0 of {total} answered, 0 right."
    # The button keeps the focus, so that a reader without a mouse is not thrown out.
    assert page.evaluate("document.activeElement.dataset.action") == "reset"


def test_answers_set_in_python_are_shown(quiz, quiz_page):
    last = len(quiz.questions[1]["choices"]) - 1
    quiz.answers = [0, last, *quiz.answers[2:]]
    _, widget = quiz_page()
    checked = widget.locator("input:checked")
    picked = checked.evaluate_all("all => all.map(radio => radio.dataset.choice)")
    assert picked == ["0", str(last)]
    assert widget.locator("[data-name=progress]").inner_text().startswith("2 of")


@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_the_screen_and_fingers(quiz_page, width):
    watched, widget = quiz_page(width=width)
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    heights = widget.locator("label").evaluate_all(
        "all => all.map(label => label.getBoundingClientRect().height)"
    )
    assert min(heights) >= 36  # above the 24 that WCAG 2.2 asks for


def test_paper_shows_the_right_answers(quiz, quiz_page):
    watched, widget = quiz_page()
    paper = widget.locator(".gb-paper")
    assert not paper.is_visible()
    watched.page.emulate_media(media="print")
    for question in quiz.questions:
        right = question["choices"][right_choice(question)]
        assert f"{right['text']} – {right['explanation']}" in paper.inner_text()


def test_hostile_text_stays_text(quiz, quiz_page):
    hostile = "<img src=x onerror=alert(1)>"
    quiz.questions[0]["question"] = hostile
    quiz.questions[0]["choices"][0]["text"] = hostile
    watched, widget = quiz_page()
    assert widget.locator("img").count() == 0
    assert hostile in widget.locator("legend").nth(0).inner_text()
    assert watched.errors == []
