"""Top-k, top-p, greedy and sampling: ties, limits, order of the steps, chance."""

import math

import numpy as np
import pytest
import torch
from glassbox import (
    greedy,
    keep_top_k,
    keep_top_p,
    next_token_probabilities,
    sample,
    softmax,
)
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

EXACT = 1e-12  # float64 on numbers near 1
INF = math.inf

# Few distinct values, so that ties are common.
scores = arrays(np.float64, st.integers(1, 8), elements=st.integers(-3, 3))


def kept_ids(logits):
    return np.flatnonzero(np.asarray(logits) > -INF).tolist()


# Top k


def test_the_k_highest_stay_where_they_are(array):
    result = keep_top_k(array([[1.0, 4.0, 2.0, 3.0], [9.0, 6.0, 7.0, 8.0]]), 2)
    assert np.asarray(result).tolist() == [[-INF, 4, -INF, 3], [9, -INF, -INF, 8]]


@given(scores, st.integers(1, 10))
def test_exactly_k_are_kept_the_lowest_ids_among_equals(logits, k):
    expected = sorted(range(len(logits)), key=lambda i: (-logits[i], i))[:k]
    assert kept_ids(keep_top_k(logits, k)) == sorted(expected)
    assert kept_ids(keep_top_k(torch.tensor(logits), k)) == sorted(expected)


def test_k_beyond_the_vocabulary_keeps_all(array):
    logits = array([2.0, 1.0, 3.0])
    np.testing.assert_array_equal(keep_top_k(logits, 100), logits)


# Top p


def test_the_nucleus_is_the_fewest_tokens_that_reach_p(array):
    logits = array(np.log([0.1, 0.5, 0.15, 0.25]).tolist())
    for p, ids in [(0.4, [1]), (0.6, [1, 3]), (0.8, [1, 2, 3]), (0.95, [0, 1, 2, 3])]:
        assert kept_ids(keep_top_p(logits, p)) == ids


@given(scores, st.floats(0, 1))
def test_the_nucleus_token_by_token(logits, p):
    shares = np.sort(softmax(logits))[::-1]
    held = np.concatenate([[0], np.cumsum(shares)])
    n = max(1, int(np.searchsorted(held[1:], p) + 1)) if p < 1 else len(logits)
    n = min(n, len(logits))
    near_a_border = np.abs(held - p).min() < 1e-9  # there rounding may decide
    kept = kept_ids(keep_top_p(logits, p))
    assert near_a_border or len(kept) == n
    ranked = sorted(range(len(logits)), key=lambda i: (-logits[i], i))
    assert kept == sorted(ranked[: len(kept)])
    assert kept == kept_ids(keep_top_p(torch.tensor(logits), p))


def test_p_0_leaves_one_and_p_1_leaves_all(array):
    logits = array([1.0, 5.0, 5.0, -2000.0])  # the last share rounds to 0
    assert kept_ids(keep_top_p(logits, 0)) == [1]
    assert kept_ids(keep_top_p(logits, 1)) == [0, 1, 2, 3]


def test_each_row_has_its_own_nucleus(array):
    logits = array(np.log([[0.98, 0.01, 0.01], [0.3, 0.25, 0.45]]).tolist())
    kept = np.asarray(keep_top_p(logits, 0.7)) > -INF
    assert kept.tolist() == [[True, False, False], [True, False, True]]


# All steps


def test_temperature_then_top_k_then_top_p_then_renormalise(array):
    logits = array([3.0, 1.0, 0.5, 0.0, -4.0])
    at_2 = np.asarray(softmax(logits, temperature=2))
    by_k = at_2[:3] / at_2[:3].sum()
    assert by_k[:2].sum() > 0.75 > by_k[0]  # so the nucleus of 0.75 holds two
    expected = [*(by_k[:2] / by_k[:2].sum()), 0, 0, 0]
    result = next_token_probabilities(logits, temperature=2, top_k=3, top_p=0.75)
    np.testing.assert_allclose(result, expected, atol=EXACT)


@given(scores, st.floats(0.1, 10), st.integers(1, 9), st.floats(0, 1))
def test_cutting_scores_equals_cutting_shares_and_renormalising(logits, t, k, p):
    result = next_token_probabilities(logits, temperature=t, top_k=k, top_p=p)
    kept = result > 0
    shares = np.where(kept, softmax(logits, temperature=t), 0)
    np.testing.assert_allclose(result, shares / shares.sum(), atol=EXACT)
    assert result.sum() == pytest.approx(1, abs=EXACT)


def test_temperature_0_leaves_the_highest_ties_shared_and_top_k_decides(array):
    logits = array([1.0, 7.0, 7.0])
    assert np.asarray(next_token_probabilities(logits, temperature=0)).round(
        12
    ).tolist() == [0, 0.5, 0.5]
    one = next_token_probabilities(logits, temperature=0, top_k=1)
    assert np.asarray(one).tolist() == [0, 1, 0]


def test_without_cuts_it_is_softmax(array):
    logits = array([[1.0, 2.0, 4.0], [0.0, -INF, 0.0]])
    np.testing.assert_allclose(
        next_token_probabilities(logits, temperature=3),
        softmax(logits, temperature=3),
        atol=EXACT,
    )


def test_half_precision_is_rounded_once_at_the_end(array):
    logits = np.linspace(-20, 20, 50)
    half = array(logits.tolist(), "float16")
    result = next_token_probabilities(half, temperature=2, top_p=0.99)
    assert result.dtype == half.dtype
    wide = next_token_probabilities(
        np.asarray(half).astype("float64"), temperature=2, top_p=0.99
    )
    np.testing.assert_allclose(result, wide, rtol=2**-10, atol=1e-7)  # 11 bits


@pytest.mark.parametrize("function", [keep_top_k, keep_top_p])
def test_nan_spoils_its_row_alone_and_nothing_is_written(array, function):
    logits = array([[1.0, math.nan, 2.0], [3.0, 1.0, 2.0]])
    before = np.asarray(logits).copy()
    shares = np.asarray(softmax(function(logits, 1)))
    assert np.isnan(shares[0]).all()
    assert shares[1, 0] > 0.6
    np.testing.assert_array_equal(np.asarray(logits), before)


def test_empty_vocabularies_and_batches(array):
    empty = array(np.zeros((2, 0)).tolist())
    assert tuple(keep_top_k(empty, 3).shape) == (2, 0)
    assert tuple(keep_top_p(empty, 0.5).shape) == (2, 0)
    none = array(np.ones((1, 3)).tolist())[:0]
    assert tuple(greedy(none).shape) == (0,)
    assert tuple(sample(none, np.random.default_rng(0)).shape) == (0,)


# Choices


def test_greedy_takes_the_lowest_id_among_equals(array):
    logits = array([[2.0, 9.0, 9.0, 9.0], [1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 1.0]])
    assert np.asarray(greedy(logits)).tolist() == [1, 0, 3]


def test_equal_seeds_draw_equal_tokens_in_both_libraries():
    shares = softmax(np.random.default_rng(1).normal(size=(50, 7)))
    drawn = sample(shares, np.random.default_rng(3))
    assert drawn.tolist() == sample(shares, np.random.default_rng(3)).tolist()
    in_torch = sample(torch.tensor(shares), np.random.default_rng(3))
    assert in_torch.dtype == torch.int64 and in_torch.tolist() == drawn.tolist()
    assert drawn.tolist() != sample(shares, np.random.default_rng(4)).tolist()


def test_draws_follow_the_shares(array):
    shares = [0.0, 0.5, 0.2, 0.0, 0.3, 0.0]
    many = array([shares] * 20000)
    drawn = np.asarray(sample(many, np.random.default_rng(0)))
    counts = np.bincount(drawn, minlength=6) / 20000
    # Five standard errors: sqrt(0.25 / 20000) = 0.0035
    np.testing.assert_allclose(counts, shares, atol=0.018)
    assert (counts[[0, 3, 5]] == 0).all()


class Fixed(np.random.Generator):
    """A generator whose uniform numbers are all the same."""

    def __init__(self, value):
        super().__init__(np.random.PCG64(0))
        self.value = value

    def random(self, size=None, dtype=np.float64, out=None):
        return np.full(size, self.value)


def test_the_ends_of_chance_draw_no_token_of_share_0(array):
    shares = array([[0.0, 0.3, 0.7, 0.0]])
    assert np.asarray(sample(shares, Fixed(0.0))).tolist() == [1]
    assert np.asarray(sample(shares, Fixed(np.nextafter(1, 0)))).tolist() == [2]


def test_a_single_distribution_gives_a_single_id(array):
    drawn = sample(array([0.0, 1.0]), np.random.default_rng(0))
    assert tuple(drawn.shape) == () and int(drawn) == 1


def test_half_precision_shares_are_accepted(array):
    shares = softmax(array(np.linspace(0, 3, 1000).tolist(), "float16"))
    assert 0 <= int(sample(shares, np.random.default_rng(0))) < 1000


Z, RNG = np.array([1.0, 2.0]), np.random.default_rng(0)


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (lambda: keep_top_k(Z, 0), ValueError, "k must be an integer of .* 1; got 0"),
        (lambda: keep_top_k(Z, 1.5), TypeError, "k must be an integer .* got 1.5"),
        (lambda: keep_top_k(np.array(1.0), 1), ValueError, "one of the 0 axes of"),
        (lambda: keep_top_p(Z, 1.1), ValueError, "p must lie between 0 and 1; got 1.1"),
        (lambda: keep_top_p(Z, -0.1), ValueError, "p must lie between 0 and 1"),
        (lambda: keep_top_p(Z, math.nan), ValueError, "between 0 and 1; got nan"),
        (
            lambda: next_token_probabilities(Z, temperature=-1),
            ValueError,
            "temperature must be a finite number of at least 0; got -1",
        ),
        (lambda: greedy(Z[:0]), ValueError, r"logits must hold a token; .* \(0,\)"),
        (lambda: greedy(Z * math.nan), ValueError, "logits must be numbers; got nan"),
        (lambda: greedy([1.0]), TypeError, "logits must be a NumPy array"),
        (lambda: sample(Z, RNG), ValueError, r"must sum to 1; got a sum of 3\.0"),
        (lambda: sample(0 * Z, RNG), ValueError, r"must sum to 1; got a sum of 0\.0"),
        (lambda: sample(Z * math.nan, RNG), ValueError, "sum to 1; got a sum of nan"),
        (
            lambda: sample(np.array([-0.5, 1.5]), RNG),
            ValueError,
            r"probabilities must be at least 0; got -0\.5",
        ),
        (lambda: sample(Z[:0], RNG), ValueError, "probabilities must hold a token"),
        (lambda: sample(Z / 3, 0), TypeError, r"rng must be a numpy.* got int"),
    ],
)
def test_errors_state_the_rule_and_what_came(call, error, rule):
    with pytest.raises(error, match=rule):
        call()
