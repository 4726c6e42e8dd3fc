"""The book's widgets: each computes in the page, and needs no kernel once shown.

>>> from glassbox.widgets import SoftmaxAndTemperature
"""

from .attention_heat_map import AttentionHeatMap
from .attention_step_by_step import AttentionStepByStep
from .choose_next_token import ChooseNextToken
from .embedding_scale import EmbeddingScale
from .label_smoothing import LabelSmoothing
from .layer_costs import LayerCosts
from .layer_norm_by_hand import LayerNormByHand
from .live_translator import LiveTranslator
from .mask_sandbox import MaskSandbox
from .one_context_or_many import OneContextOrMany
from .one_neuron_at_a_time import OneNeuronAtATime
from .positions import Positions
from .quiz import Quiz
from .residual_stack import ResidualStack
from .softmax_and_temperature import SoftmaxAndTemperature
from .splitting_heads import SplittingHeads
from .training_monitor import TrainingMonitor
from .transformer_map import TransformerMap
from .who_is_averaged import WhoIsAveraged
from .why_root_d_k import WhyRootDk

__all__ = [
    "AttentionHeatMap",
    "AttentionStepByStep",
    "ChooseNextToken",
    "EmbeddingScale",
    "LabelSmoothing",
    "LayerCosts",
    "LayerNormByHand",
    "LiveTranslator",
    "MaskSandbox",
    "OneContextOrMany",
    "OneNeuronAtATime",
    "Positions",
    "Quiz",
    "ResidualStack",
    "SoftmaxAndTemperature",
    "SplittingHeads",
    "TrainingMonitor",
    "TransformerMap",
    "WhoIsAveraged",
    "WhyRootDk",
]
