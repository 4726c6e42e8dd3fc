"""The logits of logit_lens, and the mistakes that are made in them."""

from collections.abc import Callable

import numpy as np

from ...kernels.normalization import rms_norm

Array = np.ndarray


def logit_lens(stream: Array, gamma: Array, table: Array) -> Array:
    """Return what the head would say at each place: (n_places, n, vocabulary)."""
    return rms_norm(stream, gamma) @ table.T


def normed(norm: Callable[[Array, Array], Array]) -> Callable:
    """Build a variant whose vectors are normed in another way."""

    def variant(stream: Array, gamma: Array, table: Array) -> Array:
        return norm(stream, gamma) @ table.T

    return variant


def over(axes: int | tuple[int, ...]) -> Callable:
    """Build a variant whose root mean square runs over other axes."""

    def norm(x: Array, gamma: Array) -> Array:
        return x / np.sqrt((x * x).mean(axis=axes, keepdims=True)) * gamma

    return normed(norm)


def last_alone_normed(x: Array, gamma: Array) -> Array:
    return np.concatenate([x[:-1], rms_norm(x[-1:], gamma)])


def cut_to(*places: int) -> Callable:
    """Build a variant that looks at some places only."""

    def variant(stream: Array, gamma: Array, table: Array) -> Array:
        return logit_lens(stream, gamma, table)[list(places)]

    return variant
