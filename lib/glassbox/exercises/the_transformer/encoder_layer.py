"""The exercise encoder_layer, of the chapter the_transformer."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ...kernels.masks import causal_mask, padding_mask
from ...kernels.position_wise import feed_forward
from ...machine import layers
from .._engine import Case, Exercise, Wrong
from ._layer_variants import (
    Array,
    attention,
    branch,
    no_norm,
    no_residual_post,
    normed,
    plain_norm,
    post,
    pre,
)
from ._random_layers import BARE, ENCODER


def encoder_layer(x: Array, p: Any, mask: Any) -> Array:
    """Return the output of a post-norm encoder layer."""
    return layers.encoder_layer(x, p, mask).output


def encoder_variant(
    first: Callable = post, second: Callable = post, masked: bool = True
) -> Callable:
    """Build an encoder layer whose sublayers are connected in other ways."""

    def variant(x: Array, p: Any, mask: Any) -> Array:
        used = mask if masked else None
        x = first(
            x, lambda h: attention(h, h, p.self_attention, used), p.self_attention_norm
        )
        return second(x, lambda h: feed_forward(h, p.feed_forward), p.feed_forward_norm)

    return variant


def _with_norms(first: str, second: str) -> Callable:
    def variant(x: Array, p: Any, mask: Any) -> Array:
        norms = {"self_attention_norm": getattr(p, first)}
        norms["feed_forward_norm"] = getattr(p, second)
        return encoder_layer(x, replace(p, **norms), mask)

    return variant


def _second_from_x(x: Array, p: Any, mask: Any) -> Array:
    found = normed(x + attention(x, x, p.self_attention, mask), p.self_attention_norm)
    return normed(x + feed_forward(found, p.feed_forward), p.feed_forward_norm)


def _side_by_side(x: Array, p: Any, mask: Any) -> Array:
    found = normed(x + attention(x, x, p.self_attention, mask), p.self_attention_norm)
    return normed(found + feed_forward(x, p.feed_forward), p.feed_forward_norm)


_rng = np.random.default_rng(3)
X = _rng.normal(size=(3, 4)).round(1)
LONGER = _rng.normal(size=(2, 5, 4)).round(1)
SEEN = padding_mask([5, 3], 5)

EXERCISE = Exercise(
    task="Write f(x, p, mask): an encoder layer with the paper's post-norm. p has "
    "self_attention, self_attention_norm, feed_forward and feed_forward_norm; a norm "
    "has gamma, beta and eps. Return the output alone.",
    hints=(
        "Two sublayers, one after the other: attention, then feed-forward.",
        "Around each: add what came in, then the norm, with its own gamma and beta.",
        "The feed-forward layer reads what comes out of the first norm.",
    ),
    reference=encoder_layer,
    closed=("encoder_layer", "encode"),
    cases=(
        Case("three tokens, no mask", {"x": X, "p": ENCODER, "mask": None}),
        Case(
            "a causal mask: this is a GPT's layer",
            {"x": X, "p": ENCODER, "mask": causal_mask(3)},
        ),
        Case(
            "two texts, one of them padded",
            {"x": LONGER, "p": ENCODER, "mask": SEEN},
        ),
        Case("large numbers", {"x": 100 * X, "p": ENCODER, "mask": None}),
        Case("norms that leave gamma and beta out", {"x": X, "p": BARE, "mask": None}),
    ),
    wrongs=(
        Wrong(
            "this is pre-norm, x + f(Norm(x)). The paper has Norm(x + f(x)).",
            "which comes last, the sum or the norm.",
            (encoder_variant(pre, pre),),
        ),
        Wrong(
            "the first sublayer has post-norm, the second pre-norm, or the other way "
            "round.",
            "whether both sublayers are built alike.",
            (encoder_variant(post, pre), encoder_variant(pre, post)),
        ),
        Wrong(
            "the branch is normalised, not the sum.",
            "what stands inside the norm.",
            (encoder_variant(branch, branch),),
        ),
        Wrong(
            "a residual is missing: the norm sees f(x) alone.",
            "what is added to each sublayer's result.",
            (
                encoder_variant(no_residual_post, no_residual_post),
                encoder_variant(no_residual_post, post),
                encoder_variant(post, no_residual_post),
            ),
        ),
        Wrong(
            "a norm is missing.",
            "how many sublayers there are: each has its norm.",
            (
                encoder_variant(no_norm, no_norm),
                encoder_variant(no_norm, post),
                encoder_variant(post, no_norm),
            ),
        ),
        Wrong(
            "gamma and beta are left out. On fresh weights, 1 and 0, nobody would see.",
            "what layer_norm is given.",
            (encoder_variant(plain_norm, plain_norm),),
        ),
        Wrong(
            "the norms are mixed up: each sublayer has its own.",
            "which norm's gamma and beta you take.",
            (
                _with_norms("feed_forward_norm", "self_attention_norm"),
                _with_norms("self_attention_norm", "self_attention_norm"),
                _with_norms("feed_forward_norm", "feed_forward_norm"),
            ),
        ),
        Wrong(
            "the mask is not used.",
            "the arguments of multi_head_attention.",
            (encoder_variant(masked=False),),
        ),
        Wrong(
            "the feed-forward layer reads x as it came in; it should read what "
            "attention produced, added and normed.",
            "what you pass to feed_forward.",
            (_side_by_side,),
        ),
        Wrong(
            "the second residual takes x as it came in. It takes what feed-forward "
            "reads: the result of the first norm.",
            "what you add to feed_forward's result.",
            (_second_from_x,),
        ),
        Wrong(
            "there is no feed-forward layer.",
            "the second sublayer.",
            (encoder_variant(post, lambda x, f, norm: x),),
        ),
    ),
)
