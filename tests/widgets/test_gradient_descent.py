"""Gradient descent: its rules, its numbers, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox.widgets import GradientDescent
from glassbox.widgets.gradient_descent import MOST, RATES, descent, loss_and_slope
from traitlets import TraitError

LOWEST = np.log(228)  # 12 · 0.95 / 0.05


def test_the_slope_is_that_of_the_loss_and_0_where_the_probability_is_the_wanted_one():
    for z in (-3.0, 0.0, 2.0, 5.0, 20.0):
        h = 1e-5
        rise = loss_and_slope(z + h)[0] - loss_and_slope(z - h)[0]
        # central differences: the third derivative, below 0.1, times h² / 6
        assert rise / (2 * h) == pytest.approx(loss_and_slope(z)[1], abs=1e-9)
    assert loss_and_slope(LOWEST)[1] == pytest.approx(0, abs=1e-12)
    floor = -0.95 * np.log(0.95) - 0.05 * np.log(0.05 / 12)
    assert loss_and_slope(LOWEST)[0] == pytest.approx(floor, abs=1e-12)


def test_a_small_rate_crawls_a_good_one_arrives_and_a_large_one_is_thrown_out():
    floor = loss_and_slope(LOWEST)[0]
    last = {rate: descent(rate, MOST)[-1][1] for rate in RATES}
    assert last[0.1] > 2 * floor
    for rate in (1, 2, 5, 10, 20):
        assert last[rate] == pytest.approx(floor, abs=0.005)
    losses = [loss for _, loss, _ in descent(100, MOST)]
    assert losses[1] > losses[0] and losses[20] > losses[15]
    weights, far, _ = zip(*descent(1000, MOST), strict=True)
    # from a slope of at most 0.05, 50 back at each step; thrown out twice in 40
    assert max(weights) < 1000 and max(far) < 50 and min(far[1:]) > 2 * floor
    assert [step for step in range(1, 41) if weights[step] > weights[step - 1]] == [
        1,
        20,
        40,
    ]


def test_its_first_step_is_the_chapter_s_pencil_step():
    assert repr(GradientDescent(1, steps=1)).endswith("z=0.87, loss=1.84)")


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("rate", 3, "rate must be one of 0.1, 0.2, 0.5, 1, 2,"),
        ("rate", "1", "rate must be a finite number; got '1'"),
        ("steps", 41, "steps must be from 0 to 40; got 41"),
        ("steps", 1.5, "steps must be a whole number; got 1.5"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = GradientDescent()
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert {trait: getattr(widget, trait) for trait in before} == before


def test_the_fallback_tells_every_step():
    fallback = GradientDescent(1, steps=2).fallback
    rows = re.findall(r'<th scope="row">(\d+)</th>(.*?)</tr>', fallback)
    cells = {step: re.findall("<td>(.*?)</td>", row) for step, row in rows}
    assert list(cells) == ["0", "1", "2"]
    assert cells["0"] == ["0.00", "-0.87", "2.56"]
    assert cells["1"][0] == "0.87" and cells["1"][2] == "1.84"
    assert f"lowest, {loss_and_slope(LOWEST)[0]:.2f}, at z = {LOWEST:.2f}" in fallback


# ---- on a page ---------------------------------------------------------------


def figures(root):
    read = "all => all.map(node => Number(node.dataset.value))"
    return root.locator(".gb-value").evaluate_all(read)


def agrees(root, rate, steps):
    z, loss, _ = descent(rate, steps)[-1]
    # above 40 the lowest point throws the weight out: a last bit grows at each visit
    close = 1e-12 if rate <= 20 else 1e-6
    np.testing.assert_allclose(figures(root), [steps, z, loss], rtol=close, atol=close)


def slide(root, rate):
    dial = root.locator("[data-field=rate]")
    dial.fill(f"{RATES.index(rate)}")


@pytest.mark.parametrize("rate", [0.1, 1, 20, 100, 1000])
def test_the_page_walks_as_python_does(show, rate):
    watched, root = show(GradientDescent(rate, steps=0))
    agrees(root, rate, 0)
    for steps in (1, 2, 3):
        root.locator("[data-action=step]").click()
        agrees(root, rate, steps)
    for steps in (13, 23, 33, 40):
        root.locator("[data-action=ten]").click()
        agrees(root, rate, steps)
    assert root.locator("[data-action=step]").get_attribute("aria-disabled") == "true"
    root.locator("[data-action=back]").click()
    agrees(root, rate, 39)
    assert watched.errors == []


def test_the_rate_changes_where_the_same_steps_lead(show):
    watched, root = show(GradientDescent())
    for rate, told in (
        (0.1, "this is slow"),
        (10, "took the loss from 0.37 to 0.36"),
        (5, "arrived at the floor"),
        (1000, "the loss is 33.65, above the 2.56 of the start"),
        (1, "took the loss from"),
    ):
        slide(root, rate)
        agrees(root, rate, 5)
        assert told in root.locator(".gb-told").inner_text()
    root.locator("[data-action=undo]").click()
    root.locator("[data-action=reset]").click()
    agrees(root, 1, 5)
    assert watched.errors == []


SAID = [
    (1, 0, "The ball has not moved yet."),
    (10, 1, "past the lowest point, and the loss still fell, from 2.56 to 0.44"),
    (100, 1, "too far: the loss rose from 2.56 to 4.37"),
    (100, 5, "the loss is 3.37, above the 2.56 of the start"),
    (1, 40, "arrived at the floor"),
    (0.1, 1, "from 2.56 to 2.49: this is slow"),
]


def test_what_the_last_step_did_is_said(show):
    widgets = [GradientDescent(rate, steps=steps) for rate, steps, _ in SAID]
    _, *roots = show(*widgets)
    for root, (_, _, told) in zip(roots, SAID, strict=True):
        assert told in root.locator(".gb-told").inner_text()
        assert told in root.locator("svg").get_attribute("aria-label")


def test_the_next_step_is_written_out_as_the_pencil_does_it(show):
    _, root = show(GradientDescent(1, steps=0))
    told = root.locator(".gb-next").inner_text()
    assert told.endswith("0.00 − 1 · (−0.87) = 0.87")
    slide(root, 1000)
    root.locator("[data-action=step]").click()
    told = root.locator(".gb-next").inner_text()
    assert told.endswith("873.08 − 1000 · 0.0500 = 823.08")
    assert root.locator(".gb-ball").is_visible()


def test_a_loss_far_out_is_a_number():
    for z in (-50.0, 50.0, 923.0):
        stable = np.logaddexp(z, np.log(12)) - 0.95 * z
        # float64: next to a loss of 50
        assert loss_and_slope(z)[0] == pytest.approx(stable, abs=1e-11)


def test_at_every_rate_the_trail_lies_within_the_picture(show):
    _, root = show(GradientDescent(0.1, steps=MOST))
    for rate in RATES:
        slide(root, rate)
        dots = root.locator(".gb-stops circle").evaluate_all(
            "all => all.map(one => [one.cx.baseVal.value, one.cy.baseVal.value])"
        )
        assert len(dots) == MOST + 1
        across, down = np.array(dots).T
        # the axes' ends, and what a picture's float32 rounds
        assert across.min() >= 40 - 1e-3 and across.max() <= 346 + 1e-3
        assert down.min() >= 12 - 1e-3 and down.max() <= 214 + 1e-3


def test_a_step_moves_no_axis_and_the_keyboard_steps(show):
    watched, root = show(GradientDescent(100, steps=0), clock=True)
    axes = root.locator(".gb-axes").inner_html()
    root.locator("[data-action=step]").focus()
    watched.page.keyboard.press("Enter")
    agrees(root, 100, 1)
    assert root.locator(".gb-axes").inner_html() == axes
    root.locator("[data-field=rate]").focus()
    watched.page.keyboard.press("ArrowLeft")
    agrees(root, 50, 1)
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("Rate 50, after 1 step: z 43.65, slope ")
    heard = root.locator("[data-field=rate]").get_attribute("aria-valuetext")
    assert heard == "50"
