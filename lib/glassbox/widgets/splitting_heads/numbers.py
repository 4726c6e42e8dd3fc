"""The numbers of the widget splitting heads, for its fallback and its tests."""

import numpy as np

from ...kernels.attention import merge_heads, scaled_dot_product_attention, split_heads
from ...kernels.position_wise import linear
from ...machine.parameters import AttentionParameters
from .._random import mulberry32


def draw_weights(seed: int, d_model: int) -> np.ndarray:
    """Return w_q, w_k, w_v, w_o of two decimals and variance 1 / d_model."""
    drawn = mulberry32(seed, 4 * d_model**2)
    bound = np.sqrt(3 / d_model)  # uniform in -bound to bound has this variance
    rounded = np.floor(100 * (2 * drawn - 1) * bound + 0.5) / 100
    return rounded.reshape(4, d_model, d_model)


def run_stages(
    x: np.ndarray, parameters: AttentionParameters, projection: str, transpose: bool
) -> dict[str, np.ndarray]:
    """Return the stages of multi_head_attention, or of the one without a transpose."""
    p = parameters
    weights = {"query": p.w_q, "key": p.w_k, "value": p.w_v}
    projected = {name: linear(x, w) for name, w in weights.items()}
    n, d_model = x.shape
    shape = p.n_heads, n, d_model // p.n_heads
    heads = {
        name: split_heads(y, p.n_heads) if transpose else y.reshape(shape)
        for name, y in projected.items()
    }
    found = scaled_dot_product_attention(**heads)
    merged = merge_heads(found.output)
    return {
        "x": x[None],
        "w_in": weights[projection][None],
        "projection": projected[projection][None],
        "head": heads[projection],
        "weights": found.weights,
        "found": found.output,
        "merged": merged[None],
        "w_o": p.w_o[None],
        "output": linear(merged, p.w_o)[None],
    }
