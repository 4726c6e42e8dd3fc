"""Live translator: the whole encoder-decoder in the page, step by step."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import traitlets

from ...machine.parameters import TokenModelParameters
from ...models.translator import LONGEST_TARGET, load_translator
from .._base import AS_TEXT, GlassBoxWidget
from .._traits import WholeNumber, checked_together, require
from .fallback import described
from .numbers import HalfModel, packed
from .traits import DateText, Heads, Places, Prefix

SHOWS = ("all", "reading", "writing")


def spoken_in_page(words: dict, widget: Any) -> str:
    """Return the words that the page needs: its fallback is written already."""
    page = {name: text for name, text in words.items() if name != "fallback"}
    return AS_TEXT["to_json"](page, widget)


class LiveTranslator(GlassBoxWidget):
    """Type a date, watch its translation appear, and see what each step looks at.

    Parameters
    ----------
    model : TokenModelParameters
        A translator of dates, NumPy or torch, such as `new_translator` draws; rounded
        to half precision, up to 200,000 numbers. Without it, `load_translator()`.
    source : str
        The date as a person writes it: 1 to 32 characters that the six formats use.
    prefix : str
        How the translation must begin, right or wrong, such as "2027". A "?" leaves
        its place to the model: "???7". "^" and "$" stand for <start> and <end>.
    step : int or None
        How many tokens are written, 0 to 12; None, or more than there are, is all.
    layer, head : int
        Whose attention is shown, counted from 0. The page counts from 1.
    show : str
        "all", or "reading": how the source is read, what can be taken away, and the
        rest folded; or "writing": dates of other formats, and nothing is taken away.
        A page takes it when it makes the widget.
    hidden : list of int
        Characters of the source that cross-attention may not read, counted from 0.
    off : list of [layer, head]
        Heads of cross-attention that are switched off, counted from 0.
    encoder_too : bool
        Whether what is hidden is hidden from the encoder as well.

    Raises
    ------
    traitlets.TraitError
        If a value breaks these rules, here or when a trait is set later; the widget
        then keeps its last good state.

    Chapter: cross_attention.

    >>> LiveTranslator(source="11/21/2026", prefix="2027", step=4)
    LiveTranslator(source='11/21/2026', prefix='2027', step=4, layer=1, head=0)
    """

    _folder = Path(__file__).parent
    _state = (
        "model", "source", "prefix", "step", "layer", "head", "show",
        "hidden", "off", "encoder_too",
    )  # fmt: skip

    words = traitlets.Dict().tag(sync=True, **(AS_TEXT | {"to_json": spoken_in_page}))
    model = HalfModel().tag(sync=True, to_json=packed)
    source = DateText("November 21, 2026").tag(sync=True)
    prefix = Prefix("").tag(sync=True)
    step = WholeNumber(None, allow_none=True, least=0, most=LONGEST_TARGET).tag(
        sync=True
    )
    layer = WholeNumber(1).tag(sync=True)
    head = WholeNumber(0).tag(sync=True)
    show = traitlets.Enum(SHOWS, SHOWS[0]).tag(sync=True)
    hidden = Places(()).tag(sync=True)
    off = Heads(()).tag(sync=True)
    encoder_too = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        model: TokenModelParameters | None = None,
        *,
        source: str = "November 21, 2026",
        prefix: str = "",
        step: int | None = None,
        layer: int = 1,
        head: int = 0,
        show: str = SHOWS[0],
        hidden: Sequence[int] = (),
        off: Sequence[Sequence[int]] = (),
        encoder_too: bool = False,
    ) -> None:
        super().__init__(
            model=load_translator() if model is None else model,
            source=source,
            prefix=prefix,
            step=step,
            layer=layer,
            head=head,
            show=show,
            hidden=hidden,
            off=off,
            encoder_too=encoder_too,
        )

    @traitlets.default("words")
    def _all_words(self) -> dict:
        return self._read_words()

    _check = checked_together("model", "source", "layer", "head", "hidden", "off")

    def fits(
        self, *, model: TokenModelParameters, source: str, layer: int, head: int,
        hidden: list[int], off: list[list[int]],
    ) -> None:  # fmt: skip
        """Refuse a layer, a head or a character that is not there."""
        layers = model.transformer.decoder.layers
        parts = [part for x in layers for part in (x.self_attention, x.cross_attention)]
        heads = [part.n_heads for part in parts]
        rule = f"layer must be from 0 to {len(layers) - 1}"
        require(0 <= layer < len(layers), rule, layer)
        rule = f"head must be from 0 to {min(heads) - 1}"
        require(0 <= head < min(heads), rule, head)
        rule = f"hidden must be places of the source, from 0 to {len(source) - 1}"
        for place in hidden:
            require(place < len(source), rule, place)
        for at, one in off:
            rule = "off must name heads of the decoder's layers"
            there = at < len(layers) and one < layers[at].cross_attention.n_heads
            require(there, rule, [at, one])

    def __repr__(self) -> str:
        shown = ("source", "prefix", "step", "layer", "head")
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        return described(self)
