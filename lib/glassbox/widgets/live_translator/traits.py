"""What the live translator takes: a date, a beginning, and what is taken away."""

from typing import Any

import traitlets

from ...models.translator import (
    LONGEST_SOURCE,
    LONGEST_TARGET,
    SOURCE_TOKENS,
    source_ids,
)
from .._rules import text_rule
from .._traits import is_finite_number, listed, require
from .numbers import FREE, SYMBOLS

MOST_HEADS = 16  # of all layers, in a link


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

    def rule(self) -> dict[str, Any]:
        return text_rule(LONGEST_SOURCE, least=1, of="".join(SOURCE_TOKENS[1:]))


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

    def rule(self) -> dict[str, Any]:
        return text_rule(LONGEST_TARGET, of=SYMBOLS + FREE)


class Places(traitlets.TraitType):
    """Places of characters, counted from 0: whole numbers, each once, in order."""

    def validate(self, obj: Any, value: Any) -> list[int]:
        places, rule = listed(value), f"{self.name} must be a list of whole numbers"
        require(places is not None and all(map(is_whole, places)), rule, repr(value))
        rule = f"{self.name} must be places from 0 to {LONGEST_SOURCE - 1}"
        for place in places:
            require(0 <= place < LONGEST_SOURCE, rule, place)
        return sorted({int(place) for place in places})

    def rule(self) -> dict[str, Any]:
        place = {"type": "integer", "minimum": 0, "maximum": LONGEST_SOURCE - 1}
        return {"type": "array", "maxItems": LONGEST_SOURCE, "items": place}


class Heads(traitlets.TraitType):
    """Heads of cross-attention as [layer, head], counted from 0, each once."""

    def validate(self, obj: Any, value: Any) -> list[list[int]]:
        rule = f"{self.name} must be a list of [layer, head], counted from 0"
        pairs = [listed(pair) for pair in listed(value) or ()]
        require(listed(value) is not None, rule, repr(value))
        for pair in pairs:
            fits = pair is not None and len(pair) == 2 and all(map(is_whole, pair))
            require(fits and min(pair) >= 0, rule, repr(value))
        unique = {(int(layer), int(head)) for layer, head in pairs}
        return [list(pair) for pair in sorted(unique)]

    def rule(self) -> dict[str, Any]:
        number = {"type": "integer", "minimum": 0, "maximum": MOST_HEADS - 1}
        pair = {"type": "array", "minItems": 2, "maxItems": 2, "items": number}
        return {"type": "array", "maxItems": MOST_HEADS, "items": pair}


def is_whole(value: Any) -> bool:
    """Tell whether value is a whole number."""
    return is_finite_number(value) and value == int(value)
