"""The exercise shift_right, of the chapter train_a_translator."""

import functools
from typing import Any

import numpy as np

from ...words import translated as _
from .._engine import Case, Exercise, InParts, Wrong, as_array

Array = np.ndarray
START, END = 7, 8  # ids that no target of the cases has


def shift_right(targets: Array, start: int, end: int) -> tuple[Array, Array]:
    """Return what the decoder reads, and what it should write."""
    return _beside(start, targets), _beside(targets, end)


def _in_parts(function: Any) -> Any:
    """Join the two id arrays, each under its name; as floats, though ids are whole."""

    @functools.wraps(function, updated=())
    def joined(targets: Array, start: int, end: int) -> Any:
        result = function(targets, start, end)
        if not isinstance(result, (tuple, list)) or len(result) != 2:
            return result
        parts = [as_array(part).astype(float) for part in result]
        names = (_("read"), _("written"))
        return InParts.joined(dict(zip(names, parts, strict=True)))

    return joined


def _both(read: Any, wanted: Any) -> Any:
    """Build a wrong variant from what it reads and what it wants to be written."""
    return _in_parts(lambda t, s, e: (read(t, s, e), wanted(t, s, e)))


def _beside(*parts: Any) -> Array:
    """Lay columns, given as one id or as an array, side by side."""
    (n,) = {len(part) for part in parts if isinstance(part, np.ndarray)}
    return np.hstack(
        [p if isinstance(p, np.ndarray) else np.full((n, 1), p) for p in parts]
    )


def _shift_case(note: str, *rows: list[int]) -> Case:
    return Case(note, {"targets": np.array(rows), "start": START, "end": END})


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Take other ids, equal where they were."""
    values, places = np.unique(case["targets"], return_inverse=True)
    start, end, *new = rng.choice(90, len(values) + 2, replace=False).tolist()
    targets = np.array(new)[places].reshape(case["targets"].shape)
    return {"targets": targets, "start": start, "end": end}


EXERCISE = Exercise(
    task="Write f(targets, start, end) for ids of shape (batch, n). Return two arrays "
    "of shape (batch, n + 1): what the decoder reads, and what it should write.",
    hints=(
        "At each place the decoder reads the token before the one that it writes.",
        "So it reads start first, and end is the last that it writes.",
        "np.full((len(targets), 1), start) is a column; np.hstack puts columns beside "
        "each other.",
    ),
    reference=_in_parts(shift_right),
    adapt=_in_parts,
    fresh=_fresh,
    cases=(
        _shift_case("two targets of three tokens", [1, 2, 3], [4, 5, 6]),
        _shift_case("one target", [3, 3, 1, 2, 6]),
        _shift_case("one token each", [2], [5], [4]),
    ),
    wrongs=(
        Wrong(
            "the start is missing: the first place has no token before it to read, and "
            "what is read is one column short.",
            "the first column of what is read.",
            (_both(lambda t, s, e: t, lambda t, s, e: _beside(t, e)),),
        ),
        Wrong(
            "what should be written lacks the end: it is one column short, and the "
            "model would not learn to stop.",
            "the last column of what should be written.",
            (_both(lambda t, s, e: _beside(s, t), lambda t, s, e: t),),
        ),
        Wrong(
            "what is read is not shifted: each place reads the token that it should "
            "write.",
            "the first column of what is read.",
            (
                _both(lambda t, s, e: _beside(t, e), lambda t, s, e: _beside(t, e)),
                _both(lambda t, s, e: t, lambda t, s, e: t),
                _both(lambda t, s, e: _beside(s, t), lambda t, s, e: _beside(s, t)),
                _both(
                    lambda t, s, e: _beside(s, t, e), lambda t, s, e: _beside(s, t, e)
                ),
            ),
        ),
        Wrong(
            "the end is never asked for: the model would not learn to stop.",
            "the last column of what should be written.",
            (
                _both(lambda t, s, e: _beside(s, t[:, :-1]), lambda t, s, e: t),
                _both(lambda t, s, e: _beside(s, t), lambda t, s, e: _beside(t, s)),
            ),
        ),
        Wrong(
            "the two results have changed places.",
            "the order in which you return them.",
            (_both(lambda t, s, e: _beside(t, e), lambda t, s, e: _beside(s, t)),),
        ),
        Wrong(
            "shifted to the left: each place reads the token after the one that it "
            "should write.",
            "which of the two is one token ahead.",
            (
                _both(
                    lambda t, s, e: _beside(t[:, 1:], e, e),
                    lambda t, s, e: _beside(t, e),
                ),
            ),
        ),
        Wrong(
            "np.roll moves the last token to the front; the start belongs there.",
            "the first column of what is read.",
            (
                _both(
                    lambda t, s, e: np.roll(_beside(t, e), 1, axis=1),
                    lambda t, s, e: _beside(t, e),
                ),
                _both(lambda t, s, e: np.roll(t, 1, axis=1), lambda t, s, e: t),
                _both(
                    lambda t, s, e: np.roll(_beside(t, e), 1),
                    lambda t, s, e: _beside(t, e),
                ),
            ),
        ),
    ),
)
