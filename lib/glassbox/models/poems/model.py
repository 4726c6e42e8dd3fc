"""A small language model that has read Tang poems, and what it needs to be asked.

Its card, tang_poems.md in this folder, says what it has read and how little that is.

>>> from glassbox.models.poems import load_poem_model, next_character_logits
>>> model = load_poem_model()
>>> next_character_logits(model, "床前明").shape == (len(model.vocabulary),)
True
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...machine.files import load_parameters
from ...machine.parameters import LanguageModelParameters, map_arrays
from ...machine.token_model import predict_tokens

MODELS = Path(__file__).parent
BOUNDARY = "¶"  # id 0: stands before and after each poem
UNKNOWN = "□"  # id 1: a character that is not in the vocabulary
CONTEXT = 72  # positions that the model was trained on
METRE = 24  # lines of 5 + 1 and of 7 + 1 characters both end here
# The first three were trained on, the others held out.
OPENINGS = ("床前明", "白日依山", "国破山", "春眠不觉", "君问归期", "松下问")


@dataclass(frozen=True)
class PoemModel:
    """A model and the character that each of its ids stands for."""

    parameters: LanguageModelParameters
    vocabulary: str


def load_poem_model(folder: Path = MODELS) -> PoemModel:
    """Read the model that the library brings along.

    Parameters
    ----------
    folder : path
        Where tang_poems.safetensors and its vocabulary lie.

    Returns
    -------
    PoemModel
        Arrays of float64: they hold the file's half-precision numbers exactly, and
        the kernels compute in double precision.

    Raises
    ------
    FileNotFoundError, ValueError
        As `load_parameters`.

    Source
    ------
    training/poems/train.py made it. Chapter: output_head.

    >>> load_poem_model().vocabulary[:2]
    '¶□'
    """
    parameters = load_parameters(folder / "tang_poems.safetensors")
    vocabulary = (folder / "tang_poems_vocabulary.txt").read_text(encoding="utf-8")
    in_double = map_arrays(parameters, lambda x: x.astype(np.float64))
    return PoemModel(in_double, vocabulary.strip())


def mark_unknown(text: str, vocabulary: str) -> str:
    """Replace each character that is not in the vocabulary by □.

    Parameters
    ----------
    text : str
    vocabulary : str

    Returns
    -------
    str, of the same length

    Source
    ------
    Chapter: output_head.

    >>> mark_unknown("明月?", "¶□月明")
    '明月□'
    """
    return "".join(c if c in vocabulary else UNKNOWN for c in text)


def character_ids(text: str, vocabulary: str) -> list[int]:
    """Look up each character's place in the vocabulary.

    Parameters
    ----------
    text, vocabulary : str

    Returns
    -------
    list of int

    Raises
    ------
    ValueError
        If a character is not in the vocabulary: see `mark_unknown`.

    Source
    ------
    Chapter: output_head.

    >>> character_ids("明月", "¶□月明")
    [3, 2]
    """
    unknown = [c for c in dict.fromkeys(text) if c not in vocabulary]
    if unknown:
        raise ValueError(
            f"text must be made of the {len(vocabulary)} characters that the model "
            f"knows; got {' '.join(unknown)} (mark_unknown puts {UNKNOWN} there)"
        )
    return [vocabulary.index(c) for c in text]


def next_character_logits(model: PoemModel, text: str) -> np.ndarray:
    """Score every character as the next one after the beginning of a poem.

    Parameters
    ----------
    model : PoemModel
        As `load_poem_model` gives it.
    text : str
        The poem so far, punctuation included, without spaces or line breaks; may be
        empty. Of a long text only the end is read, at most CONTEXT positions: as in
        training, it loses its first METRE characters, or twice as many, and so on.

    Returns
    -------
    array, shape (vocabulary_size,)
        Logits, in the order of model.vocabulary.

    Raises
    ------
    ValueError
        If a character is not in the vocabulary: see `mark_unknown`.

    Source
    ------
    Radford et al. 2018, section 3.1. Chapter: output_head.

    >>> model = load_poem_model()
    >>> model.vocabulary[next_character_logits(model, "白日依山尽").argmax()]
    '，'
    """
    ids = character_ids(BOUNDARY + text, model.vocabulary)
    too_many = max(0, len(ids) - CONTEXT)
    start = math.ceil(too_many / METRE) * METRE
    return predict_tokens(ids[start:], model.parameters).output[-1]


def opening_logits(
    model: PoemModel, openings: Iterable[str] = OPENINGS
) -> dict[str, np.ndarray]:
    """Score the next character after each of several openings.

    Parameters
    ----------
    model : PoemModel
        As `load_poem_model` gives it.
    openings : strings
        Well-known first words, unless others are given.

    Returns
    -------
    dict from each opening to its logits, as `next_character_logits`

    Raises
    ------
    ValueError
        As `next_character_logits`.

    Source
    ------
    Chapter: output_head.

    >>> list(opening_logits(load_poem_model(), ["春眠不觉"]))
    ['春眠不觉']
    """
    return {text: next_character_logits(model, text) for text in openings}
