"""Scores of all heads of a model, a square for each: layers across, heads down."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._room import width
from ._svg import MARGIN, SIZE, WIDTH, Sheet

ATTENTION = "2"  # its color; strong is much
LEFT = 62  # where the squares begin: room for what the rows are
LEAST = 0.1  # smaller scores stay empty
BEST = 3  # so many are named
HIGHEST = 12  # of a square
SHADES = (0.1, 0.5, 1)  # those of the legend


def scored_heads(scores: Mapping[str, np.ndarray], marked: Sequence[str] = ()) -> None:
    """Draw 1 to 3 scores between 0 and 1, each (n_layers, n_heads), with its name.

    marked are heads that have a frame and their name in each, such as "17.1": layer
    and head, counted from 1.
    """
    if not 1 <= len(scores) <= 3:
        raise ValueError(f"there must be 1 to 3 scores; got {len(scores)}")
    sheet, y, said = Sheet(), MARGIN, []
    for name, given in scores.items():
        found = np.asarray(given, float)
        if found.ndim != 2 or found.size < BEST:
            raise ValueError(f"{name} must be (n_layers, n_heads); got {found.shape}")
        if not ((found >= 0) & (found <= 1)).all():
            raise ValueError(f"{name} must lie between 0 and 1")
        y = draw_panel(sheet, y, name, found)
        draw_marks(sheet, y - high_of(found), found, marked)
        y += SIZE + 3 + 18
        said.append(described(name, found))
    form = _("A square for each head, layers from left to right. {each}.")
    label = fill(form, each=". ".join(said))
    y = draw_legend(sheet, y - 6)
    show(Drawing(sheet, y + MARGIN, label))


def draw_panel(sheet: Sheet, y: float, name: str, scores: np.ndarray) -> float:
    """Draw one score's squares under its name and its best heads; return their end."""
    n_layers, n_heads = scores.shape
    wide, high = size_of(scores)
    y += SIZE
    sheet.text(MARGIN, y, name, bold=True)
    y += SIZE + 4
    form = _("best: {heads}")
    sheet.text(MARGIN, y, fill(form, heads=named_best(scores, " · ")), color=ATTENTION)
    y += 8
    sheet.rectangle(LEFT, y, wide * n_layers, high * n_heads, "grid", opacity=0.4)
    for layer, head in zip(*np.nonzero(scores >= LEAST), strict=True):
        x, top, score = LEFT + wide * layer, y + high * head, scores[layer, head]
        sheet.rectangle(x, top, wide - 1, high - 1, ATTENTION, opacity=score)
        told = f"{layer + 1}.{head + 1}: {score:.2f}"
        sheet.elements[-1] = f"{sheet.elements[-1][:-2]}><title>{told}</title></path>"
    for head, base in ((1, SIZE - 2), (n_heads, high * n_heads - 1)):
        words = fill(_("head {n}"), n=str(head))
        sheet.text(LEFT - 6, y + base, words, anchor="end", color="edge")
    y += high * n_heads
    for layer in ticks(n_layers):
        words = fill(_("layer {n}"), n="1") if layer == 1 else str(layer)
        x = LEFT + wide * (layer - 0.5)
        sheet.text(x, y + SIZE + 3, words, anchor="middle", color="edge")
    return y


def size_of(scores: np.ndarray) -> tuple[float, float]:
    """Return how wide and how high a head's square is."""
    wide = (WIDTH - MARGIN - LEFT) / len(scores)
    return wide, min(wide, HIGHEST)


def high_of(scores: np.ndarray) -> float:
    """Return how high all squares are."""
    return size_of(scores)[1] * scores.shape[1]


def draw_marks(
    sheet: Sheet, y: float, scores: np.ndarray, heads: Sequence[str]
) -> None:
    """Frame heads and name them, at the right of each or, near the edge, the left."""
    wide, high = size_of(scores)
    for name in heads:
        layer, head = (int(part) - 1 for part in name.split("."))
        if not (0 <= layer < len(scores) and 0 <= head < scores.shape[1]):
            raise ValueError(f"there is no head {name}")
        x, top = LEFT + wide * layer - 0.5, y + high * head - 0.5
        right, below = x + wide, top + high
        corners = [(x, top), (right, top), (right, below), (x, below), (x, top)]
        sheet.curve(corners, "ink")
        is_near = right + 5 + width(name) > WIDTH - MARGIN
        end = {"anchor": "end"} if is_near else {}
        at = x - 4 if is_near else right + 4
        base = min(top + high / 2 + 0.33 * SIZE, y + high_of(scores) - 2)
        sheet.text(at, max(base, y + SIZE - 2), name, bold=True, **end)


def draw_legend(sheet: Sheet, y: float) -> float:
    """Say what the shades mean; return the end."""
    x = LEFT
    for score in SHADES:
        sheet.rectangle(x, y, HIGHEST, HIGHEST, "grid", opacity=0.4)
        sheet.rectangle(x, y, HIGHEST, HIGHEST, ATTENTION, opacity=score)
        sheet.text(x + HIGHEST + 4, y + HIGHEST - 1, f"{score:.1f}", color="edge")
        x += 46
    sheet.text(x, y + HIGHEST - 1, _("of the weight, on average"), color="edge")
    return y + HIGHEST


def ticks(n_layers: int) -> list[int]:
    """Return which layers have their numbers below.

    >>> ticks(30), ticks(3)
    ([1, 10, 20, 30], [1, 3])
    """
    step = max(1, round(n_layers / 30)) * 10
    inner = [n for n in range(step, n_layers, step) if n_layers - n >= step / 2]
    return [1, *inner, n_layers]


def best_of(scores: np.ndarray) -> list[tuple[int, int]]:
    """Return the heads of the largest scores, the largest first, counted from 0."""
    order = np.argsort(-scores, axis=None, kind="stable")[:BEST]
    return [divmod(int(i), scores.shape[1]) for i in order]


def named_best(scores: np.ndarray, between: str) -> str:
    """Name the best heads, with their scores."""
    heads = best_of(scores)
    return between.join(f"{i + 1}.{j + 1} {scores[i, j]:.2f}" for i, j in heads)


def described(name: str, scores: np.ndarray) -> str:
    """Say in words what a panel shows."""
    layers = np.flatnonzero((scores >= 0.3).any(axis=1)) + 1
    form = _("{name}: best are {heads}; layers with a head of 0.3 or more: {layers}")
    listed = ", ".join(map(str, layers)) or _("none")
    return fill(form, name=name, heads=named_best(scores, ", "), layers=listed)
