"""What grades the exercises: `check.softmax(my_softmax)` answers at once.

One table per exercise has the reference kernel, the cases, the wrong variants with
their diagnosis, and the hints. An answer never raises and never hangs.

>>> from glassbox import check
>>> check.softmax_by_hand([9, 24, 67], hint=1)
✗ softmax_by_hand: not yet.
  You gave [9, 24, 67].
  Known mistake: these are percent; shares lie between 0 and 1.
  Look at: the decimal point.
  Stuck? check.softmax_by_hand(hint=1) gives the first of 3 hints.
Hint 1 of 3: e is about 2.71828. Write down its first, second and third
power.
"""

from . import (
    tables_attention,
    tables_attention_by_hand,
    tables_batch,
    tables_by_hand,
    tables_context,
    tables_context_by_hand,
    tables_cross_attention,
    tables_cross_by_hand,
    tables_decoder_layers,
    tables_embedding,
    tables_embedding_by_hand,
    tables_entropy,
    tables_exact,
    tables_feed_forward,
    tables_feed_forward_by_hand,
    tables_heads,
    tables_heads_by_hand,
    tables_jacobian,
    tables_layers,
    tables_layers_by_hand,
    tables_masked_softmax,
    tables_masks,
    tables_masks_by_hand,
    tables_merged_layers,
    tables_multi_head,
    tables_norm_placement,
    tables_normalization,
    tables_output_by_hand,
    tables_peeking,
    tables_positions,
    tables_reading_share,
    tables_recurrent_gradient,
    tables_residual,
    tables_residual_by_hand,
    tables_residual_gradient,
    tables_sampling,
    tables_sharing,
    tables_smoothing,
    tables_softmax,
    tables_temperature,
    tables_training,
    tables_training_by_hand,
    tables_turn,
    tables_undo,
)
from ._engine.exercise import Asked

EXERCISES = (
    tables_context_by_hand.CONTEXT_BY_HAND,
    tables_context_by_hand.SLOPES_BY_HAND,
    tables_context.CONTEXT,
    tables_recurrent_gradient.GRADIENT_NORMS,
    tables_context_by_hand.COSTS_BY_HAND,
    tables_softmax.SOFTMAX,
    tables_temperature.SOFTMAX_WITH_TEMPERATURE,
    tables_entropy.ENTROPY,
    tables_jacobian.JACOBIAN,
    tables_by_hand.SOFTMAX_BY_HAND,
    tables_by_hand.TEMPERATURE_BY_HAND,
    tables_by_hand.ENTROPY_BY_HAND,
    tables_residual.RESIDUAL_CONNECTION,
    tables_residual_by_hand.RESIDUAL_SLOPES,
    tables_residual_by_hand.RESIDUAL_GROWTH,
    tables_norm_placement.POST_NORM,
    tables_norm_placement.PRE_NORM,
    tables_residual_gradient.RESIDUAL_GRADIENT,
    tables_normalization.LAYER_NORM,
    tables_by_hand.LAYER_NORM_BY_HAND,
    tables_batch.BATCH_STATISTICS,
    tables_sharing.ENTRIES_SHARING_A_MEAN,
    tables_sharing.LEAK,
    tables_undo.UNDO_LAYER_NORM,
    tables_heads_by_hand.HEADS_BY_HAND,
    tables_heads_by_hand.HEADS_COUNTED,
    tables_heads.SPLIT_HEADS,
    tables_multi_head.ATTENTION_IN_HEADS,
    tables_heads.HEAD_CONTRIBUTIONS,
    tables_attention.SCALED_DOT_PRODUCT_ATTENTION,
    tables_attention_by_hand.ATTENTION_BY_HAND,
    tables_attention_by_hand.ATTENTION_SHAPES,
    tables_attention_by_hand.SCORE_SPREAD,
    tables_masks_by_hand.MASKED_BY_HAND,
    tables_masks.DECODER_MASK,
    tables_masked_softmax.MASKED_SOFTMAX,
    tables_peeking.PEEKING,
    tables_masks_by_hand.CACHE_BY_HAND,
    tables_cross_by_hand.CROSS_BY_HAND,
    tables_cross_by_hand.CROSS_COUNTED,
    tables_cross_attention.CROSS_ATTENTION,
    tables_reading_share.READING_SHARE,
    tables_feed_forward_by_hand.FEED_FORWARD_BY_HAND,
    tables_feed_forward_by_hand.TENT_BY_HAND,
    tables_feed_forward_by_hand.LAYER_COUNTED,
    tables_feed_forward.FEED_FORWARD,
    tables_merged_layers.MERGE_LAYERS,
    tables_embedding_by_hand.EMBEDDING_BY_HAND,
    tables_embedding_by_hand.POSITION_SHARE,
    tables_embedding.EMBED_WITH_POSITIONS,
    tables_positions.SINUSOIDAL_POSITIONS,
    tables_turn.TURN_POSITIONS,
    tables_output_by_hand.HEAD_BY_HAND,
    tables_output_by_hand.NUCLEUS_BY_HAND,
    tables_sampling.NEXT_TOKEN_PROBABILITIES,
    tables_output_by_hand.HEAD_COUNTED,
    tables_smoothing.SMOOTH_LABELS,
    tables_smoothing.CROSS_ENTROPY,
    tables_layers_by_hand.NORMS_COUNTED,
    tables_layers_by_hand.MACHINE_SHAPES,
    tables_layers.ENCODER_LAYER,
    tables_decoder_layers.PRE_NORM_DECODER_LAYER,
    tables_training_by_hand.RATE_BY_HAND,
    tables_training_by_hand.LOSS_BY_HAND,
    tables_training.SHIFT_RIGHT,
    tables_exact.SHARES_RIGHT,
)


class Checks:
    """All exercises by name, as attributes."""

    def __init__(self, exercises: tuple[Asked, ...]) -> None:
        self._by_name = {exercise.name: exercise for exercise in exercises}

    def __getattr__(self, name: str) -> Asked:
        if name.startswith("_") or name not in self._by_name:
            known = ", ".join(dir(self)) if not name.startswith("_") else "see dir()"
            raise AttributeError(f"there is no exercise {name!r}; there are: {known}")
        return self._by_name[name]

    def __dir__(self) -> list[str]:
        return sorted(self._by_name)

    def __repr__(self) -> str:
        return "\n".join(repr(exercise) for exercise in self._by_name.values())


check = Checks(EXERCISES)

__all__ = ["check"]
