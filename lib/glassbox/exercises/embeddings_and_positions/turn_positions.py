"""The exercise turn_positions, of the chapter embeddings_and_positions."""

import numpy as np

from ...kernels.embedding import sinusoidal_positions
from .._engine import Case, Exercise, Wrong

Array = np.ndarray


def turn(vectors: Array, steps: int) -> Array:
    """Turn each pair (sin, cos) by steps times its own angle."""
    return _turned_by(_step_angles(vectors) * steps, vectors)


def _step_angles(vectors: Array) -> Array:
    d_model = vectors.shape[-1]
    return 1e4 ** (-np.arange(0, d_model, 2) / d_model)


def _turned_by(angles: Array, vectors: Array) -> Array:
    sines, cosines = vectors[..., 0::2], vectors[..., 1::2]
    pairs = [
        sines * np.cos(angles) + cosines * np.sin(angles),
        cosines * np.cos(angles) - sines * np.sin(angles),
    ]
    return np.stack(pairs, axis=-1).reshape(vectors.shape)


def _turned_in_halves(vectors: Array, steps: int) -> Array:
    order = np.arange(vectors.shape[-1]).reshape(2, -1).T.ravel()  # 0, 3, 1, 4, 2, 5
    return turn(vectors[..., order], steps)[..., np.argsort(order)]


def _from_the_start(vectors: Array, steps: int) -> Array:
    """Return the vector of position `steps`, whatever the given ones are."""
    start = np.zeros_like(vectors) + np.arange(vectors.shape[-1]) % 2  # 0, 1, 0, 1
    return turn(start, steps)


def _wrong_sign(vectors: Array, steps: int) -> Array:
    angles = _step_angles(vectors) * steps
    sines, cosines = vectors[..., 0::2], vectors[..., 1::2]
    right = turn(vectors, steps)[..., 0::2]
    pairs = [right, cosines * np.cos(angles) + sines * np.sin(angles)]
    return np.stack(pairs, axis=-1).reshape(vectors.shape)


SOME = sinusoidal_positions(12, 6)


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Take other positions; few steps stay as many, as the cases' notes say."""
    vectors, steps = case["vectors"], case["steps"]
    if vectors.ndim > 1 or steps > 2:  # a single one with few steps is position 0
        n = vectors[..., 0].size
        rows = sinusoidal_positions(40, vectors.shape[-1])
        vectors = rows[rng.choice(40, n, replace=False)].reshape(vectors.shape)
    more = int(rng.integers(1, 9)) if steps > 2 or steps < 0 else 0
    return {"vectors": vectors, "steps": steps + more * int(np.sign(steps))}


EXERCISE = Exercise(
    task="Write f(vectors, steps): from the sinusoids of some positions, of shape "
    "(..., d_model), to those that many steps further on. You are not told the "
    "positions.",
    hints=(
        "Take the sines, every second column from 0, and the cosines beside them.",
        "sin(a + b) = sin a cos b + cos a sin b, and cos(a + b) = cos a cos b - sin a "
        "sin b. You have sin a and cos a.",
        "b is steps times the pair's own angle: 1 / 10000^(2i / d_model).",
    ),
    reference=turn,
    fresh=_fresh,
    cases=(
        Case(
            "from position 0, one step",
            {"vectors": sinusoidal_positions(1, 4)[0], "steps": 1},
        ),
        Case("several positions, two steps", {"vectors": SOME[[7, 0, 3]], "steps": 2}),
        Case("backwards", {"vectors": SOME[4:6], "steps": -3}),
        Case("no step", {"vectors": SOME[[5]], "steps": 0}),
        Case("far", {"vectors": SOME[2], "steps": 500}),
    ),
    wrongs=(
        Wrong(
            "the pairs are turned backwards.",
            "the sign in front of sin b: from position 0 the first sine must grow.",
            (lambda vectors, steps: turn(vectors, -steps),),
        ),
        Wrong(
            "all pairs are turned by the same angle; each has its own.",
            "what b is for the second pair.",
            (
                lambda vectors, steps: _turned_by(
                    np.full(vectors.shape[-1] // 2, steps), vectors
                ),
            ),
        ),
        Wrong(
            "one step is made, however many are asked for.",
            "where steps enters.",
            (lambda vectors, steps: turn(vectors, 1),),
        ),
        Wrong(
            "a sine is paired with another pair's cosine; partners are neighbors.",
            "which columns make a pair: 0 and 1, then 2 and 3.",
            (_turned_in_halves,),
        ),
        Wrong(
            "cos a cos b and sin a sin b are added; they are subtracted.",
            "the formula of cos(a + b).",
            (_wrong_sign,),
        ),
        Wrong(
            "the exponent is i / d_model; it is 2i / d_model.",
            "the angle of the second pair.",
            (
                lambda vectors, steps: _turned_by(
                    steps * np.sqrt(_step_angles(vectors)), vectors
                ),
            ),
        ),
        Wrong(
            "this is the position of that number; the steps start at the given one.",
            "what happens when no step is made.",
            (_from_the_start,),
        ),
        Wrong(
            "the steps' own vector is added; a step is a turn, not a sum.",
            "the size of a pair: sin² + cos² must stay 1.",
            (lambda vectors, steps: vectors + _from_the_start(vectors, steps),),
        ),
    ),
)
