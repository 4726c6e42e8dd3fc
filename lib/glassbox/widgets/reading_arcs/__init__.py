"""Reading arcs: a date is translated, and arcs show where each character looks."""

from pathlib import Path

from ...machine.parameters import TokenModelParameters
from ...models.translator import LONGEST_TARGET, load_translator
from .._base import GlassBoxWidget
from .._html import paragraph, table
from .._traits import WholeNumber
from ..live_translator import DateText
from ..live_translator.numbers import SYMBOLS, HalfModel, translation_steps
from .numbers import mean_weights, packed_with_examples

NAMED = {"$": "end", " ": "space"}  # signs that have a name in words


class ReadingArcs(GlassBoxWidget):
    """Type a date, and see where a trained machine looks as it writes each character.

    An arc is a weight of the cross-attention, the mean of the last layer's heads.

    Parameters
    ----------
    source : str
        The date as a person writes it: 1 to 32 characters that the six formats use.
    at : int
        Which written character's arcs are shown, from 1; if fewer are written, the
        last.
    model : TokenModelParameters
        A translator of dates, as for `LiveTranslator`. Without it, `load_translator()`.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: index, the front page.

    >>> ReadingArcs("11/21/2026")
    ReadingArcs('11/21/2026', at=4)
    """

    _folder = Path(__file__).parent
    _state = ("model", "source", "at")

    model = HalfModel().tag(sync=True, to_json=packed_with_examples)
    source = DateText("November 21, 2026").tag(sync=True)
    at = WholeNumber(4, least=1, most=LONGEST_TARGET).tag(sync=True)

    def __init__(
        self,
        source: str = "November 21, 2026",
        *,
        at: int = 4,
        model: TokenModelParameters | None = None,
    ) -> None:
        model = load_translator() if model is None else model
        super().__init__(model=model, source=source, at=at)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.source!r}, at={self.at})"

    def describe(self) -> str:
        steps = translation_steps(self.model, self.source)
        header = [self.text(f"fallback.{name}") for name in ("writes", "looks")]
        rows = []
        for step in steps:
            weights = mean_weights(step)
            place = int(weights.argmax())
            sign, weight = self._name(self.source[place]), f"{weights[place]:.2f}"
            look = self.text("look", sign=sign, place=place + 1, weight=weight)
            rows.append([self._name(SYMBOLS[step.token]), look])
        caption = self.text("fallback.caption", source=self.source)
        written = "".join(SYMBOLS[step.token] for step in steps).strip("^$")
        n_heads = self.model.transformer.decoder.layers[-1].cross_attention.n_heads
        said = self.text("fallback.summary", source=self.source, written=written)
        note = self.text("fallback.note", n=n_heads)
        return table(caption, header, rows) + paragraph(said) + paragraph(note)

    def _name(self, sign: str) -> str:
        return self.text(f"signs.{NAMED[sign]}") if sign in NAMED else sign
