"""The folded solutions are right, and the first attempts have the mistake they show."""

import re
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest

matplotlib.use("Agg")

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"
NOTEBOOKS = sorted(CHAPTERS.glob("*.ipynb"))
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CALLED = re.compile(r"^check\.(\w+)\(", re.MULTILINE)

by_name = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path):
    return nbformat.read(path, as_version=4).cells


def solutions(path):
    """List the Python blocks of a chapter's folded solutions."""
    text = "\n".join(cell.source for cell in read(path) if cell.cell_type == "markdown")
    return [code for fold in FOLDED.findall(text) for code in PYTHON.findall(fold)]


def code_cells(path):
    """List the code of a chapter, less the set-up for Colab and what needs torch."""
    return [
        cell.source
        for cell in read(path)
        if cell.cell_type == "code"
        and not {"remove-cell", "torch"} & set(cell.metadata.get("tags", []))
    ]


def names_after_running(path):
    """Run a chapter's cells and return what they defined."""
    names = {}
    for code in code_cells(path):
        exec(compile(code, path.name, "exec"), names)
    plt.close("all")
    return names


@by_name
def test_every_checked_exercise_has_a_solution_that_passes(path, capsys):
    asked = {name for code in code_cells(path) for name in CALLED.findall(code)}
    names = names_after_running(path)
    solved = set()
    for code in solutions(path):
        capsys.readouterr()
        exec(compile(code, f"{path.stem}, a solution", "exec"), names)
        printed, called = capsys.readouterr().out, CALLED.findall(code)
        assert "✗" not in printed
        assert printed.count("✓") == len(called)
        solved |= set(called)
    assert asked
    assert solved == asked


@by_name
def test_every_first_attempt_fails_with_a_mistake_that_is_named(path):
    exercises = [code for code in code_cells(path) if CALLED.search(code)]
    names, answers = names_after_running(path), {}
    for code in exercises:
        exec(compile(code, path.name, "exec"), names)
        for call in re.findall(r"^check\.(\w+)\((.*)\)$", code, re.MULTILINE):
            answers[call[0]] = eval(call[1], names)
    for name, answer in answers.items():
        verdict = getattr(names["check"], name).examine(answer)
        assert not verdict.passed
        assert verdict.wrong is not None, f"check.{name} does not know this mistake"


def test_the_softmax_chapter_s_fragile_function_breaks_as_its_solution_says(capsys):
    path = CHAPTERS / "softmax_and_temperature.ipynb"
    names = names_after_running(path)
    (code,) = (code for code in solutions(path) if "fragile_softmax" in code)
    softmax, fragile = names["softmax"], names["fragile_softmax"]
    np.testing.assert_allclose(
        fragile(names["attempt"]), softmax(names["attempt"]), rtol=1e-12
    )  # the attempt given survives; 1e-12 allows for two orders of rounding
    exec(code, names)
    with np.errstate(invalid="ignore"):
        assert np.isnan(fragile(names["attempt"])).any()
    assert np.isfinite(softmax(names["attempt"])).all()


def test_the_softmax_chapter_s_leads_give_ninety_percent():
    path = CHAPTERS / "softmax_and_temperature.ipynb"
    names = names_after_running(path)
    (code,) = (code for code in solutions(path) if "lead" in code)
    exec(code, names)
    for temperature in (1.0, 0.5):
        lead = temperature * names["lead"]
        shares = names["softmax"](np.array([lead, 0.0]), temperature=temperature)
        assert shares[0] == pytest.approx(0.9, abs=1e-12)  # float64 rounding


def test_the_residual_chapter_s_forgetful_layer_forgets_as_its_solution_says():
    path = CHAPTERS / "residual_connection.ipynb"
    names = names_after_running(path)
    (code,) = (code for code in solutions(path) if "np.hstack" in code)
    relu, connect = names["relu"], names["residual_connection"]

    def layer(x):
        return connect(x, relu(x @ names["w_1"]) @ names["w_2"])

    anything = np.random.default_rng(0).normal(size=(50, 2))
    assert layer(names["two"]).any()  # the first attempt survives
    exec(code, names)
    assert not layer(anything).any()  # x - x is exactly 0
