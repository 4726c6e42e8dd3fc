"""The machine's parts, each with a switch, and with what goes in and comes out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import traitlets

from ...models.translator import load_translator, translate
from .._base import AS_TEXT, GlassBoxWidget
from .._html import paragraph, table
from .._rules import some_of
from .._traits import TextList, WholeNumber, require
from ..live_translator.numbers import packed
from .numbers import DATES, LAST, N_STEPS, PARTS, SEEN, Readings, readings


class Parts(TextList):
    """Parts of the machine, each once, in the order of PARTS."""

    def validate(self, obj: Any, value: Any) -> list[str]:
        names = super().validate(obj, value)
        for name in names:
            require(name in PARTS, f"{self.name} must be of {', '.join(PARTS)}", name)
        return [name for name in PARTS if name in names]

    def rule(self) -> dict[str, Any]:
        return some_of(PARTS)


class MachineParts(GlassBoxWidget):
    """A trained translator of dates, drawn; a part that is pressed is switched off.

    Parameters
    ----------
    off : sequence of str
        The parts that are off, wherever they stand: "source_positions",
        "target_positions", "self_attention", "mask", "cross_attention",
        "feed_forward", "norms", "final_norms", "skips".
    inside : int
        The step whose arrays are shown, from 1 to 37 on the way up; 0 for none.

    Raises
    ------
    traitlets.TraitError
        If off names another part, or there is no such step, here or when it is set
        later; the widget then keeps its last good state.

    Chapter: the_transformer.

    >>> MachineParts(["mask"], inside=30)
    MachineParts(off=['mask'], inside=30)
    """

    _folder = Path(__file__).parent
    _state = ("off", "inside")

    off = Parts(()).tag(sync=True)
    inside = WholeNumber(0, least=0, most=N_STEPS).tag(sync=True)
    # What the page computes from: given, not set.
    model = traitlets.Any(read_only=True).tag(sync=True, to_json=packed)
    facts = traitlets.Dict(read_only=True).tag(sync=True, **AS_TEXT)

    def __init__(self, off: Sequence[str] = (), inside: int = 0) -> None:
        super().__init__(off=off, inside=inside)

    @traitlets.default("model")
    def _load(self) -> Any:
        return load_translator()

    @traitlets.default("facts")
    def _gather(self) -> dict:
        rights = [translate(self.model, date).text for date in DATES]
        of_page = {"dates": DATES, "rights": rights, "last": LAST, "seen": SEEN}
        return of_page | {"parts": PARTS}

    def __repr__(self) -> str:
        return f"{type(self).__name__}(off={self.off!r}, inside={self.inside})"

    def readings(self) -> Readings:
        """Measure the machine as it is switched."""
        return readings(self.model, self.off)

    def describe(self) -> str:
        found = self.readings()
        rows = []
        for key, date, text in zip(
            ("first", "order", "source"), DATES, found.written, strict=True
        ):
            told = text.replace("^", self.text("start")) or self.text("nothing")
            rows.append([self.text(f"rows.{key}"), f"{date} → {told}"])
        moved = {"n": str(found.moved), "all": str(found.answers)}
        future = self.text("moved", **moved)
        rows.append([self.text("rows.future"), future])
        rows.append([self.text("rows.spread"), f"{found.spread:.2f}"])
        rows.append([self.text("rows.size"), f"{found.size:.1f}"])
        names = ", ".join(self.text(f"parts.{name}") for name in self.off)
        what = self.text("off", parts=names) if names else self.text("all_on")
        header = [self.text("columns.test"), self.text("columns.result")]
        return table(self.text("title"), header, rows) + paragraph(what)
