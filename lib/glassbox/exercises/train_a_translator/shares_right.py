"""The exercise shares_right, of the chapter train_a_translator."""

from typing import Any

import numpy as np

from .._engine import Case, Exercise, Wrong, as_array

Array = np.ndarray


def shares_right(logits: Array, targets: Array) -> Array:
    """Return the share of tokens that are right, and of rows that are wholly so."""
    right = logits.argmax(axis=-1) == targets
    return np.array([right.mean(), right.all(axis=-1).mean()])


def _scored(chosen: list[list[int]], size: int = 4) -> Array:
    """Build logits whose largest entries are the chosen ids."""
    places = np.arange(size) == np.array(chosen)[..., None]
    return np.where(places, 2.0, 0.5 * np.arange(size))


def _accuracy_case(
    note: str, chosen: list[list[int]], targets: list[list[int]]
) -> Case:
    return Case(note, {"logits": _scored(chosen), "targets": np.array(targets)})


def _right(logits: Array, targets: Array) -> Array:
    return logits.argmax(axis=-1) == targets


def _as_numbers(function: Any) -> Any:
    """Lay whatever came back in one row of floats: counts and arrays are explained."""

    def joined(logits: Array, targets: Array) -> Any:
        result = function(logits, targets)
        if not isinstance(result, (tuple, list)):
            return result
        parts = [as_array(part).astype(float).ravel() for part in result]
        return np.concatenate(parts)

    return joined


def _fresh(case: dict, rng: np.random.Generator) -> dict:
    """Exchange rows and tokens, and say some rows twice: the shares change."""
    logits, targets = case["logits"], case["targets"]
    rows = rng.permutation(len(targets))
    rows = np.append(rows, rng.choice(rows, int(rng.integers(3))))
    to_new = rng.permutation(logits.shape[-1])
    moved = np.empty_like(logits)
    moved[..., to_new] = logits
    return {"logits": moved[rows], "targets": to_new[targets[rows]]}


EXERCISE = Exercise(
    task="Write f(logits, targets) for logits of shape (batch, n, V) and ids of shape "
    "(batch, n). Return two shares: of the tokens that are right, and of the rows that "
    "are right in every token.",
    hints=(
        "The token that is written is the one with the largest logit.",
        "right = written == targets has the shape (batch, n). Its mean is the first.",
        "A row counts if all of its tokens are right: .all(axis=-1), then the mean.",
    ),
    reference=shares_right,
    adapt=_as_numbers,
    fresh=_fresh,
    cases=(
        _accuracy_case(
            "three rows, one of them right",
            [[1, 2, 3], [0, 2, 1], [3, 3, 0]],
            [[1, 2, 3], [0, 1, 1], [2, 3, 0]],
        ),
        _accuracy_case(
            "a column that is right in every row",
            [[0, 1], [0, 3], [0, 2]],
            [[0, 1], [0, 3], [0, 1]],
        ),
        _accuracy_case("nothing is right", [[0, 1, 2, 3]], [[1, 2, 3, 0]]),
    ),
    wrongs=(
        Wrong(
            "the second number is the share of the tokens again; a row counts only if "
            "all of its tokens are right.",
            "the axis of .all.",
            (lambda z, t: (_right(z, t).mean(), _right(z, t).mean(axis=-1).mean()),),
        ),
        Wrong(
            "a row counts already if any of its tokens is right.",
            "any or all.",
            (lambda z, t: (_right(z, t).mean(), _right(z, t).any(axis=-1).mean()),),
        ),
        Wrong(
            "the second number goes over columns: places that are right in all rows.",
            "the axis of .all.",
            (lambda z, t: (_right(z, t).mean(), _right(z, t).all(axis=0).mean()),),
        ),
        Wrong(
            "the second number asks whether the whole batch is right.",
            "the axis of .all.",
            (lambda z, t: (_right(z, t).mean(), float(_right(z, t).all())),),
        ),
        Wrong(
            "these are counts; shares lie between 0 and 1.",
            "sum or mean.",
            (
                lambda z, t: (
                    float(_right(z, t).sum()),
                    float(_right(z, t).all(-1).sum()),
                ),
            ),
        ),
        Wrong(
            "these are arrays of True and False; a share is their mean, one number.",
            "what you return: two means.",
            (
                lambda z, t: (
                    np.hstack([_right(z, t).ravel(), _right(z, t).all(-1)]) * 1.0
                ),
                lambda z, t: np.hstack([_right(z, t).mean(), _right(z, t).all(-1)]),
                lambda z, t: np.hstack([_right(z, t).ravel(), shares_right(z, t)[1]]),
            ),
        ),
        Wrong(
            "one number came back; two are asked for.",
            "what stands after `return`, with a comma between the two.",
            (
                lambda z, t: shares_right(z, t)[0],
                lambda z, t: shares_right(z, t)[1],
            ),
        ),
        Wrong(
            "the largest logit is sought along the places; it is the token among the "
            "V logits of one place that is written.",
            "the axis of .argmax.",
            (
                lambda z, t: (
                    (z.argmax(axis=1) == t).mean(),
                    (z.argmax(axis=1) == t).all(axis=-1).mean(),
                ),
            ),
        ),
        Wrong(
            "the two numbers have changed places.",
            "the order in which you return them.",
            (lambda z, t: tuple(shares_right(z, t)[::-1]),),
        ),
        Wrong(
            "the second number multiplies chances, as if tokens were right "
            "independently of each other; count the rows.",
            "where the rows enter.",
            (lambda z, t: (_right(z, t).mean(), _right(z, t).mean() ** t.shape[-1]),),
        ),
    ),
)
