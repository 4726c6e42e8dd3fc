"""A real language model, small enough to be run by the kernels of this book.

Its card, smollm2.md in this folder, says what it is and how it comes here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np

from ...kernels.sampling import greedy, next_token_probabilities, sample
from ...machine.decoder_only import DecoderOnlyParameters, decoder_only
from ...machine.encoder_decoder import DecoderCache
from .file import read_model_file, to_parameters
from .tokens import SmolLM2Tokenizer, to_tokenizer


@dataclass(frozen=True)
class SmolLM2:
    """134,515,008 parameters, and the tokenizer that they were trained with."""

    parameters: DecoderOnlyParameters
    tokenizer: SmolLM2Tokenizer


def load_smollm2(
    path: str | PathLike | None = None, *, dtype: Any = np.float32
) -> SmolLM2:
    """Read SmolLM2-135M-Instruct from the package that carries it.

    Parameters
    ----------
    path : str or path, optional
        The file, if it isn't the package's.
    dtype : NumPy's float32 or float64
        0.5 or 1.1 GB of memory.

    Returns
    -------
    SmolLM2
        Parameters for `decoder_only`, and a tokenizer.

    Raises
    ------
    ModuleNotFoundError, FileNotFoundError, ValueError
        As `read_model_file` and `to_parameters`.

    Source
    ------
    Allal et al. 2025; the card has the file's origin. Chapter: a_real_model.

    >>> load_smollm2("missing.gguf")
    Traceback (most recent call last):
    FileNotFoundError: there is no file missing.gguf
    """
    file = read_model_file(path)
    return SmolLM2(to_parameters(file, dtype), to_tokenizer(file.settings))


def write_on(
    token_ids: Sequence[int],
    parameters: DecoderOnlyParameters,
    n_tokens: int,
    *,
    stop: int | None = None,
    temperature: float = 0.0,
    top_k: int | None = None,
    top_p: float | None = None,
    rng: np.random.Generator | None = None,
) -> list[int]:
    """Continue a text, a token at a time, and keep what was computed in a cache.

    Parameters
    ----------
    token_ids : sequence of at least one id
    parameters : DecoderOnlyParameters
    n_tokens : int
        How many tokens to write, at most.
    stop : int, optional
        The id that ends the text; it isn't returned.
    temperature, top_k, top_p
        As for `next_token_probabilities`; a temperature of 0 is `greedy`.
    rng : numpy.random.Generator
        Needed for a temperature above 0.

    Returns
    -------
    list of int
        The new ids alone.

    Source
    ------
    Chapter: a_real_model.

    >>> table = np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 2.0]])
    >>> no_layers = DecoderOnlyParameters(table, (), np.ones(2), 1, 1)
    >>> write_on([1, 0], no_layers, 3)
    [2, 2, 2]
    """
    cache, new, ids = DecoderCache(), list(token_ids), []
    for _ in range(n_tokens):
        logits = decoder_only(new, parameters, cache).logits[-1]
        if temperature == 0:
            chosen = int(greedy(logits))
        else:
            cuts = {"temperature": temperature, "top_k": top_k, "top_p": top_p}
            chosen = int(sample(next_token_probabilities(logits, **cuts), rng))
        if chosen == stop:
            break
        ids.append(chosen)
        new = [chosen]
    return ids
