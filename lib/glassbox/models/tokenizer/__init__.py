"""GPT-2's tokenizer, and the prose of this book to train one of your own.

Its card, tokenizer.md in this folder, says where both come from.
"""

from .gpt2 import (
    BYTE_ORDER,
    END_OF_TEXT,
    MERGES,
    MODELS,
    Tokenizer,
    as_text,
    load_gpt2_tokenizer,
    pack_merges,
    split_words,
)
from .prose import book_prose

__all__ = [
    "BYTE_ORDER",
    "END_OF_TEXT",
    "MERGES",
    "MODELS",
    "Tokenizer",
    "as_text",
    "book_prose",
    "load_gpt2_tokenizer",
    "pack_merges",
    "split_words",
]
