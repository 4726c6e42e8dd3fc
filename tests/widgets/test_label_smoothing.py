"""The widget label smoothing: its rules, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import entropy, smooth_labels
from glassbox.widgets import LabelSmoothing
from glassbox.widgets.label_smoothing import loss
from traitlets import TraitError


def test_the_state_is_kept_as_given():
    widget = LabelSmoothing(vocabulary_size=7, epsilon=0.25, convention="all", target=6)
    assert (widget.vocabulary_size, widget.epsilon, widget.target) == (7, 0.25, 6)
    assert repr(widget) == (
        "LabelSmoothing(vocabulary_size=7, epsilon=0.25, convention='all', target=6)"
    )


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("vocabulary_size", 1, "vocabulary_size must be from 2 to 20; got 1"),
        ("vocabulary_size", 21, "vocabulary_size must be from 2 to 20; got 21"),
        ("vocabulary_size", 2.5, "vocabulary_size must be a whole number; got 2.5"),
        ("vocabulary_size", 2, "from 0 to vocabulary_size - 1 = 1; got 2"),
        ("target", 5, "target must be from 0 to vocabulary_size - 1 = 4; got 5"),
        ("target", -1, "got -1"),
        ("epsilon", 1.1, "epsilon must be from 0 to 1; got 1.1"),
        ("epsilon", "0.1", "epsilon must be a finite number; got '0.1'"),
        ("confidence", -0.5, "confidence must be from 0 to 1; got -0.5"),
        ("convention", "some", "convention"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = LabelSmoothing()
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert {trait: getattr(widget, trait) for trait in before} == before


def test_fewer_tokens_and_a_target_among_them_are_set_at_once():
    widget = LabelSmoothing()
    widget.set(vocabulary_size=2, target=1)
    assert (widget.vocabulary_size, widget.target) == (2, 1)


def columns(widget):
    rows = re.findall(r'<th scope="row">.*?</th>(.*?)</tr>', widget.fallback)
    return np.transpose(
        [[float(c) for c in re.findall("<td>(.*?)</td>", row)] for row in rows]
    )


def test_the_fallback_shows_the_curriculum_s_numbers():
    hard, others, all_tokens = columns(LabelSmoothing())
    assert hard.tolist() == [0, 0, 1, 0, 0]
    assert others.tolist() == [0.025, 0.025, 0.9, 0.025, 0.025]
    assert all_tokens.tolist() == [0.02, 0.02, 0.92, 0.02, 0.02]


def test_the_loss_is_lowest_where_the_confidence_is_the_target_s_share():
    for convention in ("others", "all"):
        q = smooth_labels(1, 7, 0.3, convention=convention)
        grid = np.linspace(0.001, 0.999, 999)
        losses = [loss(c, q, 1) for c in grid]
        # the grid is 0.001 fine
        assert grid[np.argmin(losses)] == pytest.approx(q[1], abs=1e-3)
        assert loss(q[1], q, 1) == pytest.approx(entropy(q), abs=1e-14)


def test_the_loss_in_closed_form():
    q = smooth_labels(3, 5, 0.2)
    expected = -0.8 * np.log(0.6) - 0.2 * np.log(0.1)
    assert loss(0.6, q, 3) == pytest.approx(expected, abs=1e-14)
    assert loss(1, q, 3) == np.inf
    assert loss(1, smooth_labels(3, 5, 0), 3) == 0


def test_the_fallback_says_both_losses_and_where_the_lowest_is():
    text = LabelSmoothing(convention="all", confidence=0.5).fallback
    q = smooth_labels(2, 5, 0.1, convention="all")
    assert f"{np.log(2):.4f} nats for the hard target" in text
    assert f"{loss(0.5, q, 2):.4f} for the chosen one" in text
    assert f"confidence of 0.92: {entropy(q):.4f} nats" in text


# ---- on a page ---------------------------------------------------------------

NUMBERS = "all => all.map(node => Number(node.dataset.value))"


@pytest.fixture
def page(show):
    """A page with the widget alone: the page, watched, and the widget's element."""

    def page(options=None, **state):
        watched, root = show(LabelSmoothing(**state), **(options or {}))
        root.locator("summary").click()  # the table, and the other convention
        return watched, root

    return page


def agrees(root, size, epsilon, convention, target, confidence):
    """Compare every number shown with what the Python kernels give."""
    expected = {
        "hard": smooth_labels(target, size, 0),
        "others": smooth_labels(target, size, epsilon),
        "all": smooth_labels(target, size, epsilon, convention="all"),
        "model": np.full(size, (1 - confidence) / (size - 1)),
    }
    expected["model"][target] = confidence
    near = {"rtol": 0, "atol": 1e-14}  # the same few operations, in the same precision
    for name, values in expected.items():
        found = root.locator(f"tbody .gb-col-{name}").evaluate_all(NUMBERS)
        np.testing.assert_allclose(found, values, **near)
        total = root.locator(f"tfoot .gb-col-{name}").evaluate_all(NUMBERS)
        np.testing.assert_allclose(total, [1], **near)
    chosen = expected[convention]
    values = root.locator(".gb-value").evaluate_all(NUMBERS)
    hard, smoothed, other, share = values
    assert other == pytest.approx((1 - confidence) / (size - 1), abs=1e-14)
    assert share == pytest.approx(chosen[target], abs=1e-14)
    for found, q in ((hard, expected["hard"]), (smoothed, chosen)):
        # inf for a confidence of 0 or 1 that the target does not share
        assert found == pytest.approx(loss(confidence, q, target), rel=1e-12, abs=1e-14)
    least = root.locator("[data-least]").evaluate("node => Number(node.dataset.least)")
    assert least == pytest.approx(entropy(chosen), abs=1e-13)
    assert least <= smoothed + 1e-14  # nothing is lower


@pytest.mark.parametrize("convention", ["others", "all"])
def test_the_page_shows_what_the_python_kernels_give(page, convention):
    rng = np.random.default_rng(convention == "all")
    watched, root = page(convention=convention)
    agrees(root, 5, 0.1, convention, 2, 0.7)
    for _ in range(5):
        size = int(rng.integers(2, 21))
        epsilon, confidence = rng.random(2).round(3)
        root.locator("[data-field=vocabulary_size]").fill(str(size))
        root.locator("[data-field=epsilon]").fill(str(epsilon))
        root.locator("[data-field=confidence]").fill(str(confidence))
        target = int(rng.integers(size))
        root.locator(f"[data-action=target-{target}]").click()
        agrees(root, size, epsilon, convention, target, confidence)
    assert watched.errors == []


def test_the_curriculum_s_numbers_can_be_read(page):
    _, root = page()
    for name, expected in {
        "others": ["0.025", "0.025", "0.9", "0.025", "0.025"],
        "all": ["0.02", "0.02", "0.92", "0.02", "0.02"],
    }.items():
        assert root.locator(f"tbody .gb-col-{name}").all_inner_texts() == expected
    root.locator("[data-action=convention-all]").click()
    agrees(root, 5, 0.1, "all", 2, 0.7)


@pytest.mark.parametrize(("convention", "best"), [("others", 0.9), ("all", 0.92)])
def test_where_it_is_lowest_is_told_once_the_reader_has_found_it(
    page, convention, best
):
    _, root = page(convention=convention)
    told, mark = f"lowest at {best}", root.locator("svg .gb-best")
    field = root.locator("[data-field=confidence]")
    for confidence, is_found in ((0.99, False), (best - 0.02, False), (best, True)):
        field.fill(str(confidence))
        assert (told in root.inner_text()) == is_found
        assert ("where is it lowest?" in root.inner_text()) != is_found
        assert mark.is_visible() == is_found
    field.fill("0.5")  # it stays known
    assert told in root.inner_text() and mark.is_visible()


@pytest.mark.parametrize(("epsilon", "confidence"), [(0, 0), (0, 1), (0.3, 1), (1, 0)])
def test_the_ends_of_the_sliders(page, epsilon, confidence):
    watched, root = page(epsilon=0.4, target=1)
    for name, value in (("epsilon", epsilon), ("confidence", confidence)):
        root.locator(f"[data-field={name}-slider]").press("End" if value else "Home")
        if value not in (0, 1):
            root.locator(f"[data-field={name}]").fill(str(value))
    agrees(root, 5, epsilon, "others", 1, confidence)
    assert watched.errors == []


def test_fewer_tokens_keep_the_target_among_them_and_undo_brings_it_back(page):
    _, root = page(vocabulary_size=6, target=5)
    root.locator("[data-field=vocabulary_size]").fill("3")
    agrees(root, 3, 0.1, "others", 2, 0.7)
    root.locator("[data-action=undo]").click()
    agrees(root, 6, 0.1, "others", 5, 0.7)
    root.locator("[data-field=vocabulary_size-slider]").press("Home")
    root.locator("[data-action=convention-all]").click()
    agrees(root, 2, 0.1, "all", 1, 0.7)
    root.locator("[data-action=reset]").click()
    agrees(root, 6, 0.1, "others", 5, 0.7)


def test_a_wrong_entry_is_marked_and_the_last_good_value_counts(page):
    _, root = page()
    for name, wrongs, rule in [
        ("vocabulary_size", ["1", "21", "2.5", "x"], "from 2 to 20. Still in use: 5"),
        ("epsilon", ["-0.1", "1.5", ""], "from 0 to 1. Still in use: 0.1"),
    ]:
        field = root.locator(f"[data-field={name}]")
        for wrong in wrongs:
            field.fill(wrong)
            assert field.get_attribute("aria-invalid") == "true"
            assert rule in root.inner_text()
            agrees(root, 5, 0.1, "others", 2, 0.7)
    root.locator("[data-action=reset]").click()
    assert root.locator("[aria-invalid]").count() == 0


def curve(root, name):
    path = root.locator(f"svg path.gb-{name}").get_attribute("d")
    x, y = np.array([p.split() for p in path[1:].split("L")], float).T
    return (x - 26) / 304, (200 - y) / 190 * 2


def test_curves_and_marks_are_drawn_where_the_numbers_are(page):
    _, root = page(vocabulary_size=4, epsilon=0.25, convention="all", confidence=0.6)
    q = smooth_labels(2, 4, 0.25, convention="all")
    for name, target in (("hard", smooth_labels(2, 4, 0)), ("smoothed", q)):
        x, y = curve(root, name)
        inside = (x > 0.05) & (x < 0.95) & (y < 1.99)  # above, it leaves the picture
        assert inside.sum() > 40
        expected = [loss(c, target, 2) for c in x[inside]]
        # drawn to 0.01 of 304 in x, where the slope is up to 20 nats, and of 190 in y
        np.testing.assert_allclose(y[inside], expected, rtol=0, atol=1e-3)
    mark = root.locator("svg .gb-best").get_attribute("d")  # M x 200 V y m ...
    x = float(mark[1:].split()[0])
    y = float(mark.split("V")[1].split("m")[0])
    assert (x - 26) / 304 == pytest.approx(q[2], abs=1e-12)
    assert (200 - y) / 190 * 2 == pytest.approx(entropy(q), abs=1e-12)
    dot = root.locator("svg circle.gb-smoothed")
    place = [float(dot.get_attribute(name)) for name in ("cx", "cy")]
    assert place[0] == pytest.approx(26 + 0.6 * 304, abs=0.006)  # two decimals
    assert place[1] == pytest.approx(200 - loss(0.6, q, 2) * 95, abs=0.006)


def test_the_axis_reaches_to_2_nats_or_to_4_where_the_dip_lies_higher(page):
    for state, most in (({}, 2), ({"vocabulary_size": 20, "epsilon": 1}, 4)):
        _, root = page(**state)
        marks = root.locator("svg text").all_text_contents()[:5]
        assert [float(mark) for mark in marks] == [most * i / 4 for i in range(5)]
        # the dip is inside of the picture, below its upper edge at 10
        path = root.locator("svg .gb-best").get_attribute("d")
        assert 10 < float(path.split("V")[1].split("m")[0]) < 200
        drawn = root.locator("svg path.gb-smoothed").get_attribute("d")
        assert drawn.endswith(" 10.00")  # infinite at 1: out by the upper edge


def test_at_first_the_table_and_the_conventions_are_folded(show):
    _, root = show(LabelSmoothing())
    assert not root.locator("table").is_visible()
    assert not root.locator("[data-action=convention-all]").is_visible()
    assert root.locator("[data-field=confidence]").is_visible()


def test_a_press_in_the_picture_moves_the_confidence(page):
    watched, root = page()
    box = root.locator("svg").bounding_box()
    scale = box["width"] / 340
    x, y = box["x"] + scale * (26 + 0.25 * 304), box["y"] + 80
    watched.page.mouse.move(x, y)
    watched.page.mouse.down()
    watched.page.mouse.move(box["x"] + scale * (26 + 0.4 * 304), y)
    watched.page.mouse.up()
    confidence = float(root.locator("[data-field=confidence]").input_value())
    assert confidence == pytest.approx(0.4, abs=2e-3)  # a pixel
    agrees(root, 5, 0.1, "others", 2, confidence)
    root.locator("[data-action=undo]").click()
    agrees(root, 5, 0.1, "others", 2, 0.7)


def test_the_keyboard_reaches_every_control_in_order(page):
    watched, root = page(vocabulary_size=3)
    root.locator("[data-field=confidence]").focus()
    reached = []
    for _ in range(13):
        watched.page.keyboard.press("Tab")
        data = watched.page.evaluate("({ ...document.activeElement.dataset })")
        reached.append(data.get("action") or data.get("field") or "more")
    assert reached == [
        "confidence-slider", "epsilon", "epsilon-slider", "more", "convention-others",
        "convention-all", "vocabulary_size", "vocabulary_size-slider", "target-0",
        "target-1", "target-2", "undo", "reset",
    ]  # fmt: skip


def test_the_state_is_announced_after_a_pause(page):
    watched, root = page({"clock": True}, confidence=0.5)
    root.locator("[data-field=epsilon-slider]").press("ArrowRight")
    watched.page.clock.run_for(1000)
    least = f"{loss(0.5, smooth_labels(2, 5, 0.11), 2):.4f}"
    assert root.locator("[role=status]").inner_text() == (
        f"Confidence 0.5: loss 0.6931 hard, {least} smoothed."
    )
    root.locator("[data-field=confidence]").fill("0.89")
    watched.page.clock.run_for(1000)
    assert root.locator("[role=status]").inner_text().endswith(" Lowest at 0.89.")


def test_twenty_tokens_and_long_shares_fit_a_phone(page):
    watched, _ = page(
        {"width": 360}, vocabulary_size=20, epsilon=0.137, confidence=0.055
    )
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert watched.errors == []
