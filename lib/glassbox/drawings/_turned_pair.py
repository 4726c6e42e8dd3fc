"""A query's pair and a key's, before and after their turns, at several places."""

import math
from collections.abc import Sequence

import numpy as np

from ..kernels.relative_positions import rotary_embedding
from ..words import fill
from ..words import translated as _
from ._cells import KEY, QUERY, table, told, written
from ._drawing import Drawing, show
from ._room import width
from ._svg import MARGIN, SIZE, WIDTH, Sheet
from ._word_directions import draw_arrow

GAP, HEAD = 10, 48  # between two panels; the height of a panel's two lines of words
WIDE = (WIDTH - 2 * MARGIN - GAP) / 2
COLORS = {"q": QUERY, "k": KEY}
ARC = 20  # the radius of the arc that marks an angle


def turned_pair(
    query: Sequence[float], key: Sequence[float],
    places: Sequence[tuple[int, int]], *, degrees: float,
) -> None:  # fmt: skip
    """Draw two panels: query and key at two places each, turned by degrees a place.

    Dashed is each pair as it was, solid as its place has turned it; an arc marks the
    angle between the two.
    """
    pairs = dict(zip("qk", table("query and key", [query, key], [2]), strict=True))
    if len(places) != 2 or any(len(one) != 2 for one in places):
        raise ValueError(
            f"places must be two pairs, a query's place and a key's; got {places!r}"
        )
    longest = max(np.linalg.norm(pair) for pair in pairs.values())
    if not longest:
        raise ValueError("query and key must not both be 0")
    unit = (WIDE / 2 - SIZE - 4) / longest
    sheet, panels = Sheet(), []
    for i, place in enumerate(places):
        turned = {
            name: turn(pairs[name], at, degrees)
            for name, at in zip("qk", place, strict=True)
        }
        x = MARGIN + i * (WIDE + GAP)
        draw_panel(sheet, x, pairs, turned, place, unit)
        panels.append(described(turned, place))
    form = _("Two panels, turned by {degrees}° a position. {panels}")
    label = fill(form, degrees=f"{degrees:g}", panels=" ".join(panels))
    show(Drawing(sheet, MARGIN + HEAD + WIDE + MARGIN, label))


def turn(pair: np.ndarray, place: float, degrees: float) -> np.ndarray:
    """Return a pair as its place has turned it."""
    return rotary_embedding(pair[None], [place * math.radians(degrees)])[0]


def draw_panel(
    sheet: Sheet, x: float, pairs: dict[str, np.ndarray],
    turned: dict[str, np.ndarray], place: Sequence[int], unit: float,
) -> None:  # fmt: skip
    """Draw one panel: two lines of words, and both pairs before and after."""
    sheet.rectangle(x, MARGIN, WIDE, HEAD + WIDE, "grid", opacity=0.35)
    said = fill(_("query at {m}, key at {n}"), m=str(place[0]), n=str(place[1]))
    sheet.text(x + 8, MARGIN + SIZE + 5, said, bold=True)
    said = fill(_("q · k = {score}"), score=score(turned))
    sheet.text(x + 8, MARGIN + 2 * SIZE + 11, said)
    middle = np.array([x + WIDE / 2, MARGIN + HEAD + WIDE / 2 - 4])
    up = np.array([unit, -unit])  # a picture's y grows downward
    reach = WIDE / 2 - 8
    sheet.line(middle[0] - reach, middle[1], middle[0] + reach, middle[1], color="grid")
    sheet.line(middle[0], middle[1] - reach, middle[0], middle[1] + reach, color="grid")
    for name, pair in pairs.items():
        before, after = middle + up * pair, middle + up * turned[name]
        sheet.line(*middle, *before, color=COLORS[name], dashes="4 3")
        draw_arrow(sheet, middle, after, COLORS[name])
        draw_name(sheet, x, after, name, turned[name])
    first, last = (math.atan2(turned[name][1], turned[name][0]) for name in "kq")
    sweep = (last - first + math.pi) % (2 * math.pi) - math.pi
    angles = first + np.linspace(0, sweep, 16)
    arc = middle + ARC * np.stack([np.cos(angles), -np.sin(angles)], axis=-1)
    sheet.curve([(p[0], p[1]) for p in arc], "6")


def draw_name(
    sheet: Sheet, x: float, tip: np.ndarray, name: str, pair: np.ndarray
) -> None:
    """Write a pair's name and numbers above its tip, or below one that points down."""
    words = f"{name}: {', '.join(told(pair))}"
    half = width(words) / 2
    middle = min(max(tip[0], x + half + 4), x + WIDE - half - 4)
    y = tip[1] - 6 if pair[1] >= 0 else tip[1] + SIZE + 5
    sheet.text(middle, y, words, anchor="middle", color=COLORS[name], bold=True)


def score(turned: dict[str, np.ndarray]) -> str:
    """Return the dot product of both pairs, as a person writes it."""
    return written(turned["q"] @ turned["k"], 2)


def described(turned: dict[str, np.ndarray], place: Sequence[int]) -> str:
    """Say in words what a panel shows."""
    form = _("Query at {m}: {q}; key at {n}: {k}; their dot product is {score}.")
    return fill(
        form,
        m=str(place[0]),
        n=str(place[1]),
        q=" ".join(told(turned["q"])),
        k=" ".join(told(turned["k"])),
        score=score(turned),
    )
