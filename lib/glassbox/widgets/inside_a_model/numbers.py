"""The numbers of the widget inside a model: its rounds, and the weights as sent."""

import json
from typing import Any

import numpy as np

from ...models.induction import AttentionOnlyModel


def period_of(text: str) -> int | None:
    """Return after how many letters a text begins again, None if it doesn't.

    Two letters at least have to come back.

    >>> period_of("tigertigert"), period_of("tigert")
    (5, None)
    """
    for period in range(1, len(text) - 1):
        if text[period:] == text[:-period]:
            return period
    return None


def packed(model: AttentionOnlyModel) -> dict[str, Any]:
    """Return the model as the page gets it: its structure, and two bytes a number."""
    arrays: list[np.ndarray] = []

    def place(array: np.ndarray) -> dict[str, Any]:
        start = sum(one.size for one in arrays)
        arrays.append(array)
        return {"shape": list(array.shape), "start": start}

    structure = {
        "table": place(model.table),
        "layers": [
            {name: place(array) for name, array in layer._asdict().items()}
            for layer in model.layers
        ],
        "head": place(model.head),
    }
    return {
        "structure": json.dumps(structure, separators=(",", ":")),
        "values": b"".join(array.astype("<f2").tobytes() for array in arrays),
    }
