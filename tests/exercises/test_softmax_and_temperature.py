"""Different correct solutions all pass: the check grades results, not style."""

import functools
import math
import re
from pathlib import Path

import numpy as np
import pytest
import torch
from chapter_solutions import read
from glassbox import check, entropy, log_softmax, softmax

CHAPTER = Path(__file__).parents[2] / "chapters" / "softmax_and_temperature.ipynb"


def plain(z):
    e = np.exp(z - np.max(z, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def with_new_axis(z):
    e = np.exp(z - z.max(-1)[..., None])
    return e / e.sum(-1)[..., np.newaxis]


def one_row(row):
    e = np.exp(row - row.max())
    return e / e.sum()


def along_axis(z):
    return np.apply_along_axis(one_row, -1, z)


def loops_over_rows(z):
    rows = z.reshape(-1, z.shape[-1])
    result = np.zeros(rows.shape)
    for i in range(rows.shape[0]):
        largest = max(rows[i])
        exponentials = [math.exp(score - largest) for score in rows[i]]
        for j in range(rows.shape[1]):
            result[i, j] = exponentials[j] / sum(exponentials)
    return result.reshape(z.shape)


def exp_of_log_softmax(z):
    return np.exp(log_softmax(z))


def by_log_sum_exp(z):
    m = z.max(axis=-1, keepdims=True)
    return np.exp(z - m - np.log(np.exp(z - m).sum(axis=-1, keepdims=True)))


def by_logaddexp(z):
    return np.exp(z - np.logaddexp.reduce(z, axis=-1, keepdims=True))


def by_torch(z):
    return torch.softmax(torch.tensor(z, dtype=torch.float64), dim=-1).numpy()


def returning_a_tensor(z):
    return torch.softmax(torch.tensor(z, dtype=torch.float32), dim=-1)


def in_float32(z):
    return plain(z.astype(np.float32))


def by_einsum(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return np.einsum("...i,...->...i", e, 1 / np.einsum("...i->...", e))


def by_recursion(z):
    if z.ndim > 1:
        return np.stack([by_recursion(part) for part in z])
    return one_row(z)


def in_place_on_a_copy(z):
    z = np.array(z, dtype=float)
    z -= z.max(axis=-1, keepdims=True)
    np.exp(z, out=z)
    z /= z.sum(axis=-1, keepdims=True)
    return z


def with_defaults(logits, axis=-1, stable=True, dtype=float):
    z = logits.astype(dtype)
    e = np.exp(z - (z.max(axis=axis, keepdims=True) if stable else 0))
    return e / e.sum(axis=axis, keepdims=True)


class Softmax:
    def __init__(self, axis):
        self.axis = axis

    def __call__(self, z):
        return softmax(z, axis=self.axis)

    def method(self, z):
        return self(z)


def comprehension(z):
    rows = z.reshape(-1, z.shape[-1]).tolist()
    shifted = [[math.exp(s - max(row)) for s in row] for row in rows]
    return np.array([[e / sum(row) for e in row] for row in shifted]).reshape(z.shape)


def by_sorting(z):
    order = np.argsort(z, axis=-1)
    sorted_z = np.take_along_axis(z, order, axis=-1)
    e = np.exp(sorted_z - sorted_z[..., -1:])
    shares = e / np.cumsum(e, axis=-1)[..., -1:]
    return np.take_along_axis(shares, np.argsort(order, axis=-1), axis=-1)


def online(z):
    """One pass for maximum and sum together, as fused GPU kernels do."""
    largest, total = np.full(z.shape[:-1], -np.inf), np.zeros(z.shape[:-1])
    for j in range(z.shape[-1]):
        new = np.maximum(largest, z[..., j])
        total = total * np.exp(largest - new) + np.exp(z[..., j] - new)
        largest = new
    return np.exp(z - largest[..., None]) / total[..., None]


def pairwise(z):
    """Share i = 1 / sum_j exp(z_j - z_i): overflow to inf gives the right 0."""
    return 1 / np.exp(z[..., None, :] - z[..., :, None]).sum(axis=-1)


def transposed(z):
    e = np.exp(z.T - z.T.max(axis=0))
    return (e / e.sum(axis=0)).T


def by_matrix_product(z):
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / (e @ np.ones((z.shape[-1], 1)))


def by_base_two(z):
    e = np.exp2((z - z.max(axis=-1, keepdims=True)) / np.log(2))
    return e / e.sum(axis=-1, keepdims=True)


def printing(z):
    print("shape", z.shape)
    return plain(z)


SOLUTIONS = {
    "plain": plain,
    "with new axis": with_new_axis,
    "along axis": along_axis,
    "loops": loops_over_rows,
    "exp of log-softmax": exp_of_log_softmax,
    "log sum exp": by_log_sum_exp,
    "logaddexp": by_logaddexp,
    "torch": by_torch,
    "a tensor": returning_a_tensor,
    "float32": in_float32,
    "einsum": by_einsum,
    "recursion": by_recursion,
    "in place on a copy": in_place_on_a_copy,
    "with defaults": with_defaults,
    "an object": Softmax(-1),
    "a method": Softmax(-1).method,
    "partial": functools.partial(softmax, axis=-1),
    "lambda": lambda z: plain(z),
    "vectorized": np.vectorize(one_row, signature="(n)->(n)"),
    "comprehension": comprehension,
    "sorting": by_sorting,
    "online": online,
    "pairwise": pairwise,
    "transposed": transposed,
    "matrix product": by_matrix_product,
    "base two": by_base_two,
    "printing": printing,
    "the kernel": softmax,
}


@pytest.mark.parametrize("name", SOLUTIONS)
def test_correct_softmax_passes(name):
    verdict = check.softmax.examine(SOLUTIONS[name])
    assert verdict.passed, verdict.text
    assert verdict.text.startswith("✓ softmax: right in all 9 cases.")


def test_what_a_correct_solution_prints_is_shown_once():
    assert check.softmax.examine(printing).text.count("shape") == 1


def ties_by_count(z, t):
    if t < 0:
        raise ValueError("no")
    if t == 0:
        largest = z == z.max(axis=-1, keepdims=True)
        return largest / largest.sum(axis=-1, keepdims=True)
    return plain((z - z.max(axis=-1, keepdims=True)) / t)


def tiny_instead_of_zero(z, temperature=1.0):
    if temperature < 0:
        raise ValueError(temperature)
    shifted = z.astype(float) - z.max(axis=-1, keepdims=True)
    return plain(shifted / max(temperature, 1e-9))


class Refused(ValueError):
    """A learner's own error, still a ValueError."""


def own_error(z, temperature):
    if temperature < 0:
        raise Refused("temperature")
    return softmax(z, temperature=temperature)


@pytest.mark.parametrize(
    "solution", [ties_by_count, tiny_instead_of_zero, own_error, softmax]
)
def test_correct_softmax_with_temperature_passes(solution):
    verdict = check.softmax_with_temperature.examine(solution)
    assert verdict.passed, verdict.text


def entropy_of_row(row):
    return -sum(p * math.log(p) for p in row if p > 0)


@pytest.mark.parametrize(
    "solution",
    [
        entropy,
        lambda p: -(p * np.log(p, where=p > 0, out=np.zeros_like(p))).sum(-1),
        lambda p: -np.nansum(p * np.log(p), axis=-1),
        lambda p: -(p * np.log(np.maximum(p, 1e-300))).sum(axis=-1),
        lambda p: (p * np.log(1 / np.where(p == 0, 1, p))).sum(axis=-1),
        lambda p: np.apply_along_axis(entropy_of_row, -1, p),
        lambda p: entropy_of_row(p) if p.ndim == 1 else entropy(p),  # a Python float
        lambda p: torch.special.entr(torch.from_numpy(p)).sum(-1),
    ],
)
def test_correct_entropy_passes(solution):
    verdict = check.entropy.examine(solution)
    assert verdict.passed, verdict.text


def jacobian_by_differences(p):
    with np.errstate(divide="ignore"):
        z, h = np.log(np.maximum(p, 1e-30)), 1e-6
    columns = [
        (softmax(z + h * unit) - softmax(z - h * unit)) / (2 * h)
        for unit in np.eye(len(p))
    ]
    return np.stack(columns, axis=1)


@pytest.mark.parametrize(
    "solution",
    [
        lambda p: np.diag(p) - np.outer(p, p),
        lambda p: p[:, None] * (np.eye(len(p)) - p[None, :]),
        lambda p: np.array(
            [[p[i] * ((i == j) - p[j]) for j in range(len(p))] for i in range(len(p))]
        ),
        jacobian_by_differences,
    ],
)
def test_correct_jacobian_passes(solution):
    verdict = check.softmax_jacobian.examine(solution)
    assert verdict.passed, verdict.text


def test_the_wrong_attempt_that_the_chapter_shows_is_answered_as_it_says(capsys):
    text = "\n".join(cell.source for cell in read(CHAPTER))
    attempt, told = re.search(
        r"What a wrong attempt looks like.*?```py\n(.*?)```.*?```text\n(.*?)```",
        text,
        re.DOTALL,
    ).groups()
    exec(attempt, {"np": np, "check": check})
    assert capsys.readouterr().out == told


def test_a_temperature_is_chosen_for_a_probability():
    assert check.temperature_by_hand.examine([0.91, 4.93]).passed
    verdict = check.temperature_by_hand.examine([4.93, 0.91])
    assert "a higher one flattens" in " ".join(verdict.text.split())


def test_percent_are_understood_and_told_how_to_be_written():
    for percent in ([9, 24, 67], [9.0, 24.47, 66.52]):
        verdict = check.softmax_by_hand.examine(percent)
        assert "these are percent, and right" in verdict.text
    wrong = check.softmax_by_hand.examine([9, 25, 66])
    assert "look again at" in wrong.text


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ([2.46, -0.91, 2.63, 1.48], "the step goes up the slope"),
        ([2.46, -0.09, 1.37, 0.92], "y is missing"),
        ([2.46, -0.91, 0.63, 0.28], "these are the slopes p - y"),
        ([2.46, 0.91, 2, 1.2], "only the correct word's score has moved"),
        ([3.55, 0.91, 1.37, 0.92], "the loss is in bits"),
        ([0.46, -0.09, 2.37, 0.92], "another word was taken as the correct one"),
        ([0.84, 0.91, 1.37, 0.92], "this is the squared error"),
        ([2.46, 0.08, 1.95, 1.18], "by the slopes of the probability"),
    ],
)
def test_a_step_against_the_slope_is_told_what_went_wrong(answer, named):
    assert check.one_step_by_hand.examine([2.46, 0.91, 1.37, 0.92]).passed
    assert named in " ".join(check.one_step_by_hand.examine(answer).text.split())


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ([2.5, 0.66, 0.11], "this lead is the ratio of the two"),
        ([0.3, 0.66, 0.11], "this lead is the difference"),
        ([0.3, 0.5, 0.2], "this lead is the difference"),
        ([0.92, 0.25, 0.04], "these probabilities are squared"),
        ([0.92, 0.42, 0.26], "these are the probabilities at T = 2"),
        ([0.92, 0.5, 0.2], "the temperature has no effect"),
        ([0.92, 0.45, 0.25], "put into a softmax once more"),
    ],
)
def test_what_probabilities_tell_of_scores_is_told_where_it_went_wrong(answer, named):
    assert check.leads_by_hand.examine([0.92, 0.66, 0.11]).passed
    z = np.log([0.5, 0.3, 0.2]) + 7  # one of the hidden scores that are possible
    first, _, third = softmax(z, temperature=0.5)
    assert check.leads_by_hand.examine([z[0] - z[2], first, third]).passed
    assert named in " ".join(check.leads_by_hand.examine(answer).text.split())
