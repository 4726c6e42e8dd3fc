"""An LSTM that was trained to hand on a whole sentence in one vector of 16 numbers.

Its card is recall_lstm.md in this folder; the exam that it sits is in exam.py.
"""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .exam import (
    N_TOKENS,
    VOCABULARY,
    fading_matrices,
    one_hot,
    recovered,
    sentences,
)

MODEL = Path(__file__).parent / "recall_lstm.safetensors"
ROOMS = Path(__file__).parent / "rooms.json"
WIDTH = 16


class LSTM(NamedTuple):
    """An LSTM's parameters; each row holds those of its four gates: i, f, g, o."""

    input: np.ndarray  # (vocabulary, 4 width)
    state: np.ndarray  # (width, 4 width)
    bias: np.ndarray  # (4 width,)


def load_recall_lstm() -> LSTM:
    """Read the LSTM that the library brings along.

    Returns
    -------
    LSTM
        Arrays of float64: they hold the file's half-precision numbers exactly.

    Source
    ------
    Hochreiter and Schmidhuber 1997; training/recall/train.py made it.
    Chapter: why_attention.

    >>> load_recall_lstm().state.shape
    (16, 64)
    """
    from safetensors import safe_open

    with safe_open(MODEL, framework="numpy") as file:
        arrays = {name: file.get_tensor(name) for name in file.keys()}
    return LSTM(**{name: x.astype(np.float64) for name, x in arrays.items()})


def read_lstm(words: np.ndarray, lstm: LSTM) -> np.ndarray:
    """Return the state in which an LSTM ends: c carries on, and three gates choose.

    c = sigmoid(f) c + sigmoid(i) tanh(g), h = sigmoid(o) tanh(c).

    Parameters
    ----------
    words : array, shape (n_words, n_sentences, vocabulary)
        A single 1 in each word.
    lstm : LSTM
        Its parameters.

    Returns
    -------
    array, shape (n_sentences, width)
        The last h: all that is handed on.

    Source
    ------
    Hochreiter and Schmidhuber 1997. Chapter: why_attention.

    >>> read_lstm(np.eye(8)[[[3], [5]]], load_recall_lstm()).shape
    (1, 16)
    """
    h = c = np.zeros((words.shape[1], len(lstm.state)))
    for word in words:
        gates = word @ lstm.input + h @ lstm.state + lstm.bias
        i, f, g, o = np.split(gates, 4, axis=-1)
        c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
        h = sigmoid(o) * np.tanh(c)
    return h


def load_rooms() -> dict[str, list]:
    """Return which tokens come back from states of several widths.

    Returns
    -------
    dict
        widths, and hits of shape (3, n_widths, n_tokens): the parts of right answers
        for the random network, the LSTM and attention, the last token first.

    Source
    ------
    training/recall/rooms.py made it. Chapter: why_attention.

    >>> load_rooms()["widths"]
    [4, 8, 16, 32, 64, 128]
    """
    return json.loads(ROOMS.read_text(encoding="utf-8"))


def sigmoid(x: np.ndarray) -> np.ndarray:
    """Return 1 / (1 + e^-x): a gate, between 0 and 1.

    >>> sigmoid(np.array([0.0]))
    array([0.5])
    """
    return 1 / (1 + np.exp(-x))


__all__ = [
    "LSTM",
    "MODEL",
    "N_TOKENS",
    "ROOMS",
    "VOCABULARY",
    "WIDTH",
    "fading_matrices",
    "load_recall_lstm",
    "load_rooms",
    "one_hot",
    "read_lstm",
    "recovered",
    "sentences",
    "sigmoid",
]
