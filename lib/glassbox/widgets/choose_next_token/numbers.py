"""The numbers of choose the next token: the model for the page, and what it offers."""

import json
import math
import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

import numpy as np
import traitlets
from array_api_compat import is_array_api_obj

from ..._random import mulberry32
from ...kernels.probability import softmax
from ...kernels.sampling import next_token_probabilities
from ...machine.parameters import map_arrays
from ...machine.token_model import predict_tokens
from ...models.book_writer import (
    BOUNDARY,
    CONTEXT,
    BookWriter,
    book_words,
    cut_text,
)
from .._traits import is_finite_number, listed, require

MOST_WRITTEN = 200
BITS = {1: 16, 2: 8}  # of a vector's numbers, and of a matrix's


class Writer(traitlets.TraitType):
    """A BookWriter whose numbers are whole multiples of a power of two, as trained."""

    def validate(self, obj: Any, value: Any) -> BookWriter:
        if type(value) is not BookWriter:
            raise traitlets.TraitError(
                f"{self.name} must be a BookWriter; got {type(value).__name__}"
            )
        for array in arrays_of(value.parameters):
            rule = f"{self.name} must hold vectors of 12 bits and matrices of 8"
            require(array.ndim in BITS and is_whole(array), rule, array.shape)
        return value


class Ids(traitlets.TraitType):
    """Token ids that were written, the first first."""

    def validate(self, obj: Any, value: Any) -> list[int]:
        ids, rule = listed(value), f"{self.name} must be a list of ids"
        known = ids is not None and all(
            is_finite_number(v) and v == int(v) >= 0 for v in ids
        )
        require(known, rule, repr(value))
        rule = f"{self.name} must be at most {MOST_WRITTEN} ids"
        require(len(ids) <= MOST_WRITTEN, rule, len(ids))
        return [int(v) for v in ids]

    def rule(self) -> dict[str, Any]:
        return {
            "type": "array",
            "maxItems": MOST_WRITTEN,
            "items": {"type": "integer", "minimum": 0},
        }


class Offer(NamedTuple):
    """What may come next."""

    model: np.ndarray  # what the model says, at T = 1
    drawn_from: np.ndarray  # after temperature and cuts


def offer(
    model: BookWriter,
    opening: str,
    written: Sequence[int],
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
) -> Offer:
    """Return every token's probability, and the one that it is drawn with."""
    ids = [*cut_text(BOUNDARY + opening, model.tokens), *written][-CONTEXT:]
    logits = predict_tokens(ids, model.parameters).output[-1]
    settings = {"temperature": temperature, "top_k": top_k, "top_p": top_p}
    if temperature == 0:
        settings["top_k"] = 1  # greedy: the lowest id on ties
    return Offer(softmax(logits), next_token_probabilities(logits, **settings))


def drawn(probabilities: np.ndarray, seed: int, draws: int) -> int:
    """Return the token that draw number `draws`, counted from 0, takes.

    The pieces lie end to end from the largest down.
    """
    order = np.argsort(-probabilities, kind="stable")
    cumulative = np.cumsum(probabilities[order])
    mark = mulberry32(seed, draws + 1)[-1] * cumulative[-1]
    return int(order[np.searchsorted(cumulative, mark, side="right")])


def strangers(text: str, known: Sequence[str]) -> tuple[list[tuple[int, int]], int]:
    """Return where the words lie that are not known, and how many words there are.

    A word that ends with the text may still grow: it does not count.
    """
    found = [m for m in re.finditer(r"[a-z]+", text.lower()) if m.end() < len(text)]
    listed = set(known)
    return [m.span() for m in found if m[0] not in listed], len(found)


def packed(model: BookWriter, widget: Any) -> dict[str, Any]:
    """Return the model as the page gets it: a byte a number, two in a vector."""
    values, start = [], 0

    def place(array: np.ndarray) -> dict[str, Any]:
        nonlocal start
        bits, step = BITS[array.ndim], step_of(array)
        data = np.round(array / step).astype(f"<i{bits // 8}").tobytes()
        values.append(data)
        start += len(data)
        return {"shape": list(array.shape), "start": start - len(data), "step": step}

    structure = structure_of(model.parameters, place)
    return {
        "structure": json.dumps(structure, separators=(",", ":")),
        "values": b"".join(values),
        "tokens": [shown(token) for token in model.tokens],
        "words": " ".join(book_words()),
        "boundary": BOUNDARY,
        "context": CONTEXT,
        "most_written": MOST_WRITTEN,
    }


def shown(token: str) -> str:
    """Return a token with its space to be seen."""
    return token.replace(" ", "␣")


def structure_of(value: Any, place: Any) -> Any:
    """Return parameters in JSON's terms: an array as what place says of it."""
    if is_dataclass(value):
        parts = ((f.name, getattr(value, f.name)) for f in fields(value))
        return {name: structure_of(part, place) for name, part in parts}
    if isinstance(value, tuple):
        return [structure_of(part, place) for part in value]
    return place(value) if is_array_api_obj(value) else value


def step_of(array: np.ndarray) -> float:
    """Return the power of two that the training's rounding counts this array in."""
    largest = 2047 if array.ndim == 1 else 127
    return 2.0 ** math.ceil(math.log2(max(np.abs(array).max(), 1e-9) / largest))


def is_whole(array: np.ndarray) -> bool:
    """Tell whether every number is a whole multiple of the array's step."""
    counted = array / step_of(array)
    return bool((counted == np.round(counted)).all())


def arrays_of(parameters: Any) -> list[np.ndarray]:
    """Return a model's arrays in the order of its fields."""
    found: list[np.ndarray] = []
    map_arrays(parameters, lambda x: found.append(x) or x)
    return found
