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
        ("gate", 4.1, "gate must be from -6 to 4; got 4.1"),
        ("gate", -6.1, "gate must be from -6 to 4; got -6.1"),
        ("up", -7, "up must be from -3 to 3; got -7"),
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
    assert f"{-1.5 * silu(np.array(2.5)):.3f}." in widget.fallback
    widget.set(way="relu", up=2)
    assert "ReLU makes 2.000 of 2." in widget.fallback


# ---- on a page ---------------------------------------------------------------


def figures(root):
    read = "all => all.map(node => Number(node.dataset.value))"
    return root.locator(".gb-value").evaluate_all(read)


def told(root, part="told"):
    return root.locator(f"[data-part={part}]").inner_text()


# Of each picture: the first z, the widest range, the top, and the range of heights.
PICTURES = [(-6, 10, 4, 5), (-3, 6, 12, 24)]
PLACE = (27, 18, 136, 104)  # where both are drawn: left, top, width, height
INSET = (54, 92, 102, 26)  # and where the second is magnified, from -1 to 1


def unscaled(x, y, picture, place=PLACE):
    first, across, top, down = picture
    left, above, wide, high = place
    return first + (x - left) * across / wide, top - (y - above) * down / high


def drawn(root, name, picture):
    path = root.locator("svg").nth(picture).locator(f"path.gb-{name}").first
    places = [p.split() for p in path.get_attribute("d")[1:].split("L")]
    return unscaled(*np.array(places, float).T, PICTURES[picture])


def line(root):
    return drawn(root, "out", 1)


def dot(root, picture):
    found = root.locator("svg").nth(picture).locator(".gb-dot").first
    at = [float(found.get_attribute(name)) for name in ("cx", "cy")]
    return unscaled(*at, PICTURES[picture])


def slide(root, **values):
    for name, value in values.items():
        root.locator(f"[data-field={name}]").fill(f"{value}")


@pytest.mark.parametrize(
    ("gate", "words"),
    [
        (-6, "all but shut"), (-4, "all but shut"), (-1.3, "its sign flipped"),
        (-0.1, "its sign flipped"), (0, "nothing passes"),
        (1.5, "is partly open"), (3, "nearly g · u"), (4, "nearly g · u"),
    ],
)  # fmt: skip
def test_the_page_shows_what_the_python_kernels_give_and_says_what_it_means(
    show, gate, words
):
    watched, root = show(Gate())
    slide(root, gate=gate, up=-2.5)
    bent = float(silu(np.array(float(gate))))
    # 1e-12: the same exponential, in the same precision
    np.testing.assert_allclose(figures(root), [bent, bent * -2.5], atol=1e-12)
    assert words in told(root)
    assert watched.errors == []


def test_the_output_is_lowest_before_the_gate_is_shut(show):
    _, root = show(Gate())
    seen = []
    for gate in np.arange(-40, 1) / 10:
        slide(root, gate=gate)
        seen.append(figures(root)[1])
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
    slide(root, gate=3.5, up=-2)
    assert "3.3974 · (−2) ≈ −6.795" in told(root, "equal")
    assert "g · u = −7." in told(root)


def test_in_2017_the_gate_has_no_say(show):
    _, root = show(Gate(-4))
    root.locator("[data-action=way-relu]").click()
    assert root.locator("[data-field=gate]").is_disabled()
    for up, words in ((2.5, "passes as it is"), (-3, "is cut off"), (0, "is cut off")):
        slide(root, up=up)
        assert figures(root)[1] == max(0, up)
        assert words in told(root)
        u, heights = line(root)
        np.testing.assert_allclose(heights, np.maximum(u, 0), atol=2e-3)
        np.testing.assert_allclose(dot(root, 1), [up, max(0, up)], atol=1e-9)
    root.locator("[data-action=undo]").click()
    root.locator("[data-action=undo]").click()
    assert told(root).startswith("The gate is all but shut")


def test_the_gate_s_curve_is_drawn_where_the_numbers_are(show):
    _, root = show(Gate(1, 1))
    z, heights = drawn(root, "silu", 0)
    np.testing.assert_allclose(z[[0, -1]], [-6, 4], atol=1e-9)
    # drawn to 0.01 of the picture's units, 20.8 for 1
    np.testing.assert_allclose(heights, silu(z), atol=1e-3)
    z, heights = drawn(root, "relu", 0)
    np.testing.assert_allclose(heights, relu(z), atol=1e-3)
    np.testing.assert_allclose(dot(root, 0), [1, silu(np.array(1.0))], atol=1e-9)


@pytest.mark.parametrize(("gate", "up"), [(-1.3, 3), (-4, -2), (0, 1)])
def test_a_small_output_is_magnified_inside_and_the_axis_stays(show, gate, up):
    _, root = show(Gate())
    inset = root.locator(".gb-inset")
    numbers = root.locator("svg").nth(1).locator(".gb-grid text").all_inner_texts()
    assert not inset.is_visible()
    slide(root, gate=gate, up=up)
    assert inset.is_visible() and "magnified" in inset.text_content()
    after = root.locator("svg").nth(1).locator(".gb-grid text").all_inner_texts()
    assert numbers == after
    slope, small = float(silu(np.array(float(gate)))), (-3, 6, 1, 2)
    path = inset.locator("path.gb-out").get_attribute("d")[1:].split("L")
    ends = np.array([place.split() for place in path], float).T
    u, heights = unscaled(*ends, small, INSET)
    np.testing.assert_allclose(u, [-3, 3], atol=1e-9)
    np.testing.assert_allclose(heights, slope * u, atol=1e-3)  # 13 units for 1
    found = inset.locator(".gb-dot")
    at = [float(found.get_attribute(name)) for name in ("cx", "cy")]
    np.testing.assert_allclose(unscaled(*at, small, INSET), [up, slope * up], atol=1e-9)
    slide(root, gate=4)
    assert not inset.is_visible()


def test_in_2017_only_what_is_drawn_has_a_key(show):
    _, root = show(Gate())
    keys = root.locator(".gb-key")
    root.locator("[data-action=way-relu]").click()
    shown = [key.inner_text() for key in keys.all() if key.is_visible()]
    assert shown == ["the output for each u"]


@pytest.mark.parametrize("gate", [-4, -1.3, 0, 2, 4])
def test_the_gate_is_the_slope_of_the_line_that_leaves_the_unit(show, gate):
    _, root = show(Gate(gate, -2))
    u, heights = line(root)
    slope = float(silu(np.array(float(gate))))
    np.testing.assert_allclose(u[[0, -1]], [-3, 3], atol=1e-9)
    np.testing.assert_allclose(heights, slope * u, atol=2e-3)  # 4.3 units for 1
    np.testing.assert_allclose(dot(root, 1), [-2, -2 * slope], atol=1e-9)


def test_the_state_is_announced_after_a_pause(show):
    watched, root = show(Gate(), clock=True)
    slide(root, gate=3.5)
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text()
    assert said.startswith("The gate is open: the output is nearly g · u = 10.5.")
    assert "3.3974 · 3 ≈ 10.192" in said


@pytest.mark.parametrize(("width", "height"), [(1280, 560), (390, 560)])
def test_it_fits_one_screen(show, width, height):
    _, root = show(Gate(), width=width)
    assert root.bounding_box()["height"] <= height
