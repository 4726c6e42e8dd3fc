"""A small language model that has read this book, and nothing else.

Its card, book_writer.md in this folder, says what it has read and how little that is.
"""

from .model import (
    BOUNDARY,
    CONTEXT,
    MODELS,
    BookWriter,
    cut_text,
    load_book_writer,
    next_token_logits,
)
from .writing import book_words, continue_texts, held_out_ids, not_words, repeated

__all__ = [
    "BOUNDARY",
    "CONTEXT",
    "MODELS",
    "BookWriter",
    "book_words",
    "continue_texts",
    "cut_text",
    "held_out_ids",
    "load_book_writer",
    "next_token_logits",
    "not_words",
    "repeated",
]
