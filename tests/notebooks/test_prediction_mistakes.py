"""The numbers that known mistakes give, each computed by making the mistake."""

import json
from pathlib import Path

import numpy as np
import pytest
from glassbox import softmax

ROOT = Path(__file__).resolve().parents[2]
MISTAKES = {
    (path.name.split(".")[0], cell): question
    for path in sorted((ROOT / "assets" / "predictions").glob("*.en.json"))
    for cell, question in json.loads(path.read_text("utf-8")).items()
    if "mistakes" in question
}


def cross():
    """Exponentials 1, 2, 1 of the token 2026, and 1, 1, 6 of <start>."""
    e, values = np.array([[1, 2, 1], [1, 1, 6]]), np.array([[4, 0], [0, 8], [8, 8]])
    weights = e / e.sum(axis=1, keepdims=True)
    mean = values[:, 0].mean()
    return [
        e[0] @ values[:, 0],
        mean,
        (weights @ values)[1, 0],
        (weights @ values)[0, 1],
    ]


def masks():
    e, values = np.array([1, 2, 1, 4]), np.array([8, 16, 32, 64])
    seen = (e * values)[:3].sum()
    return [e @ values / e.sum(), seen / e.sum(), seen]


def distance():
    return [32 * np.cos(0)]  # 32 pairs, each with itself


def heads():
    """Head 2 asks 0 4; the products are 4 times the keys' second number."""
    names, products = np.array([2, 0, 7]), np.array([0, 0, 4])
    right = softmax(products / np.sqrt(2))
    swapped = softmax(products[::-1] / np.sqrt(2)) @ names
    scales = [softmax(products) @ names, softmax(products / 2) @ names]
    return [swapped, *scales, right[2] * 7]


def smooth():
    """Shared by all five, given to each whole, and what the right one keeps."""
    return [0.1 / 5, 0.1, 1 - 0.1]


def perplexity():
    return [np.log(1192)]


def attention():
    products, values = np.array([-2, 4, 2]), np.array([[6, 2], [2, 10], [10, 0]])
    hot, hard = values.T
    scales = [softmax(products) @ hot, softmax(products / 4) @ hot]
    positive = softmax(abs(products) / 2) @ hot
    without_she = softmax(products[1:] / 2) @ hot[1:]
    right = softmax(products / 2)
    return [*scales, positive, without_she, right @ hard, hot.mean()]


def exponentials():
    cup, mug = 3.01, 2.48
    return [cup / mug, 2 ** (cup - mug), cup - mug]


def floor():
    """A loss of 0.95 for the right token, 0.05 for the 12 others, counted wrongly."""
    own = -0.95 * np.log(0.95)
    return [own, own - 0.05 * np.log(0.05), own - 12 * 0.05 * np.log(0.05)]


def weight():
    """The slope instead of the step, and a step from no probability at all."""
    return [1 / 13 - 0.95, 0.95]


def variance():
    """Of tea's features: divided by n − 1, its root, and not divided."""
    tea = np.array([22.0, 5, 6, 8])
    return [tea.var(ddof=1), tea.std(), 4 * tea.var()]


def context():
    products = np.array([0, 0, 6, 4, 8])
    weights = [softmax(products)[4], softmax(products / 4)[4]]
    return [*weights, softmax(products / 2)[2], np.exp(products[4] / 2)]


def costs():
    n, d = 50, 512
    plain = 2 * n * d**2
    return [2 + d / n, (3 * n * d**2 + 2 * n**2 * d) / plain, 2 * n**2 * d / plain]


def turns():
    """Whole positions of seven turns of a hand; one, three, four turns after 3."""
    return [14 * np.pi, *(3 + 2 * np.pi * np.array([1, 3, 4]))]


def at_once():
    """Tokens at once: one operation, or one byte, each; rounded times divided."""
    return [312 / (2 / 2), 312 / (2 * 2), 8 / 0.05]


MADE = {
    "cross-by-hand-run": cross,
    "masks-by-hand-run": masks,
    "embeddings-distance-run": distance,
    "heads-by-hand-run": heads,
    "head-perplexity-run": perplexity,
    "head-smooth-run": smooth,
    "attention-by-hand-run": attention,
    "softmax-by-hand-run": exponentials,
    "train-by-hand-run": floor,
    "train-weight-run": weight,
    "norm-by-hand-run": variance,
    "why-by-hand-run": context,
    "why-costs-run": costs,
    "rotary-speeds-run": turns,
    "costs-roofline-run": at_once,
}


def test_each_question_with_known_mistakes_has_them_computed_here():
    assert {cell for _, cell in MISTAKES} == set(MADE)


@pytest.mark.parametrize("question", MISTAKES, ids=lambda one: one[1])
def test_a_known_mistake_gives_its_number_and_is_said_in_a_sentence(question):
    told = MISTAKES[question]
    for (number, says), value in zip(
        told["mistakes"].items(), MADE[question[1]](), strict=True
    ):
        decimals = len(number.partition(".")[2])
        assert f"{value:.{decimals}f}" == number
        assert number != told["number"]
        assert says.endswith(".") and len(says.split()) >= 5
