"""The untrained machine with one thing lost or wrong: what still gets through?"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...kernels.embedding import embed, sinusoidal_positions
from ...kernels.masks import causal_mask
from ...kernels.multi_head import multi_head_attention
from ...kernels.output_head import vocabulary_logits
from ...kernels.position_wise import feed_forward
from ...machine.layers import normalise
from ...machine.parameters import TokenModelParameters

DAMAGES = (
    "nothing lost", "without positions", "without causal mask",
    "without cross-attention", "wrong input", "without residuals", "without norms",
)  # fmt: skip


def damaged(
    model: TokenModelParameters, lost: str, source: Sequence[int], given: Sequence[int]
) -> np.ndarray:
    """Return a post-norm machine's logits, (n_target, n_words), with one thing lost.

    Parameters
    ----------
    model : TokenModelParameters
        Without final norms, as `random_machine` makes it.
    lost : str
        One of DAMAGES. Without cross-attention the memory is all 0; with the wrong
        input cross-attention reads the target in place of the memory.
    source, given : sequence of int
        The ids of the source, and of what the decoder is given.

    Raises
    ------
    ValueError
        If lost is not one of DAMAGES.

    Source
    ------
    Chapter: the_transformer.

    >>> from glassbox.models.random_machine import random_machine
    >>> damaged(random_machine(), "without positions", [1, 2], [1]).shape
    (1, 8)
    """
    if lost not in DAMAGES:
        raise ValueError(f"lost must be one of {', '.join(DAMAGES)}; got {lost!r}")

    def embedded(ids: Sequence[int], table: np.ndarray) -> np.ndarray:
        x = embed(ids, table, scale=True)
        return x if lost == "without positions" else x + sinusoidal_positions(*x.shape)

    def connect(x: np.ndarray, norm: Any, f: Callable) -> np.ndarray:
        total = f(x) if lost == "without residuals" else x + f(x)
        return total if lost == "without norms" else normalise(total, norm)

    def look(
        x: np.ndarray, p: Any, norm: Any, mask: Any = None, other: Any = None
    ) -> np.ndarray:
        def f(x: np.ndarray) -> np.ndarray:
            read = x if other is None else other
            return multi_head_attention(x, read, read, p, mask).output

        return connect(x, norm, f)

    def think(x: np.ndarray, p: Any) -> np.ndarray:
        norm = p.feed_forward_norm
        return connect(x, norm, lambda x: feed_forward(x, p.feed_forward))

    x = embedded(source, model.source_table)
    for p in model.transformer.encoder.layers:
        x = think(look(x, p.self_attention, p.self_attention_norm), p)
    if lost == "without cross-attention":
        x = 0 * x
    y = embedded(given, model.target_table)
    ahead = None if lost == "without causal mask" else causal_mask(len(given))
    for p in model.transformer.decoder.layers:
        side = y if lost == "wrong input" else x
        y = look(y, p.self_attention, p.self_attention_norm, ahead)
        y = look(y, p.cross_attention, p.cross_attention_norm, other=side)
        y = think(y, p)
    return vocabulary_logits(y, model.target_table)
