"""The exercise sinusoidal_positions, of the chapter embeddings_and_positions."""

import numpy as np

from ...kernels.embedding import sinusoidal_positions
from .._engine import Case, Exercise, Wrong

Array = np.ndarray


def _alternating(angles: Array) -> Array:
    """Return the sines and cosines of angles (n, d_model / 2), taking turns."""
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(len(angles), -1)


def _angles(n_positions: int, d_model: int, base: float = 1e4) -> Array:
    return np.arange(n_positions)[:, None] * base ** (
        -np.arange(0, d_model, 2) / d_model
    )


def _halves(n_positions: int, d_model: int) -> Array:
    angles = _angles(n_positions, d_model)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)


def _a_period_a_column(n_positions: int, d_model: int) -> Array:
    columns = np.arange(d_model)
    angles = np.arange(n_positions)[:, None] * 1e4 ** (-columns / d_model)
    return np.where(columns % 2, np.cos(angles), np.sin(angles))


def _to_the_very_end(n_positions: int, d_model: int) -> Array:
    exponents = np.arange(d_model // 2) / (d_model // 2 - 1)
    return _alternating(np.arange(n_positions)[:, None] * 1e4**-exponents)


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Take another number of positions, but where there is one alone."""
    n = case["n_positions"]
    return {**case, "n_positions": n if n == 1 else n + int(rng.integers(9))}


EXERCISE = Exercise(
    task="Write f(n_positions, d_model): the table of section 3.5, of shape "
    "(n_positions, d_model), for an even d_model.",
    hints=(
        "First the exponents 2i / d_model: one for each pair, d_model / 2 of them.",
        "A position divided by 10000 to the power of the exponent is an angle, in "
        "radians. Positions make rows, so they need an axis more.",
        "The sines go to the columns 0, 2, 4, ..., the cosines to 1, 3, 5, ...",
    ),
    reference=lambda n_positions, d_model: sinusoidal_positions(n_positions, d_model),
    fresh=_fresh,
    closed=("sinusoidal_positions",),
    cases=(
        Case("two pairs", {"n_positions": 3, "d_model": 4}),
        Case("position 0 alone", {"n_positions": 1, "d_model": 6}),
        Case("three pairs", {"n_positions": 5, "d_model": 6}),
        Case("more positions than features", {"n_positions": 11, "d_model": 8}),
    ),
    wrongs=(
        Wrong(
            "the sines stand first and the cosines after them; in the paper's formula "
            "they take turns.",
            "the row of position 0: 0, 1, 0, 1.",
            (_halves,),
        ),
        Wrong(
            "positions are counted from 1; the first is position 0.",
            "your first row: its sines must be 0.",
            (lambda n, d: sinusoidal_positions(n + 1, d)[1:],),
        ),
        Wrong(
            "there is one position too many.",
            "the last row, and where the counting ends.",
            (lambda n, d: sinusoidal_positions(n + 1, d),),
        ),
        Wrong(
            "sine and cosine are exchanged; the sine comes first.",
            "the row of position 0: 0, 1, 0, 1.",
            (lambda n, d: _alternating(np.pi / 2 - _angles(n, d)),),
        ),
        Wrong(
            "the exponent is i / d_model; it is 2i / d_model.",
            "the second pair: i is 1, and its column is 2.",
            (lambda n, d: _alternating(_angles(n, 2 * d)[:, : d // 2]),),
        ),
        Wrong(
            "every column has an exponent of its own; a sine and its cosine share one.",
            "whether sin² + cos² is 1 in each pair.",
            (_a_period_a_column,),
        ),
        Wrong(
            "there are sines only; every second column is a cosine.",
            "the row of position 0: 0, 1, 0, 1.",
            (lambda n, d: np.repeat(np.sin(_angles(n, d)), 2, axis=1),),
        ),
        Wrong(
            "the position is multiplied by the power; it is divided by it.",
            "which pairs turn slowly: the last ones.",
            (lambda n, d: _alternating(_angles(n, d, base=1e-4)),),
        ),
        Wrong(
            "the base is 1000; it is 10000.",
            "the number of zeros.",
            (lambda n, d: _alternating(_angles(n, d, base=1e3)),),
        ),
        Wrong(
            "the angles are taken in degrees; they are radians.",
            "position 1: its first number is sin 1 = 0.8415.",
            (lambda n, d: _alternating(np.radians(_angles(n, d))),),
        ),
        Wrong(
            "the exponents run up to 1; in the paper's formula they stop one pair "
            "before. (The authors' own code does it your way.)",
            "the number you divide i by.",
            (_to_the_very_end,),
        ),
        Wrong(
            "rows and columns are exchanged: a row is a position.",
            "the shape of your result.",
            (lambda n, d: sinusoidal_positions(n, d).T,),
        ),
    ),
)
