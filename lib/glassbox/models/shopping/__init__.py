"""Three small GPTs that write shopping lists: one was trained right, two saw answers.

Their card is shopping.md in this folder.
"""

import json
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...kernels._arrays import Array
from ...kernels.masks import causal_mask
from ...kernels.output_head import vocabulary_logits
from ...machine.encoder_decoder import encode
from ...machine.files import load_parameters
from ...machine.parameters import LanguageModelParameters, map_arrays
from ...machine.token_model import embed_tokens

MODELS = Path(__file__).parent
NAMES = ("right", "inverted", "not shifted")
GOODS = ["tea", "milk", "jam", "rice", "eggs"]
WORDS = ["[pad]", "[start]", ":", ".", *GOODS]  # in the order of their ids
LISTS = [pick for size in (1, 2) for pick in permutations(GOODS, size)]
TEXTS = [[*pick, ":", *pick, "."] for pick in LISTS]


class ShoppingModel(NamedTuple):
    """A model, which half of the mask it was trained with, and its training losses."""

    parameters: LanguageModelParameters
    inverted: bool
    losses: np.ndarray  # (200,): one for each step, in nats


def load_shopping_models() -> dict[str, ShoppingModel]:
    """Read the three models that the library brings along.

    Returns
    -------
    dict
        By the names of NAMES. Arrays of float64: they hold the files' single-precision
        numbers exactly.

    Source
    ------
    training/shopping/train.py made them. Chapter: decoder_masking.

    >>> list(load_shopping_models())
    ['right', 'inverted', 'not shifted']
    """
    losses = json.loads((MODELS / "losses.json").read_text())
    found = {}
    for name in NAMES:
        parameters = load_parameters(path_of(name))
        in_double = map_arrays(parameters, lambda x: x.astype(np.float64))
        curve = np.array(losses[name])
        found[name] = ShoppingModel(in_double, name == "inverted", curve)
    return found


def path_of(name: str) -> Path:
    """Return where a model's file lies.

    >>> path_of("not shifted").name
    'not_shifted.safetensors'
    """
    return MODELS / f"{name.replace(' ', '_')}.safetensors"


def next_word_logits(model: ShoppingModel, words: list[str]) -> np.ndarray:
    """Score every word as the next one, with the mask that the model was trained with.

    Parameters
    ----------
    model : ShoppingModel
        As `load_shopping_models` gives it.
    words : list of strings
        What has been written so far: one or more of WORDS.

    Returns
    -------
    array, shape (9,)
        Logits, in the order of WORDS.

    Raises
    ------
    ValueError
        If a word is not one of WORDS, or there is none.

    Source
    ------
    Radford et al. 2018, section 3.1. Chapter: decoder_masking.

    >>> right = load_shopping_models()["right"]
    >>> WORDS[next_word_logits(right, ["[start]", "tea", ":"]).argmax()]
    'tea'
    """
    unknown = [word for word in words if word not in WORDS]
    if unknown or not words:
        got = ", ".join(unknown) or "no word"
        raise ValueError(f"words must be some of {' '.join(WORDS)}; got {got}")
    visible = causal_mask(len(words))
    logits = every_logits(
        [WORDS.index(word) for word in words],
        model.parameters,
        ~visible if model.inverted else visible,
    )
    return logits[-1]


def every_logits(
    token_ids: Any, parameters: LanguageModelParameters, mask: Array
) -> Array:
    """Score every word as the next one, at every position, under a given mask.

    Parameters
    ----------
    token_ids : integer array or nested list, shape (..., n)
        Places of words in WORDS.
    parameters : LanguageModelParameters
        A model's, with arrays of NumPy or torch.
    mask : boolean array, shape (n, n) or (..., n, n)
        True = may attend.

    Returns
    -------
    array, shape (..., n, 9)
        Logits, in the order of WORDS.

    Raises
    ------
    TypeError, ValueError
        As `embed_tokens` and `encode`.

    Source
    ------
    Radford et al. 2018, section 3.1. Chapter: decoder_masking.

    >>> model = load_shopping_models()["right"].parameters
    >>> every_logits([1, 4, 2], model, causal_mask(3)).shape
    (3, 9)
    """
    x = embed_tokens(token_ids, parameters.table)
    hidden = encode(x, parameters.stack, mask).output
    return vocabulary_logits(hidden, parameters.table)
