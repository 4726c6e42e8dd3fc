"""What the softmax chapter says of its widgets' draws, bars and arrows is so."""

from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox import entropy, softmax
from glassbox.widgets.softmax_and_temperature.numbers import tally

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"
CELLS = read(CHAPTERS / "softmax_and_temperature.ipynb")
TEXT = "\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")
CODE = "\n".join(cell.source for cell in CELLS if cell.cell_type == "code")
SCORES = np.array([3.01, 0.09, 2.48, 1.95])
CUP, PIANO, MUG, GLASS = range(4)
SEED = 866


def counts(temperature, n_draws):
    return tally(softmax(SCORES, temperature=temperature), SEED, n_draws)


def test_the_same_five_random_numbers_draw_what_the_text_says():
    assert f"seed={SEED}," in CODE
    assert counts(1, 5)[CUP] == 3 and "three of the five words are cups" in TEXT
    assert counts(0.2, 5)[CUP] == 5 and "At 0.2 all five are cups" in TEXT
    assert counts(2, 5)[[CUP, PIANO]].tolist() == [1, 2]
    assert "At 2 only one is, and two are pianos" in TEXT
    assert f"the piano has only {softmax(SCORES, temperature=2)[PIANO]:.2f}" in TEXT


@pytest.mark.parametrize(
    ("temperature", "told"),
    [
        (1, "{} bits at $T = 1$"),
        (0.2, "{} bits at 0.2"),
        (2, "{} bits at 2."),
    ],
)
def test_the_entropies_are_as_the_text_says(temperature, told):
    bits = entropy(softmax(SCORES, temperature=temperature)) / np.log(2)
    assert told.format(f"{bits:.3f}") in TEXT
    # after 1,000 more, each mark is near the end of its bar: a 40th of the axis
    p = softmax(SCORES, temperature=temperature)
    assert np.abs(counts(temperature, 1005) / 1005 - p).max() < 0.025


def test_the_piano_passes_a_tenth_where_the_text_says():
    cooler, there = (softmax(SCORES, temperature=t) for t in (2.2, 2.5))
    assert cooler[PIANO] < 0.1 < there[PIANO] < there[GLASS]
    assert "Between 2.2 and 2.5 the piano passes 0.1" in TEXT


def test_the_mug_rises_and_falls_as_the_text_says():
    cold, warm, hot = (softmax(SCORES, temperature=t)[MUG] for t in (0.2, 1, 20))
    assert f"(from {100 * cold:.0f} to {100 * warm:.0f} %)" in TEXT
    assert f"(from {100 * warm:.0f} to {100 * hot:.0f} %)" in TEXT
    moves = np.diff([softmax(SCORES, temperature=t) for t in (0.2, 1, 20)], axis=0)
    assert moves[0, CUP] < -moves[0, MUG] < 0 > moves[1, MUG]
    assert (moves[1, [PIANO, GLASS]] > 0).all()


def test_a_cooler_piano_is_rarer_as_the_text_says():
    at = [softmax(SCORES, temperature=t)[PIANO] for t in (1, 0.7)]
    assert "at 0.7, the piano falls from {:.3f} to {:.3f}".format(*at) in TEXT
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
