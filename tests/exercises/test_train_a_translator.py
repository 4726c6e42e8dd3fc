"""Different correct solutions of the chapter train_a_translator's exercises pass."""

import numpy as np
import pytest
import torch
from glassbox import check, cross_entropy, smooth_labels
from glassbox.models.translator import learning_rate, make_batch, training


def by_columns(targets, start, end):
    n, length = targets.shape
    inputs, wanted = np.empty((2, n, length + 1), dtype=int)
    inputs[:, 0], inputs[:, 1:] = start, targets
    wanted[:, -1], wanted[:, :-1] = end, targets
    return inputs, wanted


def by_cutting_one_long_row(targets, start, end):
    rows = [[start, *row, end] for row in targets.tolist()]
    long = torch.tensor(rows)
    return long[:, :-1], long[:, 1:]


@pytest.mark.parametrize("solution", [by_columns, by_cutting_one_long_row])
def test_correct_shifts_pass(solution):
    verdict = check.shift_right.examine(solution)
    assert verdict.passed, verdict.text


def without_the_start(targets, start, end):
    return targets, np.hstack([targets, np.full((len(targets), 1), end)])


def without_the_end(targets, start, end):
    return np.hstack([np.full((len(targets), 1), start), targets]), targets


@pytest.mark.parametrize(
    ("forgetful", "named"),
    [(without_the_start, "the start is missing"), (without_the_end, "lacks the end")],
)
def test_a_shift_that_forgets_one_column_is_named_and_both_arrays_shown(
    forgetful, named
):
    verdict = check.shift_right.examine(forgetful)
    assert not verdict.passed and named in verdict.wrong.diagnosis
    told = verdict.text
    assert "Known mistake" in told and "Error" not in told
    shown = told[told.index("    got ") :]
    assert "read:" in shown and "written:" in shown and "[4, 5, 6]" in shown


def test_the_library_s_own_batch_is_shifted_as_the_exercise_asks():
    batch = make_batch([("5/9/1999", "1999-05-09"), ("1/2/2003", "2003-01-02")])
    without_end = batch.targets[:, :-1].numpy()
    inputs, wanted = check.shift_right.reference(without_end, 0, 1).parts.values()
    np.testing.assert_array_equal(batch.inputs, inputs)
    np.testing.assert_array_equal(batch.targets, wanted)


def by_loops(logits, targets):
    tokens, rows = 0, 0
    for scores, wanted in zip(logits, targets, strict=True):
        hits = [int(z.argmax()) == t for z, t in zip(scores, wanted, strict=True)]
        tokens += sum(hits)
        rows += all(hits)
    return tokens / targets.size, rows / len(targets)


def by_torch(logits, targets):
    right = torch.from_numpy(logits).argmax(dim=-1) == torch.from_numpy(targets)
    return right.double().mean(), right.all(dim=-1).double().mean()


def as_one_array(logits, targets):
    wrong = np.not_equal(np.argmax(logits, axis=2), targets)
    return 1 - np.array([wrong.mean(), wrong.any(axis=1).mean()])


def in_a_list(logits, targets):
    return list(as_one_array(logits, targets))


@pytest.mark.parametrize("solution", [by_loops, by_torch, as_one_array, in_a_list])
def test_correct_shares_pass(solution):
    verdict = check.shares_right.examine(solution)
    assert verdict.passed, verdict.text


def test_counts_and_arrays_of_true_and_false_are_named_as_such():
    def counts(logits, targets):
        right = logits.argmax(axis=-1) == targets
        return right.sum(), right.all(axis=-1).sum()

    def arrays(logits, targets):
        right = logits.argmax(axis=-1) == targets
        return right, right.all(axis=-1)

    said = " ".join(check.shares_right.examine(counts).text.split())
    assert "Known mistake: these are counts; shares lie between 0 and 1." in said
    said = " ".join(check.shares_right.examine(arrays).text.split())
    assert "Known mistake: these are arrays of True and False" in said


def test_the_rates_by_hand_are_those_of_the_library():
    highest = 0.004 / training.LEARNING_RATE
    rates = [1000 * highest * learning_rate(s, 249, warm_up=50) for s in (10, 50, 200)]
    assert check.rate_by_hand.examine(rates).passed


def test_the_losses_by_hand_are_those_of_the_kernels():
    sure = np.log([[0.9, *4 * [0.025]], [0.996, *4 * [0.001]]])
    smoothed = smooth_labels([0], 5, 0.1)
    losses = [cross_entropy(row[None], smoothed) for row in sure]
    answer = [cross_entropy(sure[:1], np.array([0])), *losses]
    assert check.loss_by_hand.examine(answer).passed
    entropy = -(smoothed * np.log(smoothed)).sum()
    assert answer[1] == pytest.approx(entropy, rel=1e-12)  # float64: the floor itself
