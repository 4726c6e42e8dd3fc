"""The numbers of the widget splitting heads, for its fallback and its tests."""

import numpy as np

from ...kernels.attention import scaled_dot_product_attention
from ...kernels.multi_head import merge_heads, split_heads
from ...kernels.position_wise import linear
from ...machine.parameters import AttentionParameters


def run_stages(
    x: np.ndarray,
    parameters: AttentionParameters,
    *,
    transpose: bool = True,
    token: int = 0,
    query: list | None = None,
) -> dict[str, np.ndarray]:
    """Return the stages of multi_head_attention, or of the one without a transpose.

    A query, if there is one, takes the place of the one that the token would have.
    """
    p = parameters
    weights = {"query": p.w_q, "key": p.w_k, "value": p.w_v}
    projected = {name: linear(x, w) for name, w in weights.items()}
    if query:
        projected["query"][token] = query
    n, d_model = x.shape
    shape = p.n_heads, n, d_model // p.n_heads
    heads = {
        name: split_heads(y, p.n_heads) if transpose else y.reshape(shape)
        for name, y in projected.items()
    }
    output, weights, scores = scaled_dot_product_attention(**heads)
    merged = merge_heads(output)
    found = {"scores": scores, "weights": weights, "merged": merged}
    return projected | found | {"output": linear(merged, p.w_o)}


def names_of(features: list[str], matrix: np.ndarray) -> list[str]:
    """Name each column of a projection by the one feature that it reads, or ""."""
    reads = [np.flatnonzero(column) for column in np.transpose(matrix)]
    names = [features[one[0]] if features and one.size == 1 else "" for one in reads]
    return names if all(names) else [""] * len(names)
