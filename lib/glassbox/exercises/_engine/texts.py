"""Write values and sentences so that they read well below a notebook cell."""

import textwrap
from typing import Any

import numpy as np

from .compare import as_array
from .run import Outcome, message

WIDTH, LABEL = 76, 18  # columns of a line, and of them for the label


def wrapped(text: str, indent: str = "  ") -> str:
    """Break a sentence into lines."""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )


def beside(label: str, text: str) -> str:
    """Put a label to the left of a text of one or more lines."""
    first, *rest = text.splitlines() or [""]
    label = f"    {label} ".ljust(LABEL)
    return "\n".join([label + first, *(" " * len(label) + line for line in rest)])


def describe(outcome: Outcome, *, raised: bool = True) -> str:
    """Show a result or an error as text."""
    if outcome.error is None:
        return numbers(as_array(outcome.value))
    if not raised:
        return f"a {type(outcome.error).__name__}"
    text = textwrap.fill(message(outcome.error), WIDTH - LABEL)
    return f"{text}\n{outcome.line}".rstrip()


def numbers(value: Any) -> str:
    """Write an array with four digits, alike on every platform."""
    if not isinstance(value, np.ndarray):
        return str(value)
    return np.array2string(
        value,
        separator=", ",
        max_line_width=WIDTH - LABEL,
        threshold=100,
        formatter={"float_kind": lambda x: f"{x:.4g}", "int_kind": str},
    )
