"""Every word of an answer can be translated: a made-up language lets none escape.

In it a text is in ⟦ ⟧, a third longer, and its letters are written in bold (𝐚, 𝐛, 𝐜),
so that an English word inside a translated sentence shows as well.
"""

import contextlib
import io
import re

import numpy as np
import pytest
from babel.messages.pofile import read_po, write_po
from glassbox import check, words
from glassbox.exercises._engine import ByHand, Exercise
from glassbox.exercises._engine.run import message, run
from words import template

EXERCISES = list(check)
BY_HAND = [exercise for exercise in EXERCISES if isinstance(exercise, ByHand)]
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
BOLD = str.maketrans(
    ALPHABET + ALPHABET.upper(),
    "".join(chr(0x1D41A + i) for i in range(26))
    + "".join(chr(0x1D400 + i) for i in range(26)),
)
OF_PYTHON = {"True", "False", "None", "nan", "inf"}


def pseudo(text):
    pieces = re.split(r"(\{\w+\})", text)  # odd ones are places to fill in
    bold = (p if i % 2 else p.translate(BOLD) for i, p in enumerate(pieces))
    return f"⟦{''.join(bold)}{'~' * (len(text) // 3)}⟧"


@pytest.fixture(scope="module", autouse=True)
def made_up_language(tmp_path_factory):
    catalog = template()
    for text in catalog:
        if text.id:
            text.string = pseudo(text.id)
    folder = tmp_path_factory.mktemp("locale")
    with (folder / "eo.po").open("wb") as file:  # Esperanto's code, to have numbers
        write_po(file, catalog)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "LOCALE", folder)
        words._catalog.cache_clear()
        words.use_language("eo")
        yield
        words.use_language("en")
    words._catalog.cache_clear()


def english(text, *not_words):
    """Return the words of a text that are not translated, nor names or Python's own."""
    allowed = OF_PYTHON.union(*(re.findall(r"[A-Za-z]+", str(w)) for w in not_words))
    return [w for w in re.findall(r"[A-Za-z]{2,}", text) if w not in allowed]


def names(exercise):
    """Return what an answer may show as it is: the exercise's name, the arguments'."""
    yield exercise.name
    for case in getattr(exercise, "cases", ()):
        yield list(case.arguments)


def errors(exercise, function):
    for case in exercise.cases:
        for way in (exercise.adapt(function), exercise.reference):
            outcome = run(way, case.arguments)
            if outcome.error:
                yield message(outcome.error)
                yield outcome.line


def printed(call):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        call()
    return out.getvalue()


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_no_english_word_is_left_in_what_an_exercise_says(exercise):
    texts = [printed(exercise), repr(exercise).removeprefix("check.")]
    hints = range(len(exercise.hints) + 2)
    texts += [printed(lambda n=n: exercise(hint=n)) for n in hints]
    texts += [exercise.examine(None).text]
    for text in texts:
        assert "⟦" in text and "~" in text
        assert english(text, *names(exercise), "NoneType") == []


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_no_english_word_is_left_about_an_answer_that_is_not_started(exercise):
    with_code = isinstance(exercise, Exercise)
    text = exercise.examine((lambda *_, **__: ...) if with_code else ...).text
    assert text.startswith("⟦○")
    assert english(text, *names(exercise)) == []


@pytest.mark.parametrize("exercise", BY_HAND, ids=lambda exercise: exercise.name)
def test_no_english_word_is_left_in_what_a_page_is_given(exercise):
    data = exercise.as_data()
    texts = [data["task"], *data["parts"], *data["hints"], *data["forms"].values()]
    texts += [
        wrong[key] for wrong in data["wrongs"] for key in ("diagnosis", "look_at")
    ]
    for text in texts:
        assert text.startswith("⟦")
        assert english(re.sub(r"\{\w+\}", "", text)) == []


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_no_english_word_is_left_in_answers_wrong_and_right(exercise):
    with_code = isinstance(exercise, Exercise)
    for wrong in exercise.wrongs:
        example = wrong.examples[0]
        pythons = errors(exercise, example) if with_code else ()
        text = exercise.examine(example).text
        assert pseudo("Known mistake: {x}").split("{")[0] in text
        assert english(text, *names(exercise), *pythons) == []
    text = exercise.examine(exercise.reference if with_code else exercise.answer).text
    assert text.startswith("⟦✓")
    assert english(text, *names(exercise)) == []


def whole_sum_and_clipped(z):
    """Make two mistakes at once: it looks like the first of them."""
    e = np.exp(z.clip(-500, 500))
    return e / e.sum()


def printing(z):
    for _ in range(5):
        print(1)
    return z


@pytest.mark.parametrize(
    ("answer", "not_words"),
    [
        (5, "int"),
        (printing, ""),
        (lambda z: None, ""),
        (lambda z: [0.5], "list"),
        (lambda z: {0.5}, "set"),
        (lambda z: np.array([0, 1]), "dtype int64"),
        (lambda z: np.array([1j]), "dtype complex128"),
        (lambda z: np.array([0.1]), ""),
        (lambda z: z.sort(), ""),
        (lambda z: z.put(0, 7.0), ""),
        (lambda z: exit(), ""),
        (lambda z: check.softmax.reference(z) + 4e-6, ""),
        (lambda z: (lambda f: f(f))(lambda f: f(f)), ""),
        (whole_sum_and_clipped, ""),
        (lambda: 1, "TypeError: <lambda>() takes positional arguments but was given"),
    ],
)
def test_no_english_word_is_left_about_an_odd_function(answer, not_words):
    text = check.softmax.examine(answer).text
    assert text.startswith("⟦✗")
    assert english(text, *names(check.softmax), not_words) == []


def test_no_english_word_is_left_about_a_loop_without_end(monkeypatch):
    monkeypatch.setattr("glassbox.exercises._engine.run.SECONDS", 0.1)

    def endless(z):
        while True:
            pass

    text = check.softmax.examine(endless).text
    assert pseudo("did not come to an end")[1:8] in " ".join(text.split())
    assert english(text, *names(check.softmax)) == []


@pytest.mark.parametrize("answer", [[0.1, 0.2], [0.1, 0.2, 0.3]])
def test_no_english_word_is_left_about_odd_numbers(answer):
    text = check.softmax_by_hand.examine(answer).text
    assert english(text, "softmax_by_hand") == []


def test_a_word_that_is_not_translated_is_seen():
    assert english("⟦𝐇𝐢𝐧𝐭 2: the root~⟧ softmax", "softmax") == ["the", "root"]


def test_the_template_says_where_a_text_stands(tmp_path):
    with (tmp_path / "t.pot").open("wb") as file:
        write_po(file, template())
    with (tmp_path / "t.pot").open("rb") as file:
        catalog = read_po(file)
    (place,) = catalog["Known mistake: {diagnosis}"].locations
    assert place[0] == "lib/glassbox/exercises/_engine/exercise.py"
    places = {name for name, _ in catalog["what your weights add up to."].locations}
    chapter = "lib/glassbox/exercises/why_attention"
    assert places == {f"{chapter}/context.py", f"{chapter}/context_by_hand.py"}
