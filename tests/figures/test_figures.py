"""The figures draw the values they are given, and can be told apart."""

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
    ("shift", "seen"), [(-1.5, (-0.92, 1)), (0.0, (0, 1)), (-1.85, (-1, 2))]
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


def test_learning_curves_draws_one_panel_a_loss_and_one_line_a_lead(drawn, shown):
    curves = {"a": {2: [0.1, 0.2], 4: [0.0, 0.1]}, "b": {2: [0.3, 0.4], 4: [0.5, 0.6]}}
    figures.learning_curves(curves, "behind by")
    panels = drawn()
    assert [axes.get_title() for axes in panels] == ["a", "b"]
    assert list(panels[1].lines[1].get_ydata()) == [0.5, 0.6]
    (legend,) = shown[-1].legends
    assert [text.get_text() for text in legend.texts] == ["behind by 2", "behind by 4"]


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


def test_over_layers_draws_each_length_on_a_shared_log_scale(drawn, shown):
    panels = {
        "default": {"without": [0.2, 1e-9], "with": [1.0, 1.5]},
        "He": {"without": [1.0, 0.9], "with": [1.4, 3e4]},
    }
    figures.over_layers(panels, (1, 32), xlabel="layers", ylabel="gradient")
    for axes, (title, lines) in zip(drawn(), panels.items(), strict=True):
        assert (axes.get_title(), axes.get_yscale()) == (title, "log")
        for line, (name, lengths) in zip(axes.lines, lines.items(), strict=False):
            assert line.get_label() == name
            assert list(line.get_xdata()) == [1, 32]
            assert list(line.get_ydata()) == lengths
    assert drawn()[0].get_ylim() == drawn()[1].get_ylim()
    (legend,) = shown[-1].legends
    assert [text.get_text() for text in legend.texts] == ["without", "with"]


def test_over_widths_draws_one_panel_a_title_and_one_line_a_rule(drawn, shown):
    panels = {
        "weight": {"raw": [0.2, 0.5, 0.9], "scaled": [0.2, 0.25, 0.25]},
        "norm": {"raw": [0.3, 0.1, 0.001], "scaled": [0.3, 0.3, 0.3]},
    }
    figures.over_widths((1, 8, 64), panels, ylabel="over 5 queries")
    row = drawn()
    assert [axes.get_title() for axes in row] == ["weight", "norm"]
    assert [axes.get_ylabel() for axes in row] == ["over 5 queries", ""]
    assert {axes.get_yscale() for axes in row} == {"log"}
    assert list(row[1].lines[0].get_xdata()) == [1, 8, 64]
    assert list(row[1].lines[0].get_ydata()) == [0.3, 0.1, 0.001]
    assert list(row[0].get_xticks()) == [1]  # every third width
    (legend,) = shown[-1].legends
    assert [text.get_text() for text in legend.texts] == ["raw", "scaled"]


def test_losses_against_steps_draws_each_model_s_losses_on_a_log_scale(drawn, shown):
    curves = {"one head": [1.4, 0.5, 0.38], "two heads": [1.3, 0.02, 1e-4]}
    figures.losses_against_steps(curves)
    (axes,) = drawn()
    assert axes.get_yscale() == "log"
    for line, (name, losses) in zip(axes.lines, curves.items(), strict=True):
        assert line.get_label() == name
        assert list(line.get_xdata()) == [1, 2, 3]
        assert list(line.get_ydata()) == losses
    (legend,) = shown[-1].legends
    assert [text.get_text() for text in legend.texts] == ["one head", "two heads"]


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


def test_curves_over_x_draws_each_function_with_its_name(drawn, shown):
    curves = {"hinge": [0.0, 0.0, 2.0], "line": [-1.0, 0.5, 2.0]}
    figures.curves_over_x([-1, 0.5, 2], curves)
    (axes,) = drawn()
    for line, (name, heights) in zip(axes.lines, curves.items(), strict=False):
        assert line.get_label() == name
        assert list(line.get_xdata()) == [-1, 0.5, 2]
        assert list(line.get_ydata()) == heights
    (legend,) = shown[-1].legends
    assert [text.get_text() for text in legend.texts] == ["hinge", "line"]


def test_likeness_maps_draws_the_cosines_and_names_the_groups(drawn):
    groups = {"drinks": ["tea", "milk", "water"], "toys": ["balls", "sticks"]}
    maps = {"before": np.eye(5), "after": np.linspace(-1, 1, 25).reshape(5, 5)}
    figures.likeness_maps(maps, groups)
    *row, bar = drawn()
    for axes, (title, cosines) in zip(row, maps.items(), strict=True):
        assert axes.get_title() == title
        (picture,) = axes.images
        np.testing.assert_array_equal(picture.get_array(), cosines)
        assert picture.get_clim() == (-1, 1)
        assert [text.get_text() for text in axes.get_xticklabels()] == list(groups)
        assert list(axes.get_xticks()) == [1, 3.5]  # the middles of the groups
    assert [text.get_text() for text in row[0].get_yticklabels()] == list(groups)
    assert bar.get_xlabel() == "cosine"


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


def test_surprise_against_temperature_draws_the_means_and_the_level(drawn, shown):
    figures.surprise_against_temperature([0, 0.5, 2], [2.2, 3.3, 7.2], 4.9, "real")
    (axes,) = drawn()
    written, level = axes.lines
    assert list(written.get_xdata()) == [0, 0.5, 2]
    assert list(written.get_ydata()) == [2.2, 3.3, 7.2]
    assert set(level.get_ydata()) == {4.9}
    assert axes.get_ylim()[0] == 0
    (legend,) = shown[-1].legends
    names = [text.get_text() for text in legend.texts]
    assert names == ["written by the model", "real"]


def test_gradients_over_distance_draws_each_line_on_a_log_scale(drawn):
    lines = {"recurrent": [1.0, 0.1, 0.01], "attention": [0.3, 0.2, 0.4]}
    figures.gradients_over_distance(lines)
    (axes,) = drawn()
    assert axes.get_yscale() == "log"
    for line, (name, values) in zip(axes.lines, lines.items(), strict=True):
        assert line.get_label() == name
        assert list(line.get_xdata()) == [0, 1, 2]
        assert list(line.get_ydata()) == values


def test_hits_over_distance_draws_percent_and_what_guessing_gives(drawn):
    hits = {"one": [1.0, 0.5, 0.125], "many": [1.0, 1.0, 0.99]}
    figures.hits_over_distance(hits, 1 / 8)
    (axes,) = drawn()
    *lines, guessing = axes.lines
    for line, values in zip(lines, hits.values(), strict=True):
        assert list(line.get_ydata()) == [100 * value for value in values]
    assert set(guessing.get_ydata()) == {12.5}
    assert [text.get_text() for text in axes.texts] == ["guessing"]


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
