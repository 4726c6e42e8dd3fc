"""The head, word by word: compare, share out, and pay for the word that came."""

from collections.abc import Sequence

import numpy as np

from ..kernels.output_head import cross_entropy, vocabulary_logits
from ..kernels.probability import log_softmax, softmax
from ..words import fill
from ..words import translated as _
from ._cells import HEIGHT, base, draw_cells, named, table, told
from ._drawing import Drawing, show
from ._room import cut
from ._strip import exponential
from ._svg import MARGIN, SIZE, WIDTH, Sheet

HEAD, VECTOR = "3", "4"  # colors: the head's on the map, and a token's
NAMES, CELL = 70, 24  # how wide the names are, and a number of a row
LOGIT, POWER = 34, 48  # how wide a logit is, and its exponential
GAP = 12  # between two columns
ROWS = MARGIN + NAMES
LOGITS = ROWS + 2 * CELL + GAP
POWERS = LOGITS + LOGIT + GAP
SHARES = POWERS + POWER + GAP
BAR = WIDTH - MARGIN - SHARES - 52  # how long a probability of 1 is
LINE = HEIGHT + 6
STEP = 20  # how high a step's name is
LEAST, MOST = 2, 6  # words


def compare_and_pay(
    vector: Sequence[float], rows: Sequence[Sequence[float]], words: Sequence[str],
    right: int,
) -> None:  # fmt: skip
    """Draw how a vector of 2 numbers becomes 2 to 6 words' probabilities.

    right is the place of the word that comes next: its line is framed, and what it
    costs, its surprise in nats, is written below.
    """
    (h,) = table("vector", [vector], [2])
    e = table("rows", rows, [2])
    if not LEAST <= len(e) <= MOST:
        raise ValueError(f"rows must be {LEAST} to {MOST}; got {len(e)}")
    named(words, len(e), "rows")
    if right not in range(len(e)):
        raise ValueError(f"right must be from 0 to {len(e) - 1}; got {right}")
    logits = vocabulary_logits(h, e)
    shares = softmax(logits)
    loss = float(cross_entropy(logits, right))
    sheet, y = Sheet(), float(MARGIN)
    sheet.text(MARGIN, base(y), _("vector h"), bold=True)
    draw_cells(sheet, ROWS, y, told(h), VECTOR, cell=CELL)
    sheet.text(LOGITS, base(y), _("from the last layer"), color="edge")
    y += HEIGHT + 22
    for x, step in ((ROWS, _("1. compare")), (POWERS, _("2. share out"))):
        sheet.text(x, y, step, color=HEAD, bold=True)
    y += STEP
    heads = [
        (ROWS, "start", _("row")), (LOGITS, "start", _("logit z")),
        (POWERS + POWER, "end", "e^z"), (SHARES, "start", _("probability p")),
    ]  # fmt: skip
    for x, anchor, head in heads:
        sheet.title(y, head, x=x, anchor=anchor, bold=False)
    y += 8
    for i, word in enumerate(words):
        sheet.text(MARGIN + 4, base(y), cut(word, NAMES - 8), bold=i == right)
        draw_cells(sheet, ROWS, y, told(e[i]), HEAD, cell=CELL)
        draw_cells(sheet, LOGITS, y, told([logits[i]]), "6", cell=LOGIT)
        power = exponential(logits[i])
        sheet.text(POWERS + POWER, base(y), power, anchor="end")
        sheet.rectangle(SHARES, y + 4, BAR * shares[i], HEIGHT - 8, "6")
        end = SHARES + BAR * shares[i] + 6
        sheet.text(end, base(y), f"{shares[i]:.4f}", bold=i == right)
        if i == right:
            draw_frame(sheet, MARGIN - 2, y - 3, WIDTH - 2 * MARGIN + 4, HEIGHT + 6)
        y += LINE
    sum_line = y + SIZE
    total = exponential(logits[0] - log_softmax(logits)[0])  # log p = z - log sum
    sheet.text(LOGITS, sum_line, _("sum"), color="edge")
    sheet.text(POWERS + POWER, sum_line, total, anchor="end")
    y = sum_line + 26
    form = _("3. pay: {word} comes next, −ln {share} = {loss} nats")
    paid = fill(
        form, word=words[right], share=f"{shares[right]:.4f}", loss=f"{loss:.2f}"
    )
    sheet.text(MARGIN, y, paid, bold=True)
    label = described(words, told(h), e, logits, shares, paid)
    show(Drawing(sheet, y + MARGIN, label))


def draw_frame(sheet: Sheet, x: float, y: float, wide: float, high: float) -> None:
    """Draw a frame around a line."""
    corners = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]
    sheet.curve(corners, HEAD)


def described(
    words: Sequence[str], vector: Sequence[str], rows: np.ndarray,
    logits: np.ndarray, shares: np.ndarray, paid: str,
) -> str:  # fmt: skip
    """Say in words what is drawn, with its numbers."""
    line = _("{word}: row {row}, logit {logit}, probability {share}")
    lines = [
        fill(
            line, word=word, row=" ".join(told(row)), logit=logit,
            share=f"{share:.4f}",
        )
        for word, row, logit, share in zip(
            words, rows, told(logits), shares, strict=True
        )
    ]  # fmt: skip
    form = _(
        "The vector {vector} is compared with the row of each word. {lines}. {paid}."
    )
    return fill(form, vector=" ".join(vector), lines="; ".join(lines), paid=paid)
