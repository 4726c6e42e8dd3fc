"""A table of addresses, cut into heads: reshaped, then transposed, or wrongly not."""

from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, base, draw_cells
from ._drawing import Drawing, show
from ._heads import CROPPED, HEADS
from ._svg import MARGIN, SIZE, Sheet

CELL, LINE, GAP = 28, HEIGHT + 4, 12  # a cell; a token's row; between two pieces
LEFT, RIGHT = 68, 220  # of the numbers on the left, and of all on the right
ABOVE, BELOW = 2 * SIZE + 18, 18  # for a panel's two lines of words; below a panel
NAMED, APART = 20, 10  # above a head's table, for its name; between two heads
MOST = 4  # tokens
FEATURES = 4  # at most: wider tables would leave no room for the second column

Rows = list[tuple[int, int]]  # of a head: (token, the head whose piece it is)


def heads_apart(n_tokens: int, n_features: int, n_heads: int) -> None:
    """Draw where reshape and transpose bring each number, in the color of its head.

    In the table 23 is token 2, feature 3: at most 4 tokens of 4 features. Beside the
    heads stands what a reshape alone, without the transpose, would put in them.
    """
    if not 1 <= n_tokens <= MOST:
        raise ValueError(f"n_tokens must be from 1 to {MOST}; got {n_tokens}")
    if not 2 <= n_heads <= len(HEADS):
        raise ValueError(f"n_heads must be from 2 to {len(HEADS)}; got {n_heads}")
    if not n_heads <= n_features <= FEATURES or n_features % n_heads:
        raise ValueError(
            f"n_features must be at most {FEATURES} and a multiple of {n_heads}; "
            f"got {n_features}"
        )
    d_head = n_features // n_heads
    flat, apart = f"({n_tokens}, {n_features})", f"({n_tokens}, {n_heads}, {d_head})"
    turned = f"({n_heads}, {n_tokens}, {d_head})"
    pieces = [(token, head) for token in range(n_tokens) for head in range(n_heads)]
    right = [[(i, head) for i in range(n_tokens)] for head in range(n_heads)]
    wrong = [pieces[h * n_tokens : (h + 1) * n_tokens] for h in range(n_heads)]

    sheet, top = Sheet(), float(MARGIN)
    draw_title(sheet, MARGIN, top, _("the table"), flat)
    draw_title(sheet, RIGHT, top, _("reshape: cut each row"), apart)
    top += ABOVE
    for token, head in pieces:
        y, numbers = top + LINE * token, addresses(token, head, d_head)
        for left, gap in ((LEFT, 0), (RIGHT, GAP)):
            x = left + head * (CELL * d_head + gap)
            draw_cells(sheet, x, y, numbers, HEADS[head], cell=CELL)
        if not head:
            sheet.text(MARGIN, base(y), said(token), color="edge")
    top += LINE * n_tokens + BELOW
    draw_title(sheet, MARGIN, top, _("transpose: stack by head"), turned)
    also = fill(_("also {shape}"), shape=turned)
    draw_title(sheet, RIGHT, top, _("wrong: reshape alone"), also)
    top += ABOVE - 4
    for head in range(n_heads):
        name = fill(_("head {n}"), n=str(head + 1))
        for left in (LEFT, RIGHT):
            sheet.text(left, top + SIZE, name, bold=True, color=HEADS[head])
        for i in range(n_tokens):
            y = top + NAMED + LINE * i
            for x, (token, own) in ((LEFT, right[head][i]), (RIGHT, wrong[head][i])):
                numbers = addresses(token, own, d_head)
                draw_cells(sheet, x, y, numbers, HEADS[own], cell=CELL)
            sheet.text(MARGIN, base(y), said(i), color="edge")
            is_right = wrong[head][i] == (i, head)
            whose = said(wrong[head][i][0])
            beside = whose if is_right else fill(_("✗ {whose}"), whose=whose)
            shade = "edge" if is_right else "ink"
            x = RIGHT + CELL * d_head + 8
            sheet.text(x, base(y), beside, color=shade, bold=not is_right)
        top += NAMED + LINE * n_tokens + APART
    form = _(
        "A table of addresses of shape {flat}. Reshape cuts each row into {n} pieces, "
        "{apart}. Transpose gives each head a table of all tokens, {turned}: {each}. "
        "A reshape alone has the same shape, but {wrong}."
    )
    label = fill(
        form, flat=flat, n=str(n_heads), apart=apart, turned=turned,
        each=told(right, d_head), wrong=told(wrong, d_head),
    )  # fmt: skip
    show(Drawing(sheet, top - APART + MARGIN, label, cropped=CROPPED))


def draw_title(sheet: Sheet, x: float, y: float, words: str, shape: str) -> None:
    """Write what a panel is, and its shape below."""
    sheet.text(x, y + SIZE, words, bold=True)
    sheet.text(x, y + 2 * SIZE + 4, shape)


def said(token: int) -> str:
    """Name a token, counted from 0."""
    return fill(_("token {n}"), n=str(token + 1))


def told(heads: list[Rows], d_head: int) -> str:
    """Say what each head holds."""
    form = _("head {n} holds {numbers}")
    each = [
        ", ".join(" ".join(addresses(token, own, d_head)) for token, own in rows)
        for rows in heads
    ]
    return "; ".join(
        fill(form, n=str(n), numbers=numbers) for n, numbers in enumerate(each, 1)
    )


def addresses(token: int, head: int, d_head: int) -> list[str]:
    """Return what a head holds of a token, both counted from 0."""
    return [f"{token + 1}{head * d_head + i + 1}" for i in range(d_head)]
