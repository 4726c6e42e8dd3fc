"""Fresh cases of an exercise, drawn from a secret: new numbers for the old ones.

Shapes, dtypes, signs, zeros, ties and the order of the numbers stay, because a case's
note speaks of them and the known mistakes show in them.
"""

import dataclasses
import hashlib
from typing import Any

import numpy as np

from ..exercises._engine import Case, Exercise
from ..exercises._engine.exercise import Asked

Array = np.ndarray
# Ids and places, not amounts; and what a case's note gives in numbers.
KEPT = {"ids", "token_ids", "positions", "merges", "temperature", "base"}
# Of a gap: exp(-800) still rounds to 0, and float16's 60000 stays below its 65504.
LEAST, MOST = 0.95, 1.08


def with_fresh_cases(exercise: Asked, secret: str) -> Asked:
    """Return the exercise with this secret's cases; one by hand as it is."""
    if not isinstance(exercise, Exercise):
        return exercise
    make, cases = exercise.fresh or moved, []
    for number, case in enumerate(exercise.cases):
        rng = _generator(secret, f"{exercise.name}/{number}")
        cases.append(Case(case.note, make(case.arguments, rng)))
    return dataclasses.replace(exercise, cases=tuple(cases))


def moved(arguments: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """Return the arguments with their numbers moved."""
    return {k: v if k in KEPT else _moved(v, rng) for k, v in arguments.items()}


def _generator(secret: str, name: str) -> np.random.Generator:
    key = hashlib.sha256(secret.encode()).digest()
    digest = hashlib.blake2b(name.encode(), key=key, digest_size=16).digest()
    return np.random.default_rng(int.from_bytes(digest, "little"))


def _moved(value: Any, rng: np.random.Generator) -> Any:
    if isinstance(value, np.ndarray):
        return _moved_array(value, rng)
    if isinstance(value, float) and value not in (0.0, 1.0):
        return value * rng.uniform(LEAST, MOST)
    if dataclasses.is_dataclass(value):
        parts = {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
        return dataclasses.replace(
            value, **{k: _moved(v, rng) for k, v in parts.items()}
        )
    return value


def _moved_array(array: Array, rng: np.random.Generator) -> Array:
    if array.dtype.kind not in "fi" or not array.size or np.all(array == 1):
        return array.copy()
    if array.dtype.kind == "f" and _is_probabilities(array):
        powers = np.where(array > 0, array, 1) ** np.exp(rng.uniform(-0.5, 0.5))
        powers = np.where(array > 0, powers, 0)
        return powers / powers.sum(axis=-1, keepdims=True)
    values, places = np.unique(array, return_inverse=True)
    new = np.zeros_like(values, dtype=float)
    for sign in (1, -1):
        side = np.flatnonzero(np.isfinite(values) & (sign * values > 0))[::sign]
        gaps = np.diff(np.abs(values[side].astype(float)), prepend=0)
        if array.dtype.kind == "i":
            gaps = gaps + rng.integers(0, 3, len(side))
        else:
            gaps = gaps * rng.uniform(LEAST, MOST, len(side))
        new[side] = sign * np.cumsum(gaps)
    new = np.where(np.isfinite(values), new, values)
    return new[places].reshape(array.shape).astype(array.dtype)


def _is_probabilities(array: Array) -> bool:
    if array.ndim == 0 or not np.isfinite(array).all() or (array < 0).any():
        return False
    return np.allclose(array.sum(axis=-1), 1, atol=1e-9)
