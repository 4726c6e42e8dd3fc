"""Runs of SmolLM2 on a dozen prompts, recorded, for those who don't have the model.

training/smollm2/record.py made them from the file whose SHA-256 is SHA256. Two files:
what every layer would say is small; where every head looks is a larger one.
"""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

RUNS = Path(__file__).with_name("runs.json")
ATTENTION = Path(__file__).with_name("runs_attention.json")
N_TOP = 3  # so many of the likeliest tokens are recorded
# A weight of attention is one sign: its percents, from 0 to 100.
_CODES = (*range(33, 127), *range(192, 201))
SIGNS = "".join(chr(code) for code in _CODES if chr(code) not in '"\\')


class Run(NamedTuple):
    """What was recorded of one prompt: n tokens at 31 places, 0 before the first layer.

    tokens has n names, where ␣ is a space and ↵ a new line. For each token and place,
    top are the names of the 3 tokens that the output head would choose there, (n, 31,
    3), and probabilities theirs; answer, (n, 31), is the probability there of the token
    that comes first at place 30; lengths, (n, 31), is the length of the vector.
    """

    tokens: tuple[str, ...]
    top: np.ndarray
    probabilities: np.ndarray
    answer: np.ndarray
    lengths: np.ndarray

    def after(self, n_layers: int) -> str:
        """Write what the last token's vector is after so many layers.

        That is the token that the output head would choose, its probability, and the
        length of the vector.
        """
        token, chance = self.top[-1, n_layers, 0], self.probabilities[-1, n_layers, 0]
        return f"{token:8} {chance:4.0%} {self.lengths[-1, n_layers]:4.0f}"

    def since(self, token: int = -1) -> int:
        """Return the layer from which a token's final answer comes first until the end.

        >>> load_runs()["dream"].since()
        24
        """
        first = self.top[token, :, 0]
        return int(np.flatnonzero(first != first[-1])[-1]) + 1


@cache
def load_runs() -> dict[str, Run]:
    """Return what was recorded, a run for each prompt's key.

    Returns
    -------
    dict of Run
        Probabilities are rounded to 0.01, lengths to three digits.

    Source
    ------
    training/smollm2/record.py made them. Chapter: a_real_model.

    >>> run = load_runs()["japan"]
    >>> " ".join(run.tokens)
    'The ␣capital ␣of ␣Japan ␣is'
    >>> print(run.top[-1, 30, 0], run.probabilities[-1, 30, 0])
    ␣Tokyo 0.7
    """
    recorded = json.loads(RUNS.read_text(encoding="utf-8"))
    names = np.array(recorded["names"], dtype=object)
    runs = {}
    for key, run in recorded["runs"].items():
        tokens = tuple(names[run["tokens"]])
        by_token = (len(tokens), -1)  # (n, 31)
        top = names[run["top"]].reshape(*by_token, N_TOP)
        chances = np.array(run["percents"]).reshape(*by_token, N_TOP) / 100
        answer = np.array(run["answer"]).reshape(by_token) / 100
        lengths = np.array(run["norms"], dtype=float).reshape(by_token)
        runs[key] = Run(tokens, top, chances, answer, lengths)
    return runs


@cache
def attention_text() -> str:
    """Return the file of every head's attention, which the built page loads late."""
    return ATTENTION.read_text(encoding="utf-8")


def load_attention(key: str) -> np.ndarray:
    """Return the recorded weights of attention of every layer and head of one run.

    Parameters
    ----------
    key : str
        One of `load_runs`.

    Returns
    -------
    array, shape (30, 9, n, n)
        Rounded to 0.01; rows are queries. A built page's Python doesn't have them.

    Source
    ------
    training/smollm2/record.py made them. Chapter: a_real_model.

    >>> weights = load_attention("japan")
    >>> weights.shape, weights[0, 0, 0].tolist()
    ((30, 9, 5, 5), [1.0, 0.0, 0.0, 0.0, 0.0])
    """
    layers = json.loads(attention_text())["runs"][key]
    n = len(load_runs()[key].tokens)
    value = {sign: percent / 100 for percent, sign in enumerate(SIGNS)}
    written = np.array([[value[sign] for sign in layer] for layer in layers])
    rows, columns = np.tril_indices(n)  # row by row
    weights = np.zeros((len(layers), written.shape[1] // len(rows), n, n))
    weights[..., rows, columns] = written.reshape(*weights.shape[:2], len(rows))
    return weights
