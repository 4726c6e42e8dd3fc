"""A layer of 2017 and one of today: their order, numbers, marks, sizes and words."""

import re

import numpy as np
import pytest
from glassbox.kernels.multi_head import AttentionParameters
from glassbox.kernels.position_wise import FeedForwardParameters
from glassbox.machine.decoder_only import DecoderOnlyLayerParameters
from glassbox.machine.parameters import EncoderLayerParameters, NormParameters

from tests.drawings import test_drawings_in_pages as pages
from tests.figures.test_figures_in_pages import COLORS, FAULTS

opened, made_up_language = pages.opened, pages.made_up_language

TAG = "{http://www.w3.org/2000/svg}"
FEED, ATTENTION, EMBEDDING, NORM = 1, 2, 4, 5  # their colors
SMALL = {
    "d_model": 576, "n_heads": 9, "n_key_value_heads": 3,
    "d_ff_then": 2304, "d_ff_now": 1536,
}  # fmt: skip
LARGE = {
    "d_model": 4096, "n_heads": 64, "n_key_value_heads": 8,
    "d_ff_then": 12_000, "d_ff_now": 8000,
}  # fmt: skip
TINY = {
    "d_model": 6,
    "n_heads": 2,
    "n_key_value_heads": 2,
    "d_ff_then": 5,
    "d_ff_now": 7,
}
CALLS = [SMALL, LARGE, TINY]
MIDDLE = 200  # of the sheet: 2017 to its left, today to its right


def all_numbers(value):
    """Add up the sizes of the arrays in nested parameters."""
    if isinstance(value, np.ndarray):
        return value.size
    parts = vars(value).values() if hasattr(value, "__dict__") else ()
    return sum(map(all_numbers, parts))


def layers(d_model, n_heads, n_key_value_heads, d_ff_then, d_ff_now):
    """Make both layers of real arrays, as the book's own machines have them."""

    def empty(*shape):
        return np.empty(shape, np.float16)

    square, row = empty(d_model, d_model), empty(d_model)
    attention = AttentionParameters(n_heads, *[square] * 4, *[row] * 4)
    feed = FeedForwardParameters(
        empty(d_model, d_ff_then), empty(d_ff_then), empty(d_ff_then, d_model), row
    )
    norm = NormParameters(row, row)
    # Without a memory to read, a decoder's layer has an encoder layer's parts.
    then = EncoderLayerParameters(attention, norm, feed, norm)
    shared = empty(d_model, n_key_value_heads * (d_model // n_heads))
    up, down = empty(d_model, d_ff_now), empty(d_ff_now, d_model)
    now = DecoderOnlyLayerParameters(
        row, square, shared, shared, square, row, up, up, down
    )
    return then, now


def lines_of(drawn, is_now):
    """List a column's words: (base line, left, words), from the top down."""
    found = []
    for text in drawn.root.iter(TAG + "text"):
        x, y, said = (
            float(text.get("x")),
            float(text.get("y")),
            "".join(text.itertext()),
        )
        if (x > MIDDLE) == is_now:
            found.append((y, x, said))
    return sorted(found)


def boxes_of(drawn, is_now):
    """List a column's boxes from the top down: (color, top, height)."""
    pale = [r for r in drawn.rectangles() if r[5] == 0.16]
    column = [r for r in pale if (r[1] + r[3] / 2 > MIDDLE) == is_now]
    return sorted([(r[0], r[2], r[4]) for r in column], key=lambda one: one[1])


def count_beside(drawn, is_now, words):
    """Return the numbers at the end of the lines that have these words."""
    lines = lines_of(drawn, is_now)
    bases = [y for y, _, said in lines if said == words]
    numbers = {y: said for y, _, said in lines if re.fullmatch(r"[\d,]+", said)}
    return [int(numbers[y].replace(",", "")) for y in bases]


@pytest.mark.parametrize("sizes", CALLS)
def test_the_numbers_are_those_of_the_machines_own_parameters(draw, sizes):
    drawn = draw("then_and_now", **sizes)
    then, now = layers(**sizes)
    attention, feed = all_numbers(then.self_attention), all_numbers(then.feed_forward)
    assert count_beside(drawn, False, "4 biases") == [attention]
    assert count_beside(drawn, False, "2 biases") == [feed]
    norm = all_numbers(then.feed_forward_norm)
    assert count_beside(drawn, False, "LayerNorm: γ, β") == [norm] * 2
    gated = sum(m.size for m in (now.w_gate, now.w_up, now.w_down))
    looks = sum(m.size for m in (now.w_q, now.w_k, now.w_v, now.w_o))
    assert count_beside(drawn, True, "no biases") == [gated, looks]
    assert count_beside(drawn, True, "RMSNorm: γ") == [now.gamma_attention.size] * 3
    for layer in (then, now):
        assert f"one layer: {all_numbers(layer):,}" in drawn.words


def test_the_chapter_s_numbers_are_written(draw):
    drawn = draw("then_and_now", **SMALL)
    assert {"one layer: 3,988,800", "one layer: 3,540,096"} <= set(drawn.words)
    assert {"ReLU, d_ff = 2,304", "SwiGLU, d_ff = 1,536"} <= set(drawn.words)
    assert {"9 heads with 9 k, v", "9 heads share 3 k, v"} <= set(drawn.words)
    assert "11% fewer" in drawn.words


def test_a_layer_that_has_grown_is_not_said_to_have_shrunk(draw):
    drawn = draw("then_and_now", **SMALL | {"d_ff_now": 2304})
    then, now = map(all_numbers, layers(**SMALL | {"d_ff_now": 2304}))
    assert now > then
    assert f"{100 * (now / then - 1):.0f}% more" in drawn.words
    assert "fewer" not in drawn.label


def test_each_column_has_its_parts_in_the_order_of_its_machine(draw):
    drawn = draw("then_and_now", **SMALL)
    then, now = ([box[0] for box in boxes_of(drawn, side)] for side in (False, True))
    # From the top down: post-norm ends in a norm, pre-norm begins with one.
    assert then == [NORM, FEED, NORM, ATTENTION, EMBEDDING]
    assert now == [NORM, FEED, NORM, ATTENTION, NORM, EMBEDDING]


def test_parts_that_correspond_stand_side_by_side_in_as_many_lines(draw):
    drawn = draw("then_and_now", **SMALL)
    then, now = boxes_of(drawn, False), boxes_of(drawn, True)
    assert then[1:4] == now[1:4]  # feed-forward, the norm between, attention
    assert then[4] == now[5]  # the embedding
    assert now[0][1] < then[0][1]  # the last norm is above what is one layer


def test_skip_paths_begin_before_the_norm_today_and_behind_it_in_2017(draw):
    drawn = draw("then_and_now", **SMALL)
    for is_now in (False, True):
        paths = [r for r in drawn.rectangles() if r[0] == EMBEDDING and r[5] == 1]
        upright = [r for r in paths if r[3] == 3 and (r[1] > MIDDLE) == is_now]
        (top, _), (low, _) = sorted((r[2] + r[4], r[2]) for r in upright)  # their ends
        boxes = boxes_of(drawn, is_now)
        feed, norm, look = (
            next((y, y + h) for color, y, h in boxes[1:] if color == wanted)
            for wanted in (FEED, NORM, ATTENTION)
        )
        if is_now:
            assert norm[1] < top < look[0]  # below the norm before feed-forward
            assert boxes[4][1] + boxes[4][2] < low < boxes[5][1]
        else:
            assert feed[1] < top < norm[0]  # above the norm behind attention
            assert look[1] < low < boxes[4][1]


def marked(drawn):
    """List the words that stand on a filled line, and that line's color."""
    found = []
    filled = [r for r in drawn.rectangles() if r[5] == 1 and r[3] > 100]
    for y, x, said in lines_of(drawn, True) + lines_of(drawn, False):
        for color, left, top, wide, high, _ in filled:
            if left <= x <= left + wide and top < y < top + high:
                found.append((said, color))
    return found


def test_what_has_changed_is_filled_in_its_part_s_color_and_nothing_else(draw):
    words = [one for one in marked(draw("then_and_now", **SMALL)) if one[0][0] > "9"]
    heads = [one for one in marked(draw("then_and_now", **SMALL)) if "k, v" in one[0]]
    assert sorted(words) == sorted([
        *[("RMSNorm: γ", NORM)] * 3,
        ("SwiGLU, d_ff = 1,536", FEED), ("no biases", FEED),
        ("q, k turned: rotary", ATTENTION), ("no biases", ATTENTION),
        ("no positions", EMBEDDING),
    ])  # fmt: skip
    assert heads == [("9 heads share 3 k, v", ATTENTION)]
    assert ("3 matrices", FEED) in marked(draw("then_and_now", **SMALL))


def test_heads_that_share_nothing_have_not_changed(draw):
    drawn = draw("then_and_now", **SMALL | {"n_key_value_heads": 9})
    assert drawn.words.count("9 heads with 9 k, v") == 2
    assert not any("9 heads" in said for said, _ in marked(drawn))


def test_the_description_says_both_layers_in_order_with_their_numbers(draw):
    label = draw("then_and_now", **SMALL).label
    then = (
        "post-norm: embedding (+ sinusoids), masked attention (q, k as they are; 9 "
        "heads with 9 k, v; 4 biases; 1,329,408 parameters), the sum with what came "
        "in, LayerNorm: γ, β (1,152 parameters), feed-forward (ReLU, d_ff = 2,304; 2 "
        "matrices; 2 biases; 2,657,088 parameters), the sum, LayerNorm: γ, β"
    )
    now = (
        "pre-norm: embedding (no positions), RMSNorm: γ (576 parameters), masked "
        "attention (q, k turned: rotary; 9 heads share 3 k, v; no biases; 884,736 "
        "parameters), the sum with what came in before the norm, RMSNorm: γ"
    )
    assert then in label and now in label
    assert label.endswith("One layer: 3,540,096, 11% fewer.")


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"d_ff_now": 0}, "at least 1, and n_heads at most 64; got (576, 9, 3, 2304"),
        ({"d_model": 650, "n_heads": 65}, "n_heads at most 64; got (650, 65"),
        ({"d_ff_now": 57_871}, "fewer than 100,000,000 parameters; got 100,001,088"),
        ({"n_heads": 48, "n_key_value_heads": 12}, "n_heads, or at most 9; got 12"),
        ({"n_heads": 7}, "got 7 for 576, and 3 for 7"),
        ({"n_key_value_heads": 2}, "got 9 for 576, and 2 for 9"),
    ],
)
def test_layers_that_cannot_be_drawn_are_refused(draw, change, rule):
    with pytest.raises(ValueError, match=re.escape(rule)):
        draw("then_and_now", **SMALL | change)


@pytest.mark.parametrize("sizes", CALLS)
def test_it_fits_one_screen(draw, sizes):
    head = re.search(r'height="(\d+)"', draw("then_and_now", **sizes).svg)
    assert int(head[1]) <= 800  # where it has all the room that it wants


@pytest.mark.parametrize("sizes", CALLS)
def test_it_is_plain_svg_small_and_always_the_same(draw, sizes):
    svg = draw("then_and_now", **sizes).svg
    assert len(svg.encode()) <= 20_000
    assert not re.search(r"\bid=|href|url\(|<style|<!", svg)  # many stand in a page
    assert svg == draw("then_and_now", **sizes).svg


def test_no_word_escapes_translation(made_up_language, draw):
    drawn = draw("then_and_now", **SMALL)
    left = re.sub("⟦[^⟦⟧]*⟧", "", " ".join(drawn.words))
    assert re.findall("[A-Za-z]{2,}", left) == []
    assert drawn.label.startswith("⟦")


PAST_ITS_BOX = """() => [...document.querySelectorAll("svg")].flatMap((svg) => {
    const pale = [...svg.querySelectorAll("path[fill-opacity='0.16']")];
    const boxes = pale.map((path) => path.getBBox());
    return [...svg.querySelectorAll("text")].filter((text) => {
        const at = text.getBBox();
        const box = boxes.find((one) => at.y > one.y - 2
            && at.y + at.height < one.y + one.height + 2
            && Math.abs(at.x + at.width / 2 - one.x - one.width / 2) < one.width / 2);
        return box && (at.x < box.x || at.x + at.width > box.x + box.width);
    }).map((text) => text.textContent);
})"""


@pytest.mark.browser
@pytest.mark.parametrize("font", ["Helvetica, Arial, sans-serif", "DejaVu Sans"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_word_is_cut_or_lies_on_another(draw, opened, width, font):
    body = "".join(draw("then_and_now", **sizes).svg for sizes in CALLS)
    page = opened(body, font=font, width=width)
    assert page.locator("svg").count() == len(CALLS)
    assert page.evaluate(FAULTS) == []
    assert page.evaluate(PAST_ITS_BOX) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_words_are_legible_on_a_phone_and_colors_follow_the_theme(draw, opened):
    page = opened(draw("then_and_now", **SMALL).svg)
    sizes = page.eval_on_selector_all(
        "svg text",
        """all => all.map((text) => parseFloat(getComputedStyle(text).fontSize)
            * text.ownerSVGElement.getBoundingClientRect().width
            / text.ownerSVGElement.viewBox.baseVal.width)""",
    )
    assert len(sizes) > 40
    assert min(sizes) >= 11
    light = page.evaluate(COLORS)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = page.evaluate(COLORS)
    assert len(light) >= 6
    assert [plain for plain in light if light[plain] == dark[plain]] == []
