"""The widget label smoothing, operated on a page by keyboard and pointer."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from glassbox import entropy, smooth_labels
from glassbox.widgets import LabelSmoothing
from glassbox.widgets.label_smoothing import loss
from widget_page import page_of

NUMBERS = "all => all.map(node => Number(node.dataset.value))"


@pytest.fixture
def show(tmp_path, open_page):
    """Open a page with the widget; return it, watched, and the widget."""

    def show(page=None, **options):
        path = tmp_path / "page.html"
        path.write_text(page_of([LabelSmoothing(**options)]), encoding="utf-8")
        watched = open_page(path, **(page or {}))
        root = watched.page.locator(".gb-smoothing")
        root.wait_for()
        return watched, root

    return show


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
    share, hard, smoothed = root.locator(".gb-value").evaluate_all(NUMBERS)
    assert share == pytest.approx(chosen[target], abs=1e-14)
    for found, q in ((hard, expected["hard"]), (smoothed, chosen)):
        # inf for a confidence of 0 or 1 that the target does not share
        assert found == pytest.approx(loss(confidence, q, target), rel=1e-12, abs=1e-14)
    least = root.locator("[data-least]").evaluate("node => Number(node.dataset.least)")
    assert least == pytest.approx(entropy(chosen), abs=1e-13)
    assert least <= smoothed + 1e-14  # nothing is lower


@pytest.mark.parametrize("convention", ["others", "all"])
def test_the_page_shows_what_the_python_kernels_give(show, convention):
    rng = np.random.default_rng(convention == "all")
    watched, root = show(convention=convention)
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


def test_the_curriculum_s_numbers_can_be_read(show):
    _, root = show()
    for name, expected in {
        "others": ["0.025", "0.025", "0.9", "0.025", "0.025"],
        "all": ["0.02", "0.02", "0.92", "0.02", "0.02"],
    }.items():
        assert root.locator(f"tbody .gb-col-{name}").all_inner_texts() == expected
    root.locator("[data-action=convention-all]").click()
    assert "lowest at a confidence of 0.92" in root.inner_text()
    agrees(root, 5, 0.1, "all", 2, 0.7)


@pytest.mark.parametrize(("epsilon", "confidence"), [(0, 0), (0, 1), (0.3, 1), (1, 0)])
def test_the_ends_of_the_sliders(show, epsilon, confidence):
    watched, root = show(epsilon=0.4, target=1)
    for name, value in (("epsilon", epsilon), ("confidence", confidence)):
        root.locator(f"[data-field={name}-slider]").press("End" if value else "Home")
        if value not in (0, 1):
            root.locator(f"[data-field={name}]").fill(str(value))
    agrees(root, 5, epsilon, "others", 1, confidence)
    assert watched.errors == []


def test_fewer_tokens_keep_the_target_among_them_and_undo_brings_it_back(show):
    _, root = show(vocabulary_size=6, target=5)
    root.locator("[data-field=vocabulary_size]").fill("3")
    agrees(root, 3, 0.1, "others", 2, 0.7)
    root.locator("[data-action=undo]").click()
    agrees(root, 6, 0.1, "others", 5, 0.7)
    root.locator("[data-field=vocabulary_size-slider]").press("Home")
    root.locator("[data-action=convention-all]").click()
    agrees(root, 2, 0.1, "all", 1, 0.7)
    root.locator("[data-action=reset]").click()
    agrees(root, 6, 0.1, "others", 5, 0.7)


def test_a_wrong_entry_is_marked_and_the_last_good_value_counts(show):
    _, root = show()
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
    x, y = np.array([p.split(",") for p in path[1:].split("L")], float).T
    return (x - 26) / 304, (200 - y) / 190 * 5


def test_curves_and_marks_are_drawn_where_the_numbers_are(show):
    _, root = show(vocabulary_size=4, epsilon=0.25, convention="all", confidence=0.6)
    q = smooth_labels(2, 4, 0.25, convention="all")
    for name, target in (("hard", smooth_labels(2, 4, 0)), ("smoothed", q)):
        x, y = curve(root, name)
        inside = (x > 0.05) & (x < 0.95)
        assert inside.sum() > 40
        expected = [loss(c, target, 2) for c in x[inside]]
        # drawn to 0.01 of 304 in x, where the slope is up to 20 nats, and of 190 in y
        np.testing.assert_allclose(y[inside], expected, rtol=0, atol=1e-3)
    mark = root.locator("svg .gb-best").get_attribute("d")  # M x 200 V y m ...
    x = float(mark[1:].split()[0])
    y = float(mark.split("V")[1].split("m")[0])
    assert (x - 26) / 304 == pytest.approx(q[2], abs=1e-12)
    assert (200 - y) / 190 * 5 == pytest.approx(entropy(q), abs=1e-12)
    dot = root.locator("svg circle.gb-smoothed")
    place = [float(dot.get_attribute(name)) for name in ("cx", "cy")]
    assert place[0] == pytest.approx(26 + 0.6 * 304, abs=0.006)  # two decimals
    assert place[1] == pytest.approx(200 - loss(0.6, q, 2) * 38, abs=0.006)


def test_a_press_in_the_picture_moves_the_confidence(show):
    watched, root = show()
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


def test_the_keyboard_reaches_every_control_in_order(show):
    watched, root = show(vocabulary_size=3)
    root.locator("[data-field=vocabulary_size]").focus()
    reached = []
    for _ in range(12):
        watched.page.keyboard.press("Tab")
        data = watched.page.evaluate("({ ...document.activeElement.dataset })")
        reached.append(data.get("action") or data.get("field"))
    assert reached == [
        "vocabulary_size-slider", "epsilon", "epsilon-slider", "convention-others",
        "convention-all", "target-0", "target-1", "target-2", "confidence",
        "confidence-slider", "undo", "reset",
    ]  # fmt: skip


def test_the_state_is_announced_after_a_pause(show):
    watched, root = show(confidence=0.5)
    root.locator("[data-field=epsilon-slider]").press("ArrowRight")
    q = smooth_labels(2, 5, 0.11)
    words = f"Confidence 0.5: loss 0.6931 hard, {loss(0.5, q, 2):.4f} smoothed."
    watched.page.wait_for_function(
        f"document.querySelector('[role=status]').textContent.startsWith('{words}')"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_it_fits_and_axe_finds_no_violation(show, scheme, width):
    watched, root = show(
        {"scheme": scheme, "width": width}, vocabulary_size=20, epsilon=0.137,
        confidence=0.055,
    )  # fmt: skip
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
    violations = Axe().run(watched.page).response["violations"]
    assert [(v["id"], [n["target"] for n in v["nodes"]]) for v in violations] == []
    assert watched.errors == []
