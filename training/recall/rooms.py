"""Count what states of several widths give back: python -m training.recall.rooms

The exam of the chapter why_attention, for a random network, for an LSTM trained at each
width, and for attention over the random network's states. About half an hour on one
core; seed 0, written to lib/glassbox/models/recall.
"""

import json

import numpy as np
import torch
from glassbox import scaled_dot_product_attention
from glassbox.models.recall import (
    LSTM,
    N_TOKENS,
    ROOMS,
    WIDTH,
    fading_matrices,
    load_recall_lstm,
    one_hot,
    read_lstm,
    recovered,
    sentences,
)

from training.recall.train import halved, train

WIDTHS = [4, 8, 16, 32, 64, 128]
KEYS = np.eye(N_TOKENS)


def exam():
    """Return the chapter's 5,000 sentences, as tokens and as words."""
    tokens = sentences()
    return tokens, one_hot(tokens)


def random_states(words, width):
    """Read with random matrices, in which an old state fades to 0.9 a word."""
    u, w = fading_matrices(width)
    states = [np.zeros(width)]
    for word in words:
        states.append(np.tanh(word @ u + states[-1] @ w))
    return np.array(states[1:])


def without_training(width):
    """Return what comes back from the random network, and by attention over it."""
    tokens, words = exam()
    states = random_states(words, width)
    memory = states.swapaxes(0, 1)
    own = scaled_dot_product_attention(40 * KEYS, KEYS, memory).output
    return recovered(states[-1], tokens), recovered(own, tokens)


def trained(width):
    """Return what comes back from an LSTM; the library's own where it has the width."""
    tokens, words = exam()
    if width == WIDTH:
        return recovered(read_lstm(words, load_recall_lstm()), tokens)
    arrays = {name: x.double().numpy() for name, x in halved(train(width)).items()}
    return recovered(read_lstm(words, LSTM(**arrays)), tokens)


def main():
    torch.set_num_threads(1)  # the matrices are too small for two to help
    pairs = [without_training(width) for width in WIDTHS]
    random, attention = zip(*pairs, strict=True)
    rows = random, [trained(width) for width in WIDTHS], attention
    hits = np.round(rows, 3).tolist()
    ROOMS.write_text(json.dumps({"widths": WIDTHS, "hits": hits}) + "\n", "utf-8")
    print(np.sum(hits, axis=-1).round(1))


if __name__ == "__main__":
    main()
