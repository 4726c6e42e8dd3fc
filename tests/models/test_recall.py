"""The LSTM that hands on a sentence: it computes as PyTorch's, and its card is true."""

import numpy as np
import pytest
import torch
from glassbox.models.recall import (
    MODEL,
    N_TOKENS,
    VOCABULARY,
    WIDTH,
    load_recall_lstm,
    recovered,
    sigmoid,
)

CARD = MODEL.with_suffix(".md").read_text(encoding="utf-8")


def last_states(tokens):
    """Read sentences as the chapter does."""
    lstm = load_recall_lstm()
    h = c = np.zeros((len(tokens), WIDTH))
    for column in tokens.T:
        gates = lstm.input[column] + h @ lstm.state + lstm.bias
        i, f, g, o = np.split(gates, 4, axis=1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
    return h


def test_it_computes_as_pytorch_s_lstm():
    lstm = load_recall_lstm()
    theirs = torch.nn.LSTM(VOCABULARY, WIDTH, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        theirs.weight_ih_l0.copy_(torch.from_numpy(lstm.input.T))
        theirs.weight_hh_l0.copy_(torch.from_numpy(lstm.state.T))
        theirs.bias_ih_l0.copy_(torch.from_numpy(lstm.bias))
        theirs.bias_hh_l0.zero_()
    tokens = np.random.default_rng(0).integers(VOCABULARY, size=(7, N_TOKENS))
    words = torch.from_numpy(np.eye(VOCABULARY)[tokens])
    with torch.no_grad():
        _, (state, _) = theirs(words)
    # float64, sums of 24 terms over 20 steps
    np.testing.assert_allclose(last_states(tokens), state[0].numpy(), atol=1e-12)


def test_the_card_counts_its_numbers():
    lstm = load_recall_lstm()
    assert f"{sum(array.size for array in lstm):,} numbers" in CARD
    assert (lstm.input.shape[0], lstm.state.shape[0]) == (VOCABULARY, WIDTH)


def test_what_is_recovered_is_what_stands_in_the_context():
    rng = np.random.default_rng(1)
    tokens = rng.integers(3, size=(400, 2))
    known = np.eye(3)[tokens[:, 0]]  # the first token, and nothing of the last
    last, first = recovered(known, tokens)
    assert first == 1
    assert last == pytest.approx(1 / 3, abs=0.1)  # 160 guesses: 0.04 in a deviation
    each = np.eye(3)[tokens]
    np.testing.assert_array_equal(recovered(each, tokens), [1, 1])
