"""The roofline: its numbers against the chapter's by hand, its record, and its page."""

import re

import numpy as np
import pytest
from glassbox.models.writing_costs import load_record
from glassbox.widgets import Roofline
from glassbox.widgets.roofline import BILLIONS, BYTES
from glassbox.widgets.roofline.numbers import CARDS, knee, step
from traitlets import TraitError

MEASURED = {
    "h200": load_record()["card"]["weights"],
    "core": load_record()["weights"],
}


# ---- its numbers ---------------------------------------------------------------------


def test_it_opens_with_the_chapter_s_numbers_by_hand():
    opened = Roofline()
    assert (opened.machine, opened.n) == ("a100", 1)
    assert (opened.billions, opened.bytes_each) == (8, 2)
    times = step("a100", 1, 8, 2)
    assert times.fetching == pytest.approx(8e9 * 2 / 2e12 * 1e3) == pytest.approx(8)
    assert times.computing == pytest.approx(8e9 * 2 / 312e12 * 1e3)
    assert knee("a100", 8, 2) == pytest.approx(156)


@pytest.mark.parametrize("machine", CARDS)
@pytest.mark.parametrize("billions", BILLIONS)
def test_half_the_bytes_halve_the_knee_and_leave_the_arithmetic(machine, billions):
    assert knee(machine, billions, 1) == pytest.approx(knee(machine, billions, 2) / 2)
    for n in (1, 1000):
        wide, narrow = (step(machine, n, billions, size) for size in BYTES)
        assert narrow.computing == wide.computing
        assert narrow.fetching == pytest.approx(wide.fetching / 2)
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
        assert times.fetching == pytest.approx(times.computing)


@pytest.mark.parametrize("machine", MEASURED)
def test_what_was_measured_lies_near_the_larger_of_its_two_lines(machine):
    record = MEASURED[machine]
    for n, time in zip(record["rows"], record["time"], strict=True):
        modeled = step(machine, n, 8, 2)
        # near the knee a machine does both in turn: never twice as long
        assert 0.95 < time / modeled.whole < 1.7
    ends = [step(machine, n, 8, 2).whole for n in (1, record["rows"][-1])]
    assert ends == pytest.approx([record["time"][0], record["time"][-1]])


def test_the_measured_card_s_knee_is_that_of_the_rates_that_are_said_of_it():
    record, told = MEASURED["h200"], Roofline().words["does"]["h200"]
    operations = record["trillion_operations_per_second"]
    terabytes = record["terabytes_per_second"]
    assert f"{operations:.0f} trillion operations and {terabytes} terabytes" in told
    assert knee("h200", 8, 2) == pytest.approx(operations / terabytes, rel=0.01)


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
        fetching, computing, each = map(float, re.findall("<td>(.*?)</td>", row))
        times = step("a100", int(n.replace(",", "")), 8, 2)
        assert fetching == pytest.approx(times.fetching, rel=0.005)  # three digits
        assert computing == pytest.approx(times.computing, rel=0.005)
        whole = each * int(n.replace(",", ""))
        assert whole == pytest.approx(times.whole, rel=0.005)
    assert "equal at 156 tokens" in text
    for machine, record in MEASURED.items():
        text = Roofline(machine=machine).fallback
        rows = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)</td>', text)
        assert [float(time) for _, time in rows] == record["time"]


# ---- its page ------------------------------------------------------------------------


def figure(root, name):
    return float(root.locator(f"[data-figure={name}]").get_attribute("data-value"))


def press(root, action):
    root.locator(f"[data-action={action}]").click()


def opened(root):
    """Open what holds the choice of machine and model."""
    root.locator(".gb-more > summary").click()


def words(root, name):
    return root.locator(f".gb-{name}").inner_text()


@pytest.mark.parametrize("machine", CARDS)
def test_the_page_computes_as_python_does(show, machine):
    watched, root = show(Roofline(machine=machine))
    opened(root)
    for billions in BILLIONS:
        press(root, f"billions-{billions}")
        for size in BYTES:
            press(root, f"bytes_each-{size}")
            for n in (1, 37, 2048):
                root.locator("[data-field=n]").fill(f"{n}")
                times = step(machine, n, billions, size)
                found = [figure(root, x) for x in ("fetching", "computing", "whole")]
                assert found == pytest.approx([*times, times.whole])
                assert figure(root, "each") == pytest.approx(times.whole / n)
                waits = times.fetching > times.computing
                starts = "Arithmetic waits" if waits else "Memory waits"
                assert words(root, "verdict").startswith(starts)
            even = round(knee(machine, billions, size))
            assert root.locator(".gb-crossing").text_content() == f"knee: {even}"
    assert watched.errors == []


def test_one_byte_makes_one_token_twice_as_fast_and_a_thousand_no_faster(show):
    _, root = show(Roofline())
    assert words(root, "verdict") == (
        "Arithmetic waits for memory: more tokens take no more time, up to the knee."
    )
    assert words(root, "versus") == ""  # what 1 byte changes is asked
    assert "156" not in root.text_content()  # and so is the knee
    press(root, "bytes_each-1")
    told = "With 2 bytes: 8 ms. So 1 byte is 2 times as fast here."
    assert words(root, "versus").startswith(told)
    root.locator("[data-field=n]").fill("1000")
    told = "With 2 bytes: 51.3 ms as well. So 1 byte is no faster here:"
    assert words(root, "versus").startswith(told)
    press(root, "knee")
    assert root.locator("[data-field=n]").input_value() == "78"
    assert words(root, "verdict").startswith("Both take equally long")
    for _ in range(3):
        press(root, "undo")
    assert words(root, "versus") == ""
    assert figure(root, "whole") == pytest.approx(8)


def places(root, selector):
    return root.locator(selector).evaluate_all(
        "all => all.map(one => [one.cx, one.cy].map(x => x.baseVal.value))"
    )


@pytest.mark.parametrize("machine", MEASURED)
def test_the_measured_dots_stand_at_the_record_s_times(show, machine):
    record = MEASURED[machine]
    _, root = show(Roofline())
    assert root.locator("circle.gb-measured:visible").count() == 0
    opened(root)
    press(root, f"machine-{machine}")
    assert root.locator("[data-action^=bytes_each]:visible").count() == 0
    dots = np.array(places(root, "circle.gb-measured:visible"))
    rows, times = (np.log10(record[name]) for name in ("rows", "time"))
    for found, right in ((dots[:, 0], rows), (dots[:, 1], times)):
        fit = np.polyfit(right, found, 1)
        np.testing.assert_allclose(np.polyval(fit, right), found, atol=0.1)  # pixels
    for n, time in zip(record["rows"], record["time"], strict=True):
        root.locator("[data-field=n]").fill(f"{n}")
        assert figure(root, "whole") == time
        assert figure(root, "each") == pytest.approx(time / n)
    assert f"take {time:g} times as long as one" in words(root, "verdict")
    root.locator("[data-field=n]").fill("100")
    assert f"powers of 2 up to {record['rows'][-1]:,}." in words(root, "verdict")
    assert root.locator("circle.gb-here:visible").count() == 0


def test_the_lines_cross_at_the_knee_and_the_dot_lies_on_the_larger(show):
    _, root = show(Roofline(n=16))
    ends = {}
    for name in ("fetching", "computing"):
        path = root.locator(f"path.gb-{name}").get_attribute("d")
        ends[name] = np.array(
            [list(map(float, place.split())) for place in path[1:].split("L")]
        )
    assert np.ptp(ends["fetching"][:, 1]) < 0.1  # level
    across, up = np.diff(np.unique(ends["computing"], axis=0), axis=0).T
    slopes = up / across
    assert (slopes < 0).all() and np.ptp(slopes) < 0.01  # straight, and upward
    line = root.locator("path.gb-knee").get_attribute("d")
    x = float(re.match(r"M([\d.]+)", line)[1])
    (x1, y1), (x2, y2) = ends["computing"][[0, -1]]
    met = y1 + (y2 - y1) * (x - x1) / (x2 - x1)
    assert met == pytest.approx(ends["fetching"][0, 1], abs=0.1)
    ((_, y),) = places(root, "circle.gb-here")
    assert y == pytest.approx(ends["fetching"][0, 1], abs=0.1)


@pytest.mark.parametrize(("machine", "near"), [("h200", 256), ("core", 16)])
def test_a_press_on_the_picture_chooses_and_a_wrong_number_changes_nothing(
    show, machine, near
):
    watched, root = show(Roofline(machine=machine))
    picture = root.locator("svg").bounding_box()
    watched.page.mouse.click(picture["x"] + picture["width"] / 2, picture["y"] + 100)
    field = root.locator("[data-field=n]")
    chosen = int(field.input_value())
    assert (
        chosen in MEASURED[machine]["rows"][3:8]
    )  # near the middle, where it was measured
    button = root.locator("[data-action=knee]")  # only dots were measured
    assert button.inner_text() == "Go near the knee"
    button.click()
    chosen = int(field.input_value())
    assert chosen == near and abs(np.log2(near / knee(machine, 8, 2))) < 0.5
    for wrong in ("0", "2049", "2.5", "many"):
        field.fill(wrong)
        assert f"Until then {chosen} counts" in root.locator(".gb-error").inner_text()
        assert figure(root, "each") == figure(root, "whole") / chosen
    assert watched.errors == []


@pytest.mark.parametrize("width", [1280, 390])
def test_another_machine_leaves_the_buttons_where_they_are(show, width):
    _, root = show(Roofline(), width=width, height=844)
    opened(root)
    names = ("reset", "machine-core")
    places = set()
    for machine in ("h200", "core", "a100"):
        press(root, f"machine-{machine}")
        boxes = [root.locator(f"[data-action={name}]").bounding_box() for name in names]
        places.add(tuple(box["y"] for box in boxes))
    assert len(places) == 1


def test_it_fits_a_screen_in_each_state(show):
    for width in (1280, 390):
        measured = [{"machine": machine} for machine in MEASURED]
        for state in ({}, {"n": 2048, "bytes_each": 1}, *measured):
            _, root = show(Roofline(**state), width=width, height=844)
            assert root.locator(".gb-roofline").bounding_box()["height"] <= 800
