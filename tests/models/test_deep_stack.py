"""Deep stacks in NumPy: their hand-written gradient, and what depth does to them."""

import numpy as np
import pytest
from glassbox.models.deep_stack import draw_examples, loss_and_gradients, train


@pytest.mark.parametrize("norm", ["none", "layer", "batch"])
@pytest.mark.parametrize("skip", [True, False])
def test_the_gradient_by_hand_is_torch_s(skip, norm):
    torch = pytest.importorskip("torch")
    rng = np.random.default_rng(0)
    x, wanted = draw_examples(3)
    shapes = [(3, 16, 16), (3, 16, 16), (16, 1)]
    weights = [rng.normal(size=shape) / 4 for shape in shapes]
    loss, gradients = loss_and_gradients(x, wanted, weights, skip, norm)
    start = [torch.tensor(w, requires_grad=True) for w in weights]
    state = torch.tensor(x)
    for first, second in zip(*start[:2], strict=True):
        f_x = torch.relu(state @ first) @ second
        state = state + f_x if skip else f_x
        if norm == "layer":
            state = torch.nn.functional.layer_norm(state, state.shape[-1:])
        if norm == "batch":
            state = torch.nn.functional.batch_norm(state, None, None, training=True)
    expected = (state @ start[2] - torch.tensor(wanted)).square().mean()
    expected.backward()
    assert loss == pytest.approx(expected.item(), rel=1e-12)
    for ours, theirs in zip(gradients, start, strict=True):
        # float64; the sums run in another order
        np.testing.assert_allclose(ours, theirs.grad.numpy(), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("norm", ["layer", "batch"])
def test_a_norm_lets_a_deep_stack_learn_from_weights_that_explode(norm):
    for seed in range(3):
        without = train(16, skip=True, seed=seed)
        normed = train(16, skip=True, seed=seed, norm=norm)
        assert without[0] > 1000 > 10 > normed[0]
        assert without[-1] > 0.5 > 0.05 > normed[-1]


def test_a_deep_plain_stack_learns_worse_and_one_with_skip_paths_better():
    for seed in range(3):
        assert train(48, seed=seed)[-1] > 4 * train(2, seed=seed)[-1]
        assert train(48, True, "default", seed)[-1] < 0.05
