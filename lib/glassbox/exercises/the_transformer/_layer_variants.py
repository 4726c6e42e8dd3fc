"""Right and wrong ways to put a layer's sublayers together."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ...kernels.multi_head import multi_head_attention
from ...kernels.normalization import layer_norm
from ...kernels.position_wise import feed_forward
from ...machine import layers

Array = np.ndarray


def normed(x: Array, norm: Any) -> Array:
    return layer_norm(x, norm.gamma, norm.beta, eps=norm.eps)


def attention(query: Array, other: Array, parameters: Any, mask: Any) -> Array:
    return multi_head_attention(query, other, other, parameters, mask).output


def post(x: Array, f: Callable, norm: Any) -> Array:
    return normed(x + f(x), norm)


def pre(x: Array, f: Callable, norm: Any) -> Array:
    return x + f(normed(x, norm))


def branch(x: Array, f: Callable, norm: Any) -> Array:
    return x + normed(f(x), norm)


def path_too(x: Array, f: Callable, norm: Any) -> Array:
    h = normed(x, norm)
    return h + f(h)


def no_residual_post(x: Array, f: Callable, norm: Any) -> Array:
    return normed(f(x), norm)


def no_residual_pre(x: Array, f: Callable, norm: Any) -> Array:
    return f(normed(x, norm))


def no_norm(x: Array, f: Callable, norm: Any) -> Array:
    return x + f(x)


def plain_norm(x: Array, f: Callable, norm: Any) -> Array:
    return layer_norm(x + f(x))


def plain_norm_pre(x: Array, f: Callable, norm: Any) -> Array:
    return x + f(layer_norm(x))


def pre_norm_decoder_layer(
    y: Array, memory: Array, p: Any, target_mask: Any, memory_mask: Any
) -> Array:
    """Return the output of a pre-norm decoder layer."""
    masks = {"target_mask": target_mask, "memory_mask": memory_mask}
    return layers.decoder_layer(y, memory, p, norm_first=True, **masks).output


def connected(
    first: Callable = pre, second: Callable = pre, third: Callable = pre
) -> Callable:
    """Build a decoder layer whose sublayers are connected in other ways."""
    return reading(lambda h, memory, p: memory, first, second, third)


def everywhere(connect: Callable) -> Callable:
    """Build a decoder layer whose sublayers are all connected in the same other way."""
    return connected(connect, connect, connect)


def reading(
    side: Callable, first: Callable = pre, second: Callable = pre, third: Callable = pre
) -> Callable:
    """Build a decoder layer whose cross-attention reads side(h, memory, p)."""

    def variant(
        y: Array, memory: Array, p: Any, target_mask: Any, memory_mask: Any
    ) -> Array:
        def look(h: Array) -> Array:
            return attention(h, h, p.self_attention, target_mask)

        def read(h: Array) -> Array:
            keys = side(h, memory, p)
            mask = target_mask if keys is h else memory_mask
            return attention(h, keys, p.cross_attention, mask)

        y = first(y, look, p.self_attention_norm)
        y = second(y, read, p.cross_attention_norm)
        return third(y, lambda h: feed_forward(h, p.feed_forward), p.feed_forward_norm)

    return variant


def with_masks(change: Callable) -> Callable:
    def variant(
        y: Array, memory: Array, p: Any, target_mask: Any, memory_mask: Any
    ) -> Array:
        masks = change(target_mask, memory_mask)
        return pre_norm_decoder_layer(y, memory, p, *masks)

    return variant


def own_side_unmasked(
    y: Array, memory: Array, p: Any, target_mask: Any, memory_mask: Any
) -> Array:
    y = pre(
        y,
        lambda h: attention(h, h, p.self_attention, target_mask),
        p.self_attention_norm,
    )
    y = pre(
        y, lambda h: attention(h, h, p.cross_attention, None), p.cross_attention_norm
    )
    return pre(y, lambda h: feed_forward(h, p.feed_forward), p.feed_forward_norm)


def source_first(
    y: Array, memory: Array, p: Any, target_mask: Any, memory_mask: Any
) -> Array:
    def read(h: Array) -> Array:
        return attention(h, memory, p.cross_attention, memory_mask)

    def look(h: Array) -> Array:
        return attention(h, h, p.self_attention, target_mask)

    y = pre(y, read, p.cross_attention_norm)
    y = pre(y, look, p.self_attention_norm)
    return pre(y, lambda h: feed_forward(h, p.feed_forward), p.feed_forward_norm)


def last_from_start(
    y: Array, memory: Array, p: Any, target_mask: Any, memory_mask: Any
) -> Array:
    h, start = normed(y, p.self_attention_norm), y
    y = y + attention(h, h, p.self_attention, target_mask)
    h = normed(y, p.cross_attention_norm)
    y = y + attention(h, memory, p.cross_attention, memory_mask)
    return start + feed_forward(normed(y, p.feed_forward_norm), p.feed_forward)


def later_from_start(y: Array, *others: Any) -> Array:
    """Both later sums begin with y: what the first sublayer found isn't in them."""
    memory, p, target_mask, memory_mask = others
    h = normed(y, p.self_attention_norm)
    middle = y + attention(h, h, p.self_attention, target_mask)

    h = normed(middle, p.cross_attention_norm)
    found = y + attention(h, memory, p.cross_attention, memory_mask)
    return y + feed_forward(normed(found, p.feed_forward_norm), p.feed_forward)


def final_norm_inside(
    y: Array, memory: Array, p: Any, target_mask: Any, memory_mask: Any
) -> Array:
    y = pre_norm_decoder_layer(y, memory, p, target_mask, memory_mask)
    return normed(y, p.feed_forward_norm)


def norms_mixed(
    y: Array, memory: Array, p: Any, target_mask: Any, memory_mask: Any
) -> Array:
    mixed = replace(
        p,
        cross_attention_norm=p.feed_forward_norm,
        feed_forward_norm=p.cross_attention_norm,
    )
    return pre_norm_decoder_layer(y, memory, mixed, target_mask, memory_mask)


def skip(x: Array, f: Callable, norm: Any) -> Array:
    return x
