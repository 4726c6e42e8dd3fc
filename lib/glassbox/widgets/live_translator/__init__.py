"""Live translator: the whole encoder-decoder in the page, step by step."""

import math
from pathlib import Path
from typing import Any

import traitlets

from ...machine.parameters import TokenModelParameters
from ...models.translator import LONGEST_TARGET, load_translator, source_ids
from .._base import (
    GlassBoxWidget,
    WholeNumber,
    checked_together,
    paragraph,
    require,
    table,
)
from .numbers import (
    FREE,
    SYMBOLS,
    HalfModel,
    WrittenStep,
    packed,
    translation_steps,
)

NAMED = {"^": "start", "$": "end", " ": "space"}  # signs that have a name in words


class DateText(traitlets.Unicode):
    """A date as a person types it; white space at its ends is dropped."""

    def validate(self, obj: Any, value: Any) -> str:
        text = super().validate(obj, value).strip()
        try:
            source_ids(text)
        except ValueError as error:
            words = str(error).replace("text", self.name, 1)
            raise traitlets.TraitError(words) from None
        return text


class Prefix(traitlets.Unicode):
    """How the translation must begin: one sign a token, ? where the model is free."""

    def validate(self, obj: Any, value: Any) -> str:
        text = super().validate(obj, value)
        rule = (
            f"{self.name} must be digits and hyphens, {FREE} for a free place, "
            "^ for <start>, $ for <end>"
        )
        for sign in text:
            require(sign in SYMBOLS + FREE, rule, repr(sign))
        rule = f"{self.name} must have at most {LONGEST_TARGET} signs"
        require(len(text) <= LONGEST_TARGET, rule, len(text))
        return text


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
    _state = ("model", "source", "prefix", "step", "layer", "head")

    model = HalfModel().tag(sync=True, to_json=packed)
    source = DateText("November 21, 2026").tag(sync=True)
    prefix = Prefix("").tag(sync=True)
    step = WholeNumber(None, allow_none=True, least=0, most=LONGEST_TARGET).tag(
        sync=True
    )
    layer = WholeNumber(1).tag(sync=True)
    head = WholeNumber(0).tag(sync=True)

    def __init__(
        self,
        model: TokenModelParameters | None = None,
        *,
        source: str = "November 21, 2026",
        prefix: str = "",
        step: int | None = None,
        layer: int = 1,
        head: int = 0,
    ) -> None:
        super().__init__(
            model=load_translator() if model is None else model,
            source=source,
            prefix=prefix,
            step=step,
            layer=layer,
            head=head,
        )

    _check = checked_together("model", "layer", "head")

    def fits(self, *, model: TokenModelParameters, layer: int, head: int) -> None:
        """Refuse a layer or a head that the model's decoder does not have."""
        layers = model.transformer.decoder.layers
        heads = [
            part.n_heads
            for one in layers
            for part in (one.self_attention, one.cross_attention)
        ]
        rule = f"layer must be from 0 to {len(layers) - 1}"
        require(0 <= layer < len(layers), rule, layer)
        rule = f"head must be from 0 to {min(heads) - 1}"
        require(0 <= head < min(heads), rule, head)

    def __repr__(self) -> str:
        shown = ("source", "prefix", "step", "layer", "head")
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        steps = translation_steps(self.model, self.source, self.prefix)
        shown = steps[: self.step]
        rows = [self._row(steps, i) for i in range(len(shown))]
        place = {"layer": self.layer + 1, "head": self.head + 1}
        caption = self.text("fallback.caption", source=self.source, **place)
        columns = ("step", "writes", "share", "cross_attention", "self_attention")
        header = [self.text(f"fallback.{name}") for name in columns]
        return table(caption, header, rows) + paragraph(
            self._summary(shown, len(steps))
        )

    def _summary(self, shown: list[WrittenStep], n: int) -> str:
        """Return what the shown ones of n steps wrote, and how sure they were."""
        text = "".join(SYMBOLS[step.token] for step in shown).strip("^$")
        text = text or self.text("fallback.nothing")
        progress = self.text("fallback.progress", text=text, step=len(shown), n=n)
        if not shown:
            return progress
        shares = [step.shares[step.token] for step in shown]
        product = f"{math.prod(shares):.1%}"
        least = shares.index(min(shares)) + 1
        sure = self.text("fallback.sure", product=product, least=least)
        return self.text("fallback.summary", progress=progress, sure=sure)

    def _row(self, steps: list[WrittenStep], i: int) -> list[str]:
        """Return what step i wrote, how sure it was, and where it looked most."""
        step = steps[i]
        read = "^" + "".join(SYMBOLS[before.token] for before in steps[:i])
        own = step.self_attention[self.layer][self.head]
        cross = step.cross_attention[self.layer][self.head]
        place = int(cross.argmax())
        writes = self._name(SYMBOLS[step.token])
        if step.token != step.likeliest:
            writes = self.text(
                "fallback.chosen",
                sign=writes,
                likeliest=self._name(SYMBOLS[step.likeliest]),
                share=f"{step.shares[step.likeliest]:.1%}",
            )
        looks = self.text(
            "fallback.looks",
            sign=self._name(self.source[place]),
            place=place + 1,
            share=f"{cross[place]:.2f}",
        )
        return [
            f"{i + 1}",
            writes,
            f"{step.shares[step.token]:.1%}",
            looks,
            f"{self._name(read[int(own.argmax())])} {own.max():.2f}",
        ]

    def _name(self, sign: str) -> str:
        return self.text(f"fallback.signs.{NAMED[sign]}") if sign in NAMED else sign
