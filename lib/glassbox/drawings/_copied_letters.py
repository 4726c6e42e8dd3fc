"""What two heads would add to each letter's own logit: bars up, and bars down."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._cells import named
from ._drawing import Drawing, show
from ._room import width
from ._svg import MARGIN, SIZE, WIDTH, Sheet

COLORS = ("2", "4")  # of the first head, whose bars go up, and of the second
HIGH = 52  # the highest bar
MIDDLE = SIZE + 8  # for the letters, between the bars
MOST = 26


def copied_letters(adds: Mapping[str, Sequence[float]], letters: Sequence[str]) -> None:
    """Draw what each of two heads adds for each of 2 to 26 letters; below 0 is empty.

    A letter has the color of the head that adds more.
    """
    found = np.array([*adds.values()], float)
    if len(adds) != 2 or found.ndim != 2 or not np.isfinite(found).all():
        raise ValueError(f"two heads must have finite numbers; got {found.shape}")
    if not 2 <= len(letters) <= MOST:
        raise ValueError(f"there must be 2 to {MOST} letters; got {len(letters)}")
    named(letters, found.shape[1], "numbers")
    if (most := found.max()) <= 0:
        raise ValueError("a number must be above 0")
    titles = [fill(_("head {name}"), name=name) for name in adds]
    left = MARGIN + max(map(width, titles)) + 6
    cell = (WIDTH - MARGIN - left) / len(letters)
    sheet, top = Sheet(), MARGIN + SIZE + 4
    middles = (top + HIGH, top + HIGH + MIDDLE)  # where the bars begin
    for title, color, y in zip(
        titles, COLORS, (middles[0] - 4, middles[1] + SIZE), strict=True
    ):
        sheet.text(MARGIN, y, title, bold=True, color=color)
    for i, letter in enumerate(letters):
        x, more = left + cell * i, int(found[1, i] > found[0, i])
        sheet.text(x + cell / 2, middles[0] + SIZE + 2, letter, anchor="middle",
                   bold=True, color=COLORS[more])  # fmt: skip
        for number, color, y, up in zip(
            found[:, i], COLORS, middles, (1, 0), strict=True
        ):
            if number > 0:
                high = HIGH * number / most
                sheet.rectangle(x + 1, y - up * high, cell - 2, high, color)
    i = int(found.max(axis=0).argmax())
    at = min(left + cell * (i + 0.5), WIDTH - MARGIN - SIZE)
    is_first = found[0, i] >= found[1, i]
    y = top - 4 if is_first else middles[1] + HIGH + SIZE
    sheet.text(at, y, f"{most:.1f}", anchor="middle", color="edge")
    end = middles[1] + HIGH + (0 if is_first else SIZE + 2)
    show(Drawing(sheet, end + MARGIN, described(adds, letters, found)))


def described(
    adds: Mapping[str, Sequence[float]], letters: Sequence[str], found: np.ndarray
) -> str:
    """Say in words what is drawn."""
    form, each = _("head {name} adds more for {letters}"), []
    for h, name in enumerate(adds):
        is_more = found[h] > found[1 - h]
        of = " ".join(one for one, more in zip(letters, is_more, strict=True) if more)
        each.append(fill(form, name=name, letters=of or _("none")))
    whole = _(
        "A bar for each letter and head: what the head would add to the letter's own "
        "logit if it gave it all of its weight. The longest is {most}. {each}."
    )
    return fill(whole, most=f"{found.max():.1f}", each="; ".join(each))
