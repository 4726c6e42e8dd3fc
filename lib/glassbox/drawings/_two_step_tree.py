"""Two steps of writing as a tree: the greedy way, and the likeliest one."""

from collections.abc import Mapping

from ..words import fill
from ..words import translated as _
from ._drawing import Drawing, show
from ._room import width
from ._svg import MARGIN, SIZE, WIDTH, Sheet

FIRST, SECOND, RIGHT = 142, 254, WIDTH - MARGIN  # where the words begin; products end
ROW, GAP = 30, 12  # a leaf; between two branches
GREEDY, BEST = "2", "3"  # their colors

Tree = Mapping[str, tuple[float, Mapping[str, float]]]


def two_step_tree(root: str, tree: Tree) -> None:
    """Draw 2 to 3 first words with their probabilities, and 1 to 3 words after each.

    One without words after it was dropped at the first step; two at least go on.
    """
    counts = [len(after) for _p, after in tree.values()]
    if not (len(counts) in (2, 3) and len(counts) - counts.count(0) >= 2):
        raise ValueError("a tree has 2 to 3 first words, of which 2 at least go on")
    if max(counts) > 3:
        raise ValueError("a tree has at most 3 words after each first one")
    products = {
        (one, two): p * q
        for one, (p, after) in tree.items()
        for two, q in after.items()
    }
    if any(not 0 <= p <= 1 for p in products.values()):
        raise ValueError("probabilities must lie between 0 and 1")
    one = max((a for a in tree if tree[a][1]), key=lambda word: tree[word][0])
    greedy = (one, max(tree[one][1], key=tree[one][1].__getitem__))
    best = max(products, key=products.__getitem__)

    def color(*way: str) -> str:
        """The best way's color comes over the greedy one's."""
        for whole, shade in ((best, BEST), (greedy, GREEDY)):
            if whole[: len(way)] == way:
                return shade
        return "edge"

    sheet, y = Sheet(), MARGIN + SIZE
    sheet.text(RIGHT, y, _("product"), anchor="end", color="edge")
    y += 10
    starts = []
    for first, (p, after) in tree.items():
        middle = y + ROW * max(1, len(after)) / 2
        starts.append((first, p, middle))
        for second, q in after.items():
            at = y + ROW / 2
            branch(sheet, FIRST + width(first) + 8, middle, SECOND, at, q,
                   color(first, second))  # fmt: skip
            chosen = (first, second) in (best, greedy)
            word = {"bold": chosen, "color": color(first, second) if chosen else "ink"}
            sheet.text(SECOND + 4, at + 0.33 * SIZE, second, **word)
            product = f"{products[first, second]:.2f}"
            sheet.text(RIGHT, at + 0.33 * SIZE, product, anchor="end", **word)
            y += ROW
        if not after:
            sheet.text(SECOND + 4, middle + 0.33 * SIZE, _("dropped"), color="edge")
            y += ROW
        y += GAP
    centre = sum(at for *_rest, at in starts) / len(starts)
    for first, p, at in starts:
        shade = color(first)
        branch(sheet, MARGIN + width(root) + 6, centre, FIRST - 4, at, p, shade)
        sheet.text(FIRST, at + 0.33 * SIZE, first, bold=shade != "edge")
    sheet.text(MARGIN, centre + 0.33 * SIZE, root, bold=True)
    y += SIZE - 4
    sheet.text(MARGIN, y, _("greedy"), bold=True, color=GREEDY)
    x = MARGIN + width(_("greedy")) + 16
    sheet.text(x, y, _("the likeliest two words"), bold=True, color=BEST)
    form = _(
        "After {root} come {each}. The greedy way is {greedy}, with {its}; the "
        "likeliest two words are {best}, with {most}."
    )
    parts = [f"{a} {b} {v:.2f}" for (a, b), v in products.items()]
    dropped = [f"{a} {v:.2f}, {_('dropped')}" for a, (v, after) in tree.items()
               if not after]  # fmt: skip
    each = ", ".join(parts + dropped)
    label = fill(
        form, root=root, each=each, greedy=" ".join(greedy), best=" ".join(best),
        its=f"{products[greedy]:.2f}", most=f"{products[best]:.2f}",
    )  # fmt: skip
    show(Drawing(sheet, y + MARGIN, label))


def branch(
    sheet: Sheet, x1: float, y1: float, x2: float, y2: float, p: float, color: str
) -> None:
    """Draw a branch, its probability above the middle."""
    if color == "edge":
        sheet.line(x1, y1, x2, y2, color=color, dashes="4 3")
    else:
        sheet.curve([(x1, y1), (x2, y2)], color)
    x, y = (x1 + 2 * x2) / 3, (y1 + 2 * y2) / 3
    words = f"{p:.2f}"
    sheet.rectangle(x - width(words) / 2 - 2, y - 8, width(words) + 4, 16, "ground")
    shade = "ink" if color == "edge" else color
    sheet.text(x, y + 0.33 * SIZE, words, anchor="middle", color=shade)
