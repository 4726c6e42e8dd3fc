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
    for seed in range(3):
        assert train(1, seed)[1][-1] > 0.25
        assert train(2, seed)[1][-1] < 0.001
