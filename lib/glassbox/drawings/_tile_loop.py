"""Attention tile by tile: where the loop is, what the chip holds, what it keeps."""

from ..words import fill
from ..words import translated as _
from ._bytes_moved import decimal
from ._cells import KEY, QUERY, VALUE, WEIGHTS
from ._drawing import Drawing, show
from ._heads import CROPPED
from ._room import width
from ._svg import MARGIN, SIZE, WIDTH, Sheet

SIDE, STRIP, GAP = 208, 9, 4  # the scores; an array beside them; between the two
LEFT = MARGIN + 38  # the scores' left edge
LINE = SIZE + 6  # from one base line to the next
MOST = 64  # tiles along a side: more can't be told apart


def tile_loop(
    n_tokens: int, d_head: int, *,
    query_block: int, key_block: int, at: tuple[int, int], n_bytes: int = 2,
) -> None:  # fmt: skip
    """Draw the scores of one head as tiles, and what the chip holds of one of them.

    at is the tile's row and column, counted from 0: the tiles above it and to its left
    are done, and only the maximum, sum and output of its queries are left of them.
    """
    n_rows, n_columns = (count(n_tokens, size) for size in (query_block, key_block))
    row, column = at
    if not (0 <= row < n_rows and 0 <= column < n_columns):
        raise ValueError(f"at must lie in {n_rows} × {n_columns} tiles; got {at}")
    if d_head < 1 or n_bytes < 1:
        raise ValueError(
            f"d_head and n_bytes must be at least 1; got {d_head} and {n_bytes}"
        )
    sheet, x, y = Sheet(), LEFT, MARGIN + SIZE
    title = fill(_("one head’s {n} × {n} scores, tile by tile"), n=f"{n_tokens:,}")
    sheet.text(WIDTH / 2, y, title, anchor="middle", bold=True)
    y += LINE + 3
    keys = fill(_("keys, values: {n} blocks of {size}"), n=n_columns, size=key_block)
    sheet.text(x, y, keys)
    top = y + 8 + 2 * (STRIP + GAP)
    for i, (name, color) in enumerate((("K", KEY), ("V", VALUE))):
        strip = y + 8 + (STRIP + GAP) * i
        sheet.text(x - 6, strip + STRIP, name, anchor="end", color=color, bold=True)
        draw_strip(sheet, (x, strip, SIDE, STRIP), n_columns, column, color)
    left = x - GAP - STRIP
    sheet.text(left - 6, top + SIZE, "Q", anchor="end", color=QUERY, bold=True)
    draw_strip(sheet, (left, top, STRIP, SIDE), n_rows, row, QUERY)
    draw_scores(sheet, x, top, (n_rows, n_columns), at)
    middle = top + SIDE * (row + 0.5) / n_rows
    draw_kept(sheet, x + SIDE + 10, middle, SIDE / n_rows, query_block)
    draw_written(sheet, WIDTH - MARGIN - STRIP, top, n_rows, row)
    y = top + SIDE + LINE
    queries = fill(_("queries: {n} blocks of {size}"), n=n_rows, size=query_block)
    sheet.text(x, y, queries)
    held = held_on_chip(d_head, query_block, key_block, n_bytes)
    y = draw_held(sheet, y + LINE + 4, held)
    total = fill(_("together {size} KiB"), size=kib(sum(size for *_, size in held)))
    sheet.text(WIDTH - MARGIN, y, total, anchor="end", bold=True)
    form = _(
        "The {n} × {n} scores of one head as {rows} × {columns} tiles of {high} "
        "queries × {wide} keys. The tile in row {row}, column {column} is on the chip. "
        "Tiles to its left are forgotten: their queries keep a running maximum m, sum "
        "s and output o. Outputs of the rows above are written; what is below and to "
        "the right comes later. On the chip: {held}; {total}."
    )
    each = "; ".join(f"{words}, {kib(size)} KiB" for _, words, size in held)
    label = fill(
        form, n=f"{n_tokens:,}", rows=str(n_rows), columns=str(n_columns),
        high=str(query_block), wide=str(key_block), row=str(row + 1),
        column=str(column + 1), held=each, total=total,
    )  # fmt: skip
    show(Drawing(sheet, y + MARGIN, label, cropped=CROPPED))


def count(n: int, size: int) -> int:
    """Return how many blocks of a size n tokens make, or say what it may be."""
    if not 1 <= size <= n or n % size or n // size > MOST:
        raise ValueError(
            f"a block must divide {n} tokens into at most {MOST}; got {size}"
        )
    return n // size


def held_on_chip(
    d_head: int, query_block: int, key_block: int, n_bytes: int
) -> list[tuple[str, str, int]]:
    """List what the chip holds of one tile: color, name with shape, bytes."""
    q, k, d = query_block, key_block, d_head
    arrays = (
        (QUERY, f"Q: {q} × {d}", q * d),
        (KEY, f"K: {k} × {d}", k * d),
        (VALUE, f"V: {k} × {d}", k * d),
        (WEIGHTS, fill(_("scores: {q} × {k}"), q=q, k=k), q * k),
        (VALUE, f"m, s, o: {q} × (1 + 1 + {d})", q * (2 + d)),
    )
    return [(color, words, size * n_bytes) for color, words, size in arrays]


def kib(n_bytes: int) -> str:
    """Return bytes in KiB, with at most two decimals."""
    return decimal(n_bytes / 1024, 2)


def draw_strip(
    sheet: Sheet, place: tuple[float, float, float, float], n: int, now: int, color: str
) -> None:
    """Draw an array beside the scores, cut into n blocks; the one that is here is full.

    place is its left, its top, its width and its height: it is cut along the longer.
    """
    x, y, wide, high = place
    sheet.rectangle(x, y, wide, high, color, opacity=0.16)
    if wide > high:
        sheet.rectangle(x + wide * now / n, y, wide / n, high, color)
    else:
        sheet.rectangle(x, y + high * now / n, wide, high / n, color)


def draw_scores(
    sheet: Sheet, x: float, y: float, shape: tuple[int, int], at: tuple[int, int]
) -> None:
    """Draw the scores: tiles that are done, the one that is here, and those to come."""
    (rows, columns), (row, column) = shape, at
    high, wide = SIDE / rows, SIDE / columns
    sheet.rectangle(x, y, SIDE, row * high, "grid", opacity=0.6)
    sheet.rectangle(x, y + row * high, column * wide, high, "grid", opacity=0.6)
    for i in range(rows + 1):
        sheet.line(x, y + i * high, x + SIDE, y + i * high, color="grid")
    for i in range(columns + 1):
        sheet.line(x + i * wide, y, x + i * wide, y + SIDE, color="grid")
    left, top = x + column * wide, y + row * high
    sheet.rectangle(left, top, wide, high, WEIGHTS)
    middle, tail = top + high / 2, left + wide + 2
    sheet.line(tail, middle, tail + 14, middle, color="ink")
    tip = [(tail + 12, middle - 4), (tail + 20, middle), (tail + 12, middle + 4)]
    sheet.shape(tip, "ink")
    for said, part, where in (
        (_("done, forgotten"), row, y + row * high / 2),
        (_("still to come"), rows - row - 1, (top + high + y + SIDE) / 2),
    ):
        if part * high > 2 * SIZE:
            room = width(said) + 8
            label = x + (SIDE - room) / 2, where - LINE / 2, room, LINE
            sheet.rectangle(*label, "ground")  # no lines behind the words
            sheet.text(x + SIDE / 2, where + 0.33 * SIZE, said, anchor="middle")


def draw_kept(sheet: Sheet, x: float, y: float, high: float, queries: int) -> None:
    """Draw the maximum, the sum and the output that each query of the row keeps."""
    top = y - high / 2
    for name, wide in (("m", 11), ("s", 11), ("o", 34)):
        sheet.text(x + wide / 2, top - 5, name, anchor="middle", bold=True)
        sheet.rectangle(x, top, wide, high, VALUE)
        x += wide + GAP
    left = x - 56 - 3 * GAP
    words = [_("kept for each"), fill(_("of {n} queries"), n=queries)]
    for i, said in enumerate(words):
        sheet.text(left, top + high + LINE * (i + 1) - 3, said)


def draw_written(sheet: Sheet, x: float, y: float, rows: int, done: int) -> None:
    """Draw the output, of which the rows above are written."""
    sheet.text(x + STRIP, y - 6, _("output"), anchor="end", color=VALUE, bold=True)
    sheet.rectangle(x, y, STRIP, SIDE, VALUE, opacity=0.16)
    sheet.rectangle(x, y, STRIP, SIDE * done / rows, VALUE)


def draw_held(sheet: Sheet, y: float, held: list[tuple[str, str, int]]) -> float:
    """List what the chip holds, with its bytes; return where the total goes."""
    high = LINE * (len(held) + 2) + 6
    sheet.rectangle(
        MARGIN - 4, y - SIZE - 5, WIDTH - 2 * MARGIN + 8, high, "grid", opacity=0.6
    )
    sheet.text(MARGIN, y, _("on the chip now"), bold=True)
    for color, words, size in held:
        y += LINE
        sheet.rectangle(MARGIN, y - 10, 10, 10, color)
        sheet.text(MARGIN + 18, y, words)
        sheet.text(WIDTH - MARGIN, y, f"{kib(size)} KiB", anchor="end")
    return y + LINE
