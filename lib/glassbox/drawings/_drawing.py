"""A drawing as a notebook, a page or a terminal shows it."""

from ..words import fill
from ..words import translated as _
from ._svg import Sheet


class Drawing:
    """A drawing that a notebook shows as SVG, and a terminal by its description."""

    def __init__(
        self, sheet: Sheet, height: float, label: str, *, cropped: float = 0
    ) -> None:
        self.text = fill(_("Drawing: {label}"), label=label)
        self.svg = sheet.svg(height, label, cropped=cropped)

    def __repr__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


def show(drawing: Drawing) -> None:
    """Show a drawing below the cell that drew it."""
    try:
        from IPython.display import display  # a notebook has it, the library needs none
    except ImportError:
        display = print
    display(drawing)
