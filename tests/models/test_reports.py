"""The task of two reports: its stories, its hand-written gradient, its training."""

import numpy as np
import pytest
from glassbox import AttentionParameters, multi_head_attention
from glassbox.models.reports import draw_stories, loss_and_gradients, train


def test_what_is_wanted_is_a_s_vector_and_then_b_s():
    x, wanted = draw_stories(5, np.random.default_rng(1))
    for story, (report,) in zip(x, wanted, strict=True):
        a, b = (story[story[:, 3 + role] == 1] for role in (0, 1))
        np.testing.assert_array_equal(report, [*a[0, :3], *b[0, :3]])


@pytest.mark.parametrize("n_heads", [1, 2, 3, 6])
def test_the_gradient_by_hand_is_torch_s(n_heads):
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(n_heads)
    x, wanted = draw_stories(4, rng)
    matrices = rng.normal(size=(4, 6, 6))
    p = AttentionParameters(n_heads, *matrices)
    loss, gradients = loss_and_gradients(x, wanted, p)
    start = torch.tensor(matrices, requires_grad=True)
    own = torch.tensor(x)
    found = multi_head_attention(own, own, own, AttentionParameters(n_heads, *start))
    expected = (found.output - torch.tensor(wanted)).square().mean()
    expected.backward()
    assert loss == pytest.approx(expected.item(), rel=1e-12)
    # float64; the sums run in another order
    np.testing.assert_allclose(gradients, start.grad.numpy(), rtol=1e-9, atol=1e-12)


def test_another_start_teaches_two_heads_as_well_and_one_head_as_little():
    stories = draw_stories(2000, np.random.default_rng(9))
    for seed in range(3):
        errors = [loss_and_gradients(*stories, train(n, seed)[0])[0] for n in (1, 2)]
        # 0.04: twice the spread of a mean of 2,000 times 3 squares, and some training
        assert errors[0] == pytest.approx(0.5, abs=0.04)
        assert errors[1] < 0.001


@pytest.mark.parametrize("n_heads", [1, 2])
def test_a_value_holds_a_vector_and_no_role(n_heads):
    parameters, _ = train(n_heads)
    assert not parameters.w_v[3:].any()
    assert parameters.w_v[:3].all() and parameters.w_q[3:].all()


def test_one_head_gets_three_numbers_of_six_right():
    """Three directions of its error are empty, three as large as for zeros."""
    x, wanted = draw_stories(4000, np.random.default_rng(7))
    gap = (multi_head_attention(x, x, x, train(1)[0]).output - wanted).reshape(-1, 6)
    sizes = np.linalg.eigvalsh(gap.T @ gap / len(gap))
    assert sizes[:3].max() < 0.01
    # 0.1: three times the spread of a mean of 4,000 squares, and some training
    np.testing.assert_allclose(sizes[3:], 1, atol=0.1)
