"""Live translator: the whole encoder-decoder in the page, step by step."""

import math
from pathlib import Path
from typing import Any

import traitlets

from ...machine.parameters import TokenModelParameters
from ...models.translator import LONGEST_TARGET, load_translator, source_ids
from .._base import GlassBoxWidget, WholeNumber, paragraph, table
from .numbers import (
    FREE,
    SYMBOLS,
    HalfModel,
    WrittenStep,
    packed,
    translation_steps,
)

NAMES = {"^": "<start>", "$": "<end>", " ": "space"}


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
        for sign in text:
            if sign not in SYMBOLS + FREE:
                raise traitlets.TraitError(
                    f"{self.name} must be digits and hyphens, {FREE} for a free place, "
                    f"^ for <start>, $ for <end>; got {sign!r}"
                )
        if len(text) > LONGEST_TARGET:
            raise traitlets.TraitError(
                f"{self.name} must have at most {LONGEST_TARGET} signs; got {len(text)}"
            )
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

    @traitlets.validate("model", "layer", "head")
    def _check(self, proposal: Any) -> Any:
        state = {name: getattr(self, name) for name in ("model", "layer", "head")}
        state[proposal.trait.name] = proposal.value
        layers = state["model"].transformer.decoder.layers
        heads = [
            part.n_heads
            for layer in layers
            for part in (layer.self_attention, layer.cross_attention)
        ]
        for name, size in (("layer", len(layers)), ("head", min(heads))):
            if not 0 <= state[name] < size:
                raise traitlets.TraitError(
                    f"{name} must be from 0 to {size - 1}; got {state[name]}"
                )
        return proposal.value

    def __repr__(self) -> str:
        shown = ("source", "prefix", "step", "layer", "head")
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{type(self).__name__}({values})"

    def describe(self) -> str:
        steps = translation_steps(self.model, self.source, self.prefix)
        shown = steps[: self.step]
        rows = [self._row(steps, i) for i in range(len(shown))]
        text = "".join(SYMBOLS[step.token] for step in shown).strip("^$")
        words = f"{text or 'Nothing'}: {len(shown)} of {len(steps)} steps."
        if shares := [step.shares[step.token] for step in shown]:
            least = min(range(len(shares)), key=shares.__getitem__)
            words += (
                f" The probability, the product of the shares, is "
                f"{math.prod(shares):.1%}; the least sure step is {least + 1}. "
                "A high probability is no proof that the date is right."
            )
        place = f"layer {self.layer + 1}, head {self.head + 1}"
        header = ["step", "writes", "its share", "looks most in the source at",
                  "looks most in what is written at"]  # fmt: skip
        caption = f"Translation of {self.source}, step by step; attention of {place}"
        return table(caption, header, rows) + paragraph(words)

    def _row(self, steps: list[WrittenStep], i: int) -> list[str]:
        """Return what step i wrote, how sure it was, and where it looked most."""
        step = steps[i]
        read = "^" + "".join(SYMBOLS[before.token] for before in steps[:i])
        own = step.self_attention[self.layer][self.head]
        cross = step.cross_attention[self.layer][self.head]
        place = int(cross.argmax())
        writes = _name(SYMBOLS[step.token])
        if step.token != step.likeliest:
            likeliest = _name(SYMBOLS[step.likeliest])
            most = step.shares[step.likeliest]
            writes += f" (chosen; the model would write {likeliest}, {most:.1%})"
        return [
            f"{i + 1}",
            writes,
            f"{step.shares[step.token]:.1%}",
            f"{_name(self.source[place])} (character {place + 1}) {cross[place]:.2f}",
            f"{_name(read[int(own.argmax())])} {own.max():.2f}",
        ]


def _name(sign: str) -> str:
    return NAMES.get(sign, sign)
