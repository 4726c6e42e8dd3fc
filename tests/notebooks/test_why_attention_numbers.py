"""The numbers that the first chapter's text tells are those that its cells compute."""

from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read

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
    assert study > person and "more *study* than *person*" in TEXT
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


def test_costs_and_common_mistakes_are_as_the_text_says(names):
    def times(n, other):
        return (4 * n * 512**2 + 2 * n**2 * 512) / (other * n * 512**2)

    assert f"multiplies {times(50, 2):.2f} times as often" in TEXT
    assert f"at 10,000 words {times(10_000, 2):.2f} times" in TEXT
    assert times(1024, 8) == 1
    scores = names["scores"] / names["scores"].sum()
    assert f"One weight is −{-scores.min():.2f}." in TEXT
    assert f"five weights is {names['favorites'].mean():.2f} on average" in TEXT
