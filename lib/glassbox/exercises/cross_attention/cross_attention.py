"""The exercise cross_attention, of the chapter cross_attention."""

from collections.abc import Callable

import numpy as np

from ...kernels.masks import causal_mask, padding_mask
from ...kernels.multi_head import multi_head_attention
from ...machine.parameters import AttentionParameters
from ...words import translated
from .._engine import Case, Exercise, Wrong, output_alone

Array = np.ndarray
_rng = np.random.default_rng(9)


class SomeAttention(AttentionParameters):
    """Parameters that a case shows in words, not in 80 numbers."""

    def __str__(self) -> str:
        return translated("random numbers in every part: d_model = 4, 2 heads")


def _draw(*shape: int) -> Array:
    return _rng.normal(size=shape).round(1)


P = SomeAttention(2, *(_draw(4, 4) for _ in range(4)), *(_draw(4) for _ in range(4)))


def _looking(
    source: Callable = lambda h, memory: (h, memory, memory),
    mask: Callable = lambda lengths, n, m: padding_mask(lengths, m),
) -> Callable:
    """Build a variant: who reads whom, and under which mask."""

    def variant(
        h: Array, memory: Array, p: AttentionParameters, lengths: list
    ) -> Array:
        query, key, value = source(h, memory)
        seen = mask(lengths, query.shape[1], key.shape[1])
        return multi_head_attention(query, key, value, p, seen).output

    return variant


def _itself(h: Array, memory: Array) -> tuple:
    return h, h, h


def _both(h: Array, memory: Array) -> tuple:
    everything = np.concatenate([memory, h], axis=1)
    return h, everything, everything


def _padding_then_targets(lengths: list, n: int, all_keys: int) -> Array:
    own = np.ones((len(lengths), 1, n), dtype=bool)
    return np.concatenate([padding_mask(lengths, all_keys - n), own], axis=-1)


def _unmasked(lengths: list, n: int, m: int) -> None:
    return None


EXERCISE = Exercise(
    task="Write f(h, memory, p, lengths): cross-attention for a batch. h is (batch, n, "
    "d_model), memory (batch, m, d_model), p as for multi_head_attention, and lengths "
    "says how many vectors of each memory are real. Return the output alone.",
    hints=(
        "The decoder's vectors give the queries. The memory gives the keys and the "
        "values.",
        "The output has as many rows as h, whatever the length of the memory.",
        "One mask belongs here, and padding_mask builds it from the lengths and m. "
        "The source has no future that would need hiding.",
    ),
    reference=_looking(),
    cases=(
        Case(
            "two targets, three sources, no padding",
            {"h": _draw(1, 2, 4), "memory": _draw(1, 3, 4), "p": P, "lengths": [3]},
        ),
        Case(
            "as many targets as sources",
            {"h": _draw(1, 3, 4), "memory": _draw(1, 3, 4), "p": P, "lengths": [3]},
        ),
        Case(
            "two texts, one source padded",
            {"h": _draw(2, 3, 4), "memory": _draw(2, 5, 4), "p": P, "lengths": [5, 2]},
        ),
        Case(
            "more targets than sources",
            {"h": _draw(2, 4, 4), "memory": _draw(2, 2, 4), "p": P, "lengths": [1, 2]},
        ),
    ),
    wrongs=(
        Wrong(
            "a causal mask is put on the source: target position t reads no further "
            "than source token t. But the source has no future; all of it is known.",
            "which mask belongs here.",
            (
                _looking(
                    mask=lambda lengths, n, m: (
                        causal_mask(n, m) & padding_mask(lengths, m)
                    )
                ),
                _looking(mask=lambda lengths, n, m: causal_mask(n, m)),
            ),
        ),
        Wrong(
            "the padding of the source is read.",
            "where lengths comes in.",
            (_looking(mask=_unmasked),),
        ),
        Wrong(
            "the two are swapped: here the memory gives the queries.",
            "the number of rows that come out.",
            (
                _looking(lambda h, memory: (memory, h, h), _unmasked),
                _looking(
                    lambda h, memory: (memory, h, h),
                    lambda lengths, m, n: padding_mask(lengths, m).mT,
                ),
            ),
        ),
        Wrong(
            "this is self-attention: the decoder reads itself, and no source.",
            "what you give as key and as value.",
            (
                _looking(_itself, _unmasked),
                _looking(_itself, lambda lengths, n, m: causal_mask(n)),
            ),
        ),
        Wrong(
            "the decoder's own vectors are among the keys and values. Here they give "
            "the queries alone.",
            "what you give as key and as value: the memory alone.",
            (_looking(_both, _padding_then_targets), _looking(_both, _unmasked)),
        ),
        Wrong(
            "the mask is inverted: True = may attend.",
            "a ~ or a comparison the wrong way round.",
            (_looking(mask=lambda lengths, n, m: ~padding_mask(lengths, m)),),
        ),
    ),
    adapt=output_alone,
)
