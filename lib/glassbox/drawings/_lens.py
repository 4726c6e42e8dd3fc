"""The output head on a token's vector before its time: what each place would say."""

from collections.abc import Sequence

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._room import cut
from ._svg import MARGIN, SIZE, WIDTH, Sheet

TOKEN, HEAD = "4", "3"  # the colors of what runs up, and of the output head
STREAM, HEAD_LEFT, HEAD_WIDE = 104, 146, 48  # how wide; where the head stands
SAYS, BAR, FULL = 222, 296, 56  # where guesses and bars begin; the probability 1
WIDE, CELL = 68, 24  # of a guess's box
ROW, HIGH, FEWEST, MOST = 36, 14, 2, 12
TOP = MARGIN + SIZE + 34  # of the last place's row
SHOWN = str.maketrans({" ": "␣", "\n": "↵", "\t": "⇥"})
CROPPED = 4  # at each side: in a fold on a phone the text is then 11 pixels high


def lens(token: str, places: Sequence[tuple[str, str, float]]) -> None:
    """Draw a token's way up, and the head's top guess at 2 to 12 places: a logit lens.

    A place is its name, the guess and its probability, such as ("layer 1", "a", 0.31);
    the first is the lowest, the last is what the model really says.
    """
    if not FEWEST <= len(places) <= MOST:
        raise ValueError(f"there must be {FEWEST} to {MOST} places; got {len(places)}")
    for name, _guess, probability in places:
        if not 0 <= probability <= 1:
            raise ValueError(
                f"a probability must lie between 0 and 1; got {probability} at {name!r}"
            )
    sheet, low = Sheet(), TOP + ROW * len(places)
    draw_stream(sheet, low, shown(token))
    draw_head(sheet, low)
    sheet.text(SAYS, TOP - 12, _("says"), color="edge")
    sheet.text(BAR, TOP - 12, _("probability"), color="edge")
    final = places[-1][1]
    for i, (name, guess, probability) in enumerate(reversed(places)):
        draw_place(sheet, TOP + ROW * (i + 0.5), name, guess, probability,
                   real=i == 0, same=guess == final)  # fmt: skip
    label = described(token, places)
    show(Drawing(sheet, low + 24 + SIZE + MARGIN, label, cropped=CROPPED))


def draw_stream(sheet: Sheet, low: float, token: str) -> None:
    """Draw the residual stream, straight up, and the token that goes in."""
    right, middle, top = MARGIN + STREAM, MARGIN + STREAM / 2, TOP - 6
    sheet.rectangle(MARGIN, top, STREAM, low + 4 - top, TOKEN, opacity=0.16)
    corners = [(MARGIN, top), (middle, top - 15), (right, top)]
    sheet.shape(corners, TOKEN, opacity=0.16)
    title = _("residual stream")
    sheet.text(MARGIN, MARGIN + SIZE, title, bold=True, color=TOKEN)
    words = fill(_("{token} goes in"), token=cut(token, STREAM - 50))
    sheet.text(middle, low + SIZE + 10, words, anchor="middle", bold=True)


def draw_head(sheet: Sheet, low: float) -> None:
    """Draw the output head: one box for all places, because it's one head."""
    high = low + 4 - (TOP - 6)
    sheet.rectangle(HEAD_LEFT, TOP - 6, HEAD_WIDE, high, HEAD, opacity=0.16)
    sheet.rectangle(HEAD_LEFT, TOP - 6, HEAD_WIDE, 3, HEAD)
    title = _("output head")
    sheet.text(HEAD_LEFT, MARGIN + SIZE, title, bold=True, color=HEAD)
    draw_arrow(sheet, HEAD_LEFT, HEAD_LEFT + 24, low + SIZE + 6, dashed=True)
    words = _("only to look")
    sheet.text(HEAD_LEFT + 32, low + SIZE + 10, words, color="edge")


def draw_place(
    sheet: Sheet, y: float, name: str, guess: str, probability: float, *,
    real: bool, same: bool,
) -> None:  # fmt: skip
    """Draw a row: where, the way through the head, the guess; faint if not the last."""
    line, right = y + 0.33 * SIZE, MARGIN + STREAM
    said = cut(name, STREAM - 8)
    sheet.text(MARGIN + STREAM / 2, line, said, anchor="middle", bold=real)
    for x1, x2 in ((right + 3, HEAD_LEFT - 3), (HEAD_LEFT + HEAD_WIDE + 3, SAYS - 6)):
        draw_arrow(sheet, x1, x2, y, dashed=not real)
    sheet.rectangle(SAYS, y - CELL / 2, WIDE, CELL, HEAD, opacity=1 if same else 0.16)
    words, shade = cut(shown(guess), WIDE - 2), "ground" if same else "ink"
    sheet.text(SAYS + WIDE / 2, line, words, anchor="middle", color=shade)
    wide = max(FULL * probability, 0.75)
    sheet.rectangle(BAR, y - HIGH / 2, FULL, HIGH, "grid", opacity=0.5)
    sheet.rectangle(BAR, y - HIGH / 2, wide, HIGH, HEAD, opacity=1 if same else 0.45)
    sheet.text(WIDTH - MARGIN, line, written(probability), anchor="end")


def draw_arrow(sheet: Sheet, x: float, end: float, y: float, *, dashed: bool) -> None:
    """Draw an arrow to the right."""
    if dashed:
        sheet.line(x, y, end - 6, y, color=HEAD, dashes="4 2")
    else:
        sheet.rectangle(x, y - 1, end - 5 - x, 2, HEAD)
    sheet.shape([(end - 6, y - 4), (end, y), (end - 6, y + 4)], HEAD)


def shown(token: str) -> str:
    """Return a token with signs for what can't be seen: a space, a new line."""
    return token.translate(SHOWN)


def written(probability: float) -> str:
    """Return a probability with two decimals, and none that is falsely 0.

    >>> written(0.314), written(0.002), written(0)
    ('0.31', '<0.01', '0.00')
    """
    return "<0.01" if 0 < probability < 0.005 else f"{probability:.2f}"


def described(token: str, places: Sequence[tuple[str, str, float]]) -> str:
    """Say in words what is drawn, from the first place to the last."""
    form = _("{name}: {guess} {probability}")
    each = [
        fill(form, name=name, guess=shown(guess), probability=written(probability))
        for name, guess, probability in places
    ]
    whole = _(
        "The output head reads the vector of {token} on its way up, at {n} places. Its "
        "top guess and that one's probability are, from the first place to the last: "
        "{each}. Only the last one is what the model says."
    )
    return fill(whole, token=shown(token), n=str(len(places)), each="; ".join(each))
