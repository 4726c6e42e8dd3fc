"""What the softmax chapter says of its widgets' draws, bars and arrows is so."""

from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox import log_softmax, softmax
from glassbox.widgets.softmax_and_temperature.numbers import tally

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"
CELLS = read(CHAPTERS / "softmax_and_temperature.ipynb")
TEXT = "\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")
CODE = "\n".join(cell.source for cell in CELLS if cell.cell_type == "code")
SCORES = np.array([3.01, 0.09, 2.48, 1.95])
CUP, PIANO, MUG, GLASS = range(4)
SEED = 834


def counts(temperature, n_draws):
    return tally(softmax(SCORES, temperature=temperature), SEED, n_draws)


def test_the_same_five_random_numbers_draw_what_the_text_says():
    assert f"seed={SEED}," in CODE
    assert counts(1, 5)[CUP] == 3 and "three of the five words are cups" in TEXT
    assert counts(0.2, 5)[CUP] == 5 and "At 0.2 all five are cups" in TEXT
    assert counts(2, 5)[[CUP, PIANO]].tolist() == [2, 1]
    assert "At 2 only two are, and one is a piano" in TEXT
    for t in (1, 0.2, 2):
        assert (counts(t, 10) != 2 * counts(t, 5)).any()
    assert "Draw five more, and the counts come out differently" in TEXT
    assert f"the piano has only {softmax(SCORES, temperature=2)[PIANO]:.2f}" in TEXT


@pytest.mark.parametrize("temperature", [1, 0.2, 2])
def test_after_a_thousand_more_each_mark_is_near_the_end_of_its_bar(temperature):
    # a 40th of the axis
    p = softmax(SCORES, temperature=temperature)
    assert np.abs(counts(temperature, 1005) / 1005 - p).max() < 0.025


def test_the_piano_never_overtakes_the_glass_as_the_text_says():
    hottest = softmax(SCORES, temperature=20)
    assert hottest[PIANO] < hottest[GLASS]
    assert "the piano never overtakes the glass" in TEXT


@pytest.mark.parametrize("piano", [0.09, 1.90])
def test_the_lowest_score_decides_between_two_others_as_the_text_says(piano):
    cup, mug = (SCORES[[CUP, MUG]] - piano).round(2)
    assert rf"${cup:.2f} / {mug:.2f} \approx {cup / mug:.2f}$ times" in TEXT


def test_the_loss_of_a_word_that_is_very_far_behind_is_as_the_text_says():
    behind, _ = log_softmax(np.array([0.0, 1000.0]))
    assert behind == -1000
    assert "$\\ln p$ is −1000, and the loss is 1000." in TEXT


def test_leads_from_probabilities_are_worked_as_the_text_says():
    p = np.array([0.5, 0.3, 0.2])
    squares = p**2
    assert f"0.5 / 0.2 = {p[0] / p[2]:.1f}, so the lead is" in TEXT
    assert f"$\\ln 2.5 = {np.log(p[0] / p[2]):.4f}$" in TEXT
    assert "{:.2f}, {:.2f} and {:.2f} have".format(*squares) in TEXT
    assert f"add up to {squares.sum():.2f}." in TEXT
    cold = softmax(np.log(p), temperature=0.5)
    np.testing.assert_allclose(cold, squares / squares.sum(), rtol=1e-12)
    assert "they are {:.4f}, {:.4f} and {:.4f}.".format(*cold) in TEXT


def test_the_mug_rises_and_falls_as_the_text_says():
    cold, warm, hot = (softmax(SCORES, temperature=t)[MUG] for t in (0.2, 1, 20))
    assert f"(from {100 * cold:.0f} to {100 * warm:.0f} %)" in TEXT
    assert f"(from {100 * warm:.0f} to {100 * hot:.0f} %)" in TEXT
    moves = np.diff([softmax(SCORES, temperature=t) for t in (0.2, 1, 20)], axis=0)
    assert moves[0, CUP] < -moves[0, MUG] < 0 > moves[1, MUG]
    assert (moves[1, [PIANO, GLASS]] > 0).all()


@pytest.mark.parametrize("t", [0.2, 0.5, 1, 2, 20])
def test_a_word_gains_while_its_score_is_below_the_average(t):
    p, h = softmax(SCORES, temperature=t), 1e-5
    log_p = [log_softmax(SCORES / at) for at in (t - h, t + h)]
    slope = np.diff(log_p, axis=0)[0] / (2 * h)
    # central differences: an error of h squared
    np.testing.assert_allclose(slope, (p @ SCORES - SCORES) / t**2, atol=1e-6)
    assert "a word gains while its score is below the average" in TEXT
    assert {0.2: "2.97 at $T = 0.2$", 1: "2.59 at 1", 2: "2.35 at 2"}.get(t, "") in TEXT
    if t in (0.2, 1, 2):
        assert f"{p @ SCORES:.2f} at" in TEXT


def test_a_cooler_piano_is_rarer_as_the_text_says():
    at = [softmax(SCORES, temperature=t)[PIANO] for t in (1, 0.7)]
    told = "set it to 0.7 above, and the piano falls from {:.3f} to {:.3f}"
    assert told.format(*at) in TEXT
    assert f"{round(float(np.exp(12))):,}".replace(",", "{,}") in TEXT


def test_a_step_by_hand_is_worked_as_the_text_says():
    z = np.array([0, 2, 1.2])
    p = softmax(z)
    after = z - p + [1, 0, 0]
    assert f"$-\\ln {p[0]:.4f} = {-np.log(p[0]):.2f}$" in TEXT
    assert f"0 + {1 - p[0]:.4f} = {after[0]:.4f}" in TEXT
    assert f"2 − {p[1]:.4f} = {after[1]:.4f}" in TEXT
    assert f"1.2 − {p[2]:.4f} = {after[2]:.4f}" in TEXT
    assert after[1] == after.max()


def test_a_sum_of_scores_fails_both_ways_as_the_text_says():
    shares = [(SCORES + by) / (SCORES + by).sum() for by in (0, 2, -2)]
    told = "the piano goes from {:.3f} to {:.3f}, although no lead has changed"
    assert told.format(*(share[PIANO] for share in shares[:2])) in TEXT
    assert f"it gets {shares[2][PIANO]:.3f}, which is more than 400" in TEXT
    assert f"add up to −{abs((SCORES - 2).sum()):.2f}" in TEXT


def test_log_losses_add_up_as_the_text_says():
    table = [f"{-np.log(p):.3f}" for p in (0.5, 0.1)]
    assert f"$p_c = 1/e \\approx {np.exp(-1):.2f}$, and 2 nats" in TEXT
    assert f"2 nats at $1/e^2 \\approx {np.exp(-2):.2f}$." in TEXT
    told = rf"${table[0]} + {table[1]} = {-np.log(0.05):.3f} = -\ln 0.05$"
    assert told in TEXT
    assert float(table[0]) + float(table[1]) == pytest.approx(2.996, abs=1e-9)


def test_no_larger_step_helps_the_squared_error_as_the_text_says():
    def slope(lead):
        p = softmax(np.array([lead, 0.0]))[0]
        return 2 * p * (1 - p) ** 2, 1 - p

    squared, log = slope(-4.0)
    size = log / squared
    told = rf"it must be about ${log:.3f} / {squared:.3f} \approx {size:.0f}$."
    assert told in TEXT
    assert "throws the lead far past a tie" in TEXT
    lead = 2 * round(size) * slope(0.0)[0]  # after one step from a tie
    assert lead > 10
    # The other word, so far behind now, does not come back in 1,000 such steps.
    assert "that word is now stuck on the flat part" in TEXT
    behind = -lead
    for _ in range(1000):
        behind += 2 * round(size) * slope(behind)[0]
    assert behind < -10


def test_leads_and_ratios_are_drawn_for_these_three_as_the_text_says():
    glass, mug, cup = SCORES[[GLASS, MUG, CUP]]
    assert round(cup - mug, 9) == round(mug - glass, 9) == 0.53
    assert "the glass, the mug and the cup are 0.53 apart" in TEXT
    assert "drawings.leads_and_ratios(scores, tokens, [3, 2, 0])" in CODE


def test_a_score_that_is_divided_first_overflows_as_the_text_says():
    with np.errstate(over="ignore"):
        assert np.isinf(np.float16(6000) / np.float16(0.05))
    assert "in `float16`, 6,000 / 0.05 would already overflow" in TEXT


def test_the_prediction_compares_the_cup_with_the_mug_as_told():
    path = CHAPTERS.parent / "assets" / "predictions"
    told = (path / "softmax_and_temperature.en.json").read_text("utf-8")
    e, lead = np.exp(SCORES), SCORES[CUP] - SCORES[MUG]
    assert f"The exponentials are {e[CUP]:.4f} and {e[MUG]:.4f}" in told
    assert f"e to the power of {lead:.2f} is {e[CUP] / e[MUG]:.3f} as well" in told
    assert f"is just {SCORES[CUP] / SCORES[MUG]:.3f} times the mug's" in told
