"""What each trait may be, for a page that takes a state from a link.

The words are those of JSON Schema, and two of ours: "of" names the signs that a text
may have, and "below" the trait whose value, or length, a number stays under. A trait
says by its tags what its type doesn't: `.tag(least=0, most=5)`, `.tag(below="tokens")`,
or its whole rule, `.tag(rule={…})`. The page checks (assets/static/widget_links.js).
"""

import math
from typing import Any

import traitlets

LONGEST_TEXT = 60  # of one text in a list: a token, a label


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
    tags, rule = trait.metadata, {"type": kind}
    least = tags.get("least", getattr(trait, "least", -math.inf))
    most = tags.get("most", getattr(trait, "most", math.inf))
    if math.isfinite(least):
        rule["minimum"] = least
    if math.isfinite(most):
        rule["maximum"] = most
    names = {"below": "below", "up_to": "upTo", "multiple_of": "multipleOf"}
    return rule | {names[tag]: tags[tag] for tag in names if tag in tags}


def number_within(most: float) -> dict[str, Any]:
    """Return the rule of a number of at most this size."""
    bounds = {"minimum": -most, "maximum": most} if math.isfinite(most) else {}
    return {"type": "number", **bounds}


def list_rule(trait: Any, items: dict[str, Any], axes: int = 1) -> dict[str, Any]:
    """Return the rule of a list, or lists of lists; the tag longest lets it grow."""
    for _ in range(axes):
        items = {"type": "array", "items": items}
    names = {"fewest": "minItems", "longest": "maxItems", "as_long_as": "asLongAs"}
    tags = trait.metadata
    return items | {names[tag]: tags[tag] for tag in names if tag in tags}


def text_rule(most: int, *, least: int = 0, of: str = "") -> dict[str, Any]:
    """Return the rule of a text: its length, and its signs, if not all are allowed."""
    rule = {"type": "string", "minLength": least, "maxLength": most}
    return rule | {"of": of} if of else rule


def some_of(names: Any) -> dict[str, Any]:
    """Return the rule of a list of some of these, each once, in this order."""
    return {"someOf": list(names)}
