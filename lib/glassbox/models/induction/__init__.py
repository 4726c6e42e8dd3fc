"""Models of attention alone that continue texts which repeat.

Their card is induction.md in this folder; the texts and scores are in exam.py.
"""

import json
from pathlib import Path

import numpy as np

from .exam import (
    LENGTH,
    LONGEST,
    SHORTEST,
    head_scores,
    induction_score,
    letter_ids,
    previous_score,
    repeated_texts,
    right_answers,
)
from .jump import texts_that_jump
from .model import (
    D_MODEL,
    LETTERS,
    N_HEADS,
    AttentionOnlyLayer,
    AttentionOnlyModel,
    Inside,
    attention_only,
    head_names,
    without_heads,
)
from .parts import last_layer, parts_of_logits

FOLDER = Path(__file__).parent
RECORD = FOLDER / "record.json"


def load_induction(n_layers: int = 2) -> AttentionOnlyModel:
    """Read one of the two models that the library brings along.

    Parameters
    ----------
    n_layers : int
        1 or 2.

    Returns
    -------
    AttentionOnlyModel
        Arrays of float64: they hold the file's half-precision numbers exactly.

    Raises
    ------
    ValueError
        If there is no such model.

    Source
    ------
    training/induction/train.py made them. Chapter: inside_a_model.

    >>> load_induction().table.shape, len(load_induction().layers)
    ((26, 48), 2)
    """
    from safetensors import safe_open

    if n_layers not in (1, 2):
        raise ValueError(f"n_layers must be 1 or 2; got {n_layers!r}")
    with safe_open(path_of(n_layers), framework="numpy") as file:
        wide = {key: file.get_tensor(key).astype(np.float64) for key in file.keys()}
    names = AttentionOnlyLayer._fields
    layers = [
        AttentionOnlyLayer(*(wide[f"{i}.{name}"] for name in names))
        for i in range(n_layers)
    ]
    return AttentionOnlyModel(wide["table"], tuple(layers), wide["head"])


def path_of(n_layers: int) -> Path:
    """Return where a model's file lies.

    >>> path_of(2).name
    'induction_2_layers.safetensors'
    """
    return FOLDER / f"induction_{n_layers}_layers.safetensors"


def load_record() -> dict:
    """Return what takes minutes to compute: how five models of each depth learned.

    Returns
    -------
    dict
        "steps", and for each depth ("1", "2") a list of five dicts, seeds 0 ... 4, of
        curves: "later", the part of repeated letters guessed rightly; "loss", theirs in
        nats; "follower" and "oldest", how often these are said in texts that jump; and
        for two layers "previous" and "induction", the best head's score in layers 1
        and 2.

    Source
    ------
    training/induction/record.py made it. Chapter: inside_a_model.

    >>> len(load_record()["2"])
    5
    """
    return json.loads(RECORD.read_text(encoding="utf-8"))


__all__ = [
    "D_MODEL",
    "LENGTH",
    "LETTERS",
    "LONGEST",
    "N_HEADS",
    "RECORD",
    "SHORTEST",
    "AttentionOnlyLayer",
    "AttentionOnlyModel",
    "Inside",
    "attention_only",
    "head_names",
    "head_scores",
    "induction_score",
    "last_layer",
    "letter_ids",
    "load_induction",
    "load_record",
    "parts_of_logits",
    "path_of",
    "previous_score",
    "repeated_texts",
    "right_answers",
    "texts_that_jump",
    "without_heads",
]
