"""The machine's switches: the page measures as Python does; each part has its work."""

import pytest
from glassbox.machine.token_model import decode_tokens, encode_tokens
from glassbox.models.translator import load_translator, source_ids, translate
from glassbox.widgets import MachineParts
from glassbox.widgets.machine_parts.numbers import (
    DATES,
    PARTS,
    decoded,
    encoded,
    readings,
    scored,
)
from traitlets import TraitError

MODEL = load_translator()
PAIRS = (("self_attention", "feed_forward"), ("norms", "skips"), ("positions", "mask"))
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
    first, swapped, _ = lost["positions"].written
    assert first == swapped
    assert {part for part in PARTS if lost[part].moved} == {"mask"}
    assert whole.moved == 0 and lost["mask"].written == whole.written
    assert len(set(lost["cross_attention"].written)) == 1
    assert lost["self_attention"].written == [""] * 3
    assert round(lost["norms"].size / whole.size) == 7  # as its words say
    assert lost["skips"].spread < 0.005 < 0.5 < whole.spread
    assert len(set(lost["feed_forward"].written)) == 3


@pytest.mark.parametrize("bad", [["gate"], "mask", 3, None])
def test_a_bad_part_is_refused_and_the_state_kept(bad):
    widget = MachineParts(["mask"])
    with pytest.raises(TraitError):
        widget.off = bad
    assert widget.off == ["mask"]


def test_parts_come_once_and_in_order():
    assert MachineParts(["norms", "mask", "norms"]).off == ["mask", "norms"]


def test_the_fallback_tells_what_is_measured():
    told = MachineParts(["positions", "self_attention"]).fallback
    assert "Off: Positions, Self-attention." in told
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
    assert verdicts(root) == ["right", "noticed", "noticed", "hidden"]
    switch(root, "positions")
    assert verdicts(root) == ["wrong", "same", "noticed", "hidden"]
    button(root, "reset").click()
    switch(root, "mask")
    assert verdicts(root) == ["right", "noticed", "noticed", "leaks"]
    switch(root, "mask")
    switch(root, "cross_attention")
    assert verdicts(root)[1:3] == ["same", "same"]


def test_a_part_goes_off_wherever_it_stands(show):
    _, root = show(MachineParts())
    norms = root.locator(".gb-norms")
    assert norms.count() == 7
    norms.last.click()  # not the one that Tab reaches
    assert button(root, "part-norms").get_attribute("aria-pressed") == "false"
    assert root.locator(".gb-norms[data-off=true]").count() == 6
    button(root, "undo").click()
    assert root.locator(".gb-norms[data-off=true]").count() == 0
    names = root.locator(".gb-norms").all_inner_texts()
    assert names.count("Final norm") == 2  # outside the frames of what stands twice
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
    button(root, "part-positions").focus()
    watched.page.keyboard.press("Space")
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("Without positions, 5/9 and 9/5")
    assert "9/5/2034 → 203-09 same" in said
    watched.page.keyboard.press("Space")
    assert button(root, "part-positions").get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("width", [360, 390])
def test_a_switch_and_what_it_changes_are_in_view_together_on_a_phone(show, width):
    _, root = show(MachineParts(), width=width, height=844)
    switch(root, "positions")
    first = root.locator(".gb-panel").bounding_box()["y"]
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


def test_empty_answers_are_not_compared(show):
    _, root = show(MachineParts(["self_attention"]))
    assert verdicts(root) == ["wrong", "", "", "hidden"]
    assert root.get_by_text("[end] at once").count() == 3


@pytest.mark.parametrize("width", [720, 1280])
def test_it_fits_one_screen_and_its_boxes_lie_on_its_arrows(show, width):
    _, root = show(MachineParts(), width=width, height=800)
    assert root.bounding_box()["height"] <= 800
    frame = root.locator(".gb-drawing").bounding_box()
    picture = root.locator(".gb-drawing svg").bounding_box()
    assert frame["height"] == pytest.approx(picture["height"], abs=1)
