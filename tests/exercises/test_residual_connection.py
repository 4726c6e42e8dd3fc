"""Different correct solutions of the chapter residual_connection's exercises pass."""

import numpy as np
import pytest
import torch
from glassbox import check, layer_norm, relu


def by_assertion_of_shapes(x, sublayer_output):
    if np.shape(x) != np.shape(sublayer_output):
        raise ValueError("shapes")
    return np.add(x, sublayer_output)


def in_place_on_a_copy(x, f_x):
    if x.ndim != f_x.ndim or list(x.shape) != list(f_x.shape):
        raise ValueError
    y = x.copy()
    y += f_x
    return y


def by_torch(x, f_x):
    if x.shape != f_x.shape:
        raise ValueError((x.shape, f_x.shape))
    return torch.from_numpy(x) + torch.from_numpy(f_x)


@pytest.mark.parametrize("s", [by_assertion_of_shapes, in_place_on_a_copy, by_torch])
def test_correct_residual_connection_passes(s):
    verdict = check.residual_connection.examine(s)
    assert verdict.passed, verdict.text


def test_writing_into_the_input_is_seen():
    def writes(x, f_x):
        if x.shape != f_x.shape:
            raise ValueError
        x += f_x
        return x

    verdict = check.residual_connection.examine(writes)
    assert not verdict.passed
    assert "writes into its input" in " ".join(verdict.text.split())


def norm_by_hand(x):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)


def torch_post(x, w_1, w_2):
    x, w_1, w_2 = (torch.from_numpy(a) for a in (x, w_1, w_2))
    return torch.nn.functional.layer_norm(x + torch.relu(x @ w_1) @ w_2, x.shape[-1:])


@pytest.mark.parametrize(
    "solution",
    [
        lambda x, w_1, w_2: layer_norm(x + relu(x @ w_1) @ w_2),
        lambda x, w_1, w_2: norm_by_hand(np.maximum(x @ w_1, 0) @ w_2 + x),
        torch_post,
    ],
)
def test_correct_post_norm_passes(solution):
    verdict = check.post_norm.examine(solution)
    assert verdict.passed, verdict.text


@pytest.mark.parametrize(
    "solution",
    [
        lambda x, w_1, w_2: x + relu(layer_norm(x) @ w_1) @ w_2,
        lambda x, w_1, w_2: np.maximum(norm_by_hand(x) @ w_1, 0) @ w_2 + x,
    ],
)
def test_correct_pre_norm_passes(solution):
    verdict = check.pre_norm.examine(solution)
    assert verdict.passed, verdict.text


def by_autograd(x, w_1, w_2, gradient):
    x, w_1, w_2, gradient = (torch.tensor(a) for a in (x, w_1, w_2, gradient))
    x.requires_grad_()
    y = x + torch.relu(x @ w_1) @ w_2
    return torch.autograd.grad(y, x, gradient)[0]


def by_differences(x, w_1, w_2, gradient):
    def scalar(x):
        return ((x + relu(x @ w_1) @ w_2) * gradient).sum()

    found, step = np.zeros_like(x), 1e-6
    for place in np.ndindex(x.shape):
        nudge = np.zeros_like(x)
        nudge[place] = step
        found[place] = (scalar(x + nudge) - scalar(x - nudge)) / (2 * step)
    return found


@pytest.mark.parametrize("solution", [by_autograd, by_differences])
def test_correct_residual_gradient_passes(solution):
    verdict = check.residual_gradient.examine(solution)
    assert verdict.passed, verdict.text
