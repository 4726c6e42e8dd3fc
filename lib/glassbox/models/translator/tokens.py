"""The translator's two vocabularies: one character a token, and three marks.

>>> target_text(target_ids("2026-11-21"))
'2026-11-21'
"""

from collections.abc import Sequence

import numpy as np

from .dates import DIGITS, MONTHS

PAD, START, END = "<pad>", "<start>", "<end>"
SOURCE_TOKENS = (PAD, *sorted(set(f"0123456789 ,/零十年月日{DIGITS}{''.join(MONTHS)}")))
TARGET_TOKENS = (START, END, "-", *"0123456789")
PAD_ID, START_ID, END_ID = 0, 0, 1  # each in its own vocabulary
LONGEST_SOURCE = 32  # the formats need 18; formats never seen may be longer
LONGEST_TARGET = 12  # year-month-day and the end are 11


def source_ids(text: str) -> list[int]:
    """Look up each character of a date as a person wrote it.

    Parameters
    ----------
    text : str
        1 to LONGEST_SOURCE characters.

    Returns
    -------
    list of int
        Ids into SOURCE_TOKENS.

    Raises
    ------
    ValueError
        If the text is empty, too long, or has a character that no format uses.

    Source
    ------
    Chapter: train_a_translator.

    >>> source_ids("21.11.2026")
    Traceback (most recent call last):
    ValueError: text must be made of characters that the six formats use; got '.'
    """
    if not 1 <= len(text) <= LONGEST_SOURCE:
        rule = f"text must have 1 to {LONGEST_SOURCE} characters"
        raise ValueError(f"{rule}; got {len(text)}")
    unknown = [repr(c) for c in dict.fromkeys(text) if c not in SOURCE_TOKENS]
    if unknown:
        rule = "text must be made of characters that the six formats use"
        raise ValueError(f"{rule}; got {', '.join(unknown)}")
    return [SOURCE_TOKENS.index(c) for c in text]


def target_ids(text: str) -> list[int]:
    """Look up each character of a translation, or of its beginning.

    Parameters
    ----------
    text : str
        Digits and hyphens; without start and end.

    Returns
    -------
    list of int
        Ids into TARGET_TOKENS.

    Raises
    ------
    ValueError
        If the text has another character, or LONGEST_TARGET or more of them.

    Source
    ------
    Chapter: train_a_translator.

    >>> target_ids("2026-")
    [5, 3, 5, 9, 2]
    """
    unknown = [repr(c) for c in dict.fromkeys(text) if c not in TARGET_TOKENS]
    if unknown:
        raise ValueError(f"text must be digits and hyphens; got {', '.join(unknown)}")
    if len(text) >= LONGEST_TARGET:
        rule = f"text must have fewer than {LONGEST_TARGET} characters"
        raise ValueError(f"{rule}; got {len(text)}")
    return [TARGET_TOKENS.index(c) for c in text]


def target_text(token_ids: Sequence[int]) -> str:
    """Write a translation's characters, up to its end.

    Parameters
    ----------
    token_ids : sequence of int
        Ids into TARGET_TOKENS, without the start.

    Returns
    -------
    str

    Source
    ------
    Chapter: train_a_translator.

    >>> target_text([5, 3, 1, 5])
    '20'
    """
    ids = [int(i) for i in token_ids]
    kept = ids[: ids.index(END_ID)] if END_ID in ids else ids
    return "".join(TARGET_TOKENS[i] for i in kept)


def pad_sources(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Lay texts of several lengths into one array, padded on the right.

    Parameters
    ----------
    texts : sequence of str
        As `source_ids` takes them.

    Returns
    -------
    integer array (batch, n), integer array (batch,)
        The ids, and each text's length: what `padding_mask` takes.

    Raises
    ------
    ValueError
        As `source_ids`, or if there is no text.

    Source
    ------
    Chapter: train_a_translator.

    >>> ids, lengths = pad_sources(["1/2/1999", "12/31/1999"])
    >>> ids.shape, lengths
    ((2, 10), array([ 8, 10]))
    """
    if not texts:
        raise ValueError("texts must hold at least one text; got none")
    rows = [source_ids(text) for text in texts]
    lengths = np.array([len(row) for row in rows])
    ids = np.full((len(rows), lengths.max()), PAD_ID)
    for padded, row in zip(ids, rows, strict=True):
        padded[: len(row)] = row
    return ids, lengths
