"""Block sweep: its rules, its numbers, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import blockwise_attention, scaled_dot_product_attention, softmax
from glassbox.widgets import BlockSweep
from glassbox.widgets.block_sweep import FORGET, sweep
from traitlets import TraitError

SCORES = [1.0, 3.0, 2.0, 5.0, 4.0, 2.0]  # the chapter's pencil numbers
VALUES = [[10, 0], [20, 10], [0, 30], [40, 20], [10, 10], [30, 40]]
OTHER = [-2.5, 0.5, -9.0, 9.0, 4.25], [[1, -2], [3.5, 0], [-9, 99], [0, 7], [8, -99]]


def close(found, right):
    # float64: a few sums of exponentials and products, in another order
    np.testing.assert_allclose(found, right, rtol=1e-12, atol=1e-12)


def by_kernel(scores, values, size):
    """Return what the book's kernel in blocks gives for one query with these scores."""
    key = np.array(scores)[:, None]  # d_k = 1, so a query of 1 has these scores
    values = np.array(values, dtype=float)
    return blockwise_attention(np.ones((1, 1)), key, values, block_size=size)[0]


# ---- its numbers ---------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, "all"])
@pytest.mark.parametrize("row", [(SCORES, VALUES), OTHER], ids=["pencil", "other"])
def test_each_block_s_account_is_the_softmax_of_the_scores_so_far(row, size):
    scores, values = row
    size = len(scores) if size == "all" else size
    blocks, end = sweep(scores, values, size), 0
    for before, block in zip(blocks, blocks[1:], strict=False):
        end = min(end + size, len(scores))
        read = np.array(scores[:end])
        assert block.maximum == read.max()
        close(block.factor, np.exp(before.maximum - read.max()))
        close(block.sum, np.exp(read - read.max()).sum())
        close(block.output / block.sum, softmax(read) @ np.array(values[:end]))
    assert end == len(scores)
    close(blocks[-1].output / blocks[-1].sum, by_kernel(scores, values, size))


def test_the_chapter_s_larger_maximum_shrinks_all_by_e_to_2():
    blocks = sweep(SCORES, VALUES, 2)
    e = np.exp
    assert [block.maximum for block in blocks[1:]] == [3, 5, 5]
    close([block.factor for block in blocks[1:]], [0, e(-2), 1])
    close(blocks[1].sum, e(-2) + 1)
    close(blocks[2].sum, (e(-2) + 1) * e(-2) + e(-3) + 1)
    widget = BlockSweep(SCORES, VALUES, step=1)
    told = "block 1 of 3, m=3, s=1.1353, o=(21.353, 10.000))"
    assert repr(widget) == f"BlockSweep(block_size=2, {told}"


def test_without_rescaling_what_came_before_a_larger_maximum_counts_too_much():
    blocks = sweep(SCORES, VALUES, 2, "both")
    own = [np.array(SCORES[i : i + 2]) for i in (0, 2, 4)]
    exponentials = np.concatenate(
        [np.exp(part - m) for part, m in zip(own, (3, 5, 5), strict=True)]
    )
    close(blocks[-1].sum, exponentials.sum())
    wrong = exponentials @ np.array(VALUES) / exponentials.sum()
    close(blocks[-1].output / blocks[-1].sum, wrong)
    assert np.abs(wrong - by_kernel(SCORES, VALUES, 2)).max() > 3


def test_with_the_largest_first_forgetting_to_rescale_does_no_harm():
    order = np.argsort(SCORES)[::-1]
    scores, values = np.array(SCORES)[order], np.array(VALUES)[order]
    for size in (1, 2, 3, 6):
        blocks = sweep(scores.tolist(), values.tolist(), size, "both")
        close(blocks[-1].output / blocks[-1].sum, by_kernel(SCORES, VALUES, size))


# ---- its rules and its fallback ------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("scores", [1.0], "scores must be 2 to 6 numbers; got 1"),
        ("scores", [1.0] * 7, "scores must be 2 to 6 numbers; got 7"),
        ("scores", [1, 2, 3, 4, 5, 9.5], "scores must hold numbers from -9 to 9"),
        ("scores", [1, 2, 3, 4, 5], "values must have the shape (5, 2); got (6, 2)"),
        ("values", [[1], [2], [3], [4], [5], [6]], "the shape (6, 2); got (6, 1)"),
        ("values", VALUES[:5] + [[100, 0]], "values must hold numbers from -99 to 99"),
        ("block_size", 4, "block_size must be one of 1, 2, 3, 6; got 4"),
        ("block_size", 0, "block_size must be from 1 to 6; got 0"),
        ("step", 4, "step must be at most 3, the blocks; got 4"),
        ("step", 0.5, "step must be a whole number; got 0.5"),
        ("forget", "s", "'forget' trait of a BlockSweep instance expected any of"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = BlockSweep(SCORES, VALUES)
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert {trait: getattr(widget, trait) for trait in before} == before


def test_a_short_row_has_only_the_block_sizes_that_fit_and_sets_together():
    widget = BlockSweep([1, 2], VALUES[:2], block_size=2)
    with pytest.raises(TraitError, match="one of 1, 2; got 3"):
        widget.block_size = 3
    widget.set(scores=OTHER[0], values=OTHER[1], block_size=3, step=2)
    assert repr(widget).startswith("BlockSweep(block_size=3, block 2 of 2, m=9, ")


@pytest.mark.parametrize("forget", FORGET)
def test_the_fallback_tells_every_block_and_the_answer(forget):
    fallback = BlockSweep(SCORES, VALUES, block_size=3, forget=forget).fallback
    rows = re.findall(r'<th scope="row">(\d+)</th>(.*?)</tr>', fallback)
    blocks = sweep(SCORES, VALUES, 3, forget)[1:]
    assert [number for number, _ in rows] == ["1", "2"]
    for (_, row), block in zip(rows, blocks, strict=True):
        scores, maximum, *numbers = re.findall("<td>(.*?)</td>", row)
        assert scores == ", ".join(f"{score:g}" for score in block.scores)
        assert maximum == f"{block.maximum:g}"
        o = ", ".join(f"{x:.3f}" for x in block.output)
        assert numbers == [f"{block.factor:.4f}", f"{block.sum:.4f}", f"({o})"]
    found = blocks[-1].output / blocks[-1].sum
    right = softmax(np.array(SCORES)) @ np.array(VALUES)
    for one in (found, right):
        assert f"({one[0]:.3f}, {one[1]:.3f})" in fallback
    assert ("forgotten" in fallback) == (forget != "nothing")
    assert ("forgotten for the output" in fallback) == (forget == "output")


def test_if_the_output_alone_is_not_rescaled_a_blend_of_tens_is_no_ten():
    tens = [[10, 10]] * 6
    for forget, is_ten in (("nothing", True), ("both", True), ("output", False)):
        blocks = sweep(SCORES, tens, 2, forget)
        found = blocks[-1].output / blocks[-1].sum
        assert np.allclose(found, 10, rtol=1e-12) == is_ten
        right = sweep(SCORES, tens, 2)[-1].sum
        assert np.isclose(blocks[-1].sum, right, rtol=1e-12) == (forget != "both")


# ---- on a page -----------------------------------------------------------------------


def exact(root, selector):
    """Return the exact numbers of cells, nan where a cell is empty."""
    read = "all => all.map(one => one.dataset.value)"
    found = root.locator(selector).evaluate_all(read)
    return np.array([float(text) if text else np.nan for text in found])


def answer(root, name):
    text = root.locator(f"[data-answer={name}]").get_attribute("data-value")
    return np.array([float(part) for part in text.split(",")])


def agrees(root, scores, values, size, step, forget="nothing"):
    """Every number on the page is what Python's kernels make of this state."""
    values = np.array(values, dtype=float)
    before, block = sweep(scores, values, size, forget)[step - 1 : step + 1]
    first, end = (step - 1) * size, min(step * size, len(scores))
    part = np.exp(np.array(scores[first:end]) - block.maximum)
    factor = 1 if forget == "both" else block.factor
    for_output = block.factor if forget == "nothing" else 1
    rows = {
        "maximum": [before.maximum, np.nan, max(scores[first:end]), block.maximum],
        "sum": [before.sum, factor, part.sum(), block.sum],
    }
    for d, name in enumerate(("first", "second")):
        adds = part @ values[first:end, d]
        rows[name] = [before.output[d], for_output, adds, block.output[d]]
    for name, row in rows.items():
        shown = exact(root, f"[data-row={name}] td")
        close(np.nan_to_num(shown, neginf=-99), np.nan_to_num(row, neginf=-99))
    close(exact(root, "[data-part=factor]"), [block.factor])
    counted = exact(root, "[data-part=counts]")
    assert np.isnan(counted[end:]).all()
    close(counted[:end].sum(), block.sum)
    if forget != "output":
        close(counted[:end] @ values[:end], block.output)
    key = np.array(scores[:end])[:, None]
    whole = scaled_dot_product_attention(np.ones((1, 1)), key, values[:end]).output[0]
    found = block.output / block.sum
    close(answer(root, "right"), whole)
    close(answer(root, "found"), found)
    close(answer(root, "difference"), found - whole)
    if forget == "nothing":
        close(answer(root, "difference"), [0, 0])
        close(found, by_kernel(scores[:end], values[:end], size))


def press(root, action):
    root.locator(f"[data-action={action}]").click()


def told(root, part="told"):
    return root.locator(f"[data-part={part}]").inner_text()


@pytest.mark.parametrize("row", [(SCORES, VALUES), OTHER], ids=["pencil", "other"])
@pytest.mark.parametrize("forget", FORGET)
def test_the_page_reads_every_block_as_python_does(show, row, forget):
    watched, root = show(BlockSweep(*row, step=0, forget=forget, compared=True))
    for size in (1, 2, 3, len(row[0])):
        press(root, f"size-{size}")
        last = -(-len(row[0]) // size)
        root.locator("[data-field=step]").fill("0")
        for step in range(1, last + 1):
            press(root, "step")
            agrees(root, *row, size, step, forget)
        on = root.locator("[data-action=step]")
        assert on.get_attribute("aria-disabled") == "true"
        if last > 1:
            press(root, "back")
            agrees(root, *row, size, last - 1, forget)
            press(root, "step")
    assert watched.errors == []


def cells(root, row):
    return root.locator(f"[data-row={row}] td").all_inner_texts()


def test_it_opens_before_the_first_block_and_gives_nothing_away(show):
    widget = BlockSweep(SCORES, VALUES)
    assert widget.step == 0 and "block 0 of 3" in repr(widget)
    _, root = show(widget)
    first = sweep(SCORES, VALUES, 2)[1]  # what the exercise above it asks for
    shown = root.inner_text()
    assert f"{first.sum:.4f}" not in shown and f"{first.output[0]:.3f}" not in shown
    assert not root.locator(".gb-flag:visible, .gb-tile:visible").count()
    assert told(root).startswith("Nothing is read yet")
    press(root, "size-3")
    assert told(root).startswith("Nothing is read yet")
    press(root, "step")
    agrees(root, SCORES, VALUES, 3, 1)


def test_the_second_block_brings_the_larger_maximum_that_was_not_shown(show):
    _, root = show(BlockSweep(SCORES, VALUES))
    press(root, "step")
    shown = [root.locator(part).inner_text() for part in (".gb-account", ".gb-flag")]
    assert told(root).startswith("The first block sets the maximum, 3.")
    assert told(root, "next").startswith("Next: scores 2, 5. Does the maximum stay 3?")
    assert not any("5" in re.split(r"[^\d.]+", text) for text in (*shown, told(root)))
    assert cells(root, "sum") == ["0.0000", "× 0", "+ 1.1353", "= 1.1353"]
    press(root, "step")
    assert told(root) == (
        "A larger maximum, 5: what was summed so far is multiplied by 0.1353."
    )
    assert root.locator(".gb-factor p").inner_text() == "Factor e3 − 5 = 0.1353"
    assert cells(root, "maximum") == ["3", "", "or 5", "= 5"]
    assert cells(root, "sum") == ["1.1353", "× 0.1353", "+ 1.0498", "= 1.2034"]
    assert cells(root, "first") == ["21.353", "× 0.1353", "+ 40.000", "= 42.890"]
    assert cells(root, "second") == ["10.000", "× 0.1353", "+ 21.494", "= 22.847"]
    counted = root.locator("[data-part=counts]").all_inner_texts()
    assert counted == ["0.018", "0.135", "0.050", "1", "", ""]
    press(root, "step")
    assert told(root).startswith("No score above 5: the factor is 1")
    assert told(root, "next").endswith(
        "what softmax of the whole row gives? Guess, then compare."
    )


def test_how_far_it_is_from_softmax_is_told_when_the_reader_asks(show):
    _, root = show(BlockSweep(SCORES, VALUES, step=3))
    shown = root.locator("[data-answer]:visible")
    assert shown.all_inner_texts() == ["(29.65, 17.59)"]
    press(root, "compare")
    assert shown.all_inner_texts() == [
        "(29.65, 17.59)",
        "(29.65, 17.59)",
        "(0.00, 0.00)",
    ]
    assert told(root, "next").endswith("o / s is what softmax of the whole row gives.")
    assert root.locator("[data-action=compare]:visible").count() == 0
    press(root, "back")
    assert shown.count() == 3
    press(root, "reset")
    assert shown.count() == 1


def test_it_says_that_the_scores_can_be_edited(show):
    _, root = show(BlockSweep(SCORES, VALUES))
    head = root.locator(".gb-row tr").first.locator("th")
    assert head.inner_text().split() == ["score", "editable"]


def results(root):
    read = [root.locator(f"[data-answer={name}]").inner_text() for name in ANSWERS]
    return [text.replace("−", "-") for text in read]


ANSWERS = ("found", "right", "difference")


def test_forgetting_to_rescale_shows_the_wrong_output_beside_the_right_one(show):
    _, root = show(BlockSweep(SCORES, VALUES, compared=True))
    press(root, "forget-both")
    press(root, "step")
    assert results(root)[2] == "(0.00, 0.00)"  # nothing was there to rescale
    for step in (2, 3):  # also where a block itself brings no larger maximum
        press(root, "step")
        wrong, due = (
            sweep(SCORES, VALUES, 2, way)[step].sum for way in ("both", "nothing")
        )
        assert "left out" in told(root)
        assert told(root).endswith(f"s is {wrong:.4f}, and should be {due:.4f}.")
    press(root, "back")
    assert cells(root, "sum")[1] == "× 1"
    press(root, "step")
    assert results(root) == ["(25.56, 14.28)", "(29.65, 17.59)", "(-4.09, -3.31)"]
    assert "o / s is wrong" in told(root, "next")
    press(root, "forget-nothing")
    assert results(root) == ["(29.65, 17.59)", "(29.65, 17.59)", "(0.00, 0.00)"]
    press(root, "undo")
    assert results(root)[2] == "(-4.09, -3.31)"


def test_largest_first_moves_each_value_with_its_score_and_rescales_nothing(show):
    _, root = show(BlockSweep(SCORES, VALUES, step=3, forget="both", compared=True))
    press(root, "largest")
    order = np.argsort(-np.array(SCORES), kind="stable")
    scores, values = np.array(SCORES)[order].tolist(), np.array(VALUES)[order]
    agrees(root, scores, values, 2, 3, "both")
    assert results(root) == ["(29.65, 17.59)", "(29.65, 17.59)", "(0.00, 0.00)"]
    assert "nothing had to be rescaled" in told(root, "next")
    press(root, "size-1")
    agrees(root, scores, values, 1, 6, "both")
    assert results(root)[2] == "(0.00, 0.00)"


def test_equal_values_find_an_output_that_alone_is_not_rescaled(show):
    _, root = show(BlockSweep(SCORES, VALUES, step=3, compared=True))
    press(root, "equal")
    tens = [[10, 10]] * 6
    for forget, found in (
        ("nothing", "(10.00, 10.00)"), ("both", "(10.00, 10.00)"),
        ("output", "(16.06, 16.06)"),
    ):  # fmt: skip
        press(root, f"forget-{forget}")
        agrees(root, SCORES, tens, 2, 3, forget)
        assert results(root)[0] == found
    assert cells(root, "sum")[1] == "× 1" == cells(root, "first")[1]
    press(root, "back")
    assert (cells(root, "sum")[1], cells(root, "first")[1]) == ("× 0.1353", "× 1")
    wrong = root.locator("tr[data-forgot]").evaluate_all(
        "all => all.map(e => e.dataset.row)"
    )
    assert wrong == ["first", "second"]
    made, due = (
        sweep(SCORES, tens, 2, way)[2].output[0] for way in ("output", "nothing")
    )
    numbers = f"o₁ is {made:.3f}, and should be {due:.3f}."
    assert told(root).endswith(numbers)


def test_a_wrong_score_is_given_up_at_the_next_block(show):
    _, root = show(BlockSweep(SCORES, VALUES))
    press(root, "step")
    field = root.locator("[data-field=score-5]")
    field.fill("5000")
    assert root.locator(".gb-error:visible").count() == 1
    press(root, "step")
    assert field.input_value() == "2"  # which the step computes with
    refused = "“5000” is no number from −9 to 9, so the old score stayed. Next: "
    assert told(root, "next").startswith(refused)
    assert root.locator(".gb-error:visible").count() == 0
    press(root, "step")
    assert "stayed" not in told(root, "next")


def test_a_score_is_edited_and_a_wrong_entry_is_marked_and_changes_nothing(show):
    watched, root = show(BlockSweep(SCORES, VALUES, step=2))
    field = root.locator("[data-field=score-1]")
    assert field.get_attribute("aria-label") == "Score of key 2"
    field.fill("7.5")
    agrees(root, [1, 7.5, *SCORES[2:]], VALUES, 2, 2)
    assert told(root).startswith("No score above 7.5")
    for wrong in ("9.5", "", " many "):
        field.fill(wrong)
        assert field.get_attribute("aria-invalid") == "true"
        is_not = f"; “{wrong.strip()}” is not" if wrong else ""
        note = f"A score is a number from −9 to 9{is_not}. It stays 7.5."
        assert root.locator(".gb-error").all_inner_texts()[1] == note
        agrees(root, [1, 7.5, *SCORES[2:]], VALUES, 2, 2)
    field.press("ControlOrMeta+a")
    field.press_sequentially("15")  # the 1 on the way is taken back
    note = "A score is a number from −9 to 9; “15” is not. It stays 7.5."
    assert root.locator(".gb-error").all_inner_texts()[1] == note
    agrees(root, [1, 7.5, *SCORES[2:]], VALUES, 2, 2)
    press(root, "undo")
    assert field.input_value() == "3"
    last = root.locator("[data-field=score-5]")
    last.fill("99")
    watched.page.set_viewport_size({"width": 390, "height": 844})
    box = root.locator(".gb-error:visible").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    press(root, "reset")
    assert last.input_value() == "2"
    agrees(root, SCORES, VALUES, 2, 2)
    assert watched.errors == []


def test_another_block_size_starts_anew_and_a_sweep_that_was_done_stays_done(show):
    _, root = show(BlockSweep(SCORES, VALUES, step=2))
    press(root, "size-3")
    assert told(root).startswith("Nothing is read yet")
    press(root, "step")
    agrees(root, SCORES, VALUES, 3, 1)
    press(root, "step")
    press(root, "size-1")
    agrees(root, SCORES, VALUES, 1, 6)
    press(root, "size-6")
    agrees(root, SCORES, VALUES, 6, 1)
    assert "in one block" in told(root, "next")


@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_it_says_how_many_scores_are_held_at_once(show, size):
    _, root = show(BlockSweep(SCORES, VALUES, block_size=size))
    held = told(root, "held")
    many = "all 6 scores" if size == 6 else f"{size} score{'s' * (size > 1)}"
    assert held.startswith(f"In memory: {many}, m, s and o")
    assert held.endswith(": more in a longer row." if size == 6 else "any length.")


def test_the_tile_lies_on_the_block_and_the_line_at_the_maximum(show):
    _, root = show(BlockSweep(SCORES, VALUES, step=0))
    assert (
        root.locator(".gb-tile, .gb-flag, .gb-line").evaluate_all(
            "all => all.map(one => one.checkVisibility())"
        )
        == [False] * 3
    )
    press(root, "step")
    for maximum, kinds in ((3, "hhaaaa"), (5, "pphhaa"), (5, "pppphh")):
        bars = root.locator(".gb-bar")
        kind = bars.evaluate_all("all => all.map(one => one.dataset.is[0])")
        assert "".join(kind) == kinds
        boxes = [bar.bounding_box() for bar in bars.all()]
        tile = root.locator(".gb-tile").bounding_box()
        inside = [
            tile["x"] <= box["x"]
            and box["x"] + box["width"] <= tile["x"] + tile["width"]
            for box in boxes
        ]
        assert inside == [one == "h" for one in kinds]
        line = root.locator(".gb-line").bounding_box()
        highest = boxes[SCORES.index(maximum)]
        assert line["y"] == pytest.approx(highest["y"], abs=2)  # its own width
        assert root.locator(".gb-flag").inner_text() == f"m = {maximum}"
        heights = np.array([box["height"] for box in boxes])
        # in proportion to the scores, but for pixels that a page rounds to
        np.testing.assert_allclose(heights, heights[3] * np.array(SCORES) / 5, atol=1)
        if kinds[-1] == "a":
            press(root, "step")


def test_what_the_last_block_did_is_said_and_keys_step(show):
    watched, root = show(BlockSweep(SCORES, VALUES, step=1), clock=True)
    root.locator("[data-action=step]").focus()
    watched.page.keyboard.press("Enter")
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("Blocks read: 2 of 3. A larger maximum, 5")
    assert "sum 1.2034, output (42.890, 22.847); o / s is (35.64, 18.98)." in said
    dial = root.locator("[data-field=step]")
    dial.focus()
    watched.page.keyboard.press("ArrowLeft")
    assert dial.get_attribute("aria-valuetext") == "1 of 3"
    agrees(root, SCORES, VALUES, 2, 1)


def test_a_row_of_another_length_has_its_own_fields_and_block_sizes(show):
    _, root = show(BlockSweep(*OTHER, block_size=5, step=1))
    assert root.locator("[data-field^=score]").count() == 5
    sizes = root.locator("[data-action^=size]").all_inner_texts()
    assert sizes == ["1", "2", "3", "5"]
    agrees(root, *OTHER, 5, 1)


WIDEST = [9.0, -9.0, 8.75, -8.75, 9.0, -9.0], [[-99.0, -98.5]] * 6


def test_controls_and_results_fit_the_screen_also_with_the_widest_numbers(show):
    for row in ((SCORES, VALUES), WIDEST):
        for state in ({}, {"step": 2}, {"step": 3, "forget": "output"}, {"step": 0}):
            watched, root = show(BlockSweep(*row, **state), width=1280)
            assert root.bounding_box()["height"] <= 620
            for width in (390, 360):
                watched.page.set_viewport_size({"width": width, "height": 844})
                assert (
                    watched.page.evaluate("document.documentElement.scrollWidth")
                    <= width
                )
            watched.page.set_viewport_size({"width": 390, "height": 844})
            if row is not WIDEST:
                assert root.bounding_box()["height"] <= 700
