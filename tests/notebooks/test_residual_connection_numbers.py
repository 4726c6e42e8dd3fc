"""The numbers that the residual chapter's text tells are those that it computes."""

import json
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox import check, layer_norm, relu
from glassbox.models import deep_stack
from glassbox.models.deep_stack import draw_stack, run_many, run_stack, train
from glassbox.models.deep_stack.signals import layer_norm_back
from glassbox.widgets import ResidualStack

ROOT = Path(__file__).resolve().parents[2]
PATH = ROOT / "chapters" / "residual_connection.ipynb"
CELLS = read(PATH)
TEXT = "\n".join(cell.source for cell in CELLS if cell.cell_type == "markdown")
OUTPUTS = {
    cell.id: "".join(output.get("text", "") for output in cell.outputs)
    for cell in CELLS
    if cell.cell_type == "code"
}


def ends(rule, depth, residual, norm="none"):
    """Return the size at the end, and the gradient before the first and the last."""
    sizes, gradients = run_stack(draw_stack(0, rule), depth, residual, norm)
    return sizes[-1], gradients[0], gradients[-2]


def test_the_widget_opens_on_a_stack_that_loses_everything():
    (source,) = (cell.source for cell in CELLS if cell.id == "residual-play-widget")
    assert "ResidualStack(depth=24, residual=False)" in source
    assert "each layer: the stack's gradient arrives." in TEXT
    assert ResidualStack().initialization == "default"
    assert max(ends("default", 24, False)[:2]) < 1e-14
    assert 1 < min(ends("default", 24, True)[:2]) < 2
    assert 0.5 < min(ends("he", 24, False)[:2]) < 1
    path = ROOT / "assets" / "predictions" / "residual_connection.en.json"
    asked = json.loads(path.read_text("utf-8"))["residual-depth-run"]
    assert f"a size of {ends('he', 24, True)[0]:,.0f}" in asked["ask"]
    assert ends("he", 64, True)[0] > 1e9  # "More than a billion."


def test_tea_by_hand_is_what_the_check_wants():
    tea, found = np.array([2, 1, 0, 0]), np.array([0, 0, 3, 0])
    row = np.array([0, -1, 0, 2])
    h = [max(0, x[0] + x[2] - 4) for x in (found, tea + found)]
    after = tea + found + h[1] * row
    assert [*h, after[1], after[3]] == list(check.stream_by_hand.answer)
    assert "*tea* arrives as " + " ".join(map(str, after)) in TEXT
    lost = tea + h[1] * row
    assert lost[2] == 0 and lost[3] > 0 and "cozy, but no longer hot." in TEXT
    assert f"[{' '.join(map(str, lost))}] in" in OUTPUTS["residual-mistakes-run"]


def test_slopes_and_paths_are_as_the_text_says():
    slopes = np.array([0.5, 0.2, -0.4])
    assert f"(-0.4) = {slopes.prod():.2f}$" in TEXT
    assert f"\\cdot 0.6$ is {(1 + slopes).prod():.2f}." in TEXT
    assert f"= {2 ** len(slopes)}$ paths" in TEXT


def test_vanishing_and_explosion_are_as_the_text_says():
    forms = [(False, "none"), (True, "none")]
    small_off, small_on = run_many("default", 64, forms)
    off, on = run_many("he", 64, forms)
    assert f"arrives as {small_off[1, 1] * 1e41:.1f} · 10⁻⁴¹." in TEXT
    assert f"saves it: {small_on[1, 1]:.1f} arrives" in TEXT
    low, median, high = off[1]
    told = f"median gradient is {median:.2f}, but much depends on the draw"
    assert f"{told}: the middle half goes from {low:.2g} to {high:.2f}." in TEXT
    # Neither vanished nor exploded, even in the quarters outside.
    every = [run_stack(draw_stack(s, "he"), 64, *forms[0])[1][0] for s in range(50)]
    assert 1e-3 < min(every) and max(every) < 1e3
    assert f"{on[0, 1]:.0e}" == f"{on[1, 1]:.0e}" == "2e+09"
    assert "to about 2 · 10⁹" in TEXT
    assert 4 < (1 / 18) ** 32 / small_off[0, 1] < 5 and 4 < 1 / off[0, 1] < 5
    assert "the plain stacks are four to five times smaller" in TEXT
    assert np.finfo(np.float32).tiny == pytest.approx(1e-38, rel=0.2)
    assert f"{(1 / 18) ** 32:.0e}" == "7e-41" and "7 · 10⁻⁴¹" in TEXT
    assert f"{(19 / 18) ** 32:.1f}" == "5.6" and "10⁻⁴¹, 5.6, 1 and" in TEXT
    assert f"{2.0**32:.0e}" == "4e+09" and "4 · 10⁹" in TEXT


def test_the_squares_of_the_two_sizes_add_up_as_the_text_says():
    x, _, layers = draw_stack(0, "he")
    w_1, w_2 = layers[0]
    f_x = relu(x @ w_1) @ w_2
    squares = [np.mean(one) for one in (x**2, 2 * x * f_x, f_x**2)]
    told = [float(f"{one:.2f}") for one in (*squares, np.mean((x + f_x) ** 2))]
    shown = OUTPUTS["residual-sum-run"].splitlines()
    assert [float(line.split()[-1]) for line in shown] == told
    assert f"only {squares[1]:.2f}, because" in TEXT
    size = np.sqrt(squares[2])
    assert f"{squares[0]:.0f} + {squares[2]:.2f}, and not $(1 + {size:.2f})^2$" in TEXT
    # With other weights the middle term is small as well, and as often negative: of 64
    # layers its mean is near 0 (each is about 1/4).
    middles = [np.mean(2 * x * (relu(x @ a) @ b)) for a, b in layers[:64]]
    assert abs(np.mean(middles)) < 0.1 and np.std(middles) < 0.4


def test_training_is_as_the_text_says():
    starts = range(3)
    every = [[train(n, seed=s)[-1] for s in starts] for n in (2, 4, 8, 16, 32, 48)]
    two, *plain = np.median(every, axis=1)
    assert plain == sorted(plain) and plain[0] < two
    assert f"four layers learn best ({plain[0]:.2f})" in TEXT
    assert f"to {plain[-1]:.2f} at 48 layers" in TEXT
    told = "32 plain layers reach {:.2f}, {:.2f} and {:.2f}, and 48 always nearly 1"
    assert told.format(*every[-2]) in TEXT and min(every[-1]) > 0.98
    skip = [
        np.median([train(n, True, "default", s)[-1] for s in starts])
        for n in (8, 16, 32, 48)
    ]
    assert f"the median error is {max(skip):.2f} or less" in TEXT
    assert f"{train(48, skip=True)[0]:.0e}" == "1e+11" and "an error of 10¹¹" in TEXT


def test_longer_training_is_as_the_text_says(monkeypatch):
    monkeypatch.setattr(deep_stack, "STEPS", 300)
    assert max(train(16)[-1], train(32)[-1]) < 0.02  # "learn most of it"
    assert train(48)[-1] > 0.99


def test_the_norm_s_places_are_as_the_text_says():
    forms = [(on, norm) for on in (True, False) for norm in ("post", "pre")]
    many = run_many("he", 64, forms)
    post, pre, post_off, pre_off = many[:, :, 1]
    assert post[0] == pytest.approx(1, abs=1e-4)  # less its eps
    assert (
        f"{pre[0]:.0f}" == "8" and "by its size, 8," in TEXT and "1/8 is 0.125." in TEXT
    )
    assert f"\\approx {65**0.5:.1f}$" in TEXT
    assert f"post-norm and pre-norm are {post[1]:.2f} and {pre[1]:.2f}, and" in TEXT
    ratios = many[:2, 1, 2] / many[:2, 1, 0]  # of the quartiles
    assert ratios[0] > 4 * ratios[1] and "varies far more from draw to draw" in TEXT
    told = f"{post[2]:.2f} arrives in post-norm, but only {pre[2]:.2f} in pre-norm"
    assert told in TEXT
    low, _, high = many[0, 1]
    assert f"the middle half of the draws goes from {low:.2f} to {high:.1f}." in TEXT
    assert pre[2] == pytest.approx(1 / pre[0], rel=0.02)  # what the final norm leaves
    assert post[2] / pre[2] == pytest.approx(64**0.5, rel=0.15)
    plain = run_many("he", 64, [(False, "none")])[0, 1, 1]
    said = f"are {post_off[1]:.2f} in post-norm and {pre_off[1]:.2f} in pre-norm"
    assert f"{said}, no larger than the plain stack's ({plain:.2f})" in TEXT
    assert max(post_off[1], pre_off[1]) < plain


def test_a_norm_alone_does_not_replace_the_skip_path_in_training():
    for seed in range(3):
        assert f"{train(32, norm='layer', seed=seed)[-1]:.2f}" == "1.00"
        assert train(32, True, norm="layer", seed=seed)[-1] < 0.16
    assert "stay at an error of 1.00, and so they do with the seeds 1 and 2." in TEXT
    assert "all three end below 0.16" in TEXT


def largest_passes(seed):
    """Return the layer in which a number first passes float16's largest."""
    x, _, layers = draw_stack(seed, "he")
    for n, (w_1, w_2) in enumerate(layers, 1):
        x = x + relu(x @ w_1) @ w_2
        if np.abs(x).max() > 65504:
            return n
    return None


def test_the_way_back_through_post_norm_is_as_the_text_says():
    """Each norm divides the gradient by √2; what comes through f is as large as g."""
    x, gradient, layers = draw_stack(0, "he")
    states, sums, hiddens = [x], [], []
    layers = layers[:64]
    for w_1, w_2 in layers:
        hiddens.append(relu(states[-1] @ w_1))
        sums.append(states[-1] + hiddens[-1] @ w_2)
        states.append(layer_norm(sums[-1]))
    divided, grown, ratios, cosines = [], [], [], []
    for (w_1, w_2), hidden, total in zip(
        layers[::-1], hiddens[::-1], sums[::-1], strict=True
    ):
        g = layer_norm_back(total, gradient)
        through = ((g @ w_2.T) * (hidden > 0)) @ w_1.T
        lengths = [np.linalg.norm(v) for v in (gradient, g, through, g + through)]
        divided.append(lengths[0] / lengths[1])
        ratios.append(lengths[2] / lengths[1])
        grown.append(lengths[3] / lengths[1])
        cosines.append(g @ through / (lengths[1] * lengths[2]))
        gradient = g + through
    assert np.exp(np.mean(np.log(divided))) == pytest.approx(2**0.5, rel=0.03)
    assert np.exp(np.mean(np.log(grown))) == pytest.approx(2**0.5, rel=0.03)
    assert np.mean([np.sqrt(np.mean(s**2)) for s in sums]) == pytest.approx(
        1.4, abs=0.05
    )
    assert np.mean(ratios) == pytest.approx(1, rel=0.05)
    assert abs(np.mean(cosines)) < 0.02  # a mean of 64, each about ±1/8


def test_48_plain_layers_can_do_what_2_can():
    x, wanted = deep_stack.draw_examples()
    rng = np.random.default_rng(0)
    w_1, w_2 = rng.normal(size=(2, 2, 16, 16)) / 4
    out = rng.normal(size=(16, 1)) / 4
    shallow, _ = deep_stack.loss_and_gradients(x, wanted, [w_1, w_2, out], False)
    firsts, seconds = np.zeros((2, 48, 16, 16))
    firsts[:2], seconds[0] = w_1, w_2[0]
    seconds[1, :, :1] = w_2[1] @ out  # the answer, as the first of the 16 numbers
    firsts[2:, 0, :2] = seconds[2:, :2, 0] = 1, -1  # max(0, x) - max(0, -x) = x
    one = np.eye(16)[:, :1]
    deep, _ = deep_stack.loss_and_gradients(x, wanted, [firsts, seconds, one], False)
    assert deep == pytest.approx(shallow, rel=1e-12)


def test_mistakes_and_growth_are_as_the_text_says():
    assert "after about 32 layers in half precision: `float16` ends at 65,504" in TEXT
    assert largest_passes(0) == 32
    # "about": with other weights it passes some layers earlier or later
    assert all(26 <= largest_passes(seed) <= 36 for seed in range(1, 40))
    assert f"weights give {ends('he', 10, True)[0]:.3f}," in TEXT


def test_pytorch_finds_the_gradient_that_its_fold_says():
    torch = pytest.importorskip("torch")
    given, direction, some = draw_stack(0, "default")
    start = torch.tensor(given, requires_grad=True)
    state = start
    for w_1, w_2 in some[:64]:
        state = state + torch.relu(state @ torch.tensor(w_1)) @ torch.tensor(w_2)
    (state @ torch.tensor(direction)).backward()
    size = start.grad.square().mean().sqrt()
    assert f"prints {size.item():.1e}, as the widget shows" in TEXT
    assert ends("default", 64, True)[1] == pytest.approx(size.item())
