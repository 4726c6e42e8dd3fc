"""What split_heads and attention_in_heads share: the mistake made most often."""

import numpy as np


def reshaped_only(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Split as many do at first: the shape is right, the numbers are not."""
    *batch, n, d_model = x.shape
    return x.reshape(*batch, n_heads, n, d_model // n_heads)
