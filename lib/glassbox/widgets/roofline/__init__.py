"""Roofline: whether memory or arithmetic sets the pace of a step, as two lines."""

from pathlib import Path

import traitlets

from .._base import AS_TEXT, GlassBoxWidget
from .._html import paragraph, table
from .._traits import WholeNumber
from .numbers import CARD_NUMBERS, CARDS, MEASURED, knee, step

MACHINES = (*CARDS, *MEASURED)
BILLIONS = (1, 8, 30)
BYTES = (2, 1)
MOST = 2048
ROWS = (1, 16, 128, 1024)  # of the description


class Roofline(GlassBoxWidget):
    """Let more or fewer tokens go through the weights at once, and see what waits.

    Source: Williams, Waterman and Patterson 2009 (the roofline), drawn here as times.
    What the A100 does is according to NVIDIA; the H200 and the core were measured.

    Parameters
    ----------
    machine : "a100", "h200" or "core"
        A graphics card by its data sheet, NVIDIA's A100; or what the chapter's record
        was measured on, a card, NVIDIA's H200, or one core of a processor.
    n : int
        1 to 2,048 tokens that go through the weights at once.
    billions : 1, 8 or 30
        The model's parameters. Of what was measured, they are the record's.
    bytes_each : 2 or 1
        How many bytes a parameter takes in memory; the arithmetic stays in 16 bits.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: writing_costs.

    >>> Roofline(n=16)
    Roofline(machine='a100', n=16, billions=8, bytes_each=2)
    """

    _folder = Path(__file__).parent
    _state = ("machine", "n", "billions", "bytes_each")

    machine = traitlets.Enum(MACHINES, "a100").tag(sync=True)
    n = WholeNumber(1, least=1, most=MOST).tag(sync=True)
    billions = traitlets.Enum(BILLIONS, 8).tag(sync=True)
    bytes_each = traitlets.Enum(BYTES, 2).tag(sync=True)
    cards = traitlets.Dict(CARD_NUMBERS, read_only=True).tag(sync=True, **AS_TEXT)
    measured = traitlets.Dict(MEASURED, read_only=True).tag(sync=True, **AS_TEXT)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._state)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        if self.machine in MEASURED:
            measured = MEASURED[self.machine]
            pairs = zip(measured["rows"], measured["time"], strict=True)
            rows = [[f"{n:,}", f"{time:.3g}"] for n, time in pairs]
            header = [self.text(f"fallback.{name}") for name in ("n", "measured")]
            return table(self.text(f"fallback.{self.machine}"), header, rows)
        model = (self.machine, self.billions, self.bytes_each)
        rows = []
        for n in sorted({*ROWS, self.n}):
            times = step(self.machine, n, self.billions, self.bytes_each)
            numbers = (*times, times.whole / n)
            rows.append([f"{n:,}", *(f"{number:.3g}" for number in numbers)])
        names = ("n", "fetching", "computing", "each")
        header = [self.text(f"fallback.{name}") for name in names]
        caption = self.text(
            "fallback.caption",
            machine=self.text(f"machines.{self.machine}"),
            billions=self.billions,
            bytes=self.bytes_each,
        )
        even = self.text("fallback.knee", n=round(knee(*model)))
        return table(caption, header, rows) + paragraph(even)
