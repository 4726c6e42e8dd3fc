"""All lookups in one line: each array as a box of numbers, with its shape below it."""

from collections.abc import Sequence

import numpy as np

from ..kernels.attention import scaled_dot_product_attention
from ..words import fill
from ..words import translated as _
from ._cells import (
    HEIGHT,
    KEY,
    QUERY,
    VALUE,
    WEIGHTS,
    base,
    draw_cells,
    named,
    rounded,
    table,
    told,
)
from ._drawing import Drawing, show
from ._room import cut, width
from ._strip import MOST
from ._svg import MARGIN, SIZE, Sheet

GIVEN, PRODUCT, WEIGHT, FOUND = 16, 27, 32, 33  # how wide a number's cell is
LEFT, GAP, ARROW = 48, 5, 22
NAMES = SIZE + 4  # how high a line of columns' names is
TOP = MARGIN + SIZE + 6


def lookups_at_once(
    query: Sequence[Sequence[float]], key: Sequence[Sequence[float]],
    value: Sequence[Sequence[float]], tokens: Sequence[str],
    key_tokens: Sequence[str], value_features: Sequence[str],
) -> None:  # fmt: skip
    """Draw Q K^T and, by its side, weights times V: a number stands where two meet.

    1 to 6 queries of 1 to 4 numbers, named by tokens; 2 or 3 keys; values of 2 numbers,
    named by value_features.
    """
    keys, values = table("key", key, range(1, 5)), table("value", value, [2])
    queries = table("query", query, [keys.shape[1]])
    if not 2 <= len(keys) == len(values) <= 3 or not 1 <= len(queries) <= MOST:
        raise ValueError(
            f"there must be 1 to {MOST} queries, and 2 or 3 keys, each with a value; "
            f"got {len(queries)} queries, {len(keys)} keys, {len(values)} values"
        )
    named(tokens, len(queries), "queries")
    named(key_tokens, len(keys), "keys")
    named(value_features, 2, "features of a value")
    found = scaled_dot_product_attention(queries, keys, values)
    (n, d_k), m = queries.shape, len(keys)

    sheet = Sheet()
    middle = TOP + NAMES + HEIGHT * max(d_k, m) + GAP  # where the queries' rows begin
    products = LEFT + GIVEN * d_k + GAP
    weights = products + PRODUCT * m + ARROW
    outputs = weights + WEIGHT * m + GAP
    above = middle - GAP
    draw_box(sheet, products, above - HEIGHT * d_k, keys.T, PRODUCT, KEY)
    draw_box(sheet, outputs, above - HEIGHT * m, values, FOUND, VALUE)
    for x, wide, name, rows, color in (
        (products, PRODUCT * m, "Kᵀ", d_k, KEY), (outputs, FOUND * 2, "V", m, VALUE),
    ):  # fmt: skip
        shape = (d_k, m) if name != "V" else values.shape
        said = f"{name}  {shape[0]} × {shape[1]}"
        y = above - HEIGHT * rows - 6 - NAMES
        sheet.text(x + wide / 2, y, said, anchor="middle", bold=True, color=color)
    draw_names(sheet, products, above - HEIGHT * d_k - 6, key_tokens, PRODUCT, KEY)
    draw_names(sheet, outputs, above - HEIGHT * m - 6, value_features, FOUND, VALUE)
    steps, start = [fill(_("÷ √{n},"), n=f"{d_k}"), _("softmax")], weights - ARROW + 4
    for i, step in enumerate(steps):
        sheet.text(start, middle - 8 - (SIZE + 4) * (1 - i), step)
    room = outputs - 5 - start - max(map(width, steps)) - 4
    for i, token in enumerate(key_tokens):
        y = base(above - HEIGHT * (m - i))
        sheet.text(outputs - 5, y, cut(token, room), anchor="end", color=KEY)
    for i, token in enumerate(tokens):
        y = base(middle + HEIGHT * i)
        sheet.text(LEFT - 6, y, cut(token, LEFT - 8), anchor="end", color=QUERY)
    draw_box(sheet, LEFT, middle, queries, GIVEN, QUERY)
    draw_box(sheet, products, middle, queries @ keys.T, PRODUCT, "ink")
    draw_box(sheet, weights, middle, found.weights, WEIGHT, WEIGHTS, rounded)
    draw_box(sheet, outputs, middle, found.output, FOUND, VALUE, rounded)
    draw_arrow(sheet, weights - ARROW, middle + HEIGHT * n / 2)
    below = middle + HEIGHT * n + SIZE + 5
    draw_names(sheet, weights, below, key_tokens, WEIGHT, KEY)
    draw_names(sheet, outputs, below, value_features, FOUND, VALUE)
    below += NAMES
    for x, wide, name, columns, color in (
        (LEFT, GIVEN * d_k, "Q", d_k, QUERY), (products, PRODUCT * m, "QKᵀ", m, "ink"),
        (weights, WEIGHT * m, _("weights"), m, WEIGHTS),
        (outputs, FOUND * 2, _("output"), 2, VALUE),
    ):  # fmt: skip
        at, shape = x + wide / 2, f"{n} × {columns}"
        sheet.text(at, below, name, anchor="middle", bold=True, color=color)
        sheet.text(at, below + SIZE + 4, shape, anchor="middle")
    label = fill(
        _("Q, {n} × {d}, times Kᵀ, {d} × {m}, gives {n} × {m} dot products. {each}."),
        **{"n": str(n), "d": str(d_k), "m": str(m)},
        each="; ".join(
            described(token, product, weight, output)
            for token, product, weight, output in zip(
                tokens, queries @ keys.T, found.weights, found.output, strict=True
            )
        ),
    )
    show(Drawing(sheet, below + SIZE + 4 + MARGIN, label))


def described(
    token: str, products: np.ndarray, weights: np.ndarray, output: np.ndarray
) -> str:
    """Say in words what becomes of a query."""
    return fill(
        _("{token}: dot products {products}, weights {weights}, output {output}"),
        token=token,
        products=" ".join(told(products)),
        weights=" ".join(rounded(weights)),
        output=" ".join(rounded(output)),
    )


def draw_box(
    sheet: Sheet, x: float, y: float, rows: np.ndarray, cell: float, color: str,
    write: object = told,
) -> None:  # fmt: skip
    """Draw a matrix, one row of cells below the other."""
    for i, row in enumerate(rows):
        draw_cells(sheet, x, y + HEIGHT * i, write(row), color, cell=cell)


def draw_names(
    sheet: Sheet, x: float, y: float, names: Sequence[str], cell: float, color: str
) -> None:
    """Name the columns of a matrix."""
    for i, name in enumerate(names):
        middle = x + cell * (i + 0.5)
        sheet.text(middle, y, cut(name, cell), anchor="middle", color=color)


def draw_arrow(sheet: Sheet, x: float, y: float) -> None:
    """Draw the arrow from the dot products to the weights."""
    sheet.line(x + 3, y, x + ARROW - 8, y, color="ink")
    end = x + ARROW - 3
    sheet.shape([(end - 6, y - 4), (end, y), (end - 6, y + 4)], "ink")
