"""The Python side of splitting heads: its rules, its stages and its fallback."""

import math
import re

import numpy as np
import pytest
from glassbox import multi_head_attention, split_heads
from glassbox.kernels.position_wise import linear
from glassbox.widgets import SplittingHeads
from glassbox.widgets.splitting_heads.numbers import draw_weights
from traitlets import TraitError

X = np.array(
    [[1, 0, 2, -1, 0.5, 3], [0, 1.5, 1, 0, -2, 1], [2, 1, 0, 1, 1, -1]]
)  # (3, 6)


@pytest.fixture
def widget():
    return SplittingHeads(X, 2, seed=4, tokens=["tea", "<b>", "牛奶"])


def test_the_state_is_kept_as_given(widget):
    assert widget.x == X.tolist()
    assert (widget.n_heads, widget.seed) == (2, 4)
    assert widget.tokens == ["tea", "<b>", "牛奶"]
    assert (widget.projection, widget.transpose) == ("query", True)
    assert repr(widget) == "SplittingHeads((3, 6), n_heads=2, seed=4)"


def test_what_is_left_out_has_a_default():
    widget = SplittingHeads(X[:1])
    assert (widget.tokens, widget.n_heads, widget.seed) == (["a"], 2, 0)
    assert (widget.stage, widget.place) == ("projection", [0, 0, 5])
    assert SplittingHeads(X).place == [0, 1, 5]


def test_a_tensor_and_numpy_numbers_are_taken():
    torch = pytest.importorskip("torch")
    widget = SplittingHeads(torch.tensor(X), np.int64(3), place=np.array([0, 2, 1]))
    assert widget.x == X.tolist()
    assert (widget.n_heads, widget.place) == (3, [0, 2, 1])
    assert {type(i) for i in [widget.n_heads, *widget.place]} == {int}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("x", [1, 2, 3], "x must have a token and a feature axis"),
        ("x", [[1, 2], [3]], "x must have a token and a feature axis"),
        ("x", [], "x must have a token and a feature axis"),
        ("x", X * math.nan, "x must hold numbers from -100 to 100; got nan"),
        ("x", X * 1000, "x must hold numbers from -100 to 100; got 1000"),
        ("x", np.ones((5, 6)), "x must have 1 to 4 tokens; got 5"),
        ("x", np.ones((3, 10)), "x must have 2 to 8 numbers a token; got 10"),
        ("x", np.ones((3, 1)), "x must have 2 to 8 numbers a token; got 1"),
        ("n_heads", 4, "n_heads must be 1 to 4 and divide d_model = 6; got 4"),
        ("n_heads", 6, "n_heads must be 1 to 4 and divide d_model = 6; got 6"),
        ("n_heads", 0, "n_heads must be 1 to 4"),
        ("n_heads", 1.5, "n_heads must be a whole number; got 1.5"),
        ("seed", 1000, "seed must be from 0 to 999; got 1000"),
        ("seed", -1, "seed must be from 0 to 999; got -1"),
        ("tokens", ["a", "b"], "tokens must have 3 entries; got 2"),
        ("projection", "values", "'query', 'key', 'value'"),
        ("transpose", "no", "boolean"),
        ("stage", "scores", "'x', 'w_in'"),
        ("place", [0, 3, 0], r"in projection, of shape \(1, 3, 6\); got \[0, 3, 0\]"),
        ("place", [1, 0, 0], r"place must lie in projection"),
        ("place", [0, 0], "place must be a head, a row and a column"),
        ("place", [0, -1, 0], "place must be a head, a row and a column"),
    ],
)
def test_a_wrong_value_is_refused_and_the_last_good_state_stays(
    widget, name, value, message
):
    before, fallback = getattr(widget, name), widget.fallback
    with pytest.raises(TraitError, match=message):
        setattr(widget, name, value)
    assert getattr(widget, name) == before
    assert widget.fallback == fallback
    given = {"x": X, "n_heads": 2} | {name: value}
    with pytest.raises(TraitError, match=message):
        SplittingHeads(**given)


@pytest.mark.parametrize(
    ("stage", "place"),
    [("head", [2, 0, 0]), ("weights", [0, 0, 3]), ("found", [1, 0, 3]),
     ("w_in", [0, 6, 0]), ("merged", [1, 0, 0])],
)  # fmt: skip
def test_a_place_outside_of_its_stage_is_refused(widget, stage, place):
    with pytest.raises(TraitError, match=f"place must lie in {stage}, of shape"):
        widget.set(stage=stage, place=place)
    assert widget.stage == "projection"


@pytest.mark.parametrize("d_model", [2, 5, 8])
def test_the_weights_are_drawn_with_two_decimals_and_the_variance_said(d_model):
    drawn = np.array([draw_weights(seed, d_model) for seed in range(300)])
    assert drawn.shape == (300, 4, d_model, d_model)
    np.testing.assert_array_equal(drawn, drawn.round(2))
    # 4800 numbers and more: the mean and the variance are within 5 standard errors
    assert abs(drawn.mean()) < 5 / math.sqrt(d_model * drawn.size)
    assert drawn.var() == pytest.approx(1 / d_model, rel=0.07)
    assert abs(drawn).max() <= math.sqrt(3 / d_model) + 0.005


@pytest.mark.parametrize("n_heads", [1, 2, 3])
def test_the_stages_are_those_of_multi_head_attention(widget, n_heads):
    widget.n_heads = n_heads
    stages, p = widget.stages(), widget.parameters()
    expected = multi_head_attention(X, X, X, p)
    # float64, and the same kernels in the same order
    np.testing.assert_allclose(stages["output"][0], expected.output, rtol=1e-12)
    np.testing.assert_allclose(stages["weights"], expected.weights, rtol=1e-12)
    query = split_heads(linear(X, p.w_q), n_heads)
    np.testing.assert_array_equal(stages["head"], query)


def test_the_mistake_cuts_in_reading_order(widget):
    widget.transpose = False
    right = SplittingHeads(X, 2, seed=4).stages()
    wrong = widget.stages()
    np.testing.assert_array_equal(wrong["head"].ravel(), right["projection"].ravel())
    assert wrong["head"].shape == right["head"].shape
    assert abs(wrong["output"] - right["output"]).max() > 0.1
    assert repr(widget).endswith("transpose=False)")
    assert "The transpose is left out" in widget.fallback


def test_the_fallback_holds_the_kernels_numbers(widget):
    widget.set(stage="weights", place=[1, 2, 0])
    stages = widget.stages()
    tables = re.findall(
        r"<caption>(.*?)</caption>.*?<tbody>(.*?)</tbody>", widget.fallback
    )
    found = {
        caption: [float(number) for number in re.findall(r"<td>([-.\d]+)", body)]
        for caption, body in tables
    }
    assert list(found) == [
        "x (3, 6)", "Q (3, 6)", "head 0: Q (3, 3)", "head 0: weights (3, 3)",
        "head 1: Q (3, 3)", "head 1: weights (3, 3)", "merged (3, 6)", "output (3, 6)",
    ]  # fmt: skip
    # four decimals are shown
    close = {"rtol": 0, "atol": 5.1e-5}
    np.testing.assert_allclose(found["Q (3, 6)"], stages["projection"].ravel(), **close)
    weights = found["head 1: weights (3, 3)"]
    np.testing.assert_allclose(weights, stages["weights"][1].ravel(), **close)
    np.testing.assert_allclose(
        found["output (3, 6)"], stages["output"].ravel(), **close
    )
    chosen = f"row 2, column 0: {stages['weights'][1, 2, 0]:.4f}"
    assert chosen in widget.fallback


def test_tokens_are_escaped_in_the_fallback(widget):
    assert "<b>" not in widget.fallback
    assert "&lt;b&gt;" in widget.fallback


def test_an_x_of_another_shape_is_set_with_all_that_depends_on_it(widget):
    widget.set(x=np.eye(2, 8), tokens=["a", "b"], n_heads=4)
    assert widget.stages()["head"].shape == (4, 2, 2)


def test_module_and_style_fit_the_budget():
    assert len(SplittingHeads._esm.encode()) <= 20 * 1024
    assert len(SplittingHeads._css.encode()) <= 8 * 1024
