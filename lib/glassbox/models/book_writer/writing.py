"""What the book's model writes, many texts at once, and what the book says instead."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...kernels.masks import causal_mask
from ...kernels.output_head import vocabulary_logits
from ...kernels.sampling import greedy, next_token_probabilities, sample
from ...machine.encoder_decoder import encode
from ...machine.token_model import embed_tokens
from .model import BOUNDARY, CONTEXT, BookWriter, cut_text

N_TEXTS, LENGTH = 50, 44  # texts, and how many tokens of each


def held_out_ids(model: BookWriter) -> np.ndarray:
    """Return 50 pieces of this book that the model was not trained on.

    Parameters
    ----------
    model : BookWriter

    Returns
    -------
    integer array, shape (50, 45)
        The boundary, then 44 ids. Each piece begins with a paragraph; after a short
        one comes the boundary, and the next.

    Source
    ------
    training/book_writer/train.py wrote them down. Chapter: choosing_the_next_token.

    >>> from glassbox.models.book_writer import load_book_writer
    >>> held_out_ids(load_book_writer()).shape
    (50, 45)
    """
    text = Path(__file__).with_name("held_out.txt").read_text(encoding="utf-8")
    cut = [cut_text(BOUNDARY + line, model.tokens) for line in text.splitlines()]
    texts: list[list[int]] = [[]]
    for ids in cut:
        if len(texts[-1]) > LENGTH:
            texts.append([])
        texts[-1] += ids
    return np.array([ids[: LENGTH + 1] for ids in texts[:N_TEXTS]])


def continue_texts(
    model: BookWriter,
    openings: np.ndarray,
    length: int,
    rng: np.random.Generator,
    *,
    temperature: float = 1.0,
    top_k: int | None = None,
    top_p: float | None = None,
) -> np.ndarray:
    """Write on after several openings of one length, a token at a time.

    Parameters
    ----------
    model : BookWriter
    openings : integer array, shape (n, n_given)
    length : int
        How many tokens to write after each.
    rng : numpy.random.Generator
    temperature, top_k, top_p
        As for `next_token_probabilities`; a temperature of 0 is `greedy`.

    Returns
    -------
    integer array, shape (n, n_given + length)

    Source
    ------
    Chapter: choosing_the_next_token.

    >>> from glassbox.models.book_writer import load_book_writer
    >>> rng = np.random.default_rng(0)
    >>> continue_texts(load_book_writer(), np.zeros((2, 1), int), 3, rng).shape
    (2, 4)
    """
    p, ids = model.parameters, np.asarray(openings)
    for _ in range(length):
        read = ids[:, -CONTEXT:]
        x = embed_tokens(read, p.table, scale=p.scale_embeddings)
        hidden = encode(x, p.stack, causal_mask(read.shape[1], like=x)).output[:, -1]
        logits = vocabulary_logits(hidden, p.table, p.output_bias)
        if temperature == 0:
            chosen = greedy(logits)
        else:
            cuts = {"top_k": top_k, "top_p": top_p}
            shares = next_token_probabilities(logits, temperature=temperature, **cuts)
            chosen = sample(shares, rng)
        ids = np.column_stack([ids, chosen])
    return ids


def not_words() -> dict[str, Any]:
    """Return how many words were drawn at five settings, and how many are none.

    Returns
    -------
    dict
        "seed", "texts" and "tokens": what was drawn. "counts": for each setting two
        numbers, the words drawn and those of them that do not appear in the book.

    Source
    ------
    training/book_writer/words.py counted them. Chapter: choosing_the_next_token.

    >>> record = not_words()
    >>> record["texts"], record["tokens"]
    (500, 60)
    """
    return json.loads(Path(__file__).with_name("not_words.json").read_text("utf-8"))


def book_words() -> list[str]:
    """Return the words of this book's sentences, in small letters and in order.

    Source
    ------
    training/book_writer/words.py wrote them down. Chapter: choosing_the_next_token.

    >>> "attention" in book_words(), "livedes" in book_words()
    (True, False)
    """
    return Path(__file__).with_name("book_words.txt").read_text("utf-8").split()


def repeated(ids: Sequence[int], n: int = 4) -> float:
    """Return the fraction of a text's runs of n tokens that occurred in it before.

    Parameters
    ----------
    ids : sequence of at least n ids
    n : int

    Returns
    -------
    float

    Source
    ------
    Compare Welleck et al. 2020, section 6 (seq-rep-n). Chapter:
    choosing_the_next_token.

    >>> repeated([1, 2, 1, 2, 1], n=2)
    0.5
    """
    runs = [tuple(ids[i : i + n]) for i in range(len(ids) - n + 1)]
    return 1 - len(set(runs)) / len(runs)
