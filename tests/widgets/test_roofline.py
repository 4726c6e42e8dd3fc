"""The roofline: its numbers against the chapter's by hand, its record, and its page."""

import re

import numpy as np
import pytest
from glassbox.models.writing_costs import load_record
from glassbox.widgets import Roofline
from glassbox.widgets.roofline import BILLIONS, BYTES
from glassbox.widgets.roofline.numbers import CARDS, knee, step
from traitlets import TraitError

WEIGHTS = load_record()["weights"]


# ---- its numbers ---------------------------------------------------------------------


def test_it_opens_with_the_chapter_s_numbers_by_hand():
    opened = Roofline()
    assert (opened.machine, opened.n) == ("a100", 1)
    assert (opened.billions, opened.bytes_each) == (8, 2)
    times = step("a100", 1, 8, 2)
    assert times.reading == pytest.approx(8e9 * 2 / 2e12 * 1e3) == pytest.approx(8)
    assert times.computing == pytest.approx(8e9 * 2 / 312e12 * 1e3)
    assert knee("a100", 8, 2) == pytest.approx(156)


@pytest.mark.parametrize("machine", CARDS)
@pytest.mark.parametrize("billions", BILLIONS)
def test_half_the_bytes_halve_the_knee_and_leave_the_arithmetic(machine, billions):
    assert knee(machine, billions, 1) == pytest.approx(knee(machine, billions, 2) / 2)
    for n in (1, 1000):
        wide, narrow = (step(machine, n, billions, size) for size in BYTES)
        assert narrow.computing == wide.computing
        assert narrow.reading == pytest.approx(wide.reading / 2)
    one = [step(machine, 1, billions, size).whole for size in BYTES]
    many = [step(machine, 1000, billions, size).whole for size in BYTES]
    assert one[0] / one[1] == pytest.approx(2) and many[0] == many[1]


@pytest.mark.parametrize("machine", CARDS)
def test_the_knee_is_the_card_s_own_whatever_the_model(machine):
    card = CARDS[machine]
    for billions in BILLIONS:
        even = knee(machine, billions, 2)
        assert even == pytest.approx(card.operations / card.bytes)
        times = step(machine, even, billions, 2)
        assert times.reading == pytest.approx(times.computing)


def test_what_was_measured_lies_near_the_larger_of_its_two_lines():
    for n, time in zip(WEIGHTS["rows"], WEIGHTS["time"], strict=True):
        modeled = step("core", n, 8, 2)
        # near the knee the core does both in turn: never twice as long
        assert 0.95 < time / modeled.whole < 1.7
    ends = [step("core", n, 8, 2).whole for n in (1, WEIGHTS["rows"][-1])]
    assert ends == pytest.approx([WEIGHTS["time"][0], WEIGHTS["time"][-1]])


# ---- its rules -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("machine", "tpu", "machine"),
        ("n", 0, "n must be from 1 to 2048; got 0"),
        ("n", 2049, "n must be from 1 to 2048; got 2049"),
        ("n", 1.5, "n must be a whole number; got 1.5"),
        ("billions", 2, "billions"),
        ("bytes_each", 4, "bytes_each"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = Roofline(n=16)
    before = [getattr(widget, one) for one in (*widget._state, "fallback")]
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert [getattr(widget, one) for one in (*widget._state, "fallback")] == before


def test_the_fallback_has_the_times_of_several_numbers_of_tokens():
    text = Roofline(n=100).fallback
    rows = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', text)
    assert [n for n, _ in rows] == ["1", "16", "100", "128", "1,024"]
    for n, row in rows:
        reading, computing, each = map(float, re.findall("<td>(.*?)</td>", row))
        times = step("a100", int(n.replace(",", "")), 8, 2)
        assert reading == pytest.approx(times.reading, rel=0.005)  # three digits
        assert computing == pytest.approx(times.computing, rel=0.005)
        whole = each * int(n.replace(",", ""))
        assert whole == pytest.approx(times.whole, rel=0.005)
    assert "as long for 156 tokens" in text
    core = Roofline(machine="core").fallback
    rows = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td>', core)
    assert [float(time) for _, time in rows] == WEIGHTS["time"]


# ---- its page ------------------------------------------------------------------------


def figure(root, name):
    return float(root.locator(f"[data-figure={name}]").get_attribute("data-value"))


def press(root, action):
    root.locator(f"[data-action={action}]").click()


def words(root, name):
    return root.locator(f".gb-{name}").inner_text()


@pytest.mark.parametrize("machine", CARDS)
def test_the_page_computes_as_python_does(show, machine):
    watched, root = show(Roofline(machine=machine))
    for billions in BILLIONS:
        press(root, f"billions-{billions}")
        for size in BYTES:
            press(root, f"bytes_each-{size}")
            for n in (1, 37, 2048):
                root.locator("[data-field=n]").fill(f"{n}")
                times = step(machine, n, billions, size)
                found = [figure(root, x) for x in ("reading", "computing", "whole")]
                assert found == pytest.approx([*times, times.whole])
                assert figure(root, "each") == pytest.approx(times.whole / n)
                waits = times.reading > times.computing
                starts = "Arithmetic waits" if waits else "Memory waits"
                assert words(root, "verdict").startswith(starts)
            even = round(knee(machine, billions, size))
            assert root.locator(".gb-crossing").text_content() == f"knee: {even}"
    assert watched.errors == []


def test_one_byte_makes_one_token_twice_as_fast_and_a_thousand_no_faster(show):
    _, root = show(Roofline())
    assert words(root, "verdict") == (
        "Arithmetic waits for memory: 1 token takes as long as 156 would."
    )
    press(root, "bytes_each-1")
    told = "With 2 bytes: 8 ms. So 1 byte is 2 times as fast here."
    assert words(root, "versus") == told
    root.locator("[data-field=n]").fill("1000")
    told = "With 2 bytes: 51.3 ms as well. So 1 byte is no faster here."
    assert words(root, "versus") == told
    press(root, "knee")
    assert root.locator("[data-field=n]").input_value() == "78"
    assert words(root, "verdict").startswith("Both take equally long")
    for _ in range(3):
        press(root, "undo")
    assert words(root, "versus").startswith("With 1 byte,")
    assert figure(root, "whole") == pytest.approx(8)


def places(root, selector):
    return root.locator(selector).evaluate_all(
        "all => all.map(one => [one.cx, one.cy].map(x => x.baseVal.value))"
    )


def test_the_measured_dots_stand_at_the_record_s_times(show):
    _, root = show(Roofline())
    assert root.locator("circle.gb-measured:visible").count() == 0
    press(root, "machine-core")
    assert root.locator("[data-action^=bytes_each]:visible").count() == 0
    dots = np.array(places(root, "circle.gb-measured:visible"))
    rows, times = (np.log10(WEIGHTS[name]) for name in ("rows", "time"))
    for found, right in ((dots[:, 0], rows), (dots[:, 1], times)):
        fit = np.polyfit(right, found, 1)
        np.testing.assert_allclose(np.polyval(fit, right), found, atol=0.1)  # pixels
    for n, time in zip(WEIGHTS["rows"], WEIGHTS["time"], strict=True):
        root.locator("[data-field=n]").fill(f"{n}")
        assert figure(root, "whole") == time
        assert figure(root, "each") == pytest.approx(time / n)
    assert f"take {time:g} times as long as one" in words(root, "verdict")
    root.locator("[data-field=n]").fill("100")
    assert "were not measured" in words(root, "verdict")
    assert root.locator("circle.gb-here:visible").count() == 0


def test_the_lines_cross_at_the_knee_and_the_dot_lies_on_the_larger(show):
    _, root = show(Roofline(n=16))
    ends = {}
    for name in ("reading", "computing"):
        path = root.locator(f"path.gb-{name}").get_attribute("d")
        ends[name] = np.array(
            [list(map(float, place.split())) for place in path[1:].split("L")]
        )
    assert np.ptp(ends["reading"][:, 1]) < 0.1  # level
    across, up = np.diff(np.unique(ends["computing"], axis=0), axis=0).T
    slopes = up / across
    assert (slopes < 0).all() and np.ptp(slopes) < 0.01  # straight, and upward
    line = root.locator("path.gb-knee").get_attribute("d")
    x = float(re.match(r"M([\d.]+)", line)[1])
    (x1, y1), (x2, y2) = ends["computing"][[0, -1]]
    met = y1 + (y2 - y1) * (x - x1) / (x2 - x1)
    assert met == pytest.approx(ends["reading"][0, 1], abs=0.1)
    ((_, y),) = places(root, "circle.gb-here")
    assert y == pytest.approx(ends["reading"][0, 1], abs=0.1)


def test_a_press_on_the_picture_chooses_and_a_wrong_number_changes_nothing(show):
    watched, root = show(Roofline(machine="core"))
    picture = root.locator("svg").bounding_box()
    watched.page.mouse.click(picture["x"] + picture["width"] / 2, picture["y"] + 100)
    field = root.locator("[data-field=n]")
    chosen = int(field.input_value())
    assert chosen in WEIGHTS["rows"][3:8]  # near the middle, where it was measured
    press(root, "knee")  # near 13, and 16 is the nearest that was measured
    chosen = int(field.input_value())
    assert chosen == 16 and abs(chosen - knee("core", 8, 2)) < 4
    for wrong in ("0", "2049", "2.5", "many"):
        field.fill(wrong)
        assert f"Until then {chosen} counts" in root.locator(".gb-error").inner_text()
        assert figure(root, "each") == figure(root, "whole") / chosen
    assert watched.errors == []


def test_it_fits_a_screen_in_each_state(show):
    for width in (1280, 390):
        for state in ({}, {"n": 2048, "bytes_each": 1}, {"machine": "core"}):
            _, root = show(Roofline(**state), width=width, height=844)
            assert root.locator(".gb-roofline").bounding_box()["height"] <= 800
