"""One query in a soft dictionary: every value comes, each as much as its key fits."""

from collections.abc import Sequence

import numpy as np

from ..kernels.attention import scaled_dot_product_attention
from ..words import fill
from ..words import translated as _
from ._cells import (
    CELL,
    HEIGHT,
    KEY,
    QUERY,
    VALUE,
    WEIGHTS,
    base,
    draw_band,
    draw_cells,
    draw_flow,
    named,
    table,
    told,
    written,
)
from ._drawing import Drawing, show
from ._room import cut
from ._strip import MOST
from ._svg import MARGIN, WIDTH, Sheet

KEYS, SCORES, BANDS, VALUES = 58, 190, 197, 256  # where each column begins, or ends
NOTES = 167  # where is said how numbers are computed
VALUE_CELL, OUTPUT_CELL = 34, 50
TRUNK, FULL = 359, 25  # where bands go down, at most; the width of the weight 1
ROW = 46


def soft_dictionary(
    query: Sequence[float], key: Sequence[Sequence[float]],
    value: Sequence[Sequence[float]], query_token: str, key_tokens: Sequence[str],
    value_features: Sequence[str], own: Sequence[float] | None = None,
) -> None:  # fmt: skip
    """Draw how one query meets 2 to 6 keys and fetches a mixture of their values.

    The query and its keys have 1 to 4 numbers, a value has 2. own is what the query's
    word knew before; with it, the drawing adds the output to that.
    """
    keys, values = table("key", key, range(1, 5)), table("value", value, [2])
    queries = table("query", [query], [keys.shape[1]])
    if not 2 <= len(keys) == len(values) <= MOST:
        raise ValueError(
            f"there must be 2 to {MOST} keys, each with a value; "
            f"got {len(keys)} keys, {len(values)} values"
        )
    named(key_tokens, len(keys), "keys")
    named(value_features, 2, "features of a value")
    output, weights, scores = scaled_dot_product_attention(queries, keys, values)

    sheet = Sheet()
    top = draw_query(sheet, queries[0], query_token, len(keys))
    rows = [top + ROW * (i + 0.5) for i in range(len(keys))]
    bottom = top + ROW * len(keys) + 22
    draw_heads(sheet, top - 6, keys.shape[1], value_features)
    ends = VALUES + 2 * VALUE_CELL
    draw_flow(sheet, ends, TRUNK, rows, weights[0], FULL, bottom)
    for i, y in enumerate(rows):
        above = y - HEIGHT / 2
        sheet.text(MARGIN, base(above), cut(key_tokens[i], KEYS - MARGIN - 6))
        draw_cells(sheet, KEYS, above, told(keys[i]), KEY)
        sheet.text(SCORES, base(above), written(scores[0, i], 2), anchor="end")
        draw_band(sheet, BANDS, VALUES, y, weights[0, i], FULL, 4, WEIGHTS)
        draw_cells(sheet, VALUES, above, told(values[i]), VALUE, cell=VALUE_CELL)
    fetched = [written(n, 4) for n in output[0]]
    said = fill(_("output of {token}"), token=query_token)
    draw_output(sheet, bottom, fetched, said)
    end = bottom + HEIGHT
    if own is not None:
        before = table("own", [own], [2])[0]
        now = [written(n, 4) for n in before + output[0]]
        said = fill(_("+ what {token} knew before"), token=query_token)
        draw_output(sheet, end + 6, told(before), said, "ink")
        left, y = WIDTH - MARGIN - 2 * OUTPUT_CELL, end + HEIGHT + 12
        sheet.line(left, y, WIDTH - MARGIN, y, color="ink")
        said = fill(_("= what {token} knows now"), token=query_token)
        draw_output(sheet, end + HEIGHT + 18, now, said, "ink")
        end += 2 * HEIGHT + 18
    for i, name in enumerate(value_features):
        x = WIDTH - MARGIN - OUTPUT_CELL * (1.5 - i)
        sheet.text(x, end + 16, cut(name, OUTPUT_CELL), anchor="middle")

    each = zip(key_tokens, keys, scores[0], weights[0], values, strict=True)
    named_output = zip(value_features, fetched, strict=True)
    label = fill(
        _("The query of {token}, {query}, meets {n} keys. {each}. Output: {output}."),
        token=query_token,
        query=" ".join(told(queries[0])),
        n=str(len(keys)),
        each="; ".join(described(*one) for one in each),
        output=", ".join(" ".join(pair) for pair in named_output),
    )
    if own is not None:
        known = fill(
            _("{token} knew {before} before, and knows {now} now."),
            token=query_token, before=" ".join(told(before)), now=" ".join(now),
        )  # fmt: skip
        label = f"{label} {known}"
    show(Drawing(sheet, end + 18 + MARGIN, label))


def described(
    token: str, key: np.ndarray, score: float, weight: float, value: np.ndarray
) -> str:
    """Say in words what is drawn for a key, with its numbers."""
    return fill(
        _("{token}: key {key}, score {score}, weight {weight}, value {value}"),
        token=token,
        key=" ".join(told(key)),
        score=written(score, 2),
        weight=f"{weight:.4f}",
        value=" ".join(told(value)),
    )


def draw_query(sheet: Sheet, query: np.ndarray, token: str, n_keys: int) -> float:
    """Draw the query, which goes down through its keys; return where they begin."""
    sheet.title(24, fill(_("query of {token}"), token=token), color=QUERY)
    top = 32 + HEIGHT + 52
    down = top + ROW * (n_keys - 0.5) - 32
    sheet.rectangle(KEYS, 32, CELL * len(query), down, QUERY, opacity=0.1)
    draw_cells(sheet, KEYS, 32, told(query), QUERY)
    sheet.text(NOTES, 42, fill(_("score = query · key / √{n}"), n=str(len(query))))
    sheet.text(NOTES, 60, _("weights = softmax(scores)"))
    return top


def draw_heads(
    sheet: Sheet, y: float, width: int, value_features: Sequence[str]
) -> None:
    """Name the columns, and each number of a value."""
    key, middle = KEYS + width * CELL / 2, VALUES + VALUE_CELL
    sheet.text(key, y, _("key"), anchor="middle", bold=True, color=KEY)
    sheet.text(SCORES, y, _("score"), anchor="end", bold=True)
    sheet.text((BANDS + VALUES) / 2, y, _("weight"), anchor="middle", bold=True)
    sheet.text(middle, y - 17, _("value"), anchor="middle", bold=True, color=VALUE)
    for i, name in enumerate(value_features):
        x = VALUES + VALUE_CELL * (i + 0.5)
        sheet.text(x, y, cut(name, VALUE_CELL), anchor="middle")


def draw_output(
    sheet: Sheet, y: float, numbers: Sequence[str], said: str, color: str = VALUE
) -> None:
    """Draw a row below the keys, with what it is at its left."""
    left = WIDTH - MARGIN - 2 * OUTPUT_CELL
    draw_cells(sheet, left, y, numbers, color, cell=OUTPUT_CELL)
    said = cut(said, left - 8 - MARGIN)
    sheet.text(left - 8, base(y), said, anchor="end", bold=True, color=color)
