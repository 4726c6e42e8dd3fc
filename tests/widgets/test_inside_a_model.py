"""Inside a model: its rules, its fallback, and its page."""

import re
from html import unescape

import numpy as np
import pytest
from glassbox import softmax
from glassbox.models.induction import (
    LETTERS,
    attention_only,
    head_names,
    letter_ids,
    load_induction,
    parts_of_logits,
    without_heads,
)
from glassbox.widgets import InsideAModel
from traitlets import TraitError

HEADS = head_names(2)
TOLERANCE = 1e-12  # float64 on both sides; the sums' order differs


def inside_of(content, off=(), layers=2):
    model = without_heads(load_induction(layers), off)
    return attention_only(letter_ids(content), model), model


def press(root, action):
    root.locator(f'[data-action="{action}"]').click()


def values(root, selector, name="value"):
    read = "(all, name) => all.map((one) => Number(one.dataset[name]))"
    return root.locator(selector).evaluate_all(read, name)


def chosen(root):
    read = "one => Number(one.dataset.action.slice(3))"
    return root.locator(".gb-letters [aria-pressed=true]").evaluate(read)


def agrees(root, content, at, head, off=(), layers=2):
    """What is guessed, weighed and said on the page is what Python computes."""
    inside, model = inside_of(content, off, layers)
    cells = root.locator(".gb-letters button")
    read = "all => all.map((one) => [one.firstChild.textContent, one.dataset.guess])"
    letters, guesses = zip(*cells.evaluate_all(read), strict=True)
    assert "".join(letters) == content
    right = [LETTERS[i] for i in inside.logits.argmax(axis=-1)]
    assert list(guesses) == right
    kinds = cells.evaluate_all("all => all.map((one) => one.dataset.kind)")
    judged = [g == n for g, n in zip(right, content[1:], strict=False)]
    assert kinds == [*("right" if one else "wrong" for one in judged), "open"]
    assert chosen(root) == at
    layer, number = divmod(HEADS.index(head), 2)
    weights = inside.weights[layer][number, at]
    read = "all => all.map((one) => one.dataset.weight)"
    shown = cells.evaluate_all(read)
    assert shown[at + 1 :] == [""] * (len(content) - at - 1)
    got = np.array(shown[: at + 1], float)
    np.testing.assert_allclose(got, weights[: at + 1], rtol=0, atol=TOLERANCE)
    drawn = {int(to) for to in values(root, ".gb-stage path:not([data-from])", "to")}
    assert drawn == set(np.flatnonzero(weights >= 0.02).tolist())
    notes = root.locator(".gb-stage path[data-from]").evaluate_all(
        "all => all.map((one) => ({ ...one.dataset }))"
    )
    found = int(weights[: at + 1].argmax())
    assert len(notes) == (layer == 1 and found > 0)
    for note in notes:  # the letter that was found had looked back, with 1.1
        back = inside.weights[0][0, found]
        assert int(note["from"]) == found and int(note["to"]) == back.argmax()
        assert float(note["weight"]) == pytest.approx(back.max(), abs=TOLERANCE)
        assert note["cut"] == ("true" if "1.1" in off else "false")
    for place, vectors in enumerate(inside.stream):
        probabilities = softmax(vectors[at] @ model.head)
        best = (-probabilities).argsort(kind="stable")[:3]
        panel = root.locator(f"[data-layer='{place}'] li")
        read = "all => all.map((one) => one.dataset.letter)"
        assert panel.evaluate_all(read) == [LETTERS[i] for i in best]
        got = values(root, f"[data-layer='{place}'] b")
        np.testing.assert_allclose(got, probabilities[best], rtol=0, atol=TOLERANCE)


def score(root):
    read = "all => all.map((one) => [one.dataset.score, one.dataset.value])"
    return dict(root.locator("[data-score]").evaluate_all(read))


def fades(root):
    """Which parts are faded, because they show an older text than the field."""
    parts = (".gb-picture", ".gb-score", ".gb-lens")
    look = "one => getComputedStyle(one).opacity < 1"
    return {part: root.locator(part).evaluate(look) for part in parts}


# ---- its rules and its fallback ------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("content", "dogCat", "content must be of small letters a to z; got C"),
        ("content", "d o", None),
        ("content", " d ", "content must have 2 to 24 letters; got 1"),
        ("content", "q" * 25, "content must have 2 to 24 letters; got 25"),
        ("at", 24, "at must be from 0 to 23; got 24"),
        ("at", 1.5, "at must be a whole number; got 1.5"),
        ("head", "3.1", "head"),
        ("off", ["1.1", "0.1"], "off must be a list of 1.1, 1.2, 2.1, 2.2; got"),
        ("off", "1.1", "off must be a list of 1.1, 1.2, 2.1, 2.2; got '1.1'"),
        ("off", [["1.1"]], "off must be a list of 1.1, 1.2, 2.1, 2.2; got"),
        ("layers", 3, "layers must be from 1 to 2; got 3"),
        ("guess", -2, "guess must be from -1 to 24; got -2"),
        ("period", 5, "period must be from 6 to 12; got 5"),
        ("seed", -1, "seed must be from 0"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = InsideAModel()
    if rule is None:
        setattr(widget, name, value)
        assert widget.content == "do"
        return
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert {trait: getattr(widget, trait) for trait in before} == before


def test_the_state_is_told_in_order():
    widget = InsideAModel("tiger tiger", at=7, head="1.2", off=["2.2", "1.1", "2.2"])
    assert repr(widget) == (
        "InsideAModel('tigertiger', at=7, head='1.2', off=['1.1', '2.2'], layers=2)"
    )


@pytest.mark.parametrize("off", [[], ["1.1"], ["2.1", "2.2"]])
@pytest.mark.parametrize(
    "content", ["dogcatdogcatdogcatdogcat", "abcdefgh", "poundpoun"]
)
def test_the_fallback_tells_each_guess_and_how_many_are_right(content, off):
    widget = InsideAModel(content, at=7, head="2.2", off=off)
    inside, model = inside_of(content, off)
    rows = re.findall(
        r"<td>(.)</td><td>(.)</td><td>(.*?)</td>", unescape(widget.fallback)
    )
    guesses = [LETTERS[i] for i in inside.logits.argmax(axis=-1)]
    assert [(letter, guess) for letter, guess, _ in rows] == [
        *zip(content, guesses, strict=True)
    ]
    right = [g == n for g, n in zip(guesses, content[1:], strict=False)]
    words = ["right" if one else "wrong" for one in right]
    assert [word for *_, word in rows] == [*words, "the text ends here"]
    period = {"d": 6, "p": 5, "a": None}[content[0]]
    if period:
        first, later = right[:period], right[period:]
        assert (
            f"Right in round 1: {sum(first)} of {len(first)}. "
            f"From round 2 on: {sum(later)} of {len(later)}."
        ) in widget.fallback
    else:
        assert f"Right: {sum(right)} of {len(right)}." in widget.fallback
    weights = inside.weights[1][1, 7]
    most = weights.argmax()
    assert f"{content[most]} (position {most}): {weights[most]:.2f}." in widget.fallback
    best = softmax(inside.stream[1][7] @ model.head)
    said = f"{LETTERS[best.argmax()]} {100 * best.max():.0f}\N{NO-BREAK SPACE}%"
    assert f"after layer 1: {said}" in widget.fallback
    assert ("Cut: head" in widget.fallback) is bool(off)


# ---- on a page -----------------------------------------------------------------------


def test_it_opens_with_the_head_that_looks_at_what_followed(show):
    watched, root = show(InsideAModel())
    agrees(root, "dogcatdogcatdogcatdogcat", 9, "2.1")
    thickest = root.locator(".gb-stage path:not([data-from])").evaluate_all(
        "all => all.reduce((a, b) => +b.dataset.weight > +a.dataset.weight ? b : a)"
        ".dataset.to"
    )
    assert int(thickest) == 4  # the a after the earlier c
    assert score(root) == {"first": "0/6", "later": "17/17"}
    press(root, "head-1.1")
    agrees(root, "dogcatdogcatdogcatdogcat", 9, "1.1")
    assert "looks most at g (position 8): 0.88" in root.inner_text()
    assert watched.errors == [] and watched.foreign == []


def test_the_two_steps_stand_in_the_picture_together(show):
    _, root = show(InsideAModel())
    flags = root.locator(".gb-flag:not([hidden])")
    assert flags.all_inner_texts() == ["head 2.1: 0.94", "1.1: 0.71"]
    said = "From there, head 1.1 had looked at c (position 3): 0.71."
    assert said in root.inner_text()
    press(root, "cut-1.1")
    dashes = "one => getComputedStyle(one).strokeDasharray"
    assert root.locator(".gb-stage path[data-from]").evaluate(dashes) != "none"
    assert re.search(r"1\.1 had looked at . \(\d+\), but it is cut", root.inner_text())
    press(root, "head-1.1")
    assert root.locator(".gb-stage path[data-from]").count() == 0


def test_nothing_tells_what_a_cut_does_before_it_is_made(show):
    _, root = show(InsideAModel())
    inside, _ = inside_of("dogcat" * 4, ["1.1"])
    still = (inside.logits[6:23].argmax(axis=-1) == letter_ids("dogcat" * 4)[7:]).sum()
    words = f"{root.inner_html()} {InsideAModel().fallback}"
    assert not re.search(rf"\b{still}( of |/)17\b", words)
    press(root, "cut-1.1")
    assert score(root)["later"] == f"{still}/17"


def test_one_layer_is_another_model_with_two_heads_and_two_panels(unfolded):
    watched, root = unfolded(InsideAModel())
    press(root, "cut-2.1")
    press(root, "layers-1")
    content = "dogcat" * 4
    agrees(root, content, 9, "1.1", layers=1)  # no cut is left over
    closed = root.locator("button[data-head]:disabled").all_inner_texts()
    assert closed == ["2.1", "2.2"] * 2
    assert root.locator("[data-layer]:visible").count() == 2
    assert root.locator(".gb-scroll thead th").all_inner_texts()[2:] == ["1.1", "1.2"]
    inside, _ = inside_of(content, layers=1)
    right = (inside.logits[6:23].argmax(axis=-1) == letter_ids(content)[7:]).sum()
    assert score(root)["later"] == f"{right}/17"
    press(root, "cut-1.2")
    agrees(root, content, 9, "1.1", ["1.2"], layers=1)
    press(root, "layers-2")
    agrees(root, content, 9, "2.1")
    press(root, "undo")
    agrees(root, content, 9, "1.1", ["1.2"], layers=1)
    assert watched.errors == []


@pytest.mark.parametrize("head", HEADS)
def test_the_fallback_tells_one_layer_s_guesses_whatever_is_left_of_two(head):
    widget = InsideAModel("tigertiger", at=6, head=head, off=["2.1"], layers=1)
    inside, _ = inside_of("tigertiger", layers=1)
    rows = re.findall(r"<td>(.)</td><td>(.)</td>", unescape(widget.fallback))
    guesses = [LETTERS[i] for i in inside.logits.argmax(axis=-1)]
    assert [guess for _, guess in rows] == guesses
    weights = inside.weights[0][int(head[-1]) - 1, 6]
    assert f"head 1.{head[-1]} looks" in widget.fallback
    assert f": {weights.max():.2f}." in widget.fallback
    assert "Cut" not in widget.fallback and "layer 2" not in widget.fallback
    assert "1 attention layer guesses" in widget.fallback


def test_a_guess_is_made_before_a_cut_and_told_after_it(show):
    _, root = show(InsideAModel())
    guess = root.locator("[data-field=guess]")
    options = [one.strip() for one in guess.locator("option").all_inner_texts()]
    assert options == ["–", *map(str, range(18))]
    assert "of 17" in root.locator(".gb-bet").inner_text()
    guess.select_option("12")
    assert "your guess" not in root.locator(".gb-score").inner_text()
    press(root, "cut-1.1")
    told = root.locator(".gb-score").inner_text()
    assert told.startswith("Cut: 1.1.") and "(your guess: 12)" in told
    assert guess.is_disabled()
    press(root, "cut-1.1")
    assert not guess.is_disabled() and guess.input_value() == "12"


def test_another_text_has_nothing_cut_and_no_guess(show):
    _, root = show(InsideAModel())
    root.locator("[data-field=guess]").select_option("12")
    field = root.locator("[data-field=content]")
    ways = [
        lambda: field.fill("poundpoundpound"),
        lambda: press(root, "random"),
        lambda: root.locator("[data-field=period]").select_option("8"),
    ]
    for change in ways:
        press(root, "cut-2.1")
        change()
        assert root.locator(".gb-cuts [aria-pressed=true]").count() == 0
        assert root.locator("[data-field=guess]").input_value() == "-1"
        assert "Cut: " not in root.inner_text()
        content = field.input_value().replace(" ", "")
        agrees(root, content, 9, "2.1")
    field.fill("abcdefg")
    assert not root.locator(".gb-bet").is_visible()  # nothing is known in it


NAME_TO_ARC = """(root) => {
  const note = root.querySelectorAll(".gb-flag:not([hidden])")[1];
  const flag = note?.getBoundingClientRect();
  const arc = root.querySelector("path[data-from]").getBoundingClientRect();
  if (!flag) return null;
  const across = Math.max(0, flag.left - arc.right, arc.left - flag.right);
  const down = Math.max(0, flag.top - arc.bottom, arc.top - flag.bottom);
  return Math.hypot(across, down);
}"""


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("at", [9, 13, 16, 20])
def test_a_note_s_name_stands_beside_its_arc_or_not_at_all(show, width, at):
    _, root = show(InsideAModel(at=at), width=width)
    far = root.evaluate(NAME_TO_ARC)
    assert far is not None if at == 9 else True
    assert far is None or far < 30


@pytest.mark.parametrize("off", [["1.1"], ["1.2"], ["2.1", "2.2"], HEADS])
def test_a_cut_changes_all_that_follows_and_is_undone(show, off):
    watched, root = show(InsideAModel(head="2.2"))
    content = "dogcatdogcatdogcatdogcat"
    for head in off:
        press(root, f"cut-{head}")
    agrees(root, content, 9, "2.2", off)
    pressed = root.locator(".gb-cuts [aria-pressed=true]").all_inner_texts()
    assert pressed == off
    assert ("head 2.2 (cut) looks" in root.inner_text()) is ("2.2" in off)
    press(root, f"cut-{off[-1]}")
    agrees(root, content, 9, "2.2", off[:-1])
    press(root, "undo")
    agrees(root, content, 9, "2.2", off)
    press(root, "reset")
    agrees(root, content, 9, "2.2")
    assert watched.errors == []


@pytest.mark.parametrize("off", [[], ["1.1", "2.2"]])
@pytest.mark.parametrize(("content", "at"), [("tigertigert", 8), ("abcdefg", 6)])
def test_every_weight_is_python_s(unfolded, content, at, off):
    _, root = unfolded(InsideAModel(content, at=at, off=off))
    inside, _ = inside_of(content, off)
    got = np.reshape(values(root, ".gb-scroll tbody td:nth-child(n + 3)"), (-1, 4))
    right = np.concatenate(inside.weights)[:, at, : at + 1].T
    np.testing.assert_allclose(got, right, rtol=0, atol=TOLERANCE)


def test_what_a_head_adds_is_told_only_where_the_reader_unfolds_it(show):
    _, root = show(InsideAModel())
    assert root.locator("[data-adds]:visible").count() == 0
    press(root, "more")
    assert root.locator("[data-adds]:visible").count() == 6


@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("off", [[], ["1.2"], ["1.1", "2.1"]])
@pytest.mark.parametrize("at", [9, 23])
def test_what_each_head_adds_is_python_s_and_sums_to_the_logit(
    unfolded, at, off, layers
):
    _, root = unfolded(InsideAModel("gowned" * 4, at=at, off=off, layers=layers))
    off = [one for one in off if one in head_names(layers)]
    model = without_heads(load_induction(layers), off)
    parts = parts_of_logits(letter_ids("gowned" * 4), model)
    inside = attention_only(letter_ids("gowned" * 4), model)
    letter = letter_ids("gowned" * 4)[at + 1] if at < 23 else inside.logits[23].argmax()
    read = "all => all.filter((one) => !one.hidden).map((one) => one.dataset.adds)"
    names = root.locator("[data-adds]").evaluate_all(read)
    assert names == [*parts, "logit"]
    got = [values(root, f"[data-adds='{name}'] b")[0] for name in names]
    right = [part[at, letter] for part in parts.values()]
    np.testing.assert_allclose(got[:-1], right, rtol=0, atol=TOLERANCE)
    assert sum(got[:-1]) == pytest.approx(got[-1], abs=TOLERANCE)
    assert root.locator(".gb-part-cut").count() == len(off)
    assert f"to the logit of {LETTERS[letter]}" in root.inner_text()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_panel_keeps_its_height_whatever_is_cut_and_chosen(show, width):
    watched, root = show(InsideAModel(), width=width)
    # The book's column, and a font about as narrow as the book's own.
    column = "main { max-width: 688px } body { font-family: Helvetica, sans-serif }"
    watched.page.add_style_tag(content=column)
    high = {root.bounding_box()["height"]}
    root.locator("[data-field=guess]").select_option("12")
    for head in HEADS:
        press(root, f"head-{head}")
        for off in ("1.1", "2.1"):
            press(root, f"cut-{off}")
            for at in (0, 9, 15, 23):
                press(root, f"at-{at}")
                high.add(root.bounding_box()["height"])
    assert max(high) - min(high) < 1


def test_the_heads_of_the_other_model_have_other_colors_and_are_named_as_its(show):
    _, root = show(InsideAModel())
    color = "one => getComputedStyle(one).color"
    heads = [root.locator(f"[data-action='cut-{one}']") for one in ("1.1", "1.2")]
    two = [one.evaluate(color) for one in heads]
    press(root, "layers-1")
    one = [one.evaluate(color) for one in heads]
    assert len({*one, *two}) == 4
    assert "head 1.1 of the one-layer model looks most" in root.inner_text()


def test_on_a_phone_an_arc_from_the_lower_row_goes_on_to_its_letter(show):
    _, root = show(InsideAModel(at=15), width=390)
    far = root.locator(".gb-far").evaluate_all(
        "all => all.map((one) => one.dataset.action)"
    )
    inside, _ = inside_of("dogcat" * 4)
    weights = inside.weights[1][0, 15, :12]
    assert far == [f"at-{j}" for j in np.flatnonzero(weights >= 0.1)] != []
    press(root, "at-9")
    assert root.locator(".gb-far").count() == 0


def test_what_is_typed_is_read_at_once_and_spaces_do_not_count(show):
    _, root = show(InsideAModel())
    field = root.locator("[data-field=content]")
    field.fill("pound poundpo undpound")
    agrees(root, "poundpoundpoundpound", 9, "2.1")
    assert score(root)["later"] == "14/14"
    assert field.input_value() == "pound poundpo undpound"  # as the reader typed it
    field.fill("xy")
    agrees(root, "xy", 1, "2.1")
    assert list(score(root)) == ["all"]
    assert root.locator(".gb-round").count() == 0  # nothing begins again
    assert root.locator(".gb-again").count() == 0
    press(root, "undo")
    agrees(root, "dogcatdogcatdogcatdogcat", 9, "2.1")
    assert field.input_value() == "dogcat dogcat dogcat dogcat"
    assert root.locator(".gb-again").count() == 3


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("dogCat", "Only small letters a to z: “C” isn’t one."),
        ("dog1dog", "“1” isn’t one"),
        ("d", "Type at least 2 letters."),
        ("  ", "Type at least 2 letters."),
        ("q" * 25, "At most 24 letters; these are 25."),
    ],
)
def test_a_wrong_text_is_marked_and_the_last_good_one_stays(show, typed, words):
    _, root = show(InsideAModel("tigertigert", at=6))
    field = root.locator("[data-field=content]")
    field.fill(typed)
    assert field.get_attribute("aria-invalid") == "true"
    assert words in root.locator("[role=alert]").inner_text()
    agrees(root, "tigertigert", 6, "2.1")
    assert fades(root) == {".gb-picture": True, ".gb-score": True, ".gb-lens": True}
    press(root, "cut-1.2")  # what else is done leaves the wrong entry
    assert field.input_value() == typed
    agrees(root, "tigertigert", 6, "2.1", ["1.2"])
    press(root, "random")  # a new text takes its place
    assert field.get_attribute("aria-invalid") is None
    assert re.fullmatch(r"[a-z ]{24,}", field.input_value())
    assert not any(fades(root).values())


def test_random_texts_begin_again_after_the_chosen_number_of_letters(show):
    _, root = show(InsideAModel())
    seen = set()
    for period in ("9", "12", "6"):
        root.locator("[data-field=period]").select_option(period)
        for _ in range(2):
            press(root, "random")
            shown = root.locator("[data-field=content]").input_value().split()
            assert {len(one) for one in shown[:-1]} == {int(period)}
            assert len("".join(shown)) == 24 and len(set(shown[0])) == int(period)
            seen.add(shown[0])
            agrees(root, "".join(shown), 9, "2.1")
    assert len(seen) == 6
    press(root, "reset")
    agrees(root, "dogcatdogcatdogcatdogcat", 9, "2.1")
    assert root.locator("[data-field=period]").input_value() == "6"


def test_arrow_keys_walk_along_the_letters(show):
    watched, root = show(InsideAModel())
    keyboard = watched.page.keyboard
    root.locator("[data-action=at-9]").focus()
    for key, at in [
        ("ArrowRight", 10), ("ArrowLeft", 9), ("ArrowUp", 9), ("Home", 0),
        ("ArrowLeft", 0), ("End", 23), ("ArrowRight", 23),
    ]:  # fmt: skip
        keyboard.press(key)
        assert chosen(root) == at
        name = watched.page.evaluate("document.activeElement.dataset.action")
        assert name == f"at-{at}"
    agrees(root, "dogcatdogcatdogcatdogcat", 23, "2.1")
    assert "after t (the end)" in root.inner_text()
    assert root.locator(".gb-letters [tabindex='0']").count() == 1


def test_what_is_right_is_told_without_color_and_to_screen_readers(show):
    watched, root = show(InsideAModel("abcabcab", at=4), clock=True)
    inside, _ = inside_of("abcabcab")
    for i, guess in enumerate(inside.logits.argmax(axis=-1)[:-1]):
        cell = root.locator(f"[data-action=at-{i}]")
        is_right = LETTERS[guess] == "abcabcab"[i + 1]
        assert cell.locator("i").inner_text() == "✗✓"[is_right]
        name = cell.get_attribute("aria-label")
        assert name.endswith("right" if is_right else "wrong")
    press(root, "at-6")
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    guess = LETTERS[inside.logits[6].argmax()]
    assert said.startswith(f"After a (position 6) the model guesses {guess}. Right")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    ("content", "names"),
    [
        ("aaaa", ["1", "2", "3", "4"]),
        ("ababab", ["1", "2", "3"]),
        ("abcabcabc", ["round 1", "round 2", "round 3"]),
    ],
)
def test_rows_and_rounds_have_their_names_and_none_is_cut(show, content, names, width):
    _, root = show(InsideAModel(content, at=2), width=width)
    rounds = root.locator(".gb-round")
    assert rounds.all_inner_texts() == names
    fits = "all => all.every((one) => one.scrollWidth <= one.clientWidth)"
    assert rounds.evaluate_all(fits)
    rows = root.locator(".gb-rows span")
    assert rows.all_inner_texts() == ["it reads", "guess of next", "right?"]
    if width == 390:  # they stand above the picture, in one line
        return
    cell = root.locator("[data-action=at-0]")
    for i, part in enumerate(("b", "span", "i")):
        name, sign = rows.nth(i).bounding_box(), cell.locator(part).bounding_box()
        middles = [box["y"] + box["height"] / 2 for box in (name, sign)]
        assert middles[0] == pytest.approx(middles[1], abs=4)
        assert name["x"] + name["width"] <= sign["x"]


# ---- on a phone ----------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 360])
def test_a_phone_has_two_rows_that_a_finger_can_hit(show, width):
    watched, root = show(
        InsideAModel(), width=width, height=844, has_touch=True, is_mobile=True
    )
    boxes = [one.bounding_box() for one in root.locator(".gb-letters button").all()]
    assert len({box["y"] for box in boxes}) == 2
    assert min(box["width"] for box in boxes) >= 24
    root.locator("[data-action=at-20]").tap()
    agrees(root, "dogcatdogcatdogcatdogcat", 20, "2.1")
    watched.page.keyboard.press("ArrowUp")
    agrees(root, "dogcatdogcatdogcatdogcat", 8, "2.1")
    root.locator("[data-action='cut-1.1']").tap()
    agrees(root, "dogcatdogcatdogcatdogcat", 8, "2.1", ["1.1"])


def test_an_arc_joins_the_middles_of_two_letters(show):
    for width in (1280, 390):
        _, root = show(InsideAModel(at=20), width=width)
        box = root.locator(".gb-stage svg").bounding_box()
        height = float(
            root.locator(".gb-stage svg").get_attribute("viewBox").split()[3]
        )
        for path in root.locator(".gb-stage path").all():
            *_, (x, y) = re.findall(r"([\d.]+) ([\d.]+)", path.get_attribute("d"))
            to = path.get_attribute("data-to")
            cell = root.locator(f"[data-action=at-{to}]").bounding_box()
            at_x = box["x"] + float(x) / 1000 * box["width"]
            assert at_x == pytest.approx(cell["x"] + cell["width"] / 2, abs=1)
            at_y = box["y"] + float(y) / height * box["height"]
            start = int(path.get_attribute("data-from") or 20)
            is_near = width == 1280 or int(to) // 12 == start // 12
            below = cell["y"] + 68 + 20 + 4  # a letter, its round's name
            edge = cell["y"] if is_near else below
            assert at_y == pytest.approx(edge, abs=1)


@pytest.mark.parametrize(("width", "height"), [(1280, 600), (390, 780)])
def test_it_fits_one_screen(show, width, height):
    _, root = show(InsideAModel(), width=width)
    assert root.bounding_box()["height"] <= height


# ---- nothing lies on anything else ---------------------------------------------------

# A font that is wider than the book's, and the width of the book's column.
BOOK = """body { font-family: "DejaVu Sans", sans-serif; margin: 16px }
main { max-width: 688px }"""
# Words that a line runs through: each name on the picture, and the arcs that enter it.
CROSSED = """(stage) => {
  const boxes = [...stage.querySelectorAll(".gb-flag:not([hidden]), .gb-round")]
    .filter((one) => one.textContent)
    .map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return [one.textContent, range.getBoundingClientRect()];
    });
  return [...stage.querySelectorAll("path")].flatMap((path) => {
    const seen = path.getScreenCTM();
    const half = parseFloat(getComputedStyle(path).strokeWidth) / 2;
    const long = path.getTotalLength();
    const points = Array.from({ length: 400 }, (_, i) =>
      path.getPointAtLength((long * i) / 399).matrixTransform(seen));
    return boxes.filter(([, box]) => points.some(({ x, y }) =>
      x > box.left - half && x < box.right + half
      && y > box.top - half && y < box.bottom + half))
      .map(([words]) => `${path.dataset.to}: ${words}`);
  });
}"""
# What sticks out: the signs of a chosen letter, and the numbers of a panel.
STICKING_OUT = """(root) => {
  const inside = (node, box) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const at = range.getBoundingClientRect();
    return at.left >= box.left - 0.5 && at.right <= box.right + 0.5
      && at.top >= box.top && at.bottom <= box.bottom;
  };
  const cell = root.querySelector(".gb-letters [aria-pressed=true]");
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const edge = parseFloat(getComputedStyle(cell).borderTopWidth);
  const box = { left: left + edge, right: right - edge, top: top + edge,
    bottom: bottom - edge };
  return [
    ...[...cell.children].filter((node) => !inside(node, box)),
    ...[...root.querySelectorAll(".gb-panels b")].filter((node) => {
      const { left, right } = node.closest("[data-layer]").getBoundingClientRect();
      return !inside(node, { left, right, top: -1e4, bottom: 1e4 });
    }),
  ].map((node) => node.textContent);
}"""


@pytest.mark.parametrize("width", [390, 1280])
def test_no_arc_runs_through_a_word_and_nothing_leaves_its_box(show, width):
    watched, root = show(InsideAModel(), width=width)
    watched.page.add_style_tag(content=BOOK)
    told = set()
    for off in ([], ["1.1"]):
        for head in off:
            press(root, f"cut-{head}")
        for head in ("1.2", "2.1"):
            press(root, f"head-{head}")
            for at in (0, 9, 19, 20, 23):
                press(root, f"at-{at}")
                where = (off, head, at)
                assert root.locator(".gb-stage").evaluate(CROSSED) == [], where
                assert root.evaluate(STICKING_OUT) == [], where
                told |= {*root.locator(".gb-panels b").all_inner_texts()}
                if width == 1280:
                    assert root.locator(".gb-flag").first.is_visible(), where
    assert "100\N{NO-BREAK SPACE}%" in told


def test_the_arc_s_name_is_shown_where_its_arc_leads_to_another_row(show):
    _, root = show(InsideAModel(at=20), width=390)
    flag = root.locator(".gb-flag[data-head='2.1']")
    assert flag.inner_text() == "head 2.1: 0.93"
    letter, name = (
        root.locator("[data-action=at-9]").bounding_box(),
        flag.bounding_box(),
    )
    assert name["x"] < letter["x"] + letter["width"] / 2 < name["x"] + name["width"]
    assert 0 < letter["y"] - (name["y"] + name["height"]) < 26  # the note's arc between


@pytest.mark.parametrize("width", [390, 1280])
def test_an_error_of_two_lines_stays_below_the_widget_s_top(show, width):
    watched, root = show(InsideAModel(), width=width)
    watched.page.add_style_tag(content=BOOK)
    root.locator("[data-field=content]").fill("dogécat")
    error, field = root.locator("[role=alert]"), root.locator("[data-field=content]")
    at, below = error.bounding_box(), field.bounding_box()
    assert at["height"] > 30  # two lines
    assert at["y"] > root.bounding_box()["y"]
    assert at["y"] + at["height"] <= below["y"] + 1
