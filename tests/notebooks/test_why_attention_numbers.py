"""The numbers that the first chapter's text tells are those that its cells compute."""

from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox.models import recall

PATH = Path(__file__).resolve().parents[2] / "chapters" / "why_attention.ipynb"
TEXT = "\n".join(cell.source for cell in read(PATH) if cell.cell_type == "markdown")


@pytest.fixture(scope="module")
def names():
    """What the chapter's cells define, as they stand in it."""
    defined = {}
    for cell in read(PATH):
        if cell.cell_type == "code" and cell.id != "why-setup":
            exec(compile(cell.source, cell.id, "exec"), defined)
    return defined


def test_a_word_fades_as_the_text_says(names):
    (first, _), (faded, second) = names["read"](*[np.eye(2)] * 3)
    assert f"leaves tanh(1) = {first:.2f}" in TEXT
    assert f"faded to tanh({first:.2f}) = {faded:.2f}." in TEXT
    assert second == first


def test_the_mean_of_the_rows_and_one_row_worked_are_as_the_text_says(names):
    table, learning = names["table"], names["learning"]
    person, _, study, _ = table.mean(axis=0)
    assert f"*Study*, with {study:.1f}, while *person* has {person:.1f}." in TEXT
    machine = table[3] @ learning
    assert f"3 · 0 + 2 · 2 = {machine:.0f}." in TEXT
    assert f"So 机器 scores {machine / 2:.0f}." in TEXT
    assert f"$e^2 \\approx {np.exp(machine / 2):.2f}$" in TEXT
    context, weights = names["my_context"](learning, table)
    assert f"The second 学习 gets {weights[4]:.4f}, the first {weights[2]:.4f}," in TEXT
    assert f"and 机器 {weights[3]:.4f}." in TEXT
    assert f"*study* ({context[2]:.4f}), then *machine* ({context[3]:.4f})" in TEXT


def test_the_trained_model_s_digits_read_as_the_text_says(names):
    year = [f"{weight:.3g}" for weight in names["to_year"].round(2)]
    assert f"give {', '.join(year[:3])} and {year[3]} of their weight" in TEXT
    (month,) = {f"{weight:.2f}" for weight in names["to_month"]}
    assert f"Both digits of 11 give {month} to the name" in TEXT
    day, date = names["written"].cross_attention[-1].mean(axis=0)[8], names["date"]
    assert date[9] == "2" and date[4] == "m"  # the first is character 10
    assert f"most to 2₁₀ ({day[9]:.3f}), but {day[4]:.3f} to the *m*" in TEXT
    assert day.argmax() == 9


def test_what_more_room_brings_is_as_the_text_says(names):
    kinds, n = recall.VOCABULARY, recall.N_TOKENS
    assert f"of {kinds} kinds are {n * np.log2(kinds):.0f} bits" in TEXT
    assert f"{kinds} for each of {n} tokens are {n * kinds}." in TEXT
    rooms = recall.load_rooms()
    counts = [f"{sum(hits):.1f}" for hits in rooms["hits"][1]]
    assert rooms["widths"] == [4, 8, 16, 32, 64, 128]
    assert f"{', '.join(counts[1:5])} and, at 128, {counts[5]}." in TEXT
    last = names["read"](names["words"], *recall.fading_matrices(320))[-1]
    right = recall.recovered(last, names["tokens"])
    assert (right[:13] > 0.995).all() and right[13] < 0.995
    assert f"and the oldest in {100 * right[-1]:.0f} % of the sentences" in TEXT


def test_why_attention_fails_at_four_numbers_is_as_the_text_says(names):
    words, tokens, read = names["words"], names["tokens"], names["read"]
    u, w = recall.fading_matrices(4)
    angles = 2 * np.pi * np.arange(recall.VOCABULARY) / recall.VOCABULARY
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1) @ np.eye(2, 4)

    def found(u, w):
        states = read(words, u, w).swapaxes(0, 1)
        return f"{recall.recovered(states, tokens).sum():.1f}"

    assert f"At 4 numbers attention gives back {found(u, w)} tokens." in TEXT
    assert f"Without older words, {found(u, 0 * w)} come back." in TEXT
    assert found(circle / 10, 0 * w) == "20.0"  # "all 20 do"


def test_costs_and_common_mistakes_are_as_the_text_says(names):
    def times(n, other):
        return (4 * n * 512**2 + 2 * n**2 * 512) / (other * n * 512**2)

    assert f"needs {times(50, 2):.2f} times as many multiplications as a" in TEXT
    assert f"It needs {times(1024, 2):.2f} times as many multiplications" in TEXT
    assert f"at 10,000 words {times(10_000, 2):.2f} times" in TEXT
    assert times(1024, 8) == 1
    scores = names["scores"] / names["scores"].sum()
    assert f"One weight is −{-scores.min():.2f}." in TEXT
    assert f"five weights is {names['favorites'].mean():.2f} on average" in TEXT
