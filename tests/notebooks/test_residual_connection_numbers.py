"""The numbers that the residual chapter's text tells are those that it computes."""

import json
from pathlib import Path

import numpy as np
import pytest
from chapter_solutions import read
from glassbox import check
from glassbox.models import deep_stack
from glassbox.models.deep_stack import draw_stack, run_stack, train
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
    assert "survives these 24 layers" in TEXT
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
    assert " ".join(map(str, lost)) + " in place of " in TEXT
    assert f"1. [{' '.join(map(str, lost))}]" in OUTPUTS["residual-mistakes-run"]


def test_slopes_and_paths_are_as_the_text_says():
    slopes = np.array([0.5, 0.2, -0.4])
    assert f"(-0.4) = {slopes.prod():.2f}$" in TEXT
    assert f"\\cdot 0.6$ is {(1 + slopes).prod():.2f}." in TEXT
    assert f"= {2 ** len(slopes)}$ paths" in TEXT


def test_vanishing_and_explosion_are_as_the_text_says():
    _, small_off, _ = ends("default", 64, False)
    assert f"arrives as {small_off * 1e41:.1f} · 10⁻⁴¹." in TEXT
    assert f"saves it: {ends('default', 64, True)[1]:.1f} arrives" in TEXT
    size, gradient, _ = ends("he", 64, False)
    assert f"({size:.2f} and {gradient:.2f})" in TEXT
    assert min(ends("he", 64, True)[:2]) > 1e9 and "to more than 10⁹" in TEXT
    assert np.finfo(np.float32).tiny == pytest.approx(1e-38, rel=0.2)
    assert f"{(1 / 18) ** 32:.0e}" == "7e-41" and "7 · 10⁻⁴¹" in TEXT
    assert f"{(19 / 18) ** 32:.1f}" == "5.6" and "10⁻⁴¹, 5.6, 1 and" in TEXT
    assert f"{2.0**32:.0e}" == "4e+09" and "4 · 10⁹" in TEXT


def test_training_is_as_the_text_says():
    plain = [train(n)[-1] for n in (4, 8, 16, 32, 48)]
    assert plain == sorted(plain) and plain[0] < train(2)[-1]
    assert f"four layers learn best ({plain[0]:.2f})" in TEXT
    assert f"to {plain[-1]:.2f} at 48 layers" in TEXT
    skip = [train(n, skip=True, rule="default")[-1] for n in (8, 16, 32, 48)]
    assert f"the error is {max(skip):.2f} or less" in TEXT
    for seed in (1, 2):
        assert f"{train(32, seed=seed)[-1]:.1f}" == "0.2" and "reach about 0.2" in TEXT
        assert train(48, seed=seed)[-1] > 0.99
    assert f"{train(48, skip=True)[0]:.0e}" == "1e+11" and "an error of 10¹¹" in TEXT


def test_longer_training_is_as_the_text_says(monkeypatch):
    monkeypatch.setattr(deep_stack, "STEPS", 300)
    assert max(train(16)[-1], train(32)[-1]) < 0.02  # "learn most of it"
    assert train(48)[-1] > 0.99


def test_the_norm_s_places_are_as_the_text_says():
    post, pre = (ends("he", 64, True, norm) for norm in ("post", "pre"))
    assert post[0] == pytest.approx(1, abs=1e-4)  # less its eps
    assert (
        f"{pre[0]:.0f}" == "8" and "by its size, 8," in TEXT and "1/8 is 0.125." in TEXT
    )
    assert f"\\approx {65**0.5:.1f}$" in TEXT
    assert f"({post[1]:.2f} and {pre[1]:.2f})" in TEXT
    told = f"not: {post[2]:.2f} arrives in post-norm, but only {pre[2]:.2f} in pre-norm"
    assert told in TEXT
    assert pre[2] == pytest.approx(1 / pre[0], rel=0.02)  # what the final norm leaves
    assert post[2] / pre[2] == pytest.approx(64**0.5, rel=0.15)
    without = [ends("he", 64, False, norm)[1] for norm in ("post", "pre")]
    said = "falls to {:.3f} in post-norm, and to {:.3f} in pre-norm"
    assert said.format(*without) in TEXT


def test_mistakes_and_growth_are_as_the_text_says():
    assert "in layer 32" in TEXT
    assert "overflows in layer 32" in OUTPUTS["residual-mistakes-run"]
    assert f"weights give {ends('he', 10, True)[0]:.3f}," in TEXT


def test_pytorch_finds_the_gradient_that_its_fold_says():
    torch = pytest.importorskip("torch")
    given, direction, some = draw_stack(0, "default")
    start = torch.tensor(given, requires_grad=True)
    state = start
    for w_1, w_2 in some:
        state = state + torch.relu(state @ torch.tensor(w_1)) @ torch.tensor(w_2)
    (state @ torch.tensor(direction)).backward()
    assert f"prints {start.grad.norm().item():.1e}," in TEXT
