"""The prose that the chapter on tokens learns its merges from."""

from pathlib import Path

PROSE = Path(__file__).with_name("book_prose.txt")


def book_prose() -> str:
    """Return the prose of three chapters on attention, as it stood on one day.

    Source
    ------
    training/tokenizer/prose.py wrote it down. Chapter: tokens.

    >>> len(book_prose().split())
    7935
    """
    return PROSE.read_text(encoding="utf-8")
