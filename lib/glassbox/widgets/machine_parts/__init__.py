"""The machine's parts: how many of its numbers each holds, with the norm's place."""

from pathlib import Path
from typing import Any

import traitlets

from ...words import fill
from .._base import AS_TEXT, GlassBoxWidget, paragraph, table
from ..transformer_map.facts import (
    PARTS,
    PRESETS,
    TERMS,
    copies,
    count,
    count_all,
    is_shared,
    parts_of,
)

SIZES = {name: n for name, n in PRESETS["base"].items() if name not in ("norm", "form")}


class MachineParts(GlassBoxWidget):
    """The paper's base model drawn; a part that is pressed tells what it holds.

    Parameters
    ----------
    part : str
        The part that is selected.
    norm : "post" or "pre"
        Norm(x + f(x)), or x + f(Norm(x)) and a final norm after each stack.

    Raises
    ------
    traitlets.TraitError
        If a value is none of these, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: the_transformer.

    >>> MachineParts("cross_attention")
    MachineParts('cross_attention', norm='post')
    """

    _folder = Path(__file__).parent
    _state = ("part", "norm")

    part = traitlets.Enum(tuple(PARTS), "memory").tag(sync=True)
    norm = traitlets.Enum(("post", "pre"), "post").tag(sync=True)
    # What the page computes from: given, not set.
    facts = traitlets.Dict(read_only=True).tag(sync=True, **AS_TEXT)

    def __init__(self, part: str = "memory", *, norm: str = "post") -> None:
        super().__init__(part=part, norm=norm)

    @traitlets.default("facts")
    def _gather(self) -> dict:
        kinds = {name: {"kind": part["kind"]} for name, part in PARTS.items()}
        own = {
            name: {"terms": part["terms"]}
            for name, part in PARTS.items()
            if "terms" in part
        }
        parts = {name: kinds[name] | own.get(name, {}) for name in PARTS}
        return {"parts": parts, "terms": TERMS, "sizes": SIZES}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.part!r}, norm={self.norm!r})"

    def describe(self) -> str:
        state = self.sizes()
        total = count_all(state, tied=True)
        rows = []
        for part in parts_of(state):
            held = self.held(part)
            rows.append(
                [self.text(f"full_names.{part}"), written(held), percent(held, total)]
            )
        header = [self.text(f"columns.{key}") for key in ("part", "numbers", "share")]
        caption = self.text(f"caption.{self.norm}")
        whole = self.text("whole", total=total)
        return table(caption, header, rows) + paragraph(whole)

    def sizes(self) -> dict[str, Any]:
        """Return the base model's sizes, with the norm's place."""
        return SIZES | {"norm": self.norm, "form": "paper"}

    def held(self, part: str) -> int:
        """Return the learned numbers of a part in all layers of its stack.

        A table that stands in three places is counted in the first.
        """
        state = self.sizes()
        if is_shared(part, state):
            return 0
        return count(part, state) * copies(part, state)


def percent(held: int, total: int) -> str:
    """Return a share with one decimal, or two where it is small: 20.0 %, 0.01 %."""
    share = 100 * held / total
    return f"{share:.{2 if 0 < share < 0.1 else 1}f} %"


def written(number: int) -> str:
    """Return a number as the language in use writes it: 37,000."""
    return fill("{number}", number=number)
