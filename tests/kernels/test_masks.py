"""causal_mask and padding_mask: who may attend, in which library, errors."""

import numpy as np
import pytest
import torch
from glassbox import causal_mask, padding_mask
from hypothesis import given
from hypothesis import strategies as st

sizes = st.integers(0, 6)


def test_each_query_sees_itself_and_what_came_before():
    expected = [[True, False, False], [True, True, False], [True, True, True]]
    assert causal_mask(3).tolist() == expected


@given(sizes, sizes, sizes)
def test_the_rule_entry_by_entry(n_queries, n_keys, first_query):
    mask = causal_mask(n_queries, n_keys, first_query=first_query)
    assert mask.shape == (n_queries, n_keys) and mask.dtype == bool
    for i in range(n_queries):
        for j in range(n_keys):
            assert mask[i, j] == (j <= first_query + i)


@given(st.integers(1, 6), st.integers(0, 5))
def test_later_queries_are_the_last_rows_of_the_whole_mask(n_queries, first_query):
    whole = causal_mask(first_query + n_queries)
    later = causal_mask(n_queries, first_query=first_query)
    np.testing.assert_array_equal(later, whole[first_query:])


def test_agrees_with_torchs_causal_mask_which_adds_minus_infinity():
    theirs = torch.nn.Transformer.generate_square_subsequent_mask(5)
    assert torch.equal(causal_mask(5, like=theirs), theirs == 0)


def test_padding_comes_last_and_is_hidden_from_every_query():
    mask = padding_mask([2, 0, 3], 3)
    assert mask.shape == (3, 1, 3)
    assert mask[:, 0].tolist() == [[True, True, False], [False] * 3, [True] * 3]


def test_the_two_combine_with_and():
    mask = causal_mask(3) & padding_mask([3, 2], 3)
    assert mask.shape == (2, 3, 3)
    assert mask[1].tolist() == [
        [True, False, False],
        [True, True, False],
        [True, True, False],
    ]


def test_like_decides_the_library():
    tensor = torch.zeros(2, dtype=torch.float16)
    assert isinstance(causal_mask(2), np.ndarray)
    assert isinstance(causal_mask(2, like=np.zeros(2)), np.ndarray)
    mask = causal_mask(2, like=tensor) & padding_mask([1, 2], 2, like=tensor)
    assert mask.dtype == torch.bool and mask.shape == (2, 2, 2)
    assert isinstance(padding_mask(torch.tensor([1, 2]), 2), torch.Tensor)
    assert isinstance(padding_mask(np.array([1, 2]), 2), np.ndarray)
    in_torch = padding_mask(np.array([1, 2]), 2, like=tensor)
    assert in_torch.tolist() == padding_mask([1, 2], 2).tolist()


def test_no_sequences_give_an_empty_mask():
    assert padding_mask([], 3).shape == (0, 1, 3)
    assert padding_mask(torch.tensor([], dtype=torch.int64), 3).shape == (0, 1, 3)


@pytest.mark.parametrize(
    ("call", "error", "rule"),
    [
        (lambda: causal_mask(-1), ValueError, "n_queries must be an integer of at"),
        (lambda: causal_mask(2.0), TypeError, "n_queries must be .* got 2.0"),
        (lambda: causal_mask(2, "3"), TypeError, "n_keys must be .* got '3'"),
        (lambda: causal_mask(2, first_query=-1), ValueError, "first_query .* got -1"),
        (lambda: causal_mask(2, like=[1]), TypeError, "like must be .* got list"),
        (lambda: padding_mask([1, 4], 3), ValueError, "at most n_keys = 3; got 4"),
        (lambda: padding_mask([1, -1], 3), ValueError, "each length .* got -1"),
        (lambda: padding_mask([1.5], 3), TypeError, "each length .* got 1.5"),
        (lambda: padding_mask([[1]], 3), TypeError, "each length must be an integer"),
        (lambda: padding_mask(2, 3), TypeError, "lengths must have one axis; got 2"),
        (
            lambda: padding_mask(np.ones((2, 2), dtype=int), 3),
            TypeError,
            "each length must be an integer",
        ),
    ],
)
def test_errors_state_the_rule_and_what_came(call, error, rule):
    with pytest.raises(error, match=rule):
        call()
