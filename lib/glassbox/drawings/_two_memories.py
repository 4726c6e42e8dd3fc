"""What moves between a GPU's two memories for one attention: plain, and in blocks."""

from collections.abc import Sequence

from ..words import fill
from ..words import translated as _
from ._bytes_moved import Move, decimal, moves, sized, unit_of
from ._cells import LEAST
from ._drawing import Drawing, show
from ._heads import CROPPED
from ._svg import MARGIN, SIZE, WIDTH, Sheet

SIDE, ROW, GAP = 46, 23, 10  # a table of n × n; an arrow's row; between two tables
LEFT, CHIP = MARGIN + 112, WIDTH - MARGIN - 87  # GPU memory's right, the chip's left
MIDDLE = (LEFT + CHIP) / 2
FULL, TIP = 18, 8  # how thick the thickest arrow is; how long its tip
MOST = 99_999  # tokens: more have no room beside their table
STEPS = ("QKᵀ / √d", "softmax", "× V")


def two_memories(
    n_tokens: int, d_head: int, *, n_bytes: int = 2, query_block: int = 256
) -> None:
    """Draw what one head's attention reads from GPU memory and writes to it.

    Plain, the n × n scores and weights are written and read back. In blocks they stay
    on the chip, and keys and values are read once for each block of queries. Arrows are
    as thick as their bytes, tables as wide as their columns.
    """
    if d_head < 1 or n_bytes < 1:
        raise ValueError(
            f"d_head and n_bytes must be at least 1; got {d_head} and {n_bytes}"
        )
    if not 2 * d_head <= n_tokens <= MOST:
        raise ValueError(
            f"n_tokens must be from {2 * d_head}, twice d_head, to {MOST}; "
            f"got {n_tokens}"
        )
    if not 1 <= query_block <= n_tokens:
        raise ValueError(
            f"query_block must be 1 to n_tokens, {n_tokens}; got {query_block}"
        )
    plain = moves(n_tokens, d_head, n_bytes)
    blocks = moves(n_tokens, d_head, n_bytes, query_block)
    thick = FULL / max(move.total for move in plain + blocks)
    power = unit_of(min(move.size for move in plain))
    sheet, y, each = Sheet(), MARGIN + SIZE, []
    for x, end, words, more in (
        (MARGIN, "start", _("GPU memory (HBM)"), _("large, slow")),
        (WIDTH - MARGIN, "end", _("on the chip"), _("small, fast")),
    ):
        sheet.text(x, y, words, anchor=end, bold=True)
        sheet.text(x, y + SIZE + 4, more, anchor=end)
    y += SIZE + 10
    title = fill(_("queries in blocks of {n}"), n=f"{query_block:,}")
    count = blocks_of(n_tokens, query_block, blocks[1].times)
    before = sized(sum(move.total for move in plain), power)
    forms = (_("together {size}"), _("together {size} instead of {before}"))
    panels = zip((_("plain"), title), (plain, blocks), ("", count), forms, strict=True)
    for name, moved, more, form in panels:
        y = draw_panel(sheet, y, name, more, moved, thick, power, (n_tokens, d_head))
        said = sized(sum(move.total for move in moved), power)
        said = fill(form, size=said, before=before)
        sheet.text(MIDDLE, y, said, anchor="middle", bold=True)
        y += GAP + 4
        told = " ".join(filter(None, (name, more and f"({more})")))
        each.append(described(told, moved, power, said))
    form = _(
        "What the attention of one head over {n} tokens, d = {d}, moves between the "
        "GPU’s large, slow memory and the small, fast one on the chip. {each} In "
        "blocks, the scores and weights, {n} × {n}, never leave the chip, which keeps "
        "a running maximum, sum and output of each query."
    )
    label = fill(form, n=f"{n_tokens:,}", d=str(d_head), each=" ".join(each))
    show(Drawing(sheet, y - GAP - 4 + MARGIN, label, cropped=CROPPED))


def blocks_of(n: int, size: int, times: int) -> str:
    """Say how many blocks of queries there are: each fetches all keys and values."""
    form = _("{n} / {size} = {times} times all of K and V")
    if n % size:
        form = _("{n} / {size}, rounded up: {times} times all of K and V")
    return fill(form, n=f"{n:,}", size=f"{size:,}", times=f"{times:,}")


def draw_panel(
    sheet: Sheet, y: float, title: str, more: str, moved: Sequence[Move], thick: float,
    power: int, shape: tuple[int, int],
) -> float:  # fmt: skip
    """Draw both memories, what they hold and what moves; return the last base line."""
    is_plain = len(moved) > 4
    sheet.text(MIDDLE, y + SIZE, title, anchor="middle", bold=True)
    if more:
        y += SIZE + 4
        sheet.text(MIDDLE, y + SIZE, more, anchor="middle")
    top, n_tables = y + SIZE + 8, 4 if is_plain else 3
    high = (SIDE + GAP) * n_tables
    for x, right in ((MARGIN, LEFT), (CHIP, WIDTH - MARGIN)):
        sheet.rectangle(x, top, right - x, high, "grid", opacity=0.6)
    starts = [top + GAP / 2 + (SIDE + GAP) * i for i in range(n_tables)]
    rows = [start + ROW * (i + 0.5) for start in starts for i in range(2)]
    draw_narrow(sheet, starts[0], moved[:2], shape)
    draw_narrow(sheet, starts[-1], moved[-2:], shape)
    for start, move in zip(starts[1:-1], moved[2:-2:2] or [None], strict=True):
        draw_square(sheet, start, move, shape[0])
    if is_plain:
        for step, (first, last) in zip(STEPS, ((0, 2), (3, 4), (5, 7)), strict=True):
            draw_chip(sheet, rows[first], rows[last], [step])
    else:
        running = [_("running"), _("maximum,"), _("sum, output")]
        draw_chip(sheet, rows[0], rows[-1], [_("each block:"), *STEPS, "", *running])
        middle, rows = starts[1] + SIDE / 2, rows[:2] + rows[4:]
        for y, said in (
            (middle - 4, _("scores and weights")),
            (middle + SIZE, _("are never written")),
        ):
            sheet.text(MIDDLE, y, said, anchor="middle")
    for row, move in zip(rows, moved, strict=True):
        draw_move(sheet, row, move, thick, power)
    return top + high + SIZE + 5


def draw_narrow(
    sheet: Sheet, y: float, pair: Sequence[Move], shape: tuple[int, int]
) -> None:
    """Draw two tables of n × d side by side, on the scale of the n × n one."""
    n, d = shape
    wide = max(SIDE * d / n, LEAST)
    for i, move in enumerate(pair):
        middle = MARGIN + 6 + SIDE * (i + 0.5) / 2
        sheet.rectangle(middle - wide / 2, y, wide, SIDE, move.color)
    draw_shape(sheet, y, n, d)


def draw_square(sheet: Sheet, y: float, move: Move | None, n: int) -> None:
    """Draw a table of n × n, or with dashes one that isn't there."""
    x = MARGIN + 6
    if move:
        sheet.rectangle(x, y, SIDE, SIDE, move.color, opacity=0.5)
    else:
        right, below = x + SIDE, y + SIDE
        corners = [(x, y), (right, y), (right, below), (x, below), (x, y)]
        for one, other in zip(corners, corners[1:], strict=False):
            sheet.line(*one, *other, dashes="4 3")
    draw_shape(sheet, y, n, n)


def draw_shape(sheet: Sheet, y: float, n: int, columns: int) -> None:
    """Write a table's shape beside it, in two lines."""
    for i, said in enumerate((f"{n:,} ×", f"{columns:,}")):
        sheet.text(MARGIN + SIDE + 11, y + SIDE / 2 - 3 + (SIZE + 3) * i, said)


def draw_chip(sheet: Sheet, first: float, last: float, words: Sequence[str]) -> None:
    """Draw what the chip computes, from the first arrow's row to the last's."""
    x, right, y = CHIP + 4, WIDTH - MARGIN - 4, first - ROW / 2 + 2
    sheet.rectangle(x, y, right - x, last - first + ROW - 4, "ground")
    base = (first + last) / 2 + 0.33 * SIZE - (SIZE + 4) * (len(words) - 1) / 2
    for i, said in enumerate(words):
        if said:
            sheet.text((x + right) / 2, base + (SIZE + 4) * i, said, anchor="middle")


def draw_move(sheet: Sheet, y: float, move: Move, thick: float, power: int) -> None:
    """Draw an arrow as thick as its bytes, and write them in it or above it."""
    high = max(move.total * thick, LEAST)
    left, right = LEFT + 4, CHIP - 4
    tail, tip = (left, right) if move.is_read else (right, left)
    neck = tip - TIP if move.is_read else tip + TIP
    is_thick = high >= SIZE + 4
    y = y if is_thick else y + 6
    half, wing = high / 2, max(high / 2 + 2, 4)
    upper = [(tail, y - half), (neck, y - half), (neck, y - wing), (tip, y)]
    lower = [(x, 2 * y - at) for x, at in reversed(upper[:3])]
    sheet.shape(upper + lower, move.color)
    where = y + 0.33 * SIZE if is_thick else y - half - 4
    color = "ground" if is_thick else "ink"
    sheet.text(MIDDLE, where, told(move, power), anchor="middle", color=color)


def told(move: Move, power: int) -> str:
    """Say how many bytes an array moves."""
    name, said = move.name, sized(move.total, power)
    if move.times > 1:
        one, times = move.size / 1024**power, f"{move.times:,}"
        if one == round(one, 2) and move.total / 1024**power < 1000:
            said = f"{times} × {decimal(one, 2)} = {said}"
        else:  # a product that rounding would make wrong, or long
            name = f"{times} × {name}"
    return f"{name}: {said}"


def described(title: str, moved: Sequence[Move], power: int, total: str) -> str:
    """Say in words what a panel shows."""
    form = {True: _("{move} read"), False: _("{move} written")}
    each = [fill(form[move.is_read], move=told(move, power)) for move in moved]
    return f"{title[0].upper()}{title[1:]}: {', '.join(each)}; {total}."
