"""How long tokens are on average: a line for each text over the vocabulary's size."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._room import cut
from ._svg import MARGIN, SIZE, WIDTH, Sheet

LEFT, RIGHT = 40, WIDTH - 112  # the lines run between them; names stand at the right
TOP, HIGH = MARGIN + SIZE + 14, 160
COLORS = ("6", "4")
DOT, CLEAR = 4, 8  # a dot's half width; from it to its name


def token_lengths(
    sizes: Sequence[int],
    lengths: Mapping[str, Sequence[float]],
    dots: Mapping[str, tuple[int, float]],
) -> None:
    """Draw characters per token over the size of the vocabulary, for 1 or 2 texts.

    Each text has a length for each size; dots are other vocabularies, each with its
    size and its characters per token.
    """
    if not 1 <= len(lengths) <= len(COLORS):
        raise ValueError(f"there must be 1 or 2 texts; got {len(lengths)}")
    counts = {len(one) for one in lengths.values()}
    if counts != {len(sizes)} or len(sizes) < 2:
        raise ValueError("each text must have a length for each of 2 sizes or more")
    most = max(*sizes, *(size for size, _length in dots.values()))
    every = np.array([*lengths.values()], float)
    longest = int(np.ceil(max(every.max(), *(one for _size, one in dots.values()))))

    def place(size: float, length: float) -> tuple[float, float]:
        across = LEFT + size * (RIGHT - LEFT) / most
        return across, TOP + HIGH - length * HIGH / longest

    sheet = Sheet()
    sheet.text(MARGIN, MARGIN + SIZE, _("characters per token"), bold=True)
    for length in range(longest + 1):
        x, y = place(0, length)
        sheet.line(x, y, RIGHT, y, color="grid")
        sheet.text(x - 8, y + 0.33 * SIZE, str(length), anchor="end")
    bottom = TOP + HIGH + SIZE + 6
    step = 10 ** int(np.log10(most)) / 2
    for size in np.arange(0, most + 1, step):
        sheet.text(place(size, 0)[0], bottom, f"{size:g}", anchor="middle")
    bottom += SIZE + 4
    sheet.text((LEFT + RIGHT) / 2, bottom, _("vocabulary size"), anchor="middle")
    for (name, row), color in zip(lengths.items(), COLORS, strict=False):
        points = [place(*one) for one in zip(sizes, row, strict=True)]
        sheet.curve(points, color)
        said = cut(name, WIDTH - MARGIN - RIGHT - 6)
        y = points[-1][1] + 0.33 * SIZE
        sheet.text(RIGHT + 6, y, said, bold=True, color=color)
    for name, (size, length) in dots.items():
        x, y = place(size, length)
        corners = [(x - DOT, y), (x, y - DOT), (x + DOT, y), (x, y + DOT)]
        sheet.shape(corners, "ink")
        is_right = x > (LEFT + RIGHT) / 2
        at = x - CLEAR if is_right else x + CLEAR
        anchor = "end" if is_right else "start"
        sheet.text(at, y + 0.33 * SIZE, name, anchor=anchor)
    show(Drawing(sheet, bottom + MARGIN, described(sizes, lengths, dots)))


def described(sizes: Sequence, lengths: Mapping, dots: Mapping) -> str:
    """Say where each line begins and ends, and where the dots are."""
    form = _("{name}: from {first} with {few} tokens to {last} with {many}")
    ends = {"few": str(sizes[0]), "many": str(sizes[-1])}
    told = [
        fill(form, name=name, first=f"{row[0]:.2f}", last=f"{row[-1]:.2f}", **ends)
        for name, row in lengths.items()
    ]
    form = _("{name}: {length} with {size} tokens")
    told += [
        fill(form, name=name, length=f"{length:.2f}", size=str(size))
        for name, (size, length) in dots.items()
    ]
    form = _("Characters per token over the vocabulary's size. {each}.")
    return fill(form, each="; ".join(told))
