"""The book's widgets: each computes in the page, and needs no kernel once shown.

>>> from glassbox.widgets import SoftmaxAndTemperature
"""

from .quiz import Quiz
from .softmax_and_temperature import SoftmaxAndTemperature

__all__ = [
    "Quiz",
    "SoftmaxAndTemperature",
]
