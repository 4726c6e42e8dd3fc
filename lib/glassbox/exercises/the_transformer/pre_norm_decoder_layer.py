"""The exercise pre_norm_decoder_layer, of the chapter the_transformer."""

import numpy as np

from ...kernels.masks import causal_mask, padding_mask
from .._engine import Case, Exercise, Wrong
from . import _layer_variants as made
from ._random_layers import DECODER

_rng = np.random.default_rng(4)
Y, MEMORY = _rng.normal(size=(3, 4)).round(1), _rng.normal(size=(5, 4)).round(1)
ONE = {"y": Y, "memory": MEMORY, "p": DECODER}
TWO = {
    "y": np.stack([Y, 1 - Y]),
    "memory": np.stack([MEMORY, 1 - MEMORY]),
    "p": DECODER,
}
OPEN = {"target_mask": None, "memory_mask": None}
CAUSAL = {"target_mask": causal_mask(3), "memory_mask": None}
PADDED = {"target_mask": causal_mask(3), "memory_mask": padding_mask([5, 2], 5)}

EXERCISE = Exercise(
    task="Write f(y, memory, p, target_mask, memory_mask): a decoder layer with "
    "pre-norm, y + f(Norm(y)) for self-attention, cross-attention and feed-forward. "
    "Return the output alone.",
    hints=(
        "Three sublayers in a row, each with its own norm, and each added to y.",
        "In cross-attention the queries come from the normed target. Keys and values "
        "are the memory, as it came.",
        "The target's mask belongs to self-attention, the memory's to cross-attention.",
    ),
    reference=made.pre_norm_decoder_layer,
    closed=("decoder_layer", "decode"),
    cases=(
        Case("three target tokens, five of the source, no masks", ONE | OPEN),
        Case("a causal mask", ONE | CAUSAL),
        Case("two texts, one source padded", TWO | PADDED),
    ),
    wrongs=(
        Wrong(
            "this is post-norm, Norm(y + f(y)).",
            "which comes last, the sum or the norm.",
            (made.everywhere(made.post),),
        ),
        Wrong(
            "the memory goes through this layer's norm. It is no part of y: the "
            "encoder made it, and all decoder layers read it as it is.",
            "what multi_head_attention gets as key and value.",
            (
                made.reading(
                    lambda h, memory, p: made.normed(memory, p.cross_attention_norm)
                ),
                made.reading(
                    lambda h, memory, p: made.normed(memory, p.self_attention_norm)
                ),
            ),
        ),
        Wrong(
            "cross-attention reads the target, not the memory: nobody sees the source.",
            "the keys and values of the second sublayer.",
            (made.reading(lambda h, memory, p: h), made.own_side_unmasked),
        ),
        Wrong(
            "the mask of the target is not used: positions see what comes later.",
            "the arguments of the first attention.",
            (made.with_masks(lambda target, memory: (None, memory)),),
        ),
        Wrong(
            "the mask of the memory is not used: padding of the source is read.",
            "the arguments of the second attention.",
            (made.with_masks(lambda target, memory: (target, None)),),
        ),
        Wrong(
            "the norm is on the residual's path too: y itself is lost.",
            "what each sublayer's result is added to.",
            (made.everywhere(made.path_too),),
        ),
        Wrong(
            "a residual is missing.",
            "what each sublayer's result is added to.",
            (
                made.everywhere(made.no_residual_pre),
                made.connected(second=made.no_residual_pre),
            ),
        ),
        Wrong(
            "a later residual takes y as it came in, so what an earlier sublayer "
            "found is lost.",
            "what the second and the third result are added to.",
            (made.later_from_start, made.last_from_start),
        ),
        Wrong(
            "the branch is normalised, not what goes into it.",
            "what stands inside the norm.",
            (made.everywhere(made.branch),),
        ),
        Wrong(
            "a norm is missing: each of the three sublayers has one.",
            "what each sublayer reads.",
            (
                made.everywhere(made.no_norm),
                made.connected(second=made.no_norm),
            ),
        ),
        Wrong(
            "gamma and beta are left out. On fresh weights, 1 and 0, nobody would see.",
            "what layer_norm is given.",
            (made.everywhere(made.plain_norm_pre),),
        ),
        Wrong(
            "the norms of cross-attention and of feed-forward are exchanged.",
            "which norm's gamma and beta you take.",
            (made.norms_mixed,),
        ),
        Wrong(
            "the source comes before the target: self-attention is the first sublayer.",
            "the order of the two attentions.",
            (made.source_first,),
        ),
        Wrong(
            "a sublayer is missing: there are three.",
            "whether attention, cross-attention and feed-forward are all there.",
            (made.connected(second=made.skip), made.connected(third=made.skip)),
        ),
        Wrong(
            "the layer ends in a norm. In pre-norm that comes once, after the last "
            "layer, and belongs to the stack.",
            "what you return.",
            (made.final_norm_inside,),
        ),
    ),
)
