"""What each trait may be, for a page that takes a state from a link.

The words are those of JSON Schema, and some of ours that name another trait, which is
a number or a list: a number may stay "below" it, go "upTo" it or "divides" it, and a
list may be "asLongAs" it. "of" are the signs that a text may have, "someOf" what a list
may hold, each once and in order, and "norm" the bounds of a vector's length. A trait
says by its tags what its type doesn't: `.tag(least=0, most=5)`, `.tag(below="tokens")`,
or its whole rule, `.tag(rule={…})`, which is None for the data that a widget was made
with and the page's reader can't change. The page checks: assets/static/widget_links.js.
"""

import math
from typing import Any

import traitlets

LONGEST_TEXT = 60  # of one text in a list: a token, a label
WORDS = {  # a tag, and the word that it puts into a rule
    "below": "below",
    "up_to": "upTo",
    "divides": "divides",
    "multiple_of": "multipleOf",
    "fewest": "minItems",
    "longest": "maxItems",
    "as_long_as": "asLongAs",
}


def rules_of(widget: Any) -> dict[str, dict]:
    """Return the rule of each trait that a link may change, by name."""
    rules = {name: rule_of(widget.traits()[name]) for name in sorted(widget._state)}
    return {name: rule for name, rule in rules.items() if rule}


def rule_of(trait: traitlets.TraitType) -> dict[str, Any] | None:
    """Return what a trait may be; None where no link may change it: a model, data."""
    if trait.read_only or trait.metadata.get("rule", ...) is None:
        return None
    rule = trait.metadata.get("rule") or kind_of(trait)
    if rule and trait.allow_none:
        rule = {**rule, "nullable": True}
    return rule


def kind_of(trait: traitlets.TraitType) -> dict[str, Any] | None:
    """Return what the type of a trait says that it may be."""
    if hasattr(trait, "rule"):  # one of ours
        return trait.rule()
    if isinstance(trait, traitlets.Bool):
        return {"type": "boolean"}
    if isinstance(trait, traitlets.Enum):
        return {"enum": list(trait.values)}
    return None


def number_rule(trait: Any, kind: str = "number") -> dict[str, Any]:
    """Return the rule of a number, with the bounds of the trait or of its tags."""
    least = trait.metadata.get("least", getattr(trait, "least", -math.inf))
    most = trait.metadata.get("most", getattr(trait, "most", math.inf))
    return tagged(trait, {"type": kind, **bounds(least, most)})


def numbers_rule(trait: Any) -> dict[str, Any]:
    """Return the rule of numbers in lists within lists."""
    least = trait.metadata.get("least", -trait.most)
    items = {"type": "number", **bounds(least, trait.most)}
    return list_rule(trait, items, trait.axes)


def list_rule(trait: Any, items: dict[str, Any], axes: int = 1) -> dict[str, Any]:
    """Return the rule of a list, or of lists of lists."""
    for _ in range(axes):
        items = {"type": "array", "items": items}
    return tagged(trait, items)


def bounds(least: float, most: float) -> dict[str, float]:
    """Return the words for a number's bounds, those that there are."""
    given = {"minimum": least, "maximum": most}
    return {word: bound for word, bound in given.items() if math.isfinite(bound)}


def tagged(trait: Any, rule: dict[str, Any]) -> dict[str, Any]:
    """Return a rule with the words that a trait's tags stand for."""
    tags = trait.metadata
    return rule | {word: tags[tag] for tag, word in WORDS.items() if tag in tags}


def text_rule(most: int, *, least: int = 0, of: str = "") -> dict[str, Any]:
    """Return the rule of a text: its length, and its signs, if not all are allowed."""
    rule = {"type": "string", "minLength": least, "maxLength": most}
    return rule | {"of": of} if of else rule


def some_of(names: Any) -> dict[str, Any]:
    """Return the rule of a list of some of these, each once, in this order."""
    return {"someOf": list(names)}


def has_other_lengths(rule: dict[str, Any], value: Any, made: Any) -> bool:
    """Tell whether lists are longer or shorter than made, which no link may change."""
    if not isinstance(value, (list, tuple)) or "items" not in rule:
        return False
    made = made or []
    is_fixed = "maxItems" not in rule
    return (is_fixed and len(value) != len(made)) or any(
        has_other_lengths(rule["items"], *both)
        for both in zip(value, made, strict=False)
    )
