"""The widget state room: its rules, its fallback, its numbers, and its page."""

import re

import numpy as np
import pytest
from glassbox.models.recall import load_rooms
from glassbox.widgets import StateRoom
from traitlets import TraitError

from training.recall.rooms import WIDTHS, trained, without_training

HITS = np.array([[[0.5, 0.2, 0.1], [0.9, 0.4, 0.125]]] * 2 + [[[1, 1, 1]] * 2])


def test_the_stored_numbers_are_those_that_the_networks_give():
    rooms = load_rooms()
    assert rooms["widths"] == WIDTHS
    for width in (4, 16):
        random, attention = without_training(width)
        stored = np.array(rooms["hits"])[:, WIDTHS.index(width)]
        # stored with three decimals; of 2,000 answers a few may turn elsewhere
        np.testing.assert_allclose(stored[0], random, atol=0.003)
        np.testing.assert_allclose(stored[2], attention, atol=0.003)
    lstm = np.array(rooms["hits"])[1, WIDTHS.index(16)]
    np.testing.assert_allclose(lstm, trained(16), atol=0.003)


def test_the_fallback_tells_how_many_come_back():
    rooms = load_rooms()
    fallback = StateRoom(**rooms).fallback
    shown = np.array(re.findall(r"<td>([\d.]+)</td>", fallback), float).reshape(3, -1)
    # one decimal is shown
    np.testing.assert_allclose(shown, np.sum(rooms["hits"], axis=-1), atol=0.051)


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("widths", [8, 4], "widths must be 2 or more whole numbers, rising"),
        ("widths", [4.5, 8], "widths must be 2 or more whole numbers, rising"),
        ("widths", [4, 8, 16], "hits must have the shape (3, 3, 2 to 24)"),
        ("hits", HITS[:2], "hits must have the shape (3, 2, 2 to 24); got (2, 2, 3)"),
        ("hits", -HITS, "hits must be at least 0; got -1.0"),
        ("hits", 2 * HITS, "hits must hold numbers from -1 to 1"),
        ("at", 2, "at must be below 2; got 2"),
        ("back", 3, "back must be below 3; got 3"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = StateRoom([4, 8], HITS)
    before = widget.fallback
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert widget.fallback == before


# ---- on a page ---------------------------------------------------------------


def squares(root):
    """Return what each row's squares stand for, the first token first."""
    read = "all => all.map((one) => Number(one.dataset.value))"
    return np.array(root.locator(".gb-strip i").evaluate_all(read)).reshape(3, -1)


def test_the_width_chooses_the_squares_and_their_sums(show):
    rooms = load_rooms()
    watched, root = show(StateRoom(**rooms))
    for at in (0, 5, 2):
        root.locator("[data-field=width]").fill(f"{at}")
        expected = np.array(rooms["hits"])[:, at]
        np.testing.assert_array_equal(squares(root), expected[:, ::-1])
        sums = root.locator(".gb-way > b").all_inner_texts()
        assert sums == [f"{total:.1f} of 20" for total in expected.sum(axis=-1)]
        told = root.locator("[data-words=told]").inner_text()
        assert f"Out of {rooms['widths'][at]} numbers" in told
        assert f"{20 * rooms['widths'][at]:,} numbers in all" in told
    assert watched.errors == []


def test_the_darker_a_square_the_more_often_its_token_comes_back(show):
    _, root = show(StateRoom([4, 8], HITS, at=1))
    shades = root.locator(".gb-strip i").evaluate_all(
        "all => all.map((one) => Number(one.style.getPropertyValue('--shade')))"
    )
    expected = np.clip((HITS[:, 1, ::-1] - 1 / 8) / (7 / 8), 0, 1).ravel()
    np.testing.assert_allclose(shades, expected, atol=0.00051)  # three decimals


def test_a_token_is_asked_for_by_slider_and_by_square(show):
    _, root = show(StateRoom([4, 8], HITS))
    asked = root.locator(".gb-asked")
    assert asked.first.inner_text() == "Token 3 comes back in 50 % of the sentences."
    root.locator("[data-field=token]").fill("1")
    assert asked.first.inner_text() == "Token 1 comes back in 10 % of the sentences."
    root.locator(".gb-strip").nth(2).locator("i").nth(1).click()
    assert asked.all_inner_texts() == [
        f"Token 2 comes back in {percent} % of the sentences."
        for percent in (20, 20, 100)
    ]
    assert root.locator("i.gb-chosen").count() == 3
    root.locator("[data-action=undo]").click()
    assert "Token 1" not in asked.first.inner_text()  # one run of changes


def test_the_keyboard_slides_and_what_happens_is_announced(show):
    watched, root = show(StateRoom([4, 8], HITS), clock=True)
    root.locator("[data-field=width]").focus()
    watched.page.keyboard.press("ArrowRight")
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("Out of 8 numbers, the random network gives back 1.4 of 3")
    width = root.locator("[data-field=width]")
    assert width.get_attribute("aria-valuetext") == "8 numbers"
