"""The Python side of the widget: its rules, its weights, its numbers, its fallback."""

import itertools
import re

import numpy as np
import pytest
from glassbox import layer_norm, relu, residual_connection
from glassbox.widgets import ResidualStack
from glassbox.widgets.residual_stack import draw_stack, mulberry32, run_stack
from traitlets import TraitError

FORMS = list(
    itertools.product((True, False), ("none", "post", "pre"), ("default", "he"))
)


def settings(widget):
    return {name: getattr(widget, name) for name in widget._state}


def test_the_state_is_kept_as_given():
    widget = ResidualStack(7, residual=False, norm="pre", initialization="he", seed=3)
    assert settings(widget) == {
        "depth": 7,
        "residual": False,
        "norm": "pre",
        "initialization": "he",
        "seed": 3,
    }
    assert repr(widget) == (
        "ResidualStack(depth=7, residual=False, norm='pre', initialization='he')"
    )


@pytest.mark.parametrize("depth", [1, 64, np.int64(9), np.float32(12), 3.0])
def test_a_whole_number_of_layers_is_taken(depth):
    widget = ResidualStack(depth)
    assert widget.depth == depth
    assert type(widget.depth) is int


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("depth", 0, "depth must be from 1 to 64; got 0"),
        ("depth", 65, "depth must be from 1 to 64; got 65"),
        ("depth", 2.5, "depth must be a whole number; got 2.5"),
        ("depth", "8", "depth must be a finite number; got '8'"),
        ("depth", float("nan"), "depth must be a finite number; got nan"),
        ("depth", True, "depth must be a finite number; got True"),
        ("seed", -1, "seed must be from 0 to 999; got -1"),
        ("seed", 1000, "seed must be from 0 to 999; got 1000"),
        ("norm", "batch", "'none', 'post', 'pre'"),
        ("initialization", "xavier", "'default', 'he'"),
        ("residual", "on", "boolean"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = ResidualStack(5)
    before = settings(widget)
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    assert settings(widget) == before
    with pytest.raises(TraitError, match=re.escape(rule)):
        ResidualStack(**{name: value})


def test_the_generator_is_mulberry32():
    # The first three outputs of the published generator for seeds 0 and 1.
    first = np.array([1144304738, 1416247, 958946056]) / 2**32
    np.testing.assert_array_equal(mulberry32(0, 3), first)
    assert mulberry32(1, 1)[0] == 2693262067 / 2**32
    many = mulberry32(7, 100_000)
    assert 0 <= many.min() and many.max() < 1
    assert many.mean() == pytest.approx(0.5, abs=4 / (12 * 100_000) ** 0.5)  # 4 sigma


@pytest.mark.parametrize(
    ("initialization", "variances"), [("default", (1 / 3, 1 / 3)), ("he", (2, 1))]
)
def test_weights_have_the_variance_that_their_name_promises(initialization, variances):
    x, direction, layers = draw_stack(5, initialization)
    assert len(layers) == 64
    assert np.mean(x**2) == pytest.approx(1, abs=1e-14)
    assert np.linalg.norm(direction) == pytest.approx(1, abs=1e-14)
    for which, variance in enumerate(variances):
        drawn = np.stack([pair[which] for pair in layers])
        # 262,144 uniform draws: their variance is off by 0.4 % at most (4 sigma is 0.7)
        assert drawn.var() * 64 == pytest.approx(variance, rel=0.007)


def test_default_weights_are_bounded_as_pytorch_s_linear_layer():
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    weight = torch.nn.Linear(64, 64, bias=False).weight.detach().numpy()
    _, _, layers = draw_stack(0, "default")
    for matrix in (weight, layers[0][0], layers[0][1]):
        assert 0.99 / 8 < np.abs(matrix).max() <= 1 / 8  # the bound is 1 / sqrt(64)


@pytest.mark.parametrize(("residual", "norm", "initialization"), FORMS)
def test_sizes_and_gradients_are_autograd_s_through_the_kernels(
    residual, norm, initialization
):
    torch = pytest.importorskip("torch")
    depth = 13
    stack = draw_stack(11, initialization)
    x, direction, layers = stack
    states = [torch.tensor(x, requires_grad=True)]
    for pair in layers[:depth]:
        w_1, w_2 = (torch.tensor(w) for w in pair)
        given = layer_norm(states[-1]) if norm == "pre" else states[-1]
        y = relu(given @ w_1) @ w_2
        y = residual_connection(states[-1], y) if residual else y
        states.append(layer_norm(y) if norm == "post" else y)
    output = layer_norm(states[-1]) if norm == "pre" else states[-1]
    gradients = torch.autograd.grad(output @ torch.tensor(direction), states)

    sizes, lengths = run_stack(stack, depth, residual, norm)
    expected = [float(s.detach().square().mean().sqrt()) for s in states]
    # float64, some hundred operations deep
    np.testing.assert_allclose(sizes, expected, rtol=1e-11)
    np.testing.assert_allclose(lengths, [float(g.norm()) for g in gradients], rtol=1e-9)


def test_the_fallback_follows_the_state():
    widget = ResidualStack(5, norm="pre")
    assert "5 layers with the residual, norm: pre" in widget.fallback
    widget.set(depth=64, residual=False, norm="none")
    sizes, gradients = run_stack(draw_stack(0, "default"), 64, False, "none")
    assert f"<td>{sizes[64]:.3g}</td>" in widget.fallback
    assert f"<td>{gradients[0]:.3g}</td>" in widget.fallback
    rows = re.findall(r'<th scope="row">(\d+)</th>', widget.fallback)
    assert rows == ["0", "1", "2", "4", "8", "16", "32", "64"]


def test_the_module_with_its_kernels_and_style_is_20_kb_at_most():
    module = ResidualStack._esm.encode(), ResidualStack._css.encode()
    assert sum(map(len, module)) <= 20 * 1024
