"""A table of addresses, cut into heads: first reshaped, then transposed."""

from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, base, draw_cells
from ._drawing import Drawing, show
from ._heads import CROPPED, HEADS
from ._svg import MARGIN, SIZE, WIDTH, Sheet

CELL, LINE, GAP = 30, HEIGHT + 4, 18  # between two heads
LEFT, ABOVE, BELOW = 70, SIZE + 10, 16  # of tables; above one, and below it
MOST = 5  # tokens


def heads_apart(n_tokens: int, n_features: int, n_heads: int) -> None:
    """Draw where reshape and transpose bring each number, in the color of its head.

    In the table 23 is token 2, feature 3: at most 5 tokens of 8 features.
    """
    if not 1 <= n_tokens <= MOST:
        raise ValueError(f"n_tokens must be from 1 to {MOST}; got {n_tokens}")
    if not 2 <= n_heads <= len(HEADS):
        raise ValueError(f"n_heads must be from 2 to {len(HEADS)}; got {n_heads}")
    if not n_heads <= n_features <= 8 or n_features % n_heads:
        raise ValueError(
            f"n_features must be at most 8 and a multiple of {n_heads}; "
            f"got {n_features}"
        )
    d_head = n_features // n_heads
    sheet, high = Sheet(), ABOVE + LINE * n_tokens
    flat, apart = f"({n_tokens}, {n_features})", f"({n_tokens}, {n_heads}, {d_head})"
    turned = f"({n_heads}, {n_tokens}, {d_head})"
    said = [
        (_("the table"), flat),
        (_("reshape: each row is cut"), apart),
        (_("transpose: each head has a table"), turned),
    ]
    y = float(MARGIN)
    for step, (words, shape) in enumerate(said):
        sheet.text(MARGIN, y + SIZE, words, bold=True)
        right = WIDTH - MARGIN
        sheet.text(right, y + SIZE, shape, anchor="end")
        top = y + ABOVE + (LINE if step == 2 else 0)
        for head in range(n_heads):
            gap = (0, GAP, 3 * GAP)[step]
            x = LEFT + head * (CELL * d_head + gap)
            if step == 2:
                name = fill(_("head {n}"), n=str(head + 1))
                middle = x + CELL * d_head / 2
                where = base(y + ABOVE)
                sheet.text(middle, where, name, anchor="middle", color=HEADS[head])
            for token in range(n_tokens):
                numbers = addresses(token, head, d_head)
                below = top + LINE * token
                draw_cells(sheet, x, below, numbers, HEADS[head], cell=CELL)
        for token in range(n_tokens):
            name = fill(_("token {n}"), n=str(token + 1))
            sheet.text(MARGIN, base(top + LINE * token), name, color="edge")
        y = top - ABOVE + high + BELOW
    each = [
        fill(
            _("head {n} holds {numbers}"),
            n=str(head + 1),
            numbers=", ".join(
                " ".join(addresses(token, head, d_head)) for token in range(n_tokens)
            ),
        )
        for head in range(n_heads)
    ]
    form = _(
        "A table of addresses of shape {flat}. Reshape cuts each row into {n} pieces, "
        "{apart}. Transpose gives each head a table of all tokens, {turned}: {each}."
    )
    label = fill(
        form, flat=flat, n=str(n_heads), apart=apart, turned=turned,
        each="; ".join(each),
    )  # fmt: skip
    show(Drawing(sheet, y - BELOW + MARGIN, label, cropped=CROPPED))


def addresses(token: int, head: int, d_head: int) -> list[str]:
    """Return what a head holds of a token, both counted from 0."""
    return [f"{token + 1}{head * d_head + i + 1}" for i in range(d_head)]
