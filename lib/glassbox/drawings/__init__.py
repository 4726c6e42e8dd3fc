"""The book's drawings: an idea each, drawn by code with a chapter's own numbers.

A drawing is SVG written directly, so the page's own Python draws it too, without
matplotlib. A function draws one and returns None: a notebook shows it below its cell.
`small_map` alone returns its SVG, for a page's first screen.
"""

from ._small_map import small_map
from ._softmax_steps import softmax_steps
from ._temperature_strip import temperature_strip

__all__ = ["small_map", "softmax_steps", "temperature_strip"]
