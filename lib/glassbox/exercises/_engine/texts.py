"""Write values and sentences so that they read well below a notebook cell.

Words are translated where they are shown; the tables and the code hold the English.
Counts are filled in as text: fill writes a number with Babel, which checks don't need.
"""

import textwrap
from typing import Any

import numpy as np

from ...words import fill
from ...words import translated as _
from .arrays import InParts
from .compare import as_array
from .run import Outcome, message

WIDTH, LABEL = 76, 18  # columns of a line, and of them for the label


def wrapped(text: str, indent: str = "  ") -> str:
    """Break sentences into lines; those that begin a line of their own still do."""
    lines = (
        textwrap.fill(
            line,
            WIDTH,
            initial_indent=indent,
            subsequent_indent=indent,
            break_on_hyphens=False,
        )
        for line in text.splitlines()
    )
    return "\n".join(lines)


def beside(label: str, text: str) -> str:
    """Put a label to the left of a text of one or more lines."""
    first, *rest = text.splitlines() or [""]
    label = f"    {label} ".ljust(LABEL)
    return "\n".join([label + first, *(" " * len(label) + line for line in rest)])


def describe(outcome: Outcome, *, raised: bool = True) -> str:
    """Show a result or an error as text."""
    if isinstance(outcome.value, InParts):
        parts = outcome.value.parts.items()
        return "\n".join(f"{name}:\n{numbers(part)}" for name, part in parts)
    if outcome.error is None:
        return numbers(as_array(outcome.value))
    if not raised:
        return fill(_("a {error}"), error=type(outcome.error).__name__)
    text = textwrap.fill(message(outcome.error), WIDTH - LABEL)
    line = textwrap.fill(outcome.line, WIDTH - LABEL, subsequent_indent="  ")
    return f"{text}\n{line}".rstrip()


def numbers(value: Any) -> str:
    """Write an array with four digits, whole numbers with all of them."""
    if not isinstance(value, np.ndarray):
        return str(value)
    return np.array2string(
        value,
        separator=", ",
        max_line_width=WIDTH - LABEL,
        threshold=100,
        formatter={"float_kind": number, "int_kind": str},
    )


def number(x: float) -> str:
    """Write a number with four digits, alike on every platform: 0.8808, 40960."""
    x = float(x)  # of float16, 1e9 is infinite
    is_large = 1e4 <= abs(x) < 1e9
    return f"{x:.0f}" if is_large and x == round(x) else f"{x:.4g}"


def difference(got: np.ndarray, expected: np.ndarray) -> str:
    """Say how two arrays differ where their four printed digits don't show it."""
    if got.shape != expected.shape:
        shapes = {"expected": str(expected.shape), "got": str(got.shape)}
        return beside(_("shape"), fill(_("expected {expected}, got {got}"), **shapes))
    if numbers(got) == numbers(expected):
        most = f"{abs(got - expected).max():.1g}"
        return beside(_("difference"), fill(_("up to {most}"), most=most))
    return ""


def printed(text: str) -> str:
    """Show the first lines that the function printed while it ran."""
    lines = text.splitlines()
    if not lines:
        return ""
    shown = [f"    {line[:80]}" for line in lines[:3]]
    more = ["    " + _("... and more")] if len(lines) > 3 else []
    return "\n".join(["  " + _("Your function printed:"), *shown, *more])
