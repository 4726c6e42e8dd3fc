"""The machine's parts: counts as Python's, the norm's place, keys, undo and reset."""

import pytest
from glassbox.widgets import MachineParts
from glassbox.widgets.machine_parts import percent
from glassbox.widgets.transformer_map.facts import PARTS, count_all, parts_of
from traitlets import TraitError

TOTAL = {"post": 63_045_632, "pre": 63_047_680}


def button(root, name):
    return root.locator(f"[data-action={name}]")


def value(root, which):
    return int(root.locator(f"[data-count={which}]").get_attribute("data-value"))


def selected(root):
    pressed = root.locator(".gb-part[aria-pressed=true]")
    assert pressed.count() == 1
    return pressed.get_attribute("data-action")


@pytest.mark.parametrize("norm", TOTAL)
def test_the_parts_hold_the_whole_together(norm):
    widget = MachineParts(norm=norm)
    assert count_all(widget.sizes(), tied=True) == TOTAL[norm]
    assert sum(map(widget.held, parts_of(widget.sizes()))) == TOTAL[norm]
    assert f"{TOTAL[norm]:,}" in widget.fallback


@pytest.mark.parametrize(("name", "bad"), [("part", "gate"), ("norm", "rms")])
def test_a_bad_value_is_refused_and_the_state_kept(name, bad):
    widget = MachineParts()
    before = getattr(widget, name)
    with pytest.raises(TraitError):
        setattr(widget, name, bad)
    assert getattr(widget, name) == before


def test_every_part_has_its_words():
    for part in PARTS:
        widget = MachineParts(part)
        assert widget.text(f"names.{part}") and widget.text(f"full_names.{part}")


@pytest.mark.parametrize("norm", TOTAL)
def test_the_page_counts_as_python_does(show, norm):
    widget = MachineParts(norm=norm)
    _, root = show(widget)
    for part in parts_of(widget.sizes()):
        button(root, part).click()
        assert selected(root) == part
        held = widget.held(part)
        assert value(root, "held") == held
        told = percent(held, TOTAL[norm])
        assert root.locator(".gb-share").inner_text() == f"{told} of the machine"
        assert value(root, "whole") == TOTAL[norm]
        assert "undefined" not in root.inner_text()
        assert len(root.locator(".gb-told").inner_text().split()) > 12


def test_what_the_chapter_lets_a_reader_press_surprises(show):
    _, root = show(MachineParts())
    for part, share, kind in [
        ("encoder_self_attention", "10.0 %", "29.9 %"),
        ("encoder_feed_forward", "20.0 %", "40.0 %"),
        ("encoder_norm_1", "0.01 %", "0.05 %"),
    ]:
        button(root, part).click()
        assert root.locator(".gb-share").inner_text().startswith(share)
        assert kind in root.locator("[data-count=kind]").inner_text()
    assert "All 30 norms together" in root.inner_text()
    button(root, "norm-pre").click()
    assert "All 32 norms together" in root.inner_text()


def test_pre_norm_moves_the_norms_and_brings_two_parts(show):
    _, root = show(MachineParts("encoder_norm_1"))

    def height(part):
        return button(root, part).bounding_box()["y"]

    assert height("encoder_norm_1") < height("encoder_self_attention")
    assert button(root, "encoder_final_norm").count() == 0
    near = root.locator(".gb-near").all()
    assert {one.get_attribute("data-action") for one in near} == {
        "encoder_self_attention", "source_embedding",
    }  # fmt: skip
    button(root, "norm-pre").click()
    assert height("encoder_norm_1") > height("encoder_self_attention")
    assert button(root, "encoder_final_norm").count() == 1
    near = root.locator(".gb-near").all()
    assert [one.get_attribute("data-action") for one in near] == ["source_embedding"]
    button(root, "decoder_final_norm").click()
    button(root, "norm-post").click()  # where no such part stands
    assert selected(root) == "linear"


def test_undo_and_reset_bring_back_what_was_shown(show):
    _, root = show(MachineParts("memory"))
    first = root.inner_text()
    assert button(root, "undo").get_attribute("aria-disabled") == "true"
    button(root, "norm-post").click()  # as it is
    button(root, "memory").click()
    assert button(root, "undo").get_attribute("aria-disabled") == "true"
    button(root, "cross_attention").click()
    second = root.inner_text()
    button(root, "norm-pre").click()
    button(root, "undo").click()
    assert root.inner_text() == second
    button(root, "norm-pre").click()
    button(root, "reset").click()
    assert root.inner_text() == first


def test_the_keyboard_follows_the_data(show):
    watched, root = show(MachineParts("source_tokens"))
    button(root, "source_tokens").focus()
    for part in parts_of(MachineParts().sizes()):
        assert selected(root) == part
        watched.page.keyboard.press("ArrowUp")
    assert selected(root) == "softmax"
    watched.page.keyboard.press("Home")
    assert selected(root) == "source_tokens"
    watched.page.keyboard.press("End")
    assert selected(root) == "softmax"


def test_a_screen_reader_hears_the_part_and_its_share(show):
    watched, root = show(MachineParts(), clock=True)
    button(root, "encoder_norm_1").click()
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("First norm in the encoder. 6 layers × 1,024 = 6,144")
    assert "0.01 % of the machine" in said


def test_the_drawing_and_its_words_are_in_view_together_on_a_phone(show):
    _, root = show(MachineParts(), width=390, height=844)
    button(root, "encoder_feed_forward").click()
    top = root.locator(".gb-drawing").bounding_box()["y"]
    share = root.locator(".gb-share").bounding_box()
    assert share["y"] + share["height"] - top <= 844 - 60
    boxes = [one.bounding_box() for one in root.locator(".gb-part").all()]
    assert min(box["height"] for box in boxes) >= 22.5


def test_it_fits_one_screen_on_a_desktop(show):
    _, root = show(MachineParts("cross_attention"), width=1280, height=800)
    assert root.bounding_box()["height"] <= 800
