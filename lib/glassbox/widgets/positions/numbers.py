"""The numbers of the widget positions: vectors, their products, how pairs turn."""

import numpy as np


def position_table(n_positions: int, d_model: int, base: int = 10_000) -> np.ndarray:
    """Return sinusoidal_positions, with another base if one is given."""
    scales = float(base) ** (np.arange(0, d_model, 2) / d_model)
    angles = np.arange(n_positions)[:, None] / scales  # (n_positions, d_model / 2)
    pairs = np.stack([np.sin(angles), np.cos(angles)], axis=-1)
    return pairs.reshape(n_positions, d_model)


def similarities(
    n_positions: int, d_model: int, position: int, base: int = 10_000
) -> np.ndarray:
    """Return the dot product of a position's vector with every position's."""
    vectors = position_table(n_positions, d_model, base)
    return vectors @ vectors[position]  # (n_positions,)


def step_angles(d_model: int, base: int = 10_000) -> np.ndarray:
    """Return the angle by which each pair of columns turns from one to the next."""
    return float(base) ** (-np.arange(0, d_model, 2) / d_model)  # (d_model / 2,)


def turned(
    d_model: int, position: int, steps: int, base: int = 10_000
) -> tuple[np.ndarray, np.ndarray]:
    """Return a position's pairs (sine, cosine), and those as many steps further on."""
    ends = [position, position + steps]
    vectors = position_table(max(ends) + 1, d_model, base)
    here, there = vectors[ends]
    return here.reshape(-1, 2), there.reshape(-1, 2)  # (d_model / 2, 2)


def pairs_shown(d_model: int, pair: int) -> list[int]:
    """Return the fastest pair, the chosen one and the slowest, each once."""
    last = d_model // 2 - 1
    return sorted({0, min(pair, last), last})
