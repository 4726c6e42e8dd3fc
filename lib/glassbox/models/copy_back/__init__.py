"""Models of one layer that copy the token three back, each told positions in its way.

Their card is copy_back.md in this folder; the exam that they sit is in exam.py.
"""

import json
from pathlib import Path

import numpy as np

from .distance import (
    average_hands,
    score_by_pair,
    weight_by_distance,
    without_mean_key,
)
from .exam import BACK, VOCABULARY, exam, right_answers
from .model import (
    D_MODEL,
    LONGEST,
    N_HEADS,
    SCHEMES,
    Copied,
    CopyBackModel,
    copy_back,
)

FOLDER = Path(__file__).parent
RECORD = FOLDER / "record.json"
TUNED = ("rotary_slower", "rotary_longer")  # fine-tuned on 256 tokens
TRAINED_LENGTH = 32
SLOWER_BASE = 10000.0 * 8**4  # the second of four hands turns at 1/8 of its speed


def load_copy_back(name: str) -> CopyBackModel:
    """Read one of the models that the library brings along.

    Parameters
    ----------
    name : str
        One of SCHEMES, or of TUNED: the rotary model after 25 more steps on 256 tokens,
        "rotary_slower" with base SLOWER_BASE, "rotary_longer" with its own.

    Returns
    -------
    CopyBackModel
        Arrays of float64: they hold the file's half-precision numbers exactly.

    Raises
    ------
    ValueError
        If there is no model of this name.

    Source
    ------
    training/copy_back/train.py made them. Chapter: rotary_positions.

    >>> load_copy_back("rotary").w_q.shape
    (32, 32)
    """
    from safetensors import safe_open

    if name not in SCHEMES + TUNED:
        known = ", ".join(SCHEMES + TUNED)
        raise ValueError(f"name must be one of {known}; got {name!r}")
    with safe_open(path_of(name), framework="numpy") as file:
        arrays = {key: file.get_tensor(key) for key in file.keys()}
    wide = {key: x.astype(np.float64) for key, x in arrays.items()}
    return CopyBackModel(scheme=name.split("_")[0], **wide)


def accuracy_by_position(
    model: CopyBackModel, n_tokens: int, **settings: float
) -> np.ndarray:
    """Let a model copy the exam of this length, and return its right answers.

    Parameters
    ----------
    model : CopyBackModel
        As `load_copy_back` returns it.
    n_tokens : int
        How long the texts are.
    settings : numbers
        first, stretch and base, as `copy_back` takes them.

    Returns
    -------
    array, shape (n_tokens,)
        The part of right answers at each position, nan at the first three.

    Source
    ------
    Chapter: rotary_positions.

    >>> accuracy_by_position(load_copy_back("rotary"), 5)
    array([nan, nan, nan,  1.,  1.])
    """
    ids = exam(n_tokens)
    return right_answers(copy_back(ids, model, **settings).logits, ids)


def accuracy(model: CopyBackModel, n_tokens: int, **settings: float) -> float:
    """Return how many of the exam's tokens a model copies rightly, from 0 to 1.

    Parameters
    ----------
    model, n_tokens, settings
        As `accuracy_by_position` takes them.

    Returns
    -------
    float
        The mean over all positions but the first three.

    Source
    ------
    Chapter: rotary_positions.

    >>> accuracy(load_copy_back("rotary"), 32)
    1.0
    """
    return float(np.nanmean(accuracy_by_position(model, n_tokens, **settings)))


def load_record() -> dict[str, dict]:
    """Return what takes minutes to compute: other seeds, and more steps.

    Returns
    -------
    dict
        "seeds": for each scheme, right answers of shape (5, 3): seeds 0 ... 4, at the
        lengths 32, 64 and 256. "slower": the same rotary models at 64 with base
        10000 x 2^4 and at 256 with SLOWER_BASE, shape (5, 2). "tuning": the steps, and
        for each way to turn ("slower", "longer": as before, "stretched" by 1/8) the
        right answers at 256 after so many.

    Source
    ------
    training/copy_back/record.py made it. Chapter: rotary_positions.

    >>> load_record()["tuning"]["steps"]
    [0, 5, 10, 25, 50, 100, 200]
    """
    return json.loads(RECORD.read_text(encoding="utf-8"))


def path_of(name: str) -> Path:
    """Return where a model's file lies.

    >>> path_of("rotary").name
    'copy_back_rotary.safetensors'
    """
    return FOLDER / f"copy_back_{name}.safetensors"


__all__ = [
    "BACK",
    "D_MODEL",
    "LONGEST",
    "N_HEADS",
    "RECORD",
    "SCHEMES",
    "SLOWER_BASE",
    "TRAINED_LENGTH",
    "TUNED",
    "VOCABULARY",
    "Copied",
    "CopyBackModel",
    "accuracy",
    "accuracy_by_position",
    "average_hands",
    "copy_back",
    "exam",
    "load_copy_back",
    "load_record",
    "path_of",
    "right_answers",
    "score_by_pair",
    "weight_by_distance",
    "without_mean_key",
]
