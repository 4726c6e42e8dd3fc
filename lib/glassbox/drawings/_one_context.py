"""One query meets a table of rows: a score for each, a weight, and one mixture."""

from collections.abc import Sequence

from ..kernels.attention import scaled_dot_product_attention
from ..words import fill
from ..words import translated as _
from ._cells import (
    HEIGHT,
    KEY,
    LEAST,
    QUERY,
    VALUE,
    WEIGHTS,
    base,
    draw_cells,
    named,
    rounded,
    table,
    told,
    written,
)
from ._drawing import Drawing, show
from ._room import cut
from ._strip import MOST
from ._svg import MARGIN, SIZE, Sheet

LEFT, CELL = 78, 50  # where the numbers begin, and how wide each has it
SCORE, BAR, FULL = 312, 336, 26  # where scores and bars stand; the weight 1
ROW = 40  # from one row to the next


def one_context(
    query: Sequence[float], rows: Sequence[Sequence[float]], tokens: Sequence[str],
    glosses: Sequence[str], features: Sequence[str],
) -> None:  # fmt: skip
    """Draw how a query scores 2 to 6 rows of four numbers, and what it fetches."""
    values = table("rows", rows, [4])
    asked = table("query", [query], [4])
    if not 2 <= len(values) <= MOST:
        raise ValueError(f"there must be 2 to {MOST} rows; got {len(values)}")
    named(tokens, len(values), "rows")
    named(glosses, len(values), "glosses")
    named(features, 4, "features")
    found = scaled_dot_product_attention(asked, values, values)
    scores, weights, context = found.scores[0], found.weights[0], found.output[0]

    sheet = Sheet()
    y = MARGIN + SIZE
    for i, feature in enumerate(features):
        middle = LEFT + CELL * (i + 0.5)
        room = CELL if i < 3 else CELL + 14  # right of the last there is nothing
        sheet.text(middle, y, cut(feature, room), anchor="middle", color="edge")
    sheet.text(SCORE, y, _("score"), anchor="middle", color="edge")
    sheet.text(BAR, y, _("weight"), color="edge")
    y += 8
    sheet.text(MARGIN, base(y), _("query"), bold=True)
    draw_cells(sheet, LEFT, y, told(asked[0]), QUERY, cell=CELL, faint=True)
    sheet.text(SCORE, base(y), _("· row ÷ 2"), anchor="middle", color="edge")
    y += HEIGHT + 18
    for i, (token, gloss) in enumerate(zip(tokens, glosses, strict=True)):
        sheet.text(MARGIN, y + SIZE - 1, cut(token, LEFT - MARGIN - 4), bold=True)
        said = cut(gloss, LEFT - MARGIN - 4)
        sheet.text(MARGIN, y + 2 * SIZE + 2, said, color="edge")
        draw_cells(sheet, LEFT, y, told(values[i]), KEY, cell=CELL, faint=True)
        sheet.text(SCORE, base(y), written(scores[i]), anchor="middle")
        wide = max(weights[i] * FULL, LEAST)
        sheet.rectangle(BAR, y + 4, wide, HEIGHT - 8, WEIGHTS)
        sheet.text(BAR + wide + 5, base(y), f"{weights[i]:.2f}")
        y += ROW
    sheet.line(LEFT, y - 8, LEFT + 4 * CELL, y - 8, color="ink")
    sheet.text(MARGIN, base(y), _("context"), bold=True)
    draw_cells(sheet, LEFT, y, rounded(context), VALUE, cell=CELL)
    sheet.text(SCORE - 26, base(y), _("weight × row"), color="edge")
    whole = _(
        "The query {query} meets {n} rows. Each gets a score and a weight: {each}. "
        "Each row times its weight, added up, is the context: {context}."
    )
    parts = zip(tokens, told(scores), rounded(weights), strict=True)
    label = fill(
        whole,
        query=", ".join(told(asked[0])),
        n=str(len(values)),
        each="; ".join(" ".join(part) for part in parts),
        context=", ".join(rounded(context)),
    )
    show(Drawing(sheet, y + HEIGHT + MARGIN, label))
