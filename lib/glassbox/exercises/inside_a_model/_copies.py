"""The score of induction_scores, and the mistakes that are made in it."""

from collections.abc import Callable

import numpy as np

Array = np.ndarray
Places = Callable[[Array], Array]  # from (query, key): is an earlier copy, to keys


def earlier_copies(ids: Array) -> Array:
    """Tell for each query which keys are earlier copies of its token, (n, n)."""
    return np.tril(ids[:, None] == ids, k=-1)


def following(copies: Array) -> Array:
    """Move every mark to the next key; the last one falls off."""
    return np.pad(copies, ((0, 0), (1, 0)))[:, :-1]


def induction_scores(weights: Array, ids: Array) -> Array:
    """Return each head's mean weight on what followed earlier copies, (n_heads,)."""
    earlier = earlier_copies(ids)
    on_them = (weights * following(earlier)).sum(axis=-1)  # (n_heads, n)
    return on_them[:, earlier.any(axis=1)].mean(axis=-1)


def looking_at(places: Places) -> Callable:
    """Build a variant that adds up the weights on other keys."""

    def variant(weights: Array, ids: Array) -> Array:
        earlier = earlier_copies(ids)
        on_them = (weights * places(earlier)).sum(axis=-1)
        return on_them[:, earlier.any(axis=1)].mean(axis=-1)

    return variant


def itself(copies: Array) -> Array:
    return copies


def before(copies: Array) -> Array:
    """Move every mark to the key before; the first one falls off."""
    return np.pad(copies, ((0, 0), (0, 1)))[:, 1:]


def of_the_latest(copies: Array) -> Array:
    later = np.cumsum(copies[:, ::-1], axis=1)[:, ::-1]
    return following(copies & (later == 1))


def of_the_first(copies: Array) -> Array:
    return following(copies & (np.cumsum(copies, axis=1) == 1))


def averaged_by(divide: Callable[[Array, Array, Array], Array]) -> Callable:
    """Build a variant from divide(on_them, earlier, weights), on_them as above."""

    def variant(weights: Array, ids: Array) -> Array:
        earlier = earlier_copies(ids)
        on_them = (weights * following(earlier)).sum(axis=-1)
        return divide(on_them, earlier, weights)

    return variant


def over_all_positions(on_them: Array, earlier: Array, weights: Array) -> Array:
    return on_them.mean(axis=-1)


def over_all_places(on_them: Array, earlier: Array, weights: Array) -> Array:
    """Divide by the number of (query, copy) pairs."""
    return on_them.sum(axis=-1) / earlier.sum()


def copies_averaged(on_them: Array, earlier: Array, weights: Array) -> Array:
    counts = earlier.sum(axis=1)
    return (on_them[:, counts > 0] / counts[counts > 0]).mean(axis=-1)


def hits(on_them: Array, earlier: Array, weights: Array) -> Array:
    """Count how often the largest weight lies on one of the right keys."""
    right = following(earlier)[np.arange(len(earlier)), weights.argmax(axis=-1)]
    return right[:, earlier.any(axis=1)].mean(axis=-1)


def later_ones_too(weights: Array, ids: Array) -> Array:
    """Take every other copy, also those that are still to come."""
    others = (ids[:, None] == ids) & ~np.eye(len(ids), dtype=bool)
    on_them = (weights * following(others)).sum(axis=-1)
    return on_them[:, others.any(axis=1)].mean(axis=-1)


def transposed(weights: Array, ids: Array) -> Array:
    return induction_scores(weights.swapaxes(-1, -2), ids)
