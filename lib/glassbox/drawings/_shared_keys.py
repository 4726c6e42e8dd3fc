"""Query heads over their key–value heads: one each, one for a group, one for all."""

from collections.abc import Sequence

from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, KEY, QUERY, VALUE, draw_cells
from ._drawing import Drawing, show
from ._heads import CROPPED
from ._svg import MARGIN, SIZE, WIDTH, Sheet

MOST = 8  # query heads, and panels of half as many
ASKS, KEPT = 30, 21  # how wide a query's cell is, and a key's or a value's
PAD, JOIN, GAP = 6, 26, 16  # around a group; from queries to keys; between panels
DIGITS = "₀₁₂₃₄₅₆₇"


def shared_keys(n_heads: int, n_key_value_heads: Sequence[int], *, d_head: int) -> None:
    """Draw which key–value head each query head reads: a panel for each way to share.

    Query head h reads key–value head h // (n_heads / n_key_value_heads), counted from
    0, and below a panel stands how many numbers of a token a layer's cache keeps.
    """
    if not 2 <= n_heads <= MOST:
        raise ValueError(f"n_heads must be 2 to {MOST}; got {n_heads}")
    if not 1 <= len(n_key_value_heads) <= MOST // 2:
        raise ValueError(
            f"n_key_value_heads must be 1 to {MOST // 2} numbers; "
            f"got {len(n_key_value_heads)}"
        )
    for count in n_key_value_heads:
        if count < 1 or n_heads % count:
            raise ValueError(
                f"n_key_value_heads must divide n_heads, {n_heads}; got {count}"
            )
    if d_head < 1:
        raise ValueError(f"d_head must be at least 1; got {d_head}")
    sheet, y, each = Sheet(), MARGIN + SIZE, []
    kept = _("What a layer’s cache keeps of each token:")
    sheet.text(MARGIN, y, kept, bold=True)
    y += SIZE + 5
    sheet.text(MARGIN, y, _("2 (key and value) × key–value heads × d_head"))
    y += GAP
    for count in n_key_value_heads:
        y = draw_panel(sheet, y, n_heads, count, d_head) + GAP
        each.append(described(n_heads, count, d_head))
    form = _(
        "Ways to share keys and values among {n} query heads. The cache of a layer "
        "keeps 2 × key–value heads × d_head numbers of each token. {each}"
    )
    label = fill(form, n=str(n_heads), each=" ".join(each))
    show(Drawing(sheet, y - GAP + MARGIN, label, cropped=CROPPED))


def draw_panel(sheet: Sheet, y: float, n_heads: int, count: int, d_head: int) -> float:
    """Draw query heads above their key–value heads, group by group; return the end."""
    sheet.text(MARGIN, y + SIZE, name(n_heads, count), bold=True)
    right = WIDTH - MARGIN
    sheet.text(right, y + SIZE, heads(count), anchor="end")
    top = y + SIZE + 7
    asks, keeps = top + PAD, top + PAD + HEIGHT + JOIN
    pitch, size = (right - MARGIN) / n_heads, n_heads // count
    for group in range(count):
        left = MARGIN + pitch * size * group
        wide, high = pitch * size - 3, keeps + HEIGHT + PAD - top
        sheet.rectangle(left + 1.5, top, wide, high, "grid", opacity=0.6)
        middle = left + pitch * size / 2
        for head in range(group * size, (group + 1) * size):
            x = MARGIN + pitch * (head + 0.5)
            sheet.line(x, asks + HEIGHT, middle, keeps, color="ink")
            said = [f"q{DIGITS[head]}"]
            draw_cells(sheet, x - ASKS / 2, asks, said, QUERY, cell=ASKS)
        draw_cells(sheet, middle - KEPT, keeps, [f"k{DIGITS[group]}"], KEY, cell=KEPT)
        draw_cells(sheet, middle, keeps, [f"v{DIGITS[group]}"], VALUE, cell=KEPT)
    end = keeps + HEIGHT + PAD + SIZE + 5
    sheet.text(MARGIN, end, product(count, d_head), bold=True)
    if size > 1:
        sheet.text(right, end, fewer(size), anchor="end")
    return end


def name(n_heads: int, count: int) -> str:
    """Return what attention with so many key–value heads is called."""
    if count == n_heads:
        return _("multi-head")
    return _("multi-query") if count == 1 else _("grouped-query")


def heads(count: int) -> str:
    """Say how many key–value heads there are."""
    if count == 1:
        return _("1 key–value head")
    return fill(_("{n} key–value heads"), n=str(count))


def product(count: int, d_head: int) -> str:
    """Write out how many numbers of a token the cache keeps."""
    kept = f"{2 * count * d_head:,}"
    form = _("2 × {n} × {d_head} = {kept} numbers")
    return fill(form, n=str(count), d_head=str(d_head), kept=kept)


def fewer(size: int) -> str:
    """Say how many times fewer numbers are kept where so many heads share."""
    return fill(_("{n} times fewer"), n=str(size))


def described(n_heads: int, count: int, d_head: int) -> str:
    """Say in words what a panel shows."""
    size, said = n_heads // count, name(n_heads, count)
    values = {"name": said[0].upper() + said[1:], "heads": heads(count)}
    values["size"], values["product"] = str(size), product(count, d_head)
    if size == 1:
        form = _("{name}: {heads}, one for each query head; {product}.")
        return fill(form, **values)
    form = _("{name}: {heads}, each read by {size} query heads; {product}, {fewer}.")
    return fill(form, **values, fewer=fewer(size))
