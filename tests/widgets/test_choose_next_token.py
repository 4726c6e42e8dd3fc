"""The widget choose the next token: its rules, numbers, fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import greedy, map_arrays, next_token_probabilities, sample, softmax
from glassbox._random import mulberry32
from glassbox.models.book_writer import (
    BookWriter,
    book_words,
    continue_texts,
    cut_text,
    load_book_writer,
    next_token_logits,
)
from glassbox.widgets import ChooseNextToken
from glassbox.widgets.choose_next_token.numbers import (
    MOST_WRITTEN,
    arrays_of,
    drawn,
    offer,
    packed,
    step_of,
    strangers,
)
from traitlets import TraitError

SETTINGS = [(0, None, None), (0.7, 20, None), (1.3, None, 0.8), (2.0, 50, 0.6)]
SHOWN = 6


@pytest.fixture(scope="module")
def model():
    return load_book_writer()


class PageRandom(np.random.Generator):
    """The page's random number of one draw, as the kernel sample asks for it."""

    def __init__(self, seed, draws):
        super().__init__(np.random.PCG64(0))
        self.number = mulberry32(seed, draws + 1)[-1]

    def random(self, size):
        return np.full(size, self.number)


def test_the_state_is_kept_as_given():
    widget = ChooseNextToken(openings=["A", "The"], opening=1, written=[3, 9], seed=4,
                             temperature=0.5, top_k=2, top_p=0.5, draws=7)  # fmt: skip
    assert (widget.openings, widget.opening, widget.written) == (
        ["A", "The"],
        1,
        [3, 9],
    )
    assert (widget.temperature, widget.top_k, widget.top_p) == (0.5, 2, 0.5)
    assert (widget.draws, widget.seed) == (7, 4)
    assert repr(widget) == (
        "ChooseNextToken('The', 2 written, temperature=0.5, top_k=2, top_p=0.5)"
    )


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("model", 3, "model must be a BookWriter; got int"),
        ("openings", [], "openings must be 1 to 4; got 0"),
        ("openings", ["月"], "openings must be made of known tokens; got '月'"),
        ("openings", ["x" * 13], "openings must have at most 12 tokens each; got"),
        ("opening", 3, "opening must be from 0 to 2; got 3"),
        ("written", [5000], "written must be ids from 0 to 618; got 5000"),
        ("written", [-1], "written must be a list of ids"),
        ("written", [1] * 201, "written must be at most 200 ids; got 201"),
        ("temperature", 2.1, "temperature must be from 0 to 2; got 2.1"),
        ("top_k", 0, "top_k must be from 1 to"),
        ("top_p", 1.01, "top_p must be from 0 to 1, or None; got 1.01"),
        ("seed", 1000, "seed must be from 0 to 999; got 1000"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = ChooseNextToken(written=[5], top_k=2)
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert {trait: getattr(widget, trait) for trait in before} == before


def test_a_model_that_does_not_fit_into_bytes_is_refused(model):
    other = map_arrays(model.parameters, lambda x: x / 3)
    with pytest.raises(TraitError, match="matrices of 8"):
        ChooseNextToken(BookWriter(other, model.tokens))


def test_the_model_travels_a_byte_a_number_and_nothing_is_lost(model):
    state = packed(model, None)
    arrays, start = arrays_of(model.parameters), 0
    for array in arrays:
        kind = "<i1" if array.ndim == 2 else "<i2"
        size = array.size * np.dtype(kind).itemsize
        sent = np.frombuffer(state["values"][start : start + size], kind)
        np.testing.assert_array_equal(sent.reshape(array.shape) * step_of(array), array)
        start += size
    assert start == len(state["values"]) < 90_000


@pytest.mark.parametrize("setting", SETTINGS)
def test_what_is_offered_is_the_kernels(model, setting):
    temperature, top_k, top_p = setting
    z = next_token_logits(model, "Each token is")
    found = offer(model, "Each token", cut_text(" is", model.tokens), *setting)
    np.testing.assert_array_equal(found.model, softmax(z))
    if temperature == 0:
        assert np.flatnonzero(found.drawn_from) == greedy(z)
    else:
        options = {"temperature": temperature, "top_k": top_k, "top_p": top_p}
        expected = next_token_probabilities(z, **options)
        np.testing.assert_array_equal(found.drawn_from, expected)


def test_a_draw_is_the_kernel_sample_with_the_page_s_number(model):
    p = offer(model, "The", [], 1.2, 100).drawn_from
    for draws in range(20):
        largest_first = np.argsort(-p, kind="stable")
        place = sample(p[largest_first], PageRandom(5, draws))
        assert drawn(p, 5, draws) == largest_first[place]


def test_the_fallback_shows_the_text_and_the_kernels_numbers(model):
    written = cut_text(" is", model.tokens)
    widget = ChooseNextToken(openings=["The model"], written=written, top_k=3)
    assert "<p>The text so far: The model is Shaded: repeated" in widget.fallback
    before, after = offer(model, "The model", written, 1, 3)
    rows = re.findall(r"<td>(.*?)</td><td>(.*?)</td>", widget.fallback)
    order = np.argsort(-before)[:SHOWN]
    for v, (first, second) in zip(order, rows, strict=False):
        assert first == f"{before[v]:.4f}"
        assert second == (f"{after[v]:.4f}" if after[v] else "cut")
    assert "3 of 619 tokens are left; they hold " in widget.fallback
    widget.temperature = 0
    assert "1 of 619 tokens is left; it holds " in widget.fallback


# ---- on a page ---------------------------------------------------------------

NUMBERS = "all => all.map(node => Number(node.dataset.value))"


@pytest.fixture
def page(show):
    """A page with the book's model: watched, its element, the widget."""

    def page(options=None, **state):
        widget = ChooseNextToken(**state)
        return *show(widget, **(options or {})), widget

    return page


def press(root, *actions):
    for action in actions:
        root.locator(f"[data-action={action}]").evaluate("node => node.click()")


def column(root, name):
    return np.array(root.locator(f"tbody td.gb-{name}").evaluate_all(NUMBERS))


def text_of(root):
    return root.locator(".gb-text").evaluate("node => node.textContent")


def agrees(root, model, opening, written, setting):
    """Compare every number shown with what the Python kernels give."""
    before, after = offer(model, opening, written, *setting)
    order = np.argsort(-before, kind="stable")
    top, rest = order[:SHOWN], order[SHOWN:]
    # 1e-9: sums of some ten thousand products, added in another order
    near = {"rtol": 0, "atol": 1e-9}
    for name, values in {"model": before, "after": after}.items():
        expected = [*values[top], values[rest].sum()]
        np.testing.assert_allclose(column(root, name), expected, **near)
    mass = float(root.locator(".gb-summary").get_attribute("data-value"))
    assert mass == pytest.approx(before[after > 0].sum(), abs=1e-9)
    shown = "".join(" ¶ " if v == 0 else model.tokens[v] for v in written)
    assert text_of(root) == opening + shown


WIDTHS = """all => all.map(node => {
    const gap = 2 * parseFloat(getComputedStyle(node).left);
    return node.getBoundingClientRect().width / (node.parentNode.clientWidth - gap);
})"""


def test_a_bar_is_as_long_as_its_number_on_one_scale_from_0_to_1(page):
    for state in (
        {"temperature": 2, "written": [4]},
        {"temperature": 0},
        {"top_k": 2, "openings": ["The Transform"]},
    ):
        _, root, _ = page(**state)
        for name in ("model", "after"):
            bars = root.locator(f".gb-bar-{name}").evaluate_all(WIDTHS)
            # 0.003: the page rounds a length to 1/64 pixel, and a cell to a pixel
            np.testing.assert_allclose(bars, column(root, name), rtol=0, atol=0.003)


@pytest.mark.parametrize("setting", SETTINGS[1:])
def test_the_strip_lays_all_pieces_end_to_end_and_its_arrow_points_at_the_next_draw(
    page, model, setting
):
    names = ("temperature", "top_k", "top_p")
    _, root, widget = page(seed=11, draws=3, **dict(zip(names, setting, strict=True)))
    mark = mulberry32(11, 4)[-1]
    lands = root.locator(".gb-lands")
    assert float(lands.get_attribute("data-value")) == pytest.approx(mark, abs=1e-12)
    chances = offer(model, widget.openings[0], [], *setting).drawn_from
    token = model.tokens[drawn(chances, 11, 3)].replace(" ", "␣")
    assert lands.inner_text() == f"Next random number {mark:.4f} takes “{token}”."
    pieces = np.array(root.locator(".gb-pieces span").evaluate_all(NUMBERS))
    largest_first = np.sort(chances)[::-1]
    expected = [*largest_first[:SHOWN], largest_first[SHOWN:].sum()]
    np.testing.assert_allclose(pieces, expected, rtol=0, atol=1e-9)
    line = root.locator(".gb-pieces").bounding_box()
    arrow = root.locator(".gb-mark").bounding_box()
    at = (arrow["x"] + arrow["width"] / 2 - line["x"]) / line["width"]
    assert at == pytest.approx(mark, abs=0.003)  # pixels
    press(root, "draw")
    assert root.locator(".gb-last").inner_text().strip() == token.strip("␣")


def test_greedy_shows_no_random_number(page, model):
    _, root, widget = page(temperature=0)
    best = model.tokens[offer(model, widget.openings[0], [], 0).drawn_from.argmax()]
    told = root.locator(".gb-lands").inner_text()
    token = best.replace(" ", "␣")
    assert told == f"At T = 0 nothing is random: next comes “{token}”."
    assert not root.locator(".gb-mark").is_visible()


CLIPPED = """all => all.filter(node => node.textContent).map(node => {
    const [name, piece] = [node.firstElementChild, node].map(
      one => one.getBoundingClientRect());
    return { out: name.top >= piece.bottom - 1,
      whole: name.left >= piece.left - 1 && name.right <= piece.right + 1 };
})"""


@pytest.mark.parametrize("width", [860, 390])
def test_a_piece_shows_its_name_whole_or_not_at_all(page, width):
    _, root, _ = page(options={"width": width}, openings=["The next token is"])
    names = root.locator(".gb-pieces span").evaluate_all(CLIPPED)
    assert all(name["out"] or name["whole"] for name in names)
    assert any(name["out"] for name in names)
    assert any(name["whole"] and not name["out"] for name in names)


def test_nothing_leaves_the_card_where_one_token_is_left(page):
    _, root, _ = page(options={"width": 390}, temperature=0)
    card, line = (
        root.locator(one).first.bounding_box() for one in (".gb-desk", ".gb-strip")
    )
    assert line["x"] + line["width"] <= card["x"] + card["width"] + 0.5
    shown = root.locator(".gb-desk").evaluate("n => [n.scrollWidth, n.clientWidth]")
    assert shown[0] <= shown[1]


def test_words_that_are_not_in_the_book_are_underlined_and_counted(page, model):
    written = cut_text(" reads livedes, and the model's axqe", model.tokens)
    _, root, widget = page(openings=["The model"], written=written)
    text = "The model reads livedes, and the model's axqe"
    places, count = strangers(text, book_words())
    assert [text[a:b] for a, b in places] == ["livedes"]  # the last word may still grow
    assert count == 8  # the, model, reads, livedes, and, the, model, s
    assert "".join(root.locator(".gb-strange").all_inner_texts()) == "livedes"
    assert root.locator(".gb-strangers").get_attribute("data-value") == "1"
    told = "Underlined: not in the book, 1 of 8 words."
    assert told in root.inner_text() and told in widget.fallback


@pytest.mark.parametrize("temperature", [1.0, 1.5])
def test_the_page_underlines_the_words_that_python_does(page, model, temperature):
    _, root, widget = page(temperature=temperature, seed=5)
    press(root, "draw-many", "draw-many", "draw-many")
    places, count = strangers(text_of(root), book_words())
    words = [text_of(root)[a:b] for a, b in places]
    assert words and "".join(root.locator(".gb-strange").all_inner_texts()) == (
        "".join(words)
    )
    assert f"{len(words)} of {count} words" in root.inner_text()


def test_a_cold_softmax_cuts_nothing_but_needs_few_tokens(page, model):
    _, root, widget = page(temperature=0.1)
    p = np.sort(offer(model, widget.openings[0], [], 0.1).drawn_from)[::-1]
    held = 1 + (np.cumsum(p) < 0.99).sum()
    told = f"619 of 619 tokens are left; {held} hold 99 % of the chance."
    assert told in root.inner_text() and told in widget.fallback
    assert "·10" not in root.inner_text()  # a chance of nearly 0 says so


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_page_draws_and_shows_what_the_python_kernels_give(page, model, setting):
    names = ("temperature", "top_k", "top_p")
    state = dict(zip(names, setting, strict=True))
    watched, root, widget = page(seed=11, opening=1, **state)
    opening, written = widget.openings[1], []
    agrees(root, model, opening, written, setting)
    press(root, "draw", "draw-many")
    for draws in range(21):
        p = offer(model, opening, written, *setting).drawn_from
        written.append(drawn(p, 11, draws))
    agrees(root, model, opening, written, setting)
    assert watched.errors == []


def test_greedy_in_the_page_is_greedy_in_python_and_a_full_text_takes_no_more(
    page, model
):
    _, root, widget = page(temperature=0)
    press(root, *["draw-many"] * 11)
    given = np.array([cut_text("¶" + widget.openings[0], model.tokens)])
    ids = continue_texts(model, given, MOST_WRITTEN, None, temperature=0)[0]
    agrees_text = "".join(" ¶ " if v == 0 else model.tokens[v] for v in ids[1:])
    assert text_of(root) == agrees_text
    assert "The text is full" in root.inner_text()
    assert "Press a token" not in root.inner_text()  # none may be pressed now
    disabled = root.locator("[data-action=draw]").get_attribute("aria-disabled")
    assert disabled == "true"


def test_runs_that_stood_before_are_marked_and_counted(page):
    _, root, _ = page(written=[3, 5, 7, 9, 3, 5, 7, 9, 11, 3, 5])
    marked = root.locator(".gb-one").evaluate_all(
        "all => all.map(node => node.classList.contains('gb-same'))"
    )
    assert [i for i, is_marked in enumerate(marked) if is_marked] == [4, 5, 6, 7]
    share = float(root.locator(".gb-circles").get_attribute("data-value"))
    assert share == pytest.approx(2 / 9)  # of 9 runs, two had occurred
    assert "repeated runs of three tokens, 22 %." in root.inner_text()
    press(root, "opening-1")
    assert root.locator(".gb-same").count() == 0
    assert root.locator(".gb-circles").get_attribute("data-value") == "0"


def test_a_long_text_scrolls_so_that_its_end_is_in_view(page):
    _, root, _ = page(temperature=0)
    high = root.bounding_box()["height"]
    press(root, *["draw-many"] * 10)
    assert root.locator(".gb-one").count() == MOST_WRITTEN
    assert root.bounding_box()["height"] - high < 40  # the summary may take a line
    text, last = root.locator(".gb-text"), root.locator(".gb-last")
    box, end = text.bounding_box(), last.bounding_box()
    assert box["y"] <= end["y"] <= box["y"] + box["height"] - end["height"] + 1


def test_draw_again_takes_other_numbers_and_undo_brings_the_text_back(page, model):
    watched, root, widget = page(seed=3)
    opening = widget.openings[0]
    press(root, "draw-many")
    before = text_of(root)
    press(root, "again")
    again = text_of(root)
    assert again != before and again.startswith(opening)
    assert root.locator(".gb-one").count() == 20
    press(root, "undo")
    assert text_of(root) == before
    press(root, "draw")  # its own next number: the seed has come back too
    written = []
    for draws in range(21):
        p = offer(model, opening, written).drawn_from
        written.append(drawn(p, 3, draws))
    agrees(root, model, opening, written, (1, None, None))
    press(root, "reset")
    agrees(root, model, opening, [], (1, None, None))
    assert watched.errors == []


def test_the_reader_may_write_a_candidate_and_another_opening_begins_anew(page, model):
    _, root, widget = page(top_k=2)
    opening = widget.openings[0]
    order = np.argsort(-offer(model, opening, []).model, kind="stable")
    press(root, "choose-5")  # one that is cut: the reader is free
    agrees(root, model, opening, [order[5]], (1, 2, None))
    press(root, "opening-2")
    agrees(root, model, widget.openings[2], [], (1, 2, None))
    press(root, "undo")
    agrees(root, model, opening, [order[5]], (1, 2, None))
    press(root, "reset")
    agrees(root, model, opening, [], (1, 2, None))


def test_the_ends_of_the_sliders_are_greedy_and_off(page, model):
    _, root, widget = page(temperature=1.5, top_k=40, top_p=0.9)
    opening = widget.openings[0]
    root.locator("[data-field=top_k]").press("End")
    root.locator("[data-field=top_p]").press("End")
    agrees(root, model, opening, [], (1.5, None, None))
    root.locator("[data-field=temperature]").press("Home")
    agrees(root, model, opening, [], (0, None, None))
    press(root, "undo", "undo", "undo")
    agrees(root, model, opening, [], (1.5, 40, 0.9))


def test_what_was_written_is_announced_after_a_pause(page, model):
    watched, root, widget = page(options={"clock": True}, temperature=0)
    press(root, "draw")
    watched.page.clock.run_for(1000)
    v = int(greedy(next_token_logits(model, widget.openings[0])))
    said = root.locator("[role=status]").inner_text()
    assert said.startswith(
        f"Written: “{model.tokens[v].replace(' ', '␣')}”. Likeliest: “"
    )


@pytest.mark.parametrize(("width", "height"), [(860, 800), (390, 844)])
def test_settings_and_result_are_in_view_together(page, width, height):
    _, root, _ = page(options={"width": width, "height": height}, temperature=1)
    press(root, "draw-many", "draw-many", "draw-many")
    assert root.locator(".gb").first.bounding_box()["height"] <= height
