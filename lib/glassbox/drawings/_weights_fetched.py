"""How often all weights are fetched: once to read tokens, once for each written."""

from ..words import fill
from ..words import translated as _
from ._bytes_moved import decimal
from ._cells import HEIGHT, WEIGHTS, draw_cells
from ._drawing import Drawing, show
from ._heads import CROPPED
from ._svg import MARGIN, SIZE, WIDTH, Sheet

MOST = 4  # tokens
CELL, ROW, GAP, PAD = 30, 36, 14, 6  # a token; a step's row; between panels; around
RIGHT = WIDTH - MARGIN
CHIP = RIGHT - CELL * MOST - 2 * PAD  # its left edge
LEFT = MARGIN + 50  # the right edge of the memory
TIP, HALF, WING = 8, 9, 12  # of an arrow: how long its tip, how thick it is
DIGITS = "₁₂₃₄"


def weights_fetched(n_tokens: int, gigabytes: float) -> None:
    """Draw what reading tokens and writing them fetch: all weights, once a step.

    Read, all tokens go through the weights in one step; written, in a step each.
    """
    if not 2 <= n_tokens <= MOST:
        raise ValueError(f"n_tokens must be 2 to {MOST}; got {n_tokens}")
    if not 0 < gigabytes < 1000:
        raise ValueError(f"gigabytes must be between 0 and 1000; got {gigabytes}")
    sheet, y = Sheet(), MARGIN + SIZE
    sheet.text(MARGIN, y, _("memory"), bold=True)
    sheet.text(RIGHT, y, _("on the chip"), anchor="end", bold=True)
    size = fill(_("all weights: {size} GB"), size=decimal(gigabytes, 1))
    tokens, n = list(range(n_tokens)), str(n_tokens)
    panels = (
        (fill(_("reading {n} tokens: one step"), n=n), [tokens]),
        (fill(_("writing {n} tokens: {n} steps"), n=n), [[i] for i in tokens]),
    )
    each = []
    for title, steps in panels:
        y += GAP + SIZE
        sheet.text(WIDTH / 2, y, title, anchor="middle", bold=True)
        y = draw_panel(sheet, y + 8, steps, size) + SIZE + 5
        said = fetched(len(steps), n_tokens, gigabytes)
        sheet.text(WIDTH / 2, y, said, anchor="middle")
        each.append(f"{title[0].upper()}{title[1:]}: {said}.")
    form = _("All weights come from memory once in each step. {each}")
    label = fill(form, each=" ".join(each))
    show(Drawing(sheet, y + MARGIN, label, cropped=CROPPED))


def draw_panel(sheet: Sheet, y: float, steps: list[list[int]], size: str) -> float:
    """Draw the memory, the chip, and a row for each step; return the lower edge."""
    high = ROW * len(steps)
    sheet.rectangle(MARGIN, y, LEFT - MARGIN, high, "grid", opacity=0.6)
    sheet.rectangle(CHIP, y, RIGHT - CHIP, high, "grid", opacity=0.6)
    tail, tip = LEFT - 30, CHIP - 4
    for i, tokens in enumerate(steps):
        middle = y + ROW * (i + 0.5)
        upper = [
            (tail, middle - HALF), (tip - TIP, middle - HALF),
            (tip - TIP, middle - WING), (tip, middle),
        ]  # fmt: skip
        lower = [(x, 2 * middle - at) for x, at in reversed(upper[:3])]
        sheet.shape(upper + lower, WEIGHTS)
        where = (tail + tip) / 2, middle + 0.33 * SIZE
        sheet.text(*where, size, anchor="middle", color="ground")
        for token in tokens:
            x = CHIP + PAD + CELL * token
            top = middle - HEIGHT / 2
            draw_cells(sheet, x + 1, top, [f"x{DIGITS[token]}"], WEIGHTS, cell=CELL - 2)
    return y + high


def fetched(n_steps: int, n_tokens: int, gigabytes: float) -> str:
    """Say how much is fetched for all tokens, and for each."""
    total = n_steps * gigabytes
    form = _("{total} GB fetched: {each} GB for each token")
    return fill(form, total=decimal(total, 1), each=decimal(total / n_tokens, 1))
