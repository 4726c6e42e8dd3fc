"""Rotary dials: their rules, their numbers, their fallback, and their page."""

import itertools
import math
import re

import numpy as np
import pytest
from glassbox import rotary_embedding
from glassbox.models.copy_back import load_copy_back, score_by_pair
from glassbox.widgets import RotaryDials
from glassbox.widgets.rotary_dials import example
from traitlets import TraitError

FASTEST = [True, False, False, False]
OTHER = {  # asymmetric, with nothing at its default
    "query": [0.5, -2, 3, 1, 0.25, 4, -1, -1],
    "key": [2, 1, -1, 0.5, 1, 1, 3, -2],
    "base": 100.0,
    "stretch": 0.5,
    "pairs_on": [True, False, True, True],
}


def expected(widget):
    """Return the part of each pair, and the score, from the kernel."""
    positions = np.array([[widget.query_position], [widget.key_position]])
    rows = np.array([[widget.query], [widget.key]])
    turned = rotary_embedding(rows, positions * widget.stretch, base=widget.base)
    parts = turned[0].reshape(4, 2) * turned[1].reshape(4, 2)
    return parts.sum(-1), parts.sum(-1)[widget.pairs_on].sum()


def close(found, right):
    # one rounding per step on either side
    np.testing.assert_allclose(found, right, rtol=1e-12, atol=1e-12)


def test_it_opens_with_hands_apart_and_at_three_they_lie_on_each_other():
    widget = RotaryDials()
    assert (widget.query_position, widget.key_position) == (10, 5)
    assert widget.parts.min() < 0  # the fastest two are seen to stand apart
    widget = RotaryDials(10, 7)
    close(widget.parts, [1, 1, 1, 1])
    scores = widget.scores(63)
    assert scores.argmax() == 3 and np.sort(scores)[-2] < 3.9
    distances = np.arange(256)
    by_cosine = sum(np.cos((distances - 3) * 10.0**-i) for i in range(4))
    close(widget.scores(255), by_cosine)


@pytest.mark.parametrize("base", [100.0, 160_000.0, 1e6])
def test_the_example_is_made_for_one_base_and_stays_at_others(base):
    widget = RotaryDials(40, 37, base=base)
    assert (widget.query, widget.key) == example()
    speeds, made = [start ** (-np.arange(4) / 4) for start in (base, 10_000)]
    # each hand of the query starts three positions back, at the speeds it was made for
    close(widget.parts, np.cos(3 * (speeds - made)))
    assert widget.score < 4


@pytest.mark.parametrize("state", [{}, OTHER], ids=["example", "other"])
def test_its_score_is_that_of_the_kernel_and_of_the_distance(state):
    for query, key in [(10, 7), (255, 208), (5, 5)]:
        widget = RotaryDials(query, key, **state)
        parts, score = expected(widget)
        close(widget.parts, parts)
        close(widget.score, score)
        close(widget.scores(63)[query - key], score)


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"key_position": 11}, "key_position must be at most query_position; got 11"),
        ({"query_position": 256}, "query_position must be from 0 to 255; got 256"),
        ({"key_position": 2.5}, "key_position must be a whole number; got 2.5"),
        ({"query": [1, 2]}, "query must have 8 numbers; got 2"),
        ({"key": [10] * 8}, "key must hold numbers from -9 to 9"),
        ({"base": 5}, "base must be a number from 10 to 1,000,000; got 5"),
        ({"base": "ten"}, "base must be a"),
        ({"stretch": 2}, "stretch"),
        ({"pairs_on": [True]}, "pairs_on"),
        ({"pairs_on": 4}, "pairs_on"),
        ({"farthest": 100}, "farthest"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(state, rule):
    widget = RotaryDials()
    before = widget.fallback
    for make in (lambda: widget.set(**state), lambda: RotaryDials(**state)):
        with pytest.raises(TraitError, match=re.escape(rule)):
            make()
    assert (widget.fallback, widget.key_position) == (before, 5)


def test_both_tokens_are_set_at_once():
    widget = RotaryDials()
    widget.set(query_position=6, key_position=3)
    assert repr(widget) == "RotaryDials(query_position=6, key_position=3, score=4.00)"


def test_the_fallback_tells_the_numbers():
    html = RotaryDials(20, 14, pairs_on=np.array(FASTEST)).fallback
    assert "Query at position 20, key at position 14: score -0.99" in html
    rows = re.findall(r"<tr><th scope=\"row\">(\d)</th>(.*?)</tr>", html)
    cells = {name: re.findall("<td>(.*?)</td>", row) for name, row in rows}
    assert cells["1"] == ["1", "20.000", "14.000", "-0.99", "yes"]
    assert cells["4"] == ["0.001", "0.020", "0.014", "1.00", "no"]
    assert "the highest score is 1.00, at distance 3." in html
    half = RotaryDials(stretch=0.5).fallback
    assert "Base 10,000; positions × 0.5." in half
    assert "the highest score is 4.00, at distance 6." in half


# ---- on a page ---------------------------------------------------------------


def values(root, words):
    cells = root.locator(f"[data-words={words}]")
    return [
        float(x) for x in cells.evaluate_all("all => all.map(n => n.dataset.value)")
    ]


def score_of(root):
    return float(root.locator("[data-part=score]").get_attribute("data-value"))


def shows(root, widget):
    parts, score = expected(widget)
    close(values(root, "part"), parts)
    close(score_of(root), score)


def note(root):
    return root.locator("[data-part=note]").inner_text().replace("\xa0", " ")


def fill(root, name, value):
    root.locator(f"[data-field={name}]").fill(f"{value}")


def places(path):
    return np.array([[float(x) for x in p.split(" ")] for p in path[1:].split("L")])


@pytest.mark.parametrize("state", [{}, OTHER], ids=["example", "other"])
@pytest.mark.parametrize("at", [(10, 7), (255, 208), (200, 3)])
def test_the_page_shows_python_s_numbers(show, state, at):
    widget = RotaryDials(*at, **state)
    watched, root = show(widget)
    shows(root, widget)
    queries, keys = widget.hands
    turned = [np.degrees(np.arctan2(*hand[:, ::-1].T)) for hand in (queries, keys)]
    apart = np.abs((turned[0] - turned[1] + 180) % 360 - 180)
    np.testing.assert_allclose(values(root, "apart"), apart, atol=1e-6)
    speeds = widget.stretch * widget.base ** (-np.arange(4) / 4)
    close(values(root, "speed"), speeds)
    assert watched.errors == []


@pytest.mark.parametrize("state", [{}, OTHER], ids=["example", "other"])
def test_hands_point_where_the_kernel_turns_them(show, state):
    widget = RotaryDials(20, 6, **state)
    _, root = show(widget)
    longest = max(1, np.linalg.norm(widget.hands, axis=-1).max())
    for i in range(4):
        key = root.locator(".gb-dial .gb-key").nth(i).get_attribute("d")
        x, y = (float(n) for n in key.split("L")[1].split(" "))
        # drawn to a thousandth
        np.testing.assert_allclose(
            np.array([x, -y]) / 46 * longest, widget.hands[1, i], atol=1e-3
        )
        query = root.locator(".gb-dial .gb-query").nth(i).get_attribute("d")
        tip = [float(n) for n in query.split("L")[1].split(" ")]
        assert query.split("L")[1] == query.split("L")[-1]  # the arrow's point
        np.testing.assert_allclose(
            np.array([tip[0], -tip[1]]) / 46 * longest, widget.hands[0, i], atol=1e-3
        )


@pytest.mark.parametrize(
    ("state", "reach"),
    [({}, 63), (OTHER, 63), ({"farthest": 255}, 255), ({"query_position": 90}, 255)],
    ids=["example", "other", "long", "far"],
)
def test_the_curve_is_the_score_at_every_distance(show, state, reach):
    widget = RotaryDials(**state)
    _, root = show(widget)
    x, y = places(root.locator(".gb-line").get_attribute("d")).T
    np.testing.assert_allclose(x[::6], np.arange(reach + 1) * 1000 / reach, atol=6e-3)
    levels = root.locator(".gb-levels span").all_inner_texts()
    high, _, low = (float(level.replace("−", "-")) for level in levels)
    query, key = (np.reshape(row, (4, 2)) for row in (widget.query, widget.key))
    sizes = np.linalg.norm(query, axis=1) * np.linalg.norm(key, axis=1)
    most = sizes[widget.pairs_on].sum()
    assert abs(high - most) <= 0.05  # written with one decimal
    drawn = most - y[::6] / 100 * (most if low == 0 else 2 * most)
    # places are drawn to a hundredth
    np.testing.assert_allclose(drawn, widget.scores(reach), atol=2e-4 * most)
    axis = root.locator(".gb-axis > b")
    assert axis.inner_text() == f"{widget.query_position - widget.key_position}"


def test_both_move_and_the_score_stays(show):
    watched, root = show(RotaryDials(10, 7), clock=True)
    back = root.locator("[data-action=back_ten]")
    assert back.get_attribute("aria-disabled") == "true"
    hands = root.locator(".gb-dial .gb-query").first
    before = hands.get_attribute("d")
    root.locator("[data-action=on_ten]").click()
    shows(root, RotaryDials(20, 17))
    assert hands.get_attribute("d") != before
    assert note(root) == (
        "The key is 3 tokens before the query. Both moved 10 places forward: "
        "the hands of each pair turned alike, so the score stayed."
    )
    watched.page.clock.run_for(1000)
    said = root.locator("[role=status]").inner_text().replace("\xa0", " ")
    assert said == f"{note(root)} Score 4.00."
    root.locator("[data-action=back_one]").click()
    assert "Both moved 1 place back: " in note(root)
    back.click()
    shows(root, RotaryDials(9, 6))
    root.locator("[data-action=undo]").click()
    shows(root, RotaryDials(19, 16))
    root.locator("[data-action=reset]").click()
    shows(root, RotaryDials(10, 7))
    assert note(root) == (
        "The key is 3 tokens before the query. In all four pairs, both hands point "
        "the same way. No other distance up to 63 scores as high."
    )


def test_the_key_moves_alone_by_field_and_by_slider(show):
    watched, root = show(RotaryDials(10, 7))
    fill(root, "key_position", 4)
    shows(root, RotaryDials(10, 4))
    assert note(root) == (
        "The key is 6 tokens before the query. In pairs 3 and 4, both hands point "
        "nearly the same way; in pair 1 they are 172° apart."
    )
    slider = root.locator("[data-field=key_position-slider]")
    slider.press("ArrowRight")
    shows(root, RotaryDials(10, 5))
    slider.press("End")  # it stops at the query
    shows(root, RotaryDials(10, 10))
    assert note(root).startswith("Query and key stand on the same token.")
    assert slider.input_value() == "10"
    query = root.locator("[data-field=query_position-slider]")
    query.press("ArrowRight")
    assert note(root).startswith("The key is 1 token before the query.")
    query.press("Home")  # and the query at the key
    shows(root, RotaryDials(10, 10))
    assert watched.errors == []


def test_a_position_that_does_not_fit_is_told_and_the_last_one_stays(show):
    _, root = show(RotaryDials())
    for value, rule in [
        ("11", "The key can’t stand after the query. It stays 5."),
        ("2.5", "Write a whole number from 0 to 255. It stays 5."),
        ("-1", "Write a whole number from 0 to 255. It stays 5."),
    ]:
        fill(root, "key_position", value)
        assert root.locator(".gb-of-key .gb-error").inner_text() == rule
        shows(root, RotaryDials())
    fill(root, "query_position", 4)
    rule = "The key can’t stand after the query. It stays 10."
    assert root.locator(".gb-of-query .gb-error").inner_text() == rule
    root.locator("[data-action=reset]").click()
    assert root.locator("[data-field=key_position]").input_value() == "5"


def test_a_refused_number_goes_when_the_other_token_moves(show):
    _, root = show(RotaryDials(60, 13))
    fill(root, "query_position", 5)
    refused = root.locator(".gb-of-query .gb-error")
    assert refused.inner_text() == "The key can’t stand after the query. It stays 60."
    fill(root, "key_position", 14)
    assert refused.inner_text() == ""
    assert root.locator("[data-field=query_position]").input_value() == "60"
    shows(root, RotaryDials(60, 14))


def test_the_pair_named_is_the_one_that_costs_the_score_most(unfolded):
    _, root = unfolded(RotaryDials())
    root.locator("[data-action=hands-trained]").click()
    lacks = [10.43, 6.93, 1, 1]  # no pair scores more than its two lengths allow
    missing = np.array(lacks) - values(root, "part")
    assert missing.argmax() == 0 and np.argmax(values(root, "apart")) != 0
    assert "pair 1 falls furthest short of what it could add" in note(root)
    assert "with its hands 109° apart." in note(root)


def test_the_sliders_reach_as_far_as_the_curve_until_a_token_stands_further(show):
    _, root = show(RotaryDials())
    slider = root.locator("[data-field=query_position-slider]")
    assert slider.get_attribute("max") == "63"
    fill(root, "query_position", 200)
    assert (slider.get_attribute("max"), slider.input_value()) == ("255", "200")
    assert root.locator(".gb-at span").last.inner_text() == "250"


def test_one_hand_alone_fits_again_a_turn_later(show):
    _, root = show(RotaryDials(63, 60))
    root.locator("[data-action=fastest]").click()
    shows(root, RotaryDials(63, 60, pairs_on=FASTEST))
    pressed = [
        root.locator(f"[data-action=pair-{n}]").get_attribute("aria-pressed")
        for n in (1, 2, 3, 4)
    ]
    assert pressed == ["true", "false", "false", "false"]
    assert root.locator("[data-words=part]").all_inner_texts()[1:] == ["off"] * 3
    assert note(root).endswith(
        "In pair 1, both hands point the same way. "
        "2 other distances up to 63 score about as high."
    )
    _, y = places(root.locator(".gb-line").get_attribute("d")).T
    tops = [i / 6 for i in range(1, len(y) - 1) if y[i] < y[i - 1] and y[i] <= y[i + 1]]
    # peaks a full turn apart; the curve has six places a token
    turns = 3 + 2 * math.pi * np.arange(len(tops))
    np.testing.assert_allclose(tops, turns, atol=1 / 6)
    fill(root, "key_position", 16)
    assert score_of(root) == pytest.approx(math.cos(44), abs=1e-12)
    root.locator("[data-action=pair-2]").press("Enter")
    shows(root, RotaryDials(63, 16, pairs_on=[True, True, False, False]))
    assert note(root) == (
        "The key is 47 tokens before the query. In pair 1, both hands point nearly "
        "the same way; in pair 2 they are 108° apart."
    )
    for n in (1, 2):
        root.locator(f"[data-action=pair-{n}]").click()
    assert "Every pair is off, so the score is 0." in note(root)
    assert score_of(root) == 0
    root.locator("[data-action=all]").click()
    shows(root, RotaryDials(63, 16))


def test_faint_hands_stay_where_both_were_until_something_else_changes(show):
    _, root = show(RotaryDials())

    def old():
        found = root.locator(".gb-dial .gb-old-query, .gb-dial .gb-old-key")
        return found.evaluate_all("all => all.map(n => n.getAttribute('d'))")

    def hands():
        found = root.locator(".gb-dial .gb-query, .gb-dial .gb-key")
        tips = found.evaluate_all("all => all.map(n => n.getAttribute('d'))")
        return ["L".join(d.split("L")[:2]) for d in tips]

    assert set(old()) == {""}
    before = sorted(hands())
    root.locator("[data-action=on_ten]").click()
    assert sorted(old()) == before != sorted(hands())
    fill(root, "key_position", 12)
    assert set(old()) == {""}


@pytest.mark.parametrize("base", [10_000.0, 160_000.0])
def test_the_trained_head_is_the_model_s(unfolded, base):
    _, root = unfolded(RotaryDials(base=base, query_position=63, key_position=60))
    assert root.locator(".gb-met").get_attribute("width") == "0"
    root.locator("[data-action=hands-trained]").click()
    found = []
    for d in range(64):
        fill(root, "key_position", 63 - d)
        found.append(score_of(root))
    own = score_by_pair(load_copy_back("rotary"), range(64))[2].sum(axis=0)
    if base == 10_000:
        # its query and key are written with three decimals
        np.testing.assert_allclose(found, own, atol=0.02)
    top = {10_000: "47", 160_000: "3"}[base]
    assert f"{np.argmax(found)}" == top
    title = root.locator(".gb-title")
    assert title.get_attribute("data-distance") == top
    said = f"highest at {top}: {max(found):.2f}"
    assert title.inner_text().endswith(said)
    width = float(root.locator(".gb-met").get_attribute("width"))
    assert width == pytest.approx(1000 * 31 / 63)
    pressed = root.locator("[data-action=hands-trained]").get_attribute("aria-pressed")
    assert pressed == "true"
    root.locator("[data-action=hands-made]").click()
    shows(root, RotaryDials(63, 0, base=base))


def test_a_distance_is_chosen_on_the_curve_by_keys(show):
    _, root = show(RotaryDials(10, 7))
    curve = root.locator("[data-field=distance]")
    curve.press("ArrowRight")
    shows(root, RotaryDials(11, 7))  # the query moves, the key stays
    assert curve.get_attribute("aria-valuetext") == "distance 4: 3.54"
    curve.press("End")
    shows(root, RotaryDials(70, 7))
    curve.press("Home")
    shows(root, RotaryDials(7, 7))
    root.locator("[data-action=undo]").click()  # a run of presses is one change
    shows(root, RotaryDials(10, 7))


@pytest.mark.parametrize("width", [1280, 390])
def test_a_distance_is_chosen_on_the_curve_by_dragging(show, width):
    watched, root = show(RotaryDials(10, 7), width=width, height=844)
    picture, mouse = root.locator(".gb-plot svg"), watched.page.mouse
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    at = [box["x"] + box["width"] * d / 63 for d in (20, 33, 47)]
    mouse.move(at[0], box["y"] + 20)
    mouse.down()
    shows(root, RotaryDials(27, 7))
    mouse.move(at[1], box["y"] + 30)
    mouse.move(at[2], box["y"] + 40)
    mouse.up()
    shows(root, RotaryDials(54, 7))
    mouse.move(at[0], box["y"] + 20)  # let go
    shows(root, RotaryDials(54, 7))
    assert watched.errors == []


def test_on_the_curve_the_query_stops_at_the_last_position(show):
    _, root = show(RotaryDials(255, 230))
    root.locator("[data-field=distance]").press("End")
    shows(root, RotaryDials(255, 230))
    root.locator("[data-field=distance]").press("ArrowLeft")
    shows(root, RotaryDials(254, 230))


def test_more_stretches_positions_and_edits_the_vectors(unfolded):
    watched, root = unfolded(RotaryDials())
    root.locator("[data-action='stretch-0.5']").click()
    widget = RotaryDials(stretch=0.5)
    shows(root, widget)
    fill(root, "key_position", 4)
    assert "In all four pairs, both hands point the same way." in note(root)
    root.locator("[data-action=farthest-255]").click()
    assert "No other distance up to 255 scores as high." in note(root)
    root.locator("[data-action=base-160000]").click()
    shows(root, RotaryDials(10, 4, stretch=0.5, base=160_000))
    fill(root, "key-3", "−2,5")
    key = [1, 0, 1, -2.5, 1, 0, 1, 0]
    widget = RotaryDials(10, 4, stretch=0.5, base=160_000, key=key, farthest=255)
    shows(root, widget)
    fill(root, "query-0", "10")
    # cos(3), to four decimals
    rule = "Write a number from −9 to 9. It stays −0.99."
    assert root.locator(".gb-tables .gb-error").first.inner_text() == rule
    shows(root, widget)
    for at in (0, 1):
        fill(root, f"key-{at}", "0")  # a hand without length has no angle
    assert root.locator("[data-words=apart]").first.inner_text() == "–"
    root.locator("[data-action=fastest]").click()
    assert note(root).endswith("A hand without length scores 0 at any distance.")
    root.locator("[data-action=undo]").click()
    parts = root.locator(".gb-tables table").last.locator("td:nth-child(5)")
    found = parts.evaluate_all("all => all.map(n => Number(n.dataset.value))")
    close(found, values(root, "part"))
    assert watched.errors == []


@pytest.mark.parametrize("base", [10_000, 160_000, 1_000_000])
def test_a_base_leaves_the_query_as_it_is(unfolded, base):
    _, root = unfolded(RotaryDials(base=1000.0))
    root.locator(f"[data-action=base-{base}]").click()
    shows(root, RotaryDials(base=base))
    first = root.locator("[data-field=query-3]")
    assert float(first.input_value().replace("−", "-")) == pytest.approx(
        -math.sin(0.3), abs=5e-5
    )


def test_it_says_how_the_query_was_made_while_it_is_the_example(unfolded):
    _, root = unfolded(RotaryDials())
    origin = root.locator("[data-part=origin]")
    plain = (
        "Each hand turns with its token’s position; 1 radian is 57°. "
        "At distance 3, all hands meet."
    )
    other = (
        "This query was made for base 10,000 and positions × 1: "
        "there, all hands meet at distance 3."
    )
    assert origin.inner_text() == plain
    fill(root, "key_position", 2)
    root.locator("[data-action=fastest]").click()
    assert origin.inner_text() == plain
    for action in ("base-160000", "stretch-0.5"):
        root.locator(f"[data-action='{action}']").click()
        assert origin.inner_text() == other
        root.locator("[data-action=undo]").click()
        assert origin.inner_text() == plain
    height = origin.bounding_box()["height"]
    for field in ("query-0", "key-7"):
        fill(root, field, "0.5")
        assert origin.inner_text() == ""
        assert origin.bounding_box()["height"] == height  # nothing jumps
        root.locator("[data-action=undo]").click()
    assert origin.inner_text() == plain


@pytest.mark.parametrize("width", [1280, 600, 390])
@pytest.mark.parametrize("stretch", [0.5, 0.125])
def test_the_rows_under_the_dials_stay_level(show, width, stretch):
    watched, root = show(RotaryDials(stretch=stretch, base=160_000), width=width)
    watched.page.add_style_tag(content="main { max-width: 690px; margin: auto }")
    for words in ("speed", "apart", "part"):
        lines = root.locator(f"[data-words={words}]")
        boxes = [line.bounding_box() for line in lines.all()]
        assert len({box["y"] for box in boxes}) == 1
        for left, right in itertools.pairwise(boxes):
            assert left["x"] + left["width"] <= right["x"]
    size = "n => parseFloat(getComputedStyle(n).fontSize)"
    assert root.locator("[data-words=speed]").first.evaluate(size) >= 12


@pytest.mark.parametrize("width", [1280, 390])
def test_no_number_of_the_axis_touches_the_distance(show, width):
    watched, root = show(RotaryDials(255, 255), width=width)
    watched.page.add_style_tag(content="main { max-width: 690px; margin: auto }")
    curve, here = root.locator("[data-field=distance]"), root.locator(".gb-axis > b")
    for start in (255, 63):
        fill(root, "query_position", start)
        fill(root, "key_position", 0)
        for distance in range(start, start - 63, -1):
            assert here.inner_text() == f"{distance}"
            now = here.bounding_box()
            for mark in root.locator(".gb-at span:visible").all():
                box = mark.bounding_box()
                aside = max(box["x"] - now["x"] - now["width"], now["x"] - box["x"])
                assert aside > 0
            curve.press("ArrowLeft")


@pytest.mark.parametrize("width", [1280, 390])
def test_one_thing_that_is_wrong_is_told_at_a_time_and_no_edge_cuts_it(unfolded, width):
    _, root = unfolded(RotaryDials(), width=width)
    told = root.locator(".gb-error:visible")
    table = root.locator(".gb-tables").bounding_box()
    for field in ("query_position", "key_position", "query-0", "query-3", "key-3"):
        fill(root, field, "300")
        assert told.count() == 1
        if field.endswith("position"):
            continue
        box = told.bounding_box()
        assert box["x"] >= table["x"]
        assert box["x"] + box["width"] <= table["x"] + table["width"] + 1


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_wrong_with_a_position_covers_no_field(show, width):
    watched, root = show(RotaryDials(), width=width)
    watched.page.add_style_tag(content="main { max-width: 690px; margin: auto }")
    fields = [root.locator(f"[data-field={n}_position]") for n in ("query", "key")]
    for of, field in zip(("query", "key"), fields, strict=True):
        field.fill("300")
        box = root.locator(f".gb-of-{of} .gb-error").bounding_box()
        for one in fields:
            taken = one.bounding_box()
            assert box["x"] >= taken["x"] + taken["width"]
        assert box["x"] + box["width"] <= width
        below = root.locator("[data-part=origin]").bounding_box()["y"]
        assert box["y"] + box["height"] <= below
        field.press("Escape")


def test_on_a_phone_no_number_of_the_vectors_is_cut(unfolded):
    _, root = unfolded(RotaryDials(), width=390, height=844)
    cut = "all => all.filter(n => n.scrollWidth > n.clientWidth).map(n => n.value)"
    assert root.locator("td input").evaluate_all(cut) == []
    root.locator("[data-action=base-1000000]").click()  # its speeds are long numbers
    beyond = root.locator(".gb-tables").evaluate("n => n.scrollWidth - n.clientWidth")
    assert beyond == 0
    tops = root.locator("[data-action^=base-]").evaluate_all(
        "all => all.map(n => n.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1


@pytest.mark.parametrize(("width", "limit"), [(1280, 585), (390, 690)])
def test_it_fits_one_screen_and_keeps_its_height(show, width, limit):
    watched, root = show(RotaryDials(), width=width, height=844)
    watched.page.add_style_tag(content="main { max-width: 690px; margin: auto }")
    height = root.bounding_box()["height"]
    assert height <= limit
    root.locator("[data-action=on_ten]").click()
    assert root.bounding_box()["height"] == height
    fill(root, "query_position", 64)
    assert root.bounding_box()["height"] == height


def test_on_a_phone_the_buttons_above_the_dials_stand_in_one_row(show):
    _, root = show(RotaryDials(), width=390, height=844)
    names = ("back_ten", "back_one", "on_one", "on_ten", "undo", "reset")
    tops = {root.locator(f"[data-action={name}]").bounding_box()["y"] for name in names}
    assert len(tops) == 1
