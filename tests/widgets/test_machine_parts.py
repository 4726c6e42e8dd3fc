"""The machine's switches: the page measures as Python does; each part has its work."""

import numpy as np
import pytest
from glassbox.machine.token_model import decode_tokens, encode_tokens
from glassbox.models.translator import (
    START_ID,
    load_translator,
    source_ids,
    target_ids,
    translate,
)
from glassbox.widgets import MachineParts
from glassbox.widgets.machine_parts.numbers import (
    DATES,
    N_STEPS,
    PARTS,
    decoded,
    encoded,
    readings,
    scored,
)
from traitlets import TraitError

MODEL = load_translator()
PAIRS = (
    ("self_attention", "feed_forward"),
    ("norms", "skips"),
    ("source_positions", "mask"),
)
ROUNDING = 1e-9  # float64 on both sides, sums in another order


def button(root, name):
    return root.locator(f"[data-action={name}]")


def switch(root, part):
    button(root, f"part-{part}").click()


def values(root):
    return root.locator(".gb-reading").evaluate_all(
        "all => all.map((one) => one.dataset.value)"
    )


def verdicts(root):
    return root.locator(".gb-panel b").all_inner_texts()[:4]


def assert_page_measures(root, off):
    *written, moved, spread, size = values(root)
    wanted = readings(MODEL, off)
    assert written == wanted.written
    assert int(moved) == wanted.moved
    assert float(spread) == pytest.approx(wanted.spread, rel=1e-6, abs=ROUNDING)
    assert float(size) == pytest.approx(wanted.size, rel=1e-6)


def test_with_all_parts_on_it_is_the_library_s_machine():
    ids = source_ids(DATES[0])
    memory = encode_tokens(ids, MODEL).output
    assert abs(encoded(DATES[0], MODEL, ()) - memory).max() < ROUNDING
    given = [0, 5, 3, 6]
    ours = scored(decoded(given, memory, MODEL, ()), MODEL, ())
    theirs = decode_tokens(given, memory, MODEL).output
    assert abs(ours - theirs).max() < ROUNDING
    assert readings(MODEL, ()).written == [translate(MODEL, d).text for d in DATES]


def test_each_part_has_its_own_work():
    whole = readings(MODEL, ())
    lost = {part: readings(MODEL, [part]) for part in PARTS}
    first, swapped, other = lost["source_positions"].written
    assert first == swapped != other
    assert lost["target_positions"].written[0] not in whole.written
    right = [
        a == b for a, b in zip(lost["final_norms"].written, whole.written, strict=True)
    ]
    assert right.count(True) == 1  # as its words say
    assert {part for part in PARTS if lost[part].moved} == {"mask"}
    assert whole.moved == 0 and lost["mask"].written == whole.written
    assert len(set(lost["cross_attention"].written)) == 1
    assert lost["self_attention"].written == [""] * 3
    assert round(lost["norms"].size / whole.size) == 5  # as its words say
    assert lost["skips"].spread < 0.005 < 0.5 < whole.spread
    assert len(set(lost["feed_forward"].written)) == 3


@pytest.mark.parametrize("bad", [-1, N_STEPS + 1, 2.5, "mask"])
def test_there_is_no_other_step_to_look_into(bad):
    widget = MachineParts(inside=N_STEPS)
    with pytest.raises(TraitError):
        widget.inside = bad
    assert widget.inside == N_STEPS


@pytest.mark.parametrize("bad", [["gate"], "mask", 3, None])
def test_a_bad_part_is_refused_and_the_state_kept(bad):
    widget = MachineParts(["mask"])
    with pytest.raises(TraitError):
        widget.off = bad
    assert widget.off == ["mask"]


def test_parts_come_once_and_in_order():
    assert MachineParts(["norms", "mask", "norms"]).off == ["mask", "norms"]


def test_the_fallback_tells_what_is_measured():
    told = MachineParts(["mask", "self_attention"]).fallback
    assert "Off: Self-attention, Mask." in told
    whole = MachineParts().fallback
    for words in ("5/9/2034 → 2034-05-09", "0 of 10 predictions change", "7.9"):
        assert words in whole


def test_the_page_measures_as_python_does(show):
    _, root = show(MachineParts())
    assert_page_measures(root, ())
    for part in PARTS:
        switch(root, part)
        assert_page_measures(root, [part])
        assert "undefined" not in root.inner_text()
        switch(root, part)


@pytest.mark.parametrize("off", PAIRS)
def test_two_parts_may_be_off(show, off):
    _, root = show(MachineParts(off))
    assert_page_measures(root, off)
    assert root.locator(".gb-told").inner_text().startswith("Off: ")


def test_what_the_chapter_lets_a_reader_press_surprises(show):
    _, root = show(MachineParts())
    assert verdicts(root) == ["right", "right", "right", "no leak"]
    switch(root, "source_positions")
    assert verdicts(root) == ["wrong", "wrong", "wrong", "no leak"]
    button(root, "reset").click()
    switch(root, "mask")
    assert verdicts(root) == ["right", "right", "right", "leak"]
    switch(root, "mask")
    switch(root, "cross_attention")
    assert verdicts(root)[1:3] == ["wrong"] * 2
    good = root.locator(".gb-panel b[data-good=true]")
    assert good.all_inner_texts()[:1] == ["no leak"]  # no praise for garbage


def test_a_part_goes_off_wherever_it_stands(show):
    _, root = show(MachineParts())
    norms = root.locator(".gb-norms")
    assert norms.count() == 5
    norms.last.click()  # not the one that Tab reaches
    assert button(root, "part-norms").get_attribute("aria-pressed") == "false"
    assert root.locator(".gb-norms[data-off=true]").count() == 5
    button(root, "undo").click()
    assert root.locator(".gb-norms[data-off=true]").count() == 0
    assert root.locator(".gb-final_norms").count() == 2  # outside the frames
    frames = [one.bounding_box() for one in root.locator(".gb-frame").all()]
    finals = root.get_by_text("Final norm").all()
    for frame, final in zip(frames, finals, strict=True):
        box = final.bounding_box()
        assert box["y"] + box["height"] <= frame["y"]
    assert root.get_by_text("Embedding").count() == 2
    assert root.get_by_text("Output head").count() == 1
    switch(root, "skips")
    assert root.locator("path[data-part=skips][data-off=true]").count() == 5


def test_the_keyboard_switches_and_a_screen_reader_hears(show):
    watched, root = show(MachineParts(), clock=True)
    button(root, "part-source_positions").focus()
    watched.page.keyboard.press("Space")
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("Without positions, 5/9 and 9/5")
    assert "9/5/2034 → 204-05-24 wrong" in said
    watched.page.keyboard.press("Space")
    assert button(root, "part-source_positions").get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("width", [360, 390])
def test_a_switch_and_what_it_changes_are_in_view_together_on_a_phone(show, width):
    _, root = show(MachineParts(), width=width, height=844)
    switch(root, "source_positions")
    first = root.locator(".gb-panel").first.bounding_box()["y"]
    boxes = [one.bounding_box() for one in root.locator(".gb-part").all()]
    # Of a small phone's 664 pixels, the page's own bar takes 48.
    assert max(box["y"] + box["height"] for box in boxes) - first <= 664 - 48
    assert min(box["height"] for box in boxes) >= 24


@pytest.mark.parametrize("width", [360, 390])
def test_no_switch_moves_the_drawing_on_a_phone(show, width):
    _, root = show(MachineParts(), width=width, height=844)
    drawing = root.locator(".gb-drawing")
    height = root.bounding_box()["y"] - drawing.bounding_box()["y"]
    for part in PARTS:
        switch(root, part)
        assert root.bounding_box()["y"] - drawing.bounding_box()["y"] == height
        switch(root, part)


def test_empty_answers_are_wrong(show):
    _, root = show(MachineParts(["self_attention"]))
    assert verdicts(root) == ["wrong"] * 3 + ["no leak"]
    assert root.get_by_text("[end] at once").count() == 3


@pytest.mark.parametrize("width", [720, 1280])
def test_it_fits_one_screen_and_its_boxes_lie_on_its_arrows(show, width):
    _, root = show(MachineParts(), width=width, height=800)
    assert root.bounding_box()["height"] <= 800
    frame = root.locator(".gb-drawing").bounding_box()
    picture = root.locator(".gb-drawing svg").bounding_box()
    assert frame["height"] == pytest.approx(picture["height"], abs=1)


# ---- looking inside ------------------------------------------------------------------


def recorded(off=()):
    """What a step gives, by the library's own layers: a few of the 37."""
    memory = encode_tokens(source_ids(DATES[0]), MODEL)
    given = [START_ID, *target_ids(translate(MODEL, DATES[0]).text[:-1])]
    found = decode_tokens(given, memory.output, MODEL)
    return {
        15: (memory.output[2], None),
        4: (None, memory.weights[0]),
        31: (None, found.weights[1].cross_attention),
        28: (None, found.weights[1].self_attention),
        37: (found.output[-1], None),
    }


@pytest.mark.parametrize("step", [4, 15, 28, 31, 37])
def test_inside_are_the_library_s_arrays(show, step):
    _, root = show(MachineParts(inside=step))
    output, heads = recorded()[step]
    if output is not None:
        shown = numbers(root.locator("[data-array]").last.locator("[data-value]"))
        np.testing.assert_allclose(shown, output[: len(shown)], atol=ROUNDING)
    if heads is not None:
        shown = numbers(root.locator("[data-weight]"), "weight")
        np.testing.assert_allclose(shown, heads.mean(axis=0).ravel(), atol=ROUNDING)


def numbers(cells, name="value"):
    return [float(one.get_attribute(f"data-{name}")) for one in cells.all()]


def test_a_walk_hands_on_what_it_gives(show):
    """Each step receives the array that the one before it gave, up both stacks."""
    _, root = show(MachineParts(inside=1))
    before = None
    for step in range(1, N_STEPS + 1):
        assert root.locator(".gb-meaning", has_text=f"step {step} of").count() == 1
        lines = root.locator("[data-array]")
        arrays = [numbers(line.locator("[data-value]")) for line in lines.all()]
        names = [line.get_attribute("data-array") for line in lines.all()]
        if names[0] == "receives" and before:
            assert arrays[0] == before
        if names[0] == "around":
            np.testing.assert_allclose(np.add(*arrays[:2]), arrays[2], atol=ROUNDING)
            assert arrays[1] == before
        before = arrays[-1]
        if step < N_STEPS:
            button(root, "next").click()
    assert "9 (0.95)" in root.locator(".gb-likeliest").inner_text()
    assert button(root, "next").get_attribute("aria-disabled") == "true"


def test_a_part_is_looked_into_where_it_is_pressed(show):
    _, root = show(MachineParts(["final_norms"]))
    button(root, "inside").click()
    title = root.locator(".gb-step")
    assert title.inner_text() == "Embedding: encoder"
    for _ in range(2):  # the lower layer's, then the upper one's
        switch(root, "cross_attention")
    assert title.inner_text() == "Cross-attention: decoder, layer 2 of 2"
    assert "0 reads most from 9 (0." in root.locator(".gb-inside").inner_text()
    root.get_by_text("Output head").click()
    assert title.inner_text() == "Output head: decoder"
    for layer in (1, 2, 1):  # pressed again, it is that of the other layer
        switch(root, "self_attention")
        assert title.inner_text() == f"Self-attention: encoder, layer {layer} of 2"
    assert root.locator("[data-here=true]").count() == 1
    button(root, "inside").click()
    assert_page_measures(root, ["final_norms"])  # nothing was switched meanwhile


def test_another_token_can_be_followed(show):
    _, root = show(MachineParts(inside=31))
    heads = recorded()[31][1].mean(axis=0)
    for row in (9, 0, 1):  # from the newest token around to the first
        shown = root.locator(".gb-weights i[data-row=true]")
        np.testing.assert_allclose(numbers(shown, "weight"), heads[row], atol=ROUNDING)
        button(root, "other-row").click()
    assert "We follow the 0 at place 3." in root.locator(".gb-inside").inner_text()


def test_while_one_looks_inside_tab_reaches_every_box(show):
    _, root = show(MachineParts())
    boxes = root.locator(".gb-part")
    reached = "all => all.filter((one) => one.tabIndex === 0).length"
    assert boxes.evaluate_all(reached) == 9 < boxes.count()
    button(root, "inside").click()
    assert boxes.evaluate_all(reached) == boxes.count()
    root.get_by_role("button", name="Output head: decoder").press("Enter")
    assert root.locator(".gb-step").inner_text() == "Output head: decoder"


@pytest.mark.parametrize("width", [720, 1280])
def test_no_switch_changes_the_height(show, width):
    _, root = show(MachineParts(), width=width, height=800)
    height = root.bounding_box()["height"]
    for part in PARTS:
        switch(root, part)
        assert root.bounding_box()["height"] == height
        switch(root, part)


def test_a_part_that_is_off_says_so_inside(show):
    _, root = show(MachineParts(["cross_attention", "skips"], inside=22))
    assert "off, so the vectors go past it" in root.locator(".gb-inside").inner_text()
    lines = root.locator("[data-array]")
    arrays = [numbers(line.locator("[data-value]")) for line in lines.all()]
    assert len(arrays) == 2 and arrays[0] == arrays[1]
    for _ in range(4):
        button(root, "next").click()
    assert "what came around is lost" in root.locator(".gb-inside").inner_text()


@pytest.mark.parametrize("width", [360, 1280])
def test_what_is_inside_fits(show, width):
    watched, root = show(MachineParts(inside=1), width=width, height=800)
    for step in range(1, N_STEPS + 1):
        wide = watched.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
        if width > 1000:
            assert root.bounding_box()["height"] <= 560
        if step < N_STEPS:
            button(root, "next").click()


@pytest.mark.parametrize(
    ("off", "says"),
    [
        (["source_positions", "mask"], "their order is lost."),
        (["cross_attention", "mask"], "whatever the source says."),
        (["norms", "final_norms"], "the first doesn’t come out right."),
    ],
)
def test_parts_that_are_off_together_have_a_comment(show, off, says):
    _, root = show(MachineParts(off))
    assert root.locator(".gb-told").inner_text().endswith(says)
