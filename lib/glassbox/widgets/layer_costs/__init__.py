"""Layer costs: every multiplication of a layer, its waiting steps, its path."""

import math
from pathlib import Path

import traitlets

from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import WholeNumber

LONGEST = 65_536
NARROWEST, WIDEST = 8, 16_384
# What the sliders go through: four steps from a power of two to the next.
LENGTHS = sorted({int(2 ** (n / 4) + 0.5) for n in range(65)})
WIDTHS = sorted({int(2 ** (n / 4) + 0.5) for n in range(12, 57)})
LAYERS = ("self_attention", "recurrent", "lstm", "convolutional", "restricted")
COLUMNS = ("operations", "steps", "path")
PICTURES = COLUMNS[:2]  # for these layers a path is as long as the steps are many


class LayerCosts(GlassBoxWidget):
    """What a layer costs at length n and width d: multiplications, steps, path length.

    Source: Vaswani et al. 2017, section 4, Table 1. There constant factors are left
    out, and attention's four projections as well; here all is counted.

    Parameters
    ----------
    n : int
        1 to 65,536 tokens.
    d : int
        8 to 16,384 numbers a token.
    kernel_width : int
        w, 2 to 31 tokens that a convolution sees at once.
    neighborhood : int
        r, 1 to 65,536 tokens that restricted self-attention reads. A sequence that is
        no longer than r is read in full: then it is full self-attention.
    shown : str
        What the picture shows: "operations" or "steps".

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: why_attention.

    >>> LayerCosts(50, 512)
    LayerCosts(n=50, d=512, kernel_width=3, neighborhood=16)
    """

    _folder = Path(__file__).parent
    _state = ("n", "d", "kernel_width", "neighborhood", "shown")

    n = WholeNumber(50, least=1, most=LONGEST).tag(sync=True)
    d = WholeNumber(512, least=NARROWEST, most=WIDEST).tag(sync=True)
    kernel_width = WholeNumber(3, least=2, most=31).tag(sync=True)
    neighborhood = WholeNumber(16, least=1, most=LONGEST).tag(sync=True)
    shown = traitlets.Enum(PICTURES, "operations").tag(sync=True)

    def __init__(
        self,
        n: int = 50,
        d: int = 512,
        *,
        kernel_width: int = 3,
        neighborhood: int = 16,
        shown: str = "operations",
    ) -> None:
        super().__init__(
            n=n, d=d, kernel_width=kernel_width, neighborhood=neighborhood, shown=shown
        )

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)}" for name in self._state[:4])
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        found = costs(self.n, self.d, self.kernel_width, self.neighborhood)
        rows = []
        for layer, (operations, steps, path) in found.items():
            words = self.words["layers"][layer]
            cost = {"formula": words["operations"], "value": operations}
            order = {"formula": words["steps"], "value": steps}
            length = {"formula": words["path"], "value": f"{path:,.1f}"}
            rows.append(
                [
                    words["name"],
                    self.text("fallback.operations", **cost),
                    self.text("fallback.order", **order),
                    self.text("fallback.order", **length),
                ]
            )
        sizes = {
            "n": self.n,
            "d": self.d,
            "w": self.kernel_width,
            "r": self.neighborhood,
        }
        note = "note_whole" if self.n <= self.neighborhood else "note"
        contiguous = max(1, self.n / self.kernel_width)
        words = self.text(
            f"fallback.{note}", path=f"{contiguous:,.1f}", r=self.neighborhood
        )
        header = [self.text(f"columns.{column}") for column in ("layer", *COLUMNS)]
        caption = self.text("fallback.caption", **sizes)
        return table(caption, header, rows) + paragraph(words)


def costs(n: int, d: int, k: int, r: int) -> dict[str, tuple[int, int, float]]:
    """Return each layer's multiplications, steps that wait, and longest path.

    Attention: four projections (4 n d²), the scores and the mixture (n² d each). A
    recurrent layer: U and W (2 n d²); an LSTM: four times that. A path takes one layer
    at least, and no neighborhood is wider than the sequence.
    """
    r = min(r, n)
    square = n * d * d
    return {
        "self_attention": (4 * square + 2 * n * n * d, 1, 1),
        "recurrent": (2 * square, n, n),
        "lstm": (8 * square, n, n),
        "convolutional": (k * square, 1, max(1, math.log(n) / math.log(k))),
        "restricted": (4 * square + 2 * r * n * d, 1, n / r),
    }
