"""One layer of 2017 beside one of today: the same order, and what has changed."""

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._layer_parts import Line, changed_by, counted, parts, told
from ._skip_path import TOKEN, draw_plus, draw_up
from ._svg import MARGIN, SIZE, Sheet

EMBEDDING, ATTENTION, FEED, NORM = "4", "2", "1", "5"  # their colors on the map
WIDE, LEFTS, AROUND = 164, (20, 208), 10  # of a box; of both columns; to the skip path
LINE, PAD, GAP = SIZE + 4, 4, 10  # a line's height; around lines; between two boxes
MOST, MOST_HEADS, MOST_SHARED = 10**8, 64, 9  # more have no room in their line
CROPPED = 8  # of the margins: below code, a phone then shows text at 11 pixels
TURN = 8  # how far below what it leads around a skip path leaves the stream


def then_and_now(
    d_model: int, n_heads: int, n_key_value_heads: int, *,
    d_ff_then: int, d_ff_now: int,
) -> None:  # fmt: skip
    """Draw a decoder-only layer of 2017 and one of today, with their parameters.

    Then: post-norm, LayerNorm, ReLU, biases, positions added at the bottom. Now:
    pre-norm, RMSNorm, rotary positions, shared keys and values, SwiGLU, no biases.
    """
    sizes = (d_model, n_heads, n_key_value_heads, d_ff_then, d_ff_now)
    if min(sizes) < 1 or n_heads > MOST_HEADS:
        raise ValueError(
            f"all sizes must be at least 1, and n_heads at most {MOST_HEADS}; "
            f"got {sizes}"
        )
    if MOST_SHARED < n_key_value_heads < n_heads:
        raise ValueError(
            f"n_key_value_heads must be n_heads, or at most {MOST_SHARED}; "
            f"got {n_key_value_heads}"
        )
    if d_model % n_heads or n_heads % n_key_value_heads:
        raise ValueError(
            "n_heads must divide d_model, and n_key_value_heads n_heads; "
            f"got {n_heads} for {d_model}, and {n_key_value_heads} for {n_heads}"
        )
    then, now = counted(*sizes)
    if max(*then, *now) >= MOST:
        raise ValueError(
            f"each part must have fewer than {MOST:,} parameters; "
            f"got {max(*then, *now):,}"
        )
    old = parts(then, n_heads, n_heads, d_ff_then, False)
    new = parts(now, n_heads, n_key_value_heads, d_ff_now, True)
    sheet, y = Sheet(), MARGIN + SIZE
    note = fill(_("Numbers count parameters; d_model = {d}."), d=f"{d_model:,}")
    sheet.text(LEFTS[0] - 6, y, _("Filled lines: what has changed since 2017."))
    y += LINE
    sheet.text(LEFTS[0] - 6, y, note)
    titles = _("2017: post-norm"), _("today: pre-norm")
    for left, title, boxes, counts in zip(
        LEFTS, titles, (old, new), (then, now), strict=True
    ):
        middle = left + WIDE / 2
        sheet.text(middle, y + 23, title, anchor="middle", bold=True)
        end = draw_column(sheet, left, y + 31, boxes) + SIZE + 10
        whole = fill(_("one layer: {n}"), n=f"{counts.layer:,}")
        sheet.text(middle, end, whole, anchor="middle", bold=True)
    less = changed_by(then.layer, now.layer)
    sheet.text(middle, end + LINE, less, anchor="middle")
    label = described(old, new, (then.layer, now.layer), less)
    show(Drawing(sheet, end + LINE + MARGIN, label, cropped=CROPPED))


def draw_column(
    sheet: Sheet, left: float, top: float, boxes: dict[str, list[Line]]
) -> float:
    """Draw a layer, from the head above it down to the embedding; return the end.

    Both columns have the same places, so that what has changed stands side by side. A
    norm at the bottom and one above the stack are today's, one at the top is of 2017.
    """
    is_now, middle = boxes["norm"][0].changed, left + WIDE / 2
    norm, feed, look, token = (height(boxes[name]) for name in boxes)
    last = top + SIZE + 14  # of the norm before the head
    stack = last + norm + 8
    after = stack + 8
    second = after + norm + GAP + 9  # the middle of a plus
    feeds = second + 9 + GAP
    between = feeds + feed + GAP + TURN
    first = between + norm + GAP + TURN + 9
    looks = first + 9 + GAP
    before = looks + look + GAP + TURN
    bottom = before + norm + TURN + 8
    embedding = bottom + 10
    ground = WIDE + AROUND + 10
    sheet.rectangle(left - 6, stack, ground, bottom - stack, "grid", opacity=0.6)
    words = _("to the output head")
    sheet.text(middle, top + SIZE, words, anchor="middle")
    norms = [last, between, before] if is_now else [after, between]
    places = [(y, NORM, boxes["norm"]) for y in norms]
    places += [(feeds, FEED, boxes["feed"]), (looks, ATTENTION, boxes["attention"])]
    places.append((embedding, EMBEDDING, boxes["embedding"]))
    for y, color, lines in places:
        draw_box(sheet, left, y, lines, color)
    stops = [(y, y + height(lines)) for y, _color, lines in places]
    stops += [(y - 9, y + 9) for y in (first, second)] + [(0, top + SIZE + 4)]
    stops.sort(reverse=True)  # from the embedding up
    for below, above in zip(stops, stops[1:], strict=False):
        draw_up(sheet, middle, below[0], above[1] + 1)
    turned = between + norm if is_now else feeds + feed
    for y, plus in ((before + norm + TURN, first), (turned + TURN, second)):
        draw_plus(sheet, middle, plus)
        draw_around(sheet, middle, left + WIDE + AROUND, y, plus)
    return embedding + token


def height(lines: list[Line]) -> float:
    """Return how high a box is."""
    return LINE * len(lines) + 2 * PAD


def draw_box(sheet: Sheet, x: float, y: float, lines: list[Line], color: str) -> None:
    """Draw a part as a box; what has changed stands on its color."""
    sheet.rectangle(x, y, WIDE, height(lines), "ground")
    sheet.rectangle(x, y, WIDE, height(lines), color, opacity=0.16)
    for i, line in enumerate(lines):
        top, shade = y + PAD + LINE * i, "ground" if line.changed else "ink"
        if line.changed:
            sheet.rectangle(x, top, WIDE, LINE + 0.5, color)  # no gap to the next
        base = top + LINE / 2 + 0.34 * SIZE
        sheet.text(x + 7, base, line.words, color=shade, bold=line.changed)
        if line.count is not None:
            said = f"{line.count:,}"
            sheet.text(x + WIDE - 7, base, said, anchor="end", color=shade)


def draw_around(sheet: Sheet, x: float, right: float, y: float, plus: float) -> None:
    """Draw a skip path: out of the stream at y, up, and back to the plus."""
    sheet.rectangle(x, y - 1.5, right - x + 1.5, 3, TOKEN)
    sheet.rectangle(right - 1.5, plus - 1.5, 3, y - plus, TOKEN)
    sheet.rectangle(x + 16, plus - 1.5, right - x - 16, 3, TOKEN)
    sheet.shape([(x + 18, plus - 6), (x + 9, plus), (x + 18, plus + 6)], TOKEN)


def described(
    old: dict[str, list[Line]], new: dict[str, list[Line]],
    layers: tuple[int, int], less: str,
) -> str:  # fmt: skip
    """Say in words what is drawn, with its numbers."""
    form = _(
        "A decoder-only layer of 2017 and one of today, from the bottom up; what has "
        "changed is filled. 2017, "
        "post-norm: {old_embedding}, {old_attention}, the sum with what came in, "
        "{old_norm}, {old_feed}, the sum, {old_norm}. One layer: {old}. Today, "
        "pre-norm: {new_embedding}, {new_norm}, {new_attention}, the sum with what "
        "came in before the norm, {new_norm}, {new_feed}, the sum. After the last "
        "layer comes one more {new_norm}. One layer: {new}, {less}."
    )
    values = {f"old_{name}": told(lines) for name, lines in old.items()}
    values |= {f"new_{name}": told(lines) for name, lines in new.items()}
    then, now = (f"{n:,}" for n in layers)
    return fill(form, **values, old=then, new=now, less=less)
