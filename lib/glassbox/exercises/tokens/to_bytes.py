"""The exercise to_bytes, of the chapter tokens."""

from collections.abc import Callable
from itertools import chain
from typing import Any

import numpy as np

from .._engine import Case, Exercise, Wrong
from ._shared import as_numbers

# l + o is 256, lo + w is 257, low + e is 258
LOW = [[108, 111], [256, 119], [257, 101]]
SIGN = [[227, 128], [256, 135]]  # the three bytes of 〇


def to_bytes(ids: Any, merges: Any) -> np.ndarray:
    """Return the bytes of all ids, in one row."""
    return np.array(list(chain(*_tokens(ids, merges))), float)


def _tokens(ids: Any, merges: Any) -> list[list[int]]:
    tokens = [[byte] for byte in range(256)]
    for left, right in np.asarray(merges).tolist():
        tokens.append(tokens[left] + tokens[right])
    return [tokens[i] for i in np.asarray(ids).tolist()]


def _one_level(ids: Any, merges: Any) -> np.ndarray:
    rows = np.asarray(merges).tolist()
    found = [rows[i - 256] if i > 255 else [i] for i in np.asarray(ids).tolist()]
    return np.array(list(chain(*found)), float)


def _right_first(ids: Any, merges: Any) -> np.ndarray:
    return to_bytes(ids, np.asarray(merges)[:, ::-1])


def _apart(ids: Any, merges: Any) -> np.ndarray:
    return in_rows(_tokens(ids, merges))


def in_rows(tokens: list) -> np.ndarray:
    """Return lists of different lengths as one array, nan where a row has ended."""
    rows = [list(one) if isinstance(one, (list, tuple)) else [one] for one in tokens]
    table = np.full((len(rows), max(map(len, rows))), np.nan)
    for row, numbers in zip(table, rows, strict=True):
        row[: len(numbers)] = numbers
    return table


def adapted(function: Callable) -> Callable:
    """Take a list of numbers, bytes, or a list for each id."""

    def of_numbers(ids: Any, merges: Any) -> Any:
        result = function(ids, merges)
        if isinstance(result, bytes):
            return list(result)
        if isinstance(result, list) and any(
            isinstance(x, (list, tuple)) for x in result
        ):
            return in_rows(result)
        return result

    return as_numbers(of_numbers)


def _case(note: str, ids: list[int], merges: list[list[int]]) -> Case:
    return Case(note, {"ids": np.array(ids), "merges": np.array(merges)})


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Take other bytes: of another character, or other letters."""
    known = np.unique([i for i in np.append(case["ids"], case["merges"]) if i < 256])
    new = np.sort(rng.choice(np.arange(97, 123), len(known), replace=False))
    if known.max() > 127:  # one of the first 64 hiragana: its first two bytes are these
        new = np.array([129, int(rng.integers(130, 192)), 227])
    to_new = dict(zip(known.tolist(), rng.permutation(new).tolist(), strict=True))
    if known.max() > 127:
        to_new = dict(zip([227, 128, 135], [227, *new[:2].tolist()], strict=True))
    given = case["ids"], case["merges"]
    ids, merges = (np.vectorize(lambda i: to_new.get(i, i))(one) for one in given)
    return {"ids": ids, "merges": merges}


EXERCISE = Exercise(
    task="Write f(ids, merges), both lists: the bytes of all ids, in one list. Ids "
    "below 256 are bytes; the first merge, [left, right], makes id 256, the next 257.",
    hints=(
        "Start with tokens = [[i] for i in range(256)]: the bytes of each id so far.",
        "Each merge adds one token, which is made of two that are in the list already: "
        "tokens[left] + tokens[right].",
        "At the end, go through the ids and put the bytes of their tokens together.",
    ),
    reference=to_bytes,
    adapt=adapted,
    fresh=_fresh,
    cases=(
        _case("one merged token", [256], LOW),
        _case("a token made of a token", [257], LOW),
        _case("tokens and single bytes, as in “lowest”", [258, 115, 116], LOW),
        _case("two tokens side by side", [257, 258], LOW),
        _case("bytes alone", [115, 116], LOW),
        _case("three bytes that are one character", [257], SIGN),
    ),
    wrongs=(
        Wrong(
            "only one merge is undone; its parts may be merged tokens themselves.",
            "ids of 256 and more that are left in your result.",
            (_one_level,),
        ),
        Wrong(
            "the right part stands before the left one.",
            "the order in which you put the two parts together.",
            (_right_first,),
        ),
        Wrong(
            "there is a list of bytes for each id; all bytes belong in one list.",
            "how you put the tokens together at the end: += instead of append?",
            (_apart,),
        ),
        Wrong(
            "the ids come back as they were.",
            "what you return: ids of 256 and more are no bytes.",
            (lambda ids, merges: np.array(ids, float),),
        ),
        Wrong(
            "only the first id is turned into bytes.",
            "where your return stands: inside the loop, or after it?",
            (lambda ids, merges: to_bytes(ids[:1], merges),),
        ),
    ),
)
