"""Gate: its rules, its fallback, and its page."""

import re

import numpy as np
import pytest
from glassbox import relu, silu
from glassbox.widgets import Gate
from traitlets import TraitError


def test_it_opens_at_a_gate_of_the_chapter_s_table_and_not_at_its_question_s():
    assert repr(Gate()) == "Gate(gate=4, up=3, way='gated', output=11.784)"


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("gate", 6.1, "gate must be from -6 to 6; got 6.1"),
        ("up", -7, "up must be from -6 to 6; got -7"),
        ("up", "3", "up must be a finite number; got '3'"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = Gate()
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert {trait: getattr(widget, trait) for trait in before} == before


def test_the_fallback_tells_both_curves_and_what_a_gate_lets_through():
    widget = Gate(2.5, -1.5)
    rows = re.findall(r'<th scope="row">(\S+)</th>(.*?)</tr>', widget.fallback)
    places = np.array([float(z) for z, _ in rows])
    assert 2.5 in places and -4 in places
    told = np.array([re.findall("<td>(.*?)</td>", row) for _, row in rows], float)
    right = np.transpose([silu(places), relu(places), -1.5 * silu(places)])
    np.testing.assert_allclose(told, right, rtol=0, atol=0.0005)  # three decimals
    assert f"{-1.5 * silu(np.array(2.5)):.3f} comes out" in widget.fallback
    widget.set(way="relu", up=2)
    assert "ReLU makes 2.000 of 2." in widget.fallback


# ---- on a page ---------------------------------------------------------------


def figures(root):
    read = "all => all.map(node => Number(node.dataset.value))"
    return root.locator(".gb-value").evaluate_all(read)


def told(root, part="told"):
    return root.locator(f"[data-part={part}]").inner_text()


def slide(root, **values):
    for name, value in values.items():
        root.locator(f"[data-field={name}]").fill(f"{value}")


@pytest.mark.parametrize(
    ("gate", "words"),
    [
        (-6, "all but shut"), (-4, "all but shut"), (-1.3, "its sign turned over"),
        (-0.1, "its sign turned over"), (0, "At 0 nothing passes"),
        (1.5, "is opening"), (3, "nearly g · u"), (6, "nearly g · u"),
    ],
)  # fmt: skip
def test_the_page_shows_what_the_python_kernels_give_and_says_what_it_means(
    show, gate, words
):
    watched, root = show(Gate())
    slide(root, gate=gate, up=-2.5)
    bent = float(silu(np.array(float(gate))))
    # 1e-12: the same exponential, in the same precision
    np.testing.assert_allclose(figures(root), [bent, -2.5, bent * -2.5], atol=1e-12)
    assert words in told(root)
    assert watched.errors == []


def test_the_output_is_lowest_before_the_gate_is_shut(show):
    _, root = show(Gate())
    seen = []
    for gate in np.arange(-40, 1) / 10:
        slide(root, gate=gate)
        seen.append(figures(root)[2])
    lowest = int(np.argmin(seen))
    assert lowest == 27  # of -4.0, -3.9, …: at -1.3
    assert f"{seen[lowest]:.3f}" == "-0.835"
    assert (np.diff(seen[: lowest + 1]) < 0).all()
    assert (np.diff(seen[lowest:]) > 0).all() and seen[-1] == 0


def test_the_products_written_out_agree_with_their_factors(show):
    _, root = show(Gate(-4))
    assert told(root, "equal") == (
        "SiLU(−4) = −4 · 0.0180 ≈ −0.0719; times u, −0.0719 · 3 ≈ −0.216"
    )
    slide(root, gate=5, up=-2)
    assert "4.9665 · (−2) ≈ −9.933" in told(root, "equal")
    assert "g · u = −10." in told(root)


def test_in_2017_the_gate_has_no_say(show):
    _, root = show(Gate(-4))
    root.locator("[data-action=way-relu]").click()
    assert root.locator("[data-field=gate]").is_disabled()
    for up, words in ((2.5, "passes as it is"), (-3, "is cut off"), (0, "is cut off")):
        slide(root, up=up)
        shown = root.locator("[data-figure]:visible .gb-value")
        read = "all => all.map(node => Number(node.dataset.value))"
        assert shown.evaluate_all(read) == [up, max(0, up)]
        assert words in told(root)
        dot = root.locator(".gb-dot")
        assert float(dot.get_attribute("cy")) == 162 - 25 * max(0, up)
    root.locator("[data-action=undo]").click()
    root.locator("[data-action=undo]").click()
    assert told(root).startswith("The gate is all but shut")


def test_the_curves_are_drawn_where_the_numbers_are(show):
    _, root = show(Gate(1, 1))

    def places(name):
        path = root.locator(f"path.gb-{name}").get_attribute("d")
        x, y = np.array([p.split() for p in path[1:].split("L")], float).T
        return (x - 180) / 25, (162 - y) / 25  # where 0 lies, and 25 for 1

    z, heights = places("silu")
    np.testing.assert_allclose(z, np.arange(-60, 61) / 10, atol=1e-9)
    # drawn to 0.01 of the picture's units, 25 for 1
    np.testing.assert_allclose(heights, silu(z), atol=3e-4)
    np.testing.assert_allclose(places("relu")[1], relu(z), atol=3e-4)
    np.testing.assert_allclose(places("sigmoid")[1], 1 / (1 + np.exp(-z)), atol=3e-4)
    dot = root.locator(".gb-dot")
    at = [float(dot.get_attribute(name)) for name in ("cx", "cy")]
    one = float(silu(np.array(1.0)))
    np.testing.assert_allclose(at, [205, 162 - 25 * one], atol=1e-9)


def test_the_state_is_announced_after_a_pause(show):
    watched, root = show(Gate(), clock=True)
    slide(root, gate=5)
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("The gate is open: the output is nearly g · u = 15.")
    assert "4.9665 · 3 ≈ 14.900" in said


@pytest.mark.parametrize(("width", "height"), [(1280, 420), (390, 760)])
def test_it_fits_one_screen(show, width, height):
    _, root = show(Gate(), width=width)
    assert root.bounding_box()["height"] <= height
