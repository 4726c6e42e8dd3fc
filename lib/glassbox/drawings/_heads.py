"""Heads to be drawn: where each stands, what it holds, and what it finds."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..kernels.attention import scaled_dot_product_attention
from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, base, rounded, table, written
from ._room import cut
from ._strip import MOST
from ._svg import MARGIN, WIDTH, Sheet

HEADS = ("4", "5", "6")  # their colors, here and in the widget splitting heads
FEATURES = 4  # of each query, key and value
FOUND = 44  # how wide a number of an answer is
CROPPED = 9  # of the margins: below code, a phone then shows text at 11 pixels
SIDES = 2  # of the margins of a drawing that reaches both: it keeps clear of its card
LEFT, RIGHT, GAP = 52, WIDTH - MARGIN, 14  # where heads stand; between two of them


class Head(NamedTuple):
    """Where a head stands, what it holds of each array, and what it finds."""

    left: float
    right: float
    query: np.ndarray  # (d_head,)
    key: np.ndarray  # (n_keys, d_head)
    value: np.ndarray  # (n_keys, d_head)
    scores: np.ndarray  # (n_keys,)
    weights: np.ndarray  # (n_keys,)
    answer: np.ndarray  # (d_head,)
    color: str


def checked(
    query: Sequence[Sequence[float]], key: Sequence[Sequence[float]],
    value: Sequence[Sequence[float]], tokens: Sequence[str],
) -> list[np.ndarray]:  # fmt: skip
    """Return the three as arrays, or say what they may be."""
    given = {"query": query, "key": key, "value": value}
    arrays = [table(name, array, [FEATURES]) for name, array in given.items()]
    counts = {len(array) for array in arrays} | {len(tokens)}
    if len(counts) > 1 or not 2 <= len(tokens) <= MOST:
        rows = ", ".join(str(len(array)) for array in arrays)
        raise ValueError(
            f"query, key and value must have a row for each of 2 to {MOST} tokens; "
            f"got {rows} rows for {len(tokens)} tokens"
        )
    return arrays


def looked_up(arrays: Sequence[np.ndarray], row: int, n_heads: int) -> list[Head]:
    """Let each head look up with its piece of a row's query; give it its place."""
    wide = (RIGHT - LEFT - GAP * (n_heads - 1)) / n_heads
    heads = []
    for i in range(n_heads):
        query, key, value = (np.split(a, n_heads, axis=1)[i] for a in arrays)
        found = scaled_dot_product_attention(query[row : row + 1], key, value)
        left = LEFT + i * (wide + GAP)
        own = query[row], key, value
        made = found.scores[0], found.weights[0], found.output[0]
        heads.append(Head(left, left + wide, *own, *made, HEADS[i]))
    return heads


def merged(heads: Sequence[Head]) -> np.ndarray:
    """Return the heads' answers side by side."""
    return np.concatenate([head.answer for head in heads])


def mixer(w_o: Sequence[Sequence[float]]) -> np.ndarray:
    """Return W^O as an array, or say what it may be."""
    found = table("w_o", w_o, [FEATURES])
    if len(found) != FEATURES:
        raise ValueError(f"w_o must have {FEATURES} rows; got {len(found)}")
    return found


def taken(w_o: np.ndarray | None) -> list[str]:
    """Say what each column of W^O takes, such as 1 − 3, or "" where that is long."""
    if w_o is None:
        return [""] * FEATURES
    said = []
    for column in w_o.T:
        signs = {i: "−" if w < 0 else "+" for i, w in enumerate(column, 1) if w}
        terms = " ".join(f"{sign} {i}" for i, sign in signs.items()).removeprefix("+ ")
        if terms.isdecimal():
            terms = fill(_("no. {n}"), n=terms)
        is_short = len(signs) <= 2 and set(np.abs(column)) <= {0, 1}
        said.append(terms if is_short else "")
    return said


def short(scores: np.ndarray) -> list[str]:
    """Return scores with two decimals, or none where that is long."""
    return [written(score, 2 if abs(score) < 10 else 0) for score in scores]


def draw_names(
    sheet: Sheet, left: float, y: float, value_features: Sequence[str]
) -> float:
    """Name the numbers of an answer below it, if they have names; return the end."""
    for i, name in enumerate(value_features):
        if name:
            x = left + FOUND * (i + 0.5)
            sheet.text(x, y + 16, cut(name, FOUND), anchor="middle")
    return y + 20 if any(value_features) else y


def draw_uncut(
    sheet: Sheet, bar: float, y: float, uncut: np.ndarray, name: str
) -> float:
    """Write what one head finds, uncut; return the end."""
    left = bar - 2 * FOUND
    sheet.title(base(y), name, x=left - 8, anchor="end", bold=False)
    for i, text in enumerate(rounded(uncut)):
        sheet.text(left + FOUND * (i + 0.5), base(y), text, anchor="middle")
    return y + HEIGHT
