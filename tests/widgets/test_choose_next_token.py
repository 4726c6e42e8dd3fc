"""The Python side of choose the next token: its rules, its numbers, its fallback."""

import re

import numpy as np
import pytest
from glassbox import greedy, next_token_probabilities, sample, softmax
from glassbox.models.poems import load_poem_model, opening_logits
from glassbox.widgets import ChooseNextToken
from glassbox.widgets._random import mulberry32
from glassbox.widgets.choose_next_token import CUTTING
from glassbox.widgets.choose_next_token.numbers import packed, shares, tally
from traitlets import TraitError

TEA = (np.array([2.0, 1.5, 1.0, -1.0, -3.0]), ["tea", "milk", "rain", "sea", "sky"])
SETTINGS = [(0.7, None, None), (1.0, 40, None), (1.5, None, 0.8), (3.0, 120, 0.6)]


def drawn_logits(seed, n_tokens=300):
    """Return logits such as a model gives: a few likely, all below 0."""
    rng = np.random.default_rng(seed)
    return -10 + 2.5 * rng.normal(size=n_tokens)


class PageRandom(np.random.Generator):
    """The page's random numbers, as the kernel sample asks for them."""

    def __init__(self, seed):
        super().__init__(np.random.PCG64(0))
        self.seed = seed

    def random(self, size):
        return mulberry32(self.seed, size[0]).reshape(size)


def test_the_state_is_kept_as_given():
    widget = ChooseNextToken([TEA[0], -TEA[0]], TEA[1], contexts=["a", "b"], context=1,
                             temperature=0, top_k=2, top_p=0.5, seed=9)  # fmt: skip
    np.testing.assert_array_equal(widget.logits, [TEA[0], -TEA[0]])
    assert (widget.context, widget.temperature, widget.top_k) == (1, 0, 2)
    assert (widget.top_p, widget.seed) == (0.5, 9)
    assert repr(widget) == (
        "ChooseNextToken(2 contexts, 5 tokens, temperature=0, top_k=2, top_p=0.5)"
    )


@pytest.mark.parametrize(
    ("name", "value", "rule"),
    [
        ("logits", [1.0], "logits must have 2 to 2000 tokens in a row; got 1"),
        ("logits", np.zeros(2001), "2 to 2000 tokens in a row; got 2001"),
        ("logits", np.zeros((7, 5)), "1 to 6 rows, one a context; got (7, 5)"),
        ("logits", np.zeros((2, 5, 1)), "got (2, 5, 1)"),
        ("logits", [1, 2, 3, 4, np.nan], "finite numbers of at most 3.4e38 in size; "),
        ("logits", [1, 2, 3, 4, 1e39], "got inf"),
        ("logits", "abcde", "logits must be an array of numbers; got str"),
        ("logits", [1, 2, 3], "tokens must be 3, as logits has; got 5"),
        ("tokens", ["a"], "tokens must be 5, as logits has; got 1"),
        ("tokens", "abcde", "tokens must be a list of strings; got 'abcde'"),
        ("contexts", ["a", "b"], "contexts must be 1 texts, one a row of logits"),
        ("context", 1, "context must be from 0 to 0; got 1"),
        ("temperature", 0.04, "temperature must be 0 or from 0.05 to 20; got 0.04"),
        ("temperature", None, "temperature must be a finite number; got None"),
        ("top_k", 0, "top_k must be at least 1, or None; got 0"),
        ("top_k", 2.5, "top_k must be a whole number; got 2.5"),
        ("top_p", 1.01, "top_p must be from 0 to 1, or None; got 1.01"),
        ("seed", 1000, "seed must be from 0 to 999; got 1000"),
        ("cutting", "half", "cutting"),
    ],
)
def test_a_bad_value_is_refused_with_its_rule_and_the_state_kept(name, value, rule):
    widget = ChooseNextToken(*TEA, top_k=2)
    before = {trait: getattr(widget, trait) for trait in (*widget._state, "fallback")}
    with pytest.raises(TraitError, match=re.escape(rule)):
        setattr(widget, name, value)
    for trait, was in before.items():
        np.testing.assert_array_equal(getattr(widget, trait), was)


def test_a_tensor_serves_as_logits():
    torch = pytest.importorskip("torch")
    tensor = torch.tensor(TEA[0], requires_grad=True)
    np.testing.assert_array_equal(ChooseNextToken(tensor, TEA[1]).logits[0], TEA[0])


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("seed", [0, 1])
def test_the_two_right_ways_agree_with_the_kernel(seed, setting):
    z = drawn_logits(seed)
    temperature, top_k, top_p = setting
    expected = next_token_probabilities(
        z, temperature=temperature, top_k=top_k, top_p=top_p
    )
    for way in ("minus_infinity", "shares"):
        before, after, kept = shares(z, *setting, way)
        # 1e-15: shares of at most 1, each rounded a few times
        np.testing.assert_allclose(after, expected, rtol=0, atol=1e-15)
        np.testing.assert_allclose(
            before, softmax(z, temperature=temperature), rtol=0, atol=1e-15
        )
        np.testing.assert_array_equal(kept, expected > 0)


def test_what_is_wrong_with_each_mistake():
    z, setting = drawn_logits(2), (1.5, 80, 0.7)
    before, after, kept = shares(z, *setting)
    _, zero, _ = shares(z, *setting, "zero")
    assert zero[~kept].sum() > 0.99 > 0 == after[~kept].sum()
    _, plain, _ = shares(z, *setting, "not_renormalised")
    assert plain.sum() == pytest.approx(before[kept].sum(), abs=1e-14)
    assert plain.sum() < 0.9
    _, _, chosen_early = shares(z, *setting, "nucleus_first")
    assert chosen_early.sum() < kept.sum()  # sharper at T = 1, so fewer reach p
    counted, _, _ = shares(z, 10.0, None, None, "top_50")
    top = np.argsort(-z)[:50]
    assert counted[top].sum() == pytest.approx(1, abs=1e-14)
    assert softmax(z, temperature=10.0)[top].sum() < 0.4


@pytest.mark.parametrize("way", ["minus_infinity", "shares"])
def test_zero_temperature_is_greedy_the_lowest_id_on_ties(way):
    z = np.array([1.0, 4.0, -2.0, 4.0, 0.0])
    _, after, kept = shares(z, 0, 3, 0.9, way)
    assert after.tolist() == [0, 1, 0, 0, 0]
    assert np.flatnonzero(kept) == greedy(z) == 1


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_tally_draws_what_the_kernel_sample_draws(setting):
    _, after, _ = shares(drawn_logits(3), *setting)
    drawn = sample(np.broadcast_to(after, (1000, after.size)), PageRandom(7))
    expected = np.bincount(drawn, minlength=after.size + 1)
    np.testing.assert_array_equal(tally(after, 7, 1000), expected)


def test_shares_that_miss_one_draw_nothing_at_times():
    _, after, _ = shares(drawn_logits(3), 2.0, 20, None, "not_renormalised")
    counts = tally(after, 0, 1000)
    # 4 deviations of a binomial of 1,000 draws
    nothing = 1 - after.sum()
    width = 4 * np.sqrt(1000 * nothing * (1 - nothing))
    assert abs(counts[-1] - 1000 * nothing) < width
    assert counts.sum() == 1000 and not counts[:-1][after == 0].any()


def test_the_fallback_shows_the_kernels_numbers_and_counts():
    z, tokens = TEA
    widget = ChooseNextToken(z, tokens, temperature=0.8, top_k=4, top_p=0.9, seed=5)
    after = next_token_probabilities(z, temperature=0.8, top_k=4, top_p=0.9)
    counts = tally(after, 5, 1000)
    rows = re.findall(r'<th scope="row">(\w+)</th>(.*?)</tr>', widget.fallback)
    assert [token for token, _ in rows] == tokens
    for v, (_, row) in enumerate(rows):
        cells = re.findall("<td>(.*?)</td>", row)
        assert cells[2] == f"{after[v]:.4f}" + ("" if after[v] else " (cut)")
        assert cells[3] == f"{counts[v]} of {1000 * after[v]:.1f}"
    assert "3 of 5 tokens remain." in widget.fallback
    widget.temperature = 0
    assert "1 of 5 tokens remain." in widget.fallback


@pytest.mark.parametrize("way", CUTTING)
def test_the_fallback_names_the_way(way):
    text = ChooseNextToken(*TEA, top_k=2, cutting=way).fallback
    assert CUTTING[way].replace(">", "&gt;") in text


def test_logits_travel_as_float32_row_after_row():
    widget = ChooseNextToken([TEA[0], TEA[0] / 3], TEA[1], contexts=["a", "b"])
    state = packed(widget.logits, widget)
    assert state["shape"] == [2, 5]
    rows = np.frombuffer(state["values"], "<f4").reshape(2, 5)
    np.testing.assert_array_equal(rows, np.array([TEA[0], TEA[0] / 3], np.float32))
    np.testing.assert_array_equal(rows, widget.logits)  # what Python computes with


def test_the_poem_model_s_logits_fit_sixty_kilobytes():
    model = load_poem_model()
    found = opening_logits(model)
    widget = ChooseNextToken(
        list(found.values()), list(model.vocabulary), contexts=list(found)
    )
    # In a page: four characters for three bytes, and ten for a token such as "\\u6708".
    size = 4 * widget.logits.size * 4 / 3 + 10 * len(widget.tokens)
    assert size + len(widget.fallback) <= 60_000


def test_module_and_style_fit_the_budget():
    assert len(ChooseNextToken._esm.encode()) <= 20 * 1024
    assert len(ChooseNextToken._css.encode()) <= 8 * 1024
