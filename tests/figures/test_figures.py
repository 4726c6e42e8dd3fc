"""The figures draw the values they are given, and can be told apart."""

import math

import matplotlib
import numpy as np
import pytest
from glassbox import figures, softmax
from glassbox.figures import _figure

SCORES, NAMES = np.array([3.01, 0.09, 2.48]), ["cup", "piano", "mug"]


def test_shares_against_temperature_draws_the_kernel_s_shares(drawn):
    assert figures.shares_against_temperature(SCORES, NAMES) is None
    (axes,) = drawn()
    temperatures = axes.lines[0].get_xdata()
    assert temperatures[[0, -1]] == pytest.approx([0.05, 20])
    for index in (0, 60, 120):
        shares = softmax(SCORES, temperature=temperatures[index])
        lines = [line.get_ydata()[index] for line in axes.lines]
        np.testing.assert_array_equal(lines, shares)


def test_shares_against_shift_applies_each_rule_to_the_shifted_scores(drawn):
    rules = {"sum": lambda z: z / z.sum(), "softmax": softmax}
    figures.shares_against_shift(SCORES, NAMES, rules, shifts=[0.0, 4.0])
    for axes, rule in zip(drawn(), rules.values(), strict=True):
        for column, shift in enumerate((0.0, 4.0)):
            lines = [line.get_ydata()[column] for line in axes.lines[:3]]
            np.testing.assert_array_equal(lines, rule(SCORES + shift))


@pytest.mark.parametrize(
    ("shift", "seen"), [(-1.5, (-0.92, 0.99)), (0.0, (0, 0.5)), (-1.85, (-1, 2))]
)
def test_shares_against_shift_shows_what_a_rule_gives_below_0_and_above_1(
    drawn, shift, seen
):
    scores, names = np.array([3.01, 0.09, 2.48, 1.95]), ["a", "b", "c", "d"]
    rules = {"sum": lambda z: z / z.sum(), "softmax": softmax}
    figures.shares_against_shift(scores, names, rules, shifts=[shift, 8.0])
    for axes in drawn():
        # A line is as thick as 0.03; 0.01 allows for the two digits written here.
        assert axes.get_ylim() == pytest.approx(
            (seen[0] - 0.03, seen[1] + 0.03), abs=0.01
        )


def test_probability_against_lead_draws_the_curve_and_its_slopes(drawn):
    figures.probability_against_lead([-8, 0, 3])
    (axes,) = drawn()
    curve, *straight = axes.lines
    np.testing.assert_allclose(
        curve.get_ydata(), 1 / (1 + np.exp(-curve.get_xdata())), rtol=1e-12
    )
    for line, lead in zip(straight, (-8, 0, 3), strict=True):
        (x0, x1), (y0, y1) = line.get_data()
        p = softmax(np.array([lead, 0.0]))[0]
        assert (y1 - y0) / (x1 - x0) == pytest.approx(p * (1 - p))
        assert (y0 + y1) / 2 == pytest.approx(p)
    written = [text.get_text() for text in axes.texts]
    assert written == ["0.0003", "0.2500", "0.0452"]


@pytest.mark.parametrize("name", ["temperature", "shift", "lead", "losses"])
def test_the_chapter_s_letters_have_ten_pixels_on_a_phone(shown, name):
    if name == "temperature":
        figures.shares_against_temperature(SCORES, NAMES)
    elif name == "shift":
        figures.shares_against_shift(SCORES, NAMES, {"softmax": softmax}, [0.0, 4.0])
    elif name == "lead":
        figures.probability_against_lead([0])
    else:
        figures.losses_against_lead({"log loss": lambda p: -np.log(p)}, -4)
    width = 72 * shown[-1].get_figwidth()
    assert 11 * 322 / width >= 10  # pixels: what a fold in a page of 390 leaves


def test_losses_against_lead_draws_each_loss_and_its_slope(drawn):
    losses = {"squared": lambda p: (1 - p) ** 2, "log": lambda p: -np.log(p)}
    figures.losses_against_lead(losses, -4)
    (axes,) = drawn()
    curves, pieces = axes.lines[:2], axes.lines[2:]
    p = 1 / (1 + np.exp(-curves[0].get_xdata()))
    np.testing.assert_allclose(curves[0].get_ydata(), (1 - p) ** 2, rtol=1e-12)
    np.testing.assert_allclose(curves[1].get_ydata(), -np.log(p), rtol=1e-12)
    p = 1 / (1 + math.exp(4))
    for piece, slope in zip(pieces, [-2 * (1 - p) ** 2 * p, p - 1], strict=True):
        (x0, x1), (y0, y1) = piece.get_data()
        # a difference over 0.002 is off by its square
        assert (y1 - y0) / (x1 - x0) == pytest.approx(slope, rel=1e-5)
    assert [text.get_text() for text in axes.texts] == ["slope −0.035", "slope −0.982"]


def test_lines_differ_in_more_than_color(drawn):
    assert len(set(_figure.COLORS)) == len(set(_figure.DASHES)) == 6
    figures.shares_against_temperature(SCORES, NAMES)
    (axes,) = drawn()
    assert [line.get_color() for line in axes.lines] == list(_figure.COLORS[:3])
    assert len(axes.figure.legends[0].texts) == 3


def test_text_is_at_least_eleven_points(shown):
    figures.shares_against_temperature(SCORES, NAMES)
    texts = shown[-1].findobj(matplotlib.text.Text)
    assert min(text.get_fontsize() for text in texts if text.get_text()) >= 11


def test_a_figure_leaves_the_reader_s_own_style_alone():
    before = dict(matplotlib.rcParams)
    figures.shares_against_temperature(SCORES, NAMES)
    assert dict(matplotlib.rcParams) == before


def test_jumps_against_batch_size_draws_one_panel_a_way_and_one_line_a_spread(drawn):
    panels = {
        "mixed": {"spread 0": [0.4, 0.2, 0.1], "spread 1": [0.5, 0.3, 0.2]},
        "sorted": {"spread 0": [0.4, 0.2, 0.1], "spread 1": [0.5, 0.4, 0.4]},
    }
    figures.jumps_against_batch_size((2, 8, 32), panels)
    assert [axes.get_title() for axes in drawn()] == ["mixed", "sorted"]
    for axes, lines in zip(drawn(), panels.values(), strict=True):
        assert [list(line.get_ydata()) for line in axes.lines] == list(lines.values())
        assert list(axes.lines[0].get_xdata()) == [2, 8, 32]
        assert (axes.get_xscale(), axes.get_yscale()) == ("log", "log")


def test_over_layers_draws_each_line_from_0_up(drawn, shown):
    lines = {"without": [0.2, 1e-9], "with": [1.0, 1.5]}
    figures.over_layers(lines, (1, 32), xlabel="layers", ylabel="spread")
    (axes,) = drawn()
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("layers", "spread")
    assert axes.get_ylim()[0] == 0 and axes.get_yscale() == "linear"
    for line, (name, values) in zip(axes.lines, lines.items(), strict=True):
        assert line.get_label() == name
        assert list(line.get_xdata()) == [1, 32]
        assert list(line.get_ydata()) == values
    (legend,) = shown[-1].legends
    assert [text.get_text() for text in legend.texts] == ["without", "with"]


def test_losses_above_floor_draws_the_losses_and_the_floor(drawn, shown):
    curves = {"right": [2.0, 0.7, 0.6], "inverted": [2.0, 0.1, 0.001]}
    figures.losses_above_floor(curves, 0.55, "floor")
    (axes,) = drawn()
    assert axes.get_yscale() == "log"
    *losses, floor = axes.lines
    for line, (name, values) in zip(losses, curves.items(), strict=True):
        assert line.get_label() == name
        assert list(line.get_xdata()) == [1, 2, 3]
        assert list(line.get_ydata()) == values
    assert set(floor.get_ydata()) == {0.55}
    assert [text.get_text() for text in axes.texts] == ["floor"]
    assert len(shown[-1].legends[0].texts) == 2


def test_errors_over_depth_has_a_curve_for_each_kind_and_names_each_depth(drawn, shown):
    curves = {"plain": [0.2, 0.3, 0.9], "skip": [0.3, 0.1, 0.0]}
    figures.errors_over_depth([2, 8, 48], curves)
    (axes,) = drawn()
    for line, (name, heights) in zip(axes.lines, curves.items(), strict=False):
        assert line.get_label() == name
        assert list(line.get_xdata()) == [2, 8, 48]
        assert list(line.get_ydata()) == heights
    (legend,) = shown[-1].legends
    assert [text.get_text() for text in legend.texts] == ["plain", "skip"]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["2", "8", "48"]


def test_over_positions_and_distances_moves_each_curve_by_its_own_position(drawn):
    products = {0: [2.0, 1.0, 0.5, 0.2], 2: [0.5, 1.0, 2.0, 1.0]}
    figures.over_positions_and_distances(products)
    place, distance = drawn()
    for line, moved, (chosen, values) in zip(
        place.lines, distance.lines, products.items(), strict=True
    ):
        assert line.get_label() == f"position {chosen}"
        assert list(line.get_xdata()) == [0, 1, 2, 3]
        assert list(moved.get_xdata()) == [x - chosen for x in range(4)]
        assert list(line.get_ydata()) == list(moved.get_ydata()) == values


def test_who_reads_whom_draws_a_line_from_each_reader_to_what_it_reads(drawn):
    so_far, both = np.tri(3), np.array([[1, 1, 0], [0, 1, 0], [1, 0, 1]])
    figures.who_reads_whom({"decoder": so_far, "both": both}, n_source=[0, 2])
    panels = drawn()
    assert [axes.get_title() for axes in panels] == ["decoder", "both"]
    for axes, matrix, crossing in zip(panels, (so_far, both), (0, 1), strict=True):
        within, across = axes.collections
        ends = [*within.get_segments(), *across.get_segments()]
        read = {(int(top[0]), int(bottom[0])) for bottom, top in ends}
        assert read == set(zip(*np.nonzero(matrix), strict=True))
        assert len(across.get_segments()) == crossing
    markers = [line.get_marker() for line in panels[1].lines]
    assert markers == ["o", "o", "s"]


def test_losses_and_level_draws_the_losses_and_the_level_from_zero_up(drawn):
    curves = {"honest": [3.4, 1.2, 0.6], "leaky": [3.4, 0.9, 0.35]}
    figures.losses_and_level(curves, 0.3228, "floor")
    (axes,) = drawn()
    *losses, level = axes.lines
    for line, (name, values) in zip(losses, curves.items(), strict=True):
        assert line.get_label() == name
        assert list(line.get_xdata()) == [1, 2, 3]
        assert list(line.get_ydata()) == values
    assert set(level.get_ydata()) == {0.3228}
    assert [text.get_text() for text in axes.texts] == ["floor"]
    assert (axes.get_yscale(), axes.get_ylim()[0]) == ("linear", 0)


def test_rate_over_steps_draws_each_step_s_rate_and_ticks_the_highest(drawn):
    rates = [0.001, 0.002, 0.004, 0.003, 0.001]
    figures.rate_over_steps(rates)
    (axes,) = drawn()
    (line,) = axes.lines
    assert list(line.get_xdata()) == [1, 2, 3, 4, 5]
    assert list(line.get_ydata()) == rates
    assert (list(axes.get_xticks()), axes.get_ylim()[0]) == ([1, 3, 5], 0)
    assert list(axes.get_yticks()) == [0, 0.002, 0.004]


def test_shares_over_steps_draws_percent_against_the_steps(drawn):
    shares = {"year": [0.0, 0.5, 1.0], "all": [0.0, 0.25, 0.75]}
    figures.shares_over_steps([0, 50, 900], shares)
    (axes,) = drawn()
    for line, (name, values) in zip(axes.lines, shares.items(), strict=True):
        assert line.get_label() == name
        assert list(line.get_xdata()) == [0, 50, 900]
        assert list(line.get_ydata()) == [100 * value for value in values]


def test_shares_over_places_names_each_place_and_marks_each_line(drawn):
    shares = {"taught": [1.0, 0.75, 0.5], "alone": [1.0, 0.5, 0.25]}
    figures.shares_over_places("Y-M", shares)
    (axes,) = drawn()
    assert [text.get_text() for text in axes.get_xticklabels()] == ["Y", "-", "M"]
    for line, values in zip(axes.lines, shares.values(), strict=True):
        assert list(line.get_ydata()) == [100 * value for value in values]
    assert len({line.get_marker() for line in axes.lines}) == 2


def test_reading_maps_draws_each_map_on_one_scale_and_names_both_axes(drawn):
    maps = {"before": np.full((2, 3), 1 / 3), "after": np.eye(2, 3)}
    figures.reading_maps(maps, "9 M", ["2", "end"])
    *row, bar = drawn()
    for axes, (title, weights) in zip(row, maps.items(), strict=True):
        (picture,) = axes.images
        np.testing.assert_array_equal(picture.get_array(), weights)
        assert axes.get_title() == title and picture.get_clim() == (0, 1)
        assert [text.get_text() for text in axes.get_xticklabels()] == ["9", " ", "M"]
    assert [text.get_text() for text in row[0].get_yticklabels()] == ["2", "end"]
    assert bar.get_xlabel() == "weight"


def test_moves_by_machine_draws_and_writes_each_number(drawn):
    rows = {"whole": [0.18, 0.1, 0, 1.64], "broken": [5.13, 0, 0.3, 25.61]}
    figures.moves_by_machine(rows)
    panels = drawn()
    assert [axes.get_title() for axes in panels] == ["word", "order", "future", "apart"]
    for k, axes in enumerate(panels):
        numbers = [numbers[k] for numbers in rows.values()]
        assert [text.get_text() for text in axes.texts] == [f"{n:.2f}" for n in numbers]
        for bar, number in zip(axes.patches, numbers, strict=True):
            is_cut = bar.get_alpha() < 1
            assert number > bar.get_width() if is_cut else number == bar.get_width()
