"""The traits of the widget inside a model: a text of letters, and names of heads."""

from typing import Any

import traitlets

from ...models.induction import LENGTH, LETTERS, head_names
from .._rules import some_of, text_rule
from .._traits import listed, require

HEADS = tuple(head_names(2))


class LetterText(traitlets.Unicode):
    """2 to 24 small letters; spaces are left out."""

    def validate(self, obj: Any, value: Any) -> str:
        text = super().validate(obj, value).replace(" ", "")
        strange = "".join(sorted(set(text) - set(LETTERS)))
        require(not strange, f"{self.name} must be of small letters a to z", strange)
        rule = f"{self.name} must have 2 to {LENGTH} letters"
        require(2 <= len(text) <= LENGTH, rule, len(text))
        return text

    def rule(self) -> dict[str, Any]:
        return text_rule(LENGTH, least=2, of=LETTERS)


class HeadNames(traitlets.TraitType):
    """Heads by their names, such as "2.1", each once, in order."""

    def validate(self, obj: Any, value: Any) -> list[str]:
        names, rule = listed(value), f"{self.name} must be a list of {', '.join(HEADS)}"
        fits = names is not None and all(name in HEADS for name in names)
        require(fits, rule, repr(value))
        return [name for name in HEADS if name in names]

    def rule(self) -> dict[str, Any]:
        return some_of(HEADS)
