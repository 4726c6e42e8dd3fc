"""Key shadow: its rules, its numbers, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import scaled_dot_product_attention
from glassbox.widgets import KeyShadow
from glassbox.widgets.key_shadow import FIGURES, KEYS, LOUD, QUERY, measure
from traitlets import TraitError

ONCE = [1.0, 1.0, 1.0]
UNIT, X, Y = 48, 58, 140  # of a picture: how long a 1 is, where arrows start


def test_it_opens_with_cup_four_times_as_long():
    assert KeyShadow().times == LOUD == [1, 4, 1]
    assert measure(LOUD)["dot"].tolist() == [-2, 8, 6]
    assert measure(LOUD)["weight"].argmax() == 1
    assert measure(ONCE)["weight"].argmax() == 2


@pytest.mark.parametrize("times", [ONCE, LOUD, [4, 2.5, 1.25]])
def test_its_scores_and_weights_are_those_of_attention(times):
    keys = np.array(times)[:, None] * KEYS
    look = scaled_dot_product_attention(QUERY[None], keys, keys)
    found = measure(times)
    close(found["score"], look.scores[0])
    close(found["weight"], look.weights[0])
    close(found["length"] * found["cosine"], found["shadow"])
    close(found["shadow"] * found["query"], keys @ QUERY)


@pytest.mark.parametrize(
    ("times", "rule"),
    [
        ([1, 1], "times must have 3 entries; got 2"),
        ([1, 0.5, 1], "times must be from 1 to 4; got 0.5"),
        ([1, 1, 5], "times must be from 1 to 4; got 5.0"),
        ("long", "times must be a list of finite numbers; got 'long'"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(times, rule):
    widget = KeyShadow()
    before = widget.fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        widget.times = times
    assert (widget.times, widget.fallback) == (LOUD, before)
    with pytest.raises(TraitError, match=re.escape(rule)):
        KeyShadow(times)


def test_the_fallback_tells_the_numbers():
    row = r"<tr><th scope=\"row\">(\w+)</th>(.*?)</tr>"
    rows = re.findall(row, KeyShadow(ONCE).fallback)
    cells = {name: re.findall("<td>(.*?)</td>", row) for name, row in rows}
    told = ["2.83", "0.32", "0.89", "2.24", "2.00", "1.00", "0.1173"]
    assert cells["cup"] == told
    assert cells["she"][-3:] == ["-2.00", "-1.00", "0.0159"]
    assert cells["tea"][-3:] == ["6.00", "3.00", "0.8668"]


# ---- on a page ---------------------------------------------------------------


def close(found, expected):
    # one rounding per step on either side
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


def shows(root, times):
    cells = "all => all.map(node => Number(node.dataset.value))"
    found = np.array(root.locator("dd").evaluate_all(cells)).reshape(3, -1)
    expected = measure(times)
    close(found.T, [expected[name] for name in FIGURES])


@pytest.mark.parametrize("times", [ONCE, LOUD, [4, 4, 4], [1.25, 1, 3]])
def test_the_page_shows_python_s_numbers(show, times):
    watched, root = show(KeyShadow(times))
    shows(root, times)
    assert watched.errors == []


@pytest.mark.parametrize("times", [ONCE, LOUD, [4, 4, 4]])
def test_every_picture_keeps_length_angle_and_shadow(show, times):
    """In the plane of key and query nothing is foreshortened."""
    _, root = show(KeyShadow(times))
    found, unit = measure(times), UNIT / max(times)  # one scale for all three
    for i in range(3):
        picture = root.locator(f"[data-key='{i}'] .gb-plane")
        ends = {}
        for look in ("gb-key", "gb-query"):
            path = picture.locator(f".{look}").get_attribute("d").split("L")[1]
            x, y = (float(number) for number in path.split("M")[0].split())
            ends[look] = np.array([x - X, Y - y]) / unit
        key, query = ends["gb-key"], ends["gb-query"]
        close(np.hypot(*key), found["length"][i])
        close(query, [np.sqrt(5), 0])
        close(key @ query, found["dot"][i])
        band = picture.locator(".gb-band").get_attribute("d").split("H")[1]
        close((float(band) - X) / unit, found["shadow"][i])
        ticks = picture.locator(".gb-axis").get_attribute("d").split("M")[2:]
        at = [float(tick.split(" ")[0]) for tick in ticks]
        close(np.diff(at), unit)
        assert any(abs(x - X) < 1e-9 for x in at) and 0 < min(at) < max(at) < 204


def test_the_sliders_answer_to_keys_and_undo_brings_back(show):
    watched, root = show(KeyShadow())
    cup = root.locator("[data-field=times-1]")
    cup.press("Home")
    shows(root, ONCE)
    assert root.locator("[data-wins]").get_attribute("data-key") == "2"
    assert cup.get_attribute("aria-valuetext") == "× 1"
    root.locator("[data-action=undo]").click()
    shows(root, LOUD)
    assert root.locator("[data-wins]").get_attribute("data-key") == "1"
    root.locator("[data-field=times-0]").press("ArrowRight")
    shows(root, [1.25, 4, 1])
    root.locator("[data-action=reset]").click()
    shows(root, LOUD)
    assert watched.errors == []


def test_unlengthened_keys_fill_their_pictures(show):
    _, root = show(KeyShadow(ONCE))
    picture = root.locator("[data-key='2'] .gb-plane").bounding_box()
    arrow = root.locator("[data-key='2'] .gb-key").bounding_box()
    assert arrow["width"] > picture["width"] / 2


def test_on_a_phone_undo_and_reset_stand_side_by_side(show):
    _, root = show(KeyShadow(), width=390, height=844)
    undo, reset = (
        root.locator(f"[data-action={name}]").bounding_box()
        for name in ("undo", "reset")
    )
    assert undo["y"] == reset["y"]


@pytest.mark.parametrize(("width", "limit"), [(1280, 480), (390, 800)])
def test_it_fits_one_screen_and_all_arrows_their_pictures(show, width, limit):
    watched, root = show(KeyShadow([4, 4, 4]), width=width, height=844)
    watched.page.add_style_tag(content="main { max-width: 690px; margin: auto }")
    assert root.bounding_box()["height"] <= limit
    for picture in root.locator(".gb-plane").all():
        outer = picture.bounding_box()
        for part in picture.locator("path:not(.gb-axis), text").all():
            inner = part.bounding_box()
            for start, long in (("x", "width"), ("y", "height")):
                assert outer[start] <= inner[start]
                assert inner[start] + inner[long] <= outer[start] + outer[long]


def test_the_weights_are_said(show):
    watched, root = show(KeyShadow(), clock=True)
    root.locator("[data-field=times-1]").press("Home")
    watched.page.clock.run_for(1000)
    told = "she: weight 0.0159. cup: weight 0.1173. tea: weight 0.8668."
    assert root.locator("[role=status]").inner_text() == told
