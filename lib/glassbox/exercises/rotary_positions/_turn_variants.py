"""A turn of pairs, and the mistakes that are made in writing it."""

from collections.abc import Callable

import numpy as np

Array = np.ndarray


def turn(x: Array, positions: Array, base: float) -> Array:
    """Turn each pair of neighboring features by its position times its speed."""
    return turned_by(positions[:, None] * speeds(x.shape[-1], base), x)


def speeds(d: int, base: float) -> Array:
    return base ** (-np.arange(0, d, 2) / d)  # one for each pair


def turned_by(angles: Array, x: Array) -> Array:
    a, b = x[..., 0::2], x[..., 1::2]
    return _dealt(
        a * np.cos(angles) - b * np.sin(angles), a * np.sin(angles) + b * np.cos(angles)
    )


def _dealt(a: Array, b: Array) -> Array:
    """Lay first and second numbers of the pairs in turn: a0, b0, a1, b1, ..."""
    return np.stack([a, b], axis=-1).reshape(*a.shape[:-1], -1)


def _parts(x: Array, positions: Array, base: float) -> tuple[Array, ...]:
    angles = positions[:, None] * speeds(x.shape[-1], base)
    return x[..., 0::2], x[..., 1::2], np.cos(angles), np.sin(angles)


def at_speeds(exponents_of: Callable[[int], Array]) -> Callable:
    """Build a variant whose pairs have the speeds base ** -exponents_of(d)."""

    def variant(x: Array, positions: Array, base: float) -> Array:
        return turned_by(positions[:, None] * base ** -exponents_of(x.shape[-1]), x)

    return variant


def half_split(x: Array, positions: Array, base: float) -> Array:
    angles = positions[:, None] * speeds(x.shape[-1], base)
    a, b = np.split(x, 2, axis=-1)
    cos, sin = np.cos(angles), np.sin(angles)
    return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)


def partners_apart(x: Array, positions: Array, base: float) -> Array:
    """Take partners half a vector apart, with the angles of neighbors."""
    angles = np.repeat(positions[:, None] * speeds(x.shape[-1], base), 2, axis=-1)
    a, b = np.split(x, 2, axis=-1)
    return x * np.cos(angles) + np.concatenate([-b, a], axis=-1) * np.sin(angles)


def angles_apart(x: Array, positions: Array, base: float) -> Array:
    """Take neighbors for partners, with the angles of the other layout."""
    angles = np.tile(positions[:, None] * speeds(x.shape[-1], base), 2)
    partners = _dealt(-x[..., 1::2], x[..., 0::2])
    return x * np.cos(angles) + partners * np.sin(angles)


def laid_side_by_side(x: Array, positions: Array, base: float) -> Array:
    right = turn(x, positions, base)
    return np.concatenate([right[..., 0::2], right[..., 1::2]], axis=-1)


def two_steps(x: Array, positions: Array, base: float) -> Array:
    """Take the turned first number for the second one: a written over too early."""
    a, b, cos, sin = _parts(x, positions, base)
    a = a * cos - b * sin
    return _dealt(a, a * sin + b * cos)


def no_minus(x: Array, positions: Array, base: float) -> Array:
    a, b, cos, sin = _parts(x, positions, base)
    return _dealt(a * cos + b * sin, a * sin + b * cos)


def no_partner(x: Array, positions: Array, base: float) -> Array:
    a, b, cos, sin = _parts(x, positions, base)
    return _dealt(a * cos - a * sin, b * sin + b * cos)


def angle_added(x: Array, positions: Array, base: float) -> Array:
    angles = positions[:, None] * speeds(x.shape[-1], base)
    return x + np.repeat(angles, 2, axis=-1)


def tokens_paired(x: Array, positions: Array, base: float) -> Array:
    return turn(x.mT, np.arange(x.shape[-1]), base).mT
