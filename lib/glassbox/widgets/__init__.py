"""The book's widgets: each computes in the page, and needs no kernel once shown.

>>> from glassbox.widgets import SoftmaxAndTemperature
"""

from .layer_norm_by_hand import LayerNormByHand
from .quiz import Quiz
from .residual_stack import ResidualStack
from .softmax_and_temperature import SoftmaxAndTemperature
from .who_is_averaged import WhoIsAveraged

__all__ = [
    "LayerNormByHand",
    "Quiz",
    "ResidualStack",
    "SoftmaxAndTemperature",
    "WhoIsAveraged",
]
