"""Not bad: its rules, its numbers, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import FeedForwardParameters, feed_forward
from glassbox.widgets import NotBad
from glassbox.widgets.not_bad import B_1, FACTS, W_1, WANTED, WAYS
from traitlets import TraitError


def test_with_the_bend_each_phrase_wakes_its_own_unit():
    layer = FeedForwardParameters(W_1, B_1, np.eye(4), np.zeros(4))
    np.testing.assert_array_equal(feed_forward(FACTS, layer), np.eye(4))
    for adds in ([1, -1, -1, 1], [2, 0.5, -3, 7]):
        np.testing.assert_array_equal(NotBad("bent", adds=adds).moods(FACTS), adds)


def test_without_the_bend_the_two_pairs_have_equal_sums():
    rng = np.random.default_rng(0)
    for _ in range(5):
        weights, adds = rng.normal(size=3), rng.normal(size=4)
        for way in ("sum", "flat"):
            good, bad, not_good, not_bad = NotBad(
                way, weights=weights, adds=adds
            ).moods(FACTS)
            # 1e-12: a few sums in another order
            assert good + not_bad == pytest.approx(bad + not_good, abs=1e-12)


def test_it_opens_with_a_single_wrong_mood_and_one_number_short_of_the_solution():
    assert NotBad().moods(FACTS).tolist() == [1, -1, 3, 1]
    widget = NotBad("bent")
    assert (widget.moods(FACTS) * WANTED > 0).tolist() == [True, True, True, False]


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("way", "tanh", "way"),
        ("weights", [1, 2], "weights must have 3 numbers; got 2"),
        ("adds", [1, 2, 3], "adds must have 4 numbers; got 3"),
        ("adds", [1, 2, 3, 101], "adds must hold numbers from -100 to 100; got 101"),
        ("weights", "123", "weights must be a list of finite numbers; got '123'"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = NotBad()
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert {trait: getattr(widget, trait) for trait in before} == before


def test_the_fallback_tells_facts_moods_and_how_many_are_right():
    fallback = NotBad().fallback
    rows = dict(re.findall(r'<th scope="row">([\w ]+)</th>(.*?)</tr>', fallback))
    assert re.findall("<td>(.*?)</td>", rows["not good"]) == ["1", "1", "3", "-1"]
    assert "one sum: 3 of 4" in fallback


# ---- on a page ---------------------------------------------------------------


def numbers(root, selector):
    read = "all => all.map(node => Number(node.dataset.value))"
    return np.array(root.locator(selector).evaluate_all(read))


def agrees(root, widget):
    # 1e-12: the same products, summed in the same order or nearly so
    close = {"rtol": 0, "atol": 1e-12}
    moods = widget.moods(FACTS)
    np.testing.assert_allclose(numbers(root, ".gb-mood"), moods, **close)
    totals = [moods[0] + moods[3], moods[1] + moods[2]]
    np.testing.assert_allclose(numbers(root, "[data-sum]"), totals, **close)
    right = int((moods * WANTED > 0).sum())
    assert numbers(root, ".gb-value").tolist() == [right]


@pytest.mark.parametrize("way", WAYS)
def test_the_page_shows_what_the_python_kernels_give(show, way):
    rng = np.random.default_rng(1)
    weights, adds = rng.normal(size=3).round(2), rng.normal(size=4).round(2)
    widget = NotBad(way, weights=weights, adds=adds)
    watched, root = show(widget)
    agrees(root, widget)
    layer = FeedForwardParameters(W_1, B_1, np.eye(4), np.zeros(4))
    answers = feed_forward(FACTS, layer) if way == "bent" else FACTS @ W_1 + B_1
    if way != "sum":
        cells = numbers(root, "[data-cell]").reshape(4, 4)  # a row for each unit
        np.testing.assert_array_equal(cells, answers.T)
    assert watched.errors == []


def test_the_puzzle_is_solved_by_one_number_once_there_is_a_bend(show):
    watched, root = show(NotBad())
    assert "3 of 4" in root.inner_text()
    for place, value in enumerate((2, -3, -0.5)):
        root.locator(f"[data-field=weights-{place}]").fill(f"{value}")
    agrees(root, NotBad(weights=[2, -3, -0.5]))
    assert "4 of 4" not in root.inner_text()
    root.locator("[data-action=way-bent]").click()
    root.locator("[data-field=adds-3]").fill("1")
    assert "4 of 4" in root.inner_text()
    assert "the border is more than one straight line" in root.inner_text()
    root.locator("[data-action=way-flat]").click()
    agrees(root, NotBad("flat", adds=[1, -1, -1, 1]))
    assert numbers(root, ".gb-mood").tolist() == [0, 0, 0, 0]
    root.locator("[data-action=undo]").click()
    assert "4 of 4" in root.inner_text()
    root.locator("[data-action=reset]").click()
    agrees(root, NotBad())
    assert watched.errors == []


def test_the_ground_is_where_the_moods_are_above_and_below_0(show):
    widget = NotBad("bent", adds=[1, -1, -1, 1])
    _, root = show(widget)
    looks = root.locator(".gb-ground rect").evaluate_all(
        "all => all.map(node => node.getAttribute('class'))"
    )
    n = round(len(looks) ** 0.5)
    at = (np.arange(n) + 0.5) / n * 1.7 - 0.35  # 0.35 beyond 0 and 1
    places = np.array([[p, q] for q in at[::-1] for p in at])
    moods = widget.moods(places)
    sure = abs(moods) > 1e-9
    expected = np.where(moods > 0, "gb-up", "gb-down")
    np.testing.assert_array_equal(np.array(looks)[sure], expected[sure])


@pytest.mark.parametrize(
    ("way", "adds"),
    [("sum", [1, 1, 1, 1]), ("flat", [1, -1, -1, 0]), ("bent", [1, -1, -1, 0.5])],
)
def test_the_border_is_where_the_mood_is_0(show, way, adds):
    widget = NotBad(way, adds=adds)
    _, root = show(widget)
    path = root.locator(".gb-border").get_attribute("d")
    drawn = np.array(re.findall(r"([\d.]+) ([\d.]+)", path), float)
    facts = (drawn - [34, 6]) / 238 * 1.7 - 0.35
    facts[:, 1] = 1 - facts[:, 1]
    assert len(facts) > 60
    # places are drawn to 0.01 of 238: 0.00004 in a fact, and slopes of up to 4
    np.testing.assert_allclose(widget.moods(facts), 0, atol=2e-4)


def test_the_solved_border_is_two_lines_that_cross(show):
    _, root = show(NotBad("bent", adds=[1, -1, -1, 1]))
    path = root.locator(".gb-border").get_attribute("d")
    drawn = np.array(re.findall(r"([\d.]+) ([\d.]+)", path), float)
    middle = np.array([34 + 119, 6 + 119])  # both facts ½
    assert np.isclose(drawn, middle, atol=0.01).any(axis=1).all()
    for axis in (0, 1):
        ends = drawn[:, axis].min(), drawn[:, axis].max()
        assert ends == pytest.approx((middle[axis] - 119, middle[axis] + 119))
    _, root = show(NotBad("flat", adds=[1, -1, -1, 1]))
    assert root.locator(".gb-border").get_attribute("d") == ""  # all moods are 0


def test_a_wrong_entry_is_marked_and_forgotten_by_reset(show):
    _, root = show(NotBad())
    field = root.locator("[data-field=weights-0]")
    for wrong in ("a", "101"):
        field.fill(wrong)
        assert field.get_attribute("aria-invalid") == "true"
        assert "from −100 to 100" in root.inner_text()
    agrees(root, NotBad())
    root.locator("[data-action=reset]").click()
    assert root.locator("[aria-invalid]").count() == 0


@pytest.mark.parametrize(
    ("way", "name"), [("sum", "weights-0"), ("sum", "weights-2"), ("bent", "adds-3")]
)
def test_what_is_wrong_with_a_number_is_read_whole_on_a_phone(show, way, name):
    _, root = show(NotBad(way), width=390)
    field = root.locator(f"[data-field={name}]")
    field.fill("wrong")
    told = field.locator("xpath=..").locator(".gb-error").bounding_box()
    assert told["x"] >= 0 and told["x"] + told["width"] <= 390


def test_the_keyboard_steps_and_the_score_is_announced(show):
    watched, root = show(NotBad("bent"), clock=True)
    root.locator("[data-field=adds-3]").focus()
    watched.page.keyboard.press("ArrowUp")
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said == "with a bend: 4 of 4 moods have the right sign."
    assert said in root.locator(".gb-plane").get_attribute("aria-label")
