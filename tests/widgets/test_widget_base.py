"""What widgets have from their base: words, checked traits, a fallback."""

import json
import math

import anywidget
import glassbox.widgets
import numpy as np
import pytest
import traitlets
from glassbox import words
from glassbox.widgets import SoftmaxAndTemperature
from glassbox.widgets._base import GlassBoxWidget
from glassbox.widgets._html import paragraph, table
from glassbox.widgets._traits import Numbers, checked_together, require

ALL = [getattr(glassbox.widgets, name) for name in glassbox.widgets.__all__]


@pytest.mark.parametrize("widget", ALL, ids=lambda widget: widget.__name__)
def test_a_widget_is_a_folder_with_the_class_that_bears_its_name(widget):
    assert issubclass(widget, anywidget.AnyWidget)
    assert widget._folder.name == glassbox.widgets.FOLDERS[widget.__name__]
    assert widget.__module__ == f"glassbox.widgets.{widget._folder.name}"
    for name in ("widget.js", "style.css", "words.en.json"):
        assert (widget._folder / name).is_file()


def test_an_unknown_widget_says_which_there_are():
    with pytest.raises(AttributeError, match="no widget 'Quizz'; there are: .*Quiz,"):
        _ = glassbox.widgets.Quizz
    assert set(glassbox.widgets.__all__) <= set(dir(glassbox.widgets))


def test_set_takes_only_the_widgets_state():
    widget = SoftmaxAndTemperature([3, 1])
    with pytest.raises(traitlets.TraitError, match="set takes logits.*; got scores"):
        widget.set(scores=[1, 2])


def test_a_widget_must_describe_its_state(tmp_path):
    (tmp_path / "w").mkdir()
    (tmp_path / "shared").mkdir()
    (tmp_path / "w" / "widget.js").write_text("export default {};\n")

    class Silent(GlassBoxWidget):
        _folder = tmp_path / "w"
        _state = ()

    with pytest.raises(NotImplementedError, match="Silent must describe its state"):
        Silent()


# ---- words ---------------------------------------------------------------------------


def test_words_come_in_the_language_in_use_and_in_english_where_one_is_missing(
    tmp_path, monkeypatch
):
    (tmp_path / "words.en.json").write_text('{"title": "A title", "sum": "sum"}')
    (tmp_path / "words.zh.json").write_text('{"sum": "和"}', encoding="utf-8")
    monkeypatch.setattr(words, "_language", "zh")
    assert words.read_words(tmp_path) == {"title": "A title", "sum": "和"}
    monkeypatch.setattr(words, "_language", "fr")
    assert words.read_words(tmp_path)["sum"] == "sum"


@pytest.mark.parametrize("wrong", ["", "zh_CN!", 3, None])
def test_a_language_is_a_code(wrong):
    with pytest.raises(ValueError, match="language must be a code such as"):
        words.use_language(wrong)
    assert words.language() == "en"


def test_the_page_gets_one_language_and_says_which():
    widget = SoftmaxAndTemperature([3, 1])
    assert widget.words["language"] == "en"
    assert widget.words["undo"] == "Undo"  # all widgets share it
    sent = json.loads(widget.get_state()["words"])
    assert sent == widget.words
    assert list(sent["columns"]) == list(widget.words["columns"])  # their order too


def test_a_widgets_words_are_found_by_key_and_filled():
    widget = SoftmaxAndTemperature([3, 1])
    assert widget.text("columns.label") == "label"
    assert widget.text("score_of", name="{n}") == "Score of {n}"  # once is enough
    with pytest.raises(KeyError):
        widget.text("score_of", wrong="x")


def test_plurals_and_numbers_follow_the_language(monkeypatch):
    forms = {"one": "{n} r", "few": "{n} rf", "other": "{n} ro"}
    assert [words.fill(forms, n=n) for n in (1, 3, 1234)] == ["1 r", "3 ro", "1,234 ro"]
    monkeypatch.setattr(words, "_language", "pl")
    assert [words.fill(forms, n=n) for n in (1, 3, 5)] == ["1 r", "3 rf", "5 ro"]
    monkeypatch.setattr(words, "_language", "de")
    assert words.fill("{n}", n=45056.5) == "45.056,5"


def keys_and_placeholders(form, key=""):
    """Yield what a translation must keep: each key, and what its text takes."""
    if isinstance(form, dict):
        for name, part in form.items():
            yield from keys_and_placeholders(part, f"{key}.{name}")
    elif isinstance(form, list):
        for index, part in enumerate(form):
            yield from keys_and_placeholders(part, f"{key}.{index}")
    else:
        yield key, form


@pytest.mark.parametrize("widget", ALL, ids=lambda widget: widget.__name__)
def test_words_are_texts_with_plain_placeholders(widget):
    text = (widget._folder / "words.en.json").read_text("utf-8")
    found = dict(keys_and_placeholders(json.loads(text)))
    assert found
    for key, form in found.items():
        assert isinstance(form, str) and form.strip(), key
        assert form.count("{") == form.count("}"), f"{key}: {form}"
        assert "language" != key.removeprefix(".")


# ---- traits --------------------------------------------------------------------------


class Holder(traitlets.HasTraits):
    """Numbers in one, two and three axes."""

    row = Numbers()
    matrix = Numbers(axes=2, most=9)
    block = Numbers(axes=3)


@pytest.mark.parametrize(
    ("name", "value", "came"),
    [
        ("row", [1, 2], [1.0, 2.0]),
        ("row", (), []),
        ("matrix", np.arange(6).reshape(2, 3), [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]),
        ("matrix", [(1, 2), range(2)], [[1.0, 2.0], [0.0, 1.0]]),
        ("block", np.ones((1, 2, 1), np.float16), [[[1.0], [1.0]]]),
    ],
)
def test_numbers_are_taken_from_lists_and_arrays(name, value, came):
    holder = Holder(**{name: value})
    assert getattr(holder, name) == came


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("row", 3, "row must be a list of finite numbers; got 3$"),
        ("row", "12", "row must be a list of finite numbers; got '12'"),
        (
            "row",
            [1, math.inf],
            "row must be a list .*; got inf at index 1",
        ),
        ("row", [True], "got True at index 0"),
        ("matrix", [1, 2], "matrix must be a matrix of finite .*; got 1 at index 0"),
        ("matrix", [[1], [None]], "got None at index 1, 0"),
        (
            "matrix",
            [[1, 2], [3]],
            "matrix must have rows of one length; got .* 1, 2",
        ),
        (
            "matrix",
            [[1, -10]],
            "matrix must hold numbers from -9 to 9; got -10 .*",
        ),
        (
            "block",
            [[[1]], [[1], [2]]],
            "block must have rows of one .*; got lengths 1, 2",
        ),
        ("block", [[[1, 2]], [[3]]], "block must have rows of one length; got .* 1, 2"),
        ("block", [[[1, 2]], [[3]]], "block must have rows of one length; got .* 1, 2"),
    ],
)
def test_what_is_no_even_block_of_numbers_is_refused_with_its_place(
    name, value, message
):
    with pytest.raises(traitlets.TraitError, match=message):
        Holder(**{name: value})


class Pair(traitlets.HasTraits):
    """Two numbers of which the second is the larger."""

    low = traitlets.Int(1)
    high = traitlets.Int(2)
    _check = checked_together("low", "high")

    def fits(self, *, low, high):
        require(low < high, "low must be below high", f"{low} and {high}")


def test_traits_that_must_fit_together_are_checked_whichever_changes():
    pair = Pair()
    with pytest.raises(traitlets.TraitError, match="must be below high; got 5 and 2"):
        pair.low = 5
    with pytest.raises(traitlets.TraitError, match="got 1 and 0"):
        pair.high = 0
    assert (pair.low, pair.high) == (1, 2)
    with pair.hold_trait_notifications():  # at once, in either order
        pair.low = 5
        pair.high = 6
    assert (pair.low, pair.high) == (5, 6)


# ---- the fallback --------------------------------------------------------------------


def test_text_in_the_fallback_is_escaped():
    html = table("<c>", ["<h>"], [["<r>", "<d>"]]) + paragraph("<p> & more")
    for text in ("c", "h", "r", "d", "p"):
        assert f"&lt;{text}&gt;" in html
    assert "&amp; more" in html
    assert '<th scope="row">' in html
    assert '<th scope="col">' in html
