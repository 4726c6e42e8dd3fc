"""The Python side of the mask sandbox, and what its page says that PyTorch answers."""

import math
import re

import numpy as np
import pytest
from glassbox import causal_mask, padding_mask, scaled_dot_product_attention
from glassbox.widgets import MaskSandbox
from traitlets import TraitError

SCORES = np.array(
    [[0.1, -0.1, 0.6, 0.1], [1.3, 0.9, -0.7, -1.3], [-2.3, 0, -1.2, -0.7], [4, 1, 0, 1]]
)
VALUES = np.array([[1, 0], [2, -1.5], [-0.5, 3], [9, 9]])  # (4, 2)
TOKENS = ["the", "cat", "<b>", "[pad]"]
NO_HAND = np.full((4, 4), None)


@pytest.fixture
def widget():
    return MaskSandbox(SCORES, VALUES, tokens=TOKENS, n_padding=1)


def with_hand(**cells):
    """A by_hand with one row hidden, or with single cells."""
    hand = NO_HAND.copy()
    for name, value in cells.items():
        row, *column = (int(digit) for digit in name[1:])
        hand[(row, *column)] = value
    return hand


def test_the_state_is_kept_as_given(widget):
    assert widget.scores == SCORES.tolist()
    assert widget.values == VALUES.tolist()
    assert (widget.tokens, widget.n_padding) == (TOKENS, 1)
    assert widget.by_hand == NO_HAND.tolist()


def test_what_is_left_out_has_a_default():
    widget = MaskSandbox(SCORES[:3, :3])
    assert widget.tokens == ["token 1", "token 2", "token 3"]
    assert (widget.values, widget.n_padding, widget.poked) == ([], 0, None)
    assert (widget.causal, widget.hide_padding, widget.inverted) == (True, True, False)
    assert (widget.when, widget.fill) == ("before", "-inf")


def test_tensors_and_numpy_s_integers_are_taken():
    torch = pytest.importorskip("torch")
    mask = torch.ones(4, 4, dtype=torch.bool)
    widget = MaskSandbox(
        torch.tensor(SCORES), by_hand=mask, n_padding=np.int64(2), poked=np.int64(3)
    )
    assert widget.scores == SCORES.tolist()
    assert widget.mask().all()
    assert (type(widget.n_padding), type(widget.poked)) == (int, int)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("scores", SCORES[:3], r"scores must be square; got \(3, 4\)"),
        ("scores", SCORES[:, :3], r"scores must be square; got \(4, 3\)"),
        ("scores", [[1]], "scores must have 2 to 6 rows; got 1"),
        ("scores", np.ones((7, 7)), "scores must have 2 to 6 rows; got 7"),
        ("scores", [[1, 2], [3]], "rows of one length"),
        ("scores", [1, 2], "rows of one length"),
        ("scores", "abcd", "rows of one length"),
        ("scores", SCORES + math.nan, "numbers from -1000 to 1000; got nan"),
        ("scores", SCORES * 1000, "numbers from -1000 to 1000; got 1300"),
        ("values", VALUES[:3], "values must have 4 rows, one a token; got 3"),
        ("values", np.ones((4, 5)), "values must have 1 to 3 columns; got 5"),
        ("values", [[], [], [], []], "values must have 1 to 3 columns; got 0"),
        ("values", None, "rows of one length"),
        ("tokens", ["a"], "tokens must have 4 entries; got 1"),
        ("tokens", "abcd", "list of strings"),
        ("n_padding", 5, "n_padding must be from 0 to 4; got 5"),
        ("n_padding", -1, "n_padding must be from 0 to 4; got -1"),
        ("n_padding", 1.5, "n_padding must be a whole number; got 1.5"),
        ("causal", "yes", "causal"),
        ("by_hand", [[True]], "by_hand must have 4 rows of 4 entries; got"),
        ("by_hand", np.triu(np.ones((4, 4))), "rows of True, False and None; got"),
        ("when", "during", "when"),
        ("fill", "-1e4", "fill"),
        ("poked", 4, "poked must be None or 0 to 3; got 4"),
        ("poked", "cat", "finite number; got 'cat'"),
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
    if value is not None:  # None in the constructor: left out
        with pytest.raises(TraitError):
            MaskSandbox(**{"scores": SCORES, "tokens": TOKENS, name: value})


@pytest.mark.parametrize(
    ("state", "mask"),
    [
        ({}, [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [1, 1, 1, 0]]),
        ({"causal": False}, [[1, 1, 1, 0]] * 4),
        ({"hide_padding": False}, np.tri(4)),
        ({"causal": False, "hide_padding": False}, np.ones((4, 4))),
        ({"inverted": True, "n_padding": 0}, 1 - np.tri(4)),
        ({"n_padding": 4}, np.zeros((4, 4))),
        (
            {"by_hand": with_hand(_03=True, _2=False)},
            [[1, 0, 0, 1], [1, 1, 0, 0], [0, 0, 0, 0], [1, 1, 1, 0]],
        ),
    ],
)
def test_rules_polarity_and_hand_make_the_mask(widget, state, mask):
    widget.set(**state)
    assert widget.mask().dtype == bool
    np.testing.assert_array_equal(widget.mask(), np.array(mask) == 1)


@pytest.mark.parametrize("state", [{}, {"inverted": True}, {"n_padding": 4}])
def test_the_weights_are_the_kernel_s_and_torch_s_scaled_dot_product_attention(
    widget, state
):
    torch = pytest.importorskip("torch")
    widget.set(**state)
    given = SCORES, np.eye(4), VALUES  # query @ key.T is then the scores
    ours = scaled_dot_product_attention(*given, widget.mask(), scale=1.0)
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *(torch.tensor(x) for x in given),
        attn_mask=torch.tensor(widget.mask()),
        scale=1.0,
    )
    # float64; torch sums in another order
    np.testing.assert_allclose(widget.weights(), ours.weights, rtol=0, atol=1e-15)
    np.testing.assert_allclose(widget.weights() @ VALUES, theirs, rtol=0, atol=1e-12)


def test_what_the_page_says_pytorch_answers_for_a_row_that_may_attend_to_nothing():
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    x = torch.randn(1, 3, 4)
    mask = torch.tensor([[True, False, False], [False, False, False], [True] * 3])
    output = torch.nn.functional.scaled_dot_product_attention(x, x, x, attn_mask=mask)
    assert (output[0, 1] == 0).all()
    assert not output.isnan().any()
    layer = torch.nn.MultiheadAttention(4, 2, batch_first=True)
    for training in (True, False):
        layer.train(training)  # its mask says the opposite: True = hidden
        output, weights = layer(x, x, x, attn_mask=~mask, need_weights=True)
        assert output[0, 1].isnan().all()
        assert weights[0, 1].isnan().all()
        assert not weights[0, [0, 2]].isnan().any()


def test_zeros_after_the_softmax_leave_sums_below_1(widget):
    widget.when = "after"
    full = np.exp(SCORES) / np.exp(SCORES).sum(axis=1, keepdims=True)
    expected = full * (causal_mask(4) & padding_mask([3], 4)[0])
    np.testing.assert_allclose(widget.weights(), expected, rtol=1e-14)
    assert (widget.weights().sum(axis=1) < 0.99).all()
    assert not widget.leaks().any()


def test_a_finite_fill_makes_an_empty_row_uniform_and_a_leak(widget):
    right = widget.weights()
    widget.set(fill="-1e9", by_hand=with_hand(_1=False))
    np.testing.assert_array_equal(widget.weights()[1], [0.25] * 4)
    np.testing.assert_array_equal(widget.weights()[[0, 2, 3]], right[[0, 2, 3]])
    assert (
        widget.leaks().tolist()
        == [[False] * 4, [False, False, True, True]] + [[False] * 4] * 2
    )


@pytest.mark.parametrize(
    ("state", "count"),
    [
        ({}, 0),
        ({"causal": False}, 3),  # 6 later tokens, 3 of them hidden as padding
        ({"hide_padding": False}, 1),  # the last query's own token
        ({"causal": False, "hide_padding": False}, 7),
        ({"n_padding": 0, "inverted": True}, 6),
        ({"by_hand": with_hand(_02=True)}, 1),
    ],
)
def test_leaks_are_judged_by_what_the_truth_forbids(widget, state, count):
    widget.set(**state)
    assert widget.leaks().sum() == count
    assert f"<p>{count} weights lie on the future or on padding" in widget.fallback
    assert widget.fallback.count(" leak") == count


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ({}, "1 padded, causal &amp; padding, -inf before softmax"),
        ({"when": "after", "causal": False}, "1 padded, padding, 0 after softmax"),
        (
            {"inverted": True, "fill": "-1e9"},
            "not (causal &amp; padding), -1e9 before",
        ),
        ({"causal": False, "hide_padding": False}, "no rule, -inf before"),
        ({"by_hand": with_hand(_2=False)}, "4 tokens"),
    ],
)
def test_repr_and_fallback_tell_the_state_and_its_numbers(widget, state, text):
    widget.set(**state)
    assert text in repr(widget).replace("&", "&amp;")
    assert text in widget.fallback
    weights = widget.weights()
    expected = np.column_stack([weights, weights.sum(axis=1)]).ravel().tolist()
    expected += (weights @ VALUES).ravel().tolist()
    shown = [float(x) for x in re.findall(r"<td>(-?[\d.]+)", widget.fallback)]
    # four decimals are shown
    np.testing.assert_allclose(shown, expected, rtol=0, atol=5.1e-5)
    empty = (~widget.mask().any(axis=1)).sum()
    assert f"of the 4 rows, {empty} may attend to nothing" in widget.fallback


def test_labels_are_escaped_in_the_fallback(widget):
    assert "<b>" not in widget.fallback
    assert "&lt;b&gt;" in widget.fallback


def test_another_number_of_tokens_is_set_with_all_that_depends_on_it(widget):
    hand = [[None] * 2] * 2
    widget.set(
        scores=[[1, 2], [3, 4]], values=[], tokens=["a", "b"], by_hand=hand, n_padding=2
    )
    assert widget.fallback.count("<tr>") == 3
    assert not widget.mask().any()
