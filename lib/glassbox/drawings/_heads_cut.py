"""Vectors cut between heads: each looks up by itself, then the answers are merged."""

from collections.abc import Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import (
    BEND,
    HEIGHT,
    KEY,
    QUERY,
    VALUE,
    base,
    draw_band,
    draw_cells,
    draw_flow,
    named,
    rounded,
    told,
)
from ._drawing import Drawing, show
from ._heads import (
    FEATURES,
    FOUND,
    GAP,
    LEFT,
    RIGHT,
    SIDES,
    Head,
    checked,
    draw_names,
    draw_uncut,
    looked_up,
    merged,
    mixer,
    short,
    taken,
)
from ._room import cut
from ._svg import MARGIN, Sheet

PIECE = 20  # how wide a cell of a piece is
FULL, ROW = 12, 42  # the width of the weight 1; how high a token's row is
WHOLE, CUT = 12, 66  # the tops of the query, and of its pieces
ROWS = CUT + HEIGHT + 26  # where the tokens' rows begin


def heads_cut(
    query: Sequence[Sequence[float]], key: Sequence[Sequence[float]],
    value: Sequence[Sequence[float]], tokens: Sequence[str], row: int,
    n_heads: int = 2, value_features: Sequence[str] = ("",) * FEATURES,
    w_o: Sequence[Sequence[float]] | None = None,
    output_features: Sequence[str] = (),
) -> None:  # fmt: skip
    """Draw how 1 or 2 heads look up what one row of the queries asks for.

    Queries, keys and values have 4 features, for 2 to 6 tokens; the values' may have
    names. Below two heads comes what w_o, 4 by 4, makes of their answers, and what each
    number takes of them: "no. 1" is their first.
    """
    arrays = checked(query, key, value, tokens)
    if not 0 <= row < len(tokens):
        raise ValueError(f"row must be from 0 to {len(tokens) - 1}; got {row}")
    if n_heads not in (1, 2):
        raise ValueError(f"n_heads must be 1 or 2; got {n_heads}")
    named(value_features, FEATURES, "features of a value")
    mixing = None if w_o is None else mixer(w_o)
    output_features = output_features or taken(mixing)
    named(output_features, FEATURES, "features of the output")
    heads = looked_up(arrays, row, n_heads)
    uncut = looked_up(arrays, row, 1)[0].answer

    sheet = Sheet()
    said = fill(_("query of {token}"), token=cut(tokens[row], 70))
    if n_heads == 1:
        sheet.text(LEFT, CUT - 8, said, bold=True, color=QUERY)
    else:
        sheet.text(MARGIN, base(WHOLE), said, bold=True, color=QUERY)
        draw_cut(sheet, heads)
    bottom = ROWS + ROW * len(tokens) + 8
    for i, token in enumerate(tokens):
        y = ROWS + ROW * (i + 0.5) - HEIGHT / 2
        sheet.text(MARGIN, base(y), cut(token, LEFT - MARGIN - 4))
    for number, head in enumerate(heads, start=1):
        name = fill(_("head {n}"), n=str(number)) if n_heads > 1 else _("one head")
        draw_head(sheet, head, name, bottom)
    below = bottom + HEIGHT
    if n_heads == 1:
        below = draw_names(sheet, RIGHT - FEATURES * FOUND, below, value_features)
    else:
        below = draw_merged(sheet, heads, below, value_features)
        if mixing is not None:
            below = draw_mixed(sheet, heads, below, mixing, output_features)
        last = uncut if mixing is None else uncut @ mixing
        one = _("one head, uncut") if mixing is None else _("one head × W^O")
        below = draw_uncut(sheet, heads[0].right + GAP / 2, below + 8, last, one)
    label = described(heads, uncut, tokens, row, mixing)
    show(Drawing(sheet, below + MARGIN, label, cropped=SIDES))


def draw_cut(sheet: Sheet, heads: Sequence[Head]) -> None:
    """Draw the whole query, and where each piece of it goes."""
    x = heads[0].right + GAP / 2 - 2 * PIECE
    whole = np.concatenate([head.query for head in heads])
    wide, above = 2 * PIECE, WHOLE + HEIGHT
    for i, head in enumerate(heads):
        start = x + i * wide
        corners = [(start, above), (start + wide, above)]
        corners += [(head.left + wide, CUT), (head.left, CUT)]
        sheet.shape(corners, QUERY, opacity=0.1)
    draw_cells(sheet, x, WHOLE, told(whole), QUERY, cell=PIECE)


def draw_head(sheet: Sheet, head: Head, name: str, bottom: float) -> None:
    """Draw a head's lookup, from its piece of the query down to its answer."""
    n = len(head.query)
    value = head.right - FULL - BEND - 2 - n * PIECE
    start = head.left + n * PIECE + 2
    rows = [ROWS + ROW * (i + 0.5) for i in range(len(head.key))]
    sheet.rectangle(head.left, CUT, n * PIECE, rows[-1] - CUT, QUERY, opacity=0.1)
    draw_cells(sheet, head.left, CUT, told(head.query), QUERY, cell=PIECE)
    sheet.text(start + 6, base(CUT), name, bold=True, color=head.color)
    y = ROWS - 8
    half = n * PIECE / 2
    sheet.text(head.left + half, y, _("key"), anchor="middle", bold=True, color=KEY)
    sheet.text((start + value) / 2, y, _("weight"), anchor="middle", bold=True)
    sheet.text(value + half, y, _("value"), anchor="middle", bold=True, color=VALUE)
    draw_flow(sheet, value + n * PIECE, head.right, rows, head.weights, FULL, bottom)
    for i, y in enumerate(rows):
        top = y - HEIGHT / 2
        draw_cells(sheet, head.left, top, told(head.key[i]), KEY, cell=PIECE)
        draw_band(sheet, start, value, y, head.weights[i], FULL, 2)
        draw_cells(sheet, value, top, told(head.value[i]), VALUE, cell=PIECE)
    left = head.right - n * FOUND
    draw_cells(sheet, left, bottom, rounded(head.answer), head.color, cell=FOUND)
    sheet.text(left - 8, base(bottom), _("finds"), anchor="end", bold=True)


def draw_merged(
    sheet: Sheet, heads: Sequence[Head], y: float, value_features: Sequence[str]
) -> float:
    """Lay the answers side by side; return the end."""
    bar = heads[0].right + GAP / 2
    left, top = bar - 2 * FOUND, y + 30
    for i, head in enumerate(heads):
        start = left + i * 2 * FOUND
        corners = [(head.right - 2 * FOUND, y), (head.right, y)]
        corners += [(start + 2 * FOUND, top), (start, top)]
        sheet.shape(corners, head.color, opacity=0.1)
        draw_cells(sheet, start, top, rounded(head.answer), head.color, cell=FOUND)
    sheet.text(left - 8, base(top), _("side by side"), anchor="end", bold=True)
    sheet.line(bar, WHOLE - 6, bar, top + HEIGHT + 3, color="ink", dashes="4 3")
    return draw_names(sheet, left, top + HEIGHT, value_features)


def draw_mixed(
    sheet: Sheet, heads: Sequence[Head], y: float, mixing: np.ndarray,
    output_features: Sequence[str],
) -> float:  # fmt: skip
    """Draw what W^O makes of the answers side by side; return the end."""
    left, top = heads[0].right + GAP / 2 - 2 * FOUND, y + 12
    draw_cells(sheet, left, top, rounded(merged(heads) @ mixing), "ink", cell=FOUND)
    sheet.title(base(top), _("both × W^O"), x=left - 8, anchor="end")
    return draw_names(sheet, left, top + HEIGHT, output_features)


def described(
    heads: Sequence[Head], uncut: np.ndarray, tokens: Sequence[str], row: int,
    mixing: np.ndarray | None,
) -> str:  # fmt: skip
    """Say in words what is drawn, with its numbers."""
    form = _("head {n} asks {query}, scores {scores}, weighs {weights}, finds {answer}")
    each = [
        fill(
            form,
            n=str(number),
            query=" ".join(told(head.query)),
            scores=" ".join(short(head.scores)),
            weights=", ".join(
                f"{token} {weight:.2f}"
                for token, weight in zip(tokens, head.weights, strict=True)
            ),
            answer=" ".join(rounded(head.answer)),
        )
        for number, head in enumerate(heads, start=1)
    ]
    whole = _("The query of {token}: {each}. One head, uncut, finds {uncut}.")
    said = fill(
        whole, token=tokens[row], each="; ".join(each), uncut=" ".join(rounded(uncut))
    )
    if mixing is None or len(heads) == 1:
        return said
    mixed = " ".join(rounded(merged(heads) @ mixing))
    return f"{said} {fill(_('Times W^O: {mixed}.'), mixed=mixed)}"
