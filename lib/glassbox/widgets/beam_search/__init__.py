"""Beam search over a small tree: how many texts to keep, and by what measure."""

from pathlib import Path

import traitlets

from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import WholeNumber
from .numbers import MOST_STEPS, TREE, best, search

WIDEST = 3


class BeamSearch(GlassBoxWidget):
    """A small tree of texts that a beam walks down, a word at a time.

    Parameters
    ----------
    width : int
        1 to 3: how many texts the beam keeps.
    per_token : bool
        Compare the logarithms divided by the length, not the products.
    steps : int
        0 to 3: how many words were added.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: choosing_the_next_token.

    >>> BeamSearch(2, steps=3)
    BeamSearch(width=2, per_token=False, steps=3, best='smells good .')
    """

    _folder = Path(__file__).parent
    _state = ("width", "per_token", "steps")

    tree = traitlets.List(TREE, read_only=True).tag(sync=True)
    width = WholeNumber(2, least=1, most=WIDEST).tag(sync=True)
    per_token = traitlets.Bool(False).tag(sync=True)
    steps = WholeNumber(1, least=0, most=MOST_STEPS).tag(sync=True)

    def __init__(
        self, width: int = 2, *, per_token: bool = False, steps: int = 1
    ) -> None:
        super().__init__(width=width, per_token=per_token, steps=steps)

    def __repr__(self) -> str:
        columns = search(self.width, self.per_token, self.steps)
        found = best(columns[-1], self.per_token).words if columns else ()
        state = f"width={self.width}, per_token={self.per_token}, steps={self.steps}"
        return f"{type(self).__name__}({state}, best={' '.join(found)!r})"

    def describe(self) -> str:
        columns = search(self.width, self.per_token, self.steps)
        rows = [
            [
                f"{step}",
                " ".join(one.words),
                f"{one.p:.2f}",
                f"{one.score(True):.2f}",
                self.text("kept" if one.kept else "dropped"),
            ]
            for step, column in enumerate(columns, 1)
            for one in column
        ]
        heads = ("step", "text", "product", "per_token", "kept")
        header = [self.text(f"columns.{name}") for name in heads]
        caption = self.text("fallback", width=f"{self.width}")
        return paragraph(self.text("begin")) + table(caption, header, rows)
