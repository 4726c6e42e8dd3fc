"""The page's forms: an exercise's numbers and a prediction, filled in by a reader."""

import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import check
from glassbox.widgets._link import link
from playwright.sync_api import expect

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "assets/python"
WORDS = ROOT / "lib/glassbox/widgets/shared/words.js"
NARROW = 360

pytestmark = pytest.mark.browser


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with what a script puts into `place`, and what it kept in `kept`."""

    def opened(module, section, make, **how):
        words = json.loads((SCRIPTS / "words.en.json").read_text("utf-8"))
        words = json.dumps(json.dumps({"language": "en", **words}))  # as text
        style = (SCRIPTS.parent / "static" / "forms.css").read_text("utf-8")
        page = tmp_path / "page.html"
        page.write_text(
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Form</title>'
            '<meta name="viewport" content="width=device-width">'
            f"<style>{style}</style><body><main></main>"
            f'<script type="module">{link(WORDS)}\nglobalThis.wordsOf = wordsOf;'
            f'</script><script type="module">{link(SCRIPTS / module)}\n'
            f"const text = wordsOf({{ get: () => ({words}) }}).{section};\n"
            'const place = document.querySelector("main");\n'
            f"globalThis.kept = [];\n{make}</script>",
            encoding="utf-8",
        )
        watched = open_page(page, **how)
        watched.page.locator("form").wait_for()
        assert not watched.errors and not watched.foreign
        return watched.page

    return opened


@pytest.fixture
def by_hand(show):
    """Open a form for an exercise, with what a reader has left there."""

    def opened(exercise, given=None, passed=False, **how):
        data, kept = json.dumps(exercise.as_data()), json.dumps(given or [])
        make = f"""
          const options = {{
            given: {kept}, passed: {json.dumps(passed)},
            onchange: (texts) => (kept.texts = texts),
            onverdict: (...verdict) => kept.push(verdict),
          }};
          globalThis.form = byHandForm({data}, text, options);
          place.append(form.node);
        """
        return show("by_hand.js", "by_hand", make, **how)

    return opened


def said_by_python(exercise, answer):
    """Return the sentences of a verdict, without the last one of a failure.

    A form is one exercise: it need not be named.
    """
    verdict = exercise.examine(answer)
    text = verdict.text if verdict.passed else verdict.text.rpartition("\n")[0]
    return " ".join(text.split()).replace(exercise.name, "Your answer")


def assert_fits(page):
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_numbers_are_checked_and_the_verdict_is_told(by_hand):
    exercise = check.softmax_by_hand
    page = by_hand(exercise)
    verdict = page.get_by_role("status")
    expect(page.get_by_role("group", name=exercise.task)).to_be_visible()
    expect(verdict).to_be_empty()
    for part, text in zip(exercise.parts, ("9%", "24", "67"), strict=True):
        page.get_by_label(part).fill(text)
    page.get_by_label(exercise.parts[2]).press("Enter")
    expect(verdict).to_have_attribute("data-passed", "false")
    expect(verdict).to_have_text(said_by_python(exercise, [9, 24, 67]))
    assert "Known mistake: these are percent" in verdict.inner_text()
    for place, text in enumerate(("0,09", " .24", "2/3")):
        page.locator(f'input[data-answer="{place}"]').fill(text)
    expect(verdict).to_have_attribute("data-passed", "false")  # until the next check
    page.get_by_role("button", name="Check").click()
    expect(verdict).to_have_attribute("data-passed", "true")
    expect(verdict).to_have_text(said_by_python(exercise, [0.09, 0.24, 0.67]))
    last = [True, ["0,09", " .24", "2/3"]]
    assert page.evaluate("kept[1]") == last and page.evaluate("kept.length") == 2
    assert page.evaluate("kept.texts") == last[1]
    page.locator("input").first.fill("0.1")
    expect(verdict).to_be_empty()  # it spoke of other numbers


def test_a_single_number_is_checked_too(by_hand):
    page = by_hand(check.entropy_by_hand)
    page.get_by_label("entropy, in nats").fill("1.5")
    page.get_by_role("button", name="Check").click()
    said = said_by_python(check.entropy_by_hand, 1.5)
    expect(page.get_by_role("status")).to_have_text(said)


def test_what_is_no_number_or_missing_is_said_where_it_stands(by_hand):
    page = by_hand(check.softmax_by_hand)
    fields, status = page.locator("input"), page.get_by_role("status")
    fields.nth(1).fill("a quarter")
    page.get_by_role("button", name="Check").click()
    expect(fields.nth(1)).to_be_focused()
    expect(fields.nth(1)).to_have_attribute("aria-invalid", "true")
    rule = "“a quarter” is not a number. Write one such as 7, 0.25, −2 or 1/3."
    expect(fields.nth(1)).to_have_accessible_description(rule)
    expect(status).to_be_empty()  # nothing else is checked
    fields.nth(1).fill("0.24")
    expect(fields.nth(1)).not_to_have_attribute("aria-invalid", "true")
    fields.nth(1).press("Enter")
    expect(status).to_have_text("2 fields are still empty.")
    expect(fields.first).to_be_focused()
    fields.first.fill("0.09")
    fields.first.press("Enter")
    expect(status).to_have_text("1 field is still empty.")
    assert page.evaluate("kept.length") == 0


def test_hints_come_one_below_the_other(by_hand):
    exercise = check.softmax_by_hand
    page = by_hand(exercise)
    button = page.locator('button[data-action="hint"]')
    for number, hint in enumerate(exercise.hints, 1):
        expect(button).to_have_text(f"Hint {number} of 3")
        button.press("Enter")
        shown = page.locator(f"[aria-live] p:nth-child({number})")
        expect(shown).to_have_text(f"Hint {number} of 3: {hint}")
    expect(button).to_have_text("No more hints")
    button.press("Enter")
    expect(page.locator("[aria-live] p")).to_have_count(3)


def test_what_was_left_is_there_again_and_can_be_emptied(by_hand):
    texts = ["0.09", "0.24", "0.67"]
    page = by_hand(check.softmax_by_hand, texts, True)
    values = "[...document.querySelectorAll('input')].map((one) => one.value)"
    status = page.get_by_role("status")
    assert page.evaluate(values) == texts
    expect(status).to_have_attribute("data-passed", "true")
    page.locator('button[data-action="hint"]').click()
    page.evaluate("form.reset()")
    assert page.evaluate(values) == ["", "", ""]
    expect(status).to_be_empty()
    expect(page.locator("[aria-live] p")).to_have_count(0)
    page = by_hand(check.softmax_by_hand, ["0.09", "0.3", ""], True)  # changed since
    expect(page.get_by_role("status")).to_be_empty()


@pytest.mark.parametrize(
    "exercise", ["layer_counted", "machine_shapes", "norms_counted"]
)
def test_a_form_and_what_it_says_fit_a_phone(by_hand, exercise):
    exercise = getattr(check, exercise)
    page = by_hand(exercise, width=NARROW)
    for field in page.locator("input").all():
        field.fill("123456789012345678901234567890")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("status")).to_contain_text("1.235e+29")
    assert_fits(page)
    page.locator("input").first.fill("ninetynine" * 8)
    page.get_by_role("button", name="Check").click()
    assert_fits(page)


def test_axe_finds_nothing_in_forms_that_are_filled_in(by_hand, prediction):
    page = by_hand(check.softmax_by_hand, ["0.09", "0.2", "much"])
    page.locator('button[data-action="hint"]').click()
    page.get_by_role("button", name="Check").click()
    assert violations(page) == []
    page.locator("input").last.fill("0.7")
    page.get_by_role("button", name="Check").click()
    assert violations(page) == []
    page = prediction(GAIN, 0)
    assert violations(page) == []


def violations(page):
    rules = {"rules": {"page-has-heading-one": {"enabled": False}}}
    return [one["id"] for one in Axe().run(page, options=rules).response["violations"]]


def test_a_phone_offers_a_minus_where_numbers_may_be_negative(by_hand):
    for exercise, mode in (("cache_by_hand", "decimal"), ("tent_by_hand", "text")):
        page = by_hand(getattr(check, exercise))
        expect(page.locator("input").first).to_have_attribute("inputmode", mode)


@pytest.fixture
def prediction(show):
    """Open a question in front of a folded output."""

    def opened(question, given=None, **how):
        make = f"""
          place.innerHTML = "<div data-output hidden></div>" + // as in a cell that runs
            "<details data-prediction='a'><summary>Show</summary><p>0.82</p></details>";
          const options = {{
            given: {json.dumps(given)} ?? undefined,
            oncommit: (given) => kept.push(given),
          }};
          const form = predictionForm({json.dumps(question)}, text, options);
          place.prepend(form.node);
        """
        return show("prediction.js", "prediction", make, **how)

    return opened


GAIN = {
    "ask": "At T = 2, does the leader gain or lose?",
    "choices": ["It gains.", "It loses.", "Neither: its share stays."],
    "right": 1,
    "reasons": ["Only the last one gains.", "", "It stays where all scores are equal."],
    "told": "Dividing by 2 halves every gap.",
}
ENTROPY = {"ask": "What is the entropy?", "number": "0.82", "unit": "nats"}


def marks(page):
    """Give what the page says of each choice: right, wrong or nothing."""
    return page.eval_on_selector_all(
        ".glassbox-choices label", "all => all.map((one) => one.dataset.mark)"
    )


def test_a_choice_is_committed_compared_and_can_be_made_again(prediction):
    page = prediction(GAIN, width=NARROW)
    commit, status = (
        page.get_by_role("button", name="Commit"),
        page.get_by_role("status"),
    )
    expect(page.get_by_role("group", name=GAIN["ask"])).to_be_visible()
    commit.click()
    expect(status).to_have_text("Choose one first.")
    expect(page.locator("details")).not_to_have_attribute("open", "")
    page.get_by_label("It gains.").check()
    expect(status).to_be_empty()
    commit.press("Enter")
    reason = f"{GAIN['reasons'][0]} {GAIN['told']}"
    told = f"You said: It gains. The answer: It loses. {reason}"
    expect(status).to_have_text(told)
    expect(status).to_have_attribute("data-outcome", "off")
    expect(page.locator("details")).to_have_attribute("open", "")
    expect(commit).to_be_hidden()
    expect(page.get_by_label("It gains.")).to_be_disabled()
    assert marks(page) == ["wrong", "right", ""]
    assert_fits(page)
    again = page.get_by_role("button", name="Predict again")
    expect(again).to_be_focused()
    again.press("Enter")
    expect(status).to_be_empty()
    assert marks(page) == ["", "", ""]
    expect(page.get_by_label("It gains.")).to_be_focused()
    expect(page.get_by_label("It gains.")).not_to_be_checked()
    page.get_by_label("It loses.").check()
    page.get_by_label("It loses.").press("Enter")
    expect(status).to_have_text(f"As you said: It loses. {GAIN['told']}")
    assert page.evaluate("kept") == [0, None, 1]  # undefined in between: forgotten


def test_a_number_is_committed_and_compared(prediction):
    page = prediction(ENTROPY)
    field = page.get_by_label("Your prediction, in nats")
    status = page.get_by_role("status")
    field.press("Enter")
    expect(status).to_have_text("Type a number first.")
    field.fill("much")
    field.press("Enter")
    rule = "“much” is not a number. Write one such as 7, 0.25, −2 or 1/3."
    expect(field).to_have_accessible_description(rule)
    expect(field).to_be_focused()
    field.fill("0,7")
    field.press("Enter")
    expect(status).to_have_text("You said 0,7 nats; it is 0.82 nats.")
    expect(page.locator("details")).to_have_attribute("open", "")
    assert page.evaluate("kept") == ["0,7"]


def test_a_committed_prediction_stays_unless_the_question_is_another_now(prediction):
    page = prediction(ENTROPY, "0.8")
    expect(page.get_by_role("textbox")).to_have_value("0.8")
    expect(page.get_by_role("textbox")).to_be_disabled()
    said = "You said 0.8 nats: close. It is 0.82 nats."
    expect(page.get_by_role("status")).to_have_text(said)
    for question, given in ((ENTROPY, 2), (GAIN, 3), (GAIN, "0.8")):
        page = prediction(question, given)
        expect(page.get_by_role("status")).to_be_empty()
        expect(page.get_by_role("button", name="Commit")).to_be_visible()
