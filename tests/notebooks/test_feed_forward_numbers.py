"""The numbers that the feed-forward chapter tells are those that its cells compute."""

from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read, solutions
from glassbox import gelu
from glassbox.widgets import NotBad, OneNeuronAtATime
from glassbox.widgets.not_bad import B_1, FACTS, W_1, WANTED
from glassbox.widgets.one_neuron_at_a_time import GRID, TARGETS, best_second_layer

PATH = Path(__file__).resolve().parents[2] / "chapters" / "feed_forward.ipynb"
CELLS = {cell.id: cell for cell in read(PATH)}
TEXT = "\n".join(c.source for c in CELLS.values() if c.cell_type == "markdown")


@pytest.fixture(scope="module")
def names():
    """What the chapter's cells define, as they stand in it."""
    defined = {}
    for name, cell in CELLS.items():
        if cell.cell_type == "code" and name != "ffn-setup":
            exec(compile(cell.source, name, "exec"), defined)
    return defined


def printed(name):
    outputs = CELLS[name].outputs
    return "".join(o.get("text", "") for o in outputs)


def test_the_chapter_s_layer_is_the_first_widget_s(names):
    np.testing.assert_array_equal(names["x"][:, :2], FACTS)
    np.testing.assert_array_equal(names["w_1"][:2], W_1)
    np.testing.assert_array_equal(names["b_1"], B_1)
    np.testing.assert_array_equal(names["wanted"], WANTED)
    np.testing.assert_array_equal(names["w_2"][:, 2], WANTED)
    moods = NotBad().moods(FACTS)
    wrong = [p for p, m, w in zip(names["phrases"], moods, WANTED, strict=True)
             if m * w <= 0]  # fmt: skip
    assert wrong == ["not good"] and "Only *not good* is wrong." in TEXT


def test_the_best_weighted_sum_has_given_up_and_three_signs_cost_more(names):
    np.testing.assert_allclose(names["best"], 0, atol=1e-12)
    given_up = (WANTED**2).sum()
    assert given_up < ((NotBad().moods(FACTS) - WANTED) ** 2).sum()


def test_the_four_phrases_come_out_as_the_text_says(names):
    hidden = np.maximum(0, names["before"])
    np.testing.assert_array_equal(hidden, np.eye(4))
    changed = names["before"][hidden != names["before"]]
    np.testing.assert_array_equal(changed, [-1] * 4)
    assert "has only turned four numbers from −1 into 0" in TEXT
    flat = names["before"] @ names["w_2"] + names["b_2"]
    assert not flat.any()
    moods = names["my_feed_forward"](names["x"], *names["small"])[:, 2]
    assert moods.tolist() == [1, -1, -1, 1]
    assert "has its mood: 1, −1, −1 and 1." in TEXT


def test_a_token_alone_gets_something_else_from_attention_alone(names):
    gaps = {
        name: np.abs(f(names["x"][3:]) - f(names["x"])[3:]).max()
        for name, f in names["layers"].items()
    }
    assert gaps["feed-forward"] == 0
    assert f"off by {gaps['attention']:.2f}." in TEXT
    told = printed("ffn-poke-run").splitlines()
    assert [line.split("rows ")[1] for line in told] == ["[2]", "[1 2 3 4]"]


def test_without_a_bend_seven_eighths_are_for_nothing(names):
    two = sum(names[name].size for name in "acde")
    one = names["w"].size + names["b"].size
    assert 7 / 8 == pytest.approx(1 - one / two, abs=0.001)
    assert f"{two:,}" in printed("ffn-one-run")


def test_more_units_come_nearer_as_the_text_says(names):
    def error(n, bend):
        asked = names["points"] * names["ask"][:n] + names["bias_of_units"][:n]
        return names["least_error"](bend(asked))

    draw = np.random.default_rng(1)
    draw.choice([-1, 1], size=64)
    names["bias_of_units"] = draw.uniform(-3, 3, size=64)  # an exercise renames it
    flat = {f"{error(n, lambda z: z):.3f}" for n in (4, 64)}
    assert flat == {f"{names['least_error'](names['points']):.3f}"} == {"1.739"}
    bent = {n: f"{error(n, lambda z: np.maximum(0, z)):.4f}" for n in (4, 8, 64)}
    assert f"from {bent[4]} with 4 units to {bent[64]} with 64." in TEXT
    assert f"Eight random units reach {bent[8]}," in TEXT
    np.testing.assert_allclose(names["points"][:, 0], GRID, atol=1e-15)
    wave = TARGETS["wave"](GRID)
    assert names["least_error"](wave[:, None]) < 1e-24


def test_the_button_s_error_for_eight_even_knees_is_the_one_told():
    units = [1, -1, *[1] * 6], [0, 0, 1.5, -1.5, 2.25, 0.75, -0.75, -2.25]
    layer = OneNeuronAtATime(*units, *best_second_layer(*units, "wave"))
    error = ((layer.curve(GRID) - TARGETS["wave"](GRID)) ** 2).mean()
    assert f"an error of {error:.4f}:" in TEXT
    assert f"the widget's eight, with knees every 0.75, reached {error:.4f}." in TEXT
    knees = -np.array(units[1]) / units[0]
    places = np.unique(knees)
    np.testing.assert_array_equal(np.diff(places), [0.75] * 6)
    turns = [np.dot(np.abs(units[0]) * (knees == k), layer.w_2) for k in places]
    corners = np.abs(turns) > 1e-9  # by symmetry there's none at 0
    assert places[~corners].tolist() == [0] and corners.sum() == 6
    assert "seven straight pieces, with a corner at six knees." in TEXT


def test_the_layer_s_parameters_are_counted_as_the_text_says(names):
    parts = names["parts"]
    fraction = parts["feed-forward"] / sum(parts.values())
    assert fraction == pytest.approx(2 / 3, abs=0.001)
    decoder = parts["feed-forward"] / (
        2 * parts["attention"] + parts["feed-forward"] + 1.5 * parts["norms"]
    )
    assert decoder == pytest.approx(1 / 2, abs=0.001)


def test_the_paper_s_widths_are_told_with_what_they_cost():
    rows = ["| 1024 | 2 | 53 million | 25.4 |", "| 2048 | 4 | 65 million | 25.8 |"]
    assert all(row in TEXT for row in [*rows, "| 4096 | 8 | 90 million | 26.2 |"])
    assert (90 - 65) / (65 - 53) == pytest.approx(2, abs=0.1)


def test_gelu_and_its_approximation_are_as_the_fold_says():
    z = np.linspace(-3, 2, 201)
    exact = gelu(z)
    gap = np.abs(exact - gelu(z, approximate="tanh")).max()
    assert f"differ by {gap:.4f} at most" in TEXT
    lowest = f"{exact.min():.2f} at {z[exact.argmin()]:.2f}".replace("-", "−")
    assert f"GELU dips to {lowest}" in TEXT


def test_adam_goes_on_after_the_gradient_has_gone(names, capsys):
    (code,) = (code for code in solutions(PATH) if '"Adam"' in code)
    exec(code, dict(names))
    first, last = capsys.readouterr().out.strip().splitlines()
    assert first == "10 plain -0.100 Adam -0.100"
    plain, adam = last.replace("-", "−").split()[2::2]
    assert f"still has {plain}, but Adam has gone on to {adam}," in TEXT


def test_the_mistakes_are_told_as_they_come_out(names):
    told = printed("ffn-mistakes-run").splitlines()
    assert told[0] == "1. moods [ 0.  0. -2.  0.]"
    assert told[1] == "   twice [ 0.  0. -4.  0.]"
    assert told[2] == "2. moods [0. 0. 0. 0.]"
    assert told[3] == "3. poked 4 of 4"
