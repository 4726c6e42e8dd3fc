"""Many dates in one batch, and which of their characters are year, month and day."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...kernels.masks import padding_mask
from .dates import draw_pairs, unseen_days
from .tokens import END_ID, START_ID, pad_sources, target_ids

PARTS = ("year", "month", "day", "rest")  # rest: spaces, commas, slashes, 年, 月, 日
FORMS = (  # how the six formats write a date
    r"(?P<year>.+)年(?P<month>.+)月(?P<day>.+)日",
    r"(?P<month>\d+)/(?P<day>\d+)/(?P<year>\d+)",
    r"(?P<month>[A-Z]\w+) (?P<day>\d+),? (?P<year>\d+)",
    r"(?P<day>\d+) (?P<month>\w+) (?P<year>\d+)",
)


class DateBatch(NamedTuple):
    """Dates in one batch: what is read, and what should be written."""

    source_ids: np.ndarray  # (dates, m)
    real: np.ndarray  # (dates, 1, m), True = no padding
    parts: np.ndarray  # (dates, m): a place in PARTS for each character, -1 for padding
    inputs: np.ndarray  # (dates, n): <start>, then the right target
    answers: np.ndarray  # (dates, n): the right target, then <end>


def source_parts(source: str) -> list[int]:
    """Say of each character to which part of the date it belongs.

    Parameters
    ----------
    source : str
        A date in one of the six formats.

    Returns
    -------
    list of int
        A place in PARTS for each character.

    Raises
    ------
    ValueError
        If the source has none of the six formats.

    Source
    ------
    Chapter: cross_attention.

    >>> source_parts("21 Nov 2026")
    [2, 2, 3, 1, 1, 1, 3, 0, 0, 0, 0]
    """
    found = next((m for form in FORMS if (m := re.fullmatch(form, source))), None)
    if found is None:
        raise ValueError(f"source must have one of the six formats; got {source!r}")
    parts = [len(PARTS) - 1] * len(source)
    for number, name in enumerate(PARTS[:3]):
        start, end = found.span(name)
        parts[start:end] = [number] * (end - start)
    return parts


def date_batch(pairs: Sequence[tuple[str, str]]) -> DateBatch:
    """Lay dates into arrays, padded to one length.

    Parameters
    ----------
    pairs : sequence of (source, target)
        As `draw_pairs` gives them.

    Returns
    -------
    DateBatch

    Raises
    ------
    ValueError
        As `pad_sources`, `target_ids` and `source_parts`.

    Source
    ------
    Chapter: cross_attention.

    >>> date_batch([("21 Nov 2026", "2026-11-21"), ("1/2/1999", "1999-01-02")]).real[1]
    array([[ True,  True,  True,  True,  True,  True,  True,  True, False,
            False, False]])
    """
    ids, lengths = pad_sources([source for source, _ in pairs])
    parts = np.full(ids.shape, -1)
    for row, (source, _) in zip(parts, pairs, strict=True):
        row[: len(source)] = source_parts(source)
    written = [target_ids(target) for _, target in pairs]
    return DateBatch(
        source_ids=ids,
        real=padding_mask(lengths, ids.shape[1]),
        parts=parts,
        inputs=np.array([[START_ID, *row] for row in written]),
        answers=np.array([[*row, END_ID] for row in written]),
    )


def unseen_dates(n: int, seed: int = 0) -> DateBatch:
    """Draw dates that the translator was never trained on, in all six formats.

    Parameters
    ----------
    n : int
        How many.
    seed : int

    Returns
    -------
    DateBatch

    Source
    ------
    Chapter: cross_attention.

    >>> unseen_dates(600).source_ids.shape
    (600, 18)
    """
    return date_batch(draw_pairs(unseen_days(), n, np.random.default_rng(seed)))
