"""A small language model that has read this book, and nothing else.

Its card, book_writer.md in this folder, says what it has read and how little that is.

>>> from glassbox.models.book_writer import load_book_writer, next_token_logits
>>> writer = load_book_writer()
>>> next_token_logits(writer, "Attention").shape == (len(writer.tokens),)
True
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...machine.files import load_parameters
from ...machine.parameters import LanguageModelParameters, map_arrays
from ...machine.token_model import predict_tokens

MODELS = Path(__file__).parent
BOUNDARY = "¶"  # id 0: stands between two paragraphs
CONTEXT = 64  # positions that the model was trained on


@dataclass(frozen=True)
class BookWriter:
    """A model, and the text that each of its ids stands for."""

    parameters: LanguageModelParameters
    tokens: tuple[str, ...]


def load_book_writer(folder: Path = MODELS) -> BookWriter:
    """Read the model that the library brings along.

    Parameters
    ----------
    folder : path
        Where book_writer.safetensors and book_writer_tokens.txt lie.

    Returns
    -------
    BookWriter
        Arrays of float64: they hold the file's half-precision numbers exactly, and
        the kernels compute in double precision.

    Raises
    ------
    FileNotFoundError, ValueError
        As `load_parameters`.

    Source
    ------
    training/book_writer/train.py made it. Chapter: choosing_the_next_token.

    >>> load_book_writer().tokens[0]
    '¶'
    """
    parameters = load_parameters(folder / "book_writer.safetensors")
    text = (folder / "book_writer_tokens.txt").read_text(encoding="utf-8")
    in_double = map_arrays(parameters, lambda x: x.astype(np.float64))
    return BookWriter(in_double, tuple(text.removesuffix("\n").split("\n")))


def cut_text(text: str, tokens: Sequence[str]) -> list[int]:
    """Cut a text into tokens: from the left, the longest that fits each time.

    Parameters
    ----------
    text : str
    tokens : strings
        The vocabulary; every character of the text is one of them.

    Returns
    -------
    list of int
        Their ids.

    Raises
    ------
    ValueError
        If no token fits somewhere.

    Source
    ------
    Chapter: choosing_the_next_token.

    >>> cut_text("the mat", ["t", "the", "he", " m", " ma"])
    [1, 4, 0]
    """
    ids_of = {token: v for v, token in enumerate(tokens)}
    longest, at, found = max(map(len, tokens)), 0, []
    while at < len(text):
        ends = range(min(len(text), at + longest), at, -1)
        end = next((end for end in ends if text[at:end] in ids_of), None)
        if end is None:
            raise ValueError(f"text must be made of known tokens; got {text[at]!r}")
        found.append(ids_of[text[at:end]])
        at = end
    return found


def next_token_logits(model: BookWriter, text: str) -> np.ndarray:
    """Score every token as the next one after the beginning of a paragraph.

    Parameters
    ----------
    model : BookWriter
        As `load_book_writer` gives it.
    text : str
        The paragraph so far; may be empty. Of a long one only the end is read: the
        last CONTEXT tokens.

    Returns
    -------
    array, shape (vocabulary_size,)
        Logits, in the order of model.tokens.

    Raises
    ------
    ValueError
        As `cut_text`.

    Source
    ------
    Radford et al. 2018, section 3.1. Chapter: choosing_the_next_token.

    >>> model = load_book_writer()
    >>> model.tokens[next_token_logits(model, "The output of the").argmax()][0]
    ' '
    """
    ids = cut_text(BOUNDARY + text, model.tokens)[-CONTEXT:]
    return predict_tokens(ids, model.parameters).output[-1]
